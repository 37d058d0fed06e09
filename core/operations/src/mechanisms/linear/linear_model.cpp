// Objective perturbation with Gaussian noise, generalised linear losses: the main job.
#include <optional>
#include <utility>

#include "check/checked_model.hpp"
#include "documents/names.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class LinearRule final : public RecordRule {
 public:
  LinearRule(const PreparedReport& report, const BoundOptions& options) : rule_(report, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override { return last_ = rule_.bound(x, y); }
  SeriesPart series_part(const Eigen::VectorXd& x, double y) override {
    const std::optional<LinearPart> part = rule_.bound(x, y).part;
    return part ? SeriesPart(*part) : SeriesPart();
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override { return rule_.region_rule(std::move(region)); }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put_bounds("leverage", last_.leverage)
        .put("gradientNorm", last_.gradient_norm)
        .put_bounds("gradient", last_.gradient)
        .put("firstDerivative", last_.first_derivative)
        .put("secondDerivative", last_.second_derivative);
    return document;
  }

 private:
  BoundRule rule_;
  Bound last_;
};

class LinearModel final : public CheckedModel {
 public:
  explicit LinearModel(PublishedModel model) : report_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<LinearRule>(report_, options);
  }
  ObjectWriter mechanism() const override {
    return mechanism_writer(report::MechanismKind::objective_gaussian, report_.model().sigma, report_.model().lambda);
  }
  ObjectWriter release() const override { return release_scales(report_.model()); }
  ReportKind kind() const override { return report_.model().kind(); }
  report::ReportModel published() const override {
    const PublishedModel& model = report_.model();
    return PublishedModel{model.loss, model.lambda, model.sigma, model.theta, model.residual, {}, {}, {}};
  }
  bool full_digits() const override { return !(report_.model().rounding.step > 0); }
  std::optional<LargestReleaseCost> release_cost(const BoundOptions& options) const override {
    return largest_release_cost(report_.model(), options);
  }
  const PreparedReport* linear() const override { return &report_; }

 private:
  PreparedReport report_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedModel model) {
  return std::make_unique<LinearModel>(std::move(model));
}

}  // namespace expost::operations
