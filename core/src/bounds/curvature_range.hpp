// Eigenvalues of small Gram matrices with bounds on their errors, and where a person's curvature
// may lie at every θ of the published one's cell.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "numerics/outward.hpp"
#include "numerics/semidefinite_eigenvalues.hpp"

namespace expost {

/// The eigenvalues of a computed Gram matrix of vectors of length d, largest first, and how far
/// from the true ones each of them is at most: by the sums and by the rotations.
struct GramEigenvalues {
  Eigen::VectorXd values;
  double error = 0;

  GramEigenvalues(Eigen::MatrixXd gram, Eigen::Index d)
      : error(static_cast<double>(d + 40 * gram.rows() + 8) * 2 * unit_roundoff * gram.trace()) {
    values = semidefinite_eigenvalues(std::move(gram));
  }
};

/// The eigenvalues of ∇²ℓ, largest first, each from `below` to `above`.
struct CurvatureRange {
  Eigen::VectorXd below;
  Eigen::VectorXd above;

  /// For matrices between ŨŨᵀ/stretch and stretch·ŨŨᵀ, ‖Ũ − factor‖ ≤ error, whose norm is `most`
  /// at most; 0 where that isn't known.
  CurvatureRange(const Eigen::MatrixXd& factor, double error, double stretch, double most) {
    const GramEigenvalues gram(gram_of(factor), factor.rows());
    below = gram.values.unaryExpr([&](double value) {
      const double root = std::max(0.0, std::sqrt(std::max(0.0, value - gram.error)) - error);
      return lowered(root * root / stretch);
    });
    above = gram.values.unaryExpr([&](double value) {
      const double root = std::sqrt(value + gram.error) + error;
      const double size = root > 0 ? raised(root * root * stretch) : 0;
      return most > 0 ? std::min(size, most) : size;
    });
  }

  /// ‖∇²ℓ‖_F.
  [[nodiscard]] Interval frobenius() const { return {lowered(below.norm()), raised(above.norm())}; }
  /// ‖∇²ℓ‖, at most.
  [[nodiscard]] double spectral() const { return above.size() > 0 ? above(0) : 0; }
};

}  // namespace expost
