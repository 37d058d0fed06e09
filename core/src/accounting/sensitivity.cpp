#include "expost/accounting/sensitivity.hpp"

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/constants.hpp"

namespace expost {

double grid_shift(double coordinates) {
  return grid_slack * largest_grid_ratio * coordinates;
}

double grid_loss(double coordinates) {
  return largest_grid_ratio * coordinates;
}

ReleaseSensitivity release_sensitivity(const Loss& loss) {
  return {loss.lipschitz(), loss.smoothness() / sqrt2, loss.smoothness()};
}

ReleaseSensitivity softmax_sensitivity() {
  return {sqrt2, 0.5 / sqrt2, 0.5};
}

}  // namespace expost
