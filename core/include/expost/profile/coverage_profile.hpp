// Which rows a model gives away, by how likely it would have been without them: coverage and the
// privacy profile (mathematics.md, section 14; [C]).
//
// The mechanism is [C]'s: the minimiser of the mean loss (1/n)Σℓ + (Λ/2)‖f‖², plus noise b of
// density ∝ e^{−β‖b‖}, β = nΛε/(2G), the same β for a data set and its neighbours; ‖∇ℓ‖ ≤ G, which
// is 1 in [C]. Neighbours have one row less, and no loss |l| exceeds ε·n/(n−1). Everything here is
// a secret of the curator. Arguments out of range, or of lengths that don't fit:
// ErrorType::argument.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "expost/neighbours/neighbour_points.hpp"
#include "expost/noise/random.hpp"
#include "expost/profile/displacement_loss.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// β = nΛε/(2G); `lambda` = nΛ in the sum form.
[[nodiscard]] double profile_rate(double lambda, double epsilon, double lipschitz = 1);

/// G, at most which ‖∇ℓ‖₂ is for ‖x‖ ≤ 1 wherever a minimiser can be: that of the loss; for the
/// squared loss with |y| ≤ 1, which has none, 1 + Λ^{−1/2}, because a minimiser is no longer than
/// Λ^{−1/2}, J(0) being ½ at most. `mean_lambda` = Λ.
[[nodiscard]] double profile_lipschitz(const Loss& loss, double mean_lambda);

/// One model: b of density ∝ e^{−β‖b‖} in a uniform direction, added to A(x). d normal variables
/// and d more for the length (Gamma(d, β)).
[[nodiscard]] Eigen::VectorXd sample_model(const Eigen::VectorXd& base, double rate, RandomSource& source);

/// l_i = β(‖A(y_i) − M‖ − ‖A(x) − M‖), signed, row by row: the logarithm of how much less the
/// neighbours cover M than the base does, for a cutoff radius c → 0. Without loss of digits for
/// small displacements.
[[nodiscard]] Eigen::VectorXd coverage_losses(const NeighbourPoints& points, double rate, const Eigen::VectorXd& model);

/// Row indices in the order of |l|, smallest first; equal ones in the order of rows.
[[nodiscard]] std::vector<Eigen::Index> loss_ranking(const Eigen::VectorXd& losses);

/// |l| sorted: the privacy profile of one model point.
[[nodiscard]] Eigen::VectorXd privacy_profile(const Eigen::VectorXd& losses);

/// E|l_i| over M ~ A(x): Ψ_d(β‖A(y_i) − A(x)‖), exact. O(nd).
[[nodiscard]] Eigen::VectorXd typical_losses(const NeighbourPoints& points, double rate, const DisplacementTable& table);

/// Mean of the sorted |l| over M ~ A(x): [C]'s typical profile, with the standard error of each
/// entry.
struct TypicalProfile {
  Eigen::VectorXd mean;            ///< length n, smallest first
  Eigen::VectorXd standard_error;  ///< length n
};
/// The same, model by model.
class TypicalProfileMean {
 public:
  /// `rows` as many as the losses of a model.
  explicit TypicalProfileMean(Eigen::Index rows);
  /// Adds the losses of one model, n of them.
  void add(const Eigen::VectorXd& losses);
  /// Returns how many models were added.
  [[nodiscard]] int samples() const { return samples_; }
  /// samples ≥ 2.
  [[nodiscard]] TypicalProfile result() const;

 private:
  int samples_ = 0;
  Eigen::VectorXd mean_;
  Eigen::VectorXd squares_;
};
/// samples ≥ 2.
[[nodiscard]] TypicalProfile typical_profile(const NeighbourPoints& points, double rate, int samples, RandomSource& source);

/// ‖A(y_i) − A(x)‖ at its smallest and largest decide between which ε anything changes.
struct EpsilonRange {
  double low;   ///< below it no row gains: even the row moved furthest is on the lower plateau
  double high;  ///< above it every row is fully exposed
};
/// ε_low = 2G s_low/(nΛ max‖·‖), ε_high = 2G s_high/(nΛ min‖·‖); infinite where a row moves
/// nothing. None for d = 1, which has no transition. Here with G = 1.
[[nodiscard]] std::optional<EpsilonRange> epsilon_range(const NeighbourPoints& points, double lambda, double fraction = 0.05);
/// The same from the displacements' lengths, in d = `dimension` coordinates.
[[nodiscard]] std::optional<EpsilonRange> epsilon_range(const Eigen::VectorXd& lengths, int dimension, double lambda,
                                                        double lipschitz = 1, double fraction = 0.05);

/// Coverage of any mechanism by samples (one a row, m × d): how many lie within `radius` of M.
struct EmpiricalCoverage {
  double coverage;        ///< share of the samples
  double standard_error;  ///< of the share: √(c(1−c)/m); 0 samples inside or all say nothing about the error, it is 0 then
  Eigen::Index inside;    ///< samples inside
};
/// radius > 0, m ≥ 1.
[[nodiscard]] EmpiricalCoverage empirical_coverage(const Eigen::Ref<const Rows>& samples,
                                                   const Eigen::Ref<const Eigen::VectorXd>& model, double radius);

/// l = log(C(x, M)/C(y, M)) of two empirical coverages; infinite where only the base has samples
/// there, minus infinity where only the neighbour has; none where neither has.
[[nodiscard]] std::optional<double> empirical_loss(const EmpiricalCoverage& base, const EmpiricalCoverage& neighbour);

}  // namespace expost
