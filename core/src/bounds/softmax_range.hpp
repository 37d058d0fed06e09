// A person's softmax loss, as it may be at every θ of the published one's cell (docs/noise.md,
// "What it costs").
#pragma once

#include <Eigen/Core>

#include "expost/losses/softmax.hpp"
#include "expost/output/output_grid.hpp"

namespace expost {

/// p − e_y and diag p − ppᵀ at the published θ as computed, and how far from them those of any θ in
/// the cell are.
struct SoftmaxRange {
  Eigen::VectorXd residual;   ///< p − e_y, length K
  double residual_error;      ///< in ℓ₂ norm
  double own;                 ///< how far margins at θ of the cell are from those at the published one, in ℓ₂ norm
  Eigen::MatrixXd curvature;  ///< V, K × K: VVᵀ = diag p − ppᵀ
  /// diag p − ppᵀ lies between ṼṼᵀ/stretch and stretch·ṼṼᵀ of a Ṽ this far from V.
  double curvature_error;
  double stretch;

  /// x of length m, finite; θ class by class.
  SoftmaxRange(const Softmax& loss, const Eigen::VectorXd& theta, const OutputCell& cell,
               const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label)
      : SoftmaxRange(loss, theta, cell, x, label, x, 0) {}
  /// The same for records around x: their coordinates are at most `sizes`, and their margins, less
  /// their mean, at most `around` from those of x in ℓ₂ norm.
  SoftmaxRange(const Softmax& loss, const Eigen::VectorXd& theta, const OutputCell& cell,
               const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label, const Eigen::Ref<const Eigen::VectorXd>& sizes,
               double around);
};

}  // namespace expost
