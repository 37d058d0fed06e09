// Ridge regression published as one posterior sample, with λ and γ fixed beforehand or chosen from
// the data (AdaOPS).
#include <utility>

#include "check/whole_model.hpp"
#include "documents/names.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class PosteriorRule final : public WholeRule<PublishedPosteriorSample, PosteriorSampleBound> {
 public:
  PosteriorRule(const PublishedPosteriorSample& model, const BoundOptions& options) : WholeRule(model, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = posterior_sample_bound(model(), x, y, options().member, options().failure_probability, options().uniformity);
    return whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override {
    return posterior_sample_region_rule(model(), std::move(region), options().failure_probability, options().uniformity);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("publishedResidual", last_.published_residual);
    return document;
  }
};

class PosteriorModel final : public WholeModel<PublishedPosteriorSample, PosteriorRule> {
 public:
  explicit PosteriorModel(PublishedPosteriorSample model) : WholeModel(std::move(model)) {}

  ObjectWriter mechanism() const override {
    return mechanism_writer(report::MechanismKind::posterior_sample, model().gamma, model().lambda);
  }
};

class AdaOpsRule final : public WholeRule<PublishedAdaOps, AdaOpsBound> {
 public:
  AdaOpsRule(const PublishedAdaOps& model, const BoundOptions& options) : WholeRule(model, options) {}

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = ada_ops_bound(model(), x, y, options().member, options().failure_probability, options().uniformity);
    return whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override {
    return ada_ops_region_rule(model(), std::move(region), options().failure_probability, options().uniformity);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("publishedResidual", last_.sample.published_residual).put("dataEigenvalue", last_.data_eigenvalue);
    return document;
  }
};

class AdaOpsModel final : public WholeModel<PublishedAdaOps, AdaOpsRule> {
 public:
  explicit AdaOpsModel(PublishedAdaOps model) : WholeModel(std::move(model)) {}

  ObjectWriter mechanism() const override {
    const AdaOpsSettingsNoise noise = ada_ops_settings_noise(model());
    return std::move(mechanism_writer(report::MechanismKind::ada_ops, model().gamma, model().lambda)
                         .put("adaptive", ObjectWriter()
                                              .put("epsilon", model().budget.epsilon)
                                              .put("delta", model().budget.delta)
                                              .put("noise", ObjectWriter()
                                                                .put("dataEigenvalue", noise.smallest_eigenvalue)
                                                                .put("logResidual", noise.log_residual))));
  }
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedPosteriorSample model) {
  return std::make_unique<PosteriorModel>(std::move(model));
}

std::unique_ptr<CheckedModel> checked_model(PublishedAdaOps model) {
  return std::make_unique<AdaOpsModel>(std::move(model));
}

}  // namespace expost::operations
