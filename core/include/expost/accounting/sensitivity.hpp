// How far one person moves what is released next to a model, and the noise that hides it
// (mathematics.md, section 7).
#pragma once

#include <optional>

#include "expost/losses/loss.hpp"

namespace expost {

/// Standard deviations of the releases next to the model; absent where nothing is released.
struct ReleaseNoise {
  std::optional<double> gradient;             ///< σ₂
  std::optional<double> hessian;              ///< σ₃
  std::optional<double> smallest_eigenvalue;  ///< σ₄
  /// d ≥ 1 where the releases are drawn on grids (discrete_gaussian.hpp), whose rounding is then
  /// accounted for; 0: real noise.
  int dimension = 0;
};

/// How far one person moves each release, in units in which the noise is N(0, σ_k² I): gradient G,
/// Hessian β/√2 (its noise has twice the variance on the diagonal), smallest eigenvalue β.
struct ReleaseSensitivity {
  double gradient;             ///< of ĝ; infinite for the squared loss
  double hessian;              ///< of Ĥ
  double smallest_eigenvalue;  ///< of λ̂
};
/// Returns them for a generalised linear loss and ‖x‖ ≤ 1.
[[nodiscard]] ReleaseSensitivity release_sensitivity(const Loss& loss);

/// ‖∇ℓ‖ ≤ √2, ‖∇²ℓ‖_F/√2 ≤ 1/(2√2), |Δλ_min| ≤ 1/2.
[[nodiscard]] ReleaseSensitivity softmax_sensitivity();

/// The length that a grid adds to how far one person moves a release of `coordinates`² numbers, in
/// standard deviations of its noise: in each coordinate at most grid_slack steps. And to ε, per
/// standard deviation moved: the noise lies within a step of the normal variable that it is
/// coupled with.
[[nodiscard]] double grid_shift(double coordinates);
/// Returns what a grid adds to ε for each standard deviation moved.
[[nodiscard]] double grid_loss(double coordinates);

}  // namespace expost
