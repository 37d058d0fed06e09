// The typical privacy loss of a vector hidden by Laplace-type noise (mathematics.md, section 14).
//
// B has the density ∝ e^{−‖B‖₂} on R^d. Seen from a point moved by s, the loss is ‖B − s e₁‖ − ‖B‖.
//
// Accuracy (tests/core/displacement_loss.cpp: closed forms, references at 40 digits, Monte Carlo):
// 1e-12 relative.
#pragma once

#include <optional>
#include <vector>

namespace expost {

/// Largest dimension for which the functions below are evaluated.
inline constexpr int displacement_maximum_dimension = 10000;

/// Ψ_d(s) = E|‖B − s e₁‖ − ‖B‖|: increasing in s, between κ_d s (about, for small s) and s. d in
/// [1, 10000], s ≥ 0. Errors: ErrorType::argument.
///
/// In prolate spheroidal coordinates ξ = (‖B‖ + ‖B − s e₁‖)/s, η = (‖B‖ − ‖B − s e₁‖)/s with foci
/// 0 and s e₁ the integrand |η|e^{−s(ξ+η)/2}(ξ² − η²)((ξ² − 1)(1 − η²))^{(d−3)/2} splits: with ξ²
/// − η² = (ξ² − 1) + (1 − η²) it is a sum of two products of positive integrals over one variable
/// each. Those over ξ are Bessel functions K, of which only a ratio is needed. Nothing cancels,
/// and there is neither kink nor cone point.
[[nodiscard]] double displacement_loss(int dimension, double s);

/// Ψ_d(s)/s; κ_d at s = 0.
[[nodiscard]] double displacement_ratio(int dimension, double s);

/// κ_d = Γ(d/2)/(√π Γ((d+1)/2)) = lim Ψ_d(s)/s for s → 0: the share of a move that noise of any
/// size leaves visible. O(d).
[[nodiscard]] double displacement_floor(int dimension);

/// Where the plateaus of Ψ_d(s)/s end: below `low` more noise gains nothing, above `high` noise
/// hides nothing.
struct DisplacementTransition {
  double low;   ///< last upward crossing of κ_d + fraction·(1 − κ_d)
  double high;  ///< last upward crossing of 1 − fraction·(1 − κ_d)
};

/// fraction in (0, ½). None for d = 1, where κ = 1 and both plateaus are one.
[[nodiscard]] std::optional<DisplacementTransition> displacement_transition(int dimension, double fraction = 0.05);

/// Ψ_d for many arguments: a table made once, then O(1) each. Within 1e-11 of Ψ_d, relatively, for
/// any s ≥ 0.
class DisplacementTable {
 public:
  /// Makes the table; d ≥ 1.
  explicit DisplacementTable(int dimension);
  /// Ψ_d(s), s ≥ 0.
  [[nodiscard]] double loss(double s) const;
  /// Returns d.
  [[nodiscard]] int dimension() const { return dimension_; }

 private:
  int dimension_;
  double floor_;
  // Chebyshev coefficients of Ψ_d(s)/s on binades of s.
  std::vector<double> coefficients_;
};

}  // namespace expost
