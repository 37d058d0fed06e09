// Noise on a grid: integer variables with Gaussian weights, drawn exactly, and the grid on which
// releases are published.
#pragma once

#include <cmath>
#include <cstdint>

#include "expost/noise/random.hpp"

namespace expost {

/// The discrete Gaussian of parameter `variance` = s²: P(n) ∝ exp(−n²/(2s²)) over all integers. 1
/// ≤ s² ≤ 2^56.
///
/// Exact: rejection from a discrete Laplace variable (Canonne, Kamath & Steinke, NeurIPS 2020,
/// Algorithms 1 to 3) in integer arithmetic alone. No logarithm, no division that rounds; the same
/// words give the same integer on every platform. Coupled with a normal variable E of variance s²
/// by quantiles, it lies within 1 of E: the distribution function at n + ½ is Φ((n + ½)/s) up to a
/// factor 1 ± (n/s)²/(24 s²).
[[nodiscard]] std::int64_t discrete_gaussian(std::uint64_t variance, RandomSource& source);

/// The grid of a release: published values are whole multiples of `step`, and its noise has s =
/// `scale` steps.
///
/// A release of values v with noise of level σ publishes step·(round(v/step) + n), n discrete
/// Gaussian. Every multiple of the step can come out whatever v is, and nothing else can:
/// low-order bits carry no data. What is data-dependent is an integer, and arithmetic on it is
/// exact.
struct Grid {
  double step;          ///< γ, a power of two, at most σ·2^-26
  std::uint64_t scale;  ///< s, so that the noise has the level scale·step

  /// σ' = s·γ: the least multiple of the step that is not below σ, at most σ(1 + 2^-26).
  [[nodiscard]] double sigma() const { return static_cast<double>(scale) * step; }
  /// γ·(clamp(round(value/γ)) + n), n discrete Gaussian with variance weight·s², between
  /// ±most_grid_steps: who gets a value so large next to its noise learns that it is at least so
  /// large, and a refusal would tell the same without noise. Clamping brings no two values further
  /// apart. Throws ErrorType::argument for NaN.
  [[nodiscard]] double noisy(double value, std::uint64_t weight, RandomSource& source) const;
};

/// The grid for noise of at least σ > 0. It depends on σ alone, not on what is released.
[[nodiscard]] Grid grid_for(double sigma);

/// How far a published coordinate may lie from value + E, E the normal variable that it is coupled
/// with, in steps: ½ for the rounding of the value, 1 for the coupling, and a reserve for the
/// rounding of the sums that the value is computed from. Also how much the rounding can add to the
/// distance of two neighbours in one coordinate.
inline constexpr double grid_slack = 2;

/// Values are clamped to so many steps before their noise is added: 2^24 times σ at least. Doubles
/// hold them to a quarter of a step.
inline constexpr double most_grid_steps = 0x1p51;

/// Whether a released value may have been clamped, so that nothing but a lower bound is known of
/// what it was. It is 2^21 standard deviations of the noise from here to there.
[[nodiscard]] inline bool may_be_clamped(double value, double step) {
  return step > 0 && !(std::fabs(value) <= 0x1.8p50 * step);
}

/// Largest γ/σ of grid_for.
inline constexpr double largest_grid_ratio = 0x1p-26;

}  // namespace expost
