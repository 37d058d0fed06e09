// What the accountants share: arguments, roots of privacy profiles, and releases seen as one Gaussian mechanism.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "expost/accounting/accountant.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/root.hpp"

namespace expost {

inline double standard_density(double x) {
  return elementary::exp(-0.5 * x * x) * 0x1.9884533d43651p-2;
}

inline void require_epsilon(double epsilon) {
  if (!(epsilon >= 0)) {
    throw Error(Fault::argument, "out-of-range", "/epsilon", "epsilon must be 0 or more");
  }
}

inline void require_delta(double delta) {
  if (!(delta > 0 && delta < 1)) {
    throw Error(Fault::argument, "out-of-range", "/delta", "delta must lie strictly between 0 and 1");
  }
}

// The smallest argument in [low, high] at which a decreasing profile falls to delta, on the safe side.
template <class Profile>
inline double smallest_meeting(Profile&& profile, double delta, double low, double high) {
  // A little below log δ, so that rounding of the logarithms leaves the profile at or below δ itself.
  const double log_delta = elementary::log(delta);
  const double target = log_delta - 0x1p-51 * (1 + std::fabs(log_delta));
  const auto excess = [&](double value) {
    const double d = profile(value);
    return (d > 0 ? std::max(elementary::log(d), -2000.0) : -2000.0) - target;
  };
  if (excess(low) <= 0) {
    return low;
  }
  double result = bracket_root(excess, low, high).second;
  // A profile known by quadrature may waver in its last digits around the root.
  for (int step = 0; step < 60 && excess(result) > 0; ++step) {
    result *= 1 + std::ldexp(1.0, -48 + step);
  }
  return result;
}

// No noise level beyond this is considered.
inline constexpr double largest_sigma = 1e12;

// The smallest σ, in units of `unit`, at which a privacy profile of the noise level falls to delta; or why there is none.
template <class Profile>
Calibration calibrated(Profile&& profile, double delta, double lambda, double unit = 1) {
  if (profile(largest_sigma) > delta) {
    return {lambda, std::numeric_limits<double>::infinity(),
            "no noise level reaches this epsilon with lambda " + std::to_string(lambda) + "; raise lambda"};
  }
  double low = 1e-3;
  while (profile(low) <= delta && low > 1e-12) {
    low *= 0.125;
  }
  double high = std::max(1.0, 2 * low);
  while (profile(high) > delta) {
    high *= 2;
  }
  return {lambda, unit * smallest_meeting(profile, delta, low, high), ""};
}

// a(q), the largest curvature of a record whose |f'|‖x‖ is qG, where G is finite; 1 otherwise.
inline double largest_curvature(const Loss& loss, double q) {
  switch (loss.kind) {
    case LossKind::logistic:
      return q * (1 - q);
    case LossKind::squared:
      return 1;
    case LossKind::pseudo_huber: {
      const double rest = (1 - q) * (1 + q);
      return rest * std::sqrt(rest);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// Section 7: whether the model alone is known to cost what the Gaussian mechanism with shift m
// costs.
inline bool costs_as_gaussian(const ModelMechanism& mechanism, double m, double epsilon) {
  switch (mechanism.loss.kind) {
    case LossKind::logistic:
      return mechanism.lambda * (epsilon + 0.5 * m * m) >= 1;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return false;
}

// √ of the number of values in each release, for their grids; all 0 where the noise is real.
struct Coordinates {
  double gradient;
  double hessian;
  double smallest_eigenvalue;
};

inline bool releases_nothing(const ReleaseNoise& releases) {
  return !releases.gradient && !releases.hessian && !releases.smallest_eigenvalue;
}

inline Coordinates coordinates_of(const ReleaseNoise& releases) {
  const auto d = static_cast<double>(releases.dimension);
  return {releases.gradient ? std::sqrt(d) : 0, releases.hessian ? d : 0,
          releases.smallest_eigenvalue && releases.dimension > 0 ? 1.0 : 0.0};
}

// By how much the grids can lengthen the shift of all releases together.
inline double grid_spread(const ReleaseNoise& releases) {
  const auto [gradient, hessian, eigenvalue] = coordinates_of(releases);
  return grid_shift(std::sqrt(gradient * gradient + hessian * hessian + eigenvalue * eigenvalue));
}

// By how much the grids can raise the loss beside that.
inline double grid_epsilon(const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  const Coordinates coordinates = coordinates_of(releases);
  const auto part = [](const std::optional<double>& sigma, double s, double root) {
    return sigma ? (s / *sigma + grid_shift(root)) * grid_loss(root) : 0.0;
  };
  return part(releases.gradient, sensitivity.gradient, coordinates.gradient) +
         part(releases.hessian, sensitivity.hessian, coordinates.hessian) +
         part(releases.smallest_eigenvalue, sensitivity.smallest_eigenvalue, coordinates.smallest_eigenvalue);
}

// M of section 7: all releases as one Gaussian mechanism at their largest shifts.
inline double release_spread(const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  double square = 0;
  const auto add = [&](const std::optional<double>& sigma, double s) {
    if (sigma) {
      square += s / *sigma * (s / *sigma);
    }
  };
  add(releases.gradient, sensitivity.gradient);
  add(releases.hessian, sensitivity.hessian);
  add(releases.smallest_eigenvalue, sensitivity.smallest_eigenvalue);
  return std::sqrt(square) + grid_spread(releases);
}

}  // namespace expost
