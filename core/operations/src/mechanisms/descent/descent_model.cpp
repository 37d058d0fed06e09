// Noisy gradient descent with a published path.
#include <memory>
#include <utility>

#include "check/checked_model.hpp"
#include "documents/names.hpp"
#include "expost/descent/descent_bound.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

class DescentRule final : public RecordRule {
 public:
  DescentRule(const PreparedDescent& model, const BoundOptions& options) : model_(&model), options_(options) {
    require_sharp_options(options);
  }

  Bound bound(const Eigen::VectorXd& x, double y) override {
    last_ = model_->bound(x, y, options_.member, options_.failure_probability, options_.uniformity);
    return whole_bound(last_.in, last_.out, last_.epsilon, last_.failure_probability);
  }
  SeriesPart series_part(const Eigen::VectorXd& x, double y) override {
    return options_.uniformity.kind == Uniformity::Kind::all ? SeriesPart() : model_->part(x, y);
  }
  std::unique_ptr<RegionRule> region_rule(RecordRegion region) const override {
    return model_->region_rule(std::move(region), options_.failure_probability, options_.uniformity);
  }
  ObjectWriter terms() const override {
    ObjectWriter document;
    document.put("energy", last_.energy)
        .put("energyCap", last_.energy_cap)
        .put("largestStep", last_.largest_step)
        .put_count("steps", model_->model().plan.steps);
    return document;
  }

 private:
  const PreparedDescent* model_;
  BoundOptions options_;
  DescentBound last_{};
};

ObjectWriter sampling_document(const DescentPlan& plan) {
  ObjectWriter document;
  document.put_text("kind", name_of(plan.sampling));
  switch (plan.sampling) {
    case DescentSampling::full:
      break;
    case DescentSampling::poisson:
      document.put("rate", plan.rate);
      break;
    case DescentSampling::shuffle:
      document.put_count("batches", plan.batches);
      break;
  }
  return document;
}

ObjectWriter update_document(const UpdateRule& update) {
  ObjectWriter document;
  if (!update.standard) {
    document.put_text("rule", "other").put_text("words", update.words);
    return document;
  }
  document.put_text("rule", "standard");
  if (update.rates.size() == 1) {
    document.put("rate", update.rates.front());
  } else {
    document.put_null("rate");
  }
  document.put("momentum", update.momentum).put("ridge", update.ridge).put("divisor", update.divisor);
  return document;
}

const char* path_name(const PublishedDescent& model) {
  if (!model.has_path()) {
    return "none";
  }
  return model.plan.every == 1 ? "all" : "every";
}

class DescentModel final : public CheckedModel {
 public:
  explicit DescentModel(PublishedDescent model) : prepared_(std::move(model)) {}

  std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<DescentRule>(prepared_, options);
  }
  ObjectWriter mechanism() const override {
    const PublishedDescent& model = prepared_.model();
    const DescentPlan& plan = model.plan;
    ObjectWriter document = mechanism_writer(report::MechanismKind::noisy_gradient_descent);
    document.put("clip", plan.clip)
        .put("sigma", plan.sigma)
        .put_count("steps", plan.steps)
        .put_count("stoppedAfter", model.done)
        .put("sampling", sampling_document(plan))
        .put("update", update_document(plan.update))
        .put_text("final", name_of(plan.final_model))
        .put_text("path", path_name(model))
        .put_count("every", plan.every)
        .put_flag("elsewhere", plan.elsewhere)
        .put_flag("network", model.network != nullptr)
        .put_flag("boundsEverybody", prepared_.everybody_gap() == EverybodyGap::none);
    return document;
  }
  report::ReportModel published() const override { return prepared_.model(); }
  bool full_digits() const override { return !(prepared_.model().plan.grid > 0); }

 private:
  PreparedDescent prepared_;
};

}  // namespace

std::unique_ptr<CheckedModel> checked_model(PublishedDescent model) {
  return std::make_unique<DescentModel>(std::move(model));
}

}  // namespace expost::operations
