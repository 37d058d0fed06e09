// Objective perturbation with Gaussian noise, several classes.
#include <limits>
#include <utility>

#include "expost/accounting/convex_accountant.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/rounded_output.hpp"
#include "expost/release/convex_release.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/noise_plan.hpp"
#include "mechanisms/softmax/softmax_training.hpp"
#include "mechanisms/trained_elsewhere.hpp"

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
  GaussianSoftmaxTraining(Eigen::Index classes, NoisePlan plan, GaussianPerturbation noise)
      : SoftmaxTraining(classes, plan.lambda, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source) override {
    const OutputRounding rounding = gaussian_rounding(plan_.sigma, plan_.lambda, softmax_smoothness, noise_.length());
    const ExactFit fit = fit_exactly({{}, classes()}, plan_.lambda, data, noise_, rounding.step, theta(), source);
    SoftmaxRelease release =
        release_softmax_trained(data, classes(), lambda(), {fit.theta, plan_.sigma, 0}, plan_.releases, source);
    release.model.rounding = rounding;
    release.secrets.b = b();
    release.iterations = steps();
    Publication result = publication_of(std::move(release), plan_);
    result.residual = fit.certificate * plan_.lambda;
    return result;
  }

 private:
  NoisePlan plan_;
  GaussianPerturbation noise_;
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
    NoisePlan plan = plan_softmax_noise(*study_, static_cast<int>(length_));
    require_exact_scale(plan.lambda, "lambda");
    require_exact_scale(plan.sigma, "sigma");
    GaussianPerturbation noise(length_, plan.sigma, source);
    return std::make_unique<GaussianSoftmaxTraining>(study_->classes, std::move(plan), std::move(noise));
  }

  Publication attached(const Request& model, const CodedData& data, RandomSource& source) const override {
    model.allow_only({"theta", "sigma", "lambda", "b"});
    const report::TrainedElsewhere& stated = stated_elsewhere(*study_);
    const Eigen::VectorXd theta = read_vector(model, "theta", length_);
    report::Study study = *study_;
    study.lambda = agreed_scale(model, "lambda", study_->lambda, "/mechanism/lambda");
    study.scales.model = agreed_scale(model, "sigma", study_->scales.model, "/mechanism/scales/model");
    const double sigma = *study.scales.model;
    const NoisePlan plan = plan_softmax_noise(study, static_cast<int>(length_));
    const ClassifiedObjective classified(data, study.classes, plan.lambda);
    double slack = 0;
    const Eigen::VectorXd gradient = classified.objective.gradient(theta, slack);
    Doubts doubts;
    doubts.rows(data.x.rows(), stated);
    doubts.chi_length(gradient.norm(), stated.residual, static_cast<double>(length_), sigma,
                      "the gradient of the objective at theta", "sigma");
    Eigen::VectorXd b = -gradient;
    if (model.has("b")) {
      b = read_vector(model, "b", length_);
      doubts.residual((gradient + b).norm() + slack, stated);
    }
    const OutputRounding rounding = elsewhere_rounding(
        gaussian_step(sigma, plan.lambda, softmax_smoothness, stated.rows_at_most, length_, elsewhere_share), stated);
    SoftmaxRelease release = release_softmax_trained(data, study.classes, plan.lambda,
                                                     {rounded_at_random(theta, rounding.step, source), sigma, stated.residual},
                                                     plan.releases, source);
    release.model.rounding = rounding;
    release.secrets.b = std::move(b);
    Publication result = publication_of(std::move(release), plan);
    result.doubts = doubts.sentences();
    return result;
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
