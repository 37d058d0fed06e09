#include "expost/budget.hpp"

#include <cmath>
#include <limits>

#include "expost/elementary.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"

namespace expost {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void require_share(const std::optional<double>& share) {
  if (share && !(*share > 0 && *share < 1)) {
    throw Error(Fault::argument, "out-of-range", "/shares",
                "each share must lie strictly between 0 and 1, and all must add up to 1");
  }
}

}  // namespace

double release_sigma(double epsilon, double delta, double sensitivity, double coordinates) {
  const double on_reals = gaussian_sigma(epsilon, delta, sensitivity);
  if (coordinates == 0) {
    return on_reals;
  }
  // The grid's share of ε, for a shift that is never longer than without it; then the shift that may remain, less the grid's.
  const double shift = 1 / gaussian_sigma(epsilon - sensitivity / on_reals * grid_loss(coordinates), delta, 1);
  const double remaining = shift - grid_shift(coordinates);
  if (!(remaining > 0)) {
    throw Error(Fault::argument, "out-of-range", "/epsilon", "epsilon is too small for a release of this dimension");
  }
  return sensitivity / remaining;
}

BudgetPlan plan_budget(const Loss& loss, double epsilon, double delta, Accountant accountant, Composition composition,
                       const Shares& shares, std::optional<double> lambda, int dimension) {
  require_share(shares.hessian);
  require_share(shares.gradient);
  require_share(shares.smallest_eigenvalue);
  const double total =
      shares.model + shares.hessian.value_or(0) + shares.gradient.value_or(0) + shares.smallest_eigenvalue.value_or(0);
  if (!(shares.model > 0) || !(std::fabs(total - 1) <= 1e-9)) {
    throw Error(Fault::argument, "out-of-range", "/shares", "the shares must be above 0 and add up to 1");
  }
  const bool released = shares.hessian || shares.gradient || shares.smallest_eigenvalue;
  BudgetPlan plan;
  const double model_delta_share = released ? shares.model * delta : delta;
  plan.model = calibrate_model(accountant, loss, shares.model * epsilon, model_delta_share, lambda);
  if (!(plan.model.sigma < infinity)) {
    plan.epsilon = infinity;
    plan.delta = delta;
    return plan;
  }
  const ReleaseSensitivity sensitivity = release_sensitivity(loss);
  const auto level = [&](const std::optional<double>& share, double s, double coordinates) -> std::optional<double> {
    return share ? std::optional<double>(release_sigma(*share * epsilon, *share * delta, s, coordinates)) : std::nullopt;
  };
  plan.noise = {level(shares.gradient, sensitivity.gradient, std::sqrt(static_cast<double>(dimension))),
                level(shares.hessian, sensitivity.hessian, dimension),
                level(shares.smallest_eigenvalue, sensitivity.smallest_eigenvalue, dimension > 0 ? 1 : 0), dimension};
  plan.epsilon = epsilon;
  plan.delta = delta;
  if (released && composition == Composition::whole) {
    // One factor for all noise levels. The sum's levels meet the target (factor 1 is safe); the smallest safe factor is found by
    // the secant rule on log δ, kept in a bracket whose upper end is always safe.
    const auto scaled = [&](double factor) {
      ReleaseNoise noise = plan.noise;
      for (auto* sigma : {&noise.gradient, &noise.hessian, &noise.smallest_eigenvalue}) {
        if (*sigma) {
          **sigma *= factor;
        }
      }
      return noise;
    };
    const auto excess = [&](double factor) {
      const double d = report_delta(accountant, {loss, plan.model.lambda, plan.model.sigma * factor}, scaled(factor), epsilon);
      return elementary::log(d) - elementary::log(delta);
    };
    double high = 1;
    double f_high = excess(high);
    while (f_high > 0) {
      high *= 1.25;
      f_high = excess(high);
      if (high > 1e6) {
        throw Error(Fault::numerics, "not-converged", "",
                    "no noise level was found that meets the budget for the whole report");
      }
    }
    double low = 0.5 * high;
    double f_low = excess(low);
    while (f_low <= 0) {
      high = low;
      f_high = f_low;
      low *= 0.5;
      f_low = excess(low);
    }
    // 1e-4 of noise is worth less than a digit of ε that anybody states.
    for (int step = 0; step < 40 && high - low > 1e-4 * high; ++step) {
      double middle = low + (high - low) * f_low / (f_low - f_high);
      const double margin = 0.02 * (high - low);
      middle = step % 3 == 2 ? 0.5 * (low + high) : std::fmin(std::fmax(middle + margin, low + margin), high - margin);
      const double f = excess(middle);
      if (f > 0) {
        low = middle;
        f_low = f;
      } else {
        high = middle;
        f_high = f;
      }
    }
    plan.model.sigma *= high;
    plan.noise = scaled(high);
  }
  // What each part spends alone at its share of δ, with its final noise level.
  const auto spent = [&](const std::optional<double>& sigma, double s, const std::optional<double>& share) {
    return sigma ? gaussian_epsilon(*share * delta, s / *sigma) : 0.0;
  };
  plan.gradient_epsilon = spent(plan.noise.gradient, sensitivity.gradient, shares.gradient);
  plan.hessian_epsilon = spent(plan.noise.hessian, sensitivity.hessian, shares.hessian);
  plan.smallest_eigenvalue_epsilon =
      spent(plan.noise.smallest_eigenvalue, sensitivity.smallest_eigenvalue, shares.smallest_eigenvalue);
  plan.model_epsilon = model_epsilon(accountant, {loss, plan.model.lambda, plan.model.sigma}, model_delta_share);
  return plan;
}

}  // namespace expost
