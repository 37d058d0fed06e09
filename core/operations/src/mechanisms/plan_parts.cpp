#include "mechanisms/plan_parts.hpp"

#include <optional>
#include <utility>

#include "expost/bounds/posterior.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"

namespace expost::operations {

using nlohmann::ordered_json;

double planned_delta(const Request& request) {
  const double delta = request.number("delta");
  if (!(delta > 0 && delta < 1)) {
    request.refuse("delta", "out-of-range", "must lie strictly between 0 and 1");
  }
  return delta;
}

double planned_lambda(const Request& request) {
  const double lambda = request.has("lambda") ? request.number("lambda") : 0;
  if (!(lambda > 0 && lambda < infinity)) {
    request.refuse("lambda", request.has("lambda") ? "out-of-range" : "missing", "must be a number above 0 for this mechanism");
  }
  return lambda;
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

void refuse_split(const Request& request) {
  for (const char* const key : {"shares", "accountant", "composition", "accounting"}) {
    if (request.has(key)) {
      request.refuse(key, "inconsistent",
                     "must be left out: this mechanism publishes the model alone and is accounted for in one way");
    }
  }
}

ObjectWriter plan_writer(const report::ModelLoss& loss, ObjectWriter mechanism, double epsilon, double delta) {
  ObjectWriter result;
  result.put("mechanism", std::move(mechanism)).put_text("loss", loss.is_softmax() ? "softmax" : name_of(loss.linear.kind));
  if (loss.is_softmax()) {
    result.put_count("classes", loss.classes);
  }
  return std::move(result.put("epsilon", epsilon).put("delta", delta));
}

ObjectWriter calibration_writer(const Calibration& calibration) {
  ObjectWriter document;
  document.put("lambda", calibration.lambda).put("sigma", calibration.sigma).put_text_if_any("reason", calibration.reason);
  return document;
}

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

void put_hessian_shift(ObjectWriter& result, const Request& request, const BudgetPlan& budget, int blocks) {
  if (request.has("dimension")) {
    const int dimension = request.integer("dimension", 1, goe_maximum_dimension / blocks);
    result.put_count("dimension", dimension);
    if (budget.noise.hessian) {
      result.put("hessianShift", goe_upper_quantile(dimension * blocks, 1e-6) * *budget.noise.hessian);
    }
  }
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

ordered_json plan_of_model(ObjectWriter result, ObjectWriter model, double spent, double delta) {
  model.put("epsilon", spent);
  result.put("model", std::move(model))
      .put("release", ObjectWriter())
      .put("total",
           ObjectWriter().put("epsilon", spent).put("delta", delta).put_text("composition", name_of(Composition::joint)));
  return with_beliefs(std::move(result), spent);
}

}  // namespace expost::operations
