// Objective perturbation with Gaussian noise, whatever the loss function.
#pragma once

#include <Eigen/Core>
#include <utility>

#include "expost/output/rounded_output.hpp"
#include "expost/release/release.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/noise_plan.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {

/// `AnyRelease`: Release or SoftmaxRelease. `residual` bounds the gradient's length where training
/// stopped.
template <class AnyRelease>
[[nodiscard]] Publication publication_of(AnyRelease release, const NoisePlan& plan, double residual) {
  Publication result;
  result.residual = residual;
  result.iterations = release.iterations;
  result.model = std::move(release.model);
  result.secrets = std::move(release.secrets);
  result.guarantee = plan.guarantee;
  return result;
}

/// How a loss function takes part in `attached_gaussian`.
template <class PlanNoise, class GradientAt, class ReleaseTrained>
struct GaussianLoss {
  Eigen::Index length;             ///< of θ
  double smoothness;               ///< β
  PlanNoise plan_noise;            ///< study, length → NoisePlan
  GradientAt gradient_at;          ///< λ, θ, slack → ∇J(θ), with its rounding error at most in `slack`
  ReleaseTrained release_trained;  ///< NoisePlan, TrainedModel → Release or SoftmaxRelease
};
template <class PlanNoise, class GradientAt, class ReleaseTrained>
GaussianLoss(Eigen::Index, double, PlanNoise, GradientAt, ReleaseTrained)
    -> GaussianLoss<PlanNoise, GradientAt, ReleaseTrained>;

/// Mechanism::attached, for `rows` rows.
template <class Loss>
[[nodiscard]] Publication attached_gaussian(const report::Study& stated_study, const Loss& loss, const Request& model,
                                            Eigen::Index rows, RandomSource& source) {
  model.allow_only({"theta", "order", "sigma", "lambda", "b"});
  const ThetaShape shape = shape_of(stated_study, loss.length);
  const report::TrainedElsewhere& stated = stated_elsewhere(stated_study);
  const Eigen::VectorXd theta = read_vector(model, "theta", shape);
  report::Study study = stated_study;
  study.lambda = agreed_scale(model, "lambda", stated_study.lambda, "/mechanism/lambda");
  study.scales.model = agreed_scale(model, "sigma", stated_study.scales.model, "/mechanism/scales/model");
  const double sigma = *study.scales.model;
  const NoisePlan plan = loss.plan_noise(study, static_cast<int>(loss.length));
  double slack = 0;
  const Eigen::VectorXd gradient = loss.gradient_at(plan.lambda, theta, slack);
  Doubts doubts;
  doubts.rows(rows, stated);
  doubts.chi_length(gradient.norm(), stated.residual, static_cast<double>(loss.length), sigma,
                    "the gradient of the objective at theta", "sigma");
  Eigen::VectorXd b = -gradient;
  if (model.has("b")) {
    b = read_vector(model, "b", shape);
    doubts.residual((gradient + b).norm() + slack, stated);
  }
  const OutputRounding rounding = elsewhere_rounding(
      gaussian_step(sigma, plan.lambda, loss.smoothness, stated.rows_at_most, loss.length, elsewhere_share), stated);
  auto release =
      loss.release_trained(plan, TrainedModel{rounded_at_random(theta, rounding.step, source), sigma, stated.residual});
  release.model.rounding = rounding;
  release.secrets.b = std::move(b);
  Publication result = publication_of(std::move(release), plan, stated.residual);
  result.doubts = doubts.sentences();
  return result;
}

}  // namespace expost::operations
