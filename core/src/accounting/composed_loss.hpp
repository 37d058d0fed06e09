// The privacy loss of T steps, composed numerically (docs/noisy-gradient-descent.md, section 6).
#pragma once

#include <functional>
#include <vector>

#include "accounting/step_losses.hpp"

namespace expost {

/// The logarithm of a grid's cells to base 2. Fewer cells are quicker; their δ is a bound too,
/// mostly a larger one.
enum class LossGrid {
  coarse = 14,
  medium = 15,
  fine = 17,
};

/// Larger noise, next to a clipped gradient, isn't composed.
inline constexpr double largest_composed_multiplier = 1e4;

/// Whether losses of steps at σ/C and q can be composed: larger steps overflow, and of smaller or
/// rarer ones a grid grows for ever.
[[nodiscard]] bool steps_compose(double multiplier, double rate);

/// Independent losses of one kind.
struct LossPart {
  std::function<StepLosses(double width)> on_grid;
  double range;  ///< of the largest and the smallest of them
  int times;     ///< ≥ 1
};

/// Returns the part of `steps` sampled steps among `all_steps`: ratio s = C/σ, 0 < s ≤ 20, and rate
/// q in (0, 1].
[[nodiscard]] LossPart sampled_part(NeighbourDirection direction, double s, double q, int steps, double all_steps);

/// Masses of the sum of all losses on a grid, and everything that isn't on it.
class ComposedLoss {
 public:
  /// One part or more.
  ComposedLoss(const std::vector<LossPart>& parts, LossGrid grid);

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
