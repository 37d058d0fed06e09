// The most that publishing releases next to a model costs anybody (mathematics.md, section 6;
// docs/derivations/softmax.md).
#pragma once

#include <Eigen/Core>
#include <optional>

#include "expost/bounds/bound.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// Noise of one release: its standard deviation, and the step of its grid (0: none).
struct ReleaseScale {
  double sigma;     ///< σ > 0
  double grid = 0;  ///< γ ≥ 0
};
/// Noise of the releases; absent where nothing is released.
struct ReleaseScales {
  std::optional<ReleaseScale> gradient;             ///< of ĝ
  std::optional<ReleaseScale> hessian;              ///< of Ĥ
  std::optional<ReleaseScale> smallest_eigenvalue;  ///< of λ̂
};

/// Upper bounds on what the releases cost a person.
struct LargestReleaseCost {
  double expost;  ///< bound on the releases' own ex-post loss, in nats
  double pdp;     ///< ε at options.release_cost_delta
  bool attained;  ///< whether some record of length 1 costs that much; else it is a limit above what any of them costs
};

/// Bounds what the releases cost a record of length 1 at most, at every θ of the published one's
/// cell, for a record chosen beforehand: never below the true largest cost, rounding included.
/// Nothing where no Hessian was released. Of the options, those of the release cost count. Throws
/// ErrorType::argument where these are out of range.
[[nodiscard]] std::optional<LargestReleaseCost> largest_release_cost(const PublishedModel& model, const BoundOptions& options);

/// The same for softmax; θ, constants and rounding are taken from `model`, the noise of its
/// releases from `scales`.
[[nodiscard]] std::optional<LargestReleaseCost> largest_release_cost(const PublishedSoftmaxModel& model,
                                                                     const ReleaseScales& scales, const BoundOptions& options);

/// How far at most one record of length 1 moves the releases of a softmax model: ‖∇ℓ‖ and ‖∇²ℓ‖_F,
/// the latter at least its spectral norm. Both at once are perhaps out of reach.
struct SoftmaxDistances {
  double gradient;  ///< ‖∇ℓ‖ is at most this
  double hessian;   ///< ‖∇²ℓ‖_F is at most this
};
/// At every Θ within `radius` of θ, in ‖·‖₂. Never below the true ones.
[[nodiscard]] SoftmaxDistances softmax_distances(const Eigen::VectorXd& theta, Eigen::Index classes, double radius);

}  // namespace expost
