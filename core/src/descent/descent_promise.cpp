#include "expost/descent/descent_promise.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

double root_of(Eigen::Index parameters) {
  return raised(std::sqrt(static_cast<double>(parameters)));
}

}  // namespace

double elsewhere_factor(Eigen::Index parameters) {
  const double sum = (std::ceil(static_cast<double>(parameters) / 8) + 32) * 0x1p-24;
  // Not of numbers so many that nothing could be said of a sum.
  return sum < 0.5 ? 1 + std::max(1e-5, raised(sum / (1 - sum))) : infinity;
}

double rounded_longer(const DescentPlan& plan, Eigen::Index parameters) {
  return raised(0.5 * root_of(parameters) * plan.grid);
}

double grid_cost(const DescentPlan& plan, Eigen::Index parameters) {
  return plan.grid > 0 ? raised(root_of(parameters) * plan.grid / plan.sigma) : 0;
}

double added_loss(const DescentPlan& plan, Eigen::Index parameters, const DescentNoise& noise) {
  return raised(grid_cost(plan, parameters) * noise.steps / noise.multiplier);
}

DescentNoise noise_of(const DescentPlan& plan, Eigen::Index parameters) {
  require_above_zero(plan.clip, "", "the clip norm");
  require_above_zero(plan.sigma, "", "the noise level");
  const double clipped = plan.elsewhere ? raised(plan.clip * elsewhere_factor(parameters)) : plan.clip;
  const double length = raised(clipped + rounded_longer(plan, parameters));
  const bool exact = plan.grid == 0 && !plan.elsewhere;
  return {exact ? plan.sigma / plan.clip : lowered(plan.sigma / length), plan.rate, plan.rounds()};
}

double promised_epsilon(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters, double delta) {
  const DescentNoise noise = noise_of(plan, parameters);
  return raised(descent_epsilon(accountant, noise, delta) + added_loss(plan, parameters, noise));
}

bool may_be_longer(const DescentPlan& plan, const CodingRoundings& coding) {
  return plan.elsewhere && coding.absolute.size() > 0 && coding.absolute.maxCoeff() > 0;
}

double personal_epsilon(const DescentLoss& loss, const DescentPlan& plan, const CodingRoundings& coding, Eigen::Index features,
                        double length, double delta) {
  if (!(length >= 0 && length <= 1)) {
    refuse_argument("", "the length of a record", "must lie between 0 and 1");
  }
  if (length == 0 && !may_be_longer(plan, coding)) {
    return 0;
  }
  // Shorter ones are promised what this one is.
  const double r = std::max(length, 0x1p-30);
  const double longest = std::visit([&](const auto& each) { return longest_gradient(each, plan.elsewhere, coding, r); }, loss);
  DescentPlan hers = plan;
  hers.clip = std::min(plan.clip, longest);
  const DescentAccountant accountant =
      plan.sampling == DescentSampling::poisson ? DescentAccountant::pld : DescentAccountant::gaussian;
  return promised_epsilon(accountant, hers, parameters_of(loss, features), delta);
}

double promised_delta(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters, double epsilon) {
  const DescentNoise noise = noise_of(plan, parameters);
  return descent_delta(accountant, noise, std::max(0.0, lowered(epsilon) - added_loss(plan, parameters, noise)));
}

bool promises(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters, double epsilon, double delta) {
  const DescentNoise noise = noise_of(plan, parameters);
  return descent_within(accountant, noise, std::max(0.0, lowered(epsilon) - added_loss(plan, parameters, noise)), delta);
}

bool calibrate(DescentAccountant accountant, DescentPlan& plan, Eigen::Index parameters, double epsilon, double delta) {
  // Real noise needs less than noise on a grid does, which bounds what a grid adds.
  const double least = descent_multiplier(accountant, plan.rate, plan.rounds(), epsilon, delta);
  if (!(least <= largest_noise_multiplier)) {
    return false;
  }
  const double per_step = raised(root_of(parameters) * largest_grid_ratio);
  const double added = raised(per_step * plan.rounds() / least);
  if (!(added < 0.5 * epsilon)) {
    return false;
  }
  const double needed = descent_multiplier(accountant, plan.rate, plan.rounds(), lowered(epsilon) - added, delta);
  // σ/(C + ½√Dγ) ≥ needed for every γ ≤ 2^-26 σ.
  const double rest = 1 / needed - 0.5 * per_step;
  if (!(needed <= largest_noise_multiplier && rest > 0)) {
    return false;
  }
  // Less noise than this has too many steps of its grid to a gradient.
  DescentPlan tried = plan;
  put_on_grid(tried, std::max(raised(raised(plan.clip / rest)), plan.clip * least_noise_multiplier));
  // A calibrated multiplier is a little above its root, and so `added` a little too small.
  double more = 0x1p-30;
  while (more < 0x1p-8) {
    if (!(tried.sigma <= largest_noise_multiplier * plan.clip)) {
      return false;
    }
    if (promises(accountant, tried, parameters, epsilon, delta)) {
      plan = tried;
      return true;
    }
    put_on_grid(tried, tried.sigma * (1 + more));
    more *= 4;
  }
  return false;
}

void put_on_grid(DescentPlan& plan, double sigma) {
  const Grid grid = grid_for(sigma);
  plan.sigma = grid.sigma();
  plan.grid = grid.step;
}

}  // namespace expost
