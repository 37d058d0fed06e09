// Exact losses along a path of noisy gradient descent: the curator's secret
// (docs/noisy-gradient-descent.md, section 3).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "expost/descent/clipped_gradients.hpp"
#include "expost/descent/gradient_norms.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"

namespace expost {

/// One training with all its secrets. `samples[t][i]` says whether row i took part in step t;
/// `order[e][i]` in which step of epoch e it did. Both empty: every row always did.
struct DescentTraining {
  double clip;                                        ///< C > 0
  double sigma;                                       ///< σ > 0
  double rate;                                        ///< q in (0, 1]
  Eigen::Ref<const IterateMatrix> iterates;           ///< T × D: θ_t before each step
  Eigen::Ref<const IterateMatrix> noisy_sums;         ///< T × D: r_t
  std::vector<std::vector<bool>> samples = {};        ///< T × n, of Poisson sampling
  Eigen::Ref<const IterateMatrix> x;                  ///< n × d, the rows that were trained on
  Eigen::Ref<const Eigen::VectorXd> labels;           ///< length n; numbers of classes for softmax
  double grid = 0;                                    ///< γ of noise on a grid; 0: real noise
  std::vector<std::vector<std::int32_t>> order = {};  ///< E × n, of shuffled epochs; steps from 0
  int batches = 0;  ///< steps of an epoch, where there is an order; the last epoch may have fewer
};

/// Signed losses of the noisy sums together with the others' samples, or with the order, in nats,
/// to nearest.
struct ExactPathLosses {
  Eigen::VectorXd members;  ///< of each row, compared with the training without it
  Eigen::VectorXd others;   ///< of each person asked for, compared with the training with her
};

/// Returns the losses of all rows and of m other people, x m × d with their labels. O(T(n + m)D).
/// For shuffled epochs others have no batch: m must be 0. Errors: ErrorType::argument (numbers out
/// of range, sizes that don't fit).
[[nodiscard]] ExactPathLosses exact_path_losses(const DescentLoss& loss, const DescentTraining& training,
                                                const Eigen::Ref<const IterateMatrix>& other_x,
                                                const Eigen::Ref<const Eigen::VectorXd>& other_labels);

/// Returns g·min(1, C/‖g‖), the gradient as it is summed up in real numbers.
[[nodiscard]] Eigen::VectorXd clipped_gradient(const Loss& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x,
                                               double y, double clip);
/// The same for softmax; y is the number of a class.
[[nodiscard]] Eigen::VectorXd clipped_gradient(const Softmax& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x,
                                               double y, double clip);

/// The sum of squares of what is left of the noisy sums without the rows' gradients, over σ²:
/// chi-squared with as many degrees of freedom as the sums have numbers, where the training was as
/// stated. `training.noisy_sums` may be fewer than the iterates.
[[nodiscard]] double squared_noise(const DescentLoss& loss, const DescentTraining& training);

/// Noisy sums less the rows, where nobody says who took part.
struct NoiseLeft {
  double squares;      ///< sum of squares over σ², not below that of the noise but by chance
  double reach;        ///< length that the others' choice may add to the noise
  Eigen::Index steps;  ///< steps that were looked at
};

/// Takes a mean sample away: q times every row's gradient, or a batch's share of it. The law of the
/// squares is that of `squared_noise` or above it, and the square root of them times σ is longer
/// than the noise by at most `reach`, but with `probability` (Klein & Rio 2005, theorem 1.1, of
/// each step's sum over the rows). `training` has no samples, and noise without a grid. Of long
/// trainings some steps are looked at, equally far apart, so that it takes seconds. Errors: as
/// `squared_noise`.
[[nodiscard]] NoiseLeft noise_of_unknown_samples(const DescentLoss& loss, const DescentTraining& training,
                                                 const DescentPlan& plan, double probability);

}  // namespace expost
