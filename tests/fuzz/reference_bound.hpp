// The bounds of mathematics.md, section 5, once more: in intervals of 200-bit numbers, for small
// dimensions, to compare with what the library computes in doubles. Nothing here calls the
// library's loss functions, linear algebra or elementary functions; its noise quantiles are
// inputs.
#pragma once

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <optional>
#include <vector>

#include "expost/release/published_model.hpp"

namespace expost::reference {

using Real = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<200, boost::multiprecision::digit_base_2, void, std::int64_t>,
    boost::multiprecision::et_off>;

/// lower ≤ upper. Results of operations are wider than the exact ones by far more than the
/// rounding of 200 bits.
struct Range {
  Real lower;
  Real upper;
};

inline Range widened(const Real& a, const Real& b) {
  static const Real margin = ldexp(Real(1), -160);
  const Real low = a < b ? a : b;
  const Real high = a < b ? b : a;
  return {low - abs(low) * margin, high + abs(high) * margin};
}

/// How far the library's doubles may be from exact arithmetic before a comparison counts. Its ends
/// are rounded outwards (docs/mathematics.md, 5.5), so nothing is allowed. To find out how far a
/// rule is off that rounds to nearest, each part may be the size of a backward error, in units of
/// 2^-52.
struct Rounding {
  double score = 0;     ///< of t = xᵀθ̂, times d·Σ|x_i θ̂_i|
  double matrix = 0;    ///< of Ĥ, times d²·‖Ĥ‖_F
  double relative = 0;  ///< of each scalar
  /// ‖x‖² may lose what is smaller than 2^-underflow.
  int underflow = 2000;
};

inline Real unit() {
  return ldexp(Real(1), -52);
}

/// f' and f'' over a range of scores.
struct Derivatives {
  Range first;
  Range second;
};

inline Derivatives derivatives(const Loss& loss, const Range& score, double label) {
  const Real y(label);
  const auto at = [&](const Real& t) -> std::pair<Real, Real> {
    switch (loss.kind) {
      case LossKind::logistic: {
        // Beyond, p is 0 or 1 to more digits than there are.
        const Real margin = y * t;
        const Real p = margin > 100000 ? Real(0) : margin < -100000 ? Real(1) : 1 / (1 + exp(margin));
        return {-y * p, p * (1 - p)};
      }
      case LossKind::squared:
        return {t - y, Real(1)};
      case LossKind::pseudo_huber: {
        const Real s = (t - y) / Real(loss.width);
        const Real root = sqrt(1 + s * s);
        return {(t - y) / root, 1 / (root * root * root)};
      }
    }
    return {Real(0), Real(0)};
  };
  // f' is monotone in t for every convex loss; f'' has one peak, at t = 0 (logistic) or t = y.
  const auto [first_a, second_a] = at(score.lower);
  const auto [first_b, second_b] = at(score.upper);
  Derivatives result{widened(first_a, first_b), widened(second_a, second_b)};
  const Real peak = loss.kind == LossKind::logistic ? Real(0) : y;
  if (score.lower < peak && peak < score.upper) {
    result.second.upper = at(peak).second;
  }
  return result;
}

using Matrix = std::vector<std::vector<Real>>;

/// xᵀM⁻¹x by Cholesky; nothing where M is not positive definite.
inline std::optional<Real> inverse_form(Matrix m, std::vector<Real> x) {
  const std::size_t d = x.size();
  Real sum = 0;
  for (std::size_t j = 0; j < d; ++j) {
    if (!(m[j][j] > 0)) {
      return std::nullopt;
    }
    sum += x[j] * x[j] / m[j][j];
    for (std::size_t i = j + 1; i < d; ++i) {
      const Real factor = m[i][j] / m[j][j];
      for (std::size_t k = j + 1; k <= i; ++k) {
        m[i][k] -= factor * m[k][j];
      }
      x[i] -= factor * x[j];
    }
  }
  return sum;
}

/// α·(Ĥ − shift·I) + (1 − α)·ridge·I, the lower triangle.
inline Matrix mixed(const Eigen::MatrixXd& hessian, const Real& alpha, const Real& shift, const Real& ridge) {
  const auto d = static_cast<std::size_t>(hessian.rows());
  Matrix m(d, std::vector<Real>(d));
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      m[i][j] = alpha * Real(hessian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
    }
    m[i][i] += (1 - alpha) * ridge - alpha * shift;
  }
  return m;
}

/// The quantiles of the noise, as the library looked them up.
struct Quantiles {
  double gradient = 0;          ///< of |xᵀN| / ‖x‖: a normal quantile
  double hessian = 0;           ///< of the largest eigenvalue of the Hessian's noise, in units of its σ₃
  double direction = 0;         ///< of that noise in the direction of one record, in the same units
  double eigenvalue_floor = 0;  ///< a lower bound on the smallest eigenvalue of H, at least λ
  double grid_slack = 0;        ///< of a step, how far a published number may be from the one that noise was added to
  double releases = 0;          ///< of the releases' own noise in one direction: a normal quantile
  double joint = 0;             ///< χ of section 6.1; 0 where totals are sums of two bounds
};

/// The ends of 5.4 that a correct bound has at least (upper) or at most (lower): of the exact ends
/// over all inputs within `Rounding`, those that are easiest to meet.
struct Ends {
  Range in;
  Range out;
  Range total_in;  ///< of everything published (sections 6 and 6.1)
  Range total_out;
};

namespace detail {

/// The last α in [0, 1] up to which `value` exists.
template <class Value>
Real last_alpha(const Value& value) {
  Real top = 1;
  if (value(top)) {
    return top;
  }
  Real low = 0;
  // Where Ĥ is enormous, the last α at which the matrix is positive definite is tiny: that takes
  // many halves.
  for (int i = 0; i < 400; ++i) {
    const Real middle = (low + top) / 2;
    (value(middle) ? low : top) = middle;
  }
  return low;
}

/// The least of `value` over α in [0, 1] where it exists; 1/value is concave in α.
template <class Value>
Real least(const Value& value) {
  const Real top = last_alpha(value);
  const Real golden = (sqrt(Real(5)) - 1) / 2;
  Real a = 0;
  Real b = top;
  Real best = *value(Real(0));
  const auto consider = [&](const Real& alpha) {
    const auto found = value(alpha);
    if (found && *found < best) {
      best = *found;
    }
    return found ? *found : Real(1) / Real(0);
  };
  consider(b);
  Real c = b - golden * (b - a);
  Real d = a + golden * (b - a);
  Real at_c = consider(c);
  Real at_d = consider(d);
  for (int i = 0; i < 150; ++i) {
    if (at_c < at_d) {
      b = d;
      d = c;
      at_d = at_c;
      c = b - golden * (b - a);
      at_c = consider(c);
    } else {
      a = c;
      c = d;
      at_c = at_d;
      d = a + golden * (b - a);
      at_d = consider(d);
    }
  }
  return best;
}

}  // namespace detail

/// Section 5 for one record chosen beforehand. `x` of length d, a few at most.
inline Ends sharp_ends(const PublishedModel& model, const Eigen::VectorXd& x, double y, const Quantiles& noise,
                       const Rounding& rounding = {}) {
  using std::size_t;
  const auto d = static_cast<size_t>(x.size());
  const Real u = unit();
  const Real slack = u * Real(rounding.relative);
  const auto less = [&](const Real& value) { return value * (1 - slack); };
  const auto more = [&](const Real& value) { return value * (1 + slack); };

  std::vector<Real> record(d);
  Real score = 0;
  Real score_size = 0;
  Real squared_norm = 0;
  Real norm_1 = 0;
  for (size_t i = 0; i < d; ++i) {
    record[i] = Real(x(static_cast<Eigen::Index>(i)));
    const Real term = record[i] * Real(model.theta(static_cast<Eigen::Index>(i)));
    score += term;
    score_size += abs(term);
    squared_norm += record[i] * record[i];
    norm_1 += abs(record[i]);
  }
  const Real lost = ldexp(Real(1), -rounding.underflow);
  const Real kept = squared_norm > lost ? (squared_norm - lost) / squared_norm : Real(0);
  squared_norm *= kept;
  const Real norm = sqrt(squared_norm);
  const Real off = score_size * u * Real(rounding.score * static_cast<double>(d));
  // t − y is rounded once more.
  const Real label_off = u * Real(rounding.score) * (abs(score) + 1);
  const Derivatives f = derivatives(model.loss, {score - off - label_off, score + off + label_off}, y);
  const Range f2{less(f.second.lower), more(f.second.upper)};
  const Real first_least = f.first.lower > 0 ? less(f.first.lower) : f.first.upper < 0 ? less(-f.first.upper) : Real(0);
  const Real first_most = more(abs(f.first.lower) > abs(f.first.upper) ? abs(f.first.lower) : abs(f.first.upper));
  const Real variance = Real(model.sigma) * Real(model.sigma);
  const Real lambda(model.lambda);

  // 5.1 and 5.2: the leverage a = f''·xᵀH⁻¹x, from 0 to its cap.
  Real odds_in = f2.lower * squared_norm / lambda;
  Real a_out = odds_in;
  Real odds_low = 0;
  Real a_low = 0;
  if (model.hessian && norm > 0) {
    const Eigen::MatrixXd& hessian = model.hessian->values;
    Real size = 0;
    for (Eigen::Index i = 0; i < hessian.rows(); ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        size += Real(hessian(i, j)) * Real(hessian(i, j)) * (i == j ? 1 : 2);
      }
    }
    const Real blur = sqrt(size) * u * Real(rounding.matrix * static_cast<double>(d * d));
    const Real off_grid = Real(noise.grid_slack) * Real(model.hessian->grid) * Real(static_cast<double>(d));
    const Real shift = Real(noise.hessian) * Real(model.hessian->sigma) + off_grid;
    const Real of_direction = Real(noise.direction) * Real(model.hessian->sigma) + off_grid;
    const auto leverage_at = [&](const Real& alpha, const Real& ridge) {
      return inverse_form(mixed(hessian, alpha, less(of_direction) - blur, more(ridge)), record);
    };
    // A minimum that the search does not reach counts for the library, not against it.
    const Real reached = kept * (1 - ldexp(Real(1), -40));
    const Real floor(noise.eigenvalue_floor);
    const Real most = reached * detail::least([&](const Real& alpha) { return leverage_at(alpha, floor); });
    const Real a = less(f2.lower * most);
    if (a < a_out) {
      a_out = a;
    }
    if (a < 1 && a / (1 - a) < odds_in) {
      odds_in = a / (1 - a);
    }
    // For a member H = H₋ + f''xxᵀ with H₋ ≥ λI: a = s/(1 + (1 − α)s), whose odds are s/(1 − αs).
    const Real member = reached * detail::least([&](const Real& alpha) -> std::optional<Real> {
                          const auto s = leverage_at(alpha, lambda);
                          if (!s) {
                            return std::nullopt;
                          }
                          const Real scaled = f2.lower * *s;
                          return scaled / (1 + (1 - alpha) * scaled);
                        });
    if (member < 1 && member / (1 - member) < odds_in) {
      odds_in = member / (1 - member);
    }
    // From below: the larger the leverage may be, the easier the ends are to meet. Where the
    // shifted Hessian isn't positive definite nothing but 0 is known; where it is only just,
    // anything counts.
    if (inverse_form(mixed(hessian, Real(1), -more(shift) - blur, Real(0)), record)) {
      const auto low = inverse_form(mixed(hessian, Real(1), blur - less(shift), Real(0)), record);
      a_low = low ? more(f2.upper * *low) : Real(1) / Real(0);
      odds_low = a_low < 1 ? a_low / (1 - a_low) : Real(1) / Real(0);
    }
  }

  // 5.3: the gradient term, centre ± half width.
  Real k = 0;
  Real deviation(model.sigma);
  Real projection = 0;
  Real projection_size = 0;
  Real off_grid = 0;
  if (model.gradient) {
    const Real other = Real(model.gradient->sigma) * Real(model.gradient->sigma);
    k = variance / (variance + other);
    deviation = sqrt(variance * other / (variance + other));
    for (size_t i = 0; i < d; ++i) {
      const Real term = record[i] * Real(model.gradient->values(static_cast<Eigen::Index>(i)));
      projection += term;
      projection_size += abs(term);
    }
    off_grid = k * Real(noise.grid_slack) * Real(model.gradient->grid) * norm_1;
  }
  const Real half =
      less(first_least * (deviation * norm * Real(noise.gradient) + off_grid + norm * Real(model.residual)) / variance);
  const Real projection_off = projection_size * u * Real(rounding.score * static_cast<double>(d));
  std::array<Real, 4> centres;
  for (size_t i = 0; i < 4; ++i) {
    const Real slope = i % 2 == 0 ? f.first.lower : f.first.upper;
    const Real along = projection + (i < 2 ? -projection_off : projection_off);
    centres[i] = slope * k * along / variance;
  }
  Real centre_low = centres[0];
  Real centre_high = centres[0];
  for (const Real& centre : centres) {
    centre_low = centre < centre_low ? centre : centre_low;
    centre_high = centre > centre_high ? centre : centre_high;
  }
  const Real centre_slack = first_most * k * projection_size / variance * slack;
  centre_low -= centre_slack;
  centre_high += centre_slack;

  // 5.4, each end as easy to meet as the inputs allow.
  const Real q_low = less(first_least * first_least * squared_norm / variance / 2);
  const Real q_high = more(first_most * first_most * squared_norm / variance / 2);
  const auto log_1p = [](const Real& value) -> Real {
    // Where 1 + value would drop its digits, four terms of the series have more than 200 bits.
    static const Real small = ldexp(Real(1), -50);
    return abs(value) < small ? value * (1 - value * (Real(1) / 2 - value * (Real(1) / 3 - value / 4))) : Real(log(1 + value));
  };
  // Sums of parts of opposite signs are rounded relative to the parts.
  const Real parts = (abs(centre_high) + abs(centre_low) + q_high + half) * slack;
  Ends ends;
  ends.in.upper = less(log_1p(less(odds_in))) + q_low - (centre_high - half) - parts;
  ends.in.lower = log_1p(more(odds_low)) + q_high - (centre_low + half) + parts;
  ends.out.upper = -log_1p(more(a_low)) + q_low + (centre_low + half) - parts;
  ends.out.lower = -less(log_1p(less(a_out))) + q_high + (centre_high - half) + parts;
  ends.total_in = ends.in;
  ends.total_out = ends.out;
  if (!model.hessian) {
    return ends;
  }
  // Sections 6 and 6.1: shifts of the releases, upper ends from the least of the inputs and lower
  // ones from the most.
  struct Shifts {
    Real least_square = 0;  // without λ̂, which may not move at all
    Real most_square = 0;
    Real off = 0;
  };
  const auto shifts_of = [&](const Real& first, const Real& second) {
    Shifts shifts;
    const auto add = [&](const Real& distance, const Real& sigma, double grid, const Real& root, bool moves) {
      if (!(distance > 0)) {
        return;
      }
      const Real of_grid = Real(noise.grid_slack) * Real(grid) * root;
      const Real low = distance > of_grid ? Real((distance - of_grid) / sigma) : Real(0);
      const Real high = (distance + of_grid) / sigma;
      shifts.least_square += moves ? Real(low * low) : Real(0);
      shifts.most_square += high * high;
      shifts.off += high * root * Real(grid) / sigma;
    };
    const Real count(static_cast<double>(d));
    if (model.gradient) {
      add(first * norm, Real(model.gradient->sigma), model.gradient->grid, sqrt(count), true);
    }
    add(second * squared_norm, sqrt(Real(2)) * Real(model.hessian->sigma), model.hessian->grid, count, true);
    if (model.smallest_eigenvalue) {
      add(second * squared_norm, Real(model.smallest_eigenvalue->sigma), model.smallest_eigenvalue->grid, Real(1), false);
    }
    return shifts;
  };
  const auto down_of = [](const Real& least_square, const Real& most_square, const Real& z) {
    const Real low = sqrt(least_square);
    const Real high = sqrt(most_square);
    const Real v = z < low ? low : z > high ? high : z;
    return Real(v * v / 2 - v * z);
  };
  const Shifts few = shifts_of(first_least, f2.lower);
  const Shifts many = shifts_of(first_most, f2.upper);
  if (noise.joint > 0) {
    const Real chi(noise.joint);
    const Real of_residual = norm * Real(model.residual) / variance;
    const Real longest = 2 * q_low + few.most_square;
    const Real up = less(longest / 2 + sqrt(longest) * chi + few.off + first_least * of_residual);
    const Real down =
        down_of(2 * q_high + many.least_square, 2 * q_high + many.most_square, chi) - many.off - first_most * of_residual;
    ends.total_in = {log_1p(more(odds_low)) + down, less(log_1p(less(odds_in))) + up};
    ends.total_out = {-less(log_1p(less(a_out))) + down, -log_1p(more(a_low)) + up};
    return ends;
  }
  const Real z(noise.releases);
  const Real up = less(few.most_square / 2 + sqrt(few.most_square) * z + few.off);
  const Real down = down_of(many.least_square, many.most_square, z) - many.off;
  ends.total_in = {ends.in.lower + down, ends.in.upper + up};
  ends.total_out = {ends.out.lower + down, ends.out.upper + up};
  return ends;
}

}  // namespace expost::reference
