// Training by noisy gradient descent, with noise on a grid (docs/noisy-gradient-descent.md,
// section 1).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "expost/descent/clipped_gradients.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/random.hpp"

namespace expost {

/// Secrets of a training: what it leaves with the curator alone.
struct DescentSecrets {
  IterateMatrix noisy_sums;                      ///< T × D: r_t
  std::vector<std::vector<bool>> samples;        ///< of Poisson sampling: T × n, whether a row took part
  std::vector<std::vector<std::int32_t>> order;  ///< of shuffled epochs: E × n, a row's batch, from 0
};

/// Steps one after the other. The same words of a source give the same path on every platform, and
/// for full batches whatever the order of the rows is.
class NoisyDescent {
 public:
  /// `plan` with a standard rule and its noise on a grid (`calibrate`, `put_on_grid`): 2^-10 ≤ σ/C
  /// ≤ 1e6. Records of d coordinates. θ_0 of a network is that of the plan's seed, of the others 0.
  /// Errors: ErrorType::argument.
  NoisyDescent(DescentLoss loss, const DescentPlan& plan, Eigen::Index d);

  /// True if all T steps are done.
  [[nodiscard]] bool finished() const { return descent_.steps() == plan_.steps; }
  /// Returns how many steps are done.
  [[nodiscard]] int steps() const { return descent_.steps(); }

  /// One step: x n × d with their labels, n ≥ 0, the same in every step.
  void step(const Eigen::Ref<const IterateMatrix>& x, const Eigen::Ref<const Eigen::VectorXd>& y, RandomSource& source);

  /// After the last step: what is published, …
  [[nodiscard]] PublishedDescent published() const;
  /// … and what isn't.
  [[nodiscard]] const DescentSecrets& secrets() const { return secrets_; }

 private:
  void begin_epoch(Eigen::Index rows, RandomSource& source);

  DescentLoss loss_;
  DescentPlan plan_;
  Eigen::Index parameters_;
  Grid grid_;
  ClippedGradients gradients_;
  Descent descent_;
  IterateMatrix iterates_;   ///< T × D
  Eigen::VectorXd average_;  ///< the sum of θ_1, …
  DescentSecrets secrets_;
};

/// The distances that go with every `every`-th of these iterates, each rounded up.
[[nodiscard]] std::vector<double> distances_of(const IterateMatrix& iterates, int every);

}  // namespace expost
