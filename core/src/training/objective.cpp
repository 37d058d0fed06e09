#include "expost/training/objective.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {

// Depth of one rank update. Small enough that Eigen never splits the sum by cache size, which it
// reads from the processor: the same digits on every machine.
constexpr Eigen::Index block_rows = 128;

}  // namespace

double Objective::value(const CodedData& data, const Eigen::VectorXd& theta) const {
  double sum = 0.5 * lambda * theta.squaredNorm();
  double compensation = 0;
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    const double term = loss.value(data.x.row(i).dot(theta), data.y(i));
    const double total = sum + term;
    compensation += std::fabs(sum) >= std::fabs(term) ? (sum - total) + term : (term - total) + sum;
    sum = total;
  }
  return sum + compensation;
}

Eigen::VectorXd Objective::gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error) const {
  const Eigen::Index d = theta.size();
  Eigen::VectorXd sum = lambda * theta;
  Eigen::VectorXd compensation = Eigen::VectorXd::Zero(d);
  const double theta_norm = theta.norm();
  double rounding = 2 * unit_roundoff * lambda * theta_norm;
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    const double t = data.x.row(i).dot(theta);
    const double first = loss.first_derivative(t, data.y(i));
    double x_norm_squared = 0;
    for (Eigen::Index j = 0; j < d; ++j) {
      const double x = data.x(i, j);
      x_norm_squared += x * x;
      const double term = first * x;
      const double total = sum(j) + term;
      compensation(j) += std::fabs(sum(j)) >= std::fabs(term) ? (sum(j) - total) + term : (term - total) + sum(j);
      sum(j) = total;
    }
    const double x_norm = std::sqrt(x_norm_squared);
    // f' to 4 ulp plus what the rounding of t does to it, plus the rounding of f' x.
    rounding +=
        unit_roundoff * x_norm *
        (5 * std::fabs(first) + loss.second_derivative(t, data.y(i)) * static_cast<double>(d + 1) * x_norm * theta_norm);
  }
  sum += compensation;
  if (error != nullptr) {
    *error = rounding + 2 * unit_roundoff * sum.norm();
  }
  return sum;
}

Eigen::MatrixXd Objective::hessian(const CodedData& data, const Eigen::VectorXd& theta) const {
  const Eigen::Index d = theta.size();
  const Eigen::Index n = data.x.rows();
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(d, d);
  Eigen::MatrixXd weighted(d, std::min(n, block_rows));
  for (Eigen::Index start = 0; start < n; start += block_rows) {
    const Eigen::Index count = std::min(block_rows, n - start);
    for (Eigen::Index i = 0; i < count; ++i) {
      const double t = data.x.row(start + i).dot(theta);
      weighted.col(i) = std::sqrt(loss.second_derivative(t, data.y(start + i))) * data.x.row(start + i).transpose();
    }
    h.selfadjointView<Eigen::Lower>().rankUpdate(weighted.leftCols(count));
  }
  h.diagonal().array() += lambda;
  h.triangularView<Eigen::StrictlyUpper>() = h.transpose();
  return h;
}

Minimisation::Minimisation(const Objective& objective, const CodedData& data, Eigen::VectorXd b)
    : objective_(objective), b_(std::move(b)), theta_(Eigen::VectorXd::Zero(b_.size())) {
  if (!(objective_.lambda > 0 && objective_.lambda < std::numeric_limits<double>::infinity())) {
    throw Error(Fault::argument, "out-of-range", "", "lambda must be a number above 0");
  }
  tolerance_ = 1e-10 * std::max(1.0, b_.norm());
  gradient_ = objective_.gradient(data, theta_, &rounding_) + b_;
  norm_ = gradient_.norm();
  current_ = height(data, theta_);
  finished_ = norm_ == 0;
}

Minimisation::Height Minimisation::height(const CodedData& data, const Eigen::VectorXd& theta) const {
  const double loss = objective_.value(data, theta);
  const double tilt = b_.dot(theta);
  return {loss + tilt, 16 * unit_roundoff * (loss + b_.norm() * theta.norm())};
}

void Minimisation::step(const CodedData& data) {
  constexpr int maximum_steps = 200;
  if (finished_) {
    return;
  }
  // Newton doubles the digits near the end: once below the tolerance, one more step costs little
  // and gains them.
  finished_ = norm_ <= tolerance_;
  const Eigen::LLT<Eigen::MatrixXd> factor(objective_.hessian(data, theta_));
  if (factor.info() != Eigen::Success) {
    finished_ = true;
    return;
  }
  const Eigen::VectorXd step = -factor.solve(gradient_);
  const double slope = gradient_.dot(step);
  bool accepted = false;
  double length = 1;
  for (int halving = 0; halving < 60 && !accepted; ++halving, length *= 0.5) {
    const Eigen::VectorXd candidate = theta_ + length * step;
    double candidate_rounding = 0;
    const Eigen::VectorXd candidate_gradient = objective_.gradient(data, candidate, &candidate_rounding) + b_;
    const double candidate_norm = candidate_gradient.norm();
    const Height reached = height(data, candidate);
    // Armijo's condition. Close to the minimum differences of J drown in rounding: there a smaller
    // gradient decides. Elsewhere it may not, because steps that lower the gradient and raise J
    // can alternate for ever with steps that do the reverse.
    if (reached.value <= current_.value + 1e-4 * length * slope ||
        (reached.value <= current_.value + reached.noise + current_.noise && candidate_norm <= (1 - 0.1 * length) * norm_)) {
      theta_ = candidate;
      gradient_ = candidate_gradient;
      norm_ = candidate_norm;
      current_ = reached;
      rounding_ = candidate_rounding;
      accepted = true;
    }
  }
  steps_ += accepted ? 1 : 0;
  finished_ = finished_ || !accepted || steps_ >= maximum_steps || norm_ == 0;
}

Minimiser Minimisation::result() const {
  if (!(norm_ <= tolerance_)) {
    throw Error(Fault::numerics, "not-converged", "",
                "training did not reach the precision that the privacy accounting needs: the residual is " +
                    std::to_string(norm_) + " where at most " + std::to_string(tolerance_) + " is allowed");
  }
  return {theta_, norm_ + rounding_, steps_};
}

Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b) {
  Minimisation minimisation(objective, data, b);
  while (!minimisation.finished()) {
    minimisation.step(data);
  }
  return minimisation.result();
}

}  // namespace expost
