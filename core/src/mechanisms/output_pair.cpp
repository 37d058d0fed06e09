#include "expost/mechanisms/output_pair.hpp"

#include <cmath>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {

GaussianPair personal_pair(const PublishedOutputPerturbation& model, double length) {
  require_above_zero(model.lambda, "", "lambda");
  require_above_zero(model.sigma, "", "sigma");
  if (!(length > 0)) {
    return {0, 0};
  }
  // √d coordinates' worth of rounding, in standard deviations.
  const double ratio = model.grid / model.sigma * std::sqrt(static_cast<double>(model.theta.size()));
  const double shift = raised(length * model.loss.lipschitz() / (model.lambda * model.sigma) + grid_slack * ratio);
  if (!(shift < infinity)) {
    return {infinity, 0};
  }
  return {shift, raised(shift * ratio)};
}

}  // namespace expost
