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

template <class Prepared, class Rule>
class ObjectiveRule final : public RecordRule {
 public:
  ObjectiveRule(const Prepared& report, const BoundOptions& options) : rule_(report, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    if constexpr (is_linear) {
      last_ = rule_.bound(x, y);
    } else {
      last_ = rule_.bound(x, static_cast<Eigen::Index>(y));
    }
    return last_;
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override { return rule_.region_rule(std::move(region)); }
  ObjectWriter terms() const override {
    ObjectWriter document;
    if constexpr (is_linear) {
      document.put_bounds("leverage", last_.leverage);
    } else {
      document.put("determinant", ObjectWriter().put_ends("in", last_.determinant_in).put_ends("out", last_.determinant_out));
    }
    document.put("gradientNorm", last_.gradient_norm).put_bounds("gradient", last_.gradient);
    if constexpr (is_linear) {
      document.put("firstDerivative", last_.first_derivative).put("secondDerivative", last_.second_derivative);
    }
    return document;
  }

 private:
  static constexpr bool is_linear = std::is_same_v<Prepared, PreparedReport>;
  Rule rule_;
  Bound last_;
};

template <class Prepared, class Rule>
class ObjectiveModel final : public CheckedModel {
 public:
  template <class Published>
  explicit ObjectiveModel(Published model) : report_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<ObjectiveRule<Prepared, Rule>>(report_, options);
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
  return std::make_unique<ObjectiveModel<PreparedReport, BoundRule>>(std::move(model));
}

std::unique_ptr<CheckedModel> checked_model(PublishedSoftmaxModel model) {
  return std::make_unique<ObjectiveModel<PreparedSoftmaxReport, SoftmaxBoundRule>>(std::move(model));
}

}  // namespace expost::operations
