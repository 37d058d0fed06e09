// Roots of privacy profiles, on the safe side.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "expost/accounting/accountant.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/root.hpp"

namespace expost {

inline void require_epsilon(double epsilon) {
  if (!(epsilon >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be 0 or more");
  }
}

inline void require_delta(double delta) {
  require_probability(delta, "/delta", "delta");
}

// The smallest argument in [low, high] at which a decreasing profile falls to delta, on the safe
// side.
template <class Profile>
inline double smallest_meeting(Profile&& profile, double delta, double low, double high) {
  // A little below log δ, so that rounding of the logarithms leaves the profile at or below δ
  // itself.
  const double log_delta = elementary::log(delta);
  const double target = log_delta - 0x1p-51 * (1 + std::fabs(log_delta));
  const auto excess = [&](double value) {
    const double d = profile(value);
    return (d > 0 ? std::max(elementary::log(d), -2000.0) : -2000.0) - target;
  };
  if (excess(low) <= 0) {
    return low;
  }
  // At a root that the caller knows already, the target may lie above `high` by that little.
  for (int step = 0; step < 60 && excess(high) > 0; ++step) {
    high *= 1 + std::ldexp(1.0, -48 + step);
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

// The smallest σ, in units of `unit`, at which a privacy profile of the noise level falls to
// delta; or why there is none.
template <class Profile>
Calibration calibrate_sigma(Profile&& profile, double delta, double lambda, double unit = 1) {
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

}  // namespace expost
