#include "plan.hpp"

#include <limits>
#include <optional>

#include "document.hpp"
#include "expost/budget.hpp"
#include "expost/goe.hpp"
#include "expost/posterior.hpp"
#include "names.hpp"
#include "request.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity();

Loss read_loss(const Request& request) {
  Loss loss;
  if (!request.has("loss")) {
    return loss;
  }
  const json& value = request.required("loss");
  std::string name;
  if (value.is_string()) {
    name = value.get<std::string>();
  } else {
    const Request nested(value, request.place("loss"));
    nested.allow_only({"name", "width"});
    name = nested.optional_text("name").value_or("");
    loss.width = nested.optional_number("width").value_or(1);
    if (!(loss.width > 0 && loss.width < infinity)) {
      nested.refuse("width", "out-of-range", "must be a number above 0");
    }
  }
  if (name == "logistic") {
    loss.kind = LossKind::logistic;
  } else if (name == "squared") {
    loss.kind = LossKind::squared;
  } else if (name == "pseudo-huber") {
    loss.kind = LossKind::pseudo_huber;
  } else {
    request.refuse("loss", "unknown-name", "must be logistic, squared or pseudo-huber");
  }
  return loss;
}

Shares read_shares(const Request& request) {
  Shares shares;
  if (!request.has("shares")) {
    return shares;
  }
  const Request nested(request.required("shares"), request.place("shares"));
  nested.allow_only({"model", "gradient", "hessian", "smallestEigenvalue"});
  const auto part = [&](const char* key) {
    const std::optional<double> share = nested.optional_number(key);
    return share && *share == 0 ? std::nullopt : share;
  };
  shares.model = nested.number("model");
  shares.gradient = part("gradient");
  shares.hessian = part("hessian");
  shares.smallest_eigenvalue = part("smallestEigenvalue");
  if (shares.gradient.has_value() != shares.hessian.has_value() || (shares.smallest_eigenvalue && !shares.hessian)) {
    request.refuse("shares", "inconsistent",
                   "must give gradient and hessian together or neither, and smallestEigenvalue only with both");
  }
  return shares;
}

ObjectWriter calibration_writer(const Calibration& calibration) {
  ObjectWriter document;
  document.put("lambda", calibration.lambda).put("sigma", calibration.sigma).put_text_if_any("reason", calibration.reason);
  return document;
}

}  // namespace

ordered_json plan(const json& document) {
  const Request request(document);
  request.allow_only({"loss", "epsilon", "delta", "lambda", "dimension", "shares", "accountant", "accounting"});
  const Loss loss = read_loss(request);
  const double epsilon = request.number("epsilon");
  const double delta = request.number("delta");
  if (!(epsilon > 0 && epsilon < infinity)) {
    request.refuse("epsilon", "out-of-range", "must be a number above 0");
  }
  if (!(delta > 0 && delta < 1)) {
    request.refuse("delta", "out-of-range", "must lie strictly between 0 and 1");
  }
  const std::optional<double> lambda = request.optional_number("lambda");
  const Shares shares = read_shares(request);
  const Accountant accountant = accountant_named(request.optional_text("accountant").value_or("joint"));
  const std::string accounting = request.optional_text("accounting").value_or("whole");
  if (accounting != "whole" && accounting != "sum") {
    request.refuse("accounting", "unknown-name", "must be \"whole\" or \"sum\"");
  }
  const bool released = shares.hessian.has_value();
  if (released && accounting == "whole" && accountant != Accountant::joint && accountant != Accountant::shift) {
    request.refuse("accountant", "unsupported",
                   "must be joint or shift where a whole report is accounted for (or choose the accounting sum)");
  }

  const double model_epsilon_target = shares.model * epsilon;
  const double model_delta_target = released ? shares.model * delta : delta;
  ObjectWriter accountants;
  for (const Accountant each : all_accountants) {
    accountants.put(name_of(each).c_str(),
                    calibration_writer(calibrate_model(each, loss, model_epsilon_target, model_delta_target, lambda)));
  }
  // On the reals: publishing adds what its grids need, 1e-4 of these levels at most up to d = 1000.
  const BudgetPlan budget = plan_budget(loss, epsilon, delta, accountant,
                                        accounting == "whole" ? Composition::whole : Composition::sum, shares, lambda);

  ObjectWriter model = calibration_writer(budget.model);
  model.put_text("accountant", name_of(accountant))
      .put("epsilon", budget.model.sigma < infinity ? budget.model_epsilon : infinity);
  ObjectWriter release;
  const auto add_release = [&](const char* name, const std::optional<double>& sigma, double spent) {
    if (sigma) {
      release.put(name, ObjectWriter().put("epsilon", spent).put("sigma", *sigma));
    }
  };
  add_release("gradient", budget.noise.gradient, budget.gradient_epsilon);
  add_release("hessian", budget.noise.hessian, budget.hessian_epsilon);
  add_release("smallestEigenvalue", budget.noise.smallest_eigenvalue, budget.smallest_eigenvalue_epsilon);

  ObjectWriter result;
  result.put_text("loss", name_of(loss.kind))
      .put("epsilon", epsilon)
      .put("delta", delta)
      .put("accountants", std::move(accountants))
      .put("model", std::move(model))
      .put("release", std::move(release))
      .put("total",
           ObjectWriter().put("epsilon", budget.epsilon).put("delta", budget.delta).put_text("accounting", accounting));
  if (request.has("dimension")) {
    const int dimension = request.integer("dimension", 1, goe_maximum_dimension);
    result.put_count("dimension", dimension);
    if (budget.noise.hessian) {
      // How far the Hessian's noise can push its eigenvalues, but for one release in a million.
      result.put("hessianShift", goe_upper_quantile(dimension, 1e-6) * *budget.noise.hessian);
    }
  }
  ordered_json beliefs = ordered_json::array();
  if (budget.epsilon < infinity) {
    for (const double prior : {0.01, 0.1, 0.5}) {
      const Interval belief = posterior_interval(budget.epsilon, prior);
      beliefs.push_back(ObjectWriter().put("prior", prior).put("lower", belief.lower).put("upper", belief.upper).take());
    }
  }
  return result.put("beliefs", std::move(beliefs)).take();
}

}  // namespace expost::operations
