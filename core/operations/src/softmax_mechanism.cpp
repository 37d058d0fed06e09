// Objective perturbation with Gaussian noise, several classes.
#include <limits>
#include <utility>

#include "expost/convex_accountant.hpp"
#include "expost/convex_release.hpp"
#include "expost/error.hpp"
#include "expost/exact_convex_loss.hpp"
#include "noise_plan.hpp"
#include "softmax_training.hpp"
#include "trained_elsewhere.hpp"

namespace expost::operations {
namespace {

Publication publication_of(SoftmaxRelease release, const NoisePlan& plan) {
  Publication result;
  result.residual = release.model.parts.residual;
  result.iterations = release.iterations;
  result.model = std::move(release.model);
  result.secrets = std::move(release.secrets);
  result.guarantee = plan.guarantee;
  return result;
}

class GaussianSoftmaxTraining final : public SoftmaxTraining {
 public:
  GaussianSoftmaxTraining(Eigen::Index classes, NoisePlan plan, Eigen::Index length, RandomSource& source)
      : SoftmaxTraining(classes, plan.lambda, objective_noise(length, plan.sigma, source)), plan_(std::move(plan)) {}

  Publication publication(const CodedData& data, RandomSource& source) override {
    const ClassifiedObjective classified(data, classes(), lambda());
    SoftmaxRelease release =
        release_softmax_trained(classified.objective, classes(), lambda(),
                                {minimiser().theta, plan_.sigma, minimiser().residual}, plan_.releases, source);
    release.secrets.b = b();
    release.iterations = minimiser().iterations;
    return publication_of(std::move(release), plan_);
  }

 private:
  NoisePlan plan_;
};

class SoftmaxRows final : public ExactRows {
 public:
  SoftmaxRows(const PublishedSoftmaxModel& model, const CodedData& data)
      : SoftmaxRows(model, ClassifiedObjective(data, model.classes, model.parts.lambda)) {}

  RowFigures row(Eigen::Index index) override {
    return {losses_.member(loss_point(softmax_, theta_, persons_[static_cast<std::size_t>(index)])).loss};
  }

 private:
  SoftmaxRows(const PublishedSoftmaxModel& model, const ClassifiedObjective& classified)
      : softmax_{model.classes},
        theta_(model.parts.theta),
        persons_(classified.persons),
        losses_(model.parts.sigma, gradient_at(classified, model.parts.theta),
                classified.objective.hessian(model.parts.theta)) {}

  static Eigen::VectorXd gradient_at(const ClassifiedObjective& classified, const Eigen::VectorXd& theta) {
    double rounding = 0;
    return classified.objective.gradient(theta, rounding);
  }

  Softmax softmax_;
  Eigen::VectorXd theta_;
  std::vector<ClassifiedPerson> persons_;
  ExactConvexLosses losses_;
};

class MultinomialMechanism final : public Mechanism {
 public:
  MultinomialMechanism(const report::Study& study, Eigen::Index dimension)
      : study_(&study), length_(study.classes * dimension) {}

  std::unique_ptr<Training> training(const CodedData&, RandomSource& source) const override {
    return std::make_unique<GaussianSoftmaxTraining>(study_->classes, plan_softmax_noise(*study_, static_cast<int>(length_)),
                                                     length_, source);
  }

  Publication attached(const Request& model, const CodedData& data, RandomSource& source) const override {
    model.allow_only({"theta", "sigma", "lambda", "residual", "b"});
    TrainedModel trained;
    trained.theta = read_vector(model, "theta", length_);
    report::Study study = *study_;
    study.lambda = agreed_scale(model, "lambda", study_->lambda, "/mechanism/lambda");
    study.scales.model = agreed_scale(model, "sigma", study_->scales.model, "/mechanism/scales/model");
    trained.sigma = *study.scales.model;
    const NoisePlan plan = plan_softmax_noise(study, static_cast<int>(length_));
    const ClassifiedObjective classified(data, study.classes, plan.lambda);
    double rounding = 0;
    const Eigen::VectorXd gradient = classified.objective.gradient(trained.theta, rounding);
    const StatedNoise noise = read_stated_noise(model, gradient, rounding);
    trained.residual = noise.residual;
    require_plausible(gradient, trained);
    SoftmaxRelease release =
        release_softmax_trained(classified.objective, study.classes, plan.lambda, trained, plan.releases, source);
    release.secrets.b = noise.b.size() > 0 ? noise.b : Eigen::VectorXd(-gradient);
    return publication_of(std::move(release), plan);
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const CodedData& data, double) const override {
    return std::make_unique<SoftmaxRows>(published_as<PublishedSoftmaxModel>(published), data);
  }

 private:
  const report::Study* study_;
  Eigen::Index length_;
};

}  // namespace

std::unique_ptr<Mechanism> softmax_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<MultinomialMechanism>(study, dimension);
}

}  // namespace expost::operations
