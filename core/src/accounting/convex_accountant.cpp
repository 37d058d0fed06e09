#include "expost/accounting/convex_accountant.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "accounting/gaussian_cost.hpp"
#include "accounting/profile_root.hpp"
#include "accounting/release_spread.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/quadrature.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

constexpr double sqrt3 = 0x1.bb67ae8584caap+0;
// Largest σ tried in a calibration: beyond it a target counts as out of reach. How many standard
// deviations an expectation follows the noise: a little where the integrand falls from its start
// on, as far as doubles go where it may be largest far out.
constexpr double few_deviations = 13;
constexpr double most_deviations = 38.5;

void require(bool holds, const char* pointer, const char* message) {
  if (!holds) {
    throw Error(ErrorType::argument, "out-of-range", pointer, message);
  }
}

void require_noise_levels(double sigma, const ReleaseNoise& releases) {
  require(sigma > 0 && sigma < infinity, "", "sigma must be a number above 0");
  for (const auto& level : {releases.gradient, releases.hessian, releases.smallest_eigenvalue}) {
    require(!level || (*level > 0 && *level < infinity), "", "the noise of a release must be a number above 0");
  }
}

void require_mechanism(const SoftmaxMechanism& mechanism) {
  require(mechanism.classes >= 2, "", "there must be two classes or more");
  require(mechanism.lambda > 0 && mechanism.lambda < infinity && mechanism.sigma > 0 && mechanism.sigma < infinity, "",
          "lambda and sigma must be numbers above 0");
}

/// E h(χ_k) for a non-negative, non-decreasing h ≤ 1 that is 0 below `start`; `reach` says how far
/// above the start or the density's top, whichever is higher, it has to be followed.
template <class Function>
double chi_expectation(int k, Function&& h, double start, double reach) {
  double log_gamma = k % 2 == 0 ? 0.0 : half_log_pi;  // log Γ(1), log Γ(1/2); then Γ(s + 1) = s Γ(s)
  for (int twice = k - 2; twice > 0; twice -= 2) {
    log_gamma += elementary::log(0.5 * twice);
  }
  const double log_constant = -(0.5 * k - 1) * ln2 - log_gamma;
  const auto density = [&](double r) {
    return r > 0 ? elementary::exp(log_constant + (k - 1) * elementary::log(r) - 0.5 * r * r)
                 : (k == 1 ? elementary::exp(log_constant) : 0.0);
  };
  // The density has its top at √(k − 1) and standard deviation below 1; 15 away from there it is
  // below e^-100 of the top.
  const double mode = std::sqrt(k - 1.0);
  const double from = std::max({start, mode - 15, 0.0});
  const double to = std::max(from, mode) + reach;
  return integrate_adaptively([&](double r) { return density(r) * h(r); }, from, to, 24, 1e-11);
}

/// Density of T = max over j ≠ y of (N_j − N_y)/√2: φ(t)·(K−1)·E Φ((t + Z)/√2)^{K−2}.
double vertex_density(int classes, double t) {
  const double density = standard_density(t) * (classes - 1);
  if (classes == 2) {
    return density;
  }
  if (classes == 3) {
    return density * normal_cdf(t / sqrt3);
  }
  const double exponent = classes - 2;
  return density * integrate(
                       [&](double z) {
                         return standard_density(z) * elementary::exp(exponent * elementary::log(normal_cdf((t + z) / sqrt2)));
                       },
                       -9, 9, 4);
}

/// E h(V⁺), V = m²/2 + mT, for a non-negative, non-decreasing h ≤ 1 that is 0 below `start` ≥ 0,
/// where T is followed to `reach` standard deviations at least.
template <class Function>
double vertex_expectation(const SoftmaxMechanism& mechanism, Function&& h, double start, double reach) {
  const double m = sqrt2 / mechanism.sigma;
  const int classes = mechanism.classes;
  const double at_zero = start > 0 ? 0 : h(0.0);
  const double from = (start - 0.5 * m * m) / m;
  const double to = std::max(reach, from > 0 ? std::sqrt(from * from + 100) : 10.0);
  double sum = 0;
  if (to > from) {
    sum = integrate_adaptively([&](double t) { return vertex_density(classes, t) * h(std::max(0.0, 0.5 * m * m + m * t)); },
                               std::max(from, -38.5), to, reach > 10 ? 24 : 12, 1e-11);
  }
  if (at_zero > 0) {
    // P(T ≤ −m/2); below −38.5 there is nothing that a double could hold.
    const double edge = std::max(-0.5 * m, -38.5);
    sum += at_zero * (edge > -38.5
                          ? integrate_adaptively([&](double t) { return vertex_density(classes, t); }, -38.5, edge, 12, 1e-11)
                          : 0.0);
  }
  return sum;
}

double softmax_curvature(const SoftmaxMechanism& mechanism) {
  const double k = mechanism.classes;
  return (k - 1) * elementary::log1p(1 / (k * mechanism.lambda));
}

ConvexSensitivity radial(const SoftmaxMechanism& mechanism) {
  const ReleaseSensitivity sensitivity = softmax_sensitivity();
  return {sensitivity.gradient, softmax_curvature(mechanism), mechanism.classes - 1, sensitivity.hessian,
          sensitivity.smallest_eigenvalue};
}

/// The smallest V ≥ 0 at which the removal loss reaches ε.
double vertex_at(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double epsilon) {
  const auto excess = [&](double v) { return largest_softmax_removal_loss(accountant, mechanism, v) - epsilon; };
  if (!(excess(0) < 0)) {
    return 0;
  }
  // V ≤ X(V) ≤ κ + V; the low end of the bracket, so that nothing is left out.
  const double low = std::max(0.0, (epsilon - softmax_curvature(mechanism)) * (1 - 1e-14));
  return excess(low) < 0 ? bracket_root(excess, low, epsilon).first : low;
}

}  // namespace

double largest_softmax_removal_loss(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double vertex) {
  if (accountant == SoftmaxAccountant::radius) {
    return infinity;
  }
  const double v = std::max(0.0, vertex);
  if (accountant == SoftmaxAccountant::shift) {
    return softmax_curvature(mechanism) + v;
  }
  // h(s) = ψ⁺(τ(s)) + sV⁺ over s = 1 − p_y in [0, 1], τ(s) = 2s − s²K/(K−1) ≥ tr(diag p − ppᵀ),
  // ψ⁺(τ) the largest value of ψ = (K−1)log(1 + u/((K−1)λ)) − u/(2σ²) over u ≤ τ. Concave, and not
  // falling up to s = (K−1)/K, where τ is largest.
  const double k = mechanism.classes;
  const double half_precision = 0.5 / (mechanism.sigma * mechanism.sigma);
  const double top = std::max(0.0, (k - 1) * (1 / half_precision - mechanism.lambda));  // where ψ is largest
  const auto trace = [&](double s) { return s * (2 - s * (k / (k - 1))); };
  const auto value = [&](double s) {
    const double u = std::min(trace(s), top);
    return (k - 1) * elementary::log1p(u / ((k - 1) * mechanism.lambda)) - u * half_precision + s * v;
  };
  const auto slope = [&](double s) {
    const double u = trace(s);
    const double gain = u < top ? 1 / (mechanism.lambda + u / (k - 1)) - half_precision : 0;
    return v + gain * (2 - 2 * s * (k / (k - 1)));
  };
  double low = (k - 1) / k;
  double high = 1;
  if (slope(high) >= 0) {
    return value(high);
  }
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (slope(middle) > 0 ? low : high) = middle;
  }
  return std::max(value(low), value(high));
}

double convex_delta(const ConvexSensitivity& sensitivity, double sigma, double epsilon) {
  return convex_report_delta(sensitivity, sigma, {}, epsilon);
}

double convex_report_delta(const ConvexSensitivity& sensitivity, double sigma, const ReleaseNoise& releases, double epsilon) {
  require_noise_levels(sigma, releases);
  require_epsilon(epsilon);
  require(sensitivity.gradient >= 0 && sensitivity.curvature >= 0 && sensitivity.degrees >= 1 && sensitivity.degrees <= 1000000,
          "", "the sensitivities of a loss must be 0 or more, its degrees of freedom from 1 to 1000000");
  if (!(sensitivity.gradient < infinity && sensitivity.curvature < infinity)) {
    return 1;
  }
  if (!(sensitivity.gradient > 0)) {
    return sensitivity.curvature > epsilon ? 1 : 0;
  }
  const double m = sensitivity.gradient / sigma;
  const double base = sensitivity.curvature + 0.5 * m * m;
  double delta = 0;
  if (releases_nothing(releases)) {
    delta = chi_expectation(
        sensitivity.degrees, [&](double r) { return -elementary::expm1(std::min(0.0, epsilon - (base + m * r))); },
        (epsilon - base) / m, few_deviations);
  } else {
    const ReleaseSensitivity moved{sensitivity.gradient, sensitivity.hessian, sensitivity.eigenvalue};
    const double spread = release_spread(moved, releases);
    const double on_reals = epsilon - grid_epsilon(moved, releases);
    delta = chi_expectation(
        sensitivity.degrees, [&](double r) { return gaussian_delta(on_reals - (base + m * r), spread); }, 0, most_deviations);
  }
  return std::clamp(delta, 0.0, 1.0);
}

double softmax_delta(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  if (accountant == SoftmaxAccountant::radius) {
    return convex_delta(radial(mechanism), mechanism.sigma, epsilon);
  }
  const auto excess = [&](double v) {
    return -elementary::expm1(std::min(0.0, epsilon - largest_softmax_removal_loss(accountant, mechanism, v)));
  };
  return std::clamp(vertex_expectation(mechanism, excess, vertex_at(accountant, mechanism, epsilon), few_deviations), 0.0, 1.0);
}

double softmax_report_delta(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, const ReleaseNoise& releases,
                            double epsilon) {
  require_mechanism(mechanism);
  require_noise_levels(mechanism.sigma, releases);
  require_epsilon(epsilon);
  if (releases_nothing(releases)) {
    return softmax_delta(accountant, mechanism, epsilon);
  }
  if (accountant == SoftmaxAccountant::radius) {
    return convex_report_delta(radial(mechanism), mechanism.sigma, releases, epsilon);
  }
  const double spread = release_spread(softmax_sensitivity(), releases);
  const double on_reals = epsilon - grid_epsilon(softmax_sensitivity(), releases);
  const auto conditional = [&](double v) {
    return gaussian_delta(on_reals - largest_softmax_removal_loss(accountant, mechanism, v), spread);
  };
  return std::clamp(vertex_expectation(mechanism, conditional, 0, most_deviations), 0.0, 1.0);
}

double softmax_epsilon(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double delta) {
  return softmax_report_epsilon(accountant, mechanism, {}, delta);
}

double softmax_report_epsilon(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, const ReleaseNoise& releases,
                              double delta) {
  require_delta(delta);
  const auto profile = [&](double epsilon) { return softmax_report_delta(accountant, mechanism, releases, epsilon); };
  double high = 1;
  while (profile(high) > delta) {
    high *= 2;
  }
  return smallest_meeting(profile, delta, 0, high);
}

Calibration calibrate_softmax(SoftmaxAccountant accountant, int classes, double epsilon, double delta, double lambda) {
  require(epsilon > 0 && epsilon < infinity, "/epsilon", "epsilon must be a number above 0");
  require_delta(delta);
  require(lambda > 0 && lambda < infinity, "/lambda", "lambda must be a number above 0");
  const auto profile = [&](double sigma) { return softmax_delta(accountant, {classes, lambda, sigma}, epsilon); };
  return calibrate_sigma(profile, delta, lambda);
}

}  // namespace expost
