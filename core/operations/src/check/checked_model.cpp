#include "check/checked_model.hpp"

#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost::operations {

void require_sharp_options(const BoundOptions& options) {
  if (options.method == Method::redberg2021) {
    throw Error(
        ErrorType::argument, "unsupported", "/options/method",
        "/options/method must be \"sharp\": the papers' own bound is for objective perturbation with Gaussian noise and a "
        "generalised linear loss");
  }
  require_probability(options.failure_probability, "/failureProbability", "the failure probability");
}

Bound whole_bound(Interval in, Interval out, Interval epsilon, double failure_probability) {
  Bound bound;
  bound.in = bound.total_in = in;
  bound.out = bound.total_out = out;
  bound.epsilon = bound.total = epsilon;
  bound.failure_probability = bound.total_failure_probability = failure_probability;
  return bound;
}

}  // namespace expost::operations
