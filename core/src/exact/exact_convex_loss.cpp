#include "expost/exact/exact_convex_loss.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "expost/numerics/elementary.hpp"
#include "expost/numerics/positive_definite.hpp"

namespace expost {

double determinant_loss(const Eigen::LLT<Eigen::MatrixXd>& factor, const Eigen::MatrixXd& hessian_factor, double sign) {
  const Eigen::Index k = hessian_factor.cols();
  if (k == 0) {
    return 0;  // no curvature: the determinant of nothing is 1
  }
  const Eigen::MatrixXd half = factor.matrixL().solve(hessian_factor);
  // I − sign·A as LDLᵀ with its pivots kept as 1 + π: log det = Σ log1p(π), which keeps the digits
  // of a small A. Row by row.
  Eigen::MatrixXd rest = -sign * (half.transpose() * half);
  double sum = 0;
  for (Eigen::Index i = 0; i < k; ++i) {
    const double pivot = rest(i, i);
    if (!(pivot > -1)) {
      return std::numeric_limits<double>::infinity();
    }
    sum += elementary::log1p(pivot);
    for (Eigen::Index j = i + 1; j < k; ++j) {
      const double multiplier = rest(j, i) / (1 + pivot);
      for (Eigen::Index l = i + 1; l <= j; ++l) {
        rest(j, l) -= multiplier * rest(l, i);
      }
    }
  }
  return -sum;
}

ExactConvexLosses::ExactConvexLosses(double sigma, Eigen::VectorXd gradient, const Eigen::MatrixXd& hessian)
    : sigma_(sigma), gradient_(std::move(gradient)), factor_(factorised(hessian)) {}

ExactConvexLoss ExactConvexLosses::parts(const LossPoint& point, double determinant_sign) const {
  const double variance = sigma_ * sigma_;
  ExactConvexLoss result{};
  result.determinant = determinant_loss(factor_, point.hessian_factor, determinant_sign);
  result.gradient_norm = point.gradient.squaredNorm() / (2 * variance);
  result.gradient = gradient_.dot(point.gradient) / variance;
  return result;
}

ExactConvexLoss ExactConvexLosses::member(const LossPoint& point) const {
  ExactConvexLoss result = parts(point, 1);
  result.loss = result.determinant + result.gradient_norm - result.gradient;
  return result;
}

ExactConvexLoss ExactConvexLosses::non_member(const LossPoint& point) const {
  ExactConvexLoss result = parts(point, -1);
  result.loss = result.determinant + result.gradient_norm + result.gradient;
  return result;
}

}  // namespace expost
