#include <optional>
#include <utility>

#include "documents/names.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/report/names.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {
namespace {

/// A request, but for its loss and accountant.
struct Asked {
  const Request& request;
  const report::ModelLoss& loss;
  double epsilon;
  double delta;
  BudgetSplit split;
  Composition composition;
};

/// @param calibrated  the model alone, of an accountant and a budget
template <class AnyAccountant, class Calibrate>
nlohmann::ordered_json planned(const Asked& asked, AnyAccountant accountant, const Calibrate& calibrated,
                               const BudgetPlan& budget) {
  const double delta = asked.split.hessian ? asked.split.model * asked.delta : asked.delta;
  ObjectWriter accountants;
  for (const AnyAccountant each : report::values_of<AnyAccountant>()) {
    accountants.put(name_of(each), calibration_writer(calibrated(each, asked.split.model * asked.epsilon, delta)));
  }
  ObjectWriter result =
      plan_writer(asked.loss, mechanism_writer(report::MechanismKind::objective_gaussian), asked.epsilon, asked.delta);
  result.put("accountants", std::move(accountants));
  put_levels(result, budget, name_of(accountant), asked.composition);
  put_hessian_shift(result, asked.request, budget, static_cast<int>(asked.loss.blocks()));
  return with_beliefs(std::move(result), budget.epsilon);
}

}  // namespace

nlohmann::ordered_json plan_linear(const Request& request, const report::ModelLoss& model_loss, double epsilon) {
  const double delta = planned_delta(request);
  const Loss& loss = model_loss.linear;
  const std::optional<double> lambda = request.optional_number("lambda");
  const BudgetSplit split = read_split(request);
  const Accountant accountant = request.choice("accountant", Accountant::joint);
  const Composition composition = read_composition(request);
  if (split.hessian && composition == Composition::joint && !accounts_for_releases(accountant)) {
    request.refuse("accountant", "unsupported",
                   "must be joint or shift where a whole report is accounted for (or choose basic composition)");
  }
  // On the reals: publishing adds what its grids need, 1e-4 of these levels at most up to d = 1000.
  return planned(
      {request, model_loss, epsilon, delta, split, composition}, accountant,
      [&](Accountant each, double e, double d) { return calibrate_model(each, loss, e, d, lambda); },
      plan_budget(loss, epsilon, delta, accountant, composition, split, lambda));
}

nlohmann::ordered_json plan_softmax(const Request& request, const report::ModelLoss& loss, double epsilon) {
  const double delta = planned_delta(request);
  const double lambda = planned_lambda(request);
  const BudgetSplit split = read_split(request);
  const SoftmaxAccountant accountant = request.choice("accountant", SoftmaxAccountant::joint);
  if (read_composition(request) != Composition::joint) {
    request.refuse(composition_key(request), "unsupported", "must be joint for the softmax loss");
  }
  const auto classes = static_cast<int>(loss.classes);
  return planned(
      {request, loss, epsilon, delta, split, Composition::joint}, accountant,
      [&](SoftmaxAccountant each, double e, double d) { return calibrate_softmax(each, classes, e, d, lambda); },
      plan_softmax_budget(classes, epsilon, delta, accountant, split, lambda));
}

}  // namespace expost::operations
