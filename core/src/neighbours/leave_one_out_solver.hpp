// Newton's method on the expansion around a base solution, for blocks of rows (leave_one_out.hpp).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "expost/neighbours/leave_one_out.hpp"
#include "neighbours/higher_derivatives.hpp"
#include "neighbours/margin_loss.hpp"

namespace expost {

/// A base solution in blocks of margins, D numbers long, and the ridge of its neighbours.
struct BaseSolution {
  Eigen::MatrixXd hessian;   ///< H = ∇²J(θ̂), D × D
  Eigen::VectorXd gradient;  ///< ∇J(θ̂): what rounding leaves of it
  Eigen::VectorXd theta;     ///< θ̂
  double lambda;             ///< λ
  double neighbour_lambda;   ///< λ'
  bool quadratic;            ///< no derivatives beyond the second
};

/// LeaveOneOut for any loss of margins; members of the same name as there.
class LeaveOneOutSolver {
 public:
  /// `accuracy` in (0, ½]; `data` must outlive this. Throws ErrorType::argument where λ' is 0,
  /// ErrorType::numerics where H is not positive definite.
  LeaveOneOutSolver(const CodedData& data, const BaseSolution& base, std::unique_ptr<const MarginLoss> loss, double accuracy);

  bool expand(Eigen::Index rows);
  [[nodiscard]] bool expanded() const { return expanded_rows_ == data_.x.rows(); }
  [[nodiscard]] LeaveOneOutBlock without(Eigen::Index first, Eigen::Index count);
  [[nodiscard]] RowInfluence influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const;
  [[nodiscard]] const MarginLoss& loss() const { return *loss_; }
  [[nodiscard]] Eigen::Index rows() const { return data_.x.rows(); }
  [[nodiscard]] Eigen::Index passes() const { return passes_; }
  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] double expansion_cost() const;
  [[nodiscard]] double row_cost() const;
  [[nodiscard]] double pass_cost() const;

 private:
  struct Row {
    Eigen::Index index;
    Eigen::VectorXd x;
    Eigen::VectorXd gradient;  ///< ∇ℓ in the margins at θ̂, q
    Eigen::MatrixXd hessian;   ///< C = ∇²ℓ there, q × q
    Eigen::MatrixXd v;         ///< H₁⁻¹(I ⊗ x), D × q
    Eigen::MatrixXd leverage;  ///< (I ⊗ xᵀ)H₁⁻¹(I ⊗ x), q × q
    double kept;               ///< 1 − tr(C·leverage): H₁ without this row is at least so much of H₁
  };
  struct Found {
    Eigen::MatrixXd displacements;  ///< a column each
    Eigen::VectorXd errors;
  };
  /// Vectors that every step of every row overwrites.
  struct Scratch {
    Eigen::VectorXd change;         ///< of a row's margins, q
    Eigen::VectorXd row_gradient;   ///< in the margins, q
    Eigen::VectorXd next_gradient;  ///< the same after a step, q
    Eigen::MatrixXd row_hessian;    ///< q × q
    Eigen::VectorXd displacement;   ///< D
    Eigen::VectorXd gradient;       ///< of the neighbour, D
    Eigen::VectorXd step;           ///< D
    Eigen::VectorXd next;           ///< D
    Eigen::VectorXd scaled;         ///< a vector times a factor of H₁, D
  };

  [[nodiscard]] Row row_at(Eigen::Index index) const;
  /// Sets `change`, of length q, to (I ⊗ xᵀ)Δ.
  void change_margins(const Eigen::VectorXd& x, const Eigen::Ref<const Eigen::VectorXd>& displacement,
                      Eigen::VectorXd& change) const;
  /// Returns (I ⊗ x)g, of length D.
  [[nodiscard]] Eigen::VectorXd lifted(const Eigen::VectorXd& x, const Eigen::VectorXd& margin_gradient) const;
  /// Subtracts (I ⊗ x)g from a vector of length D.
  void subtract_lifted(const Eigen::VectorXd& x, const Eigen::VectorXd& margin_gradient, Eigen::VectorXd& from) const;
  /// Returns the distance to the true displacement, from the neighbour's gradient there in the norm
  /// of H⁻¹.
  [[nodiscard]] double distance(const Row& row, double displacement, double gradient) const;
  /// Bounds ‖(I ⊗ xᵀ)Δ‖ over all rows x from above.
  [[nodiscard]] double largest_change(const Eigen::VectorXd& displacement) const;
  /// Returns the expansion's remainder of the gradient, in the norm of H⁻¹.
  [[nodiscard]] double remainder(const Eigen::VectorXd& displacement);
  /// Returns a vector's length in the norms of H₁⁻¹ and H₁.
  [[nodiscard]] double inverse_norm(const Eigen::VectorXd& vector);
  [[nodiscard]] double curvature_norm(const Eigen::VectorXd& vector);
  /// Sets scratch_.step to Newton's step from a displacement with scratch_.gradient.
  void newton_step(const Row& row, const Eigen::VectorXd& displacement);
  /// Takes one step of Newton's method with the gradient itself for the uncertified ones of a
  /// block; those still uncertified stay.
  void pass(const std::vector<Row>& rows, std::vector<Eigen::Index>& uncertified, Found& found);
  void refit(const Row& row, Eigen::Index i, Found& found);

  CodedData data_;
  std::unique_ptr<const MarginLoss> loss_;
  Eigen::Index margins_;                     ///< q
  Eigen::MatrixXd curvature_;                ///< H₁ = H + (λ' − λ)I
  Eigen::LLT<Eigen::MatrixXd> factor_;       ///< of H₁
  Eigen::LLT<Eigen::MatrixXd> base_factor_;  ///< of H
  Eigen::VectorXd start_;                    ///< ∇J(θ̂) + (λ' − λ)θ̂
  double ridge_;                             ///< λ'
  double accuracy_;
  double largest_ = 0;                   ///< max ‖x‖
  Eigen::VectorXd largest_coordinates_;  ///< max |x_a|
  double least_curvature_;               ///< smallest eigenvalue of H₁
  int order_;
  Eigen::Index expanded_rows_ = 0;
  Eigen::Index passes_ = 0;
  HigherDerivatives higher_;
  Scratch scratch_;
};

}  // namespace expost
