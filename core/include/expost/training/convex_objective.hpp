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
#include "expost/training/objective.hpp"

namespace expost {

/// A strongly convex function with two derivatives.
class SmoothObjective {
 public:
  SmoothObjective() = default;
  SmoothObjective(const SmoothObjective&) = delete;
  SmoothObjective& operator=(const SmoothObjective&) = delete;
  virtual ~SmoothObjective() = default;

  /// d, the length of θ.
  [[nodiscard]] virtual Eigen::Index dimension() const = 0;
  /// J(θ).
  [[nodiscard]] virtual double value(const Eigen::VectorXd& theta) const = 0;
  /// ∇J(θ). `error` receives a bound on ‖computed − true‖₂ from rounding.
  [[nodiscard]] virtual Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const = 0;
  /// ∇²J(θ), d × d, symmetric, both triangles.
  [[nodiscard]] virtual Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const = 0;
};

/// Newton's method with line search on J(θ) + bᵀθ, a step at a time, as Minimisation in
/// objective.hpp: from θ = 0 to ‖∇J + b‖ ≤ 1e-10·max(1, ‖b‖) and one step more, or until no step
/// helps.
class SmoothMinimisation {
 public:
  /// `objective` must outlive this; `b` of length d (Fault::argument otherwise).
  SmoothMinimisation(const SmoothObjective& objective, Eigen::VectorXd b);

  [[nodiscard]] bool finished() const { return finished_; }
  /// One Newton step; nothing where it is finished. Ends where the Hessian can't be factorised in
  /// doubles.
  void step();

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] const Eigen::VectorXd& theta() const { return place_.theta; }  ///< as near as it came
  [[nodiscard]] double residual() const { return place_.norm; }                ///< ‖∇J + b‖ now
  [[nodiscard]] double tolerance() const { return tolerance_; }
  /// The minimiser with its certificate. Throws Fault::numerics, code "not-converged", where the
  /// tolerance is not reached: nothing may be published then.
  [[nodiscard]] Minimiser result() const;

 private:
  /// A place on the way.
  struct Place {
    Eigen::VectorXd theta;
    Eigen::VectorXd gradient;  ///< ∇J + b
    double norm;               ///< of the gradient
    double rounding;           ///< bound on the gradient's error
    double height;             ///< J + bᵀθ
    double noise;              ///< what the rounding of the height may hide
  };
  [[nodiscard]] Place place_at(const Eigen::VectorXd& theta) const;

  const SmoothObjective* objective_;
  Eigen::VectorXd b_;
  double tolerance_;
  Place place_;
  int steps_ = 0;
  bool finished_ = false;
};

/// All steps at once. Throws as SmoothMinimisation does.
[[nodiscard]] Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b);

/// J(θ; D) = Σ ℓ(θ; z) + (λ/2)‖θ‖² over persons that the caller keeps alive.
template <ConvexLoss T>
class ConvexObjective final : public SmoothObjective {
 public:
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
