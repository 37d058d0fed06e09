#include "expost/convex_release.hpp"

#include <utility>

#include "release_parts.hpp"

namespace expost {
namespace {

/// Everything but λ_min(H) and the releases.
ConvexRelease without_releases(const SmoothObjective& objective, double lambda, const TrainedModel& trained) {
  require_noise(trained.sigma, "model");
  ConvexRelease result;
  result.model.lambda = lambda;
  result.model.sigma = trained.sigma;
  result.model.theta = trained.theta;
  result.model.residual = trained.residual;
  double rounding = 0;
  result.secrets.gradient = objective.gradient(trained.theta, rounding);
  result.secrets.hessian = objective.hessian(trained.theta);
  return result;
}

struct Training {
  Eigen::VectorXd b;
  TrainedModel trained;
  int iterations;
};

Training train(const SmoothObjective& objective, double sigma, RandomSource& source) {
  Eigen::VectorXd b = objective_noise(objective.dimension(), sigma, source);
  Minimiser minimiser = minimise(objective, b);
  return {std::move(b), {std::move(minimiser.theta), sigma, minimiser.residual}, minimiser.iterations};
}

}  // namespace

ConvexRelease release_convex_trained(const SmoothObjective& objective, double lambda, const TrainedModel& trained,
                                     const ReleaseNoise& noise, RandomSource& source) {
  require_release_noise(noise);
  ConvexRelease result = without_releases(objective, lambda, trained);
  result.secrets.smallest_eigenvalue = smallest_eigenvalue_of(result.secrets.hessian);
  add_releases(result.model, result.secrets, noise, source);
  return result;
}

ConvexRelease release_convex(const SmoothObjective& objective, double lambda, double sigma, const ReleaseNoise& noise,
                             RandomSource& source) {
  Training training = train(objective, sigma, source);
  ConvexRelease result = release_convex_trained(objective, lambda, training.trained, noise, source);
  result.secrets.b = std::move(training.b);
  result.iterations = training.iterations;
  return result;
}

SoftmaxRelease release_softmax_trained(const ConvexObjective<Softmax>& objective, Eigen::Index classes, double lambda,
                                       const TrainedModel& trained, const ReleaseNoise& noise, RandomSource& source) {
  require_release_noise(noise);
  ConvexRelease parts = without_releases(objective, lambda, trained);
  parts.secrets.smallest_eigenvalue = smallest_eigenvalue_of(in_contrasts(classes, parts.secrets.hessian));
  add_releases(parts.model, parts.secrets, noise, source);
  return {{classes, std::move(parts.model)}, std::move(parts.secrets), 0};
}

SoftmaxRelease release_softmax(const ConvexObjective<Softmax>& objective, Eigen::Index classes, double lambda, double sigma,
                               const ReleaseNoise& noise, RandomSource& source) {
  Training training = train(objective, sigma, source);
  SoftmaxRelease result = release_softmax_trained(objective, classes, lambda, training.trained, noise, source);
  result.secrets.b = std::move(training.b);
  result.iterations = training.iterations;
  return result;
}

}  // namespace expost
