// What training without each of the rows would have given, for all rows of a large data set (mathematics.md, sections 13 and 14).
//
// A neighbour's gradient at θ̂ + Δ sums over all rows, so that iterating each neighbour by itself costs O(n²d). But Δ is small, and the sum over
// rows of f'(xᵀθ̂ + xᵀΔ)x has a Taylor expansion whose coefficients are sums over rows, made once:
//
//     ∇J(θ̂ + Δ) = g + HΔ + ½ Σ f''' (xᵀΔ)² x + ⅙ Σ f'''' (xᵀΔ)³ x + …
//
// Its remainder is bounded for self-concordant losses. In the norm of H⁻¹ it is at most c e^{M‖Δ‖}‖Δ‖^{k−1}/k!·‖Δ‖_H, k the first order left out, with
// |f⁽ᵏ⁺¹⁾| ≤ c f'' and |f'''| ≤ M f'': nothing in it is larger for an ill-conditioned H.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/neighbouring_solution.hpp"

namespace expost {

/// Displacements of consecutive rows, each with its certificate.
struct LeaveOneOutBlock {
  Rows displacements;      ///< θ̂_{−z} − θ̂, a row each
  Eigen::VectorXd errors;  ///< ‖displacement − true displacement‖₂ is at most this, but for rounding in sums over rows
};

/// Newton's method on the expansion: O(d²) a row and step plus the terms of the expansion, which are O(d³) (k = 3) or O(d⁴) (k = 4). Where the
/// certificate does not reach the accuracy asked for (few rows, or one that decides much) the gradient itself is evaluated in passes over
/// all rows, usually one, for a block of neighbours at once; and in the end NeighbouringSolutions takes over.
class LeaveOneOut {
 public:
  /// Wants each displacement to `accuracy`, relative to its length; in (0, ½]. `neighbours` must outlive this.
  LeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy);

  /// Takes up to `rows` more rows into the expansion. Whether all are in: only then `without` may be called.
  bool expand(Eigen::Index rows);
  [[nodiscard]] bool expanded() const { return expanded_rows_ == neighbours_.rows(); }

  /// Without each of the rows first, …, first + count − 1. An error above accuracy·‖displacement‖ says that the accuracy is not
  /// reached: rounding forbids it.
  [[nodiscard]] LeaveOneOutBlock without(Eigen::Index first, Eigen::Index count);

  /// Passes over all rows so far, for telling how much work was done.
  [[nodiscard]] Eigen::Index passes() const { return passes_; }
  /// Highest derivative of the loss in the expansion: 2, 3 or 4.
  [[nodiscard]] int order() const { return order_; }

 private:
  struct Row;
  [[nodiscard]] Row row_at(Eigen::Index index) const;
  [[nodiscard]] Eigen::MatrixXd higher_terms(const Eigen::MatrixXd& displacements) const;
  /// Distance to the true displacement, from the neighbour's gradient there in the norm of H⁻¹.
  [[nodiscard]] double distance(const Row& row, double displacement, double gradient) const;
  /// max |xᵀΔ| over all rows x is at most this.
  [[nodiscard]] double largest_shift(const Eigen::VectorXd& displacement) const;
  /// Of the expansion's gradient, in the norm of H⁻¹.
  [[nodiscard]] double remainder(const Eigen::VectorXd& displacement) const;
  [[nodiscard]] Eigen::VectorXd newton_step(const Row& row, const Eigen::VectorXd& displacement,
                                            const Eigen::VectorXd& gradient) const;
  /// One step of Newton's method with the gradient itself for the uncertified ones of a block; those still uncertified stay.
  void pass(const std::vector<Row>& rows, const Eigen::VectorXd& pull, std::vector<Eigen::Index>& uncertified,
            LeaveOneOutBlock& block);
  void solve_by_itself(const Row& row, Eigen::Index index, Eigen::Index i, LeaveOneOutBlock& block);

  const NeighbouringSolutions& neighbours_;
  const Eigen::LLT<Eigen::MatrixXd>& factor_;  ///< of H₁ = H + (λ' − λ)I
  double accuracy_;
  double ridge_;                         ///< λ'
  double largest_ = 0;                   ///< max ‖x‖
  Eigen::VectorXd largest_coordinates_;  ///< max |x_a|
  double least_curvature_;               ///< smallest eigenvalue of H₁
  Eigen::MatrixXd curvature_;            ///< H₁
  int order_;
  Eigen::Index expanded_rows_ = 0;
  Eigen::Index passes_ = 0;
  // With v = the d(d + 1)/2 products x_a x_b, a ≤ b:
  Eigen::MatrixXd third_;   ///< Σ f''' x vᵀ
  Eigen::MatrixXd fourth_;  ///< Σ f'''' v vᵀ
};

}  // namespace expost
