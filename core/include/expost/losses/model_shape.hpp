// Which loss a model has, and how many numbers of it belong to a coordinate.
#pragma once

#include <Eigen/Core>

#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"

namespace expost {

/// A generalised linear loss, or softmax with `classes` ≥ 2; then labels are 0 to classes − 1, and
/// θ is class by class.
struct ModelShape {
  Loss loss;                 ///< where `classes` is 0
  Eigen::Index classes = 0;  ///< K ≥ 2 of softmax; 0: a generalised linear loss

  /// How many margins a row has.
  [[nodiscard]] Eigen::Index blocks() const { return classes > 0 ? classes : 1; }
  /// β: ∇²ℓ has norm β‖x‖² at most.
  [[nodiscard]] double smoothness() const { return classes > 0 ? softmax_smoothness : loss.smoothness(); }
};

/// That of ridge regression.
inline constexpr ModelShape squared_shape{{LossKind::squared, 1.0}};

}  // namespace expost
