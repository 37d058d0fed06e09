// Objective perturbation with Laplace-type noise: bounds that never fail.
#include <cmath>
#include <utility>

#include "check/checked_model.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {
namespace {

class LaplaceRule final : public RecordRule {
 public:
  LaplaceRule(const PublishedLaplaceModel& model, const BoundOptions& options) : model_(&model), options_(options) {
    require_sharp_options(options);
  }

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = laplace_bound(*model_, x, y, options_.member);
    Bound bound = whole_bound(last_.in, last_.out, last_.epsilon, 0);
    if (std::isfinite(bound.total.upper)) {
      const bool out = options_.member == Membership::out;
      bound.components = Components{out ? Membership::out : Membership::in, !out, last_.determinant, 0, last_.noise, 0};
    }
    return bound;
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("determinant", last_.determinant).put("noise", last_.noise);
    return document;
  }

 private:
  const PublishedLaplaceModel* model_;
  BoundOptions options_;
  LaplaceBound last_{};
};

class LaplaceModel final : public CheckedModel {
 public:
  explicit LaplaceModel(PublishedLaplaceModel model) : model_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<LaplaceRule>(model_, options);
  }
  ObjectWriter mechanism() const override { return objective_perturbation("laplace", "eta", model_.eta, model_.lambda); }
  report::ReportModel published() const override { return model_; }
  bool full_digits() const override { return !(model_.rounding.step > 0); }

 private:
  PublishedLaplaceModel model_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedLaplaceModel model) {
  return std::make_unique<LaplaceModel>(std::move(model));
}

}  // namespace expost::operations
