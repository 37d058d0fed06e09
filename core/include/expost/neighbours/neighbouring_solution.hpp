// The result of training without one person, or with one more (mathematics.md, sections
// 13 and 14; [W] Lemma 14).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "expost/training/objective.hpp"

namespace expost {

/// The change of the ridge term λ of the sum form when the number of rows changes from n to n'.
enum class RidgeConvention {
  sum,   ///< λ is a constant of the study: the neighbour has the same
  mean,  ///< the mean loss with a constant Λ = λ/n ([C]): the neighbour has λ' = n'Λ
};

/// The minimiser of a neighbour's objective, seen from the base solution θ̂. A secret of the
/// curator.
struct NeighbouringSolution {
  Eigen::VectorXd theta;         ///< θ̂_{∓z}
  Eigen::VectorXd displacement;  ///< θ̂_{∓z} − θ̂, found by itself: it keeps its digits where it is small
  double residual;  ///< ‖∇J(θ̂_{∓z}; D ∓ z)‖₂ as evaluated; the true minimiser is within residual/λ' of θ̂_{∓z}
  int steps;  ///< from θ̂; for ridge 1 (more where μ is next to 1); 0: nothing moved, or the neighbour was solved by itself
  double leverage;              ///< μ = xᵀH⁻¹x, H the Hessian of D at θ̂
  double derivative;            ///< f' at θ̂: for ridge minus the residual y − xᵀθ̂
  double neighbour_derivative;  ///< f' at θ̂_{∓z}: for a member minus the leave-one-out residual
};

/// Neighbouring solutions of one base solution. One O(d³) factorisation; then for ridge O(d²) a
/// person in closed form
///
///     θ̂_{−z} − θ̂ = −H⁻¹x r/(1−μ),   θ̂_{+z} − θ̂ = H⁻¹x r/(1+μ),   r = y − xᵀθ̂,
///
/// and for the other losses a few steps of Newton's method from θ̂, with the base's Hessian
/// corrected by this one person (rank one): O(nd + d²) a step, the nd for the gradient. Where
/// those steps don't converge fast (few rows, one of which decides much) the neighbour is solved
/// by itself. Either way to a gradient of 1e-12 of what the change of rows makes of it at θ̂, or
/// to the rounding of its evaluation.
class NeighbouringSolutions {
 public:
  /// `theta` minimises J(·; D) without perturbation (‖∇J‖ ≤ 1e-8·max(1, n): else
  /// ErrorType::argument, code "not-a-minimum"). Refers to `data`, which the caller keeps. Throws
  /// ErrorType::numerics where the Hessian is not positive definite.
  NeighbouringSolutions(const Objective& objective, const CodedData& data, Eigen::VectorXd theta,
                        RidgeConvention convention = RidgeConvention::sum);

  /// D − z for the row's z. With RidgeConvention::mean there must be another row
  /// (ErrorType::argument otherwise).
  [[nodiscard]] NeighbouringSolution without(Eigen::Index row) const;
  /// D + z.
  [[nodiscard]] NeighbouringSolution with(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;

  /// [C]'s worst-case point A_wc − A = (A + ∇ℓ/Λ)/(n−1), as a displacement from θ̂: the farthest
  /// point of the ball that must contain the solution without this row. RidgeConvention::mean
  /// only, n ≥ 2.
  [[nodiscard]] Eigen::VectorXd worst_case_displacement(Eigen::Index row) const;

  /// Returns θ̂.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }
  /// Returns n.
  [[nodiscard]] Eigen::Index rows() const { return data_.x.rows(); }
  /// Returns the objective, with its λ.
  [[nodiscard]] const Objective& objective() const { return objective_; }
  /// Returns the data, which the caller keeps.
  [[nodiscard]] const CodedData& data() const { return data_; }
  /// ∇J(θ̂; D): what rounding leaves of it.
  [[nodiscard]] const Eigen::VectorXd& gradient() const { return gradient_; }
  /// λ' of a neighbour with a row less.
  [[nodiscard]] double lambda_without() const { return neighbour_lambda(Change::without); }
  /// H = ∇²J(θ̂; D).
  [[nodiscard]] const Eigen::MatrixXd& hessian() const { return hessian_; }
  /// μ(x) = xᵀH⁻¹x.
  [[nodiscard]] double leverage(const Eigen::Ref<const Eigen::VectorXd>& x) const;

 private:
  enum class Change { without, with };
  [[nodiscard]] double neighbour_lambda(Change change) const;
  [[nodiscard]] NeighbouringSolution solve(Change change, Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& x,
                                           double y) const;
  [[nodiscard]] NeighbouringSolution solve_by_itself(Change change, Eigen::Index row,
                                                     const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                                     NeighbouringSolution result) const;

  Objective objective_;
  CodedData data_;
  Eigen::VectorXd theta_;
  RidgeConvention convention_;
  Eigen::MatrixXd hessian_;
  Eigen::VectorXd gradient_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  // H + (λ' − λ)I for the neighbour with a row less and with one more; of the mean form only.
  Eigen::LLT<Eigen::MatrixXd> factor_without_;
  Eigen::LLT<Eigen::MatrixXd> factor_with_;
};

}  // namespace expost
