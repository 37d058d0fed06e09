#include "curator/plan.hpp"

#include <optional>
#include <utility>

#include "documents/names.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

report::ModelLoss read_loss(const Request& request) {
  if (!request.has("loss")) {
    return {};
  }
  Loss loss;
  const json& value = request.required("loss");
  std::string name;
  if (value.is_string()) {
    name = value.get<std::string>();
  } else {
    const Request nested(value, request.place("loss"));
    nested.allow_only({"name", "width", "classes"});
    name = nested.optional_text("name").value_or("");
    if (name == "softmax") {
      return {{}, nested.integer("classes", 2, static_cast<int>(report::limits::dimension))};
    }
    loss.width = nested.optional_number("width").value_or(1);
    if (!(loss.width > 0 && loss.width < infinity)) {
      nested.refuse("width", "out-of-range", "must be a number above 0");
    }
  }
  const std::optional<LossKind> kind = report::named<LossKind>(name);
  if (!kind) {
    request.refuse("loss", "unknown-name",
                   name == "softmax" ? "must be an object with name and classes for softmax"
                                     : "must be softmax, " + report::alternatives(report::names_of<LossKind>));
  }
  loss.kind = *kind;
  return {loss, 0};
}

BudgetSplit read_split(const Request& request) {
  BudgetSplit split;
  if (!request.has("shares")) {
    return split;
  }
  const Request nested(request.required("shares"), request.place("shares"));
  nested.allow_only({"model", "gradient", "hessian", "smallestEigenvalue"});
  const auto part = [&](const char* key) {
    const std::optional<double> share = nested.optional_number(key);
    return share && *share == 0 ? std::nullopt : share;
  };
  split.model = nested.number("model");
  split.gradient = part("gradient");
  split.hessian = part("hessian");
  split.smallest_eigenvalue = part("smallestEigenvalue");
  if ((split.gradient && !split.hessian) || (split.smallest_eigenvalue && !split.gradient)) {
    request.refuse("shares", "inconsistent", "must give gradient only with hessian, and smallestEigenvalue only with both");
  }
  return split;
}

/// The key that the request has: `accounting` is its name in version 0.2.
const char* composition_key(const Request& request) {
  if (!request.has("accounting")) {
    return "composition";
  }
  if (request.has("composition")) {
    request.refuse("accounting", "inconsistent", "must be left out next to composition, which is its new name");
  }
  return "accounting";
}

Composition read_composition(const Request& request) {
  return request.choice(composition_key(request), Composition::joint);
}

ObjectWriter calibration_writer(const Calibration& calibration) {
  ObjectWriter document;
  document.put("lambda", calibration.lambda).put("sigma", calibration.sigma).put_text_if_any("reason", calibration.reason);
  return document;
}

/// How the model is made private, as a study's `mechanism` names it.
report::MechanismKind read_kind(const Request& request, const report::ModelLoss& loss) {
  const std::string name = request.optional_text("mechanism").value_or("objective-perturbation");
  const std::string noise = request.optional_text("noise").value_or("gaussian");
  const bool adaptive = request.has("adaptive") && request.flag("adaptive");
  if (name != "objective-perturbation" && name != "output-perturbation" && name != "posterior-sample") {
    request.refuse("mechanism", "unknown-name", "must be objective-perturbation, output-perturbation or posterior-sample");
  }
  if (noise != "gaussian" && noise != "laplace") {
    request.refuse("noise", "unknown-name", "must be gaussian or laplace");
  }
  if (name == "posterior-sample") {
    if (!adaptive) {
      request.refuse("mechanism", "unsupported",
                     "can't be planned as a posterior sample of stated gamma and lambda: it has no budget of its own (set "
                     "adaptive)");
    }
    if (!loss.is_squared()) {
      request.refuse("loss", "inconsistent", "must be squared: a posterior sample is one of ridge regression");
    }
    return report::MechanismKind::ada_ops;
  }
  if (adaptive) {
    request.refuse("adaptive", "inconsistent", "belongs to the mechanism posterior-sample");
  }
  if (name == "output-perturbation") {
    if (noise == "laplace") {
      request.refuse("noise", "unsupported", "must be gaussian for output perturbation");
    }
    if (loss.is_softmax()) {
      request.refuse("loss", "unsupported", "can't be softmax for output perturbation");
    }
    return report::MechanismKind::output_gaussian;
  }
  return noise == "laplace" ? report::MechanismKind::objective_laplace : report::MechanismKind::objective_gaussian;
}

double planned_lambda(const Request& request) {
  const double lambda = request.has("lambda") ? request.number("lambda") : 0;
  if (!(lambda > 0 && lambda < infinity)) {
    request.refuse("lambda", request.has("lambda") ? "out-of-range" : "missing", "must be a number above 0 for this mechanism");
  }
  return lambda;
}

/// The beginning of every plan.
ObjectWriter plan_writer(const report::ModelLoss& loss, ObjectWriter mechanism, double epsilon, double delta) {
  ObjectWriter result;
  result.put("mechanism", std::move(mechanism)).put_text("loss", loss.is_softmax() ? "softmax" : name_of(loss.linear.kind));
  if (loss.is_softmax()) {
    result.put_count("classes", loss.classes);
  }
  return std::move(result.put("epsilon", epsilon).put("delta", delta));
}

ordered_json with_beliefs(ObjectWriter result, double epsilon) {
  ordered_json beliefs = ordered_json::array();
  if (epsilon < infinity) {
    for (const double prior : {0.01, 0.1, 0.5}) {
      const Interval belief = posterior_interval(epsilon, prior);
      beliefs.push_back(ObjectWriter().put("prior", prior).put("lower", belief.lower).put("upper", belief.upper).take());
    }
  }
  return result.put("beliefs", std::move(beliefs)).take();
}

/// Model, releases and total of a whole report under one accountant.
void put_levels(ObjectWriter& result, const BudgetPlan& budget, const char* accountant, Composition composition) {
  ObjectWriter model = calibration_writer(budget.model);
  model.put_text("accountant", accountant).put("epsilon", budget.model.sigma < infinity ? budget.model_epsilon : infinity);
  ObjectWriter release;
  const auto add_release = [&](const char* name, const std::optional<double>& sigma, double spent) {
    if (sigma) {
      release.put(name, ObjectWriter().put("epsilon", spent).put("sigma", *sigma));
    }
  };
  add_release("gradient", budget.noise.gradient, budget.gradient_epsilon);
  add_release("hessian", budget.noise.hessian, budget.hessian_epsilon);
  add_release("smallestEigenvalue", budget.noise.smallest_eigenvalue, budget.smallest_eigenvalue_epsilon);
  result.put("model", std::move(model))
      .put("release", std::move(release))
      .put("total", ObjectWriter()
                        .put("epsilon", budget.epsilon)
                        .put("delta", budget.delta)
                        .put_text("composition", name_of(composition)));
}

/// How far the Hessian's noise can push its eigenvalues, except for one release in a million; θ has
/// `blocks` numbers a coordinate.
void put_hessian_shift(ObjectWriter& result, const Request& request, const BudgetPlan& budget, int blocks) {
  if (request.has("dimension")) {
    const int dimension = request.integer("dimension", 1, goe_maximum_dimension / blocks);
    result.put_count("dimension", dimension);
    if (budget.noise.hessian) {
      result.put("hessianShift", goe_upper_quantile(dimension * blocks, 1e-6) * *budget.noise.hessian);
    }
  }
}

ordered_json plan_linear(const Request& request, const report::ModelLoss& model_loss, double epsilon, double delta) {
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

ordered_json plan_softmax(const Request& request, const report::ModelLoss& loss, double epsilon, double delta) {
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

/// The mechanisms that publish the model alone have one accountant each and nothing to split.
void refuse_split(const Request& request) {
  for (const char* const key : {"shares", "accountant", "composition", "accounting"}) {
    if (request.has(key)) {
      request.refuse(key, "inconsistent",
                     "must be left out: this mechanism publishes the model alone and is accounted for in one way");
    }
  }
}

/// `model`, `total` and beliefs of such a mechanism; `spent` ≤ ε, infinite where the target can't
/// be met.
ordered_json plan_of_model(ObjectWriter result, ObjectWriter model, double spent, double delta) {
  model.put("epsilon", spent);
  result.put("model", std::move(model))
      .put("release", ObjectWriter())
      .put("total",
           ObjectWriter().put("epsilon", spent).put("delta", delta).put_text("composition", name_of(Composition::joint)));
  return with_beliefs(std::move(result), spent);
}

ordered_json plan_laplace(const Request& request, const report::ModelLoss& loss, double epsilon) {
  refuse_split(request);
  const double lambda = planned_lambda(request);
  const auto classes = static_cast<int>(loss.classes);
  const LaplaceCalibration calibrated =
      loss.is_softmax() ? calibrate_laplace_softmax(classes, lambda, epsilon) : calibrate_laplace(loss.linear, lambda, epsilon);
  ObjectWriter model;
  model.put("lambda", lambda);
  double spent = infinity;
  if (calibrated.eta > 0) {
    model.put("eta", calibrated.eta);
    spent = loss.is_softmax() ? laplace_softmax_epsilon(classes, lambda, calibrated.eta)
                              : laplace_epsilon(loss.linear, lambda, calibrated.eta);
  }
  model.put_text_if_any("reason", calibrated.reason);
  return plan_of_model(plan_writer(loss, mechanism_writer(report::MechanismKind::objective_laplace), epsilon, 0),
                       std::move(model), spent, 0);
}

ordered_json plan_output(const Request& request, const report::ModelLoss& loss, double epsilon, double delta) {
  refuse_split(request);
  const double lambda = planned_lambda(request);
  // Without a dimension on the reals.
  const double sigma =
      request.has("dimension")
          ? output_perturbation_sigma({loss.linear, lambda},
                                      request.integer("dimension", 1, static_cast<int>(report::limits::dimension)), 1, epsilon,
                                      delta)
      : loss.linear.lipschitz() < infinity ? gaussian_sigma(epsilon, delta, loss.linear.lipschitz() / lambda)
                                           : infinity;
  ObjectWriter model;
  model.put("lambda", lambda).put("sigma", sigma);
  if (!(sigma < infinity)) {
    model.put_text("reason", "the squared loss has unbounded gradients, so no noise gives the model a finite guarantee");
  }
  return plan_of_model(plan_writer(loss, mechanism_writer(report::MechanismKind::output_gaussian), epsilon, delta),
                       std::move(model), sigma < infinity ? epsilon : infinity, delta);
}

ordered_json plan_ada_ops(const Request& request, const report::ModelLoss& loss, double epsilon, double delta) {
  refuse_split(request);
  if (request.has("lambda")) {
    request.refuse("lambda", "inconsistent", "must be left out: an adaptive posterior sample chooses it from the data");
  }
  ObjectWriter mechanism = mechanism_writer(report::MechanismKind::ada_ops);
  mechanism.put_flag("adaptive", true);
  ObjectWriter model;
  model.put_text("reason",
                 "an adaptive posterior sample chooses lambda and gamma from the data, so there is nothing to plan beforehand");
  return plan_of_model(plan_writer(loss, std::move(mechanism), epsilon, delta), std::move(model), epsilon, delta);
}

}  // namespace

ordered_json plan(const json& document) {
  const Request request(document);
  request.allow_only({"mechanism", "noise", "adaptive", "loss", "epsilon", "delta", "lambda", "dimension", "shares",
                      "accountant", "composition", "accounting"});
  const report::ModelLoss loss = read_loss(request);
  const report::MechanismKind kind = read_kind(request, loss);
  const double epsilon = request.number("epsilon");
  if (!(epsilon > 0 && epsilon < infinity)) {
    request.refuse("epsilon", "out-of-range", "must be a number above 0");
  }
  const auto delta = [&request] {
    const double value = request.number("delta");
    if (!(value > 0 && value < 1)) {
      request.refuse("delta", "out-of-range", "must lie strictly between 0 and 1");
    }
    return value;
  };
  switch (kind) {
    case report::MechanismKind::objective_laplace:
      if (request.has("delta") && request.number("delta") != 0) {
        request.refuse("delta", "out-of-range", "must be 0 or left out: Laplace-type noise gives pure differential privacy");
      }
      return plan_laplace(request, loss, epsilon);
    case report::MechanismKind::output_gaussian:
      return plan_output(request, loss, epsilon, delta());
    case report::MechanismKind::ada_ops:
      return plan_ada_ops(request, loss, epsilon, delta());
    case report::MechanismKind::objective_gaussian:
      return loss.is_softmax() ? plan_softmax(request, loss, epsilon, delta()) : plan_linear(request, loss, epsilon, delta());
    case report::MechanismKind::posterior_sample:
      break;
  }
  // read_kind has refused it: it has no budget of its own.
  request.refuse("mechanism", "unsupported", "can't be planned");
}

}  // namespace expost::operations
