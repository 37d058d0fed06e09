// Differential privacy of objective perturbation with Gaussian noise where ∇ℓ has more than one
// direction: softmax, and any smooth convex loss with bounded derivatives (mathematics.md, section
// 11; docs/derivations/softmax.md). Neighbours: add or remove one person.
//
// Every δ is an upper bound on the true privacy profile, every ε and σ is on the side of its root
// that keeps the promise.
#pragma once

#include <optional>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"

namespace expost {

/// Bounds on a loss that are known beforehand, for every θ and every person.
struct ConvexSensitivity {
  double gradient;        ///< G ≥ ‖∇ℓ‖
  double curvature;       ///< κ ≥ log det(I + ∇²ℓ/λ) (for this λ)
  int degrees = 1;        ///< dimension k of a space, fixed by the person alone, that ∇ℓ lies in: d if nothing is known
  double hessian = 0;     ///< at least ‖∇²ℓ‖_F/√2; for releases only
  double eigenvalue = 0;  ///< at least the spectral norm of ∇²ℓ; for releases only
};

/// δ at ε ≥ 0 by X = κ + m²/2 + m·χ_k, m = G/σ: E(1 − e^{ε−X})₊. Decreasing in ε.
[[nodiscard]] double convex_delta(const ConvexSensitivity& sensitivity, double sigma, double epsilon);

/// δ of θ̂ with its releases: E δ_N(ε − X; M), M² = (G/σ₂)² + (hessian/σ₃)² + (eigenvalue/σ₄)²,
/// grids included as in report_delta.
[[nodiscard]] double convex_report_delta(const ConvexSensitivity& sensitivity, double sigma, const ReleaseNoise& releases,
                                         double epsilon);

/// How the loss of a softmax model is dominated. V = max over j ≠ y of 1/σ² + (N_j − N_y)/σ, N
/// standard normal in R^K: the loss at the vertices p = e_j, of the convex function of p that it
/// is without its determinant.
enum class SoftmaxAccountant {
  radius,  ///< section 11: (K−1)log(1 + 1/(Kλ)) + m²/2 + m·χ_{K−1}, m = √2/σ
  shift,   ///< (K−1)log(1 + 1/(Kλ)) + max(0, V); with K = 2 the `shift` of logistic regression
  joint,   ///< the default: determinant and gradient are never at their worst together
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(SoftmaxAccountant value) {
  switch (value) {
    case SoftmaxAccountant::radius:
      return "radius";
    case SoftmaxAccountant::shift:
      return "shift";
    case SoftmaxAccountant::joint:
      return "joint";
  }
  return nullptr;
}

/// Softmax with K classes by objective perturbation: K ≥ 2, λ > 0, σ > 0.
struct SoftmaxMechanism {
  int classes;    ///< K ≥ 2
  double lambda;  ///< λ > 0
  double sigma;   ///< σ > 0
};

/// δ such that releasing Θ̂ is (ε, δ)-DP. ε ≥ 0. Errors: ErrorType::argument.
[[nodiscard]] double softmax_delta(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double epsilon);

/// ε such that releasing Θ̂ is (ε, δ)-DP. δ in (0, 1).
[[nodiscard]] double softmax_epsilon(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism, double delta);

/// Smallest σ with which releasing Θ̂ is (ε, δ)-DP at this λ > 0; infinite with a reason where
/// none does. ε > 0, δ in (0, 1).
[[nodiscard]] Calibration calibrate_softmax(SoftmaxAccountant accountant, int classes, double epsilon, double delta,
                                            double lambda);

/// δ of the whole report, Θ̂ and its releases (of which the dimension is Km): E δ_N(ε − X; M) with
/// the accountant's X.
[[nodiscard]] double softmax_report_delta(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism,
                                          const ReleaseNoise& releases, double epsilon);

/// ε of the whole report at δ.
[[nodiscard]] double softmax_report_epsilon(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism,
                                            const ReleaseNoise& releases, double delta);

/// The largest loss of a removal when the best vertex has the loss `vertex` = V: what `shift` and
/// `joint` integrate. Non-decreasing in V; infinite for `radius`, which has no such form.
[[nodiscard]] double largest_softmax_removal_loss(SoftmaxAccountant accountant, const SoftmaxMechanism& mechanism,
                                                  double vertex);

}  // namespace expost
