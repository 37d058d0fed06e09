// Newton's method from a base solution θ̂ to the solution with one person more or less, which lies
// close by (mathematics.md, sections 13 and 14). Every family of neighbours solves by it, or by its
// rules.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <utility>

namespace expost {

/// Throws ErrorType::argument, code "not-a-minimum", unless ‖∇J(θ̂; D)‖₂ ≤ 1e-8·max(1, n).
/// `gradient`: ∇J(θ̂; D) as evaluated, length d; `rows`: n.
void require_minimum(const Eigen::VectorXd& gradient, double rows);

/// Throws ErrorType::argument, code "unsupported": the mean form has no neighbour with a person
/// less.
[[noreturn]] void refuse_single_row();

/// Returns λ' of the mean form, λ' = λn'/n, for a neighbour of n' rows.
[[nodiscard]] inline double mean_form_lambda(double lambda, double rows, double neighbour_rows) {
  return lambda * (neighbour_rows / rows);
}

/// Returns [C]'s worst-case point A_wc − A = (A + ∇ℓ/Λ)/(n−1) as a displacement from A = θ̂, length
/// d. `pull`: ∇ℓ/Λ, ∇ℓ of the person left out; n ≥ 2.
[[nodiscard]] inline Eigen::VectorXd farthest_displacement(const Eigen::VectorXd& theta, const Eigen::VectorXd& pull,
                                                           double rows) {
  return (theta + pull) / (rows - 1);
}

/// True if a step from a gradient of norm `before` to one of norm `after` is followed by another.
[[nodiscard]] inline bool converges_fast(double before, double after) {
  return after <= 0.5 * before;
}

/// The norm that Newton's method aims at, as a share of the gradient that the change of rows makes
/// at θ̂.
inline constexpr double newton_aim = 1e-13;

/// A neighbour's solution, seen from θ̂.
struct NewtonRun {
  Eigen::VectorXd displacement;  ///< from θ̂; length d
  double norm;                   ///< ‖∇J'‖₂ there, as evaluated
  int steps;                     ///< that lowered it
  bool converged;                ///< else the neighbour is to be trained by itself
};

/// Solves ∇J'(θ̂ + Δ) = 0 from Δ = 0.
///
///   gradient_at(Δ, rounding)  returns ∇J'(θ̂ + Δ), length d, and sets `rounding` to a bound on
///                             its error
///   newton(Δ, gradient)       returns the next Δ, by the base's Hessian corrected by one person;
///                             none where that is not positive definite
///   start                     ∇J'(θ̂)
///   scale                     how large the change of rows makes the gradient at θ̂, at most;
///                             0 where nothing changes
///   settled                   ‖start‖ up to which no step is taken
///   floor                     a norm that will do once steps don't help any more
///
/// Converges to a norm of newton_aim·scale, or as far as steps help: to 1e-12·scale, `floor`, or
/// the rounding of the evaluation.
template <class GradientAt, class Newton>
[[nodiscard]] NewtonRun newton_from_base(const GradientAt& gradient_at, const Newton& newton, Eigen::VectorXd start,
                                         double scale, double settled, double floor) {
  constexpr int most_steps = 60;
  const double norm_at_start = start.norm();
  NewtonRun run{Eigen::VectorXd::Zero(start.size()), norm_at_start, 0, scale == 0 || norm_at_start <= settled};
  Eigen::VectorXd gradient = std::move(start);
  for (int step = 0; step < most_steps && !run.converged; ++step) {
    std::optional<Eigen::VectorXd> candidate = newton(run.displacement, gradient);
    if (!candidate) {
      break;
    }
    double rounding = 0;
    Eigen::VectorXd candidate_gradient = gradient_at(*candidate, rounding);
    const double norm = candidate_gradient.norm();
    const bool fast = converges_fast(run.norm, norm);
    if (norm < run.norm) {
      run = {std::move(*candidate), norm, run.steps + 1, false};
      gradient = std::move(candidate_gradient);
    }
    run.converged = run.norm <= newton_aim * scale;
    if (!fast) {
      run.converged =
          run.converged || run.norm <= std::max(1e-12 * scale, floor) || (run.norm <= rounding && run.norm <= 1e-9 * scale);
      break;
    }
  }
  return run;
}

}  // namespace expost
