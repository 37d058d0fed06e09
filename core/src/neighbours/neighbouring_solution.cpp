#include "expost/neighbours/neighbouring_solution.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "expost/neighbours/newton_from_base.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/positive_definite.hpp"

namespace expost {
namespace {

constexpr int most_polishing_steps = 60;

Eigen::MatrixXd shifted(Eigen::MatrixXd matrix, double ridge) {
  matrix.diagonal().array() += ridge;
  return matrix;
}

}  // namespace

NeighbouringSolutions::NeighbouringSolutions(const Objective& objective, const CodedData& data, Eigen::VectorXd theta,
                                             RidgeConvention convention)
    : objective_(objective), data_(data), theta_(std::move(theta)), convention_(convention) {
  const Eigen::Index n = data.x.rows();
  if (!(objective_.lambda > 0 && std::isfinite(objective_.lambda))) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
  if (theta_.size() != data.x.cols() || data.y.size() != n || (convention == RidgeConvention::mean && n < 1)) {
    throw_error(ErrorType::argument, "wrong-length", "", "theta, rows and labels must be of matching sizes");
  }
  gradient_ = objective_.gradient(data_, theta_);
  require_minimum(gradient_, static_cast<double>(n));
  hessian_ = objective_.hessian(data_, theta_);
  factor_ = factorised(hessian_);
  if (convention_ == RidgeConvention::mean) {
    factor_with_ = factorised(shifted(hessian_, neighbour_lambda(Change::with) - objective_.lambda));
    if (n > 1) {
      factor_without_ = factorised(shifted(hessian_, neighbour_lambda(Change::without) - objective_.lambda));
    }
  }
}

double NeighbouringSolutions::neighbour_lambda(Change change) const {
  if (convention_ == RidgeConvention::sum) {
    return objective_.lambda;
  }
  const auto n = static_cast<double>(data_.x.rows());
  return mean_form_lambda(objective_.lambda, n, change == Change::without ? n - 1 : n + 1);
}

double NeighbouringSolutions::leverage(const Eigen::Ref<const Eigen::VectorXd>& x) const {
  return factor_.matrixL().solve(x).squaredNorm();
}

NeighbouringSolution NeighbouringSolutions::without(Eigen::Index row) const {
  if (row < 0 || row >= data_.x.rows()) {
    throw_error(ErrorType::argument, "out-of-range", "", "there is no such row");
  }
  if (convention_ == RidgeConvention::mean && data_.x.rows() < 2) {
    throw_error(ErrorType::argument, "unsupported", "", "a mean over no rows has no minimum: there must be another row");
  }
  return solve(Change::without, row, data_.x.row(row).transpose(), data_.y(row));
}

NeighbouringSolution NeighbouringSolutions::with(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  if (x.size() != theta_.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "x must be as long as theta");
  }
  return solve(Change::with, -1, x, y);
}

Eigen::VectorXd NeighbouringSolutions::worst_case_displacement(Eigen::Index row) const {
  const auto n = static_cast<double>(data_.x.rows());
  if (convention_ != RidgeConvention::mean || n < 2) {
    throw_error(ErrorType::argument, "unsupported", "", "the worst-case point is that of the mean form, with two rows or more");
  }
  const Eigen::VectorXd x = data_.x.row(row).transpose();
  const double derivative = objective_.loss.first_derivative(x.dot(theta_), data_.y(row));
  return farthest_displacement(theta_, (derivative * n / objective_.lambda) * x, n);
}

NeighbouringSolution NeighbouringSolutions::solve(Change change, Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& x,
                                                  double y) const {
  const Loss& loss = objective_.loss;
  const double sign = change == Change::without ? -1 : 1;
  const double ridge = neighbour_lambda(change);
  const double ridge_change = ridge - objective_.lambda;
  const auto& factor =
      convention_ == RidgeConvention::sum ? factor_ : (change == Change::without ? factor_without_ : factor_with_);
  const double t = x.dot(theta_);

  NeighbouringSolution result{};
  result.leverage = leverage(x);
  result.derivative = loss.first_derivative(t, y);

  const Eigen::VectorXd start = gradient_ + (sign * result.derivative) * x + ridge_change * theta_;
  const Objective neighbour{loss, ridge};
  const auto gradient_at = [&](const Eigen::VectorXd& displacement, double& rounding) -> Eigen::VectorXd {
    if (loss.quadratic()) {
      return start + hessian_ * displacement + ridge_change * displacement + (sign * x.dot(displacement)) * x;
    }
    const Eigen::VectorXd theta = theta_ + displacement;
    return neighbour.gradient(data_, theta, &rounding) + (sign * loss.first_derivative(x.dot(theta), y)) * x;
  };
  // (K + curvature·xxᵀ)⁻¹ g by Sherman and Morrison.
  const Eigen::VectorXd v = factor.solve(x);
  const double m = x.dot(v);
  const auto newton = [&](const Eigen::VectorXd& displacement,
                          const Eigen::VectorXd& gradient) -> std::optional<Eigen::VectorXd> {
    const double curvature = sign * loss.second_derivative(t + x.dot(displacement), y);
    const double pivot = 1 + curvature * m;
    if (!(pivot > 0)) {
      return {};
    }
    return displacement - (factor.solve(gradient) - (curvature * v.dot(gradient) / pivot) * v);
  };
  const double scale = std::fabs(result.derivative) * x.norm() + std::fabs(ridge_change) * theta_.norm();
  NewtonRun run = newton_from_base(gradient_at, newton, start, scale, newton_aim * scale, 0x1p-50 * gradient_.norm());
  if (!run.converged) {
    return solve_by_itself(change, row, x, y, std::move(result));
  }
  result.steps = run.steps;
  result.residual = run.norm;
  result.theta = theta_ + run.displacement;
  result.displacement = std::move(run.displacement);
  result.neighbour_derivative = loss.first_derivative(x.dot(result.theta), y);
  return result;
}

NeighbouringSolution NeighbouringSolutions::solve_by_itself(Change change, Eigen::Index row,
                                                            const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                                            NeighbouringSolution result) const {
  const Eigen::Index n = data_.x.rows();
  const Eigen::Index kept = change == Change::without ? n - 1 : n + 1;
  Rows rows(kept, data_.x.cols());
  Eigen::VectorXd labels(kept);
  if (change == Change::without) {
    rows.topRows(row) = data_.x.topRows(row);
    rows.bottomRows(n - 1 - row) = data_.x.bottomRows(n - 1 - row);
    labels.head(row) = data_.y.head(row);
    labels.tail(n - 1 - row) = data_.y.tail(n - 1 - row);
  } else {
    rows.topRows(n) = data_.x;
    rows.row(n) = x.transpose();
    labels.head(n) = data_.y;
    labels(n) = y;
  }
  const CodedData data{rows, labels};
  const Objective neighbour{objective_.loss, neighbour_lambda(change)};
  Eigen::VectorXd theta = minimise(neighbour, data, Eigen::VectorXd::Zero(theta_.size())).theta;
  double norm = neighbour.gradient(data, theta).norm();
  // Newton's steps as long as they help: the last of them gain nothing but rounding.
  for (int step = 0; step < most_polishing_steps && norm > 0; ++step) {
    const Eigen::VectorXd candidate = theta - factorised(neighbour.hessian(data, theta)).solve(neighbour.gradient(data, theta));
    const double candidate_norm = neighbour.gradient(data, candidate).norm();
    if (!(candidate_norm < 0.5 * norm)) {
      break;
    }
    theta = candidate;
    norm = candidate_norm;
  }
  result.steps = 0;
  result.theta = theta;
  result.displacement = theta - theta_;
  result.residual = norm;
  result.neighbour_derivative = objective_.loss.first_derivative(x.dot(theta), y);
  return result;
}

}  // namespace expost
