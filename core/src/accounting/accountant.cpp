#include "expost/accounting/accountant.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>

#include "accounting/accountant_parts.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/quadrature.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

// 3√3/4: with λ ≥ this/ε the removal of a pseudo-Huber loss costs what the Gaussian mechanism costs (section 7).
constexpr double pseudo_huber_lambda_factor = 0x1.4c8dc2e423980p+0 * (1 + 0x1p-50);
// Largest σ tried in a calibration, in units of G: beyond it a target counts as out of reach.

void require_mechanism(const ModelMechanism& mechanism) {
  if (!(mechanism.lambda > 0 && mechanism.lambda < infinity && mechanism.sigma > 0 && mechanism.sigma < infinity)) {
    throw Error(Fault::argument, "out-of-range", "", "lambda and sigma must be numbers above 0");
  }
}

double kappa(const ModelMechanism& mechanism) {
  return elementary::log1p(mechanism.loss.smoothness() / mechanism.lambda);
}

// δ₁ of section 7: X = max(0, m²/2 + mN).
double one_sided_delta(double epsilon, double m) {
  if (epsilon >= 0) {
    return gaussian_delta(epsilon, m);
  }
  // E e^{−X} has two parts, X = 0 and X > 0, each Φ(−m/2).
  return 1 - 2 * elementary::exp(epsilon) * normal_cdf(-0.5 * m);
}

// δ₂ of section 7: X = m²/2 + m|N|.
double two_sided_delta(double epsilon, double m) {
  if (epsilon >= 0.5 * m * m) {
    return std::min(1.0, 2 * gaussian_delta(epsilon, m));
  }
  return 1 - 2 * elementary::exp(epsilon) * normal_cdf(-m);
}

double shift_delta(const ModelMechanism& mechanism, double epsilon) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double removal = one_sided_delta(epsilon - kappa(mechanism), m);
  return mechanism.loss.derivative_sign_fixed() ? removal : std::max(removal, two_sided_delta(epsilon, m));
}

// The stationary points in (0, 1) of log(1 + q(1−q)/λ) + (qm)²/2 + qmN: roots of
// −m²q³ + (m² − mN)q² + (m²λ + mN − 2)q + (1 + mNλ), found between the stationary points of that cubic.
struct Candidates {
  std::array<double, 8> q{};
  int count = 0;
  void add(double value) { q[static_cast<std::size_t>(count++)] = value; }
};

template <class Function>
void add_roots(Function&& f, const double* cuts, int cut_count, Candidates& candidates) {
  double low = cuts[0];
  double f_low = f(low);
  for (int i = 1; i < cut_count; ++i) {
    const double high = cuts[i];
    const double f_high = f(high);
    if (f_low > 0 && f_high <= 0 && candidates.count < static_cast<int>(candidates.q.size())) {
      // A maximum: the derivative falls through 0. Bisection to the last bit, then nothing depends on a step rule.
      double a = low;
      double b = high;
      for (int step = 0; step < 60 && b - a > 0x1p-52; ++step) {
        const double middle = 0.5 * (a + b);
        (f(middle) > 0 ? a : b) = middle;
      }
      candidates.add(0.5 * (a + b));
    }
    low = high;
    f_low = f_high;
  }
}

Candidates logistic_maxima(double lambda, double m, double noise) {
  const double c3 = -m * m;
  const double c2 = m * m - m * noise;
  const double c1 = m * m * lambda + m * noise - 2;
  const double c0 = 1 + m * noise * lambda;
  std::array<double, 4> cuts{0, 0, 0, 0};
  int count = 1;
  const double discriminant = c2 * c2 - 3 * c3 * c1;
  if (discriminant > 0) {
    const double root = std::sqrt(discriminant);
    // The two stationary points of the cubic, each from the sum without cancellation.
    const double sum = c2 >= 0 ? -(c2 + root) : -(c2 - root);
    double first = sum / (3 * c3);
    double second = sum != 0 ? c1 / sum : 0;
    if (first > second) {
      std::swap(first, second);
    }
    for (const double q : {first, second}) {
      if (q > 0 && q < 1) {
        cuts[static_cast<std::size_t>(count++)] = q;
      }
    }
  }
  cuts[static_cast<std::size_t>(count++)] = 1;
  Candidates candidates;
  add_roots([&](double q) { return ((c3 * q + c2) * q + c1) * q + c0; }, cuts.data(), count, candidates);
  return candidates;
}

// Where `f` changes sign in [low, high], whose ends have different signs: bisection to the last bit.
template <class Function>
double bisect(Function&& f, double low, double high) {
  const bool rising = f(high) > 0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) {
      return middle;
    }
    ((f(middle) > 0) == rising ? high : low) = middle;
  }
}

// The largest value of log(1 + c³/λ) + (qm)²/2 + qmN over q = √(1 − c²), c in (0, 1): −infinity where it has no interior maximum.
//
// Its derivative in q has the sign of K − R, K = m² + mN/q, R = 3c/(λ + c³). R is concave for c³ < 2λ, convex beyond, and largest at
// c³ = λ/2; K is convex and increasing in c for N ≥ 0, concave and decreasing for N < 0. So K − R is convex or decreasing below
// (λ/2)^{1/3}, increasing or concave above (2λ)^{1/3}, and smooth on a narrow interval between: cut at its extrema, each piece has
// one root at most. (Cells of equal width in q would not do: for small λ everything happens next to q = 1.)
double pseudo_huber_interior_maximum(double lambda, double m, double noise) {
  const auto q_of = [](double c) { return std::sqrt((1 - c) * (1 + c)); };
  const auto sign = [&](double c) { return (m * q_of(c) + noise) * m * (lambda + c * c * c) - 3 * q_of(c) * c; };
  const auto slope = [&](double c) {
    const double q = q_of(c);
    const double sum = lambda + c * c * c;
    return m * noise * c * sum * sum - 3 * (lambda - 2 * c * c * c) * q * q * q;
  };
  constexpr int cells = 16;
  std::array<double, 2 * (std::size_t{cells} + 4)> cuts{};
  std::size_t count = 0;
  const auto add = [&](double c) {
    if (count > 0 && slope(cuts[count - 1]) * slope(c) < 0) {
      cuts[count + 1] = c;
      cuts[count] = bisect(slope, cuts[count - 1], c);
      count += 2;
    } else {
      cuts[count++] = c;
    }
  };
  // The C libraries' cube roots differ in the last bit.
  const auto cube_root = [](double x) { return elementary::exp(elementary::log(x) / 3); };
  const double first = std::min(1.0, cube_root(0.5 * lambda));
  const double last = std::min(1.0, cube_root(2 * lambda));
  add(0);
  for (int i = 0; i <= cells; ++i) {
    add(first + (last - first) * i / cells);
  }
  add(1);
  double best = -infinity;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    // A maximum in q: K − R rises through 0 with c.
    if (sign(cuts[i]) <= 0 && sign(cuts[i + 1]) > 0) {
      const double c = bisect(sign, cuts[i], cuts[i + 1]);
      const double q = q_of(c);
      best = std::max(best, elementary::log1p(c * c * c / lambda) + 0.5 * q * q * m * m + q * m * noise);
    }
  }
  return best;
}

// E(1 − e^{ε − h(N)})₊ with h = largest_removal_loss, convex and increasing.
double joint_removal_delta(const ModelMechanism& mechanism, double epsilon) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const auto excess = [&](double noise) { return largest_removal_loss(mechanism, noise) - epsilon; };
  // h(N) ≥ m²/2 + mN (q = 1) and h(N) ≤ κ + max(0, m²/2 + mN) enclose the threshold N₀ = h⁻¹(ε).
  double start = -40;
  if (excess(start) < 0) {
    const double high = std::max((epsilon - 0.5 * m * m) / m, start) + 1e-9;
    start = bracket_root(excess, start, std::max(high, start + 1)).first;
  }
  const double end = start > 0 ? std::sqrt(start * start + 90) : 9.5;
  if (!(end > start)) {
    return 0;
  }
  return integrate_adaptively(
      [&](double noise) { return standard_density(noise) * -elementary::expm1(std::min(0.0, -excess(noise))); }, start, end, 4,
      1e-12);
}

double joint_delta(const ModelMechanism& mechanism, double epsilon) {
  const Loss& loss = mechanism.loss;
  const double m = loss.lipschitz() / mechanism.sigma;
  switch (loss.kind) {
    case LossKind::logistic: {
      const double gaussian = gaussian_delta(epsilon, m);
      return costs_as_gaussian(mechanism, m, epsilon) ? gaussian : std::max(joint_removal_delta(mechanism, epsilon), gaussian);
    }
    case LossKind::squared:
      return 1;
    case LossKind::pseudo_huber: {
      const double addition = two_sided_delta(epsilon, m);
      return mechanism.lambda * epsilon >= pseudo_huber_lambda_factor
                 ? addition
                 : std::max(joint_removal_delta(mechanism, epsilon), addition);
    }
  }
  return 1;
}

double redberg2023_delta(const ModelMechanism& mechanism, double epsilon) {
  const double ratio = mechanism.loss.smoothness() / mechanism.lambda;
  if (!(ratio < 1)) {
    return 1;
  }
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double excess = epsilon + elementary::log1p(-ratio);  // ε − c
  const double half = 0.5 * m * m;
  if (excess > half) {
    return 2 * gaussian_delta(excess, m);
  }
  const double h = excess - half;
  return -elementary::expm1(h) + 2 * elementary::exp(h) * gaussian_delta(half, m);
}

double kifer_delta(const ModelMechanism& mechanism, double epsilon) {
  if (epsilon <= 0 || mechanism.lambda < 2 * mechanism.loss.smoothness() / epsilon * (1 - 1e-14)) {
    return 1;
  }
  const double g = mechanism.loss.lipschitz();
  const double ratio = mechanism.sigma * epsilon / g;
  return 2 * elementary::exp(-(ratio * ratio - 4 * epsilon) / 8);
}

double lecture_epsilon(const ModelMechanism& mechanism, double delta) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  return kappa(mechanism) + 0.5 * m * m + m * std::sqrt(2 * elementary::log(2 / delta));
}

double lecture_delta(const ModelMechanism& mechanism, double epsilon) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double root = (epsilon - kappa(mechanism) - 0.5 * m * m) / m;
  return root > 0 ? 2 * elementary::exp(-0.5 * root * root) : 1;
}

// E δ_N(ε − X; M), X = base + max(0, m²/2 + mN) (one-sided) or base + m²/2 + m|N| (two-sided).
double shifted_expectation(double epsilon, double base, double m, double spread, bool two_sided) {
  const auto conditional = [&](double noise) {
    const double shift = base + 0.5 * m * m + m * noise;
    return gaussian_delta(epsilon - shift, spread);
  };
  const double start = two_sided ? 0 : -0.5 * m;
  const auto integrand = [&](double noise) { return standard_density(noise) * conditional(noise); };
  const double factor = two_sided ? 2 : 1;
  const double body = factor * integrate_adaptively(integrand, start, 38.5, 40, 1e-11);
  return two_sided ? body : body + normal_cdf(start) * gaussian_delta(epsilon - base, spread);
}

double shift_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  const double spread = release_spread(release_sensitivity(mechanism.loss), releases);
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double removal = shifted_expectation(epsilon, kappa(mechanism), m, spread, false);
  if (mechanism.loss.derivative_sign_fixed()) {
    return removal;
  }
  return std::max(removal, shifted_expectation(epsilon, 0, m, spread, true));
}

// The largest value of `f` in [low, high], a hump of it: a value that f has, so not above, and
// below by what a distance of 2^-20 in q makes next to a maximum, which is of second order.
template <class Function>
double largest_on_hump(Function&& f, double low, double high) {
  constexpr int bits = 20;
  std::uintmax_t steps = 60;
  return -boost::math::tools::brent_find_minima([&](double q) { return -f(q); }, low, high, bits, steps).second;
}

// max over J of E_N max_q δ_N(ε − ℓ_J(q, N); M(q)) for the logistic loss. A removal's ℓ_J is an
// addition's and log(1 + q(1−q)/λ) ≥ 0, for every q and N, and δ_N increases with it: the removal's
// expectation is the maximum.
double logistic_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  const double m = 1 / mechanism.sigma;
  const double gradient = releases.gradient ? 1 / *releases.gradient : 0;
  const double hessian = releases.hessian ? 1 / (sqrt2 * *releases.hessian) : 0;
  const double eigenvalue = releases.smallest_eigenvalue ? 1 / *releases.smallest_eigenvalue : 0;
  const double curvature_square = hessian * hessian + eigenvalue * eigenvalue;
  const double off_grid = grid_spread(releases);
  const auto conditional = [&](double noise, double q) {
    const double a = q * (1 - q);
    const double loss = elementary::log1p(a / mechanism.lambda) + 0.5 * q * q * m * m + q * m * noise;
    const double spread = std::sqrt(q * q * gradient * gradient + a * a * curvature_square) + off_grid;
    return gaussian_delta(epsilon - loss, spread);
  };
  const auto largest = [&](double noise) {
    // Coarse cells and the loss's own maxima find the humps; the ends are candidates too.
    constexpr int cells = 16;
    std::array<double, cells + 1 + 8> nodes{};
    std::size_t count = 0;
    for (int i = 0; i <= cells; ++i) {
      nodes[count++] = static_cast<double>(i) / cells;
    }
    const Candidates candidates = logistic_maxima(mechanism.lambda, m, noise);
    for (int i = 0; i < candidates.count; ++i) {
      nodes[count++] = candidates.q[static_cast<std::size_t>(i)];
    }
    std::sort(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(count));
    std::array<double, cells + 1 + 8> values{};
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = conditional(noise, nodes[i]);
    }
    double best = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if ((i > 0 && values[i] < values[i - 1]) || (i + 1 < count && values[i] < values[i + 1]) || !(values[i] > 0)) {
        continue;
      }
      const double from = nodes[i > 0 ? i - 1 : 0];
      const double to = nodes[std::min(i + 1, count - 1)];
      best = std::max({best, values[i], largest_on_hump([&](double q) { return conditional(noise, q); }, from, to)});
    }
    return best;
  };
  const auto integrand = [&](double noise) { return standard_density(noise) * largest(noise); };
  // Beyond ±9.5 the noise has a probability of 1e-21 each. Like ℓ_J, what is integrated increases
  // with the noise, up to 1: below, it is counted as at −9.5; above, as 1, unless δ is so small
  // that it has to be integrated there.
  constexpr double accuracy = 1e-6;
  constexpr double end = 9.5;
  const double beyond = normal_cdf(-end);
  double expectation = integrate_adaptively(integrand, -end, end, 5, accuracy) + beyond * largest(-end);
  expectation += beyond > 0.1 * accuracy * expectation ? integrate_adaptively(integrand, end, 38.5, 7, accuracy) : beyond;
  // The relative accuracy of the quadrature, spent on the safe side.
  return std::min(1.0, expectation * (1 + accuracy));
}

// The joint form for the losses that have one, else the shift form.
double joint_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  switch (mechanism.loss.kind) {
    case LossKind::logistic:
      return logistic_report_delta(mechanism, releases, epsilon);
    case LossKind::squared:
    case LossKind::pseudo_huber:
      return shift_report_delta(mechanism, releases, epsilon);
  }
  return 1;
}

}  // namespace

double largest_removal_loss(const ModelMechanism& mechanism, double noise) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const auto value = [&](double q) {
    return elementary::log1p(largest_curvature(mechanism.loss, q) / mechanism.lambda) + 0.5 * q * q * m * m + q * m * noise;
  };
  double best = std::max(value(0), value(1));
  switch (mechanism.loss.kind) {
    case LossKind::logistic: {
      const Candidates candidates = logistic_maxima(mechanism.lambda, m, noise);
      for (int i = 0; i < candidates.count; ++i) {
        best = std::max(best, value(candidates.q[static_cast<std::size_t>(i)]));
      }
      return best;
    }
    case LossKind::squared:
      return infinity;
    case LossKind::pseudo_huber:
      return std::max(best, pseudo_huber_interior_maximum(mechanism.lambda, m, noise));
  }
  return infinity;
}

double grid_shift(double coordinates) {
  return grid_slack * largest_grid_ratio * coordinates;
}

double grid_loss(double coordinates) {
  return largest_grid_ratio * coordinates;
}

ReleaseSensitivity release_sensitivity(const Loss& loss) {
  return {loss.lipschitz(), loss.smoothness() / sqrt2, loss.smoothness()};
}

double model_delta(Accountant accountant, const ModelMechanism& mechanism, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  if (mechanism.loss.lipschitz() == infinity) {
    return 1;
  }
  double delta = 1;
  switch (accountant) {
    case Accountant::kifer:
      delta = kifer_delta(mechanism, epsilon);
      break;
    case Accountant::lecture:
      delta = lecture_delta(mechanism, epsilon);
      break;
    case Accountant::redberg2023:
      delta = redberg2023_delta(mechanism, epsilon);
      break;
    case Accountant::shift:
      delta = shift_delta(mechanism, epsilon);
      break;
    case Accountant::joint:
      delta = joint_delta(mechanism, epsilon);
      break;
  }
  return std::clamp(delta, 0.0, 1.0);
}

double model_epsilon(Accountant accountant, const ModelMechanism& mechanism, double delta) {
  require_mechanism(mechanism);
  require_delta(delta);
  const Loss& loss = mechanism.loss;
  const double g = loss.lipschitz();
  if (g == infinity) {
    return infinity;
  }
  if (accountant == Accountant::lecture) {
    return lecture_epsilon(mechanism, delta);
  }
  if (accountant == Accountant::kifer) {
    // σ²ε²/G² = 8 log(2/δ) + 4ε and λ ≥ 2β/ε
    const double r = mechanism.sigma * mechanism.sigma / (g * g);
    const double from_sigma = (2 + std::sqrt(4 + 8 * r * elementary::log(2 / delta))) / r;
    return std::max(from_sigma, 2 * loss.smoothness() / mechanism.lambda);
  }
  if (accountant == Accountant::redberg2023 && !(loss.smoothness() < mechanism.lambda)) {
    return infinity;
  }
  const auto profile = [&](double epsilon) { return model_delta(accountant, mechanism, epsilon); };
  double high = lecture_epsilon(mechanism, delta) + 1;
  while (profile(high) > delta) {
    high *= 2;
  }
  return smallest_meeting(profile, delta, 0, high);
}

Calibration calibrate_model(Accountant accountant, const Loss& loss, double epsilon, double delta,
                            std::optional<double> lambda) {
  if (!(epsilon > 0 && epsilon < infinity)) {
    throw Error(Fault::argument, "out-of-range", "/epsilon", "epsilon must be a number above 0");
  }
  require_delta(delta);
  if (lambda && !(*lambda > 0 && *lambda < infinity)) {
    throw Error(Fault::argument, "out-of-range", "/lambda", "lambda must be a number above 0");
  }
  const double g = loss.lipschitz();
  const double kifer_lambda = 2 * loss.smoothness() / epsilon;
  Calibration result;
  result.lambda = accountant == Accountant::kifer ? kifer_lambda : lambda.value_or(kifer_lambda);
  result.sigma = infinity;
  if (g == infinity) {
    result.reason =
        "the squared loss on all of R^d has unbounded gradients, so no noise level gives the model a finite guarantee";
    return result;
  }
  if (accountant == Accountant::kifer) {
    result.sigma = g * std::sqrt(8 * elementary::log(2 / delta) + 4 * epsilon) / epsilon;
    return result;
  }
  if (accountant == Accountant::joint && !lambda) {
    // A hair above the threshold, so that the shortcut of joint_delta holds in floating point.
    switch (loss.kind) {
      case LossKind::logistic:
        result.sigma = gaussian_sigma(epsilon, delta, 1);
        result.lambda = std::nextafter(1 / (epsilon + 1 / (2 * result.sigma * result.sigma)), infinity);
        return result;
      case LossKind::squared:
        return result;
      case LossKind::pseudo_huber:
        result.lambda = std::nextafter(pseudo_huber_lambda_factor / epsilon, infinity);
        break;
    }
  }
  if (accountant == Accountant::redberg2023 && !(loss.smoothness() < result.lambda)) {
    result.reason = "this accountant needs lambda above " + std::to_string(loss.smoothness()) + "; raise lambda";
    return result;
  }
  const auto profile = [&](double sigma) { return model_delta(accountant, {loss, result.lambda, sigma * g}, epsilon); };
  return calibrated(profile, delta, result.lambda, g);
}

double report_delta(Accountant accountant, const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  for (const auto& sigma : {releases.gradient, releases.hessian, releases.smallest_eigenvalue}) {
    if (sigma && !(*sigma > 0 && *sigma < infinity)) {
      throw Error(Fault::argument, "out-of-range", "", "the noise of a release must be a number above 0");
    }
  }
  if (mechanism.loss.lipschitz() == infinity) {
    return 1;
  }
  if (!releases.gradient && !releases.hessian && !releases.smallest_eigenvalue) {
    return model_delta(accountant, mechanism, epsilon);
  }
  const double on_reals = epsilon - grid_epsilon(release_sensitivity(mechanism.loss), releases);
  switch (accountant) {
    case Accountant::joint:
      return std::clamp(joint_report_delta(mechanism, releases, on_reals), 0.0, 1.0);
    case Accountant::shift:
      return std::clamp(shift_report_delta(mechanism, releases, on_reals), 0.0, 1.0);
    case Accountant::kifer:
    case Accountant::lecture:
    case Accountant::redberg2023:
      break;
  }
  throw Error(Fault::argument, "unsupported", "/accountant",
              "the whole report is accounted for by the accountants joint and shift only");
}

double dominated_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  if (m == infinity) {
    return 1;
  }
  return std::clamp(
      shifted_expectation(epsilon, kappa(mechanism), m, release_spread(release_sensitivity(mechanism.loss), releases),
                          !mechanism.loss.derivative_sign_fixed()),
      0.0, 1.0);
}

double report_epsilon(Accountant accountant, const ModelMechanism& mechanism, const ReleaseNoise& releases, double delta) {
  require_delta(delta);
  if (mechanism.loss.lipschitz() == infinity) {
    return infinity;
  }
  const auto profile = [&](double epsilon) { return report_delta(accountant, mechanism, releases, epsilon); };
  double high = 1;
  while (profile(high) > delta) {
    high *= 2;
  }
  return smallest_meeting(profile, delta, 0, high);
}

}  // namespace expost
