// The curator's side: train with objective perturbation and release what persons need
// (mathematics.md, section 3).
#pragma once

#include <Eigen/Core>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/random.hpp"
#include "expost/output/row_source.hpp"
#include "expost/release/published_model.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// The curator's secrets: with it and the report, everybody's exact loss can be computed.
struct Secrets {
  Eigen::VectorXd b;               ///< the perturbation
  Eigen::VectorXd gradient;        ///< g = ∇J(θ̂; D)
  Eigen::MatrixXd hessian;         ///< H = ∇²J(θ̂; D)
  double smallest_eigenvalue = 0;  ///< λ_min(H)
};

/// Whether the curator wants his secrets, which cost passes over the rows where nothing of them is
/// released.
enum class KeptSecrets {
  none,  ///< derivatives that aren't released stay empty, or 0
  all,
};

/// A released model, with what the curator keeps.
struct Release {
  PublishedModel model;  ///< what is published
  Secrets secrets;       ///< the curator's
  int iterations = 0;    ///< Newton steps taken
};

/// A model trained by objective perturbation: θ̂ = argmin J + bᵀθ, b ~ N(0, σ²I).
struct TrainedModel {
  Eigen::VectorXd theta;  ///< θ̂, length d
  double sigma;           ///< σ > 0
  double residual;        ///< R ≥ ‖∇J(θ̂) + b‖
};

/// b ~ N(0, σ²I), length d, one word a coordinate.
[[nodiscard]] Eigen::VectorXd objective_noise(Eigen::Index d, double sigma, RandomSource& source);

/// [R] Algorithms 5, 6 and 3 for a trained model: ĝ = g + N(0, σ₂²I), Ĥ = H + σ₃(Z + Zᵀ)/√2, λ̂ =
/// λ_min(H) + N(0, σ₄²), those of which a noise level is given, on a grid (discrete_gaussian.hpp).
/// The levels published are those of the grid: never below the ones asked for, at most 2^-26 of
/// them above.
///
/// A gradient comes only with a Hessian. The words of `source` are used in this order: e, Z (upper
/// triangle row by row), λ̂. `secrets.b` is left empty. What is released is off by less than half a
/// step before it is rounded (exact_derivatives.hpp).
[[nodiscard]] Release release_trained(const Objective& objective, const CodedData& data, const TrainedModel& trained,
                                      const ReleaseNoise& noise, RandomSource& source, KeptSecrets kept = KeptSecrets::all);

/// The same for rows that may be elsewhere.
[[nodiscard]] Release release_trained(const Objective& objective, const RowSource& rows, const TrainedModel& trained,
                                      const ReleaseNoise& noise, RandomSource& source, KeptSecrets kept = KeptSecrets::all);

/// [R] Algorithm 1, then `release_trained`: b is drawn before all else. σ = 0 is not allowed.
/// Throws as `minimise` does; nothing may be published then.
[[nodiscard]] Release release_model(const Objective& objective, const CodedData& data, double sigma, const ReleaseNoise& noise,
                                    RandomSource& source);

/// ĝ for g: noise of level σ₂ on its grid.
[[nodiscard]] GradientRelease release_gradient(const Eigen::VectorXd& gradient, double sigma, RandomSource& source);

/// Ĥ for a symmetric H, d × d: off-diagonal noise of variance σ₃², diagonal 2σ₃², symmetric, on
/// its grid.
[[nodiscard]] HessianRelease release_hessian(const Eigen::MatrixXd& hessian, double sigma, RandomSource& source);

}  // namespace expost
