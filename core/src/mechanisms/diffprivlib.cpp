#include "expost/mechanisms/diffprivlib.hpp"

#include <limits>

#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {

bool above_zero(double value) {
  return value > 0 && value < std::numeric_limits<double>::infinity();
}

}  // namespace

LaplaceParameters chaudhuri_parameters(double n, double ridge, double extra_ridge, double noise_epsilon) {
  if (!(n >= 1 && above_zero(n) && above_zero(ridge) && extra_ridge >= 0 && above_zero(noise_epsilon))) {
    throw_error(ErrorType::argument, "out-of-range", "",
                "n must be 1 or more, the ridge and the epsilon of the noise above 0, the extra ridge 0 or more");
  }
  return {n * (ridge + extra_ridge), 0.5 * noise_epsilon, 1};
}

LaplaceParameters diffprivlib_parameters(const DiffprivlibLogistic& model) {
  if (!(above_zero(model.epsilon) && above_zero(model.data_norm) && above_zero(model.c))) {
    throw_error(ErrorType::argument, "out-of-range", "", "epsilon, data_norm and C must be numbers above 0");
  }
  if (model.fit_intercept) {
    throw_error(
        ErrorType::argument, "unsupported", "",
        "with fit_intercept the intercept has no ridge term, so its loss can't be bounded; fit a column of ones instead");
  }
  const double alpha = 1 / model.c;
  const double curvature = 0.25 * model.data_norm;
  double noise_epsilon = model.epsilon - 2 * elementary::log1p(curvature / alpha);
  double extra = 0;
  if (!(noise_epsilon > 0)) {
    extra = curvature / elementary::expm1(model.epsilon / 4) - alpha;
    noise_epsilon = model.epsilon / 2;
  }
  return {(alpha + extra) / (model.data_norm * model.data_norm), 0.5 * noise_epsilon, model.data_norm};
}

}  // namespace expost
