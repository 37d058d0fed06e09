// How far the noise of the releases reaches in the directions in which records move them, for the
// records that a bound has to hold for (docs/mathematics.md, section 6).
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "bounds/noise_radius.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// In standard deviations, for a record that moves a release by one of them; at most, except for a
/// probability of ρ_r.
struct ReleaseReach {
  /// Whether each release has its own reach, as for all records at once; else `together` holds for
  /// the direction in which the record moves all of them.
  bool apart = false;
  double together = 0;
  double gradient = 0;
  double hessian = 0;  ///< for a ∇²ℓ of rank 1; that of rank r reaches √r times as far at most
  double smallest_eigenvalue = 0;
};

/// z for one record, or for each of n chosen beforehand.
inline ReleaseReach reach_together(const BoundOptions& options) {
  const double tail = 0.5 * options.release_cost_failure_probability / records_of(options.uniformity);
  return {false, normal_upper_quantile(tail), 0, 0, 0};
}

/// `dimension` is that of the space in which ∇ℓ lies. The releases share ρ_r equally: the
/// gradient's noise is nowhere longer than χ_d; ⟨∇²ℓ, W⟩ ≤ ‖∇²ℓ‖_* ‖W‖₂ ≤ √r‖∇²ℓ‖_F ‖W‖₂ bounds
/// the Hessian's, W from the GOE, in whose direction of length 1 the noise has variance 2.
template <class Model>
ReleaseReach release_reach(const Model& model, Eigen::Index dimension, const BoundOptions& options) {
  if (options.uniformity.kind != Uniformity::Kind::all || !model.hessian) {
    return reach_together(options);
  }
  const int parts = 1 + (model.gradient ? 1 : 0) + (model.smallest_eigenvalue ? 1 : 0);
  const double share = options.release_cost_failure_probability / parts;
  ReleaseReach reach;
  reach.apart = true;
  reach.hessian = raised(goe_upper_quantile(static_cast<int>(dimension), 0.5 * share) / sqrt2);
  if (model.gradient) {
    reach.gradient = raised(std::sqrt(chi_squared_upper_quantile(static_cast<double>(dimension), share)));
  }
  if (model.smallest_eigenvalue) {
    reach.smallest_eigenvalue = normal_upper_quantile(0.5 * share);
  }
  return reach;
}

}  // namespace expost
