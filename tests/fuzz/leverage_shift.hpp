// How far, at most, the Hessian's noise reaches down in the direction that counts for one record.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"

namespace expost {

/// min(t, √2z) for a probability of `tail`, in units of σ₃: vᵀEv ~ N(0, 2σ₃²‖v‖⁴) for a v that
/// doesn't depend on E; for each of so many records a share of the tail.
inline double leverage_shift(int dimension, double tail, int records = 1) {
  return std::min(goe_upper_quantile(dimension, tail), std::sqrt(2.0) * normal_upper_quantile(tail / records));
}

}  // namespace expost
