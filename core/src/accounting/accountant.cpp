#include "expost/accounting/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "accounting/gaussian_cost.hpp"
#include "accounting/profile_root.hpp"
#include "accounting/removal_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/quadrature.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

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
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double addition = mechanism.loss.derivative_sign_fixed() ? gaussian_delta(epsilon, m) : two_sided_delta(epsilon, m);
  return removal_is_covered(mechanism, m, epsilon) ? addition : std::max(joint_removal_delta(mechanism, epsilon), addition);
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

double kst2012_delta(const ModelMechanism& mechanism, double epsilon) {
  if (epsilon <= 0 || mechanism.lambda < 2 * mechanism.loss.smoothness() / epsilon * (1 - 1e-14)) {
    return 1;
  }
  const double g = mechanism.loss.lipschitz();
  const double ratio = mechanism.sigma * epsilon / g;
  return 2 * elementary::exp(-(ratio * ratio - 4 * epsilon) / 8);
}

double wang2021_epsilon(const ModelMechanism& mechanism, double delta) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  return kappa(mechanism) + 0.5 * m * m + m * std::sqrt(2 * elementary::log(2 / delta));
}

double wang2021_delta(const ModelMechanism& mechanism, double epsilon) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const double root = (epsilon - kappa(mechanism) - 0.5 * m * m) / m;
  return root > 0 ? 2 * elementary::exp(-0.5 * root * root) : 1;
}

}  // namespace

double model_delta(Accountant accountant, const ModelMechanism& mechanism, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  if (mechanism.loss.lipschitz() == infinity) {
    return 1;
  }
  double delta = 1;
  switch (accountant) {
    case Accountant::kst2012:
      delta = kst2012_delta(mechanism, epsilon);
      break;
    case Accountant::wang2021:
      delta = wang2021_delta(mechanism, epsilon);
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
  switch (accountant) {
    case Accountant::wang2021:
      return wang2021_epsilon(mechanism, delta);
    case Accountant::kst2012: {
      // σ²ε²/G² = 8 log(2/δ) + 4ε and λ ≥ 2β/ε
      const double r = mechanism.sigma * mechanism.sigma / (g * g);
      const double from_sigma = (2 + std::sqrt(4 + 8 * r * elementary::log(2 / delta))) / r;
      return std::max(from_sigma, 2 * loss.smoothness() / mechanism.lambda);
    }
    case Accountant::redberg2023:
      if (!(loss.smoothness() < mechanism.lambda)) {
        return infinity;
      }
      break;
    case Accountant::shift:
    case Accountant::joint:
      break;
  }
  const auto profile = [&](double epsilon) { return model_delta(accountant, mechanism, epsilon); };
  double high = wang2021_epsilon(mechanism, delta) + 1;
  while (profile(high) > delta) {
    high *= 2;
  }
  return smallest_meeting(profile, delta, 0, high);
}

Calibration calibrate_model(Accountant accountant, const Loss& loss, double epsilon, double delta,
                            std::optional<double> lambda) {
  if (!(epsilon > 0 && epsilon < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be a number above 0");
  }
  require_delta(delta);
  if (lambda && !(*lambda > 0 && *lambda < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "/lambda", "lambda must be a number above 0");
  }
  const double g = loss.lipschitz();
  const double kst2012_lambda = 2 * loss.smoothness() / epsilon;
  Calibration result;
  result.lambda = accountant == Accountant::kst2012 ? kst2012_lambda : lambda.value_or(kst2012_lambda);
  result.sigma = infinity;
  if (g == infinity) {
    result.reason =
        "the squared loss on all of R^d has unbounded gradients, so no noise level gives the model a finite guarantee";
    return result;
  }
  switch (accountant) {
    case Accountant::kst2012:
      result.sigma = g * std::sqrt(8 * elementary::log(2 / delta) + 4 * epsilon) / epsilon;
      return result;
    case Accountant::redberg2023:
      if (!(loss.smoothness() < result.lambda)) {
        result.reason = "this accountant needs lambda above " + std::to_string(loss.smoothness()) + "; raise lambda";
        return result;
      }
      break;
    case Accountant::joint:
      if (!lambda) {
        const CoveringRidge ridge = covering_ridge(loss, epsilon, delta);
        result.lambda = ridge.lambda;
        if (ridge.sigma) {
          result.sigma = *ridge.sigma;
          return result;
        }
      }
      break;
    case Accountant::wang2021:
    case Accountant::shift:
      break;
  }
  const auto profile = [&](double sigma) { return model_delta(accountant, {loss, result.lambda, sigma * g}, epsilon); };
  return calibrate_sigma(profile, delta, result.lambda, g);
}

}  // namespace expost
