#include "expost/release.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "expost/discrete_gaussian.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "release_parts.hpp"

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
                        const ReleaseNoise& noise, RandomSource& source) {
  require_noise(trained.sigma, "model");
  require_release_noise(noise);
  Release result;
  PublishedModel& model = result.model;
  model.loss = objective.loss;
  model.lambda = objective.lambda;
  model.sigma = trained.sigma;
  model.theta = trained.theta;
  model.residual = trained.residual;
  result.secrets.gradient = objective.gradient(data, model.theta);
  result.secrets.hessian = objective.hessian(data, model.theta);
  result.secrets.smallest_eigenvalue = smallest_eigenvalue_of(result.secrets.hessian);
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

void require_plausible(const Eigen::VectorXd& gradient, const TrainedModel& trained) {
  // g = −b up to the residual, and ‖b‖²/σ² is chi-squared with d degrees of freedom.
  constexpr double one_in_a_billion = 1e-9;
  const auto d = static_cast<double>(gradient.size());
  const double least = trained.sigma * std::sqrt(chi_squared_upper_quantile(d, 1 - one_in_a_billion));
  const double most = trained.sigma * std::sqrt(chi_squared_upper_quantile(d, one_in_a_billion));
  const double norm = gradient.norm();
  if (!(norm + trained.residual >= least && norm - trained.residual <= most)) {
    const auto shown = [](double value) {
      std::array<char, 32> text{};
      (void)std::snprintf(text.data(), text.size(), "%.3g", value);
      return std::string(text.data());
    };
    throw Error(
        Fault::argument, "implausible", "/model",
        "the model does not fit the data: the gradient of the objective at theta has length " + shown(norm) +
            ", but noise of sigma " + shown(trained.sigma) + " makes it lie between " + shown(least) + " and " + shown(most) +
            " for all but two models in a billion; check theta, sigma, lambda, and that study and data are those it was "
            "trained with");
  }
}

}  // namespace expost
