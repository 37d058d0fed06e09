// Objective perturbation with Gaussian noise, several classes.
#include <limits>
#include <utility>

#include "expost/accounting/convex_accountant.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/release/convex_release.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/gaussian_publication.hpp"
#include "mechanisms/noise_plan.hpp"
#include "mechanisms/softmax/softmax_training.hpp"

namespace expost::operations {
namespace {

class GaussianSoftmaxTraining final : public SoftmaxTraining {
 public:
  GaussianSoftmaxTraining(Eigen::Index classes, NoisePlan plan, GaussianPerturbation noise)
      : SoftmaxTraining(classes, plan.lambda, noise.rounded()), plan_(std::move(plan)), noise_(std::move(noise)) {}

  Publication publication(const CodedData& data, RandomSource& source, KeptSecrets kept) override {
    const OutputRounding rounding = gaussian_rounding(plan_.sigma, plan_.lambda, softmax_smoothness, noise_.length());
    const ExactFit fit = fit_exactly({{}, classes()}, plan_.lambda, data, noise_, rounding.step, theta(), source);
    SoftmaxRelease release =
        release_softmax_trained(data, classes(), lambda(), {fit.theta, plan_.sigma, 0}, plan_.releases, source, kept);
    release.model.rounding = rounding;
    release.secrets.b = b();
    release.iterations = steps();
    return publication_of(std::move(release), plan_, fit.certificate * plan_.lambda);
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

  Publication attached(const Request& model, const CodedData& data, RandomSource& source, KeptSecrets kept) const override {
    const Eigen::Index classes = study_->classes;
    const auto gradient_at = [&](double lambda, const Eigen::VectorXd& theta, double& slack) {
      return ClassifiedObjective(data, classes, lambda).objective.gradient(theta, slack);
    };
    const auto release = [&](const NoisePlan& plan, const TrainedModel& trained) {
      return release_softmax_trained(data, classes, plan.lambda, trained, plan.releases, source, kept);
    };
    return attached_gaussian(*study_, GaussianLoss{length_, softmax_smoothness, plan_softmax_noise, gradient_at, release},
                             model, data.x.rows(), source);
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const CodedData& data, double,
                                   const Request*) const override {
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
