#include "expost/accounting/report_accountant.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>

#include "accounting/gaussian_cost.hpp"
#include "accounting/profile_root.hpp"
#include "accounting/release_spread.hpp"
#include "accounting/removal_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/quadrature.hpp"

namespace expost {
namespace {

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

// max over J of E_N max_q δ_N(ε − ℓ_J(q, N); M(q)), where the sign of f' is fixed. A removal's ℓ_J
// is an addition's and log(1 + a(q)/λ) ≥ 0, for every q and N, and δ_N increases with it: the
// removal's expectation is the maximum.
double one_signed_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  const double g = mechanism.loss.lipschitz();
  const double m = g / mechanism.sigma;
  const double gradient = releases.gradient ? g / *releases.gradient : 0;
  const double hessian = releases.hessian ? 1 / (sqrt2 * *releases.hessian) : 0;
  const double eigenvalue = releases.smallest_eigenvalue ? 1 / *releases.smallest_eigenvalue : 0;
  const double curvature_square = hessian * hessian + eigenvalue * eigenvalue;
  const double off_grid = grid_spread(releases);
  const auto conditional = [&](double noise, double q) {
    const double a = largest_curvature(mechanism.loss, q);
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
    const RemovalMaxima candidates = removal_maxima(mechanism, m, noise);
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
  return mechanism.loss.derivative_sign_fixed() ? one_signed_report_delta(mechanism, releases, epsilon)
                                                : shift_report_delta(mechanism, releases, epsilon);
}

}  // namespace

double report_delta(Accountant accountant, const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon) {
  require_mechanism(mechanism);
  require_epsilon(epsilon);
  for (const auto& sigma : {releases.gradient, releases.hessian, releases.smallest_eigenvalue}) {
    if (sigma && !(*sigma > 0 && *sigma < infinity)) {
      throw_error(ErrorType::argument, "out-of-range", "", "the noise of a release must be a number above 0");
    }
  }
  if (mechanism.loss.lipschitz() == infinity) {
    return 1;
  }
  if (releases_nothing(releases)) {
    return model_delta(accountant, mechanism, epsilon);
  }
  const double on_reals = epsilon - grid_epsilon(release_sensitivity(mechanism.loss), releases);
  switch (accountant) {
    case Accountant::joint:
      return std::clamp(joint_report_delta(mechanism, releases, on_reals), 0.0, 1.0);
    case Accountant::shift:
      return std::clamp(shift_report_delta(mechanism, releases, on_reals), 0.0, 1.0);
    case Accountant::kst2012:
    case Accountant::wang2021:
    case Accountant::redberg2023:
      break;
  }
  throw_error(ErrorType::argument, "unsupported", "/accountant",
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
