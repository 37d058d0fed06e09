// A curator of simulations, and exact losses of what she releases.
#pragma once

#include <Eigen/Eigenvalues>

#include "expost/accounting/sensitivity.hpp"
#include "expost/release/release.hpp"
#include "kinds_of_report.hpp"
#include "random_report.hpp"

namespace expost {

/// log p(ĝ, Ĥ, λ̂ | g, H), up to what does not depend on g and H.
inline double log_release_density(const PublishedModel& model, const Eigen::VectorXd& g, const Eigen::MatrixXd& h) {
  if (!model.hessian) {
    return 0;
  }
  double sum = 0;
  if (model.gradient) {
    sum -= (model.gradient->values - g).squaredNorm() / (2 * model.gradient->sigma * model.gradient->sigma);
  }
  const Eigen::MatrixXd e = model.hessian->values - h;
  const double variance = model.hessian->sigma * model.hessian->sigma;
  for (Eigen::Index i = 0; i < e.rows(); ++i) {
    sum -= e(i, i) * e(i, i) / (4 * variance);
    for (Eigen::Index j = i + 1; j < e.cols(); ++j) {
      sum -= e(i, j) * e(i, j) / (2 * variance);
    }
  }
  if (model.smallest_eigenvalue) {
    const double smallest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(h, Eigen::EigenvaluesOnly).eigenvalues()(0);
    const double z = (model.smallest_eigenvalue->value - smallest) / model.smallest_eigenvalue->sigma;
    sum -= 0.5 * z * z;
  }
  return sum;
}

/// L of the releases at the published θ̂: the same noise seen from the data set with one person
/// more or less.
inline double exact_release_loss(const Release& release, const Loss& loss, const Person& person, bool member) {
  const double t = person.x.dot(release.model.theta);
  const double sign = member ? -1 : 1;
  const Eigen::VectorXd g = release.secrets.gradient + sign * loss.first_derivative(t, person.y) * person.x;
  const Eigen::MatrixXd h =
      release.secrets.hessian + sign * loss.second_derivative(t, person.y) * person.x * person.x.transpose();
  return log_release_density(release.model, release.secrets.gradient, release.secrets.hessian) -
         log_release_density(release.model, g, h);
}

struct Curator {
  Objective objective;
  Problem problem;
  double sigma;
  ReleaseNoise noise;
};

inline Curator curator_for(LossKind kind, ReportKind report, Draws& draws) {
  Curator curator{{Loss{kind, 0.6}, 0.4}, {}, 1.2, {}};
  curator.problem = random_problem(curator.objective.loss, 8, 3, draws);
  if (releases_gradient(report)) {
    curator.noise.gradient = 0.9;
  }
  if (releases_hessian(report)) {
    curator.noise.hessian = 0.25;
  }
  if (report == ReportKind::adaptive) {
    curator.noise.smallest_eigenvalue = 0.2;
  }
  return curator;
}

}  // namespace expost
