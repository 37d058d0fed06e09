// A person's bounds from a published path and her record alone (docs/noisy-gradient-descent.md,
// sections 4, 7 and 10).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/descent/path_part.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Bounds on the signed loss L of everything that is published, in nats, rounded outwards.
struct DescentBound {
  Interval in;                 ///< of a member
  Interval out;                ///< of anyone else
  Interval epsilon;            ///< on |L|, for the membership asked for; from 0
  double energy;               ///< V ≥ Σ s_t², of shuffled epochs over the largest of each
  double energy_cap;           ///< what V could have been at most
  double largest_step;         ///< max s_t
  double failure_probability;  ///< ρ
};

/// Why there is no bound for every record at once.
enum class EverybodyGap {
  none,      ///< there is one
  sampling,  ///< q < 1, or shuffled epochs
  path,      ///< not every noisy sum can be told from what is published
  network,   ///< no net over records is known to be small
};

/// A report's model, prepared once. Bounds keep what persons have in common (tables, quantiles) for
/// the next one: not for two threads at a time.
class PreparedDescent {
 public:
  /// Errors: ErrorType::report for a model that isn't as PublishedDescent has it.
  explicit PreparedDescent(PublishedDescent model);
  ~PreparedDescent();
  PreparedDescent(const PreparedDescent&) = delete;
  PreparedDescent& operator=(const PreparedDescent&) = delete;

  /// The model as it was given.
  [[nodiscard]] const PublishedDescent& model() const { return model_; }
  /// Returns why `Uniformity::Kind::all` is refused, if it is.
  [[nodiscard]] EverybodyGap everybody_gap() const { return gap_; }

  /// x of length D, or D/K for softmax; y a label that the loss takes, or a class. It holds with
  /// probability 1 − ρ for a record chosen before the training, for m of them, or for every record
  /// at once. A loss that the noise's grid adds is in it. O(TD), and more for the first person.
  /// Errors: ErrorType::record (x, y), ErrorType::argument (ρ; "unsupported" at /options/uniform
  /// where there is no bound for everybody).
  [[nodiscard]] DescentBound bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                                   double failure_probability, const Uniformity& uniformity) const;
  /// Returns this record's part in a bound over several publications (`series_bound`); refers to
  /// this, until the next bound or part. Errors: ErrorType::record as above.
  [[nodiscard]] PathPart part(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;
  /// Returns a rule for every record of a region at once, for bound_over_region; keeps a reference
  /// to this. Errors: ErrorType::argument as above.
  [[nodiscard]] std::unique_ptr<RegionRule> region_rule(RecordRegion region, double failure_probability,
                                                        const Uniformity& uniformity) const;

 private:
  struct Shared;
  class Region;
  /// Numbers of one record, or of many: norms that none of theirs are above.
  struct Summed;
  [[nodiscard]] Summed summed(GradientNorms norms) const;
  [[nodiscard]] Summed summed_of(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;
  /// The two ends of everybody's interval at this energy.
  [[nodiscard]] Interval everybody(double energy, double failure_probability) const;

  PublishedDescent model_;
  IterateLengths lengths_;
  EverybodyGap gap_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace expost
