// Training of a generalised linear model, a Newton step at a time.
#pragma once

#include <optional>
#include <utility>

#include "mechanisms/mechanism.hpp"

namespace expost::operations {

/// Where Newton's method in doubles came to.
struct Reached {
  Eigen::VectorXd theta;
  int steps;
};

/// Minimises J + bᵀθ over rows that are elsewhere.
[[nodiscard]] inline Reached reached_by_sums(const Objective& objective, const RowSource& rows, const Eigen::VectorXd& b) {
  const ObjectiveOfSource of_source(objective, rows);
  Minimisation minimisation(of_source, b);
  while (!minimisation.finished()) {
    minimisation.step();
  }
  return {minimisation.theta(), minimisation.steps()};
}

/// Minimises J + bᵀθ. What is made of the minimiser is the mechanism's own: an exact fit, which has
/// no trace of where it began.
class LinearTraining : public Training {
 public:
  LinearTraining(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b)
      : objective_(objective), of_rows_(objective, data), minimisation_(of_rows_, b, near_minimiser(objective, data, b)) {}

  [[nodiscard]] bool finished() const final { return minimisation_.finished(); }
  void step(const CodedData&) final { minimisation_.step(); }
  [[nodiscard]] int steps() const final { return minimisation_.steps(); }
  [[nodiscard]] std::optional<double> residual() const final { return minimisation_.residual(); }
  [[nodiscard]] std::optional<double> tolerance() const final { return minimisation_.tolerance(); }

 protected:
  [[nodiscard]] const Objective& objective() const { return objective_; }
  [[nodiscard]] const Minimisation& minimisation() const { return minimisation_; }

 private:
  Objective objective_;
  ObjectiveOfRows of_rows_;
  Minimisation minimisation_;
};

}  // namespace expost::operations
