// How privacy losses are spread over the rows of a data set, and what they say about
// generalisation (mathematics.md, section 13; [W] Definition 7, Proposition 9). Secrets of the
// curator, like the losses themselves.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace expost {

/// Moments of losses ε ≥ 0, one a row. Infinite losses are allowed: they make mean, deviation and
/// maximum infinite.
struct LossMoments {
  double mean;                    ///< mean
  double deviation;               ///< standard deviation with n below the fraction: of these rows, not an estimate
  double maximum;                 ///< largest loss
  std::vector<double> quantiles;  ///< as many as were asked for
};

/// Quantile p: the smallest of the losses that at least a share p of the rows do not exceed; never
/// interpolated. p in (0, 1]. Throws ErrorType::argument for no losses, a loss below 0 or NaN, or p
/// out of range.
[[nodiscard]] LossMoments loss_moments(const Eigen::Ref<const Eigen::VectorXd>& losses, const std::vector<double>& levels);

/// E ε^k over the rows: [W]'s moment pDP of order k ≥ 1. Summed as it is written, without scaling.
[[nodiscard]] double loss_moment(const Eigen::Ref<const Eigen::VectorXd>& losses, int order);

/// How far leaving one row out can change, in the mean over the mechanism, a loss with values in
/// [0, bound] for a mechanism that is (ε, δ)-pDP in both directions: bound·(e^ε − 1 + 2δ)/(e^ε +
/// 1), at most bound; rounded up. Attained by two laws that are as far apart as (ε, δ) allows, so
/// it can't be better; below [W] Proposition 9's bound·(e^ε − 1 + δ) wherever that is below bound,
/// up to δ. bound > 0, ε ≥ 0, δ in [0, 1].
[[nodiscard]] double leave_one_out_gap(double epsilon, double delta, double bound);

/// The same averaged over the rows' ε at one δ: a bound on the leave-one-out generalisation gap;
/// rounded up.
[[nodiscard]] double generalisation_gap(const Eigen::Ref<const Eigen::VectorXd>& epsilons, double delta, double bound);

}  // namespace expost
