// Objective perturbation for any smooth convex loss: θ̂ = argmin Σ ℓ(θ; z) + (λ/2)‖θ‖² + bᵀθ
// (mathematics.md, section 1).
//
// Generalised linear losses have their own, faster form (objective.hpp).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "expost/losses/convex_loss.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/training/minimisation.hpp"

namespace expost {

/// J(θ; D) = Σ ℓ(θ; z) + (λ/2)‖θ‖² over persons that the caller keeps alive.
template <ConvexLoss T>
class ConvexObjective final : public SmoothObjective {
 public:
  /// All that is known of one person.
  using Person = typename T::Person;

  /// λ > 0; d ≥ 1 is the length of θ.
  ConvexObjective(T loss, double lambda, Eigen::Index dimension, const std::vector<Person>& persons)
      : loss_(std::move(loss)), lambda_(lambda), dimension_(dimension), persons_(&persons) {}

  [[nodiscard]] Eigen::Index dimension() const override { return dimension_; }

  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override {
    double sum = 0.5 * lambda_ * theta.squaredNorm();
    double compensation = 0;
    for (const Person& person : *persons_) {
      const double term = loss_.value(theta, person);
      const double total = sum + term;
      compensation += std::fabs(sum) >= std::fabs(term) ? (sum - total) + term : (term - total) + sum;
      sum = total;
    }
    return sum + compensation;
  }

  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    Eigen::VectorXd sum = lambda_ * theta;
    Eigen::VectorXd compensation = Eigen::VectorXd::Zero(dimension_);
    error = 2 * unit_roundoff * lambda_ * theta.norm();
    for (const Person& person : *persons_) {
      const Eigen::VectorXd term = loss_.gradient(theta, person);
      error += loss_.gradient_error(theta, person);
      for (Eigen::Index j = 0; j < dimension_; ++j) {
        const double total = sum(j) + term(j);
        compensation(j) += std::fabs(sum(j)) >= std::fabs(term(j)) ? (sum(j) - total) + term(j) : (term(j) - total) + sum(j);
        sum(j) = total;
      }
    }
    sum += compensation;
    error += 2 * unit_roundoff * sum.norm();
    return sum;
  }

  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(dimension_, dimension_);
    for (const Person& person : *persons_) {
      const Eigen::MatrixXd factor = loss_.hessian_factor(theta, person);
      h.template selfadjointView<Eigen::Lower>().rankUpdate(factor);
    }
    h.diagonal().array() += lambda_;
    h.template triangularView<Eigen::StrictlyUpper>() = h.transpose();
    return h;
  }

 private:
  T loss_;
  double lambda_;
  Eigen::Index dimension_;
  const std::vector<Person>* persons_;
};

}  // namespace expost
