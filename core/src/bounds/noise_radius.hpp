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

/// For how many records chosen beforehand the bound has to hold.
inline double records_of(const Uniformity& uniformity) {
  return uniformity.kind == Uniformity::Kind::rows ? uniformity.count : 1;
}

/// Throws ErrorType::argument where the number of records is below 1.
inline void require_records(const Uniformity& uniformity) {
  if (!(records_of(uniformity) >= 1 && records_of(uniformity) < std::numeric_limits<double>::infinity())) {
    throw_error(ErrorType::argument, "out-of-range", "/uniform", "the number of records must be 1 or more");
  }
}

/// z such that |uᵀZ| ≤ z for Z ~ N(0, I_d) and the unit vector u of one record, of each of `count`
/// records, or of every record there is, except for a probability of `tail` (0 to 1).
inline double noise_radius(const Uniformity& uniformity, Eigen::Index dimension, double tail) {
  require_probability(tail, "/failureProbability", "the failure probability");
  switch (uniformity.kind) {
    case Uniformity::Kind::one:
    case Uniformity::Kind::rows:
      require_records(uniformity);
      return normal_upper_quantile(0.5 * tail / records_of(uniformity));
    case Uniformity::Kind::all:
      break;
  }
  return std::sqrt(chi_squared_upper_quantile(static_cast<double>(dimension), tail));
}

}  // namespace expost
