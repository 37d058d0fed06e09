#include "expost/exact/moments.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/nearest_rank.hpp"

namespace expost {
namespace {

void require_losses(const Eigen::Ref<const Eigen::VectorXd>& losses) {
  if (losses.size() < 1 || !(losses.array() >= 0).all()) {
    throw_error(ErrorType::argument, "out-of-range", "", "there must be a loss for at least one row, each of 0 or more");
  }
}

double compensated_mean(const Eigen::Ref<const Eigen::VectorXd>& values) {
  double sum = 0;
  double compensation = 0;
  for (const double value : values) {
    const double total = sum + value;
    compensation += std::fabs(sum) >= std::fabs(value) ? (sum - total) + value : (value - total) + sum;
    sum = total;
  }
  return (sum + compensation) / static_cast<double>(values.size());
}

}  // namespace

LossMoments loss_moments(const Eigen::Ref<const Eigen::VectorXd>& losses, const std::vector<double>& levels) {
  require_losses(losses);
  LossMoments result{};
  result.maximum = losses.maxCoeff();
  if (result.maximum < infinity) {
    result.mean = compensated_mean(losses);
    const Eigen::VectorXd squares = (losses.array() - result.mean).square();
    result.deviation = std::sqrt(compensated_mean(squares));
  } else {
    result.mean = infinity;
    result.deviation = infinity;
  }
  std::vector<double> sorted(losses.begin(), losses.end());
  std::sort(sorted.begin(), sorted.end());
  for (const double level : levels) {
    if (!(level > 0 && level <= 1)) {
      throw_error(ErrorType::argument, "out-of-range", "", "the level of a quantile must be above 0 and at most 1");
    }
    result.quantiles.push_back(sorted[nearest_rank(level, sorted.size()) - 1]);
  }
  return result;
}

double loss_moment(const Eigen::Ref<const Eigen::VectorXd>& losses, int order) {
  require_losses(losses);
  if (order < 1) {
    throw_error(ErrorType::argument, "out-of-range", "", "the order of a moment must be 1 or more");
  }
  if (losses.maxCoeff() == infinity) {
    return infinity;
  }
  Eigen::VectorXd powers = losses;
  for (double& value : powers) {
    value = elementary::pow(value, order);
  }
  return powers.maxCoeff() < infinity ? compensated_mean(powers) : infinity;
}

double leave_one_out_gap(double epsilon, double delta, double bound) {
  if (!(epsilon >= 0 && delta >= 0 && delta <= 1 && bound > 0 && bound < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "epsilon must be 0 or more, delta from 0 to 1 and the bound above 0");
  }
  // Divided by e^ε, which may overflow.
  const double decay = elementary::exp(-epsilon);
  const double share = (-elementary::expm1(-epsilon) + 2 * delta * decay) / (1 + decay);
  return std::fmin(bound, bound * share * (1 + 0x1p-50));
}

double generalisation_gap(const Eigen::Ref<const Eigen::VectorXd>& epsilons, double delta, double bound) {
  require_losses(epsilons);
  Eigen::VectorXd gaps = epsilons;
  for (double& value : gaps) {
    value = leave_one_out_gap(value, delta, bound);
  }
  return std::fmin(bound, compensated_mean(gaps) * (1 + 0x1p-50));
}

}  // namespace expost
