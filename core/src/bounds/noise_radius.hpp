// How far Gaussian noise reaches in the directions that a bound has to hold for (mathematics.md,
// section 10).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "expost/bounds/scope.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {

/// z such that |uᵀZ| ≤ z for Z ~ N(0, I_d) and the unit vector u of one record, of each of `count`
/// records, or of every record there is, but for a probability of `tail` (0 to 1).
inline double noise_radius(const Uniformity& uniformity, Eigen::Index dimension, double tail) {
  require_probability(tail, "/failureProbability", "the failure probability");
  switch (uniformity.kind) {
    case Uniformity::Kind::one:
      return normal_upper_quantile(0.5 * tail);
    case Uniformity::Kind::rows:
      if (!(uniformity.count >= 1 && uniformity.count < std::numeric_limits<double>::infinity())) {
        throw Error(Fault::argument, "out-of-range", "/uniform", "the number of records must be 1 or more");
      }
      return normal_upper_quantile(0.5 * tail / uniformity.count);
    case Uniformity::Kind::all:
      break;
  }
  return std::sqrt(chi_squared_upper_quantile(static_cast<double>(dimension), tail));
}

}  // namespace expost
