// The bounds of mathematics.md, section 11, for softmax with two or three classes once more: in
// 200-bit numbers, by the textbook's formulas, to compare with what the library computes in
// doubles. Nothing here calls the library's softmax, contrasts, linear algebra or elementary
// functions; its noise quantiles are inputs.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "expost/numerics/interval.hpp"
#include "expost/release/published_model.hpp"
#include "reference_bound.hpp"

namespace expost::reference {

/// The noise that softmax is allowed, as the library looked it up.
struct SoftmaxQuantiles {
  double weight = 0;            ///< k of 5.3
  double gradient = 0;          ///< radius of the gradient's event, for ‖p − e_y‖‖x‖ = 1
  bool fresh = false;           ///< the noise of ĝ alone
  double hessian = 0;           ///< as in Quantiles
  double eigenvalue_floor = 0;  ///< as in Quantiles
  double grid_slack = 0;        ///< as in Quantiles
};

namespace detail {

inline Real log_1p(const Real& value) {
  static const Real small = ldexp(Real(1), -50);
  return abs(value) < small ? value * (1 - value * (Real(1) / 2 - value * (Real(1) / 3 - value / 4))) : Real(log(1 + value));
}

/// p, and 1 − p without a difference.
struct Classes {
  std::vector<Real> p;
  std::vector<Real> rest;
};

inline Classes classes_at(const std::vector<Real>& margins) {
  Real largest = margins[0];
  for (const Real& t : margins) {
    largest = t > largest ? t : largest;
  }
  std::vector<Real> weights;
  Real sum = 0;
  for (const Real& t : margins) {
    const Real below = t - largest;
    weights.push_back(below < -100000 ? Real(0) : Real(exp(below)));
    sum += weights.back();
  }
  Classes result{{}, std::vector<Real>(margins.size(), Real(0))};
  for (std::size_t k = 0; k < margins.size(); ++k) {
    result.p.push_back(weights[k] / sum);
  }
  for (std::size_t k = 0; k < margins.size(); ++k) {
    for (std::size_t l = 0; l < margins.size(); ++l) {
      result.rest[k] += k == l ? Real(0) : result.p[l];
    }
  }
  return result;
}

/// Rows orthonormal to each other and to (1, …, 1).
inline Matrix contrasts(std::size_t classes) {
  if (classes == 2) {
    return {{1 / sqrt(Real(2)), -1 / sqrt(Real(2))}};
  }
  // Another basis than the library's: nothing may depend on which.
  return {{2 / sqrt(Real(6)), -1 / sqrt(Real(6)), -1 / sqrt(Real(6))}, {Real(0), 1 / sqrt(Real(2)), -1 / sqrt(Real(2))}};
}

/// Eigenvalues of a symmetric 1 × 1 or 2 × 2 matrix ⪰ 0, largest first.
inline std::vector<Real> eigenvalues(const Matrix& m) {
  if (m.size() == 1) {
    return {m[0][0]};
  }
  const Real difference = m[0][0] - m[1][1];
  const Real root = sqrt(difference * difference + 4 * m[1][0] * m[1][0]);
  const Real large = (m[0][0] + m[1][1] + root) / 2;
  const Real small = large > 0 ? Real((m[0][0] * m[1][1] - m[1][0] * m[1][0]) / large) : Real(0);
  return {large, small > 0 ? small : Real(0)};
}

/// XᵀM⁻¹X, by Cholesky; the columns of X in `columns`. Nothing where M is not positive definite.
inline std::optional<Matrix> inverse_forms(Matrix m, std::vector<std::vector<Real>> columns) {
  const std::size_t d = m.size();
  const std::size_t k = columns.size();
  Matrix sums(k, std::vector<Real>(k, Real(0)));
  for (std::size_t j = 0; j < d; ++j) {
    if (!(m[j][j] > 0)) {
      return std::nullopt;
    }
    for (std::size_t a = 0; a < k; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        sums[a][b] += columns[a][j] * columns[b][j] / m[j][j];
      }
    }
    for (std::size_t i = j + 1; i < d; ++i) {
      const Real factor = m[i][j] / m[j][j];
      for (std::size_t l = j + 1; l <= i; ++l) {
        m[i][l] -= factor * m[l][j];
      }
      for (std::vector<Real>& column : columns) {
        column[i] -= factor * column[j];
      }
    }
  }
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = a + 1; b < k; ++b) {
      sums[a][b] = sums[b][a];
    }
  }
  return sums;
}

/// The least of `value` over α in [0, 1] where it exists, by a grid and golden sections round its
/// best point.
template <class Value>
Real least_of_many(const Value& value, int cells) {
  const Real top = last_alpha(value);
  Real best = *value(Real(0));
  int at = 0;
  const auto look = [&](const Real& alpha) {
    const auto found = value(alpha);
    if (found && *found < best) {
      best = *found;
      return true;
    }
    return false;
  };
  for (int i = 1; i <= cells; ++i) {
    at = look(top * i / cells) ? i : at;
  }
  const Real golden = (sqrt(Real(5)) - 1) / 2;
  Real a = top * (at > 0 ? at - 1 : 0) / cells;
  Real b = top * (at < cells ? at + 1 : cells) / cells;
  for (int i = 0; i < 60; ++i) {
    const Real c = b - golden * (b - a);
    const Real d = a + golden * (b - a);
    const auto at_c = value(c);
    const auto at_d = value(d);
    look(c);
    look(d);
    if (at_c && (!at_d || *at_c < *at_d)) {
      b = d;
    } else {
      a = c;
    }
  }
  return best;
}

}  // namespace detail

/// Section 11 for one record chosen beforehand; two or three classes, and few features.
inline Ends softmax_ends(const PublishedSoftmaxModel& model, const Eigen::VectorXd& x, Eigen::Index label,
                         const SoftmaxQuantiles& noise, int cells = 48) {
  using std::size_t;
  const auto classes = static_cast<size_t>(model.classes);
  const auto m = static_cast<size_t>(x.size());
  const PublishedConvexModel& parts = model.parts;
  const Matrix q = detail::contrasts(classes);
  const size_t rank = classes - 1;
  const size_t d = rank * m;
  std::vector<Real> margins(classes, Real(0));
  Real norm_2 = 0;
  Real norm_1 = 0;
  for (size_t j = 0; j < m; ++j) {
    const Real xj(x(static_cast<Eigen::Index>(j)));
    norm_2 += xj * xj;
    norm_1 += abs(xj);
    for (size_t k = 0; k < classes; ++k) {
      margins[k] += Real(parts.theta(static_cast<Eigen::Index>(k * m + j))) * xj;
    }
  }
  const Real norm = sqrt(norm_2);
  const detail::Classes at = detail::classes_at(margins);
  std::vector<Real> residual = at.p;
  residual[static_cast<size_t>(label)] = -at.rest[static_cast<size_t>(label)];
  Real residual_2 = 0;
  Real residual_1 = 0;
  for (const Real& r : residual) {
    residual_2 += r * r;
    residual_1 += abs(r);
  }
  const Real length = sqrt(residual_2) * norm;
  const Real variance = Real(parts.sigma) * Real(parts.sigma);
  const Real lambda(parts.lambda);

  // C = Q(diag p − ppᵀ)Qᵀ
  Matrix c(rank, std::vector<Real>(rank, Real(0)));
  for (size_t a = 0; a < rank; ++a) {
    for (size_t b = 0; b < rank; ++b) {
      for (size_t k = 0; k < classes; ++k) {
        for (size_t l = 0; l < classes; ++l) {
          c[a][b] += q[a][k] * q[b][l] * (k == l ? Real(at.p[k] * at.rest[k]) : Real(-at.p[k] * at.p[l]));
        }
      }
    }
  }
  std::vector<Real> caps = detail::eigenvalues(c);
  Real cap_sum = 0;
  for (Real& cap : caps) {
    cap *= norm_2 / lambda;
    cap_sum += detail::log_1p(cap);
  }
  Real in_upper = cap_sum;
  Real out_lower = cap_sum;
  Real in_lower = 0;
  Real out_upper = 0;
  if (parts.hessian && cap_sum > 0) {
    const Eigen::MatrixXd& published = parts.hessian->values;
    Matrix h(d, std::vector<Real>(d, Real(0)));
    for (size_t a = 0; a < rank; ++a) {
      for (size_t b = 0; b < rank; ++b) {
        for (size_t k = 0; k < classes; ++k) {
          for (size_t l = 0; l < classes; ++l) {
            for (size_t i = 0; i < m; ++i) {
              for (size_t j = 0; j < m; ++j) {
                h[a * m + i][b * m + j] +=
                    q[a][k] * q[b][l] *
                    Real(published(static_cast<Eigen::Index>(k * m + i), static_cast<Eigen::Index>(l * m + j)));
              }
            }
          }
        }
      }
    }
    // Columns of (L ⊗ x), C = LLᵀ.
    std::vector<std::vector<Real>> columns(rank, std::vector<Real>(d, Real(0)));
    Matrix l(rank, std::vector<Real>(rank, Real(0)));
    l[0][0] = sqrt(c[0][0]);
    if (rank == 2) {
      l[1][0] = l[0][0] > 0 ? Real(c[1][0] / l[0][0]) : Real(0);
      const Real rest = c[1][1] - l[1][0] * l[1][0];
      l[1][1] = rest > 0 ? Real(sqrt(rest)) : Real(0);
    }
    for (size_t a = 0; a < rank; ++a) {
      for (size_t b = 0; b < rank; ++b) {
        for (size_t j = 0; j < m; ++j) {
          columns[b][a * m + j] = l[a][b] * Real(x(static_cast<Eigen::Index>(j)));
        }
      }
    }
    const Real shift = Real(noise.hessian) * Real(parts.hessian->sigma) +
                       Real(noise.grid_slack) * Real(parts.hessian->grid) * Real(static_cast<double>(classes * m));
    const auto forms = [&](const Real& alpha, const Real& added) -> std::optional<std::vector<Real>> {
      Matrix mixed = h;
      for (size_t i = 0; i < d; ++i) {
        for (size_t j = 0; j < d; ++j) {
          mixed[i][j] *= alpha;
        }
        mixed[i][i] += added;
      }
      const auto form = detail::inverse_forms(std::move(mixed), columns);
      return form ? std::optional(detail::eigenvalues(*form)) : std::nullopt;
    };
    const auto sum = [&](const std::vector<Real>& s, const Real& without) {
      // Σ log(1 + s/(1 − without·s)), no part above its cap.
      Real total = 0;
      for (size_t j = 0; j < rank; ++j) {
        const Real rest = 1 - without * s[j];
        const Real odds = rest > 0 && s[j] / rest < caps[j] ? Real(s[j] / rest) : caps[j];
        total += detail::log_1p(odds);
      }
      return total;
    };
    const auto smallest = [&](const Real& ridge, auto without) {
      return detail::least_of_many(
          [&](const Real& alpha) -> std::optional<Real> {
            const auto s = forms(alpha, (1 - alpha) * ridge - alpha * shift);
            return s ? std::optional(sum(*s, without(alpha))) : std::nullopt;
          },
          cells);
    };
    // A minimum that the search doesn't reach counts for the library, not against it.
    const Real reached = 1 - ldexp(Real(1), -40);
    const Real floor(noise.eigenvalue_floor);
    const auto take = [](Real& least, const Real& value) {
      if (value < least) {
        least = value;
      }
    };
    take(in_upper, reached * smallest(lambda, [](const Real& alpha) { return alpha; }));
    if (floor > lambda) {
      take(in_upper, reached * smallest(floor, [](const Real&) { return Real(1); }));
    }
    take(out_lower, reached * smallest(floor, [](const Real&) { return Real(0); }));
    if (const auto s = forms(Real(1), shift)) {
      for (const Real& a : *s) {
        in_lower += a < 1 ? detail::log_1p(a / (1 - a)) : Real(1) / Real(0);
        out_upper += detail::log_1p(a);
      }
    }
  }

  // 5.3
  Real centre = 0;
  Real half = length * Real(noise.gradient);
  if (parts.gradient) {
    for (size_t k = 0; k < classes; ++k) {
      for (size_t j = 0; j < m; ++j) {
        centre += residual[k] * Real(x(static_cast<Eigen::Index>(j))) *
                  Real(parts.gradient->values(static_cast<Eigen::Index>(k * m + j)));
      }
    }
    centre *= Real(noise.weight);
    half += Real(noise.weight) * Real(noise.grid_slack) * Real(parts.gradient->grid) * residual_1 * norm_1;
  }
  if (!noise.fresh) {
    half += length * Real(parts.residual);
  }
  const Real square = length * length / variance / 2;
  Ends ends;
  ends.in.upper = in_upper + square - (centre - half) / variance;
  ends.in.lower = in_lower + square - (centre + half) / variance;
  ends.out.upper = -out_upper + square + (centre + half) / variance;
  ends.out.lower = -out_lower + square + (centre - half) / variance;
  return ends;
}

/// The same, searched more closely where an end of the library's is inside: with caps the sum isn't
/// convex in α, and a coarse grid may miss the least.
inline Ends softmax_ends_for(const Interval& in, const Interval& out, const PublishedSoftmaxModel& model,
                             const Eigen::VectorXd& x, Eigen::Index label, const SoftmaxQuantiles& noise) {
  Ends ends = softmax_ends(model, x, label, noise);
  const bool inside = Real(in.upper) < ends.in.upper || Real(out.upper) < ends.out.upper || Real(in.lower) > ends.in.lower ||
                      Real(out.lower) > ends.out.lower;
  return inside ? softmax_ends(model, x, label, noise, 4000) : ends;
}

}  // namespace expost::reference
