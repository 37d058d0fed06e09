#include "expost/release.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "expost/error.hpp"

namespace expost {
namespace {

Eigen::VectorXd normal_vector(Eigen::Index d, double sigma, RandomSource& source) {
  Eigen::VectorXd v(d);
  for (Eigen::Index i = 0; i < d; ++i) {
    v(i) = sigma * standard_normal(source);
  }
  return v;
}

void require_noise(const std::optional<double>& sigma, const char* what) {
  if (sigma && !(*sigma > 0 && *sigma < std::numeric_limits<double>::infinity())) {
    throw Error(Fault::argument, "out-of-range", "", std::string("the noise of the ") + what + " must be a number above 0");
  }
}

}  // namespace

Eigen::MatrixXd gaussian_orthogonal_noise(Eigen::Index d, double sigma, RandomSource& source) {
  constexpr double sqrt2 = 0x1.6a09e667f3bcdp+0;
  Eigen::MatrixXd noise(d, d);
  for (Eigen::Index i = 0; i < d; ++i) {
    noise(i, i) = sqrt2 * sigma * standard_normal(source);
    for (Eigen::Index j = i + 1; j < d; ++j) {
      noise(i, j) = sigma * standard_normal(source);
      noise(j, i) = noise(i, j);
    }
  }
  return noise;
}

Release release_model(const Objective& objective, const CodedData& data, double sigma, const ReleaseNoise& noise,
                      RandomSource& source, const std::function<bool()>& interrupted) {
  require_noise(sigma, "model");
  require_noise(noise.gradient, "gradient");
  require_noise(noise.hessian, "hessian");
  require_noise(noise.smallest_eigenvalue, "smallest eigenvalue");
  if (noise.gradient.has_value() != noise.hessian.has_value() || (noise.smallest_eigenvalue && !noise.hessian)) {
    throw Error(Fault::argument, "unsupported", "",
                "gradient and hessian are released together or not at all, and the smallest eigenvalue only with both");
  }
  const Eigen::Index d = data.x.cols();
  Release result;
  result.secrets.b = normal_vector(d, sigma, source);
  const Minimiser minimiser = minimise(objective, data, result.secrets.b, interrupted);
  result.iterations = minimiser.iterations;
  PublishedModel& model = result.model;
  model.loss = objective.loss;
  model.lambda = objective.lambda;
  model.sigma = sigma;
  model.theta = minimiser.theta;
  model.residual = minimiser.residual;
  result.secrets.gradient = objective.gradient(data, model.theta);
  result.secrets.hessian = objective.hessian(data, model.theta);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigenvalues(result.secrets.hessian, Eigen::EigenvaluesOnly);
  if (eigenvalues.info() != Eigen::Success) {
    throw Error(Fault::numerics, "not-converged", "", "the eigenvalues of the Hessian could not be computed");
  }
  result.secrets.smallest_eigenvalue = eigenvalues.eigenvalues()(0);
  if (noise.gradient) {
    model.gradient = GradientRelease{*noise.gradient, result.secrets.gradient + normal_vector(d, *noise.gradient, source)};
    model.hessian =
        HessianRelease{*noise.hessian, result.secrets.hessian + gaussian_orthogonal_noise(d, *noise.hessian, source)};
  }
  if (noise.smallest_eigenvalue) {
    model.smallest_eigenvalue = EigenvalueRelease{
        *noise.smallest_eigenvalue, result.secrets.smallest_eigenvalue + *noise.smallest_eigenvalue * standard_normal(source)};
  }
  return result;
}

}  // namespace expost
