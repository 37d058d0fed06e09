#include <optional>
#include <utility>

#include "documents/names.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/report/names.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {

nlohmann::ordered_json plan_linear(const Request& request, const report::ModelLoss& model_loss, double epsilon) {
  const double delta = planned_delta(request);
  const Loss& loss = model_loss.linear;
  const std::optional<double> lambda = request.optional_number("lambda");
  const BudgetSplit split = read_split(request);
  const Accountant accountant = request.choice("accountant", Accountant::joint);
  const Composition composition = read_composition(request);
  const bool released = split.hessian.has_value();
  if (released && composition == Composition::joint && !accounts_for_releases(accountant)) {
    request.refuse("accountant", "unsupported",
                   "must be joint or shift where a whole report is accounted for (or choose basic composition)");
  }
  ObjectWriter accountants;
  for (const Accountant each : report::values_of<Accountant>()) {
    accountants.put(name_of(each), calibration_writer(calibrate_model(each, loss, split.model * epsilon,
                                                                      released ? split.model * delta : delta, lambda)));
  }
  // On the reals: publishing adds what its grids need, 1e-4 of these levels at most up to d = 1000.
  const BudgetPlan budget = plan_budget(loss, epsilon, delta, accountant, composition, split, lambda);
  ObjectWriter result = plan_writer(model_loss, mechanism_writer(report::MechanismKind::objective_gaussian), epsilon, delta);
  result.put("accountants", std::move(accountants));
  put_levels(result, budget, name_of(accountant), composition);
  put_hessian_shift(result, request, budget, 1);
  return with_beliefs(std::move(result), budget.epsilon);
}

}  // namespace expost::operations
