// The curator's side: train with objective perturbation and release what persons need (mathematics.md, section 3).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "expost/accountant.hpp"
#include "expost/objective.hpp"
#include "expost/published_model.hpp"
#include "expost/random.hpp"

namespace expost {

/// What must stay with the curator: with it and the report, everybody's exact loss can be computed.
struct Secrets {
  Eigen::VectorXd b;               ///< the perturbation
  Eigen::VectorXd gradient;        ///< g = ∇J(θ̂; D)
  Eigen::MatrixXd hessian;         ///< H = ∇²J(θ̂; D)
  double smallest_eigenvalue = 0;  ///< λ_min(H)
};

struct Release {
  PublishedModel model;
  Secrets secrets;
  int iterations = 0;
};

/// [R] Algorithm 1 with Algorithms 5, 6 and 3: b ~ N(0, σ²I), θ̂ = argmin J + bᵀθ, then the releases of which a noise level is
/// given: ĝ = g + N(0, σ₂²I), Ĥ = H + σ₃(Z + Zᵀ)/√2, λ̂ = λ_min(H) + N(0, σ₄²).
///
/// σ = 0 is not allowed. Gradient and Hessian come together. The words of `source` are used in this order: b, e, Z (upper
/// triangle row by row), λ̂. Throws as `minimise` does; nothing may be published then.
[[nodiscard]] Release release_model(const Objective& objective, const CodedData& data, double sigma, const ReleaseNoise& noise,
                                    RandomSource& source, const std::function<bool()>& interrupted = {});

/// One draw of σ(Z + Zᵀ)/√2, d × d: off-diagonal variance σ², diagonal 2σ².
[[nodiscard]] Eigen::MatrixXd gaussian_orthogonal_noise(Eigen::Index d, double sigma, RandomSource& source);

}  // namespace expost
