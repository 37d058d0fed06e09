// The normal distribution and the Gaussian mechanism (mathematics.md, sections 6, 7 and 17).
//
// Accuracy (tests/core/gaussian.cpp, references at 60 digits): quantiles 1e-14 relative; δ_N 1e-11
// relative down to 1e-300; roots 1e-12 relative, returned at the safe end of the bracket.
#pragma once

namespace expost {

/// erfc(x).
[[nodiscard]] double erfc(double x);

/// z_p = Φ⁻¹(1 − p): exceeded by a standard normal variable with probability p. p in (0, 1);
/// errors: ErrorType::argument.
[[nodiscard]] double normal_upper_quantile(double p);

/// Φ(x); relative accuracy in the lower tail.
[[nodiscard]] double normal_cdf(double x);

/// Mills ratio (1 − Φ(x))/φ(x) for x ≥ 0.
[[nodiscard]] double mills_ratio(double x);

/// Quantile of the χ² distribution with a whole number k ≥ 1 of degrees of freedom: exceeded with
/// probability p in (0, 1). O(k). Its tail is a finite sum, so it needs no incomplete gamma
/// function; tests compare it with Boost's.
[[nodiscard]] double chi_squared_upper_quantile(double degrees_of_freedom, double p);

/// δ_N(ε; m) = Φ(m/2 − ε/m) − e^ε Φ(−m/2 − ε/m): the exact privacy profile of a Gaussian mechanism
/// whose means are m standard deviations apart. Any real ε, m ≥ 0. Decreasing in ε, increasing in
/// m, in [0, 1].
[[nodiscard]] double gaussian_delta(double epsilon, double m);

/// log δ_N(ε; m), for where δ_N underflows; −infinity where δ_N is 0.
[[nodiscard]] double log_gaussian_delta(double epsilon, double m);

/// Smallest ε ≥ 0 with δ_N(ε; m) ≤ delta, never below it. m ≥ 0, delta in (0, 1).
[[nodiscard]] double gaussian_epsilon(double delta, double m);

/// Largest m with δ_N(ε; m) ≤ delta, never above it. ε ≥ 0, delta in (0, 1).
[[nodiscard]] double gaussian_shift(double epsilon, double delta);

/// Smallest σ with which N(0, σ² I) noise makes a release of ℓ₂ sensitivity `sensitivity` > 0 (ε,
/// δ)-differentially private: the analytic Gaussian mechanism (Balle & Wang 2018), never below the
/// true value. ε ≥ 0, delta in (0, 1). Errors: ErrorType::argument.
[[nodiscard]] double gaussian_sigma(double epsilon, double delta, double sensitivity);

}  // namespace expost
