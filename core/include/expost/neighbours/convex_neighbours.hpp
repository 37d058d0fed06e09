// All neighbouring solutions for a loss of one's own, for its privacy profile (mathematics.md,
// sections 13 and 14).
//
// O(n²): each neighbour's gradient sums over all rows. Generalised linear losses and softmax have
// an expansion that does without (leave_one_out.hpp).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "expost/neighbours/neighbour_points.hpp"
#include "expost/neighbours/newton_from_base.hpp"
#include "expost/numerics/positive_definite.hpp"
#include "expost/training/convex_objective.hpp"

namespace expost {

/// The result of training without one person, seen from θ̂.
struct ConvexNeighbour {
  Eigen::VectorXd displacement;  ///< A(y_i) − A(x)
  int steps;                     ///< from θ̂; 0: nothing moved, or the neighbour was trained by itself
};

/// Neighbours of the mean form with a person less: λ' = λ(n−1)/n, λ = nΛ.
template <ConvexLoss T>
class ConvexNeighbours {
 public:
  /// All that is known of one person.
  using Person = typename T::Person;

  /// `theta` minimises J(·; D) without perturbation (‖∇J‖ ≤ 1e-8·max(1, n): else
  /// ErrorType::argument, code "not-a-minimum"); n ≥ 2. Refers to `persons`, which the caller
  /// keeps. Throws ErrorType::numerics where the Hessian is not positive definite.
  ConvexNeighbours(T loss, double lambda, const std::vector<Person>& persons, Eigen::VectorXd theta)
      : loss_(std::move(loss)),
        lambda_(lambda),
        ridge_change_(-lambda / static_cast<double>(persons.size())),
        persons_(&persons),
        theta_(std::move(theta)),
        objective_(loss_, lambda, theta_.size(), persons) {
    if (persons.size() < 2) {
      refuse_single_row();
    }
    double rounding = 0;
    gradient_ = objective_.gradient(theta_, rounding);
    require_minimum(gradient_, static_cast<double>(persons.size()));
    Eigen::MatrixXd curvature = objective_.hessian(theta_);
    curvature.diagonal().array() += ridge_change_;
    factor_ = factorised(curvature);
  }

  /// Solves by Newton's method from θ̂ with the base's Hessian less the person's own, to a
  /// gradient of 1e-12 of what the change of rows makes of it at θ̂, or to its rounding; where
  /// that doesn't converge fast the neighbour is trained by itself, to 1e-10.
  [[nodiscard]] ConvexNeighbour without(std::size_t index) const {
    const Person& person = (*persons_)[index];
    const Eigen::VectorXd own = loss_.gradient(theta_, person);
    const auto gradient_at = [&](const Eigen::VectorXd& displacement, double& rounding) -> Eigen::VectorXd {
      const Eigen::VectorXd there = theta_ + displacement;
      return objective_.gradient(there, rounding) + ridge_change_ * there - loss_.gradient(there, person);
    };
    // (H₁ − UUᵀ)⁻¹ g by Woodbury, U of the person's own Hessian where the model is now.
    const auto newton = [&](const Eigen::VectorXd& displacement,
                            const Eigen::VectorXd& gradient) -> std::optional<Eigen::VectorXd> {
      const Eigen::MatrixXd u = loss_.hessian_factor(theta_ + displacement, person);
      const Eigen::MatrixXd v = factor_.solve(u);
      const Eigen::LLT<Eigen::MatrixXd> pivot(Eigen::MatrixXd::Identity(u.cols(), u.cols()) - u.transpose() * v);
      if (pivot.info() != Eigen::Success) {
        return {};
      }
      const Eigen::VectorXd pulled = v.transpose() * gradient;
      return displacement - factor_.solve(gradient) - v * pivot.solve(pulled);
    };
    const double scale = own.norm() + std::fabs(ridge_change_) * theta_.norm();
    const NewtonRun run = newton_from_base(gradient_at, newton, gradient_ + ridge_change_ * theta_ - own, scale, 0, 0);
    return run.converged ? ConvexNeighbour{run.displacement, run.steps} : trained_by_itself(index);
  }

  /// [C]'s worst-case point A_wc − A = (A + ∇ℓ/Λ)/(n−1), as a displacement: the farthest point of
  /// the ball that must contain the solution without this person.
  [[nodiscard]] Eigen::VectorXd worst_case_displacement(std::size_t index) const {
    const auto n = static_cast<double>(persons_->size());
    return farthest_displacement(theta_, (n / lambda_) * loss_.gradient(theta_, (*persons_)[index]), n);
  }

 private:
  [[nodiscard]] ConvexNeighbour trained_by_itself(std::size_t index) const {
    std::vector<Person> others = *persons_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
    const ConvexObjective<T> neighbour(loss_, lambda_ + ridge_change_, theta_.size(), others);
    return {minimise(neighbour, Eigen::VectorXd::Zero(theta_.size())).theta - theta_, 0};
  }

  T loss_;
  double lambda_;
  double ridge_change_;  ///< λ' − λ
  const std::vector<Person>* persons_;
  Eigen::VectorXd theta_;
  ConvexObjective<T> objective_;
  Eigen::VectorXd gradient_;            ///< ∇J(θ̂; D): what rounding leaves of it
  Eigen::LLT<Eigen::MatrixXd> factor_;  ///< of H₁ = ∇²J(θ̂; D) + (λ' − λ)I
};

/// A(x) and all n neighbours, as profiles take them.
template <ConvexLoss T>
[[nodiscard]] NeighbourPoints neighbour_points(const T& loss, double lambda, const std::vector<typename T::Person>& persons,
                                               const Eigen::VectorXd& theta, NeighbourMethod method) {
  const ConvexNeighbours<T> neighbours(loss, lambda, persons, theta);
  NeighbourPoints points{theta, Rows(static_cast<Eigen::Index>(persons.size()), theta.size())};
  for (std::size_t i = 0; i < persons.size(); ++i) {
    points.displacements.row(static_cast<Eigen::Index>(i)) =
        (method == NeighbourMethod::exact ? neighbours.without(i).displacement : neighbours.worst_case_displacement(i))
            .transpose();
  }
  return points;
}

}  // namespace expost
