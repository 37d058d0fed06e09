// Gaussian output perturbation: θ̃ ~ N(θ̂, A⁻¹/γ), θ̂ the minimiser of J without perturbation
// (mathematics.md, section 13; [W] eq. 2 to 4, [L]).
//
// A is a public constant of the mechanism. A metric that is computed from the data (A = H) would
// make the covariance itself speak of them: then the shift is still leverage × leave-one-out
// residual, but no privacy loss. `posterior_sample.hpp` is the mechanism with that covariance.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>
#include <optional>

#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/losses/loss.hpp"
#include "expost/noise/random.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// The published numbers, except θ̃ itself, that the bounds depend on.
struct OutputPerturbationStudy {
  Loss loss;      ///< the loss function
  double lambda;  ///< λ > 0 of J, sum form
};

/// Bounds on L from the publication and a record alone.
struct OutputPerturbationBound {
  Interval loss;               ///< L, of a member and of others alike
  Interval epsilon;            ///< on |L|
  double shift;                ///< m̄ ≥ m_z: how far, at most, one person moves θ̂ in standard deviations
  double largest_derivative;   ///< f̄ ≥ |f'(xᵀθ̂)|, from θ̃ and G
  double failure_probability;  ///< ρ
};

/// Output perturbation: θ̃ = θ̂ + noise of covariance (γA)⁻¹ (mathematics.md, section 13).
class OutputPerturbation {
 public:
  /// A (d × d, symmetric, positive definite: ErrorType::numerics otherwise) and γ > 0, real noise:
  /// for exact figures, nothing is drawn from it.
  OutputPerturbation(Eigen::MatrixXd metric, double gamma);

  /// The mechanism that is published: noise of at least σ = 1/√γ in the coordinates Rθ, RᵀR = A,
  /// on the grid for σ (discrete_gaussian.hpp). γ is then that of the grid's level, never above
  /// 1/σ².
  [[nodiscard]] static OutputPerturbation on_grid(Eigen::MatrixXd metric, double sigma);

  /// Returns γ.
  [[nodiscard]] double gamma() const { return gamma_; }
  [[nodiscard]] double grid() const { return grid_; }  ///< step in the coordinates Rθ; 0: real noise
  /// Returns A, d × d.
  [[nodiscard]] const Eigen::MatrixXd& metric() const { return metric_; }
  /// Returns d.
  [[nodiscard]] Eigen::Index dimension() const { return metric_.rows(); }

  /// θ̃ = R⁻¹u, u the grid's noisy version of Rθ̂. What is random about θ̃ is u, multiples of a
  /// step whatever the data are; R is public. Refused (ErrorType::argument) without a grid. What is
  /// too large next to its noise is clamped (Grid::noisy).
  [[nodiscard]] Eigen::VectorXd release(const Eigen::VectorXd& theta_hat, RandomSource& source) const;

  /// m_z = √γ‖θ̂_{∓z} − θ̂‖_A. δ_N(ε; m_z) is the pDP curve of this person, and
  /// gaussian_epsilon(δ, m_z) its ε: exact, both directions, on the reals. For the grid add
  /// `grid_shift` of √d to it.
  [[nodiscard]] double shift(const Eigen::Ref<const Eigen::VectorXd>& displacement) const;

  /// L = log p_D(θ̃) − log p_{D∓z}(θ̃) = γ(ΔᵀAΔ/2 − ΔᵀA(θ̃ − θ̂)), Δ = θ̂_{∓z} − θ̂.
  [[nodiscard]] double exact_loss(const Eigen::Ref<const Eigen::VectorXd>& displacement,
                                  const Eigen::Ref<const Eigen::VectorXd>& noise) const;

  /// m̄ = √(γ‖A‖)·‖x‖G/λ: no person of this length moves θ̂ further. Infinite for the squared loss.
  [[nodiscard]] double largest_shift(const OutputPerturbationStudy& study, double x_norm) const;

  /// Bounds that anyone can compute, with probability 1 − ρ over the noise. Two normal variables
  /// are held: xᵀ(θ̃ − θ̂), so that |f'(xᵀθ̂)| ≤ f̄ **[new]**, and the noise along Δ. J changed by
  /// one person is λ-strongly convex with the gradient ∓f'x at θ̂, so that ‖Δ‖₂ ≤ f̄‖x‖/λ, f̄ ≤ G:
  /// finite for the squared loss too. Then L = m²/2 − mN, |N| ≤ z, for an m of [0, m̄]. ρ is
  /// halved between the two, except for Uniformity::all, whose one event ‖Z‖ ≤ χ_d holds both.
  [[nodiscard]] OutputPerturbationBound bound(const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                                              const Eigen::Ref<const Eigen::VectorXd>& x, double y, double failure_probability,
                                              const Uniformity& uniformity = {}) const;

  /// The same without a look at θ̃: m̄ = largest_shift for certain, all of ρ to N. What can be
  /// promised before the release.
  [[nodiscard]] OutputPerturbationBound prior_bound(const OutputPerturbationStudy& study, double x_norm,
                                                    double failure_probability, const Uniformity& uniformity = {}) const;

  /// δ and ε of the release for every data set and person of length up to x_norm: [L]'s
  /// sensitivity G/λ by the analytic Gaussian mechanism, what the grid adds included. δ = 1 and ε
  /// = ∞ for the squared loss.
  [[nodiscard]] double delta(const OutputPerturbationStudy& study, double epsilon, double x_norm = 1) const;
  /// Returns the least ε ≥ 0 at δ in (0, 1); as above.
  [[nodiscard]] double epsilon(const OutputPerturbationStudy& study, double delta, double x_norm = 1) const;

 private:
  OutputPerturbation(Eigen::MatrixXd metric, double gamma, double grid);
  Eigen::MatrixXd metric_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  double gamma_;
  double grid_ = 0;
  double norm_;  ///< ‖A‖, rounded up
};

/// The bounds where A = I, as reports have it: no matrix is stored or factorised.
class IsotropicPerturbation {
 public:
  /// Noise of σ in each of `dimension` coordinates: on a grid with this step, or where it is 0 real
  /// noise; what was published was then rounded at random to multiples of `rounding`, 0 where it
  /// wasn't. ErrorType::argument for a σ, a step or a dimension out of range.
  IsotropicPerturbation(Eigen::Index dimension, double sigma, double grid, double rounding = 0);

  /// As OutputPerturbation::bound, ends rounded outwards.
  [[nodiscard]] OutputPerturbationBound bound(const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                                              const Eigen::Ref<const Eigen::VectorXd>& x, double y, double failure_probability,
                                              const Uniformity& uniformity = {}) const;
  /// Returns a rule for every record of a region at once, for bound_over_region; keeps references
  /// to this and to `published`.
  [[nodiscard]] std::unique_ptr<RegionRule> region_rule(const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                                                        RecordRegion region, double failure_probability,
                                                        const Uniformity& uniformity = {}) const;

 private:
  class Region;

  Eigen::Index dimension_;
  double gamma_;
  double grid_ = 0;
  double rounding_;
};

/// [W] Lemma 4: ε = m√(2 log(1.25/δ)), for comparison. Absent where it gives ε > 1: it is proved
/// for ε ≤ 1 only.
[[nodiscard]] std::optional<double> shift_epsilon_lemma4(double shift, double delta);

/// Smallest σ for which OutputPerturbation::on_grid(A, σ) is (ε, δ)-DP, ‖A‖ = `metric_norm`, d =
/// `dimension`. Infinite where there is none (squared loss). ε > 0, δ in (0, 1).
[[nodiscard]] double output_perturbation_sigma(const OutputPerturbationStudy& study, Eigen::Index dimension, double metric_norm,
                                               double epsilon, double delta);

}  // namespace expost
