// How far, at most, the Hessian's noise reaches down in the direction that counts for one record.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"

namespace expost {

/// min(t, √2z) for a probability of `tail`, in units of σ₃: vᵀEv ~ N(0, 2σ₃²‖v‖⁴) for a v that
/// doesn't depend on E.
inline double leverage_shift(int dimension, double tail) {
  return std::min(goe_upper_quantile(dimension, tail), std::sqrt(2.0) * normal_upper_quantile(tail));
}

}  // namespace expost
