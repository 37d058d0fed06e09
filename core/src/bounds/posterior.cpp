#include "expost/bounds/posterior.hpp"

#include <cmath>

#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {

Interval posterior_interval(double epsilon, double prior) {
  if (!(epsilon >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be 0 or more");
  }
  require_probability(prior, "/prior", "a starting belief");
  // p/(p + (1−p) e^{±ε}) with the exponential that can't overflow.
  const double decay = elementary::exp(-epsilon);
  if (epsilon == 0) {
    return {prior, prior};
  }
  // A few roundings went into each end; 2^-50 pays for them, outwards.
  const double lower = prior * decay / (prior * decay + (1 - prior)) * (1 - 0x1p-50);
  const double upper = prior / (prior + (1 - prior) * decay) * (1 + 0x1p-50);
  return {std::fmin(lower, prior), std::fmin(std::fmax(upper, prior), 1.0)};
}

}  // namespace expost
