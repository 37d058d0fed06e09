#include "expost/report/study.hpp"

#include <cmath>
#include <string>

#include "document.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "features_document.hpp"
#include "loss_document.hpp"
#include "publisher_document.hpp"

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

/// Refuses what a study says of a release that its report won't have.
void refuse_unreleased(const Object& object, ReportKind release, const char* words) {
  const auto refuse = [&](const char* key, bool released) {
    const std::optional<Node> found = object.find(key);
    if (found && !released) {
      found->refuse_as("inconsistent", words);
    }
  };
  refuse("hessian", releases_hessian(release));
  refuse("gradient", releases_gradient(release));
  refuse("smallestEigenvalue", releases_eigenvalue(release));
}

ReportKind read_release(const Object& budget) {
  const std::string release = budget.name("release", {"none", "hessian", "gradient+hessian", "adaptive"});
  return release == "none"               ? ReportKind::independent
         : release == "hessian"          ? ReportKind::hessian
         : release == "gradient+hessian" ? ReportKind::dependent
                                         : ReportKind::adaptive;
}

Shares read_shares(const Node& node, ReportKind release) {
  const Object object(node, "an object with a share for each part");
  object.allow({"model", "hessian", "gradient", "smallestEigenvalue"});
  refuse_unreleased(object, release, "is the share of something that /budget/release does not release");
  Shares shares;
  shares.model = read_share(object, "model");
  if (releases_hessian(release)) {
    shares.hessian = read_share(object, "hessian");
  }
  if (releases_gradient(release)) {
    shares.gradient = read_share(object, "gradient");
  }
  if (releases_eigenvalue(release)) {
    shares.smallest_eigenvalue = read_share(object, "smallestEigenvalue");
  }
  const double sum = shares.model + shares.hessian + shares.gradient + shares.smallest_eigenvalue;
  if (!(std::fabs(sum - 1) <= share_tolerance)) {
    node.refuse_as("out-of-range", "must add up to 1, but adds up to " + format_number(sum));
  }
  return shares;
}

Budget read_budget(const Node& node, bool softmax) {
  const Object object(node, "an object with epsilon and delta");
  object.allow({"epsilon", "delta", "accountant", "release", "shares", "accounting"});
  Budget budget;
  budget.epsilon = object.number("epsilon", positive_number);
  budget.delta = object.probability("delta");
  budget.accountant = "joint";
  if (object.find("accountant")) {
    budget.accountant = softmax ? object.name("accountant", {"radius", "shift", "joint"})
                                : object.name("accountant", {"kifer", "lecture", "redberg2023", "shift", "joint"});
  }
  if (object.find("release")) {
    budget.release = read_release(object);
  }
  if (budget.release != ReportKind::independent || object.find("shares")) {
    budget.shares = read_shares(object.at("shares", "an object with a share for each part"), budget.release);
  }
  if (object.find("accounting")) {
    budget.accounting = object.name("accounting", {"whole", "sum"}) == "sum" ? Accounting::sum : Accounting::whole;
    if (softmax && budget.accounting == Accounting::sum) {
      object.at("accounting", "").refuse_as("unsupported", "must be \"whole\" for the softmax loss");
    }
  }
  return budget;
}

/// The budget of a mechanism that publishes the model alone and has one accountant: ε and δ.
Budget read_plain_budget(const Node& node, bool pure) {
  const Object object(node, pure ? "an object with epsilon" : "an object with epsilon and delta");
  for (const char* const key : {"accountant", "release", "shares", "accounting"}) {
    if (const std::optional<Node> found = object.find(key)) {
      found->refuse_as("inconsistent",
                       "must be left out: this mechanism publishes the model alone and is accounted for in one way");
    }
  }
  object.allow({"epsilon", "delta"});
  Budget budget;
  budget.epsilon = object.number("epsilon", positive_number);
  if (!pure) {
    budget.delta = object.probability("delta");
  } else if (const std::optional<Node> delta = object.find("delta")) {
    if (delta->number(finite_number) != 0) {
      delta->refuse("out-of-range", "0 or left out: Laplace-type noise gives pure differential privacy");
    }
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
  refuse_unreleased(object, release, "is the scale of something that /budget/release does not release");
  return scales;
}

MechanismKind read_kind(const Object& mechanism) {
  const std::string name = mechanism.name("name", {"objective-perturbation", "output-perturbation", "posterior-sample"});
  if (name == "posterior-sample") {
    const std::optional<Node> adaptive = mechanism.find("adaptive");
    return adaptive && adaptive->boolean() ? MechanismKind::ada_ops : MechanismKind::posterior_sample;
  }
  const bool laplace = mechanism.find("noise") && mechanism.name("noise", {"gaussian", "laplace"}) == "laplace";
  if (name == "output-perturbation") {
    if (laplace) {
      mechanism.at("noise", "").refuse_as("unsupported", "is \"laplace\", which is not computed for output perturbation");
    }
    return MechanismKind::output_gaussian;
  }
  return laplace ? MechanismKind::objective_laplace : MechanismKind::objective_gaussian;
}

void allow_keys(const Object& mechanism, MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      mechanism.allow({"name", "noise", "loss", "lambda", "scales", "elsewhere"});
      break;
    case MechanismKind::output_gaussian:
      mechanism.allow({"name", "noise", "loss", "lambda", "scales"});
      break;
    case MechanismKind::objective_laplace:
      mechanism.allow({"name", "noise", "loss", "lambda", "eta", "elsewhere"});
      break;
    case MechanismKind::posterior_sample:
      mechanism.allow({"name", "loss", "lambda", "gamma", "adaptive", "elsewhere"});
      break;
    case MechanismKind::ada_ops:
      for (const char* const key : {"lambda", "gamma"}) {
        if (const std::optional<Node> stated = mechanism.find(key); stated && !stated->value().is_null()) {
          stated->refuse_as("inconsistent", "must be left out: an adaptive posterior sample chooses it from the data");
        }
      }
      mechanism.allow({"name", "loss", "lambda", "gamma", "adaptive"});
      break;
  }
}

void check_loss(const Node& loss_node, const ModelLoss& loss, MechanismKind kind) {
  const Object object(loss_node, "an object with a name");
  const Node node = object.at("name", "");
  if (kind == MechanismKind::output_gaussian && loss.is_softmax()) {
    node.refuse_as("unsupported", "is \"softmax\", which is not computed for output perturbation");
  }
  const bool sample = kind == MechanismKind::posterior_sample || kind == MechanismKind::ada_ops;
  if (sample && !loss.is_squared()) {
    node.refuse_as("inconsistent", "must be \"squared\": a posterior sample is one of ridge regression");
  }
}

std::optional<double> read_filled_scale(const Object& mechanism, const char* key) {
  const std::optional<Node> node = mechanism.find(key);
  return node && !node->value().is_null() ? std::optional<double>(node->scale()) : std::nullopt;
}

TrainedElsewhere read_elsewhere(const Node& node, MechanismKind kind) {
  const Object object(node, "an object with rowsAtMost");
  TrainedElsewhere elsewhere;
  elsewhere.rows_at_most = object.number("rowsAtMost", moderate_number);
  if (!(elsewhere.rows_at_most >= 1 && elsewhere.rows_at_most <= most_rows_at_most) ||
      elsewhere.rows_at_most != std::floor(elsewhere.rows_at_most)) {
    object.at("rowsAtMost", "").refuse_as("out-of-range", "must be a whole number from 1 to 2^40");
  }
  if (kind == MechanismKind::objective_gaussian) {
    object.allow({"rowsAtMost", "residual"});
    elsewhere.residual = object.number("residual", residual_number);
  } else {
    object.allow({"rowsAtMost"});
  }
  return elsewhere;
}

/// `mechanism`: all but the scales, which depend on what the budget releases.
void read_mechanism(const Object& mechanism, Study& study) {
  study.mechanism = read_kind(mechanism);
  allow_keys(mechanism, study.mechanism);
  const Node loss_node = mechanism.at("loss", "an object with a name");
  const ModelLoss loss = read_loss(loss_node);
  check_loss(loss_node, loss, study.mechanism);
  study.loss = loss.linear;
  study.classes = loss.classes;
  if (total_coordinates(study.features) * loss.blocks() > limits::dimension) {
    loss_node.refuse_as("too-large", "must leave at most " + std::to_string(limits::dimension) +
                                         " coordinates of the features together, one for each class");
  }
  study.lambda = read_filled_scale(mechanism, "lambda");
  study.eta = read_filled_scale(mechanism, "eta");
  study.gamma = read_filled_scale(mechanism, "gamma");
  if (const std::optional<Node> elsewhere = mechanism.find("elsewhere")) {
    study.elsewhere = read_elsewhere(*elsewhere, study.mechanism);
  }
}

void read_budget_of(const Object& object, Study& study) {
  const std::string expected = "an object with epsilon and delta";
  switch (study.mechanism) {
    case MechanismKind::objective_gaussian:
      study.budget = read_budget(object.at("budget", expected), study.classes > 0);
      break;
    case MechanismKind::objective_laplace:
      // With η the promise is what it gives.
      if (const std::optional<Node> budget = object.find("budget")) {
        study.budget = read_plain_budget(*budget, true);
      } else if (!study.eta) {
        (void)object.at("budget", "an object with epsilon (or state /mechanism/eta)");
      }
      break;
    case MechanismKind::posterior_sample:
      if (const std::optional<Node> budget = object.find("budget")) {
        budget->refuse_as("inconsistent",
                          "must be left out: one posterior sample has no budget of its own, gamma and lambda make its noise");
      }
      break;
    case MechanismKind::output_gaussian:
    case MechanismKind::ada_ops:
      study.budget = read_plain_budget(object.at("budget", expected), false);
      break;
  }
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
  read_mechanism(mechanism, study);
  study.label = read_label(object.at("label", "an object with name and kind"), study.model_loss(), study.features);
  read_budget_of(object, study);
  if (const std::optional<Node> scales = mechanism.find("scales")) {
    study.scales = read_scales(*scales, study.budget.release);
  }
  study.failure_probability = read_failure_probability(object).value_or(study.failure_probability);
  if (const std::optional<Node> sample = object.find("x-sample")) {
    study.sample = sample->value() != false;
  }
  return study;
}

}  // namespace expost::report
