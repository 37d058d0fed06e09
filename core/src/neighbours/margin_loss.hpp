// The loss of each row as a function of its margins, as the expansion around a base solution needs
// it.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "neighbours/higher_derivatives.hpp"

namespace expost {

/// A neighbour that was trained from scratch.
struct Refit {
  Eigen::VectorXd displacement;  ///< in blocks of margins
  double residual;               ///< ‖gradient‖₂ there
  int passes;                    ///< over all rows
};

/// The losses of rows x as functions of q margins t = (I ⊗ xᵀ)θ, around those at θ̂. θ is q blocks
/// as long as x; q = 1 for generalised linear losses.
class MarginLoss {
 public:
  MarginLoss() = default;
  MarginLoss(const MarginLoss&) = delete;
  MarginLoss& operator=(const MarginLoss&) = delete;
  virtual ~MarginLoss() = default;

  /// Returns q.
  [[nodiscard]] virtual Eigen::Index margins() const = 0;
  /// Returns the length of θ̂, as the caller has it.
  [[nodiscard]] virtual Eigen::Index parameters() const = 0;
  /// Sets `gradient`, of length q, to ∇ℓ of a row whose margins changed by `change`.
  virtual void gradient_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::VectorXd& gradient) const = 0;
  /// Sets `hessian`, q × q, to ∇²ℓ of a row whose margins changed by `change`.
  virtual void hessian_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::MatrixXd& hessian) const = 0;
  /// Returns a gradient as RowInfluence states it.
  [[nodiscard]] virtual double derivative_of(const Eigen::VectorXd& gradient) const = 0;
  /// Returns the constant of LeaveOneOut::derivative_ratio.
  [[nodiscard]] virtual double derivative_ratio(int derivative) const = 0;
  /// Adds the higher derivatives of rows first, …, first + count − 1.
  virtual void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const = 0;
  /// Replaces changes of the margins by the changes of the gradient that they make. Entry (j, k) of
  /// changes[a]: margin a of row first + j for neighbour k. Rows of the matrices from `count` on
  /// stay as they are.
  virtual void change_gradients(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& changes) const = 0;
  /// Trains the neighbour without a row from scratch.
  [[nodiscard]] virtual Refit refit(Eigen::Index row) const = 0;
  /// Returns LeaveOneOut::worst_case_displacement.
  [[nodiscard]] virtual Eigen::VectorXd worst_case_displacement(Eigen::Index row) const = 0;

  /// Sets `parameters`, as long as θ̂, to a displacement in blocks of margins; lengths are kept.
  virtual void to_parameters(const Eigen::Ref<const Eigen::VectorXd>& displacement,
                             Eigen::Ref<Eigen::VectorXd> parameters) const {
    parameters = displacement;
  }
  /// Returns a displacement of θ̂ in blocks of margins.
  [[nodiscard]] virtual Eigen::VectorXd to_margins(const Eigen::VectorXd& displacement) const { return displacement; }
};

}  // namespace expost
