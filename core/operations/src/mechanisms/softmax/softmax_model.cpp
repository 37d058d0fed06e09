// Objective perturbation with Gaussian noise, several classes.
#include <optional>
#include <utility>
#include <variant>

#include "check/checked_model.hpp"
#include "documents/names.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class SoftmaxRule final : public RecordRule {
 public:
  SoftmaxRule(const PreparedSoftmaxReport& report, const BoundOptions& options) : rule_(report, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = rule_.bound(x, static_cast<Eigen::Index>(y));
    Bound bound = whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
    bound.gradient_norm = last_.gradient_norm;
    bound.gradient = last_.gradient;
    bound.release_cost_pdp = last_.release_cost_pdp;
    bound.release_cost_expost = last_.release_cost_expost;
    bound.total_in = last_.total_in;
    bound.total_out = last_.total_out;
    bound.total = last_.total;
    bound.components = last_.components;
    bound.total_failure_probability = last_.total_failure_probability;
    return bound;
  }
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
  ConvexBound last_;
};

class SoftmaxModel final : public CheckedModel {
 public:
  explicit SoftmaxModel(const PublishedSoftmaxModel& model)
      : report_(model), mechanism_{model.parts.sigma, model.parts.lambda}, kind_(kind_of(model.parts)) {
    // Only their scales are wanted: the values live in contrasts now.
    const auto keep_scale = [](auto& part, const auto& from) {
      if (from) {
        part.emplace();
        part->sigma = from->sigma;
        part->grid = from->grid;
      }
    };
    keep_scale(scales_.gradient, model.parts.gradient);
    keep_scale(scales_.hessian, model.parts.hessian);
    keep_scale(scales_.smallest_eigenvalue, model.parts.smallest_eigenvalue);
  }

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<SoftmaxRule>(report_, options);
  }
  ObjectWriter mechanism() const override {
    return mechanism_writer(report::MechanismKind::objective_gaussian, mechanism_.sigma, mechanism_.lambda);
  }
  ObjectWriter release() const override { return release_scales(scales_); }
  ReportKind kind() const override { return kind_; }
  report::ReportModel published() const override {
    return PublishedSoftmaxModel{
        report_.classes(),
        {mechanism_.lambda, mechanism_.sigma, report_.theta(), report_.contrasts().model().residual, {}, {}, {}},
        report_.rounding()};
  }
  bool full_digits() const override { return !(report_.rounding().step > 0); }
  std::optional<LargestReleaseCost> release_cost(const BoundOptions& options) const override {
    const auto scale = [](const auto& part) {
      return part ? std::optional(ReleaseScale{part->sigma, part->grid}) : std::nullopt;
    };
    return largest_release_cost(std::get<PublishedSoftmaxModel>(published()),
                                {scale(scales_.gradient), scale(scales_.hessian), scale(scales_.smallest_eigenvalue)}, options);
  }

 private:
  PreparedSoftmaxReport report_;
  struct {
    double sigma;
    double lambda;
  } mechanism_;
  PublishedConvexModel scales_;
  ReportKind kind_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(const PublishedSoftmaxModel& model) {
  return std::make_unique<SoftmaxModel>(model);
}

}  // namespace expost::operations
