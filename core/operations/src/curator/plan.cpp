#include "curator/plan.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/model_loss.hpp"
#include "mechanisms/every_mechanism.hpp"

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
    request.refuse(
        "loss", "unknown-name",
        {name == "softmax" ? "must be an object with name and classes for softmax"
                           : report::sentence({"must be softmax, ", report::alternatives(report::names_of<LossKind>)})});
  }
  loss.kind = *kind;
  return {loss, 0};
}

void check_loss(const Request& request, report::MechanismKind kind, const report::ModelLoss& loss) {
  const report::LossScope scope = report::loss_scope(kind);
  if (contains(scope, loss)) {
    return;
  }
  const std::string words = report::words_of(report::keys_of(kind).name);
  switch (scope) {
    case report::LossScope::every:
      break;
    case report::LossScope::linear:
      request.refuse("loss", "unsupported", {"can't be softmax for ", words});
    case report::LossScope::squared:
      request.refuse("loss", "inconsistent", {"must be squared: a ", words, " is one of ridge regression"});
  }
}

void check_name(const Request& request, const char* key, std::span<const char* const> names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    request.refuse(key, "unknown-name", {"must be ", report::alternatives(names)});
  }
}

/// Reads how the model is made private, as a study's `mechanism` names it.
report::MechanismKind read_kind(const Request& request) {
  const report::MechanismKeys usual = report::keys_of(report::MechanismKind::objective_gaussian);
  const std::string name = request.optional_text("mechanism").value_or(usual.name);
  const std::string noise = request.optional_text("noise").value_or(usual.noise);
  const bool adaptive = request.has("adaptive") && request.flag("adaptive");
  check_name(request, "mechanism", report::mechanism_names, name);
  check_name(request, "noise", report::noise_names, noise);
  const std::optional<report::MechanismKind> kind = report::kind_with(name, noise, adaptive);
  if (!kind && adaptive) {
    request.refuse("adaptive", "inconsistent", "belongs to the mechanism posterior-sample");
  }
  if (!kind) {
    request.refuse("noise", "unsupported", {"must be gaussian for ", report::words_of(name)});
  }
  return *kind;
}

double planned_epsilon(const Request& request) {
  const double epsilon = request.number("epsilon");
  if (!(epsilon > 0 && epsilon < infinity)) {
    request.refuse("epsilon", "out-of-range", "must be a number above 0");
  }
  return epsilon;
}

ordered_json plan_of_row(const Request& request) {
  request.allow_only({"mechanism", "noise", "adaptive", "loss", "epsilon", "delta", "lambda", "dimension", "shares",
                      "accountant", "composition", "accounting", "clip", "steps", "rate", "batches"});
  const report::ModelLoss loss = read_loss(request);
  const report::MechanismKind kind = read_kind(request);
  const Planner planner = planner_of(kind, loss);
  if (planner == nullptr) {
    request.refuse("mechanism", "unsupported",
                   "can't be planned as a posterior sample of stated gamma and lambda: it has no budget of its own (set "
                   "adaptive)");
  }
  check_loss(request, kind, loss);
  if (kind != report::MechanismKind::noisy_gradient_descent) {
    for (const char* const key : {"clip", "steps", "rate", "batches"}) {
      if (request.has(key)) {
        request.refuse(key, "inconsistent", "belongs to the mechanism noisy-gradient-descent");
      }
    }
  }
  return planner(request, loss, planned_epsilon(request));
}

}  // namespace

ordered_json plan(const json& document) {
  const Request whole(document);
  if (!whole.has("personRows")) {
    return plan_of_row(whole);
  }
  const int rows = whole.integer("personRows", 1, most_rows_of_a_person);
  const double epsilon = planned_epsilon(whole);
  const double delta = whole.optional_number("delta").value_or(0);
  if (!(delta >= 0 && delta < 1)) {
    whole.refuse("delta", "out-of-range", "must be a number from 0 to 1, 1 excluded");
  }
  const EpsilonDelta share = row_promise({epsilon, delta}, rows);
  json of_row = document;
  of_row.erase("personRows");
  of_row["epsilon"] = share.epsilon;
  if (whole.has("delta")) {
    of_row["delta"] = share.delta;
  }
  ordered_json result = plan_of_row(Request(of_row));
  result["person"] = ObjectWriter().put_count("rows", rows).put("epsilon", epsilon).put("delta", delta).take();
  return result;
}

}  // namespace expost::operations
