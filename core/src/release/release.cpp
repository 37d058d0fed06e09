#include "expost/release/release.hpp"

#include <cmath>
#include <limits>

#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "release/release_parts.hpp"

namespace expost {

GradientRelease release_gradient(const Eigen::VectorXd& gradient, double sigma, RandomSource& source) {
  const Grid grid = grid_for(sigma);
  GradientRelease release{grid.sigma(), gradient, grid.step};
  for (double& value : release.values) {
    value = grid.noisy(value, 1, source);
  }
  return release;
}

HessianRelease release_hessian(const Eigen::MatrixXd& hessian, double sigma, RandomSource& source) {
  const Grid grid = grid_for(sigma);
  HessianRelease release{grid.sigma(), hessian, grid.step};
  Eigen::MatrixXd& values = release.values;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    values(i, i) = grid.noisy(hessian(i, i), 2, source);
    for (Eigen::Index j = i + 1; j < values.cols(); ++j) {
      values(i, j) = grid.noisy(hessian(i, j), 1, source);
      values(j, i) = values(i, j);
    }
  }
  return release;
}

Eigen::VectorXd objective_noise(Eigen::Index d, double sigma, RandomSource& source) {
  require_noise(sigma, "model");
  Eigen::VectorXd b(d);
  for (double& value : b) {
    value = sigma * standard_normal(source);
  }
  return b;
}

Release release_trained(const Objective& objective, const CodedData& data, const TrainedModel& trained,
                        const ReleaseNoise& noise, RandomSource& source, KeptSecrets kept) {
  return release_trained(objective, *rows_in_memory(data), trained, noise, source, kept);
}

Release release_trained(const Objective& objective, const RowSource& rows, const TrainedModel& trained,
                        const ReleaseNoise& noise, RandomSource& source, KeptSecrets kept) {
  require_noise(trained.sigma, "model");
  require_release_noise(noise);
  Release result;
  PublishedModel& model = result.model;
  model.loss = objective.loss;
  model.lambda = objective.lambda;
  model.sigma = trained.sigma;
  model.theta = trained.theta;
  model.residual = trained.residual;
  result.secrets = secrets_at({objective.loss}, objective.lambda, rows, model.theta, noise, kept);
  add_releases(model, result.secrets, noise, source);
  return result;
}

Release release_model(const Objective& objective, const CodedData& data, double sigma, const ReleaseNoise& noise,
                      RandomSource& source) {
  const Eigen::VectorXd b = objective_noise(data.x.cols(), sigma, source);
  const Minimiser minimiser = minimise(objective, data, b);
  Release result = release_trained(objective, data, {minimiser.theta, sigma, minimiser.residual}, noise, source);
  result.secrets.b = b;
  result.iterations = minimiser.iterations;
  return result;
}

}  // namespace expost
