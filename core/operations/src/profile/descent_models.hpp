// Models by a study's own noisy gradient descent at several ε, for a profile's accuracy.
#pragma once

#include <Eigen/Core>

#include "expost/descent/published_descent.hpp"
#include "expost/noise/random.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"

namespace expost::operations {

class DescentModels {
 public:
  /// Study and data must outlive it. Throws ErrorType::study where another program trains.
  DescentModels(const report::Study& study, const CodedData& data);

  /// Trains once at the study's δ, its σ calibrated anew where ε isn't that of the last call. The
  /// final model. Throws ErrorType::argument where no noise gives this ε.
  [[nodiscard]] Eigen::VectorXd train(double epsilon, RandomSource& source);

 private:
  const report::Study& study_;
  CodedData data_;
  DescentPlan plan_;
  double epsilon_ = 0;
};

}  // namespace expost::operations
