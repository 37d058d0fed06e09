// Eigenvalues of small positive semidefinite matrices.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <utility>

#include "numerics/lanes.hpp"

namespace expost {

/// The eigenvalues of a positive semidefinite matrix of finite numbers, largest first, none below
/// 0: by cyclic Jacobi rotations, which converge for every symmetric matrix, and keep the relative
/// digits of small eigenvalues where the scaled matrix is well conditioned (Demmel & Veselić
/// 1992). For as many rows as a loss has directions: O(k³) a sweep. Eigen's solvers would be a
/// tenth of the check page's module.
[[nodiscard]] inline Eigen::VectorXd semidefinite_eigenvalues(Eigen::MatrixXd matrix) {
  const Eigen::Index k = matrix.rows();
  // Sweeps converge quadratically: six to ten are enough for any size that fits in a report.
  constexpr int most_sweeps = 60;
  bool rotated = k > 1;
  for (int sweep = 0; rotated && sweep < most_sweeps; ++sweep) {
    rotated = false;
    for (Eigen::Index p = 0; p < k; ++p) {
      for (Eigen::Index q = p + 1; q < k; ++q) {
        const double off = matrix(p, q);
        const double scale = std::sqrt(std::fmax(0, matrix(p, p))) * std::sqrt(std::fmax(0, matrix(q, q)));
        if (!(std::fabs(off) > 0x1p-53 * scale)) {
          continue;
        }
        rotated = true;
        const double theta = (matrix(q, q) - matrix(p, p)) / (2 * off);
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(1 + theta * theta));
        const double c = 1 / std::sqrt(1 + t * t);
        const double s = c * t;
        matrix(p, p) -= t * off;
        matrix(q, q) += t * off;
        matrix(p, q) = matrix(q, p) = 0;
        for (Eigen::Index r = 0; r < k; ++r) {
          if (r != p && r != q) {
            const double at_p = matrix(r, p);
            const double at_q = matrix(r, q);
            matrix(r, p) = matrix(p, r) = c * at_p - s * at_q;
            matrix(r, q) = matrix(q, r) = s * at_p + c * at_q;
          }
        }
      }
    }
  }
  Eigen::VectorXd eigenvalues = matrix.diagonal().cwiseMax(0);
  for (Eigen::Index i = 1; i < k; ++i) {
    for (Eigen::Index j = i; j > 0 && eigenvalues(j - 1) < eigenvalues(j); --j) {
      std::swap(eigenvalues(j - 1), eigenvalues(j));
    }
  }
  return eigenvalues;
}

/// UᵀU, without Eigen's blocked product.
[[nodiscard]] inline Eigen::MatrixXd gram_of(const Eigen::MatrixXd& factor) {
  Eigen::MatrixXd gram(factor.cols(), factor.cols());
  for (Eigen::Index j = 0; j < factor.cols(); ++j) {
    for (Eigen::Index i = j; i < factor.cols(); ++i) {
      gram(i, j) = gram(j, i) = lanes::dot(factor.col(i).data(), factor.col(j).data(), static_cast<std::size_t>(factor.rows()));
    }
  }
  return gram;
}

}  // namespace expost
