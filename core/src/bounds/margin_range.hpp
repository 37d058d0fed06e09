// Where a person's margins may lie at every θ of the published one's cell.
#pragma once

#include <Eigen/Core>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/output/output_grid.hpp"

namespace expost {

/// Covers the roundings of a sum of d products, relative to the sum of their sizes.
inline double rounding_of_sum(Eigen::Index d) {
  return (static_cast<double>(d) + 8) * unit_roundoff;
}

/// ‖x‖ without squares that are too small for a double, and no smaller than it is.
inline double length_above(const Eigen::Ref<const Eigen::VectorXd>& x, double sum_rounding) {
  const double largest = x.lpNorm<Eigen::Infinity>();
  return largest > 0 ? largest * (x / largest).norm() * (1 + sum_rounding) : 0;
}

/// How far xᵀθ may lie from the computed product of x and the published θ. `half_widths` of the
/// cell, empty where nothing was rounded.
inline double margin_radius(const Eigen::Ref<const Eigen::VectorXd>& x, const Eigen::Ref<const Eigen::VectorXd>& theta,
                            const Eigen::Ref<const Eigen::VectorXd>& half_widths) {
  const double rounding = rounding_of_sum(x.size());
  double radius = rounding * x.cwiseAbs().dot(theta.cwiseAbs()) * (1 + rounding);
  if (half_widths.size() > 0) {
    radius += x.cwiseAbs().dot(half_widths) * (1 + rounding);
  }
  return radius;
}

/// xᵀθ of every θ in the cell, for a generalised linear loss.
inline Interval margin_range(const Eigen::Ref<const Eigen::VectorXd>& x, const Eigen::VectorXd& theta, const OutputCell& cell) {
  const double t = x.dot(theta);
  const double radius = margin_radius(x, theta, cell.half_widths);
  return {t - radius, t + radius};
}

}  // namespace expost
