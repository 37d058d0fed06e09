// The exact ex-post loss for any smooth convex loss (mathematics.md, section 2; [R] Theorem 6
// without its recursion). A secret of the curator.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "expost/losses/convex_loss.hpp"

namespace expost {

/// L = log p_D(θ̂) − log p_{D±z}(θ̂), in nats, and what it is made of.
struct ExactConvexLoss {
  double loss;           ///< L, signed
  double determinant;    ///< −log det(I ∓ UᵀH⁻¹U): at least 0 for a member, at most 0 for a non-member
  double gradient_norm;  ///< q²/2, q = ‖∇ℓ‖/σ
  double gradient;       ///< c = gᵀ∇ℓ/σ²
};

/// Exact losses at one release with Gaussian noise, after one O(d³) factorisation; O(d²k) a
/// person. g and H belong to the data set that was used.
class ExactConvexLosses {
 public:
  /// g = ∇J(θ̂; D) (length d), H = ∇²J(θ̂; D) (d × d, positive definite), σ > 0. Throws
  /// ErrorType::numerics if H is not positive definite.
  ExactConvexLosses(double sigma, Eigen::VectorXd gradient, const Eigen::MatrixXd& hessian);

  /// z ∈ D, compared with D − z: L = −log det(I − UᵀH⁻¹U) + q²/2 − c. Infinite where the
  /// determinant rounds to 0 or below.
  [[nodiscard]] ExactConvexLoss member(const LossPoint& point) const;
  /// z ∉ D, compared with D + z: L = −log det(I + UᵀH⁻¹U) + q²/2 + c.
  [[nodiscard]] ExactConvexLoss non_member(const LossPoint& point) const;

 private:
  [[nodiscard]] ExactConvexLoss parts(const LossPoint& point, double determinant_sign) const;

  double sigma_;
  Eigen::VectorXd gradient_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

/// −log det(I − sign·UᵀH⁻¹U) from a Cholesky factor of H, for sign = 1 (member) or −1
/// (non-member); +infinity where I − UᵀH⁻¹U is not positive definite in floating point.
[[nodiscard]] double determinant_loss(const Eigen::LLT<Eigen::MatrixXd>& factor, const Eigen::MatrixXd& hessian_factor,
                                      double sign);

}  // namespace expost
