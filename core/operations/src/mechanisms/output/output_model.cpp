// Gaussian output perturbation with the same noise in every direction.
#include <cmath>
#include <utility>

#include "check/whole_model.hpp"
#include "documents/names.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class OutputRule final : public WholeRule<PublishedOutputPerturbation, OutputPerturbationBound> {
 public:
  OutputRule(const PublishedOutputPerturbation& model, const IsotropicPerturbation& mechanism, const BoundOptions& options)
      : WholeRule(model, options), mechanism_(&mechanism) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = mechanism_->bound({model().loss, model().lambda}, model().theta, x, y, options().failure_probability,
                              options().uniformity);
    Bound bound = whole_bound(last_.loss, last_.loss, last_.epsilon, last_.failure_probability);
    if (std::isfinite(bound.total.upper)) {
      const double square = 0.5 * last_.shift * last_.shift;
      bound.components = Components{options().member == Membership::out ? Membership::out : Membership::in,
                                    true,
                                    0,
                                    square,
                                    bound.total.upper - square,
                                    0};
    }
    return bound;
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override {
    return mechanism_->region_rule({model().loss, model().lambda}, model().theta, std::move(region),
                                   options().failure_probability, options().uniformity);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("shift", last_.shift).put("derivative", last_.largest_derivative);
    return document;
  }

 private:
  const IsotropicPerturbation* mechanism_;
};

class OutputModel final : public CheckedModel {
 public:
  explicit OutputModel(PublishedOutputPerturbation model)
      : model_(std::move(model)), mechanism_(model_.theta.size(), model_.sigma, model_.grid, model_.rounding.step) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<OutputRule>(model_, mechanism_, options);
  }
  ObjectWriter mechanism() const override {
    return mechanism_writer(report::MechanismKind::output_gaussian, model_.sigma, model_.lambda);
  }
  report::ReportModel published() const override { return model_; }
  bool full_digits() const override { return !(model_.grid > 0 || model_.rounding.step > 0); }

 private:
  PublishedOutputPerturbation model_;
  IsotropicPerturbation mechanism_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedOutputPerturbation model) {
  return std::make_unique<OutputModel>(std::move(model));
}

}  // namespace expost::operations
