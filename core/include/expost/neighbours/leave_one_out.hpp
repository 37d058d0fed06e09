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
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "expost/losses/softmax.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"

namespace expost {

class HigherDerivatives;

/// Displacements of consecutive rows, each with its certificate.
struct LeaveOneOutBlock {
  Rows displacements;      ///< θ̂_{−z} − θ̂, a row each, as long as θ̂
  Eigen::VectorXd errors;  ///< ‖displacement − true displacement‖₂ is at most this, but for rounding in sums over rows
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

  /// Takes up to `rows` more rows into the expansion. Whether all are in: only then `without` may
  /// be called.
  bool expand(Eigen::Index rows);
  [[nodiscard]] bool expanded() const { return expanded_rows_ == data_.x.rows(); }

  /// Without each of the rows first, …, first + count − 1. An error above accuracy·‖displacement‖
  /// says that the accuracy is not reached: rounding forbids it.
  [[nodiscard]] LeaveOneOutBlock without(Eigen::Index first, Eigen::Index count);

  /// [C]'s worst-case point A_wc − A = (A + ∇ℓ/Λ)/(n−1), as a displacement from θ̂: the farthest
  /// point of the ball that must contain the solution without this row. RidgeConvention::mean
  /// only, n ≥ 2.
  [[nodiscard]] virtual Eigen::VectorXd worst_case_displacement(Eigen::Index row) const = 0;
  /// Returns the influence of a row whose displacement is known.
  [[nodiscard]] RowInfluence influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const;

  /// c of this header's first lines, with the length of the margins' move for ‖u‖; k + 1 = 3, 4 or
  /// 5.
  [[nodiscard]] virtual double derivative_ratio(int derivative) const = 0;

  [[nodiscard]] Eigen::Index rows() const { return data_.x.rows(); }
  /// Passes over all rows so far, for telling how much work was done.
  [[nodiscard]] Eigen::Index passes() const { return passes_; }
  /// Highest derivative of the loss in the expansion: 2, 3 or 4.
  [[nodiscard]] int order() const { return order_; }
  /// Multiplications, about: of a row in `expand`, of a row in `without`, and of a pass for one
  /// neighbour.
  [[nodiscard]] double expansion_cost() const;
  [[nodiscard]] double row_cost() const;
  [[nodiscard]] double pass_cost() const;

 protected:
  /// The loss as a function of q margins, t = (I ⊗ xᵀ)θ: θ is q blocks as long as x. q = 1 for
  /// generalised linear losses.
  struct Start {
    Eigen::Index margins;      ///< q
    Eigen::MatrixXd hessian;   ///< H = ∇²J(θ̂)
    Eigen::VectorXd gradient;  ///< ∇J(θ̂): what rounding leaves of it
    Eigen::VectorXd theta;     ///< θ̂
    double lambda;             ///< λ
    double neighbour_lambda;   ///< λ'
    bool quadratic;            ///< no derivatives beyond the second
  };
  /// `accuracy` in (0, ½]; `data` must outlive this. Throws Fault::argument where λ' is 0,
  /// Fault::numerics where H is not positive definite.
  LeaveOneOut(const CodedData& data, const Start& start, double accuracy);

  [[nodiscard]] const CodedData& data() const { return data_; }

  /// ∇ℓ and ∇²ℓ in a row's margins, moved from those at θ̂; q and q × q.
  [[nodiscard]] virtual Eigen::VectorXd slope(Eigen::Index row, const Eigen::VectorXd& moved) const = 0;
  [[nodiscard]] virtual Eigen::MatrixXd bend(Eigen::Index row, const Eigen::VectorXd& moved) const = 0;
  /// Returns a slope as RowInfluence tells it.
  [[nodiscard]] virtual double derivative_of(const Eigen::VectorXd& slope) const = 0;
  /// Adds the higher derivatives of rows first, …, first + count − 1.
  virtual void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const = 0;
  /// Replaces the margins' moves by what they make of the slope, slope(moved) − slope(0). Entry
  /// (j, k) of moved[a]: margin a of row first + j for neighbour k. Rows below `count` are to be
  /// left alone.
  virtual void change_slopes(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& moved) const = 0;
  /// A neighbour trained by itself.
  struct Alone {
    Eigen::VectorXd displacement;
    double residual;  ///< ‖gradient‖₂ there
    int passes;
  };
  [[nodiscard]] virtual Alone alone(Eigen::Index row) const = 0;
  /// Between θ's own coordinates and q blocks of margins, where these differ; lengths are kept.
  [[nodiscard]] virtual Eigen::VectorXd in_parameters(const Eigen::VectorXd& displacement) const { return displacement; }
  [[nodiscard]] virtual Eigen::VectorXd in_margins(const Eigen::VectorXd& displacement) const { return displacement; }

 private:
  struct Row;
  struct Found;
  [[nodiscard]] Row row_at(Eigen::Index index) const;
  /// (I ⊗ xᵀ)Δ and (I ⊗ x)s.
  [[nodiscard]] Eigen::VectorXd move(const Eigen::VectorXd& x, const Eigen::VectorXd& displacement) const;
  [[nodiscard]] Eigen::VectorXd along(const Eigen::VectorXd& x, const Eigen::VectorXd& slope) const;
  /// Distance to the true displacement, from the neighbour's gradient there in the norm of H⁻¹.
  [[nodiscard]] double distance(const Row& row, double displacement, double gradient) const;
  /// max ‖(I ⊗ xᵀ)Δ‖ over all rows x is at most this.
  [[nodiscard]] double largest_move(const Eigen::VectorXd& displacement) const;
  /// Returns the expansion's remainder of the gradient, in the norm of H⁻¹.
  [[nodiscard]] double remainder(const Eigen::VectorXd& displacement) const;
  [[nodiscard]] Eigen::VectorXd newton_step(const Row& row, const Eigen::VectorXd& displacement,
                                            const Eigen::VectorXd& gradient) const;
  /// One step of Newton's method with the gradient itself for the uncertified ones of a block;
  /// those still uncertified stay.
  void pass(const std::vector<Row>& rows, std::vector<Eigen::Index>& uncertified, Found& found);
  void solve_by_itself(const Row& row, Eigen::Index i, Found& found);

  CodedData data_;
  Eigen::Index margins_;
  Eigen::MatrixXd curvature_;                ///< H₁ = H + (λ' − λ)I
  Eigen::LLT<Eigen::MatrixXd> factor_;       ///< of H₁
  Eigen::LLT<Eigen::MatrixXd> base_factor_;  ///< of H
  Eigen::VectorXd pull_;                     ///< ∇J(θ̂) + (λ' − λ)θ̂
  double ridge_;                             ///< λ'
  double accuracy_;
  double largest_ = 0;                   ///< max ‖x‖
  Eigen::VectorXd largest_coordinates_;  ///< max |x_a|
  double least_curvature_;               ///< smallest eigenvalue of H₁
  int order_;
  Eigen::Index expanded_rows_ = 0;
  Eigen::Index passes_ = 0;
  std::unique_ptr<HigherDerivatives> higher_;
};

/// Neighbours for a generalised linear loss, with either convention for the ridge.
class LinearLeaveOneOut final : public LeaveOneOut {
 public:
  /// Wants each displacement to `accuracy`, relative to its length; in (0, ½]. `neighbours` must
  /// outlive this.
  LinearLeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy);

  [[nodiscard]] Eigen::VectorXd worst_case_displacement(Eigen::Index row) const override;
  [[nodiscard]] double derivative_ratio(int derivative) const override;

 protected:
  [[nodiscard]] Eigen::VectorXd slope(Eigen::Index row, const Eigen::VectorXd& moved) const override;
  [[nodiscard]] Eigen::MatrixXd bend(Eigen::Index row, const Eigen::VectorXd& moved) const override;
  [[nodiscard]] double derivative_of(const Eigen::VectorXd& slope) const override { return slope(0); }
  void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const override;
  void change_slopes(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& moved) const override;
  [[nodiscard]] Alone alone(Eigen::Index row) const override;

 private:
  [[nodiscard]] static Start start_of(const NeighbouringSolutions& neighbours);
  [[nodiscard]] double margin(Eigen::Index row) const;

  const NeighbouringSolutions& neighbours_;
};

/// Neighbours for the softmax loss, the mean form: the neighbour has λ' = λ(n−1)/n. Solved in
/// contrasts of classes, the only ones that move; displacements have the length Km of θ̂ all the
/// same.
class SoftmaxLeaveOneOut final : public LeaveOneOut {
 public:
  /// `theta` minimises J(·; D), class by class as in softmax.hpp, without perturbation (‖∇J‖ ≤
  /// 1e-8·max(1, n): else Fault::argument, code "not-a-minimum"); `data.y` holds classes from 0. n
  /// ≥ 2. Wants each displacement to `accuracy`, relative to its length; in (0, ½].
  SoftmaxLeaveOneOut(const CodedData& data, Eigen::Index classes, double lambda, const Eigen::VectorXd& theta, double accuracy);

  [[nodiscard]] Eigen::VectorXd worst_case_displacement(Eigen::Index row) const override;
  [[nodiscard]] double derivative_ratio(int derivative) const override;

 protected:
  [[nodiscard]] Eigen::VectorXd slope(Eigen::Index row, const Eigen::VectorXd& moved) const override;
  [[nodiscard]] Eigen::MatrixXd bend(Eigen::Index row, const Eigen::VectorXd& moved) const override;
  [[nodiscard]] double derivative_of(const Eigen::VectorXd& slope) const override { return slope.norm(); }
  void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const override;
  void change_slopes(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& moved) const override;
  [[nodiscard]] Alone alone(Eigen::Index row) const override;
  [[nodiscard]] Eigen::VectorXd in_parameters(const Eigen::VectorXd& displacement) const override;
  [[nodiscard]] Eigen::VectorXd in_margins(const Eigen::VectorXd& displacement) const override;

 private:
  [[nodiscard]] static Start start_of(const CodedData& data, Softmax softmax, double lambda, const Eigen::VectorXd& theta);
  /// Probabilities of the classes, for margins moved in contrasts.
  [[nodiscard]] Softmax::Probabilities probabilities(Eigen::Index row, const Eigen::VectorXd& moved) const;
  [[nodiscard]] Eigen::Index label(Eigen::Index row) const;

  Softmax softmax_;
  double lambda_;
  Eigen::VectorXd theta_;
  Eigen::MatrixXd contrasts_;  ///< Q
};

}  // namespace expost
