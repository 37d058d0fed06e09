// Ridge regression published as one posterior sample, with λ and γ fixed beforehand or chosen from
// the data (AdaOPS).
#include <utility>

#include "check/checked_model.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/posterior_sample.hpp"

namespace expost::operations {
namespace {

ObjectWriter posterior_mechanism(double gamma, double lambda) {
  ObjectWriter document;
  document.put_text("name", "posterior-sample").put("gamma", gamma).put("lambda", lambda);
  return document;
}

class PosteriorRule final : public RecordRule {
 public:
  PosteriorRule(const PublishedPosteriorSample& model, const BoundOptions& options) : model_(&model), options_(options) {
    require_sharp_options(options);
  }

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = posterior_sample_bound(*model_, x, y, options_.member, options_.failure_probability, options_.uniformity);
    return whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("publishedResidual", last_.published_residual);
    return document;
  }

 private:
  const PublishedPosteriorSample* model_;
  BoundOptions options_;
  PosteriorSampleBound last_{};
};

class PosteriorModel final : public CheckedModel {
 public:
  explicit PosteriorModel(PublishedPosteriorSample model) : model_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<PosteriorRule>(model_, options);
  }
  ObjectWriter mechanism() const override { return posterior_mechanism(model_.gamma, model_.lambda); }
  report::ReportModel published() const override { return model_; }
  bool full_digits() const override { return !(model_.rounding.step > 0); }

 private:
  PublishedPosteriorSample model_;
};

class AdaOpsRule final : public RecordRule {
 public:
  AdaOpsRule(const PublishedAdaOps& model, const BoundOptions& options) : model_(&model), options_(options) {
    require_sharp_options(options);
  }

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = ada_ops_bound(*model_, x, y, options_.member, options_.failure_probability, options_.uniformity);
    return whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("publishedResidual", last_.sample.published_residual).put("dataEigenvalue", last_.data_eigenvalue);
    return document;
  }

 private:
  const PublishedAdaOps* model_;
  BoundOptions options_;
  AdaOpsBound last_{};
};

class AdaOpsModel final : public CheckedModel {
 public:
  explicit AdaOpsModel(PublishedAdaOps model) : model_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<AdaOpsRule>(model_, options);
  }
  ObjectWriter mechanism() const override {
    const AdaOpsSettingsNoise noise = ada_ops_settings_noise(model_);
    return std::move(posterior_mechanism(model_.gamma, model_.lambda)
                         .put("adaptive", ObjectWriter()
                                              .put("epsilon", model_.budget.epsilon)
                                              .put("delta", model_.budget.delta)
                                              .put("noise", ObjectWriter()
                                                                .put("dataEigenvalue", noise.smallest_eigenvalue)
                                                                .put("logResidual", noise.log_residual))));
  }
  report::ReportModel published() const override { return model_; }
  bool full_digits() const override { return !(model_.rounding.step > 0); }

 private:
  PublishedAdaOps model_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedPosteriorSample model) {
  return std::make_unique<PosteriorModel>(std::move(model));
}

std::unique_ptr<CheckedModel> checked_model(PublishedAdaOps model) {
  return std::make_unique<AdaOpsModel>(std::move(model));
}

}  // namespace expost::operations
