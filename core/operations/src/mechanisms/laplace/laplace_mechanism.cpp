// Objective perturbation with Laplace-type noise, of generalised linear losses and of softmax.
#include <Eigen/Eigenvalues>
#include <cmath>
#include <utility>

#include "expost/mechanisms/diffprivlib.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/rounded_output.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/linear/linear_training.hpp"
#include "mechanisms/softmax/softmax_training.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

struct LaplacePlan {
  double lambda;
  double eta;
  std::optional<report::Guarantee> guarantee;
};

double pure_epsilon(const report::Study& study, double lambda, double eta) {
  return study.classes > 0 ? laplace_softmax_epsilon(static_cast<int>(study.classes), lambda, eta)
                           : laplace_epsilon(study.loss, lambda, eta);
}

/// The promise that λ and η give.
std::optional<report::Guarantee> pure_guarantee(double epsilon) {
  return epsilon > 0 && epsilon < infinity ? std::optional(report::Guarantee{epsilon, 0, "pure"}) : std::nullopt;
}

LaplacePlan plan_laplace(const report::Study& study) {
  const double lambda = required_lambda(study);
  if (study.eta) {
    return {lambda, *study.eta, pure_guarantee(pure_epsilon(study, lambda, *study.eta))};
  }
  const LaplaceCalibration calibrated =
      study.classes > 0 ? calibrate_laplace_softmax(static_cast<int>(study.classes), lambda, study.budget.epsilon)
                        : calibrate_laplace(study.loss, lambda, study.budget.epsilon);
  if (!(calibrated.eta > 0)) {
    throw Error(ErrorType::study, "out-of-range", "/budget/epsilon",
                "the budget can't be met: " + calibrated.reason + " (or state /mechanism/eta)");
  }
  return {lambda, calibrated.eta, pure_guarantee(study.budget.epsilon)};
}

/// The secrets of a model at θ.
Secrets secrets_at(const Eigen::VectorXd& gradient, Eigen::MatrixXd hessian, Eigen::VectorXd b) {
  Secrets secrets;
  secrets.gradient = gradient;
  secrets.hessian = std::move(hessian);
  secrets.smallest_eigenvalue =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(secrets.hessian, Eigen::EigenvaluesOnly).eigenvalues()(0);
  secrets.b = std::move(b);
  return secrets;
}

/// ∇J and ∇²J at the model's θ.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> derivatives_at(const PublishedLaplaceModel& model, const CodedData& data) {
  if (model.classes > 0) {
    const ClassifiedObjective classified(data, model.classes, model.lambda);
    double rounding = 0;
    return {classified.objective.gradient(model.theta, rounding), classified.objective.hessian(model.theta)};
  }
  const Objective objective{model.loss, model.lambda};
  return {objective.gradient(data, model.theta), objective.hessian(data, model.theta)};
}

/// The same of a generalised linear loss, for rows that may be elsewhere.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> derivatives_by_sums(const PublishedLaplaceModel& model, const RowSource& rows) {
  const ObjectiveOfSource objective({model.loss, model.lambda}, rows);
  double rounding = 0;
  return {objective.gradient(model.theta, rounding), objective.hessian(model.theta)};
}

/// Returns the publication of a training that came to `theta` in `steps` steps; `derivatives` gives
/// those of J at what is published.
template <class DerivativesAt>
Publication publication_of(const ModelShape& shape, const LaplacePlan& plan, const RowSource& rows, LaplacePerturbation& noise,
                           const Eigen::VectorXd& theta, int steps, RandomSource& source, KeptSecrets kept,
                           DerivativesAt derivatives) {
  const OutputRounding rounding = laplace_rounding(plan.eta, plan.lambda, shape.smoothness());
  ExactFit fit = fit_exactly(shape, plan.lambda, rows, noise, rounding.step, theta, source);
  PublishedLaplaceModel published{shape.loss, shape.classes, plan.lambda, plan.eta, std::move(fit.theta), rounding};
  Publication result;
  if (kept == KeptSecrets::all) {
    auto [gradient, hessian] = derivatives(published);
    result.secrets = secrets_at(gradient, std::move(hessian), noise.rounded());
  }
  result.model = std::move(published);
  result.guarantee = plan.guarantee;
  result.iterations = steps;
  result.residual = fit.certificate * plan.lambda;
  return result;
}

class LinearLaplaceTraining final : public LinearTraining {
 public:
  LinearLaplaceTraining(const Objective& objective, LaplacePlan plan, const CodedData& data, LaplacePerturbation noise)
      : LinearTraining(objective, data, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source, KeptSecrets kept) override {
    return publication_of({objective().loss}, plan_, *rows_in_memory(data), noise_, minimisation().theta(),
                          minimisation().steps(), source, kept,
                          [&](const PublishedLaplaceModel& model) { return derivatives_at(model, data); });
  }

 private:
  LaplacePlan plan_;
  LaplacePerturbation noise_;
};

class SoftmaxLaplaceTraining final : public SoftmaxTraining {
 public:
  SoftmaxLaplaceTraining(Eigen::Index classes, LaplacePlan plan, LaplacePerturbation noise)
      : SoftmaxTraining(classes, plan.lambda, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source, KeptSecrets kept) override {
    return publication_of({{}, classes()}, plan_, *rows_in_memory(data), noise_, theta(), steps(), source, kept,
                          [&](const PublishedLaplaceModel& model) { return derivatives_at(model, data); });
  }

 private:
  LaplacePlan plan_;
  LaplacePerturbation noise_;
};

/// Rows of either loss: only their loss points differ.
class LaplaceRows final : public ExactRows {
 public:
  LaplaceRows(const PublishedLaplaceModel& model, Derivatives derivatives, const CodedData& data)
      : model_(model), data_(data), losses_(model.eta, std::move(derivatives.gradient), derivatives.hessian) {}

  RowFigures row(Eigen::Index index) override {
    const Eigen::VectorXd x = data_.x.row(index).transpose();
    const double y = data_.y(index);
    return {losses_
                .member(model_.classes > 0 ? loss_point(Softmax{model_.classes}, model_.theta,
                                                        ClassifiedPerson{x, static_cast<Eigen::Index>(y)})
                                           : loss_point(model_.loss, model_.theta, x, y))
                .loss};
  }

 private:
  PublishedLaplaceModel model_;
  CodedData data_;
  ExactLaplaceLosses losses_;
};

class LaplaceMechanism final : public Mechanism {
 public:
  LaplaceMechanism(const report::Study& study, Eigen::Index dimension)
      : study_(&study), length_(study.model_loss().blocks() * dimension) {}

  std::unique_ptr<Training> training(const CodedData& data, RandomSource& source) const override {
    LaplacePlan plan = exact_plan();
    LaplacePerturbation noise(length_, plan.eta, source);
    if (study_->classes > 0) {
      return std::make_unique<SoftmaxLaplaceTraining>(study_->classes, std::move(plan), std::move(noise));
    }
    return std::make_unique<LinearLaplaceTraining>(Objective{study_->loss, plan.lambda}, plan, data, std::move(noise));
  }

  Publication by_sums(const RowSource& rows, RandomSource& source, KeptSecrets kept) const override {
    if (study_->classes > 0) {
      return Mechanism::by_sums(rows, source, kept);
    }
    const LaplacePlan plan = exact_plan();
    LaplacePerturbation noise(length_, plan.eta, source);
    const Reached reached = reached_by_sums({study_->loss, plan.lambda}, rows, noise.rounded());
    return publication_of({study_->loss}, plan, rows, noise, reached.theta, reached.steps, source, kept,
                          [&](const PublishedLaplaceModel& model) { return derivatives_by_sums(model, rows); });
  }

  Publication attached(const Request& model, const CodedData& data, RandomSource& source, KeptSecrets kept) const override {
    model.allow_only({"theta", "order", "eta", "lambda", "diffprivlib"});
    const report::TrainedElsewhere& stated = stated_elsewhere(*study_);
    PublishedLaplaceModel published{
        study_->loss, study_->classes, 0, 0, read_vector(model, "theta", shape_of(*study_, length_)), {}};
    if (model.has("diffprivlib")) {
      read_diffprivlib(model, published);
    } else {
      published.lambda = agreed_scale(model, "lambda", study_->lambda, "/mechanism/lambda");
      published.eta = agreed_scale(model, "eta", study_->eta, "/mechanism/eta");
    }
    Doubts doubts;
    doubts.rows(data.x.rows(), stated);
    doubts.gamma_length(derivatives_at(published, data).first.norm(), static_cast<double>(length_), published.eta,
                        "the gradient of the objective at theta", "eta");
    const double smoothness = study_->classes > 0 ? softmax_smoothness : study_->loss.smoothness();
    published.rounding = elsewhere_rounding(
        laplace_step(published.eta, published.lambda, smoothness, stated.rows_at_most, elsewhere_share), stated);
    published.theta = rounded_at_random(published.theta, published.rounding.step, source);
    Publication result;
    if (kept == KeptSecrets::all) {
      auto [gradient, hessian] = derivatives_at(published, data);
      result.secrets = secrets_at(gradient, std::move(hessian), -gradient);
    }
    result.guarantee = pure_guarantee(pure_epsilon(*study_, published.lambda, published.eta));
    result.model = std::move(published);
    result.doubts = doubts.sentences();
    return result;
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const CodedData& data, double,
                                   const Request*) const override {
    const auto& model = published_as<PublishedLaplaceModel>(published);
    if (model.classes > 0) {
      auto [gradient, hessian] = derivatives_at(model, data);
      return exact_at(published, {std::move(gradient), std::move(hessian)}, data);
    }
    return exact_at(published, derivatives(published, *rows_in_memory(data)), data);
  }

  Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const override {
    const auto& model = published_as<PublishedLaplaceModel>(published);
    if (model.classes > 0) {
      return Mechanism::derivatives(published, rows);
    }
    return expost::derivatives_at({model.loss}, model.lambda, rows, model.theta, {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives,
                                      const CodedData& data) const override {
    return std::make_unique<LaplaceRows>(published_as<PublishedLaplaceModel>(published), std::move(derivatives), data);
  }

 private:
  LaplacePlan exact_plan() const {
    LaplacePlan plan = plan_laplace(*study_);
    require_exact_scale(plan.lambda, "lambda");
    require_exact_scale(plan.eta, "eta");
    return plan;
  }

  /// λ, η and θ in this library's terms, from the arguments of diffprivlib's LogisticRegression.
  void read_diffprivlib(const Request& model, PublishedLaplaceModel& published) const {
    for (const char* const key : {"eta", "lambda"}) {
      if (model.has(key)) {
        model.refuse(key, "inconsistent", "must be left out where diffprivlib's own parameters are given");
      }
    }
    const Request given(model.required("diffprivlib"), model.place("diffprivlib"));
    given.allow_only({"epsilon", "dataNorm", "C", "fitIntercept"});
    if (study_->classes > 0 || study_->loss.kind != LossKind::logistic) {
      model.refuse("diffprivlib", "inconsistent", "goes with the logistic loss only");
    }
    // Its own default is true.
    if (!given.has("fitIntercept") || given.flag("fitIntercept")) {
      given.refuse("fitIntercept", "unsupported",
                   "must be false: diffprivlib's intercept has no ridge term, so its objective is not one of this library's (a "
                   "constant feature has one)");
    }
    const auto positive = [&](const char* key) {
      const double value = given.number(key);
      if (!(value > 0 && std::isfinite(value))) {
        given.refuse(key, "out-of-range", "must be a number above 0");
      }
      return value;
    };
    const DiffprivlibLogistic arguments{positive("epsilon"), positive("dataNorm"), given.has("C") ? positive("C") : 1.0, false};
    if (study_->scaling.norm != arguments.data_norm) {
      given.refuse("dataNorm", "inconsistent", "must be that of the study's /scaling/norm");
    }
    const LaplaceParameters parameters = diffprivlib_parameters(arguments);
    const auto agree = [&](std::optional<double> of_study, double value, const char* pointer) {
      if (of_study && std::fabs(*of_study - value) > 1e-9 * value) {
        model.refuse("diffprivlib", "inconsistent", {"must give what the study states as ", pointer});
      }
    };
    agree(study_->lambda, parameters.lambda, "/mechanism/lambda");
    agree(study_->eta, parameters.eta, "/mechanism/eta");
    published.lambda = parameters.lambda;
    published.eta = parameters.eta;
    published.theta *= parameters.data_norm;
  }

  const report::Study* study_;
  Eigen::Index length_;
};

}  // namespace

std::unique_ptr<Mechanism> laplace_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<LaplaceMechanism>(study, dimension);
}

}  // namespace expost::operations
