// Objective perturbation with Gaussian noise, generalised linear losses: the main job.
#include <utility>

#include "expost/exact/exact_loss.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/gaussian_publication.hpp"
#include "mechanisms/linear/linear_training.hpp"
#include "mechanisms/noise_plan.hpp"

namespace expost::operations {
namespace {

/// Publishes a training that came to `start` in `steps` steps. Newton's method in doubles has come
/// as near as it could; from there on every digit is certain.
Publication publication_from(const Eigen::VectorXd& start, int steps, const Objective& objective, const NoisePlan& plan,
                             const RowSource& rows, GaussianPerturbation& noise, RandomSource& source, KeptSecrets kept) {
  const OutputRounding rounding = gaussian_rounding(plan.sigma, plan.lambda, objective.loss.smoothness(), rows.features());
  const ExactFit fit = fit_exactly({objective.loss}, plan.lambda, rows, noise, rounding.step, start, source);
  Release release = release_trained(objective, rows, {fit.theta, plan.sigma, 0}, plan.releases, source, kept);
  release.model.rounding = rounding;
  release.secrets.b = noise.rounded();
  release.iterations = steps;
  return publication_of(std::move(release), plan, fit.certificate * plan.lambda);
}

class GaussianTraining final : public LinearTraining {
 public:
  GaussianTraining(const Objective& objective, NoisePlan plan, const CodedData& data, GaussianPerturbation noise)
      : LinearTraining(objective, data, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source, KeptSecrets kept) override {
    return publication_from(minimisation().theta(), minimisation().steps(), objective(), plan_, *rows_in_memory(data), noise_,
                            source, kept);
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

class LinearMechanism final : public Mechanism {
 public:
  LinearMechanism(const report::Study& study, Eigen::Index dimension) : study_(&study), dimension_(dimension) {}

  std::unique_ptr<Training> training(const CodedData& data, RandomSource& source) const override {
    const NoisePlan plan = exact_plan();
    return std::make_unique<GaussianTraining>(Objective{study_->loss, plan.lambda}, plan, data,
                                              GaussianPerturbation(dimension_, plan.sigma, source));
  }

  Publication by_sums(const RowSource& rows, RandomSource& source, KeptSecrets kept) const override {
    const NoisePlan plan = exact_plan();
    GaussianPerturbation noise(dimension_, plan.sigma, source);
    const Objective objective{study_->loss, plan.lambda};
    const Reached reached = reached_by_sums(objective, rows, noise.rounded());
    return publication_from(reached.theta, reached.steps, objective, plan, rows, noise, source, kept);
  }

  Publication attached(const Request& model, const CodedData& data, RandomSource& source, KeptSecrets kept) const override {
    const Loss& loss = study_->loss;
    const auto gradient_at = [&](double lambda, const Eigen::VectorXd& theta, double& slack) {
      return Objective{loss, lambda}.gradient(data, theta, &slack);
    };
    const auto release = [&](const NoisePlan& plan, const TrainedModel& trained) {
      return release_trained(Objective{loss, plan.lambda}, data, trained, plan.releases, source, kept);
    };
    return attached_gaussian(*study_, GaussianLoss{dimension_, loss.smoothness(), plan_noise, gradient_at, release}, model,
                             data.x.rows(), source);
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const CodedData& data, double,
                                   const Request*) const override {
    return exact_at(published, derivatives(published, *rows_in_memory(data)), data);
  }

  Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const override {
    const auto& model = published_as<PublishedModel>(published);
    return derivatives_at({model.loss}, model.lambda, rows, model.theta, {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives,
                                      const CodedData& data) const override {
    return std::make_unique<GaussianRows>(published_as<PublishedModel>(published), std::move(derivatives), data);
  }

 private:
  NoisePlan exact_plan() const {
    NoisePlan plan = plan_noise(*study_, static_cast<int>(dimension_));
    require_exact_scale(plan.lambda, "lambda");
    require_exact_scale(plan.sigma, "sigma");
    return plan;
  }

  const report::Study* study_;
  Eigen::Index dimension_;
};

}  // namespace

std::unique_ptr<Mechanism> linear_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<LinearMechanism>(study, dimension);
}

}  // namespace expost::operations
