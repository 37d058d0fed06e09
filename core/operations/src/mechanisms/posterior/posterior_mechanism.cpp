// Ridge regression published as one posterior sample, its λ and γ stated in the study.
#include <cmath>
#include <utility>

#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_sample.hpp"
#include "expost/output/rounded_output.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/minimised_training.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

Minimiser minimiser_of(double lambda, const RowSource& rows) {
  return minimise(*rows.objective(squared_shape, lambda), Eigen::VectorXd::Zero(rows.features()));
}

class PosteriorTraining final : public MinimisedTraining {
 public:
  PosteriorTraining(double lambda, double gamma, const RowSource& rows, SampleNoise noise)
      : MinimisedTraining(squared_shape, lambda, rows, rounded_perturbation(lambda, gamma, rows_of(rows), noise)),
        gamma_(gamma),
        noise_(std::move(noise)) {}

  Publication publication(RandomSource& source, KeptSecrets kept) override {
    const OutputRounding rounding = sample_rounding(gamma_, lambda(), rows().features());
    const ExactFit fit = sample_exactly(lambda(), gamma_, rows_of(rows()), noise_, rounding.step, theta(), source);
    Publication result;
    result.model = PublishedPosteriorSample{fit.theta, lambda(), gamma_, 0, rounding};
    result.iterations = steps();
    result.residual = fit.certificate * lambda();
    if (kept == KeptSecrets::all) {
      result.minimiser = minimiser_of(lambda(), rows()).theta;
    }
    return result;
  }

 private:
  double gamma_;
  SampleNoise noise_;
};

class PosteriorRows final : public ExactRows {
 public:
  PosteriorRows(const PublishedPosteriorSample& model, const Derivatives& derivatives, const CodedData& data, double delta)
      : data_(data),
        theta_(model.theta),
        // The posterior's mean: Newton's step is exact where J is quadratic.
        posterior_(derivatives.hessian, model.theta - derivatives.hessian.llt().solve(derivatives.gradient), model.gamma),
        delta_(delta) {}

  bool has_pdp() const override { return true; }
  RowFigures row(Eigen::Index index) override {
    const Eigen::VectorXd x = data_.x.row(index).transpose();
    const double y = data_.y(index);
    const PosteriorPerson person = posterior_.person(x, y);
    return {posterior_sample_loss(Membership::in, person, posterior_.gamma(), y - x.dot(theta_)),
            posterior_sample_epsilon(Membership::in, person, posterior_.gamma(), delta_), person.leverage,
            person.residual / (1 - person.leverage)};
  }

 private:
  CodedData data_;
  Eigen::VectorXd theta_;
  RidgePosterior posterior_;
  double delta_;
};

class PosteriorMechanism final : public Mechanism {
 public:
  PosteriorMechanism(const report::Study& study, Eigen::Index dimension) : study_(&study), dimension_(dimension) {}

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource& source) const override {
    const std::optional<double>& gamma = study_->of<report::PosteriorSettings>().gamma;
    if (!gamma) {
      throw Error(ErrorType::study, "missing", "/mechanism/gamma",
                  "/mechanism/gamma must be a number above 0 for this mechanism");
    }
    const double lambda = required_lambda(*study_);
    require_exact_scale(lambda, "lambda");
    require_exact_scale(*gamma, "gamma");
    return std::make_unique<PosteriorTraining>(lambda, *gamma, rows, SampleNoise(rows_of(rows).x.rows(), dimension_, source));
  }

  Publication attached(const Request& model, const RowSource& rows, RandomSource& source, KeptSecrets) const override {
    model.allow_only({"theta", "order", "gamma", "lambda"});
    const report::TrainedElsewhere stated = stated_elsewhere(*study_);
    PublishedPosteriorSample published{
        read_vector(model, "theta", {1, dimension_}), agreed_scale(model, "lambda", study_->lambda(), "/mechanism/lambda"),
        agreed_scale(model, "gamma", study_->of<report::PosteriorSettings>().gamma, "/mechanism/gamma")};
    Minimiser minimiser = minimiser_of(published.lambda, rows);
    const Eigen::MatrixXd hessian = rows.objective(squared_shape, published.lambda)->hessian(minimiser.theta);
    const Eigen::VectorXd drawn = published.theta - minimiser.theta;
    Doubts doubts;
    doubts.rows(rows.rows(), stated);
    doubts.chi_length(std::sqrt(drawn.dot(hessian * drawn)), 0, static_cast<double>(dimension_), 1 / std::sqrt(published.gamma),
                      "the difference of theta and the posterior's mean, in its own metric,", "gamma");
    published.rounding = elsewhere_rounding(
        sample_step(published.gamma, published.lambda, stated.rows_at_most, dimension_, elsewhere_share), stated);
    published.theta = rounded_at_random(published.theta, published.rounding.step, source);
    Publication result;
    result.residual = minimiser.residual;
    result.minimiser = std::move(minimiser.theta);
    result.model = std::move(published);
    result.doubts = doubts.sentences();
    return result;
  }

  Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const override {
    const auto& model = published_as<PublishedPosteriorSample>(published);
    return derivatives_at(squared_shape, model.lambda, rows, model.theta, {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives, const CodedData& data,
                                      double delta) const override {
    return std::make_unique<PosteriorRows>(published_as<PublishedPosteriorSample>(published), derivatives, data, delta);
  }

 private:
  const report::Study* study_;
  Eigen::Index dimension_;
};

}  // namespace

std::unique_ptr<Mechanism> posterior_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<PosteriorMechanism>(study, dimension);
}

}  // namespace expost::operations
