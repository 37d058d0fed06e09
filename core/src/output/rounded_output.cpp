#include "expost/output/rounded_output.hpp"

#include <cmath>

#include "expost/numerics/error.hpp"
#include "expost/output/output_grid.hpp"
#include "noise/random_rounding.hpp"

namespace expost {

Eigen::VectorXd rounded_at_random(const Eigen::VectorXd& theta, double step, RandomSource& source) {
  if (!(step >= least_step && step <= 1) || step != std::ldexp(1.0, std::ilogb(step)) || !theta.allFinite()) {
    throw_error(ErrorType::argument, "out-of-range", "", "the step must be a power of two from 2^-60 to 1, and theta finite");
  }
  const int exponent = std::ilogb(step);
  return theta.unaryExpr([&](double value) {
    return on_grid(rounded_cell(fixed_below(DoubleDouble(value)), exponent, RandomOffset::draw(source.stream())), exponent);
  });
}

}  // namespace expost
