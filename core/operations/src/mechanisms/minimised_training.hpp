// Training of a convex loss, a Newton step at a time.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "mechanisms/mechanism.hpp"

namespace expost::operations {

/// Minimises J + bᵀθ. What is made of the minimiser is the mechanism's own: an exact fit, which has
/// no trace of where it began.
class MinimisedTraining : public Training {
 public:
  MinimisedTraining(const ModelShape& shape, double lambda, const RowSource& rows, const Eigen::VectorXd& b)
      : shape_(shape),
        lambda_(lambda),
        rows_(&rows),
        objective_(rows.objective(shape, lambda)),
        minimisation_(*objective_, b, rows.start(shape, lambda, b)) {}

  [[nodiscard]] bool finished() const final { return minimisation_.finished(); }
  void step() final {
    minimisation_.step();
    if (finished()) {
      objective_.reset();  // softmax's copy of the rows
    }
  }
  [[nodiscard]] int steps() const final { return minimisation_.steps(); }
  [[nodiscard]] std::optional<double> residual() const final { return minimisation_.residual(); }
  [[nodiscard]] std::optional<double> tolerance() const final { return minimisation_.tolerance(); }

 protected:
  [[nodiscard]] const ModelShape& shape() const { return shape_; }
  [[nodiscard]] double lambda() const { return lambda_; }
  [[nodiscard]] const RowSource& rows() const { return *rows_; }
  /// As near to the minimum as doubles came.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return minimisation_.theta(); }

 private:
  ModelShape shape_;
  double lambda_;
  const RowSource* rows_;
  std::unique_ptr<SmoothObjective> objective_;
  Minimisation minimisation_;
};

}  // namespace expost::operations
