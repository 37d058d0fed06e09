// Random losses, labels and data sets.
#pragma once

#include <Eigen/Core>

#include "expost/losses/loss.hpp"
#include "expost/training/objective.hpp"
#include "random_draws.hpp"

namespace expost {

inline Loss random_loss(Draws& draws) {
  return {static_cast<LossKind>(draws.integer(0, 2)), draws.logarithmic(0.1, 3)};
}

inline double random_label(const Loss& loss, Draws& draws) {
  if (loss.kind == LossKind::logistic) {
    return draws.coin() ? 1 : -1;
  }
  return draws.integer(0, 4) == 0 ? (draws.coin() ? 1 : -1) : draws.uniform(-1, 1);
}

struct Problem {
  Rows x;
  Eigen::VectorXd y;

  [[nodiscard]] CodedData data() const { return {x, y}; }
  [[nodiscard]] Eigen::VectorXd person(Eigen::Index row) const { return x.row(row).transpose(); }
};

inline Problem random_problem(const Loss& loss, Eigen::Index n, Eigen::Index d, Draws& draws) {
  Problem problem{Rows(n, d), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.x.row(i) = draws.in_ball(d, draws.integer(0, 2) == 0 ? 1 : draws.uniform(0.05, 1)).transpose();
    problem.y(i) = random_label(loss, draws);
  }
  return problem;
}

/// Returns θ̂, the minimiser of the objective over the data, found from 0.
inline Eigen::VectorXd solution(const Objective& objective, const CodedData& data) {
  return minimise(objective, data, Eigen::VectorXd::Zero(data.x.cols())).theta;
}

}  // namespace expost
