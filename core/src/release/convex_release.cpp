#include "expost/release/convex_release.hpp"

#include <Eigen/Eigenvalues>
#include <utility>

#include "expost/accounting/sensitivity.hpp"
#include "release/release_parts.hpp"

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
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigenvalues(result.secrets.hessian, Eigen::EigenvaluesOnly);
  if (eigenvalues.info() != Eigen::Success) {
    throw_error(ErrorType::numerics, "not-converged", "", "the eigenvalues of the Hessian could not be computed");
  }
  result.secrets.smallest_eigenvalue = eigenvalues.eigenvalues()(0);
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

SoftmaxRelease release_softmax_trained(const RowSource& rows, Eigen::Index classes, double lambda, const TrainedModel& trained,
                                       const ReleaseNoise& noise, RandomSource& source, KeptSecrets kept) {
  require_noise(trained.sigma, "model");
  require_release_noise(noise);
  SoftmaxRelease result;
  result.model.classes = classes;
  PublishedConvexModel& parts = result.model.parts;
  parts.lambda = lambda;
  parts.sigma = trained.sigma;
  parts.theta = trained.theta;
  parts.residual = trained.residual;
  result.secrets = secrets_at({{}, classes}, lambda, rows, parts.theta, noise, kept);
  add_releases(parts, result.secrets, noise, source);
  return result;
}

SoftmaxRelease release_softmax(const std::vector<ClassifiedPerson>& persons, Eigen::Index classes, double lambda, double sigma,
                               const ReleaseNoise& noise, RandomSource& source) {
  if (persons.empty()) {
    throw_error(ErrorType::argument, "out-of-range", "", "there must be a person");
  }
  const auto count = static_cast<Eigen::Index>(persons.size());
  Rows x(count, persons.front().x.size());
  Eigen::VectorXd y(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const ClassifiedPerson& person = persons[static_cast<std::size_t>(i)];
    x.row(i) = person.x.transpose();
    y(i) = static_cast<double>(person.label);
  }
  require_noise(sigma, "model");
  const ConvexObjective<Softmax> objective({classes}, lambda, classes * x.cols(), persons);
  Training training = train(objective, sigma, source);
  SoftmaxRelease result = release_softmax_trained(*rows_in_memory({x, y}), classes, lambda, training.trained, noise, source);
  result.secrets.b = std::move(training.b);
  result.iterations = training.iterations;
  return result;
}

}  // namespace expost
