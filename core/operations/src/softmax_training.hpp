// Training of a multinomial model. The library minimises it in one go, so that there is one step.
#pragma once

#include <vector>

#include "expost/convex_objective.hpp"
#include "expost/softmax.hpp"
#include "mechanism.hpp"

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
  [[nodiscard]] int steps() const final { return minimiser_.iterations; }
  [[nodiscard]] double residual() const final { return minimiser_.residual; }
  [[nodiscard]] double tolerance() const final;

 protected:
  [[nodiscard]] Eigen::Index classes() const { return classes_; }
  [[nodiscard]] double lambda() const { return lambda_; }
  [[nodiscard]] const Eigen::VectorXd& b() const { return b_; }
  [[nodiscard]] const Minimiser& minimiser() const { return minimiser_; }

 private:
  Eigen::Index classes_;
  double lambda_;
  Eigen::VectorXd b_;
  Minimiser minimiser_;
  bool finished_ = false;
};

}  // namespace expost::operations
