// AdaOPS: ridge regression by one posterior sample, its λ and γ chosen from the data, privately
// (mathematics.md, section 13; [W] and its author's code).
//
// Three steps share ε and δ: a noisy smallest eigenvalue λ̃, from it λ; a noisy logarithm Δ of how
// large residuals get, from it γ; and one draw θ ~ N(θ̂, (γ(XᵀX + λI))⁻¹).
//
// The promise. The published argument gives each of the first two steps (ε/4, δ/3) by a tail
// bound of the Gaussian mechanism with √(log(6/δ)) where √(2 log(·)) is needed: short by √2.
// Exactly (`ada_ops_step_deltas`), at δ = 1e-6 such a step has at its ε/4 a δ of 6.4e-7 for ε = 1
// and 3.7e-6 for ε = 4, not 3.3e-7; and λ̃ exceeds λ_min with probability Φ(−√log(6/δ)) = 4e-5,
// not δ/6. The published constants are therefore not a proof of (ε, δ). Taken together, the three
// steps have room to spare: `ada_ops_joint_delta` accounts for them jointly, for one data set and
// one person, and in every case that was tried δ(ε) was below 1 % of δ. A search is no proof
// either: say "by joint numerical accounting".
#pragma once

#include <Eigen/Core>

#include "expost/bounds/scope.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/random.hpp"
#include "expost/output/output_grid.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// The budget and the bounds on the data that it rests on.
struct AdaOpsBudget {
  double epsilon;      ///< > 0
  double delta;        ///< in (0, 1)
  double bound_x = 1;  ///< B_x ≥ ‖x‖₂
  double bound_y = 1;  ///< B_y ≥ |y|
};

/// The sums of the data that ridge regression needs.
struct NormalEquations {
  Eigen::MatrixXd xtx;  ///< XᵀX, d × d
  Eigen::VectorXd xty;  ///< Xᵀy
};

/// Everything that is published, and θ̂, which is not.
struct AdaOpsRelease {
  Eigen::VectorXd theta;         ///< the sample
  double lambda;                 ///< λ ≥ 0
  double smallest_eigenvalue;    ///< λ̃ ≥ 0; at most λ_min(XᵀX) with probability Φ(√log(6/δ)), not 1 − δ/6
  double log_residual;           ///< Δ
  double lipschitz;              ///< L = B_x e^Δ
  double gamma;                  ///< γ
  Eigen::VectorXd theta_hat;     ///< θ̂ = (XᵀX + λI)⁻¹Xᵀy: a secret
  OutputRounding rounding = {};  ///< of θ; where there is one, λ̃ before it was cut at 0 and Δ are on grids
};

/// The public part of a release: all but the secret.
struct PublishedAdaOps {
  AdaOpsBudget budget;           ///< as planned
  Eigen::VectorXd theta;         ///< the sample, length d
  double lambda;                 ///< λ ≥ 0
  double gamma;                  ///< γ > 0
  double smallest_eigenvalue;    ///< λ̃
  double log_residual;           ///< Δ
  OutputRounding rounding = {};  ///< of θ
};

/// Standard deviations of the noise in λ̃ and Δ, from which λ and γ are chosen.
struct AdaOpsSettingsNoise {
  double smallest_eigenvalue;  ///< of λ̃
  double log_residual;         ///< of Δ
};
/// Throws ErrorType::argument for a budget out of range.
[[nodiscard]] AdaOpsSettingsNoise ada_ops_settings_noise(const PublishedAdaOps& model);

/// The two standard normal variables of the selection and the d of the sample.
struct AdaOpsNoise {
  double eigenvalue;       ///< for λ̃
  double residual;         ///< for Δ
  Eigen::VectorXd sample;  ///< for θ, length d
};

/// One word a variable, in the order of AdaOpsNoise. Real noise, not on a grid: for studies of the
/// mechanism, not for publishing.
[[nodiscard]] AdaOpsNoise ada_ops_noise(Eigen::Index dimension, RandomSource& source);

/// The mechanism in doubles, for given noise: what ada_ops_exactly publishes up to its grids.
/// Throws ErrorType::argument for a budget or shapes out of range, ErrorType::numerics where XᵀX +
/// λI can't be factorised.
[[nodiscard]] AdaOpsRelease ada_ops(const NormalEquations& data, const AdaOpsBudget& budget, const AdaOpsNoise& noise);

/// The mechanism as it is published (docs/noise.md, "AdaOPS"): λ_min and Δ are computed to less
/// than half a step and released as integers with discrete noise, λ and γ are made of what is
/// released alone, and θ is drawn exactly and rounded at random. λ is at least 2^-30·B_x² and γ at
/// most 2^40; where γ is below 2^-40, θ is 0. Never refuses data: rows may be none. Throws
/// ErrorType::study, code "out-of-range", where the budget could lead to a λ above 2^40.
[[nodiscard]] AdaOpsRelease ada_ops_exactly(const CodedData& data, const AdaOpsBudget& budget, RandomSource& source);
/// Throws as ada_ops_exactly does, before data are read; `dimension` of θ.
void require_exact_budget(const AdaOpsBudget& budget, Eigen::Index dimension);

/// λ and γ of a release, from what was released before them.
struct AdaOpsChoice {
  double lambda;  ///< λ ≥ 0
  double gamma;   ///< γ > 0
};
/// Returns them from λ̃ and Δ, as ada_ops_exactly does.
[[nodiscard]] AdaOpsChoice ada_ops_choice(const AdaOpsBudget& budget, Eigen::Index dimension, double smallest_eigenvalue,
                                          double log_residual);

/// The grids of λ̃ and, for h = λ + λ̃, of Δ.
[[nodiscard]] Grid ada_ops_eigenvalue_grid(const AdaOpsBudget& budget);
/// The second of these, for Δ.
[[nodiscard]] Grid ada_ops_residual_grid(const AdaOpsBudget& budget, double ridge);

/// λ: the minimiser of C₁B_x⁴(1 + B_x²/(t+λ̃))^{2C₂}/(t+λ̃) + t over t ≥ max(0, 2B_x²(1 +
/// log(6/δ))/ε − λ̃). The objective is convex: its derivative has one root.
[[nodiscard]] double ada_ops_lambda(const AdaOpsBudget& budget, Eigen::Index dimension, double smallest_eigenvalue);

/// γ > 0 from λ + λ̃ and L: the root of γL²/(2(h+B_x²)) + √γ L√(log(6/δ)/h) + B_x²(1 +
/// log(6/δ))/(2h) = ε/2, h = λ + λ̃.
[[nodiscard]] double ada_ops_gamma(const AdaOpsBudget& budget, double ridge, double lipschitz);

/// e ≥ 0 with λ_min(XᵀX) ≥ e except for a probability of `tail` over the noise of the first step:
/// λ̃ without what was subtracted from it, less that noise's quantile. 0 where λ̃ = 0.
[[nodiscard]] double ada_ops_data_eigenvalue(const AdaOpsBudget& budget, double smallest_eigenvalue, double tail);

/// L of everything published, λ̃ and Δ and θ, for one person: log p_D − log p_{D∓z} of the
/// release. Exact, also where λ̃ was cut at 0. The person's ‖x‖₂ ≤ B_x. Membership::in or out. A
/// secret of the curator.
[[nodiscard]] double ada_ops_loss(const NormalEquations& data, const AdaOpsBudget& budget, const AdaOpsRelease& release,
                                  const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member);

/// Bounds on that L, of a member and of others, from what is published (θ̂ is not looked at) and
/// the record alone: with probability 1 − ρ over all noise. 0.8ρ goes to the sample
/// (posterior_sample_bound, with the lower bound on λ_min that λ̃ gives), 0.1ρ to each of the
/// first two steps' noise: their losses are w²/2 − wN with |w| ≤ ‖x‖²/σ₁, and |w| ≤ log(1 +
/// B_x‖x‖/h)/(s√log(6/δ)), h ≤ λ + λ_min without this person; where λ̃ was cut at 0, log Φ(a) −
/// log Φ(a − w) with a ≥ −z. Infinite ends where λ + e doesn't exceed what the person herself may
/// add. ‖x‖₂ ≤ min(1, B_x), |y| ≤ B_y (ErrorType::record).
struct AdaOpsBound {
  Interval in;                  ///< L of a member
  Interval out;                 ///< L of anyone else
  Interval epsilon;             ///< on |L|, for the membership asked for
  PosteriorSampleBound sample;  ///< the sample's own part
  double data_eigenvalue;       ///< e
  double failure_probability;   ///< ρ
};
/// Returns the bounds. ρ in (0, 1).
[[nodiscard]] AdaOpsBound ada_ops_bound(const PublishedAdaOps& published, const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                        Membership member, double failure_probability, const Uniformity& uniformity = {});
/// The same from a release; its secret is not looked at.
[[nodiscard]] AdaOpsBound ada_ops_bound(const AdaOpsBudget& budget, const AdaOpsRelease& release,
                                        const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                                        double failure_probability, const Uniformity& uniformity = {});
/// Returns a rule for every record of a region at once, for bound_over_region; keeps a reference to
/// the publication.
[[nodiscard]] std::unique_ptr<RegionRule> ada_ops_region_rule(const PublishedAdaOps& published, RecordRegion region,
                                                              double failure_probability, const Uniformity& uniformity = {});

/// δ of the first two steps at the ε/4 that each is given, by the exact profile of the Gaussian
/// mechanism, as long as λ̃ ≤ λ_min; the published argument has δ/3 each.
struct AdaOpsStepDeltas {
  double eigenvalue;  ///< of λ̃
  double residual;    ///< of Δ
};
/// Returns them; ErrorType::argument for a budget out of range.
[[nodiscard]] AdaOpsStepDeltas ada_ops_step_deltas(const AdaOpsBudget& budget);

/// δ(ε) of the three steps together for one data set and one person, the worse direction: the
/// expectation, over the noise of the first two, of the posterior sample's δ at what they leave of
/// ε. Exact except for quadrature (about 1e-2 relative) and for a λ̃ cut at 0, which is accounted
/// for as if it weren't (upwards). Membership::in: the person is in `data`; out: she is not. Any ε
/// ≥
/// 0. A secret of the curator.
[[nodiscard]] double ada_ops_joint_delta(const NormalEquations& data, const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                         Membership member, const AdaOpsBudget& budget, double epsilon);

}  // namespace expost
