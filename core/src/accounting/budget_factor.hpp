// One factor for all noise levels of a report, so that the whole of it meets its budget.
#pragma once

#include <cmath>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

[[nodiscard]] inline ReleaseNoise scale_noise(ReleaseNoise noise, double factor) {
  for (auto* sigma : {&noise.gradient, &noise.hessian, &noise.smallest_eigenvalue}) {
    if (*sigma) {
      **sigma *= factor;
    }
  }
  return noise;
}

/// The smallest factor with excess(factor) ≤ 0, to 1e-4 and on the side that keeps the promise.
/// `excess` is decreasing: log δ of the levels times the factor, less the log of the target. By
/// the secant rule, kept in a bracket whose upper end is always safe.
template <class Excess>
[[nodiscard]] double smallest_budget_factor(Excess excess) {
  double high = 1;
  double f_high = excess(high);
  while (f_high > 0) {
    high *= 1.25;
    f_high = excess(high);
    if (high > 1e6) {
      throw_error(ErrorType::numerics, "not-converged", "",
                  "no noise level was found that meets the budget for the whole report");
    }
  }
  double low = 0.5 * high;
  double f_low = excess(low);
  while (f_low <= 0) {
    high = low;
    f_high = f_low;
    low *= 0.5;
    f_low = excess(low);
  }
  // 1e-4 of noise is worth less than a digit of ε that anybody states.
  for (int step = 0; step < 40 && high - low > 1e-4 * high; ++step) {
    double middle = low + (high - low) * f_low / (f_low - f_high);
    const double margin = 0.02 * (high - low);
    middle = step % 3 == 2 ? 0.5 * (low + high) : std::fmin(std::fmax(middle + margin, low + margin), high - margin);
    const double f = excess(middle);
    if (f > 0) {
      low = middle;
      f_low = f;
    } else {
      high = middle;
      f_high = f;
    }
  }
  return high;
}

}  // namespace expost
