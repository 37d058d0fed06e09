#include "expost/bounds/largest_release_cost.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bounds/margin_range.hpp"
#include "bounds/total_loss.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

template <class Model>
LargestReleaseCost cost_of(const Model& model, double gradient, double hessian, const BoundOptions& options) {
  BoundOptions of_one = options;
  of_one.uniformity = {};
  const ReleaseDistances distances{{gradient, gradient}, {hessian, hessian}, {hessian, hessian}};
  const ReleaseCost cost = release_cost(model, model.dimension(), distances, of_one, reach_together(of_one));
  return {cost.upper, cost.pdp, true};
}

/// Returns margins, |t| ≤ ‖θ‖ = `reach`, and labels of records of length 1. One of them has the
/// largest cost of releases, which grows with f'²a + f''²k, a = 1/σ₂², k = 1/(2σ₃²) + 1/σ₄².
std::vector<MarginAndLabel> worst_predictors(const PublishedModel& model, double reach) {
  const auto precision = [](const auto& release) { return release ? 1 / (release->sigma * release->sigma) : 0; };
  const double a = precision(model.gradient);
  const double k = 0.5 * precision(model.hessian) + precision(model.smallest_eigenvalue);
  std::vector<MarginAndLabel> worst;
  if (const std::optional<MarginAndLabel> inside = model.loss.steepest_inside(a, k); inside && std::fabs(inside->t) <= reach) {
    worst.push_back(*inside);
  }
  worst.push_back({-reach, 1});
  return worst;
}

}  // namespace

std::optional<LargestReleaseCost> largest_release_cost(const PublishedModel& model, const BoundOptions& options) {
  require_bound_options(options);
  if (!model.hessian) {
    return {};
  }
  const OutputCell cell = output_cell(model.rounding, model.theta, model.lambda, model.loss.smoothness());
  const double rounding = rounding_of_sum(model.dimension());
  const double length = length_above(model.theta, rounding);
  LargestReleaseCost largest{0, 0, true};
  for (const auto& [t, y] : worst_predictors(model, length)) {
    const double radius = rounding * length + cell.length;
    const DerivativeRanges ranges = derivative_ranges(model.loss, {t - radius, t + radius}, y);
    const LargestReleaseCost cost = cost_of(model, magnitude(ranges.first).upper, ranges.second.upper, options);
    if (cost.expost > largest.expost) {
      // On a line records of length 1 have the outer margins alone.
      largest.attained = model.dimension() > 1 || std::fabs(t) == length;
    }
    largest.expost = std::max(largest.expost, cost.expost);
    largest.pdp = std::max(largest.pdp, cost.pdp);
  }
  return largest;
}

SoftmaxDistances softmax_distances(const Eigen::VectorXd& theta, Eigen::Index classes, double radius) {
  // p depends on the record by xᵀ(θ_i − θ_j), at most D_ij = ‖θ_i − θ_j‖. So p_y ≥ 1/Σ_i e^{D_iy}
  // and p_j ≤ 1/Σ_i e^{−D_ij}.
  const Eigen::Index m = theta.size() / classes;
  const double rounding = rounding_of_sum(m);
  Eigen::VectorXd miss(classes);
  Eigen::VectorXd most(classes);
  for (Eigen::Index y = 0; y < classes; ++y) {
    double away = 0;
    double towards = 0;
    for (Eigen::Index i = 0; i < classes; ++i) {
      // Two rows of Θ move by √2·radius together.
      const double apart =
          i == y ? 0 : raised(length_above(theta.segment(i * m, m) - theta.segment(y * m, m), rounding) + sqrt2 * radius);
      away += raised(elementary::exp(apart));
      towards += lowered(elementary::exp(-apart));
    }
    miss(y) = std::min(1.0, raised(1 - 1 / raised(away)));
    most(y) = std::min(1.0, raised(1 / lowered(towards)));
  }
  // ‖p − e_y‖² = s² + Σ_{j≠y} p_j² ≤ s² + s·max p_j with s = 1 − p_y.
  double square = 0;
  for (Eigen::Index y = 0; y < classes; ++y) {
    double other = 0;
    for (Eigen::Index j = 0; j < classes; ++j) {
      other = j == y ? other : std::max(other, most(j));
    }
    square = std::max(square, miss(y) * (miss(y) + std::min(miss(y), other)));
  }
  // C = diag p − ppᵀ: with S = Σp_j² ≤ max p_j, ‖C‖_F² ≤ S − S².
  const double largest = std::min(most.maxCoeff(), 0.5);
  return {raised(std::sqrt(square)), raised(std::sqrt(largest * (1 - largest)))};
}

std::optional<LargestReleaseCost> largest_release_cost(const PublishedSoftmaxModel& model, const BoundOptions& options) {
  require_bound_options(options);
  if (!model.parts.hessian) {
    return {};
  }
  const OutputCell cell = output_cell(model.rounding, model.parts.theta, model.parts.lambda, softmax_smoothness);
  const auto [gradient, hessian] = softmax_distances(model.parts.theta, model.classes, cell.length);
  LargestReleaseCost cost = cost_of(model.parts, gradient, hessian, options);
  cost.attained = false;
  return cost;
}

}  // namespace expost
