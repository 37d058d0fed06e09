// The results of training without each of the rows, for all rows of a large data set
// (mathematics.md, sections 13 and 14).
//
// A neighbour's gradient at θ̂ + Δ sums over all rows, so that iterating each neighbour by itself
// costs O(n²d). But Δ is small, and the sum over rows of their gradients there has a Taylor
// expansion whose coefficients are sums over rows, made once. For generalised linear losses:
//
//     ∇J(θ̂ + Δ) = g + HΔ + ½ Σ f''' (xᵀΔ)² x + ⅙ Σ f'''' (xᵀΔ)³ x + …
//
// Its remainder is bounded for self-concordant losses. In the norm of H⁻¹ it is at most c
// e^{M‖Δ‖}‖Δ‖^{k−1}/k!·‖Δ‖_H, k the first order left out, with |D^{k+1}ℓ[u, …, u, w]| ≤ c
// ‖u‖^{k−1} (D²ℓ[u, u] D²ℓ[w, w])^½ and M that c for k = 2: nothing in it is larger for an
// ill-conditioned H.
//
// This is a family of its own next to NeighbouringSolutions and ConvexNeighbours, because it solves
// a block of rows at once on the expansion and certifies each result. Its rules that are theirs too
// are those of newton_from_base.hpp.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/neighbours/neighbouring_solution.hpp"

namespace expost {

class LeaveOneOutSolver;

/// Displacements of consecutive rows, each with its certificate.
struct LeaveOneOutBlock {
  Rows displacements;      ///< θ̂_{−z} − θ̂, a row each, as long as θ̂
  Eigen::VectorXd errors;  ///< ‖displacement − true displacement‖₂ is at most this, except for rounding in sums over rows
};

/// The causes of a row's displacement.
struct RowInfluence {
  double leverage;  ///< uᵀH⁻¹u, u the row's gradient at θ̂ for ∂ℓ/∂margins of length 1: xᵀH⁻¹x for generalised linear losses
  double derivative;            ///< f' at θ̂; for softmax ‖p − e_y‖
  double neighbour_derivative;  ///< the same at θ̂_{−z}
};

/// Newton's method on the expansion. With D numbers in θ̂: O(D²) a row and step plus the terms of
/// the expansion, which are O(D³) (order 3) or O(D⁴) (order 4). Where the certificate does not
/// reach the accuracy asked for (few rows, or one that decides much) the gradient itself is
/// evaluated in passes over all rows, usually one, for a block of neighbours at once; and in the
/// end the neighbour is trained by itself.
class LeaveOneOut {
 public:
  LeaveOneOut(const LeaveOneOut&) = delete;
  LeaveOneOut& operator=(const LeaveOneOut&) = delete;
  virtual ~LeaveOneOut();

  /// Takes up to `rows` more rows into the expansion. Returns whether all are in: only then may
  /// `without` be called.
  bool expand(Eigen::Index rows);
  /// True if all rows are in the expansion.
  [[nodiscard]] bool expanded() const;

  /// Returns the displacements without each of the rows first, …, first + count − 1. An error above
  /// accuracy·‖displacement‖ says that the accuracy is not reached: rounding forbids it. Throws
  /// ErrorType::argument before all rows are in the expansion ("not-ready"), and where there is no
  /// such row ("out-of-range").
  [[nodiscard]] LeaveOneOutBlock without(Eigen::Index first, Eigen::Index count);

  /// Returns [C]'s worst-case point A_wc − A = (A + ∇ℓ/Λ)/(n−1), as a displacement from θ̂: the
  /// farthest point of the ball that must contain the solution without this row.
  /// RidgeConvention::mean only, n ≥ 2.
  [[nodiscard]] Eigen::VectorXd worst_case_displacement(Eigen::Index row) const;
  /// Returns the influence of a row whose displacement, as long as θ̂, is known.
  [[nodiscard]] RowInfluence influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const;

  /// Returns c of this header's first lines, with the length of the margins' change for ‖u‖;
  /// `derivative`: k + 1 = 3, 4 or 5.
  [[nodiscard]] double derivative_ratio(int derivative) const;

  /// Returns n.
  [[nodiscard]] Eigen::Index rows() const;
  /// Returns the passes over all rows so far, for telling how much work was done.
  [[nodiscard]] Eigen::Index passes() const;
  /// Returns the highest derivative of the loss in the expansion: 2, 3 or 4.
  [[nodiscard]] int order() const;
  /// Return multiplications, about: of a row in `expand`, of a row in `without`, and of a pass for
  /// one neighbour.
  [[nodiscard]] double expansion_cost() const;
  /// Returns that of a row in `without`.
  [[nodiscard]] double row_cost() const;
  /// Returns that of a pass for one neighbour.
  [[nodiscard]] double pass_cost() const;

 protected:
  explicit LeaveOneOut(std::unique_ptr<LeaveOneOutSolver> solver);

 private:
  std::unique_ptr<LeaveOneOutSolver> solver_;
};

/// Neighbours for a generalised linear loss, with either convention for the ridge.
class LinearLeaveOneOut final : public LeaveOneOut {
 public:
  /// Wants each displacement to `accuracy`, relative to its length; in (0, ½]. `neighbours` must
  /// outlive this. Throws ErrorType::argument for another accuracy, and where the mean form has one
  /// row.
  LinearLeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy);
};

/// Neighbours for the softmax loss, the mean form: the neighbour has λ' = λ(n−1)/n. Solved in
/// contrasts of classes, the only ones that move; displacements have the length Km of θ̂ all the
/// same.
class SoftmaxLeaveOneOut final : public LeaveOneOut {
 public:
  /// `theta` minimises J(·; D), class by class as in softmax.hpp, without perturbation (‖∇J‖ ≤
  /// 1e-8·max(1, n): else ErrorType::argument, code "not-a-minimum"); `data.y` holds classes from
  /// 0. n ≥ 2. `data` must outlive this. Wants each displacement to `accuracy`, relative to its
  ///   length;
  /// in (0, ½].
  SoftmaxLeaveOneOut(const CodedData& data, Eigen::Index classes, double lambda, const Eigen::VectorXd& theta, double accuracy);
};

}  // namespace expost
