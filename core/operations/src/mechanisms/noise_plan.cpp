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
  const report::FixedScales& fixed = study.of<report::ObjectiveSettings>().scales;
  plan.sigma = fixed.model.value_or(calibrated.model.sigma);
  if (!(plan.sigma < infinity)) {
    throw Error(ErrorType::study, "out-of-range", "/budget/epsilon",
                "the budget can't be met: " + calibrated.model.reason + " (or state /mechanism/scales/model)");
  }
  plan.releases.dimension = dimension;
  put_releases(plan.releases, fixed, calibrated.noise, study.budget.release);
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
  const Accountant accountant = std::get<Accountant>(budget.accountant);
  const report::FixedScales& fixed = study.of<report::ObjectiveSettings>().scales;
  const bool basic = budget.composition == Composition::basic;
  const bool released = budget.release != ReportKind::data_independent;
  if (released && !basic && !accounts_for_releases(accountant)) {
    throw Error(ErrorType::study, "unsupported", "/budget/accountant",
                std::string("/budget/accountant must be joint or shift where a whole report is accounted for; with ") +
                    name_of(accountant) + " set /budget/composition to \"basic\"");
  }
  const BudgetSplit& split = budget.split;
  NoisePlan plan;
  BudgetPlan calibrated;
  const bool bounded = study.loss.lipschitz() < infinity;
  const bool all_stated = fixed.model && study.lambda() && states_releases(fixed, budget.release);
  if (all_stated) {
    // Nothing is left to be worked out from the budget.
  } else if (bounded) {
    calibrated =
        plan_budget(study.loss, budget.epsilon, budget.delta, accountant, budget.composition, split, study.lambda(), dimension);
  } else {
    calibrated.model.lambda = study.lambda().value_or(0);
    calibrated.model.sigma = infinity;
    calibrated.model.reason = "the squared loss has unbounded gradients, so its noise can't be calibrated";
    const ReleaseSensitivity sensitivity = release_sensitivity(study.loss);
    if (split.hessian) {
      calibrated.noise.hessian =
          release_sigma(*split.hessian * budget.epsilon, *split.hessian * budget.delta, sensitivity.hessian, dimension);
    }
    if (split.smallest_eigenvalue) {
      calibrated.noise.smallest_eigenvalue =
          release_sigma(*split.smallest_eigenvalue * budget.epsilon, *split.smallest_eigenvalue * budget.delta,
                        sensitivity.smallest_eigenvalue, 1);
    }
  }
  plan.lambda = study.lambda().value_or(calibrated.model.lambda);
  take_levels(plan, study, calibrated, dimension);
  if (!(plan.lambda > 0)) {
    throw Error(ErrorType::study, "missing", "/mechanism/lambda", "/mechanism/lambda must be a number above 0 for this loss");
  }
  if (releases_gradient(budget.release) && !plan.releases.gradient) {
    throw Error(ErrorType::study, "missing", "/mechanism/scales/gradient",
                "/mechanism/scales/gradient must be a number above 0, as the gradients of this loss are unbounded");
  }
  if (bounded) {
    double epsilon = budget.epsilon;
    std::string name = name_of(accountant);
    if (states_any(fixed)) {
      // The stated levels' ε, not the one that the budget wished for.
      const Accountant whole = accounts_for_releases(accountant) || !released ? accountant : Accountant::shift;
      const auto epsilon_at = [&](double delta) {
        return report_epsilon(whole, {study.loss, plan.lambda, plan.sigma}, plan.releases, delta);
      };
      epsilon = epsilon_of_the_program(study.budget.delta, epsilon_at);
      name = name_of(whole);
    } else if (released && basic) {
      name += ", basic composition";
    }
    plan.guarantee = guarantee_of(epsilon, study.budget.delta, name);
  }
  return plan;
}

NoisePlan plan_softmax_noise(const report::Study& study, int dimension) {
  report::Budget budget = study.budget;
  budget.delta = delta_of_the_mechanism(budget.epsilon, budget.delta);
  const SoftmaxAccountant accountant = std::get<SoftmaxAccountant>(budget.accountant);
  const report::FixedScales& fixed = study.of<report::ObjectiveSettings>().scales;
  const auto classes = static_cast<int>(study.classes);
  NoisePlan plan;
  plan.lambda = required_lambda(study);
  BudgetPlan calibrated;
  if (!(fixed.model && states_releases(fixed, budget.release))) {
    calibrated = plan_softmax_budget(classes, budget.epsilon, budget.delta, accountant, budget.split, plan.lambda, dimension);
  }
  take_levels(plan, study, calibrated, dimension);
  double epsilon = budget.epsilon;
  if (states_any(fixed)) {
    // The stated levels' ε, not the one that the budget wished for.
    epsilon = epsilon_of_the_program(study.budget.delta, [&](double delta) {
      return softmax_report_epsilon(accountant, {classes, plan.lambda, plan.sigma}, plan.releases, delta);
    });
  }
  plan.guarantee = guarantee_of(epsilon, study.budget.delta, name_of(accountant));
  return plan;
}

}  // namespace expost::operations
