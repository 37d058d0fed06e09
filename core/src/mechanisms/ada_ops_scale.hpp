// Numbers of the budget that all steps of AdaOPS use.
#pragma once

#include <cmath>

#include "expost/mechanisms/ada_ops.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

struct AdaOpsScale {
  double log_s;  ///< log(6/δ)
  double share;  ///< ε/4
  double x2;     ///< B_x²

  explicit AdaOpsScale(const AdaOpsBudget& budget) {
    const bool valid = budget.epsilon > 0 && budget.epsilon < infinity && budget.delta > 0 && budget.delta < 1 &&
                       budget.bound_x > 0 && budget.bound_x < infinity && budget.bound_y > 0 && budget.bound_y < infinity;
    if (!valid) {
      throw_error(ErrorType::argument, "out-of-range", "",
                  "epsilon and the bounds of x and y must be above 0, delta strictly between 0 and 1");
    }
    log_s = elementary::log(6 / budget.delta);
    share = 0.25 * budget.epsilon;
    x2 = budget.bound_x * budget.bound_x;
  }
  /// Standard deviation of the eigenvalue's noise.
  [[nodiscard]] double eigenvalue_sigma() const { return x2 * std::sqrt(log_s) / share; }
  /// Subtracted from the noisy eigenvalue.
  [[nodiscard]] double eigenvalue_offset() const { return x2 * log_s / share; }
  /// s: how far one person moves Δ, in units of ε/4.
  [[nodiscard]] double residual_scale(double ridge) const { return elementary::log1p(x2 / ridge) / share; }
};

/// λ is at least this share of B_x²: with some ridge, how far θ is from a minimum is known.
inline constexpr double least_ada_ops_ridge = 0x1p-30;

}  // namespace expost
