// A published model as a check needs it, whatever its mechanism: one class for each in
// objective_model.cpp and its neighbours.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "documents/object_writer.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/bounds/largest_release_cost.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/report/report.hpp"
#include "expost/series/series_bound.hpp"

namespace expost::operations {

/// Bounds for one report and one choice of options.
class RecordRule {
 public:
  RecordRule() = default;
  RecordRule(const RecordRule&) = delete;
  RecordRule& operator=(const RecordRule&) = delete;
  virtual ~RecordRule() = default;

  /// A coded record (report::CodedRecord). Of Bound, leverage, gradient and derivatives are set
  /// where the mechanism has them.
  [[nodiscard]] virtual Bound bound(const Eigen::VectorXd& x, double y) = 0;
  /// Bounds of every record of a region at once; keeps references to this and the model. Throws
  /// ErrorType::argument where the options have no such bound.
  [[nodiscard]] virtual std::unique_ptr<RegionRule> region_rule(RecordRegion region) const = 0;
  /// A coded record's part in a bound over several publications, where it isn't that of its bound;
  /// it may refer to the model.
  [[nodiscard]] virtual SeriesPart series_part(const Eigen::VectorXd& /*x*/, double /*y*/) { return {}; }
  /// The parts of the last bound: `terms` of the bound document, which differ by mechanism.
  [[nodiscard]] virtual ObjectWriter terms() const = 0;
};

class CheckedModel {
 public:
  CheckedModel() = default;
  CheckedModel(const CheckedModel&) = delete;
  CheckedModel& operator=(const CheckedModel&) = delete;
  virtual ~CheckedModel() = default;

  /// Keeps a reference to the model. Throws ErrorType::argument for options out of range or that
  /// the mechanism has no bound for.
  [[nodiscard]] virtual std::unique_ptr<RecordRule> rule(const BoundOptions& options) const = 0;
  /// `mechanism` of the summary.
  [[nodiscard]] virtual ObjectWriter mechanism() const = 0;
  /// `release` of the summary: the noise levels of what was released next to θ.
  [[nodiscard]] virtual ObjectWriter release() const { return {}; }
  [[nodiscard]] virtual ReportKind kind() const { return ReportKind::data_independent; }
  /// θ and the mechanism's constants, without what was released next to θ: exact losses are
  /// computed at these.
  [[nodiscard]] virtual report::ReportModel published() const = 0;
  /// Whether θ has all digits of a double, neither rounded at random nor on a grid: attacks on low
  /// digits are in no bound.
  [[nodiscard]] virtual bool full_digits() const = 0;
  /// Bounds what publishing the releases costs anybody; nothing where there are none.
  [[nodiscard]] virtual std::optional<LargestReleaseCost> release_cost(const BoundOptions&) const { return {}; }
  /// The report of a generalised linear model with Gaussian noise; null for the other mechanisms.
  [[nodiscard]] virtual const PreparedReport* linear() const { return nullptr; }
};

/// Decomposes what is published by any mechanism, once. Throws ErrorType::report.
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model_of_any(report::ReportModel model);

// Shared by the mechanisms.

/// For the mechanisms without releases: refuses the papers' bound, which is one for Gaussian
/// objective perturbation, and a failure probability that is none.
void require_sharp_options(const BoundOptions& options);
/// A bound of which the model is all that was published: the total is the model's.
[[nodiscard]] Bound whole_bound(Interval in, Interval out, Interval epsilon, double failure_probability);

/// `release` of anything with gradient, hessian and smallest_eigenvalue.
template <class Model>
[[nodiscard]] ObjectWriter release_scales(const Model& model) {
  ObjectWriter release;
  const auto put = [&release](const char* key, const auto& part) {
    if (part) {
      release.put(key, ObjectWriter().put("sigma", part->sigma));
    }
  };
  put("gradient", model.gradient);
  put("hessian", model.hessian);
  put("smallestEigenvalue", model.smallest_eigenvalue);
  return release;
}

}  // namespace expost::operations
