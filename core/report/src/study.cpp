#include "expost/report/study.hpp"

#include <cmath>
#include <string>

#include "document.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "shared_parts.hpp"

namespace expost::report {
namespace {

constexpr NumberRule share_rule{"a share above 0, at most 1", 0, 1};
constexpr double share_tolerance = 1e-9;

double read_share(const Object& shares, const char* key) {
  const Node node = shares.at(key, share_rule.words);
  const double share = node.number(share_rule);
  if (share == 0) {
    node.refuse("out-of-range", share_rule.words);
  }
  return share;
}

Shares read_shares(const Node& node, ReportKind release) {
  const Object object(node, "an object with a share for each part");
  const bool data_dependent = release != ReportKind::independent;
  const bool adaptive = release == ReportKind::adaptive;
  object.allow({"model", "hessian", "gradient", "smallestEigenvalue"});
  for (const char* const key : {"hessian", "gradient", "smallestEigenvalue"}) {
    const bool released = std::string_view(key) == "smallestEigenvalue" ? adaptive : data_dependent;
    const std::optional<Node> share = object.find(key);
    if (share && !released) {
      share->refuse_as("inconsistent", "is the share of something that /budget/release does not release");
    }
  }
  Shares shares;
  shares.model = read_share(object, "model");
  if (data_dependent) {
    shares.hessian = read_share(object, "hessian");
    shares.gradient = read_share(object, "gradient");
  }
  if (adaptive) {
    shares.smallest_eigenvalue = read_share(object, "smallestEigenvalue");
  }
  const double sum = shares.model + shares.hessian + shares.gradient + shares.smallest_eigenvalue;
  if (!(std::fabs(sum - 1) <= share_tolerance)) {
    node.refuse_as("out-of-range", "must add up to 1, but adds up to " + format_number(sum));
  }
  return shares;
}

Budget read_budget(const Node& node) {
  const Object object(node, "an object with epsilon and delta");
  object.allow({"epsilon", "delta", "accountant", "release", "shares", "accounting"});
  Budget budget;
  budget.epsilon = object.number("epsilon", positive_number);
  budget.delta = object.probability("delta");
  budget.accountant = "joint";
  if (object.find("accountant")) {
    budget.accountant = object.name("accountant", {"kifer", "lecture", "redberg2023", "shift", "joint"});
  }
  if (object.find("release")) {
    const std::string release = object.name("release", {"none", "gradient+hessian", "adaptive"});
    budget.release = release == "none"       ? ReportKind::independent
                     : release == "adaptive" ? ReportKind::adaptive
                                             : ReportKind::dependent;
  }
  if (budget.release != ReportKind::independent || object.find("shares")) {
    budget.shares = read_shares(object.at("shares", "an object with a share for each part"), budget.release);
  }
  if (object.find("accounting")) {
    budget.accounting = object.name("accounting", {"whole", "sum"}) == "sum" ? Accounting::sum : Accounting::whole;
  }
  return budget;
}

FixedScales read_scales(const Node& node, ReportKind release) {
  const Object object(node, "an object with standard deviations");
  object.allow({"model", "gradient", "hessian", "smallestEigenvalue"});
  FixedScales scales;
  scales.model = object.optional_scale("model");
  scales.gradient = object.optional_scale("gradient");
  scales.hessian = object.optional_scale("hessian");
  scales.smallest_eigenvalue = object.optional_scale("smallestEigenvalue");
  for (const char* const key : {"gradient", "hessian", "smallestEigenvalue"}) {
    const std::optional<Node> scale = object.find(key);
    const bool released =
        std::string_view(key) == "smallestEigenvalue" ? release == ReportKind::adaptive : release != ReportKind::independent;
    if (scale && !released) {
      scale->refuse_as("inconsistent", "is the scale of something that /budget/release does not release");
    }
  }
  return scales;
}

}  // namespace

Study read_study(const nlohmann::json& document) {
  const Node root(document, Fault::study);
  const Object object(root, "an object");
  object.allow({"format", "version", "title", "description", "publisher", "published", "unit", "features", "scaling", "label",
                "mechanism", "budget", "failureProbability"});
  if (object.find("format")) {
    (void)object.name("format", {"expost-study"});
  }
  if (const std::optional<Node> version = object.find("version")) {
    if (version->number(finite_number) != 1) {
      version->refuse(version->number(finite_number) > 1 ? "newer-version" : "out-of-range", "1");
    }
  }
  Study study;
  study.title = object.text("title", {limits::title});
  study.description = object.optional_text("description", {limits::description, false});
  if (const std::optional<Node> publisher = object.find("publisher")) {
    study.publisher = read_publisher(*publisher);
  }
  if (const std::optional<Node> published = object.find("published")) {
    study.published = read_date(*published);
  }
  study.unit = object.text("unit", {limits::unit});
  study.features = read_features(object.at("features", "an array of features"));
  if (const std::optional<Node> scaling = object.find("scaling")) {
    study.scaling = read_scaling(*scaling);
  }
  const Object mechanism(object.at("mechanism", "an object with name and loss"), "an object with name and loss");
  check_mechanism(mechanism, false);
  mechanism.allow({"name", "noise", "loss", "lambda", "scales"});
  const Node loss_node = mechanism.at("loss", "an object with a name");
  const ModelLoss loss = read_loss(loss_node);
  if (loss.is_softmax()) {
    loss_node.refuse_as("unsupported", "is \"softmax\", which this version does not compute yet");
  }
  study.loss = loss.linear;
  if (const std::optional<Node> lambda = mechanism.find("lambda"); lambda && !lambda->value().is_null()) {
    study.lambda = lambda->scale();
  }
  study.label = read_label(object.at("label", "an object with name and kind"), loss, study.features);
  study.budget = read_budget(object.at("budget", "an object with epsilon and delta"));
  if (const std::optional<Node> scales = mechanism.find("scales")) {
    study.scales = read_scales(*scales, study.budget.release);
  }
  study.failure_probability = object.optional_probability("failureProbability").value_or(study.failure_probability);
  if (const std::optional<Node> sample = object.find("x-sample")) {
    study.sample = sample->value() != false;
  }
  return study;
}

}  // namespace expost::report
