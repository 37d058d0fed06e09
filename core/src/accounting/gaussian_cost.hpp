// Objective perturbation as far as it costs more than a Gaussian mechanism (mathematics.md,
// section 7).
#pragma once

#include <cmath>
#include <limits>

#include "expost/accounting/accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

inline void require_mechanism(const ModelMechanism& mechanism) {
  if (!(mechanism.lambda > 0 && mechanism.lambda < infinity && mechanism.sigma > 0 && mechanism.sigma < infinity)) {
    throw Error(ErrorType::argument, "out-of-range", "", "lambda and sigma must be numbers above 0");
  }
}

// The most that a removal can change the determinant, as a loss.
inline double kappa(const ModelMechanism& mechanism) {
  return elementary::log1p(mechanism.loss.smoothness() / mechanism.lambda);
}

inline double standard_density(double x) {
  return elementary::exp(-0.5 * x * x) * 0x1.9884533d43651p-2;
}

// a(q), the largest curvature of a record whose |f'|‖x‖ is qG, where G is finite; 1 otherwise.
inline double largest_curvature(const Loss& loss, double q) {
  switch (loss.kind) {
    case LossKind::logistic:
      return q * (1 - q);
    case LossKind::squared:
      return 1;
    case LossKind::pseudo_huber: {
      const double rest = (1 - q) * (1 + q);
      return rest * std::sqrt(rest);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// Section 7: whether the model alone is known to cost what the Gaussian mechanism with shift m
// costs.
inline bool costs_as_gaussian(const ModelMechanism& mechanism, double m, double epsilon) {
  switch (mechanism.loss.kind) {
    case LossKind::logistic:
      return mechanism.lambda * (epsilon + 0.5 * m * m) >= 1;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return false;
}

}  // namespace expost
