#include "expost/exact/exact_loss.hpp"

#include <cmath>
#include <utility>

#include "expost/numerics/elementary.hpp"
#include "expost/numerics/positive_definite.hpp"

namespace expost {

ExactLosses::ExactLosses(Loss loss, double sigma, Eigen::VectorXd theta, Eigen::VectorXd gradient,
                         const Eigen::MatrixXd& hessian)
    : loss_(loss), sigma_(sigma), theta_(std::move(theta)), gradient_(std::move(gradient)), factor_(factorised(hessian)) {}

ExactLoss ExactLosses::parts(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  const double t = x.dot(theta_);
  ExactLoss result{};
  result.first_derivative = loss_.first_derivative(t, y);
  result.second_derivative = loss_.second_derivative(t, y);
  result.leverage = factor_.matrixL().solve(x).squaredNorm();
  result.weighted_leverage = result.second_derivative * result.leverage;
  const double variance = sigma_ * sigma_;
  result.gradient_norm = result.first_derivative * result.first_derivative * x.squaredNorm() / (2 * variance);
  result.gradient = result.first_derivative * gradient_.dot(x) / variance;
  return result;
}

ExactLoss ExactLosses::member(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  ExactLoss result = parts(x, y);
  const double determinant =
      result.weighted_leverage < 1 ? -elementary::log1p(-result.weighted_leverage) : std::numeric_limits<double>::infinity();
  result.loss = determinant + result.gradient_norm - result.gradient;
  return result;
}

ExactLoss ExactLosses::non_member(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  ExactLoss result = parts(x, y);
  result.loss = -elementary::log1p(result.weighted_leverage) + result.gradient_norm + result.gradient;
  return result;
}

}  // namespace expost
