// A symmetric matrix brought to tridiagonal form: one O(d³) decomposition, after which every
// shifted system is O(d).
#pragma once

#include <Eigen/Core>

namespace expost {

/// M = Q T Qᵀ: T by its diagonals, Q by the Householder vectors that LAPACK and Eigen pack below
/// the sub-diagonal.
struct TridiagonalMatrix {
  Eigen::MatrixXd reflectors;              ///< vectors of the reflections, packed in d × d
  Eigen::VectorXd reflector_coefficients;  ///< their coefficients, length d − 1
  Eigen::VectorXd diagonal;                ///< length d
  Eigen::VectorXd sub_diagonal;            ///< length d − 1
  double smallest = 0;                     ///< smallest eigenvalue of T, at most 2^-51 of the norm below the true one
  /// Everything that is computed with T is exact for a matrix this far from M, in norm: the
  /// reductions' errors (Higham 2002, Lemma 19.3, twice), those of `smallest` and of a
  /// factorisation of T.
  double backward_error = 0;
  /// ‖rotate(v) − Qᵀv‖ is at most this times ‖v‖, for the Q that belongs to `backward_error`.
  double rotation_error = 0;

  TridiagonalMatrix() = default;
  /// d ≥ 1; M symmetric and finite (both triangles).
  explicit TridiagonalMatrix(Eigen::MatrixXd matrix);

  /// Qᵀ times a vector of length d, in place.
  void rotate(Eigen::Ref<Eigen::VectorXd> vector) const;
};

}  // namespace expost
