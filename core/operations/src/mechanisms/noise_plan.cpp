#include "mechanisms/noise_plan.hpp"

#include <string>

#include "documents/names.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/mechanism.hpp"

namespace expost::operations {
namespace {

std::optional<double> share_of(double share) {
  return share > 0 ? std::optional<double>(share) : std::nullopt;
}

/// Whether the study states a level for everything that it releases.
bool states_releases(const report::FixedScales& fixed, ReportKind kind) {
  return (!releases_gradient(kind) || fixed.gradient) && (!releases_hessian(kind) || fixed.hessian) &&
         (!releases_eigenvalue(kind) || fixed.smallest_eigenvalue);
}

/// The stated levels, and where none is stated the calibrated ones.
void put_releases(ReleaseNoise& releases, const report::FixedScales& fixed, const ReleaseNoise& calibrated, ReportKind kind) {
  if (releases_gradient(kind)) {
    releases.gradient = fixed.gradient ? fixed.gradient : calibrated.gradient;
  }
  if (releases_hessian(kind)) {
    releases.hessian = fixed.hessian ? fixed.hessian : calibrated.hessian;
  }
  if (releases_eigenvalue(kind)) {
    releases.smallest_eigenvalue = fixed.smallest_eigenvalue ? fixed.smallest_eigenvalue : calibrated.smallest_eigenvalue;
  }
}

bool states_any(const report::FixedScales& fixed) {
  return fixed.model || fixed.gradient || fixed.hessian || fixed.smallest_eigenvalue;
}

/// Takes σ and the releases' levels: those that the study states, else the calibrated ones.
void take_levels(NoisePlan& plan, const report::Study& study, const BudgetPlan& calibrated, int dimension) {
  plan.sigma = study.scales.model.value_or(calibrated.model.sigma);
  if (!(plan.sigma < infinity)) {
    throw Error(Fault::study, "out-of-range", "/budget/epsilon",
                "the budget can't be met: " + calibrated.model.reason + " (or state /mechanism/scales/model)");
  }
  plan.releases.dimension = dimension;
  put_releases(plan.releases, study.scales, calibrated.noise, study.budget.release);
}

/// The promise that a report states; none where there is none.
std::optional<report::Guarantee> guarantee_of(double epsilon, double delta, const std::string& accountant) {
  return epsilon > 0 && epsilon < infinity ? std::optional(report::Guarantee{epsilon, delta, accountant}) : std::nullopt;
}

}  // namespace

NoisePlan plan_noise(const report::Study& study, int dimension) {
  report::Budget budget = study.budget;
  if (study.loss.lipschitz() < infinity) {
    budget.delta = delta_of_the_mechanism(budget.epsilon, budget.delta);
  }
  const Accountant accountant = accountant_named(budget.accountant);
  const report::FixedScales& fixed = study.scales;
  const bool sum = budget.accounting == report::Accounting::sum;
  const bool released = budget.release != ReportKind::independent;
  if (released && !sum && accountant != Accountant::joint && accountant != Accountant::shift) {
    throw Error(Fault::study, "unsupported", "/budget/accountant",
                "/budget/accountant must be joint or shift where a whole report is accounted for; with " + budget.accountant +
                    " set /budget/accounting to \"sum\"");
  }
  const Shares shares{budget.shares.model, share_of(budget.shares.hessian), share_of(budget.shares.gradient),
                      share_of(budget.shares.smallest_eigenvalue)};
  NoisePlan plan;
  BudgetPlan calibrated;
  const bool bounded = study.loss.lipschitz() < infinity;
  const bool all_stated = fixed.model && study.lambda && states_releases(fixed, budget.release);
  if (all_stated) {
    // Nothing is left to be worked out from the budget.
  } else if (bounded) {
    calibrated = plan_budget(study.loss, budget.epsilon, budget.delta, accountant, sum ? Composition::sum : Composition::whole,
                             shares, study.lambda, dimension);
  } else {
    calibrated.model.lambda = study.lambda.value_or(0);
    calibrated.model.sigma = infinity;
    calibrated.model.reason = "the squared loss has unbounded gradients, so its noise can't be calibrated";
    const ReleaseSensitivity sensitivity = release_sensitivity(study.loss);
    if (shares.hessian) {
      calibrated.noise.hessian =
          release_sigma(*shares.hessian * budget.epsilon, *shares.hessian * budget.delta, sensitivity.hessian, dimension);
    }
    if (shares.smallest_eigenvalue) {
      calibrated.noise.smallest_eigenvalue =
          release_sigma(*shares.smallest_eigenvalue * budget.epsilon, *shares.smallest_eigenvalue * budget.delta,
                        sensitivity.smallest_eigenvalue, 1);
    }
  }
  plan.lambda = study.lambda.value_or(calibrated.model.lambda);
  take_levels(plan, study, calibrated, dimension);
  if (!(plan.lambda > 0)) {
    throw Error(Fault::study, "missing", "/mechanism/lambda", "/mechanism/lambda must be a number above 0 for this loss");
  }
  if (releases_gradient(budget.release) && !plan.releases.gradient) {
    throw Error(Fault::study, "missing", "/mechanism/scales/gradient",
                "/mechanism/scales/gradient must be a number above 0, as the gradients of this loss are unbounded");
  }
  if (bounded) {
    double epsilon = budget.epsilon;
    std::string name = budget.accountant;
    if (states_any(fixed)) {
      // The stated levels' ε, not the one that the budget wished for.
      const Accountant whole = accountant == Accountant::joint || !released ? accountant : Accountant::shift;
      const auto epsilon_at = [&](double delta) {
        return report_epsilon(whole, {study.loss, plan.lambda, plan.sigma}, plan.releases, delta);
      };
      epsilon = epsilon_of_the_program(study.budget.delta, epsilon_at);
      name = name_of(whole);
    } else if (released && sum) {
      name += ", sum";
    }
    plan.guarantee = guarantee_of(epsilon, study.budget.delta, name);
  }
  return plan;
}

NoisePlan plan_softmax_noise(const report::Study& study, int dimension) {
  report::Budget budget = study.budget;
  budget.delta = delta_of_the_mechanism(budget.epsilon, budget.delta);
  const SoftmaxAccountant accountant = softmax_accountant_named(budget.accountant);
  const report::FixedScales& fixed = study.scales;
  const auto classes = static_cast<int>(study.classes);
  NoisePlan plan;
  plan.lambda = required_lambda(study);
  BudgetPlan calibrated;
  if (!(fixed.model && states_releases(fixed, budget.release))) {
    calibrated = plan_softmax_budget(classes, budget.epsilon, budget.delta, accountant,
                                     {budget.shares.model, share_of(budget.shares.hessian), share_of(budget.shares.gradient),
                                      share_of(budget.shares.smallest_eigenvalue)},
                                     plan.lambda, dimension);
  }
  take_levels(plan, study, calibrated, dimension);
  double epsilon = budget.epsilon;
  if (states_any(fixed)) {
    // The stated levels' ε, not the one that the budget wished for.
    epsilon = epsilon_of_the_program(study.budget.delta, [&](double delta) {
      return softmax_report_epsilon(accountant, {classes, plan.lambda, plan.sigma}, plan.releases, delta);
    });
  }
  plan.guarantee = guarantee_of(epsilon, study.budget.delta, budget.accountant);
  return plan;
}

}  // namespace expost::operations
