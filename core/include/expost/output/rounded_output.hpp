// Rounding at random of a model that was computed elsewhere (docs/noise.md, "Models trained
// elsewhere").
#pragma once

#include <Eigen/Core>

#include "expost/noise/random.hpp"

namespace expost {

/// s⌊θ_j/s + u_j⌋ with hidden offsets u_j, as the next double where it has more than 53 bits: no
/// farther than cell_half_width from θ_j. θ finite; the step a power of two from least_step to 1
/// (ErrorType::argument otherwise).
[[nodiscard]] Eigen::VectorXd rounded_at_random(const Eigen::VectorXd& theta, double step, RandomSource& source);

}  // namespace expost
