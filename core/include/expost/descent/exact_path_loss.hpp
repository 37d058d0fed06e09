// Exact losses along a path of noisy gradient descent: the curator's secret
// (docs/noisy-gradient-descent.md, section 3).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/descent/gradient_norms.hpp"
#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"

namespace expost {

/// One training with all its secrets. `samples[t][i]` says whether row i took part in step t; empty
/// for q = 1.
struct DescentTraining {
  double clip;                                 ///< C > 0
  double sigma;                                ///< σ > 0
  double rate;                                 ///< q in (0, 1]
  Eigen::Ref<const IterateMatrix> iterates;    ///< T × D: θ_t before each step
  Eigen::Ref<const IterateMatrix> noisy_sums;  ///< T × D: r_t
  std::vector<std::vector<bool>> samples = {};
  Eigen::Ref<const IterateMatrix> x;         ///< n × d, the rows that were trained on
  Eigen::Ref<const Eigen::VectorXd> labels;  ///< length n; numbers of classes for softmax
};

/// Signed losses of the noisy sums together with the others' samples, in nats, to nearest.
struct ExactPathLosses {
  Eigen::VectorXd members;  ///< of each row, compared with the training without it
  Eigen::VectorXd others;   ///< of each person asked for, compared with the training with her
};

/// Returns the losses of all rows and of m other people, x m × d with their labels. O(T(n + m)D).
/// Errors: ErrorType::argument (numbers out of range, sizes that don't fit).
[[nodiscard]] ExactPathLosses exact_path_losses(const Loss& loss, const DescentTraining& training,
                                                const Eigen::Ref<const IterateMatrix>& other_x,
                                                const Eigen::Ref<const Eigen::VectorXd>& other_labels);
[[nodiscard]] ExactPathLosses exact_path_losses(const Softmax& loss, const DescentTraining& training,
                                                const Eigen::Ref<const IterateMatrix>& other_x,
                                                const Eigen::Ref<const Eigen::VectorXd>& other_labels);

/// Returns g·min(1, C/‖g‖), the gradient as it is summed up.
[[nodiscard]] Eigen::VectorXd clipped_gradient(const Loss& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x,
                                               double y, double clip);
[[nodiscard]] Eigen::VectorXd clipped_gradient(const Softmax& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x,
                                               double y, double clip);

}  // namespace expost
