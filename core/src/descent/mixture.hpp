// Mixtures of exponential martingales: weights, and where a mixture reaches a level
// (docs/noisy-gradient-descent.md, section 4).
#pragma once

#include <array>

#include "expost/descent/descent_terms.hpp"

namespace expost {

/// One number a tilt.
using PerTilt = std::array<double, tilt_count>;

/// w_k = 4/((k + 4)(k + 5)), which add up to less than 1.
[[nodiscard]] double tilt_weight(int k);
/// w_k = 2/((|m| + 4)(|m| + 5)) with m = k − 31: of tilts on both sides of the middle one.
[[nodiscard]] double centred_weight(int k);

/// The x > 0 at which Σ w_k exp(λ_k x − K_k) = e^level, never below it: level > 0, λ_k > 0, K_k ≥ 0
/// taken larger by 1e-10 of themselves, because moments are right to fewer digits than that.
/// Infinite where every K_k is.
[[nodiscard]] double mixture_reaches(const PerTilt& tilts, const PerTilt& moments, double level,
                                     double (*weight)(int k) = tilt_weight);

}  // namespace expost
