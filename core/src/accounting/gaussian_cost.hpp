// Objective perturbation as far as it costs more than a Gaussian mechanism (mathematics.md,
// section 7).
#pragma once

#include "expost/accounting/accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

inline void require_mechanism(const ModelMechanism& mechanism) {
  if (!(mechanism.lambda > 0 && mechanism.lambda < infinity && mechanism.sigma > 0 && mechanism.sigma < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda and sigma must be numbers above 0");
  }
}

// The most that a removal can change the determinant, as a loss.
inline double kappa(const ModelMechanism& mechanism) {
  return elementary::log1p(mechanism.loss.smoothness() / mechanism.lambda);
}

inline double standard_density(double x) {
  return elementary::exp(-0.5 * x * x) * 0x1.9884533d43651p-2;
}

}  // namespace expost
