#include "profile/descent_models.hpp"

#include "expost/descent/descent_promise.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {

DescentModels::DescentModels(const report::Study& study, const CodedData& data)
    : study_(study), data_(data), plan_(study.of<report::DescentSettings>().plan) {
  if (plan_.elsewhere) {
    throw Error(ErrorType::study, "unsupported", "/mechanism/elsewhere",
                "/mechanism/elsewhere must be left out or false for the accuracy on held-out rows, which takes trainings");
  }
}

Eigen::VectorXd DescentModels::train(double epsilon, RandomSource& source) {
  if (epsilon != epsilon_) {
    plan_ = study_.of<report::DescentSettings>().plan;
    const DescentLoss loss = descent_loss(study_.loss, study_.classes, study_.network);
    if (!calibrate(std::get<DescentAccountant>(study_.budget.accountant), plan_, parameters_of(loss, data_.x.cols()), epsilon,
                   study_.budget.delta)) {
      throw Error(ErrorType::argument, "out-of-range", "/epsilons",
                  "/epsilons must be larger: no noise of at most 1e6 clip norms gives the smallest of them");
    }
    epsilon_ = epsilon;
  }
  NoisyDescent training(descent_loss(study_.loss, study_.classes, study_.network), plan_, data_.x.cols());
  while (!training.finished()) {
    training.step(data_.x, data_.y, source);
  }
  return training.published().theta;
}

}  // namespace expost::operations
