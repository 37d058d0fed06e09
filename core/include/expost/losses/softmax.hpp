// Multinomial logistic regression: the softmax loss with K classes (mathematics.md, section 11).
#pragma once

#include <Eigen/Core>

#include "expost/losses/convex_loss.hpp"

namespace expost {

/// A coded person: x of length m with ‖x‖₂ ≤ 1, and a class from 0 to K − 1.
struct ClassifiedPerson {
  Eigen::VectorXd x;   ///< length m
  Eigen::Index label;  ///< y, from 0
};

/// ℓ(Θ; (x, y)) = −log softmax_y(Θx), Θ ∈ R^{K×m}, one row a class; θ is Θ class by class: θ(k·m +
/// j) = Θ(k, j), d = Km.
///
/// With p = softmax(Θx): ∇ℓ = (p − e_y) ⊗ x, ∇²ℓ = (diag p − ppᵀ) ⊗ xxᵀ. ‖∇ℓ‖ ≤ √2‖x‖ (attained in
/// the limit p = e_j, j ≠ y); ∇²ℓ has norm at most ‖x‖²/2, spectral and Frobenius (attained at p =
/// ½ and ½): with s = Σp², Σp³ ≥ s² gives ‖diag p − ppᵀ‖_F² = s − 2Σp³ + s² ≤ s − s² ≤ ¼. Only
/// contrasts of classes matter: a row of Θ added to all of them changes nothing but the ridge
/// term.
struct Softmax {
  /// All that is known of one person.
  using Person = ClassifiedPerson;

  Eigen::Index classes;  ///< K ≥ 2

  /// p = softmax(Θx), and 1 − p_k summed over the others, without cancellation.
  struct Probabilities {
    Eigen::VectorXd p;           ///< length K, adds up to 1
    Eigen::VectorXd complement;  ///< 1 − p, length K
  };
  /// Returns them at Θ and x.
  [[nodiscard]] Probabilities probabilities(const Eigen::VectorXd& theta, const Eigen::VectorXd& x) const;
  /// Returns them from Θx, length K.
  [[nodiscard]] static Probabilities probabilities_at(const Eigen::VectorXd& margins);
  /// Θx, one number a class.
  [[nodiscard]] Eigen::VectorXd margins(const Eigen::VectorXd& theta, const Eigen::VectorXd& x) const;
  /// p − e_y, length K; adds up to 0.
  [[nodiscard]] Eigen::VectorXd residual(const Probabilities& probabilities, Eigen::Index label) const;
  /// V, K × K, with V Vᵀ = diag p − ppᵀ: V = diag √p − p√pᵀ.
  [[nodiscard]] Eigen::MatrixXd curvature_factor(const Probabilities& probabilities) const;

  /// Returns ℓ ≥ 0 from Θx, length K.
  [[nodiscard]] static double value_at(const Eigen::VectorXd& margins, Eigen::Index label);
  /// Returns ℓ ≥ 0.
  [[nodiscard]] double value(const Eigen::VectorXd& theta, const Person& person) const;
  /// Returns ∇ℓ, length Km.
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, const Person& person) const;
  /// Returns at least ‖computed − true ∇ℓ‖₂.
  [[nodiscard]] double gradient_error(const Eigen::VectorXd& theta, const Person& person) const;
  /// V ⊗ x, Km × K.
  [[nodiscard]] Eigen::MatrixXd hessian_factor(const Eigen::VectorXd& theta, const Person& person) const;
};

/// β: ‖∇²ℓ‖ ≤ β‖x‖².
inline constexpr double softmax_smoothness = 0.5;

/// Orthonormal contrasts of K classes (Helmert): (K − 1) × K, rows of length 1, orthogonal to each
/// other and to (1, …, 1).
[[nodiscard]] Eigen::MatrixXd class_contrasts(Eigen::Index classes);

/// (Q ⊗ I)v for v of length Km, and (Q ⊗ I)M(Q ⊗ I)ᵀ for a symmetric M, Km × Km; Q =
/// class_contrasts(K).
[[nodiscard]] Eigen::VectorXd in_contrasts(Eigen::Index classes, const Eigen::VectorXd& vector);
/// The second of these.
[[nodiscard]] Eigen::MatrixXd in_contrasts(Eigen::Index classes, const Eigen::MatrixXd& matrix);

}  // namespace expost
