// Objective perturbation with Gaussian noise, of generalised linear losses and of softmax.
#include <utility>

#include "expost/accounting/convex_accountant.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/rounded_output.hpp"
#include "expost/release/convex_release.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/minimised_training.hpp"
#include "mechanisms/noise_plan.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

NoisePlan plan_of(const report::Study& study, Eigen::Index length) {
  return study.classes > 0 ? plan_softmax_noise(study, static_cast<int>(length)) : plan_noise(study, static_cast<int>(length));
}

/// A model to be released: what the release of its derivatives needs to know.
struct Trained {
  const ModelShape& shape;
  const NoisePlan& plan;
  const RowSource& rows;
  TrainedModel model;
  OutputRounding rounding;
  Eigen::VectorXd b;  ///< a secret
};

/// Releases derivatives, those of which the plan has a level.
Publication published(Trained trained, RandomSource& source, KeptSecrets kept) {
  const NoisePlan& plan = trained.plan;
  Publication result;
  result.guarantee = plan.guarantee;
  const auto take = [&](auto release) {
    release.model.rounding = trained.rounding;
    result.model = std::move(release.model);
    result.secrets = std::move(release.secrets);
  };
  if (trained.shape.classes > 0) {
    take(release_softmax_trained(trained.rows, trained.shape.classes, plan.lambda, trained.model, plan.releases, source, kept));
  } else {
    take(release_trained({trained.shape.loss, plan.lambda}, trained.rows, trained.model, plan.releases, source, kept));
  }
  result.secrets.b = std::move(trained.b);
  return result;
}

class GaussianTraining final : public MinimisedTraining {
 public:
  GaussianTraining(const ModelShape& shape, NoisePlan plan, const RowSource& rows, GaussianPerturbation noise)
      : MinimisedTraining(shape, plan.lambda, rows, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(RandomSource& source, KeptSecrets kept) override {
    // Newton's method in doubles has come as near as it could; from there every digit is certain.
    const OutputRounding rounding = gaussian_rounding(plan_.sigma, plan_.lambda, shape().smoothness(), noise_.length());
    ExactFit fit = fit_exactly(shape(), plan_.lambda, rows(), noise_, rounding.step, theta(), source);
    Publication result =
        published({shape(), plan_, rows(), {std::move(fit.theta), plan_.sigma, 0}, rounding, noise_.rounded()}, source, kept);
    result.iterations = steps();
    result.residual = fit.certificate * plan_.lambda;
    return result;
  }

 private:
  NoisePlan plan_;
  GaussianPerturbation noise_;
};

class GaussianRows final : public ExactRows {
 public:
  GaussianRows(const PublishedModel& model, Derivatives derivatives, const CodedData& data)
      : data_(data), losses_(model.loss, model.sigma, model.theta, std::move(derivatives.gradient), derivatives.hessian) {}

  RowFigures row(Eigen::Index index) override {
    const Eigen::VectorXd x = data_.x.row(index).transpose();
    return {losses_.member(x, data_.y(index)).loss};
  }

 private:
  CodedData data_;
  ExactLosses losses_;
};

class SoftmaxRows final : public ExactRows {
 public:
  SoftmaxRows(const PublishedSoftmaxModel& model, Derivatives derivatives, const CodedData& data)
      : softmax_{model.classes},
        theta_(model.parts.theta),
        data_(data),
        losses_(model.parts.sigma, std::move(derivatives.gradient), derivatives.hessian) {}

  RowFigures row(Eigen::Index index) override {
    const ClassifiedPerson person{data_.x.row(index).transpose(), static_cast<Eigen::Index>(data_.y(index))};
    return {losses_.member(loss_point(softmax_, theta_, person)).loss};
  }

 private:
  Softmax softmax_;
  Eigen::VectorXd theta_;
  CodedData data_;
  ExactConvexLosses losses_;
};

class ObjectiveMechanism final : public Mechanism {
 public:
  ObjectiveMechanism(const report::Study& study, Eigen::Index dimension)
      : study_(&study), shape_(loss_of(study)), length_(shape_.blocks() * dimension) {}

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource& source) const override {
    const NoisePlan plan = plan_of(*study_, length_);
    require_exact_scale(plan.lambda, "lambda");
    require_exact_scale(plan.sigma, "sigma");
    return std::make_unique<GaussianTraining>(shape_, plan, rows, GaussianPerturbation(length_, plan.sigma, source));
  }

  Publication attached(const Request& model, const RowSource& rows, RandomSource& source, KeptSecrets kept) const override {
    model.allow_only({"theta", "order", "sigma", "lambda", "b"});
    const ThetaShape theta_shape = shape_of(*study_, length_);
    const report::TrainedElsewhere stated = stated_elsewhere(*study_);
    const Eigen::VectorXd theta = read_vector(model, "theta", theta_shape);
    report::Study study = *study_;
    auto& settings = std::get<report::ObjectiveSettings>(study.mechanism);
    settings.lambda = agreed_scale(model, "lambda", settings.lambda, "/mechanism/lambda");
    const double sigma = agreed_scale(model, "sigma", settings.scales.model, "/mechanism/scales/model");
    settings.scales.model = sigma;
    const NoisePlan plan = plan_of(study, length_);
    double slack = 0;
    const Eigen::VectorXd gradient = rows.objective(shape_, plan.lambda)->gradient(theta, slack);
    Doubts doubts;
    doubts.rows(rows.rows(), stated);
    doubts.chi_length(gradient.norm(), stated.residual, static_cast<double>(length_), sigma,
                      "the gradient of the objective at theta", "sigma");
    Eigen::VectorXd b = -gradient;
    if (model.has("b")) {
      b = read_vector(model, "b", theta_shape);
      doubts.residual((gradient + b).norm() + slack, stated);
    }
    const OutputRounding rounding = elsewhere_rounding(
        gaussian_step(sigma, plan.lambda, shape_.smoothness(), stated.rows_at_most, length_, elsewhere_share), stated);
    const TrainedModel trained{rounded_at_random(theta, rounding.step, source), sigma, stated.residual};
    Publication result = published({shape_, plan, rows, trained, rounding, std::move(b)}, source, kept);
    result.residual = stated.residual;
    result.doubts = doubts.sentences();
    return result;
  }

  Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const override {
    if (shape_.classes > 0) {
      const auto& model = published_as<PublishedSoftmaxModel>(published);
      return derivatives_at({{}, model.classes}, model.parts.lambda, rows, model.parts.theta, {infinity});
    }
    const auto& model = published_as<PublishedModel>(published);
    return derivatives_at({model.loss}, model.lambda, rows, model.theta, {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives, const CodedData& data,
                                      double) const override {
    if (shape_.classes > 0) {
      return std::make_unique<SoftmaxRows>(published_as<PublishedSoftmaxModel>(published), std::move(derivatives), data);
    }
    return std::make_unique<GaussianRows>(published_as<PublishedModel>(published), std::move(derivatives), data);
  }

 private:
  const report::Study* study_;
  ModelShape shape_;
  Eigen::Index length_;
};

}  // namespace

std::unique_ptr<Mechanism> objective_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<ObjectiveMechanism>(study, dimension);
}

}  // namespace expost::operations
