// The numbers that a curator publishes: the part of a privacy report that the bounds are computed
// from.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "expost/accounting/sensitivity.hpp"
#include "expost/losses/loss.hpp"
#include "expost/output/output_grid.hpp"

namespace expost {

/// ĝ = g + e, e ~ N(0, sigma² I_d): the noisy gradient of J at θ̂ ([R] Algorithm 5).
struct GradientRelease {
  double sigma;            ///< σ₂ > 0
  Eigen::VectorXd values;  ///< ĝ, length d
  double grid = 0;         ///< γ: the values are whole multiples of it (discrete_gaussian.hpp); 0 where none is stated
};

/// Ĥ = H + sigma (Z + Zᵀ)/√2: the noisy Hessian of J at θ̂ ([R] Algorithm 6). Off-diagonal noise
/// variance sigma², diagonal 2 sigma².
struct HessianRelease {
  double sigma;            ///< σ₃ > 0
  Eigen::MatrixXd values;  ///< Ĥ, d × d, symmetric (both triangles filled)
  double grid = 0;         ///< as in GradientRelease
};

/// λ̂ = λ_min(H) + N(0, sigma²): the noisy smallest eigenvalue of the Hessian ([R] Algorithm 3).
struct EigenvalueRelease {
  double sigma;     ///< σ₄ > 0
  double value;     ///< λ̂
  double grid = 0;  ///< as in GradientRelease
};

/// The releases next to the model (mathematics.md, section 3): nothing, Ĥ, ĝ and Ĥ, or λ̂ as well.
enum class ReportKind { data_independent, hessian, data_dependent, adaptive };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(ReportKind value) {
  switch (value) {
    case ReportKind::data_independent:
      return "data-independent";
    case ReportKind::hessian:
      return "hessian";
    case ReportKind::data_dependent:
      return "data-dependent";
    case ReportKind::adaptive:
      return "adaptive";
  }
  return nullptr;
}

/// Which kinds release ĝ, Ĥ and λ̂.
[[nodiscard]] constexpr bool releases_gradient(ReportKind kind) {
  switch (kind) {
    case ReportKind::data_independent:
    case ReportKind::hessian:
      return false;
    case ReportKind::data_dependent:
    case ReportKind::adaptive:
      break;
  }
  return true;
}
/// True if Ĥ is released.
[[nodiscard]] constexpr bool releases_hessian(ReportKind kind) {
  return kind != ReportKind::data_independent;
}
/// True if λ̂ is released.
[[nodiscard]] constexpr bool releases_eigenvalue(ReportKind kind) {
  return kind == ReportKind::adaptive;
}

/// The kind of a model with such releases next to it.
template <class Model>
[[nodiscard]] constexpr ReportKind kind_of(const Model& model) {
  if (!model.hessian) {
    return ReportKind::data_independent;
  }
  if (!model.gradient) {
    return ReportKind::hessian;
  }
  return model.smallest_eigenvalue ? ReportKind::adaptive : ReportKind::data_dependent;
}

/// The levels of a model's releases, as accountants have them, θ of length `dimension`; 0 to leave
/// grids aside.
template <class Model>
[[nodiscard]] ReleaseNoise release_noise(const Model& model, Eigen::Index dimension) {
  ReleaseNoise noise;
  bool grid = false;
  const auto add = [&](std::optional<double>& level, const auto& release) {
    if (release) {
      level = release->sigma;
      grid = grid || release->grid > 0;
    }
  };
  add(noise.gradient, model.gradient);
  add(noise.hessian, model.hessian);
  add(noise.smallest_eigenvalue, model.smallest_eigenvalue);
  noise.dimension = grid ? static_cast<int>(dimension) : 0;
  return noise;
}

/// A model released by objective perturbation with Gaussian noise, and what was published next to
/// it.
///
/// A gradient comes only with a Hessian, the smallest eigenvalue only with both. `bound.hpp` checks
/// this.
struct PublishedModel {
  Loss loss;                                             ///< the loss function
  double lambda = 0;                                     ///< λ > 0, ridge term of J in sum form
  double sigma = 0;                                      ///< σ > 0, standard deviation of each coordinate of b
  Eigen::VectorXd theta;                                 ///< θ̂, length d ≥ 1
  double residual = 0;                                   ///< R ≥ 0, stated bound on ‖g + b‖ before θ was rounded
  std::optional<GradientRelease> gradient;               ///< ĝ
  std::optional<HessianRelease> hessian;                 ///< Ĥ
  std::optional<EigenvalueRelease> smallest_eigenvalue;  ///< λ̂
  OutputRounding rounding = {};                          ///< of θ̂; how it was rounded

  /// Returns what is released next to the model.
  [[nodiscard]] ReportKind kind() const { return kind_of(*this); }
  /// Returns d.
  [[nodiscard]] Eigen::Index dimension() const { return theta.size(); }
};

/// The same for any smooth convex loss (convex_loss.hpp), which the reader of the report has to
/// know: `convex_bound.hpp`.
struct PublishedConvexModel {
  double lambda = 0;                                     ///< λ > 0
  double sigma = 0;                                      ///< σ > 0
  Eigen::VectorXd theta;                                 ///< θ̂, length d ≥ 1
  double residual = 0;                                   ///< R ≥ 0, certified bound on ‖g + b‖ at θ̂
  std::optional<GradientRelease> gradient;               ///< ĝ
  std::optional<HessianRelease> hessian;                 ///< Ĥ
  std::optional<EigenvalueRelease> smallest_eigenvalue;  ///< λ̂

  /// Returns d.
  [[nodiscard]] Eigen::Index dimension() const { return theta.size(); }
};

/// A multinomial model (softmax.hpp), `softmax_bound.hpp`. θ is Θ class by class, d = Km, and so
/// are ĝ and Ĥ.
///
/// λ̂ is the smallest eigenvalue of H on contrasts of classes, (Q ⊗ I)H(Q ⊗ I)ᵀ: on what all
/// classes have in common H is λI, so that the smallest eigenvalue of the whole of H is λ and says
/// nothing.
struct PublishedSoftmaxModel {
  Eigen::Index classes = 0;      ///< K ≥ 2
  PublishedConvexModel parts;    ///< all but the classes
  OutputRounding rounding = {};  ///< of θ; how it was rounded

  [[nodiscard]] Eigen::Index features() const { return parts.theta.size() / classes; }  ///< m
};

/// A model released by objective perturbation with Laplace-type noise (laplace_noise.hpp): b of
/// density ∝ e^{−η‖b‖₂}.
struct PublishedLaplaceModel {
  Loss loss;                     ///< where `classes` is 0
  Eigen::Index classes = 0;      ///< K ≥ 2 of a softmax model, θ as in PublishedSoftmaxModel; 0: a generalised linear loss
  double lambda = 0;             ///< λ > 0
  double eta = 0;                ///< η > 0, rate of ‖b‖₂
  Eigen::VectorXd theta;         ///< θ̂, length d, or Km
  OutputRounding rounding = {};  ///< of θ̂; how it was rounded
};

/// A model released by Gaussian output perturbation (output_perturbation.hpp): θ̃ = θ̂ + N(0, σ²I).
struct PublishedOutputPerturbation {
  Loss loss;                     ///< the loss function
  double lambda = 0;             ///< λ > 0
  double sigma = 0;              ///< σ > 0, the level of the grid where there is one
  double grid = 0;               ///< θ̃ has whole multiples of it; 0 where none is stated
  Eigen::VectorXd theta;         ///< θ̃, length d
  OutputRounding rounding = {};  ///< of a model from elsewhere, without a grid; its rows_at_most plays no part
};

}  // namespace expost
