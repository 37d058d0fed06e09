// The privacy loss of T steps, composed numerically (docs/noisy-gradient-descent.md, section 6).
#pragma once

#include <vector>

#include "descent/step_losses.hpp"

namespace expost {

/// The logarithm of a grid's cells to base 2. Fewer cells are quicker; their δ is a bound too,
/// mostly a larger one.
enum class LossGrid {
  coarse = 14,
  fine = 17,
};

/// Masses of the loss of all steps on a grid, and everything that isn't on it.
class ComposedLoss {
 public:
  /// T ≥ 1 steps of ratio s = C/σ, 0 < s ≤ 20, and rate q in (0, 1).
  ComposedLoss(NeighbourDirection direction, double s, double q, int steps, LossGrid grid);

  /// At least E max(0, 1 − e^{ε − L}), any ε, and at most 1, which says nothing. What is added for
  /// the window's ends is about 2e-12.
  [[nodiscard]] double delta(double epsilon) const;

 private:
  double width_ = 0;
  double first_ = 0;  ///< the smallest loss on the grid, in widths
  std::vector<double> masses_;
  double beyond_ = 0;
  double slack_ = 0;  ///< losses may be larger by this
};

}  // namespace expost
