#include <utility>

#include "documents/names.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/report/names.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {

nlohmann::ordered_json plan_softmax(const Request& request, const report::ModelLoss& loss, double epsilon) {
  const double delta = planned_delta(request);
  const double lambda = planned_lambda(request);
  const BudgetSplit split = read_split(request);
  const SoftmaxAccountant accountant = request.choice("accountant", SoftmaxAccountant::joint);
  if (read_composition(request) != Composition::joint) {
    request.refuse(composition_key(request), "unsupported", "must be joint for the softmax loss");
  }
  const auto classes = static_cast<int>(loss.classes);
  const bool released = split.hessian.has_value();
  ObjectWriter accountants;
  for (const SoftmaxAccountant each : report::values_of<SoftmaxAccountant>()) {
    accountants.put(name_of(each), calibration_writer(calibrate_softmax(each, classes, split.model * epsilon,
                                                                        released ? split.model * delta : delta, lambda)));
  }
  const BudgetPlan budget = plan_softmax_budget(classes, epsilon, delta, accountant, split, lambda);
  ObjectWriter result = plan_writer(loss, mechanism_writer(report::MechanismKind::objective_gaussian), epsilon, delta);
  result.put("accountants", std::move(accountants));
  put_levels(result, budget, name_of(accountant), Composition::joint);
  put_hessian_shift(result, request, budget, classes);
  return with_beliefs(std::move(result), budget.epsilon);
}

}  // namespace expost::operations
