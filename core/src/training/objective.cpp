#include "expost/training/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "numerics/double_double.hpp"
#include "numerics/lanes.hpp"
#include "training/ridge.hpp"

namespace expost {
namespace {

/// Rows that are summed before their sum is added to those of others.
constexpr Eigen::Index block_rows = 128;

const double* row_of(const CodedData& data, Eigen::Index row) {
  return data.x.data() + row * data.x.outerStride();
}

/// A sum with compensation.
struct CompensatedSum {
  double sum;
  double compensation = 0;

  void add(double term) {
    const DoubleDouble total = two_sum(sum, term);
    sum = total.high;
    compensation += total.low;
  }
  [[nodiscard]] double total() const { return sum + compensation; }
};

}  // namespace

ObjectiveAt Objective::at(const CodedData& data, const Eigen::VectorXd& theta, Asked asked) const {
  const Eigen::Index d = theta.size();
  const double theta_norm = theta.norm();
  ObjectiveAt result{std::numeric_limits<double>::quiet_NaN(), lambda * theta, 0, Eigen::VectorXd(data.x.rows())};
  CompensatedSum value{0.5 * lambda * theta.squaredNorm()};
  Eigen::VectorXd compensations = Eigen::VectorXd::Zero(d);
  double rounding = 2 * unit_roundoff * lambda * theta_norm;
  const auto columns = static_cast<std::size_t>(d);
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    const double* const row = row_of(data, i);
    const double t = lanes::dot(row, theta.data(), columns);
    LossDerivatives of_row;
    switch (asked) {
      case Asked::derivatives:
        of_row = loss.derivatives(t, data.y(i));
        break;
      case Asked::value_and_derivatives: {
        const LossValues values = loss.values(t, data.y(i));
        value.add(values.value);
        of_row = {values.first, values.second};
        break;
      }
    }
    lanes::add_compensated(result.gradient.data(), compensations.data(), of_row.first, row, columns);
    const double x_norm = std::sqrt(lanes::dot(row, row, columns));
    // f' to 4 ulp plus what the rounding of t does to it, plus the rounding of f' x.
    rounding += unit_roundoff * x_norm *
                (5 * std::fabs(of_row.first) + of_row.second * static_cast<double>(d + 1) * x_norm * theta_norm);
    result.curvature(i) = of_row.second;
  }
  if (asked == Asked::value_and_derivatives) {
    result.value = value.total();
  }
  result.gradient += compensations;
  result.error = rounding + 2 * unit_roundoff * result.gradient.norm();
  return result;
}

double Objective::value(const CodedData& data, const Eigen::VectorXd& theta) const {
  return at(data, theta).value;
}

Eigen::VectorXd Objective::gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error) const {
  ObjectiveAt result = at(data, theta, Asked::derivatives);
  if (error != nullptr) {
    *error = result.error;
  }
  return std::move(result.gradient);
}

Eigen::MatrixXd Objective::hessian(const CodedData& data, const Eigen::VectorXd& theta) const {
  return hessian_of(data, Eigen::VectorXd::NullaryExpr(data.x.rows(), [&](Eigen::Index i) {
                      const double t = lanes::dot(row_of(data, i), theta.data(), static_cast<std::size_t>(theta.size()));
                      return loss.second_derivative(t, data.y(i));
                    }));
}

Eigen::MatrixXd Objective::hessian_of(const CodedData& data, const Eigen::VectorXd& curvature) const {
  const Eigen::Index d = data.x.cols();
  const Eigen::Index n = data.x.rows();
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(d, d);
  lanes::Panels weighted(static_cast<std::size_t>(d), static_cast<std::size_t>(std::min(n, block_rows)));
  for (Eigen::Index start = 0; start < n; start += block_rows) {
    const auto count = static_cast<std::size_t>(std::min(block_rows, n - start));
    for (std::size_t i = 0; i < count; ++i) {
      const Eigen::Index row = start + static_cast<Eigen::Index>(i);
      weighted.set_row(i, std::sqrt(curvature(row)), row_of(data, row));
    }
    lanes::add_lower_products(h.data(), static_cast<std::size_t>(d), weighted, weighted, count);
  }
  h.diagonal().array() += lambda;
  h.triangularView<Eigen::StrictlyUpper>() = h.transpose();
  return h;
}

ObjectiveOfRows::ObjectiveOfRows(const Objective& objective, const CodedData& data) : objective_(objective), data_(data) {
  require_ridge(objective_.lambda);
}

const ObjectiveAt& ObjectiveOfRows::at(const Eigen::VectorXd& theta, Asked asked) const {
  const bool is_known = place_.size() > 0 && place_ == theta && (known_ == asked || asked == Asked::derivatives);
  if (!is_known) {
    at_ = objective_.at(data_, theta, asked);
    place_ = theta;
    known_ = asked;
  }
  return at_;
}

NearMinimiser near_minimiser(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b) {
  constexpr Eigen::Index share = 16;
  constexpr Eigen::Index many = Eigen::Index{1} << 14;
  if (data.x.rows() < many) {
    return {Eigen::VectorXd::Zero(b.size()), {}};
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
  if (!minimisation.theta().allFinite()) {
    return {Eigen::VectorXd::Zero(b.size()), {}};
  }
  return {minimisation.theta(), static_cast<double>(share) * of_some.hessian(minimisation.theta())};
}

Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b) {
  return minimise(ObjectiveOfRows(objective, data), b);
}

}  // namespace expost
