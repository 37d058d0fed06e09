// Pairs that dominate publications which cost no more than a Gaussian mechanism (mathematics.md,
// section 7.19).
#pragma once

namespace expost {

/// A pair dominates a publication if its δ(ε) ≤ δ_N(ε − slack; shift) for every real ε, in both
/// orders of neighbours.
struct GaussianPair {
  double shift;      ///< m ≥ 0
  double slack = 0;  ///< ≥ 0, what grids add to the loss
};

}  // namespace expost
