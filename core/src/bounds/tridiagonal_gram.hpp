// Products of vectors by the inverse of a shifted tridiagonal matrix.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/tridiagonal.hpp"

namespace expost {

// The lower triangle of a k × k matrix += a·zzᵀ. Eigen's own has more to do around its loops than
// in them, as k is small; so do WebAssembly's loops of two at a time.
inline void add_square(double* __restrict matrix, const double* __restrict z, double a, Eigen::Index k) {
  for (Eigen::Index j = 0; j < k; ++j) {
    const double weight = a * z[j];
#ifdef __wasm__
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (Eigen::Index i = j; i < k; ++i) {
      matrix[j * k + i] += weight * z[i];
    }
  }
}

/// Wᵀ(scale·T + shift·I)⁻¹W by LDLᵀ of the tridiagonal matrix, of `rotated` = Wᵀ, k × d; none where
/// that is not positive definite.
[[nodiscard]] inline std::optional<Eigen::MatrixXd> tridiagonal_gram(const TridiagonalMatrix& t, const Eigen::MatrixXd& rotated,
                                                                     double scale, double shift) {
  const Eigen::Index d = rotated.cols();
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(rotated.rows(), rotated.rows());
  Eigen::VectorXd z = rotated.col(0);
  double pivot = scale * t.diagonal(0) + shift;
  for (Eigen::Index i = 0;; ++i) {
    if (!(pivot > 0)) {
      return {};
    }
    add_square(gram.data(), z.data(), 1 / pivot, z.size());
    if (i + 1 == d) {
      break;
    }
    const double off = scale * t.sub_diagonal(i);
    const double multiplier = off / pivot;
    pivot = scale * t.diagonal(i + 1) + shift - multiplier * off;
    z = rotated.col(i + 1) - multiplier * z;
  }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  if (!gram.allFinite()) {
    return {};
  }
  return gram;
}

/// M = αT + … has `eigenvalue` at least; `added` is the size of what was added to αT. Columns go
/// through the factors one by one, each with roundings of its own: their roots are right to this,
/// relatively.
[[nodiscard]] inline double gram_columns_error(const TridiagonalMatrix& t, double alpha, double added, double eigenvalue) {
  return 8 * std::sqrt(unit_roundoff * (alpha * t.backward_error + unit_roundoff * added) / eigenvalue);
}

}  // namespace expost
