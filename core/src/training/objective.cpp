#include "expost/training/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/double_double.hpp"

namespace expost {
namespace {

// Depth of one rank update. Small enough that Eigen never splits the sum by cache size, which it
// reads from the processor: the same digits on every machine.
constexpr Eigen::Index block_rows = 128;

/// sum + compensation += a·x. (Without __restrict compilers don't add two at once.)
void add_row(double* __restrict sum, double* __restrict compensation, double a, const double* __restrict x, Eigen::Index d) {
  for (Eigen::Index j = 0; j < d; ++j) {
    const DoubleDouble total = two_sum(sum[j], a * x[j]);
    sum[j] = total.high;
    compensation[j] += total.low;
  }
}

}  // namespace

ObjectiveAt Objective::at(const CodedData& data, const Eigen::VectorXd& theta) const {
  const Eigen::Index d = theta.size();
  const double theta_norm = theta.norm();
  ObjectiveAt result{0.5 * lambda * theta.squaredNorm(), lambda * theta, 0, Eigen::VectorXd(data.x.rows())};
  double& sum = result.value;
  double compensation = 0;
  Eigen::VectorXd compensations = Eigen::VectorXd::Zero(d);
  double rounding = 2 * unit_roundoff * lambda * theta_norm;
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    const LossValues of_row = loss.values(data.x.row(i).dot(theta), data.y(i));
    const DoubleDouble total = two_sum(sum, of_row.value);
    sum = total.high;
    compensation += total.low;
    const double* const x = data.x.data() + i * data.x.outerStride();
    double x_norm_squared = 0;
    for (Eigen::Index j = 0; j < d; ++j) {
      x_norm_squared += x[j] * x[j];
    }
    add_row(result.gradient.data(), compensations.data(), of_row.first, x, d);
    const double x_norm = std::sqrt(x_norm_squared);
    // f' to 4 ulp plus what the rounding of t does to it, plus the rounding of f' x.
    rounding += unit_roundoff * x_norm *
                (5 * std::fabs(of_row.first) + of_row.second * static_cast<double>(d + 1) * x_norm * theta_norm);
    result.curvature(i) = of_row.second;
  }
  sum += compensation;
  result.gradient += compensations;
  result.error = rounding + 2 * unit_roundoff * result.gradient.norm();
  return result;
}

double Objective::value(const CodedData& data, const Eigen::VectorXd& theta) const {
  return at(data, theta).value;
}

Eigen::VectorXd Objective::gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error) const {
  ObjectiveAt result = at(data, theta);
  if (error != nullptr) {
    *error = result.error;
  }
  return std::move(result.gradient);
}

Eigen::MatrixXd Objective::hessian(const CodedData& data, const Eigen::VectorXd& theta) const {
  return hessian_of(data, Eigen::VectorXd::NullaryExpr(data.x.rows(), [&](Eigen::Index i) {
                      return loss.second_derivative(data.x.row(i).dot(theta), data.y(i));
                    }));
}

Eigen::MatrixXd Objective::hessian_of(const CodedData& data, const Eigen::VectorXd& curvature) const {
  const Eigen::Index d = data.x.cols();
  const Eigen::Index n = data.x.rows();
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(d, d);
  Eigen::MatrixXd weighted(d, std::min(n, block_rows));
  for (Eigen::Index start = 0; start < n; start += block_rows) {
    const Eigen::Index count = std::min(block_rows, n - start);
    for (Eigen::Index i = 0; i < count; ++i) {
      weighted.col(i) = std::sqrt(curvature(start + i)) * data.x.row(start + i).transpose();
    }
    h.selfadjointView<Eigen::Lower>().rankUpdate(weighted.leftCols(count));
  }
  h.diagonal().array() += lambda;
  h.triangularView<Eigen::StrictlyUpper>() = h.transpose();
  return h;
}

ObjectiveOfRows::ObjectiveOfRows(const Objective& objective, const CodedData& data) : objective_(objective), data_(data) {
  if (!(objective_.lambda > 0 && objective_.lambda < std::numeric_limits<double>::infinity())) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
}

const ObjectiveAt& ObjectiveOfRows::at(const Eigen::VectorXd& theta) const {
  if (place_.size() == 0 || place_ != theta) {
    at_ = objective_.at(data_, theta);
    place_ = theta;
  }
  return at_;
}

Eigen::VectorXd near_minimiser(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b) {
  constexpr Eigen::Index share = 16;
  constexpr Eigen::Index many = Eigen::Index{1} << 14;
  if (data.x.rows() < many) {
    return Eigen::VectorXd::Zero(b.size());
  }
  // From everywhere, as rows may be in the order of something.
  const Eigen::Index count = data.x.rows() / share;
  const Eigen::Map<const Rows, 0, Eigen::OuterStride<>> x(data.x.data(), count, data.x.cols(),
                                                          Eigen::OuterStride<>(share * data.x.outerStride()));
  const Eigen::VectorXd y = Eigen::VectorXd::NullaryExpr(count, [&](Eigen::Index i) { return data.y(i * share); });
  const ObjectiveOfRows of_some({objective.loss, objective.lambda / share}, {x, y});
  Minimisation minimisation(of_some, b / share);
  while (!minimisation.finished()) {
    minimisation.step();
  }
  return minimisation.theta().allFinite() ? minimisation.theta() : Eigen::VectorXd::Zero(b.size());
}

Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b) {
  return minimise(ObjectiveOfRows(objective, data), b);
}

}  // namespace expost
