// The noise that a softmax report's bounds allow, as the library looks it up: input of
// reference_softmax.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/bounds/softmax_bound.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "reference_softmax.hpp"

namespace expost::reference {

/// For one record, failure probability ρ, and the event that the rule chose.
inline SoftmaxQuantiles softmax_quantiles(const PublishedSoftmaxModel& model, GradientEvent event, double rho) {
  const PublishedConvexModel& parts = model.parts;
  SoftmaxQuantiles noise;
  const double share = (!parts.hessian ? 1 : parts.smallest_eigenvalue ? 0.7 : 0.8) * rho;
  noise.fresh = event == GradientEvent::fresh;
  const auto k = static_cast<double>(model.classes);
  double deviation = parts.sigma;
  if (parts.gradient) {
    const double sum = parts.sigma * parts.sigma + parts.gradient->sigma * parts.gradient->sigma;
    noise.weight = noise.fresh ? 1 : parts.sigma * parts.sigma / sum;
    deviation = parts.sigma * parts.gradient->sigma / std::sqrt(sum);
  }
  noise.gradient = noise.fresh ? parts.gradient->sigma * normal_upper_quantile(0.5 * share)
                               : deviation * std::sqrt(chi_squared_upper_quantile(k - 1, share));
  // A little less: quantiles are right to a few units in the last place.
  noise.gradient *= 1 - 0x1p-48;
  noise.eigenvalue_floor = parts.lambda;
  if (parts.hessian) {
    const auto contrasts = static_cast<int>((model.classes - 1) * model.features());
    noise.hessian = goe_upper_quantile(contrasts, 0.1 * rho);
  }
  if (parts.smallest_eigenvalue) {
    const EigenvalueRelease& release = *parts.smallest_eigenvalue;
    noise.eigenvalue_floor =
        std::max(parts.lambda, release.value - release.sigma * normal_upper_quantile(0.1 * rho) - grid_slack * release.grid);
  }
  noise.grid_slack = grid_slack;
  return noise;
}

}  // namespace expost::reference
