// One posterior sample (OPS): ridge regression published as one draw θ ~ N(θ̂, (γH)⁻¹), H = XᵀX +
// λI (mathematics.md, section 13; [W]).
//
// With r = y − xᵀθ̂, r_θ = y − xᵀθ and μ = xᵀH⁻¹x the two densities differ by
//
//     z ∈ D, compared with D − z:   L = −½log(1−μ) − (γ/2)r_θ² + (γ/2)r²/(1−μ)
//     z ∉ D, compared with D + z:   L = −½log(1+μ) + (γ/2)r_θ² − (γ/2)r²/(1+μ)
//
// because ‖θ − θ̂‖²_H = 2(J(θ) − J(θ̂)), and the minimum of J moves by ½r²/(1∓μ). L depends on θ
// through r_θ alone, which is normal under every data set: N(r, μ/γ) under D, N(r/(1∓μ),
// μ/((1∓μ)γ)) under D ∓ z. So everything is an integral over one variable.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>

#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/noise/random.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/output/output_grid.hpp"

namespace expost {

/// The numbers of the data that the loss of one person depends on. A secret of the curator.
struct PosteriorPerson {
  double leverage;  ///< μ = xᵀH⁻¹x ≥ 0; below 1 for a member
  double residual;  ///< r = y − xᵀθ̂
};

/// The curator's side: the posterior of one data set.
class RidgePosterior {
 public:
  /// H (d × d, positive definite: ErrorType::numerics otherwise), θ̂ = H⁻¹Xᵀy, γ > 0.
  RidgePosterior(const Eigen::MatrixXd& hessian, Eigen::VectorXd theta_hat, double gamma);

  /// θ = θ̂ + R⁻¹Z/√γ with RᵀR = H, R upper triangular: one word of the source a coordinate. In
  /// doubles, for simulations and AdaOPS; what is published of one with stated λ and γ comes from
  /// sample_exactly (exact_sample.hpp).
  [[nodiscard]] Eigen::VectorXd sample(RandomSource& source) const;
  /// The same for given Z.
  [[nodiscard]] Eigen::VectorXd sample(const Eigen::VectorXd& z) const;

  /// Returns a person's numbers; x of length d.
  [[nodiscard]] PosteriorPerson person(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;
  /// Returns γ.
  [[nodiscard]] double gamma() const { return gamma_; }
  /// Returns θ̂, the mean of the posterior.
  [[nodiscard]] const Eigen::VectorXd& mean() const { return mean_; }

 private:
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd mean_;
  double gamma_;
};

/// L at the published θ; `published_residual` = r_θ. Membership::in or out. Infinite where μ
/// rounds to 1 for a member.
[[nodiscard]] double posterior_sample_loss(Membership member, const PosteriorPerson& person, double gamma,
                                           double published_residual);

/// Between which two data sets: the one that was used against its neighbour, or the reverse.
enum class Direction { forward, reverse };

/// log δ(ε), δ(ε) = sup over sets S of P(S) − e^ε Q(S), for any real ε: P the sample's law under
/// D, Q under its neighbour (forward), or the reverse. −infinity where δ is 0. As an integral of
/// positive terms: about 1e-12 relative, however small δ is.
[[nodiscard]] double log_posterior_sample_delta(Membership member, Direction direction, const PosteriorPerson& person,
                                                double gamma, double epsilon);

/// pDP of this person: δ(ε) of the worse direction; ε ≥ 0.
[[nodiscard]] double posterior_sample_delta(Membership member, const PosteriorPerson& person, double gamma, double epsilon);

/// Smallest ε ≥ 0 with posterior_sample_delta ≤ delta, on the safe side. delta in (0, 1).
[[nodiscard]] double posterior_sample_epsilon(Membership member, const PosteriorPerson& person, double gamma, double delta);

/// A posterior sample as it is published.
struct PublishedPosteriorSample {
  Eigen::VectorXd theta;  ///< θ
  double lambda;          ///< λ ≥ 0, the ridge
  double gamma;           ///< γ > 0
  /// e ≥ 0 with λ_min(XᵀX) ≥ e, where that is known (ada_ops.hpp); λ + e > 0.
  double data_eigenvalue = 0;
  OutputRounding rounding = {};  ///< of θ; how it was rounded
};

/// Bounds on L from the publication and a record alone.
struct PosteriorSampleBound {
  Interval in;                 ///< L of a member
  Interval out;                ///< L of a non-member
  Interval epsilon;            ///< on |L|, for the membership asked for
  double published_residual;   ///< r_θ
  double failure_probability;  ///< ρ
};

/// Both intervals hold at once with probability 1 − ρ over the draw of θ: r = r_θ + s with |s| ≤
/// z√(μ/γ), and the ends are the extremes over every leverage that there can be: μ ≤ ‖x‖²/(λ+e),
/// and for a member, whose own xxᵀ is in H, μ ≤ A/(1+A), A = ‖x‖²/λ, too. The extremes lie at the
/// ends or where a derivative vanishes.
///
/// Every end is rounded outwards: none is on the wrong side of real arithmetic. Where θ was
/// rounded, the ends hold for every θ of its cell: they are 3γh(1 + A)(|r_θ| + z√(A/γ) + 3h) + 2⁻³⁹
/// farther out, h = Σ|x_j|h_j (docs/noise.md, "What it costs").
///
/// ‖x‖₂ ≤ 1 (ErrorType::record otherwise); y any finite number. ErrorType::report for a publication
/// that is none.
[[nodiscard]] PosteriorSampleBound posterior_sample_bound(const PublishedPosteriorSample& published,
                                                          const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                                          Membership member, double failure_probability,
                                                          const Uniformity& uniformity = {});
/// Returns a rule for every record of a region at once, for bound_over_region. Errors:
/// ErrorType::report for a publication that is none.
[[nodiscard]] std::unique_ptr<RegionRule> posterior_sample_region_rule(const PublishedPosteriorSample& published,
                                                                       RecordRegion region, double failure_probability,
                                                                       const Uniformity& uniformity = {});

}  // namespace expost
