// Random published models, and persons to bound.
#pragma once

#include <Eigen/Core>

#include "expost/bounds/bound.hpp"
#include "expost/release/published_model.hpp"
#include "random_problem.hpp"

namespace expost {

struct Person {
  Eigen::VectorXd x;
  double y;
};

/// Numbers of ordinary size; Ĥ is a Hessian plus noise and often indefinite.
inline PublishedModel random_model(ReportKind kind, Eigen::Index d, Draws& draws) {
  PublishedModel model;
  model.loss = random_loss(draws);
  model.lambda = draws.logarithmic(0.01, 100);
  model.sigma = draws.logarithmic(0.1, 30);
  model.theta = draws.in_ball(d, draws.logarithmic(0.01, 10));
  model.residual = draws.coin() ? 0 : draws.logarithmic(1e-14, 1e-9);
  if (kind == ReportKind::data_independent) {
    return model;
  }
  const double noise = draws.logarithmic(0.01, 3);
  Eigen::MatrixXd h = model.lambda * Eigen::MatrixXd::Identity(d, d);
  const Eigen::Index rank = draws.integer(0, static_cast<int>(d));
  for (Eigen::Index i = 0; i < rank; ++i) {
    const Eigen::VectorXd v = draws.in_ball(d, 1);
    h += draws.logarithmic(0.01, 100) * v * v.transpose();
  }
  const Eigen::MatrixXd noisy = h + draws.symmetric_noise(d, noise);
  if (releases_gradient(kind)) {
    model.gradient = GradientRelease{draws.logarithmic(0.1, 30), draws.normal_vector(d, model.sigma)};
  }
  model.hessian = HessianRelease{noise, 0.5 * (noisy + noisy.transpose())};
  if (kind == ReportKind::adaptive) {
    const double sigma = draws.logarithmic(0.05, 3);
    model.smallest_eigenvalue = EigenvalueRelease{sigma, model.lambda + draws.uniform(-3, 6) * sigma};
  }
  return model;
}

inline ReportKind random_kind(Draws& draws) {
  return static_cast<ReportKind>(draws.integer(0, 3));
}

inline Person random_person(const PublishedModel& model, Draws& draws) {
  return {draws.in_ball(model.dimension(), draws.coin() ? 1.0 : draws.uniform(0.01, 1)), random_label(model.loss, draws)};
}

inline Bound bound_of(const PublishedModel& model, const BoundOptions& options, const Person& person) {
  const PreparedReport prepared(model);
  return BoundRule(prepared, options).bound(person.x, person.y);
}

}  // namespace expost
