// Objective perturbation with Laplace-type noise: bounds that never fail.
#include <cmath>
#include <utility>

#include "check/whole_model.hpp"
#include "documents/names.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/numerics/error.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class LaplaceRule final : public WholeRule<PublishedLaplaceModel, LaplaceBound> {
 public:
  LaplaceRule(const PublishedLaplaceModel& model, const BoundOptions& options) : WholeRule(model, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = laplace_bound(model(), x, y, options().member);
    Bound bound = whole_bound(last_.in, last_.out, last_.epsilon, 0);
    if (std::isfinite(bound.total.upper)) {
      const bool out = options().member == Membership::out;
      bound.components = Components{out ? Membership::out : Membership::in, !out, last_.determinant, 0, last_.noise, 0};
    }
    return bound;
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override {
    return laplace_region_rule(model(), std::move(region));
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("determinant", last_.determinant).put("noise", last_.noise);
    return document;
  }
};

class LaplaceModel final : public WholeModel<PublishedLaplaceModel, LaplaceRule> {
 public:
  explicit LaplaceModel(PublishedLaplaceModel model) : WholeModel(std::move(model)) {}

  ObjectWriter mechanism() const override {
    return mechanism_writer(report::MechanismKind::objective_laplace, model().eta, model().lambda);
  }
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedLaplaceModel model) {
  return std::make_unique<LaplaceModel>(std::move(model));
}

}  // namespace expost::operations
