// Objective perturbation with Gaussian noise, of generalised linear losses and of softmax.
#include <optional>
#include <type_traits>
#include <utility>

#include "check/checked_model.hpp"
#include "documents/names.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

/// Everything but the loss.
template <class Published>
auto& parts_of(Published& model) {
  if constexpr (std::is_same_v<std::remove_const_t<Published>, PublishedSoftmaxModel>) {
    return model.parts;
  } else {
    return model;
  }
}

class LinearRule final : public RecordRule {
 public:
  LinearRule(const PreparedReport& report, const BoundOptions& options) : rule_(report, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override { return last_ = rule_.bound(x, y); }
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

class SoftmaxRule final : public RecordRule {
 public:
  SoftmaxRule(const PreparedSoftmaxReport& report, const BoundOptions& options) : rule_(report, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override { return last_ = rule_.bound(x, static_cast<Eigen::Index>(y)); }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override { return rule_.region_rule(std::move(region)); }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("determinant", ObjectWriter().put_ends("in", last_.determinant_in).put_ends("out", last_.determinant_out))
        .put("gradientNorm", last_.gradient_norm)
        .put_bounds("gradient", last_.gradient);
    return document;
  }

 private:
  SoftmaxBoundRule rule_;
  Bound last_;
};

template <class Prepared, class Rule>
class ObjectiveModel final : public CheckedModel {
 public:
  template <class Published>
  explicit ObjectiveModel(Published model) : report_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<Rule>(report_, options);
  }
  ObjectWriter mechanism() const override {
    const auto& parts = parts_of(report_.model());
    return mechanism_writer(report::MechanismKind::objective_gaussian, parts.sigma, parts.lambda);
  }
  ObjectWriter release() const override { return release_scales(parts_of(report_.model())); }
  ReportKind kind() const override { return kind_of(parts_of(report_.model())); }
  report::ReportModel published() const override {
    auto model = report_.model();
    auto& parts = parts_of(model);
    parts.gradient.reset();
    parts.hessian.reset();
    parts.smallest_eigenvalue.reset();
    return model;
  }
  bool full_digits() const override { return !(report_.model().rounding.step > 0); }
  std::optional<LargestReleaseCost> release_cost(const BoundOptions& options) const override {
    return largest_release_cost(report_.model(), options);
  }
  const PreparedReport* linear() const override {
    if constexpr (std::is_same_v<Prepared, PreparedReport>) {
      return &report_;
    } else {
      return nullptr;
    }
  }

 private:
  Prepared report_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedModel model) {
  return std::make_unique<ObjectiveModel<PreparedReport, LinearRule>>(std::move(model));
}

std::unique_ptr<CheckedModel> checked_model(PublishedSoftmaxModel model) {
  return std::make_unique<ObjectiveModel<PreparedSoftmaxReport, SoftmaxRule>>(std::move(model));
}

}  // namespace expost::operations
