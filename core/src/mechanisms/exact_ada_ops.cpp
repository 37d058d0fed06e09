// AdaOPS as it is published: everything but integers with noise is a public function of what was
// published before it.
#include <algorithm>
#include <cmath>

#include "expost/mechanisms/ada_ops.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/exact_sample.hpp"
#include "mechanisms/ada_ops_scale.hpp"
#include "numerics/wide_real.hpp"

namespace expost {
namespace {

double exact_lambda(const AdaOpsBudget& budget, Eigen::Index dimension, double smallest_eigenvalue) {
  const double least = least_ada_ops_ridge * budget.bound_x * budget.bound_x;
  return std::fmax(least, ada_ops_lambda(budget, dimension, smallest_eigenvalue));
}

/// log(B_y + B_x‖θ‖) to a double: that of a double next to it, and one step of Newton's method.
double wide_log_largest_residual(const AdaOpsBudget& budget, const Eigen::VectorXd& theta) {
  Wide squares(0);
  for (const double value : theta) {
    squares += Wide(value) * value;
  }
  const Wide value = Wide(budget.bound_y) + Wide(budget.bound_x) * Wide(sqrt(squares));
  const double start = elementary::log(value.convert_to<double>());
  const Wide share = start < 0 ? Wide(value / exp_of_negative(Wide(start))) : Wide(value * exp_of_negative(Wide(-start)));
  return start + Wide(share - 1).convert_to<double>();
}

}  // namespace

Grid ada_ops_eigenvalue_grid(const AdaOpsBudget& budget) {
  return grid_for(AdaOpsScale(budget).eigenvalue_sigma());
}

Grid ada_ops_residual_grid(const AdaOpsBudget& budget, double ridge) {
  const AdaOpsScale scale(budget);
  return grid_for(scale.residual_scale(ridge) * std::sqrt(scale.log_s));
}

AdaOpsChoice ada_ops_choice(const AdaOpsBudget& budget, Eigen::Index dimension, double smallest_eigenvalue,
                            double log_residual) {
  const double lambda = exact_lambda(budget, dimension, smallest_eigenvalue);
  const double lipschitz = budget.bound_x * elementary::exp(log_residual);
  // A smaller γ keeps every promise.
  return {lambda, std::fmin(0x1p40, ada_ops_gamma(budget, lambda + smallest_eigenvalue, lipschitz))};
}

void require_exact_budget(const AdaOpsBudget& budget, Eigen::Index dimension) {
  // λ falls as λ̃ grows.
  if (!is_exact_scale(exact_lambda(budget, dimension, 0)) || !is_exact_scale(budget.bound_x) ||
      !is_exact_scale(budget.bound_y)) {
    throw_error(ErrorType::study, "out-of-range", "/budget",
                "/budget must be one that an adaptive sample can be drawn with: its ridge would be above 2^40");
  }
}

AdaOpsRelease ada_ops_exactly(const CodedData& data, const AdaOpsBudget& budget, RandomSource& source) {
  const Eigen::Index dimension = data.x.cols();
  const AdaOpsScale scale(budget);
  require_exact_budget(budget, dimension);
  AdaOpsRelease result{};
  // Values are off by half a step at most before their noise is added: an eighth, and a quarter
  // for doubles.
  const Grid eigenvalues = ada_ops_eigenvalue_grid(budget);
  const double smallest = smallest_gram_eigenvalue(data, eigenvalues.step);
  result.smallest_eigenvalue = std::fmax(0, eigenvalues.noisy(smallest - scale.eigenvalue_offset(), 1, source));
  result.lambda = exact_lambda(budget, dimension, result.smallest_eigenvalue);
  const double ridge = result.lambda + result.smallest_eigenvalue;
  const Grid residuals = ada_ops_residual_grid(budget, ridge);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(dimension);
  const double accuracy = residuals.step / 8 * budget.bound_y / budget.bound_x;
  result.theta_hat = minimum_within(accuracy, squared_shape, result.lambda, data, zero).theta;
  result.log_residual = residuals.noisy(
      wide_log_largest_residual(budget, result.theta_hat) + scale.residual_scale(ridge) * scale.log_s, 1, source);
  result.lipschitz = budget.bound_x * elementary::exp(result.log_residual);
  result.gamma = ada_ops_choice(budget, dimension, result.smallest_eigenvalue, result.log_residual).gamma;
  result.rounding = {sample_step(result.gamma, result.lambda, default_rows_at_most, dimension), default_rows_at_most};
  result.theta = zero;
  if (is_exact_scale(result.gamma)) {
    SampleNoise noise(data.x.rows(), dimension, source);
    result.theta =
        sample_exactly(result.lambda, result.gamma, data, noise, result.rounding.step, result.theta_hat, source).theta;
  }
  return result;
}

}  // namespace expost
