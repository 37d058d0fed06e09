// The exact ex-post per-instance privacy loss (mathematics.md, section 2; [R] Theorem 6). A secret
// of the curator.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "expost/losses/loss.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// L = log p_D(θ̂) − log p_{D±z}(θ̂), in nats, and what it is made of.
struct ExactLoss {
  double loss;               ///< L, signed
  double leverage;           ///< μ(x) = xᵀH⁻¹x
  double weighted_leverage;  ///< a = f''·μ(x)
  double gradient_norm;      ///< q²/2, q = |f'|‖x‖/σ
  double gradient;           ///< c = f'·gᵀx/σ²
  double first_derivative;   ///< f'
  double second_derivative;  ///< f''
};

/// Exact losses at one release, after one O(d³) factorisation; O(d²) a person. g and H belong to
/// the data set D that was used.
class ExactLosses {
 public:
  /// g = ∇J(θ̂; D) (length d), H = ∇²J(θ̂; D) (d × d, positive definite), σ > 0. Throws
  /// ErrorType::numerics if H is not positive definite.
  ExactLosses(Loss loss, double sigma, Eigen::VectorXd theta, Eigen::VectorXd gradient, const Eigen::MatrixXd& hessian);

  /// z ∈ D, compared with D − z: L = −log(1 − a) + q²/2 − c. Infinite where a rounds to 1 or above.
  [[nodiscard]] ExactLoss member(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;
  /// z ∉ D, compared with D + z: L = −log(1 + a) + q²/2 + c.
  [[nodiscard]] ExactLoss non_member(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;

 private:
  [[nodiscard]] ExactLoss parts(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const;

  Loss loss_;
  double sigma_;
  Eigen::VectorXd theta_;
  Eigen::VectorXd gradient_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace expost
