#include "mechanisms/softmax/softmax_training.hpp"

#include <algorithm>
#include <utility>

namespace expost::operations {

std::vector<ClassifiedPerson> classified(const CodedData& data) {
  std::vector<ClassifiedPerson> persons;
  persons.reserve(static_cast<std::size_t>(data.x.rows()));
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    persons.push_back({data.x.row(i).transpose(), static_cast<Eigen::Index>(data.y(i))});
  }
  return persons;
}

SoftmaxTraining::SoftmaxTraining(Eigen::Index classes, double lambda, Eigen::VectorXd b)
    : classes_(classes), lambda_(lambda), b_(std::move(b)), residual_(b_.norm()) {}

void SoftmaxTraining::step(const CodedData& data) {
  if (finished_) {
    return;
  }
  if (!minimisation_) {
    classified_ = std::make_unique<ClassifiedObjective>(data, classes_, lambda_);
    minimisation_ = std::make_unique<Minimisation>(classified_->objective, b_);
  }
  minimisation_->step();
  if (minimisation_->finished()) {
    theta_ = minimisation_->theta();
    residual_ = minimisation_->residual();
    steps_ = minimisation_->steps();
    minimisation_.reset();
    classified_.reset();
    finished_ = true;
  }
}

std::optional<double> SoftmaxTraining::tolerance() const {
  return 1e-10 * std::max(1.0, b_.norm());
}

}  // namespace expost::operations
