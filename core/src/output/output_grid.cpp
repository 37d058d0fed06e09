#include "expost/output/output_grid.hpp"

#include <algorithm>
#include <cmath>

#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

/// The largest power of two that is no larger; value > 0.
double power_of_two_below(double value) {
  return std::ldexp(1.0, std::ilogb(value));
}

double step_below(double wanted) {
  return wanted > least_step ? std::min(1.0, power_of_two_below(wanted)) : least_step;
}

}  // namespace

double curvature_at_most(double lambda, double smoothness, double rows_at_most) {
  return lambda + smoothness * rows_at_most;
}

double gaussian_step(double sigma, double lambda, double smoothness, double rows_at_most, Eigen::Index d, double share) {
  const double curvature = curvature_at_most(lambda, smoothness, rows_at_most);
  return step_below(share * sigma / (curvature * std::sqrt(static_cast<double>(d))));
}

double laplace_step(double eta, double lambda, double smoothness, double rows_at_most, double share) {
  return step_below(share / (eta * curvature_at_most(lambda, smoothness, rows_at_most)));
}

double sample_step(double gamma, double lambda, double rows_at_most, Eigen::Index d, double share) {
  return step_below(share / std::sqrt(gamma * static_cast<double>(d) * curvature_at_most(lambda, 1, rows_at_most)));
}

double output_step(double sigma, Eigen::Index d) {
  return step_below(elsewhere_share * sigma / std::sqrt(static_cast<double>(d)));
}

double cell_half_width(double step, double theta_j) {
  const double size = std::fabs(theta_j);
  // Rounded up twice, each time by more than the rounding of the line.
  return size < 0x1p53 * step ? step : step * (1 + 0x1p-50) + 0x1p-53 * (1 + 0x1p-50) * size;
}

OutputCell output_cell(const OutputRounding& rounding, const Eigen::VectorXd& theta, double lambda, double smoothness) {
  OutputCell cell;
  if (!(rounding.step > 0)) {
    return cell;
  }
  cell.half_widths = theta.unaryExpr([&](double value) { return cell_half_width(rounding.step, value); });
  cell.length = cell.half_widths.norm() * (1 + 0x1p-40);
  cell.gradient = 2 * curvature_at_most(lambda, smoothness, rounding.rows_at_most) * cell.length * (1 + 0x1p-40);
  return cell;
}

double output_delta(double epsilon) {
  return (1 + elementary::exp(epsilon)) * 0x1p-115 * (1 + 0x1p-40);
}

bool on_output_grid(double step, double theta_j) {
  // Division by a power of two is exact, except for what is too large to be off the grid.
  const double multiple = theta_j / step;
  return std::fabs(multiple) >= 0x1p53 || multiple == std::nearbyint(multiple);
}

}  // namespace expost
