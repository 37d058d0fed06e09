// Training of a multinomial model.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expost/losses/softmax.hpp"
#include "expost/training/convex_objective.hpp"
#include "mechanisms/mechanism.hpp"

namespace expost::operations {

/// Rows as the softmax loss takes them.
[[nodiscard]] std::vector<ClassifiedPerson> classified(const CodedData& data);

/// The objective of a softmax model, and the persons in it.
struct ClassifiedObjective {
  ClassifiedObjective(const CodedData& data, Eigen::Index classes, double lambda)
      : persons(classified(data)), objective(Softmax{classes}, lambda, classes * data.x.cols(), persons) {}

  std::vector<ClassifiedPerson> persons;
  ConvexObjective<Softmax> objective;
};

class SoftmaxTraining : public Training {
 public:
  SoftmaxTraining(Eigen::Index classes, double lambda, Eigen::VectorXd b);

  [[nodiscard]] bool finished() const final { return finished_; }
  void step(const CodedData& data) final;
  [[nodiscard]] int steps() const final { return minimisation_ ? minimisation_->steps() : steps_; }
  [[nodiscard]] std::optional<double> residual() const final { return minimisation_ ? minimisation_->residual() : residual_; }
  [[nodiscard]] std::optional<double> tolerance() const final;

 protected:
  [[nodiscard]] Eigen::Index classes() const { return classes_; }
  [[nodiscard]] double lambda() const { return lambda_; }
  [[nodiscard]] const Eigen::VectorXd& b() const { return b_; }
  /// As near to the minimum as doubles came, once finished.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }

 private:
  Eigen::Index classes_;
  double lambda_;
  Eigen::VectorXd b_;
  Eigen::VectorXd theta_;
  double residual_;
  int steps_ = 0;
  // While it is under way.
  std::unique_ptr<ClassifiedObjective> classified_;
  std::unique_ptr<Minimisation> minimisation_;
  bool finished_ = false;
};

}  // namespace expost::operations
