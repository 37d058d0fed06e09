// Differential privacy of what a curator publishes, before it is published (mathematics.md,
// section 7).
//
// Neighbours: add or remove one person. λ and σ are published constants. Hessians of the loss have
// rank one. Every δ is an upper bound on the true privacy profile, every ε and σ is on the safe
// side of its root. Arguments out of range: ErrorType::argument.
#pragma once

#include <optional>
#include <string>

#include "expost/losses/loss.hpp"

namespace expost {

/// The proofs that turn λ and σ into ε and δ (mathematics.md, section 7).
enum class Accountant {
  kst2012,      ///< [R] Theorem 5 (Kifer, Smith & Thakurta 2012), with σ² where the paper has σ
  wang2021,     ///< [L]: ε = κ + G²/(2σ²) + (G/σ)√(2 log(2/δ))
  redberg2023,  ///< Redberg, Koskela & Wang, NeurIPS 2023; needs λ > β
  shift,        ///< section 7: κ plus a Gaussian mechanism
  joint,        ///< section 7, the default: leverage and gradient are never at their worst together
};

/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Accountant value) {
  switch (value) {
    case Accountant::kst2012:
      return "kst2012";
    case Accountant::wang2021:
      return "wang2021";
    case Accountant::redberg2023:
      return "redberg2023";
    case Accountant::shift:
      return "shift";
    case Accountant::joint:
      return "joint";
  }
  return nullptr;
}
/// True if the accountant covers the model together with its releases (`report_delta`); the others
/// account for the model alone.
[[nodiscard]] constexpr bool accounts_for_releases(Accountant accountant) {
  switch (accountant) {
    case Accountant::kst2012:
    case Accountant::wang2021:
    case Accountant::redberg2023:
      return false;
    case Accountant::shift:
    case Accountant::joint:
      break;
  }
  return true;
}

/// Objective perturbation as published: loss, λ > 0, σ > 0.
struct ModelMechanism {
  Loss loss;      ///< any but squared for a finite ε
  double lambda;  ///< λ > 0
  double sigma;   ///< σ > 0
};

/// δ such that releasing θ̂ is (ε, δ)-DP; 1 where the accountant gives no guarantee at this ε. ε ≥
/// 0.
[[nodiscard]] double model_delta(Accountant accountant, const ModelMechanism& mechanism, double epsilon);

/// ε such that releasing θ̂ is (ε, δ)-DP; infinite where the accountant gives none. δ in (0, 1).
[[nodiscard]] double model_epsilon(Accountant accountant, const ModelMechanism& mechanism, double delta);

/// A noise level that meets a target, or why there is none.
struct Calibration {
  double lambda = 0;   ///< λ > 0
  double sigma = 0;    ///< infinite where the target can't be met
  std::string reason;  ///< one sentence, empty where sigma is finite
};

/// Smallest σ with which releasing θ̂ is (ε, δ)-DP. ε > 0, δ in (0, 1).
///
/// λ: `kst2012` always takes its own, 2β/ε. The others take the one given; without one `joint`
/// takes the smallest λ with which objective perturbation costs what the Gaussian mechanism costs,
/// and the others take that of kst2012.
[[nodiscard]] Calibration calibrate_model(Accountant accountant, const Loss& loss, double epsilon, double delta,
                                          std::optional<double> lambda);

/// h(N) = max over q of log(1 + a(q)/λ) + (qm)²/2 + q m N, q ∈ [0, 1] in units of G, m = G/σ: the
/// largest loss of a removal when the noise along x is N standard deviations (logistic a = q(1−q),
/// pseudo-Huber a = (1−q²)^{3/2}).
[[nodiscard]] double largest_removal_loss(const ModelMechanism& mechanism, double noise);

}  // namespace expost
