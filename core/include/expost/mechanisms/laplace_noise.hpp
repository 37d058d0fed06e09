// Objective perturbation with Laplace-type noise: b of density ∝ e^{−η‖b‖₂} (mathematics.md,
// section 12; Chaudhuri, Monteleoni & Sarwate 2011).
//
// The bounds here hold always, with no failure probability, for every record at once and whatever
// the solver's residual: they rest on the triangle inequality alone.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>
#include <string>

#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/losses/convex_loss.hpp"
#include "expost/losses/loss.hpp"
#include "expost/noise/random.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// b ∈ R^d of density ∝ e^{−η‖b‖₂}: a length of law Gamma(d, rate η), the sum of d exponential
/// variables, times a uniform direction. η > 0.
///
/// In doubles, for experiments: what is published is made with LaplacePerturbation (exact_fit.hpp).
/// The words of `source` are used in this order: d exponential variables, then d normal ones.
[[nodiscard]] Eigen::VectorXd laplace_objective_noise(Eigen::Index d, double eta, RandomSource& source);

/// −log U for a uniform U with as many leading zero bits as it happens to have: at least one word,
/// one more for every 64 zero bits in a row, and one for the digits.
[[nodiscard]] double standard_exponential(RandomSource& source);

/// The exact loss and what it is made of. A secret of the curator.
struct ExactLaplaceLoss {
  double loss;         ///< L, signed
  double determinant;  ///< −log det(I ∓ UᵀH⁻¹U)
  double noise;        ///< η(‖g ∓ ∇ℓ‖ − ‖g‖)
};

/// Exact losses at one release, after one O(d³) factorisation.
class ExactLaplaceLosses {
 public:
  /// g = ∇J(θ̂; D), H = ∇²J(θ̂; D), η > 0. Throws ErrorType::numerics if H is not positive
  /// definite.
  ExactLaplaceLosses(double eta, Eigen::VectorXd gradient, const Eigen::MatrixXd& hessian);

  /// z ∈ D, compared with D − z: L = −log det(I − UᵀH⁻¹U) + η(‖g − ∇ℓ‖ − ‖g‖).
  [[nodiscard]] ExactLaplaceLoss member(const LossPoint& point) const;
  /// z ∉ D, compared with D + z: L = −log det(I + UᵀH⁻¹U) + η(‖g + ∇ℓ‖ − ‖g‖).
  [[nodiscard]] ExactLaplaceLoss non_member(const LossPoint& point) const;

 private:
  [[nodiscard]] ExactLaplaceLoss parts(const LossPoint& point, double sign) const;

  double eta_;
  Eigen::VectorXd gradient_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

/// A person's bounds, in nats. They never fail.
struct LaplaceBound {
  Interval in;       ///< L of a member: [−η‖∇ℓ‖, κ + η‖∇ℓ‖]
  Interval out;      ///< L of a non-member: [−κ − η‖∇ℓ‖, η‖∇ℓ‖]
  Interval epsilon;  ///< bounds on |L| for the membership asked for
  double determinant;  ///< κ = Σ log(1 + c_j), c_j the eigenvalues of UᵀU/λ; log(1 + f''‖x‖²/λ) for generalised linear losses
  double noise;  ///< η‖∇ℓ‖
};

/// At the published θ̂, of an objective with ridge λ > 0 and noise of rate η > 0. Errors:
/// ErrorType::argument (λ, η), ErrorType::record (a point that is not finite).
[[nodiscard]] LaplaceBound laplace_bound(const LossPoint& point, double lambda, double eta, Membership member);

/// The same for a person of a published model, at every θ that may have become its θ̂, rounded
/// outwards: x of length m with ‖x‖₂ ≤ 1, y as the loss has it, the number of a class for softmax.
/// Errors: ErrorType::argument (λ, η), ErrorType::record (x that isn't finite).
[[nodiscard]] LaplaceBound laplace_bound(const PublishedLaplaceModel& model, const Eigen::Ref<const Eigen::VectorXd>& x,
                                         double y, Membership member);

/// Returns a rule for every record of a region at once, for bound_over_region; keeps a reference to
/// the model. Errors: ErrorType::argument (λ, η).
[[nodiscard]] std::unique_ptr<RegionRule> laplace_region_rule(const PublishedLaplaceModel& model, RecordRegion region);

/// ε of pure differential privacy for any loss: κ + ηG, κ ≥ log det(I + ∇²ℓ/λ), G ≥ ‖∇ℓ‖. Infinite
/// where they are.
[[nodiscard]] double laplace_shift_epsilon(double curvature, double gradient, double eta);

/// ε of pure differential privacy, add/remove: max over q ∈ [0, 1] of log(1 + a(q)/λ) + ηGq, a the
/// largest f'' where |f'| = Gq. Logistic: exactly η when λη ≥ 1. Squared: infinite. Never below
/// the maximum.
[[nodiscard]] double laplace_epsilon(const Loss& loss, double lambda, double eta);

/// ε of pure differential privacy of a softmax model: (K−1)log(1 + 1/(Kλ)) + √2η.
[[nodiscard]] double laplace_softmax_epsilon(int classes, double lambda, double eta);

/// The rate that meets a target.
struct LaplaceCalibration {
  double eta = 0;      ///< 0 where the target can't be met
  std::string reason;  ///< one sentence, empty where eta is above 0
};

/// Largest η (least noise) with which laplace_epsilon is at most ε > 0 at this λ > 0.
[[nodiscard]] LaplaceCalibration calibrate_laplace(const Loss& loss, double lambda, double epsilon);

/// The same for softmax, with laplace_softmax_epsilon.
[[nodiscard]] LaplaceCalibration calibrate_laplace_softmax(int classes, double lambda, double epsilon);

}  // namespace expost
