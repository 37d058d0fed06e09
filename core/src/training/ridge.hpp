// λ of an objective.
#pragma once

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

/// Throws ErrorType::argument, code "out-of-range", unless λ is a number above 0.
inline void require_ridge(double lambda) {
  if (!(lambda > 0 && lambda < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
}

}  // namespace expost
