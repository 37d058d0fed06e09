// Objective perturbation with Gaussian noise, generalised linear losses: the main job.
#include <utility>

#include "expost/exact/exact_loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/rounded_output.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/linear/linear_training.hpp"
#include "mechanisms/noise_plan.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

Publication publication_of(Release release, const NoisePlan& plan) {
  Publication result;
  result.residual = release.model.residual;
  result.iterations = release.iterations;
  result.model = std::move(release.model);
  result.secrets = std::move(release.secrets);
  result.guarantee = plan.guarantee;
  return result;
}

class GaussianTraining final : public LinearTraining {
 public:
  GaussianTraining(const Objective& objective, NoisePlan plan, const CodedData& data, GaussianPerturbation noise)
      : LinearTraining(objective, data, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source) override {
    // Newton's method in doubles has come as near as it could; from there on every digit is
    // certain.
    const OutputRounding rounding = gaussian_rounding(plan_.sigma, plan_.lambda, objective().loss.smoothness(), data.x.cols());
    const ExactFit fit =
        fit_exactly({objective().loss}, plan_.lambda, data, noise_, rounding.step, minimisation().theta(), source);
    Release release = release_trained(objective(), data, {fit.theta, plan_.sigma, 0}, plan_.releases, source);
    release.model.rounding = rounding;
    release.secrets.b = noise_.rounded();
    release.iterations = minimisation().steps();
    Publication result = publication_of(std::move(release), plan_);
    result.residual = fit.certificate * plan_.lambda;
    return result;
  }

 private:
  NoisePlan plan_;
  GaussianPerturbation noise_;
};

class GaussianRows final : public ExactRows {
 public:
  GaussianRows(const PublishedModel& model, const CodedData& data)
      : data_(data),
        losses_(model.loss, model.sigma, model.theta, Objective{model.loss, model.lambda}.gradient(data, model.theta),
                Objective{model.loss, model.lambda}.hessian(data, model.theta)) {}

  RowFigures row(Eigen::Index index) override {
    const Eigen::VectorXd x = data_.x.row(index).transpose();
    return {losses_.member(x, data_.y(index)).loss};
  }

 private:
  CodedData data_;
  ExactLosses losses_;
};

class LinearMechanism final : public Mechanism {
 public:
  LinearMechanism(const report::Study& study, Eigen::Index dimension) : study_(&study), dimension_(dimension) {}

  std::unique_ptr<Training> training(const CodedData& data, RandomSource& source) const override {
    const NoisePlan plan = plan_noise(*study_, static_cast<int>(dimension_));
    require_exact_scale(plan.lambda, "lambda");
    require_exact_scale(plan.sigma, "sigma");
    return std::make_unique<GaussianTraining>(Objective{study_->loss, plan.lambda}, plan, data,
                                              GaussianPerturbation(dimension_, plan.sigma, source));
  }

  Publication attached(const Request& model, const CodedData& data, RandomSource& source) const override {
    model.allow_only({"theta", "sigma", "lambda", "b"});
    const report::TrainedElsewhere& stated = stated_elsewhere(*study_);
    const Eigen::VectorXd theta = read_vector(model, "theta", dimension_);
    report::Study study = *study_;
    study.lambda = agreed_scale(model, "lambda", study_->lambda, "/mechanism/lambda");
    study.scales.model = agreed_scale(model, "sigma", study_->scales.model, "/mechanism/scales/model");
    const double sigma = *study.scales.model;
    const NoisePlan plan = plan_noise(study, static_cast<int>(dimension_));
    const Objective objective{study_->loss, plan.lambda};
    double slack = 0;
    const Eigen::VectorXd gradient = objective.gradient(data, theta, &slack);
    Doubts doubts;
    doubts.rows(data.x.rows(), stated);
    doubts.chi_length(gradient.norm(), stated.residual, static_cast<double>(dimension_), sigma,
                      "the gradient of the objective at theta", "sigma");
    Eigen::VectorXd b = -gradient;
    if (model.has("b")) {
      b = read_vector(model, "b", dimension_);
      doubts.residual((gradient + b).norm() + slack, stated);
    }
    const OutputRounding rounding = elsewhere_rounding(
        gaussian_step(sigma, plan.lambda, study_->loss.smoothness(), stated.rows_at_most, dimension_, elsewhere_share), stated);
    Release release = release_trained(
        objective, data, {rounded_at_random(theta, rounding.step, source), sigma, stated.residual}, plan.releases, source);
    release.model.rounding = rounding;
    release.secrets.b = std::move(b);
    Publication result = publication_of(std::move(release), plan);
    result.doubts = doubts.sentences();
    return result;
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const CodedData& data, double) const override {
    return std::make_unique<GaussianRows>(published_as<PublishedModel>(published), data);
  }

 private:
  const report::Study* study_;
  Eigen::Index dimension_;
};

}  // namespace

std::unique_ptr<Mechanism> linear_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<LinearMechanism>(study, dimension);
}

}  // namespace expost::operations
