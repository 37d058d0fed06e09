// Largest eigenvalue of the Gaussian orthogonal ensemble (mathematics.md, section 9).
//
// Everything is in the normalisation of the Hessian noise (Z + Zᵀ)/√2, Z_ij ~ N(0, 1) independent:
// off-diagonal variance 1, diagonal variance 2, spectral edge at 2√d.
#pragma once

namespace expost {

/// Largest dimension for which the tail is evaluated.
inline constexpr int goe_maximum_dimension = 10000;

/// Expected number of eigenvalues above t: an upper bound on P(λ_max > t), at most 4 % of p above
/// it for p ≤ 0.1 and exact to 1e-9 in the quantile for p ≤ 1e-6. O(d). d in [1, 10000].
[[nodiscard]] double goe_expected_count_above(int dimension, double t);

/// F⁻¹(1 − tail) by expected count: P(λ_max > result) ≤ tail. Never below the true quantile. tail
/// in (0, 1). Errors: ErrorType::argument.
[[nodiscard]] double goe_upper_quantile(int dimension, double tail);

}  // namespace expost
