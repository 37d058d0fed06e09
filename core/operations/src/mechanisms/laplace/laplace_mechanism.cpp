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
#include "mechanisms/minimised_training.hpp"
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
  if (const std::optional<double>& eta = study.of<report::LaplaceSettings>().eta) {
    return {lambda, *eta, pure_guarantee(pure_epsilon(study, lambda, *eta))};
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

/// The secrets of a model at θ, without b.
Secrets secrets_at(const ModelShape& shape, double lambda, const RowSource& rows, const Eigen::VectorXd& theta) {
  const std::unique_ptr<SmoothObjective> objective = rows.objective(shape, lambda);
  Secrets secrets;
  double rounding = 0;
  secrets.gradient = objective->gradient(theta, rounding);
  secrets.hessian = objective->hessian(theta);
  secrets.smallest_eigenvalue =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(secrets.hessian, Eigen::EigenvaluesOnly).eigenvalues()(0);
  return secrets;
}

class LaplaceTraining final : public MinimisedTraining {
 public:
  LaplaceTraining(const ModelShape& shape, LaplacePlan plan, const RowSource& rows, LaplacePerturbation noise)
      : MinimisedTraining(shape, plan.lambda, rows, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(RandomSource& source, KeptSecrets kept) override {
    const OutputRounding rounding = laplace_rounding(plan_.eta, plan_.lambda, shape().smoothness());
    ExactFit fit = fit_exactly(shape(), plan_.lambda, rows(), noise_, rounding.step, theta(), source);
    Publication result;
    if (kept == KeptSecrets::all) {
      result.secrets = secrets_at(shape(), plan_.lambda, rows(), fit.theta);
      result.secrets.b = noise_.rounded();
    }
    result.model =
        PublishedLaplaceModel{shape().loss, shape().classes, plan_.lambda, plan_.eta, std::move(fit.theta), rounding};
    result.guarantee = plan_.guarantee;
    result.iterations = steps();
    result.residual = fit.certificate * plan_.lambda;
    return result;
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
      : study_(&study), shape_(loss_of(study)), length_(shape_.blocks() * dimension) {}

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource& source) const override {
    const LaplacePlan plan = exact_plan();
    return std::make_unique<LaplaceTraining>(shape_, plan, rows, LaplacePerturbation(length_, plan.eta, source));
  }

  Publication attached(const Request& model, const RowSource& rows, RandomSource& source, KeptSecrets kept) const override {
    model.allow_only({"theta", "order", "eta", "lambda", "diffprivlib"});
    const report::TrainedElsewhere stated = stated_elsewhere(*study_);
    PublishedLaplaceModel published{
        study_->loss, study_->classes, 0, 0, read_vector(model, "theta", shape_of(*study_, length_)), {}};
    if (model.has("diffprivlib")) {
      read_diffprivlib(model, published);
    } else {
      published.lambda = agreed_scale(model, "lambda", study_->lambda(), "/mechanism/lambda");
      published.eta = agreed_scale(model, "eta", study_->of<report::LaplaceSettings>().eta, "/mechanism/eta");
    }
    Doubts doubts;
    doubts.rows(rows.rows(), stated);
    double slack = 0;
    doubts.gamma_length(rows.objective(shape_, published.lambda)->gradient(published.theta, slack).norm(),
                        static_cast<double>(length_), published.eta, "the gradient of the objective at theta", "eta");
    published.rounding = elsewhere_rounding(
        laplace_step(published.eta, published.lambda, shape_.smoothness(), stated.rows_at_most, elsewhere_share), stated);
    published.theta = rounded_at_random(published.theta, published.rounding.step, source);
    Publication result;
    if (kept == KeptSecrets::all) {
      result.secrets = secrets_at(shape_, published.lambda, rows, published.theta);
      result.secrets.b = -result.secrets.gradient;
    }
    result.guarantee = pure_guarantee(pure_epsilon(*study_, published.lambda, published.eta));
    result.model = std::move(published);
    result.doubts = doubts.sentences();
    return result;
  }

  Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const override {
    const auto& model = published_as<PublishedLaplaceModel>(published);
    return derivatives_at({model.loss, model.classes}, model.lambda, rows, model.theta, {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives, const CodedData& data,
                                      double) const override {
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
    agree(study_->lambda(), parameters.lambda, "/mechanism/lambda");
    agree(study_->of<report::LaplaceSettings>().eta, parameters.eta, "/mechanism/eta");
    published.lambda = parameters.lambda;
    published.eta = parameters.eta;
    published.theta *= parameters.data_norm;
  }

  const report::Study* study_;
  ModelShape shape_;
  Eigen::Index length_;
};

}  // namespace

std::unique_ptr<Mechanism> laplace_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<LaplaceMechanism>(study, dimension);
}

}  // namespace expost::operations
