#include "expost/accounting/budget.hpp"

#include <cmath>

#include "accounting/budget_factor.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {

void require_share(const std::optional<double>& share) {
  if (share && !(*share > 0 && *share < 1)) {
    throw_error(ErrorType::argument, "out-of-range", "/shares",
                "each share must lie strictly between 0 and 1, and all must add up to 1");
  }
}

void require_shares(const BudgetSplit& shares) {
  require_share(shares.hessian);
  require_share(shares.gradient);
  require_share(shares.smallest_eigenvalue);
  const double total =
      shares.model + shares.hessian.value_or(0) + shares.gradient.value_or(0) + shares.smallest_eigenvalue.value_or(0);
  if (!(shares.model > 0) || !(std::fabs(total - 1) <= 1e-9)) {
    throw_error(ErrorType::argument, "out-of-range", "/shares", "the shares must be above 0 and add up to 1");
  }
}

/// The levels with which each release is (share·ε, share·δ)-DP on its own.
ReleaseNoise split_noise(const BudgetSplit& shares, const ReleaseSensitivity& sensitivity, double epsilon, double delta,
                         int dimension) {
  const auto level = [&](const std::optional<double>& share, double s, double coordinates) -> std::optional<double> {
    return share ? std::optional<double>(release_sigma(*share * epsilon, *share * delta, s, coordinates)) : std::nullopt;
  };
  return {level(shares.gradient, sensitivity.gradient, std::sqrt(static_cast<double>(dimension))),
          level(shares.hessian, sensitivity.hessian, dimension),
          level(shares.smallest_eigenvalue, sensitivity.smallest_eigenvalue, dimension > 0 ? 1 : 0), dimension};
}

/// Adds what each release spends alone at its share of δ, with its final noise level.
void add_spent(BudgetPlan& plan, const BudgetSplit& shares, const ReleaseSensitivity& sensitivity, double delta) {
  const auto spent = [&](const std::optional<double>& sigma, double s, const std::optional<double>& share) {
    return sigma ? gaussian_epsilon(*share * delta, s / *sigma) : 0.0;
  };
  plan.gradient_epsilon = spent(plan.noise.gradient, sensitivity.gradient, shares.gradient);
  plan.hessian_epsilon = spent(plan.noise.hessian, sensitivity.hessian, shares.hessian);
  plan.smallest_eigenvalue_epsilon =
      spent(plan.noise.smallest_eigenvalue, sensitivity.smallest_eigenvalue, shares.smallest_eigenvalue);
}

bool releases_anything(const BudgetSplit& shares) {
  return shares.hessian || shares.gradient || shares.smallest_eigenvalue;
}

/// Scales all levels down together until `joint_delta(σ, noise)`, the δ of model and releases as
/// one mechanism, is met. The sum's levels meet it, so that a factor of 1 is safe.
template <class Delta>
void account_jointly(BudgetPlan& plan, double delta, Delta&& joint_delta) {
  const double factor = smallest_budget_factor([&](double f) {
    const double d = joint_delta(plan.model.sigma * f, scale_noise(plan.noise, f));
    return elementary::log(d) - elementary::log(delta);
  });
  plan.model.sigma *= factor;
  plan.noise = scale_noise(plan.noise, factor);
}

/// A budget shared out for one loss function.
///
/// calibrate(ε, δ): the model's share; joint_delta(λ, σ, noise): δ of everything at ε, asked for
/// where `joint`; model_epsilon(λ, σ, δ): what the model then spends.
template <class Calibrate, class JointDelta, class ModelEpsilon>
BudgetPlan split_budget(const BudgetSplit& shares, double epsilon, double delta, const ReleaseSensitivity& sensitivity,
                        int dimension, bool joint, Calibrate&& calibrate, JointDelta&& joint_delta,
                        ModelEpsilon&& model_epsilon) {
  require_shares(shares);
  const bool released = releases_anything(shares);
  const double model_delta_share = released ? shares.model * delta : delta;
  BudgetPlan plan;
  plan.model = calibrate(shares.model * epsilon, model_delta_share);
  plan.delta = delta;
  if (!(plan.model.sigma < infinity)) {
    plan.epsilon = infinity;
    return plan;
  }
  plan.noise = split_noise(shares, sensitivity, epsilon, delta, dimension);
  plan.epsilon = epsilon;
  if (released && joint) {
    account_jointly(plan, delta,
                    [&](double sigma, const ReleaseNoise& noise) { return joint_delta(plan.model.lambda, sigma, noise); });
  }
  add_spent(plan, shares, sensitivity, delta);
  plan.model_epsilon = model_epsilon(plan.model.lambda, plan.model.sigma, model_delta_share);
  return plan;
}

}  // namespace

double release_sigma(double epsilon, double delta, double sensitivity, double coordinates) {
  const double on_reals = gaussian_sigma(epsilon, delta, sensitivity);
  if (coordinates == 0) {
    return on_reals;
  }
  // The grid's share of ε, for a shift that is never longer than without it; then the shift that
  // may remain, less the grid's.
  const double shift = 1 / gaussian_sigma(epsilon - sensitivity / on_reals * grid_loss(coordinates), delta, 1);
  const double remaining = shift - grid_shift(coordinates);
  if (!(remaining > 0)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon is too small for a release of this dimension");
  }
  return sensitivity / remaining;
}

BudgetPlan plan_budget(const Loss& loss, double epsilon, double delta, Accountant accountant, Composition composition,
                       const BudgetSplit& shares, std::optional<double> lambda, int dimension) {
  return split_budget(
      shares, epsilon, delta, release_sensitivity(loss), dimension, composition == Composition::joint,
      [&](double e, double d) { return calibrate_model(accountant, loss, e, d, lambda); },
      [&](double l, double sigma, const ReleaseNoise& noise) {
        return report_delta(accountant, {loss, l, sigma}, noise, epsilon);
      },
      [&](double l, double sigma, double d) {
        return model_epsilon(accountant, {loss, l, sigma}, d);
      });
}

BudgetPlan plan_softmax_budget(int classes, double epsilon, double delta, SoftmaxAccountant accountant,
                               const BudgetSplit& shares, double lambda, int dimension) {
  return split_budget(
      shares, epsilon, delta, softmax_sensitivity(), dimension, true,
      [&](double e, double d) { return calibrate_softmax(accountant, classes, e, d, lambda); },
      [&](double, double sigma, const ReleaseNoise& noise) {
        return softmax_report_delta(accountant, {classes, lambda, sigma}, noise, epsilon);
      },
      [&](double, double sigma, double d) {
        return softmax_epsilon(accountant, {classes, lambda, sigma}, d);
      });
}

}  // namespace expost
