#include "mechanisms/exact_output.hpp"

#include <string>

#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"

namespace expost::operations {

void require_exact_scale(double scale, const char* name) {
  if (!is_exact_scale(scale)) {
    throw Error(ErrorType::study, "out-of-range", "/mechanism",
                std::string("/mechanism must give a ") + name +
                    " from 2^-40 to 2^40, about 1e-12 to 1e12: the model's digits are proved right for these only");
  }
}

OutputRounding gaussian_rounding(double sigma, double lambda, double smoothness, Eigen::Index d) {
  return {gaussian_step(sigma, lambda, smoothness, default_rows_at_most, d), default_rows_at_most};
}

OutputRounding laplace_rounding(double eta, double lambda, double smoothness) {
  return {laplace_step(eta, lambda, smoothness, default_rows_at_most), default_rows_at_most};
}

OutputRounding sample_rounding(double gamma, double lambda, Eigen::Index d) {
  return {sample_step(gamma, lambda, default_rows_at_most, d), default_rows_at_most};
}

double delta_of_the_mechanism(double epsilon, double delta) {
  const double lost = output_delta(epsilon);
  if (lost < 0x1p-60 * delta) {
    return delta;
  }
  if (!(lost < 0.5 * delta)) {
    throw Error(ErrorType::study, "out-of-range", "/budget/delta",
                "/budget/delta must be above 2^-114 (1 + e^epsilon): with less probability than that nothing is proved of "
                "computed digits");
  }
  return delta - lost;
}

}  // namespace expost::operations
