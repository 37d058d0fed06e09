// A person's bounds for a multinomial model (mathematics.md, section 11;
// docs/derivations/softmax.md).
//
// Only contrasts of classes carry data, so a bound is made in (K − 1)m dimensions, not Km: with K
// = 2 it is the bound of logistic regression.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/bounds/convex_bound.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// A multinomial report, brought to contrasts and decomposed once.
class PreparedSoftmaxReport {
 public:
  /// Throws ErrorType::report as PreparedReport does, and where θ̂ is not K rows long.
  explicit PreparedSoftmaxReport(PublishedSoftmaxModel model);

  /// The model as it was given, without the values of ĝ and Ĥ.
  [[nodiscard]] const PublishedSoftmaxModel& model() const { return model_; }
  /// The report in the coordinates (Q ⊗ I)θ, Q = class_contrasts(K).
  [[nodiscard]] const PreparedConvexReport& contrasts() const { return contrasts_; }

 private:
  friend class SoftmaxBoundRule;

  PublishedSoftmaxModel model_;
  OutputCell cell_;
  double gradient_error_ = 0;  ///< of ĝ in contrasts, by their computation
  PreparedConvexReport contrasts_;
};

/// Bounds for one report and one choice of options. Uniformity as in BoundOptions: one record,
/// `count` records, or every x at once.
class SoftmaxBoundRule {
 public:
  /// Keeps a reference to `report`. Throws ErrorType::argument for options out of range and
  /// Method::redberg2021.
  SoftmaxBoundRule(const PreparedSoftmaxReport& report, BoundOptions options, GradientEvent event = GradientEvent::narrower);

  /// x of length m with ‖x‖₂ ≤ 1, label from 0 to K − 1. Throws ErrorType::record otherwise.
  [[nodiscard]] Bound bound(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label) const;

  /// Returns a rule for every record of a region at once, for bound_over_region; keeps a reference
  /// to this.
  [[nodiscard]] std::unique_ptr<RegionRule> region_rule(RecordRegion region) const;

  /// The options as they were given.
  [[nodiscard]] const BoundOptions& options() const;
  [[nodiscard]] GradientEvent event() const;  ///< never `narrower`

 private:
  class Implementation;
  class Region;
  std::shared_ptr<const Implementation> implementation_;
};

}  // namespace expost
