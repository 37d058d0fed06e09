// Checks of a published model that every bound makes, whatever its loss.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "expost/release/published_model.hpp"
#include "numerics/outward.hpp"

namespace expost {

inline void require_positive(double value, const char* pointer) {
  if (!(value > 0 && value < std::numeric_limits<double>::infinity())) {
    refuse_report(pointer, "must be a number above 0");
  }
}

/// A value next to where values are clamped says nothing that a bound could use.
template <class Values>
void require_unclamped(const Values& values, double grid, const char* pointer) {
  for (const double value : values.reshaped()) {
    if (may_be_clamped(value, grid)) {
      refuse_report(pointer, "is too large next to its noise");
    }
  }
}

/// λ, σ, shapes and numbers of a PublishedModel or PublishedConvexModel. Throws ErrorType::report.
template <class Model>
void require_publishable(const Model& model) {
  const Eigen::Index d = model.dimension();
  if (d < 1 || d > goe_maximum_dimension) {
    static_assert(goe_maximum_dimension == 10000);
    refuse_report("/model/theta", "must have between 1 and 10000 numbers");
  }
  require_positive(model.lambda, "/model/mechanism/lambda");
  require_positive(model.sigma, "/model/mechanism/sigma");
  if (!model.theta.allFinite()) {
    refuse_report("/model/theta", "must hold finite numbers only");
  }
  if (!(model.residual >= 0 && model.residual < infinity)) {
    refuse_report("/model/mechanism/x-residual", "must be a number of 0 or more");
  }
  if (model.gradient && !model.hessian) {
    refuse_report("/release", "must hold a hessian next to its gradient");
  }
  if (model.smallest_eigenvalue && !model.gradient) {
    refuse_report("/release/smallestEigenvalue", "needs gradient and hessian next to it");
  }
  for (const double grid : {model.gradient ? model.gradient->grid : 0, model.hessian ? model.hessian->grid : 0,
                            model.smallest_eigenvalue ? model.smallest_eigenvalue->grid : 0}) {
    if (!(grid >= 0 && grid < infinity)) {
      throw_error(ErrorType::report, "out-of-range", "/release", "the grids of /release must be numbers of 0 or more");
    }
  }
  if (model.smallest_eigenvalue) {
    require_positive(model.smallest_eigenvalue->sigma, "/release/smallestEigenvalue/sigma");
    if (!std::isfinite(model.smallest_eigenvalue->value)) {
      refuse_report("/release/smallestEigenvalue/value", "must be a finite number");
    }
    require_unclamped(Eigen::Array<double, 1, 1>(model.smallest_eigenvalue->value), model.smallest_eigenvalue->grid,
                      "/release/smallestEigenvalue/value");
  }
  if (!model.hessian) {
    return;
  }
  if (model.gradient) {
    require_positive(model.gradient->sigma, "/release/gradient/sigma");
    if (model.gradient->values.size() != d || !model.gradient->values.allFinite()) {
      refuse_report("/release/gradient/values", "must hold as many finite numbers as /model/theta");
    }
    require_unclamped(model.gradient->values, model.gradient->grid, "/release/gradient/values");
  }
  require_positive(model.hessian->sigma, "/release/hessian/sigma");
  const Eigen::MatrixXd& h = model.hessian->values;
  if (h.rows() != d || h.cols() != d || !h.allFinite() || h != h.transpose()) {
    throw_error(ErrorType::report, "out-of-range", "/release/hessian/upper",
                "/release/hessian must be a symmetric matrix of finite numbers, as large as /model/theta");
  }
  require_unclamped(h, model.hessian->grid, "/release/hessian/upper");
}

/// Returns λ̲: at most the smallest eigenvalue of H at every θ of the published one's cell, except
/// in the tail of z standard deviations. H changes by a factor of `stretch` at most over the cell.
inline double eigenvalue_floor(const EigenvalueRelease& release, double lambda, double z, double stretch) {
  const double above = release.value - release.sigma * z - grid_slack * release.grid;
  const double rounded = above - few_roundings * (std::fabs(release.value) + release.sigma * z);
  return std::max(lambda, rounded / stretch);
}

// How far below its barrier α is kept, relatively: the matrix stays positive definite in floating
// point.
inline constexpr double barrier_margin = 1e-9;

}  // namespace expost
