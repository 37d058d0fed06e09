// The most that publishing releases next to a model costs anybody (mathematics.md, section 6;
// docs/derivations/softmax.md).
#pragma once

#include <Eigen/Core>
#include <optional>

#include "expost/bounds/bound.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// Upper bounds on what the releases cost a person.
struct LargestReleaseCost {
  double expost;  ///< bound on the releases' own ex-post loss, in nats
  double pdp;     ///< ε at options.release_cost_delta
  bool attained;  ///< whether some record of length 1 costs that much; else it is a limit above what any of them costs
};

/// Bounds what the releases cost a record of length 1 at most, at every θ of the published one's
/// cell, for a record chosen beforehand: never below the true largest cost, rounding included.
/// Nothing where no Hessian was released. Of the options, those of the release cost count. Throws
/// ErrorType::argument where these are out of range. Values of the releases aren't looked at.
[[nodiscard]] std::optional<LargestReleaseCost> largest_release_cost(const PublishedModel& model, const BoundOptions& options);
/// The same for softmax.
[[nodiscard]] std::optional<LargestReleaseCost> largest_release_cost(const PublishedSoftmaxModel& model,
                                                                     const BoundOptions& options);

/// How far at most one record of length 1 moves the releases of a softmax model: ‖∇ℓ‖ and ‖∇²ℓ‖_F,
/// the latter at least its spectral norm. Both at once are perhaps out of reach.
struct SoftmaxDistances {
  double gradient;  ///< ‖∇ℓ‖ is at most this
  double hessian;   ///< ‖∇²ℓ‖_F is at most this
};
/// At every Θ within `radius` of θ, in ‖·‖₂. Never below the true ones.
[[nodiscard]] SoftmaxDistances softmax_distances(const Eigen::VectorXd& theta, Eigen::Index classes, double radius);

}  // namespace expost
