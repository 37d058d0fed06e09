// The privacy loss of one sampled step on a grid, as a dominating pair of distributions
// (docs/noisy-gradient-descent.md, section 6).
#pragma once

#include <vector>

namespace expost {

/// Whether a record is taken away or added.
enum class NeighbourDirection { removal, addition };

/// Masses of a step's loss at the multiples of a width: the masses at infinity aside, (first + i)·h
/// has masses[i]. With `slack` added to every loss its privacy profile, and that of any composition
/// of it, is never below the true one's, roundings included. Masses are a little too large, so that
/// their sum may be above 1.
struct StepLosses {
  double width = 0;
  long first = 0;
  std::vector<double> masses;
  double infinite = 0;  ///< counted as an infinite loss
  double slack = 0;     ///< what roundings may have taken from a loss, about 1e-14
};

/// Returns the losses of the pair ((1 − q)N(0, 1) + qN(s, 1), N(0, 1)) for a removal, or of the
/// mirrored pair for an addition, on a grid of width h > 0. s > 0, 0 < q ≤ 1; losses that have a
/// probability of less than `tail` count as infinite, or are rounded up from below the grid.
[[nodiscard]] StepLosses step_losses(NeighbourDirection direction, double s, double q, double width, double tail);

/// The distance of the largest and the smallest loss on that grid.
[[nodiscard]] double range_of_losses(double s, double q, double tail);

}  // namespace expost
