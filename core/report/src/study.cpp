#include "expost/report/study.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "descent_document.hpp"
#include "document.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "features_document.hpp"
#include "heading_document.hpp"
#include "loss_document.hpp"
#include "mechanism_document.hpp"
#include "parts.hpp"

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
  return release == "none"               ? ReportKind::data_independent
         : release == "hessian"          ? ReportKind::hessian
         : release == "gradient+hessian" ? ReportKind::data_dependent
                                         : ReportKind::adaptive;
}

BudgetSplit read_split(const Node& node, ReportKind release, const Parts& parts) {
  const Object object(node, "an object with a share for each part");
  object.allow({"model", "hessian", "gradient", "smallestEigenvalue"});
  refuse_unreleased(object, release, "is the share of something that /budget/release does not release");
  BudgetSplit split;
  bool complete = parts.read([&] { split.model = read_share(object, "model"); });
  const auto part = [&](const char* key, bool released, std::optional<double>& share) {
    complete = (!released || parts.read([&] { share = read_share(object, key); })) && complete;
  };
  part("hessian", releases_hessian(release), split.hessian);
  part("gradient", releases_gradient(release), split.gradient);
  part("smallestEigenvalue", releases_eigenvalue(release), split.smallest_eigenvalue);
  if (!complete) {
    return split;
  }
  const double sum =
      split.model + split.hessian.value_or(0) + split.gradient.value_or(0) + split.smallest_eigenvalue.value_or(0);
  if (!(std::fabs(sum - 1) <= share_tolerance)) {
    node.refuse_as("out-of-range", {"must add up to 1, but the sum is ", sum});
  }
  return split;
}

/// How a budget composes; none where it doesn't say. `accounting`: the key's name in version 0.2.
std::optional<Composition> read_composition(const Object& budget, bool softmax) {
  const std::optional<Node> own = budget.find("composition");
  const std::optional<Node> earlier = budget.find("accounting");
  if (own && earlier) {
    earlier->refuse_as("inconsistent", "must be left out next to composition, which is its new name");
  }
  if (!own && !earlier) {
    return std::nullopt;
  }
  const Node& node = own ? *own : *earlier;
  const Composition composition = node.choice<Composition>();
  if (softmax && composition == Composition::basic) {
    node.refuse_as("unsupported", "must be \"joint\" for the softmax loss");
  }
  return composition;
}

Budget read_budget(const Node& node, bool softmax, const Parts& parts) {
  const Object object(node, "an object with epsilon and delta");
  object.allow({"epsilon", "delta", "accountant", "release", "shares", "composition", "accounting"});
  Budget budget;
  parts.read([&] { budget.epsilon = object.number("epsilon", positive_number); });
  parts.read([&] { budget.delta = object.probability("delta"); });
  parts.read([&] {
    if (const std::optional<Node> accountant = object.find("accountant")) {
      if (softmax) {
        budget.softmax_accountant = accountant->choice<SoftmaxAccountant>();
      } else {
        budget.accountant = accountant->choice<Accountant>();
      }
    }
  });
  // Without the release, nothing is known of the shares.
  const bool known = parts.read([&] {
    if (object.find("release")) {
      budget.release = read_release(object);
    }
  });
  if (known && (budget.release != ReportKind::data_independent || object.find("shares"))) {
    parts.read(
        [&] { budget.split = read_split(object.at("shares", "an object with a share for each part"), budget.release, parts); });
  }
  parts.read([&] { budget.composition = read_composition(object, softmax).value_or(Composition::joint); });
  return budget;
}

/// The budget of a mechanism that publishes the model alone and has one accountant: ε and δ.
Budget read_plain_budget(const Node& node, bool pure, const Parts& parts) {
  const Object object(node, pure ? "an object with epsilon" : "an object with epsilon and delta");
  for (const char* const key : {"accountant", "release", "shares", "composition", "accounting"}) {
    if (const std::optional<Node> found = object.find(key)) {
      found->refuse_as("inconsistent",
                       "must be left out: this mechanism publishes the model alone and is accounted for in one way");
    }
  }
  object.allow({"epsilon", "delta"});
  Budget budget;
  parts.read([&] { budget.epsilon = object.number("epsilon", positive_number); });
  parts.read([&] {
    if (!pure) {
      budget.delta = object.probability("delta");
    } else if (const std::optional<Node> delta = object.find("delta")) {
      if (delta->number(finite_number) != 0) {
        delta->refuse("out-of-range", "0 or left out: Laplace-type noise gives pure differential privacy");
      }
    }
  });
  return budget;
}

/// The budget of noisy gradient descent: its accountant has to fit the sampling.
Budget read_descent_budget(const Node& node, DescentSampling sampling, const Parts& parts) {
  const Object object(node, "an object with epsilon and delta");
  for (const char* const key : {"release", "shares", "composition", "accounting"}) {
    if (const std::optional<Node> found = object.find(key)) {
      found->refuse_as("inconsistent", "must be left out: noisy gradient descent publishes its path at no extra cost");
    }
  }
  object.allow({"epsilon", "delta", "accountant"});
  const bool poisson = sampling == DescentSampling::poisson;
  Budget budget;
  budget.descent_accountant = poisson ? DescentAccountant::pld : DescentAccountant::gaussian;
  parts.read([&] { budget.epsilon = object.number("epsilon", positive_number); });
  parts.read([&] { budget.delta = object.probability("delta"); });
  parts.read([&] {
    if (const std::optional<Node> accountant = object.find("accountant")) {
      budget.descent_accountant = accountant->choice<DescentAccountant>();
      if ((budget.descent_accountant == DescentAccountant::gaussian) == poisson) {
        accountant->refuse("inconsistent", poisson ? "\"pld\" or \"rdp\" for Poisson sampling"
                                                   : "\"gaussian\" where there is no Poisson sampling");
      }
    }
  });
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

/// Names under which other programs take weights of rows.
constexpr const char* weight_keys[] = {"weights", "weight", "sample_weight", "sample_weights", "sampleWeight", "sampleWeights"};

void refuse_weights(const Object& object) {
  for (const char* const key : weight_keys) {
    if (const std::optional<Node> weights = object.find(key)) {
      weights->refuse_as("unsupported",
                         "must be left out: a person counts once, and weights would make some count for more than is promised "
                         "(\"person\" limits the rows of each)");
    }
  }
}

void allow_keys(const Object& mechanism, MechanismKind kind) {
  if (kind == MechanismKind::noisy_gradient_descent) {
    mechanism.allow({"name", "loss", "clip", "steps", "sampling", "update", "final", "every", "elsewhere", "scales"});
    return;
  }
  const MechanismKeys keys = keys_of(kind);
  if (keys.adaptive) {
    for (const char* const key : {"lambda", keys.scale}) {
      if (const std::optional<Node> stated = mechanism.find(key); stated && !stated->value().is_null()) {
        stated->refuse_as("inconsistent", "must be left out: an adaptive posterior sample chooses it from the data");
      }
    }
  }
  // A study has no sigma: it comes from the budget or from `scales`, as those of releases do.
  const bool in_scales = std::string_view(keys.scale) == "sigma";
  // A mechanism without a noise to name may say that it is not adaptive, too.
  std::vector<const char*> allowed{"name", "loss", "lambda", keys.noise != nullptr ? "noise" : "adaptive",
                                   in_scales ? "scales" : keys.scale};
  if (keys.elsewhere) {
    allowed.push_back("elsewhere");
  }
  mechanism.allow({}, allowed);
}

void check_loss(const Node& loss_node, const ModelLoss& loss, MechanismKind kind) {
  const Object object(loss_node, "an object with a name");
  const Node node = object.at("name", "");
  const LossScope scope = loss_scope(kind);
  if (contains(scope, loss)) {
    return;
  }
  const std::string words = words_of(keys_of(kind).name);
  switch (scope) {
    case LossScope::every:
      break;
    case LossScope::linear:
      node.refuse_as("unsupported", {"is \"softmax\", which is not computed for ", words});
    case LossScope::squared:
      node.refuse_as("inconsistent", {"must be \"squared\": a ", words, " is one of ridge regression"});
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
void read_mechanism(const Object& mechanism, Study& study, const Parts& parts) {
  refuse_weights(mechanism);
  study.mechanism = read_kind(
      mechanism, [](const Node& adaptive) { return adaptive.boolean(); }, "gaussian");
  allow_keys(mechanism, study.mechanism);
  const Node loss_node = mechanism.at("loss", "an object with a name");
  const ModelLoss loss = read_loss(loss_node, parts);
  check_loss(loss_node, loss, study.mechanism);
  study.loss = loss.linear;
  study.classes = loss.classes;
  if (total_coordinates(study.features) * loss.blocks() > limits::dimension) {
    loss_node.refuse_as(
        "too-large", {"must leave at most ", limits::dimension, " coordinates of the features together, one for each class"});
  }
  if (study.mechanism == MechanismKind::noisy_gradient_descent) {
    study.descent = read_descent_plan(mechanism);
    check_path_size(mechanism, *study.descent, total_coordinates(study.features) * loss.blocks());
    return;
  }
  parts.read([&] { study.lambda = read_filled_scale(mechanism, "lambda"); });
  study.eta = read_filled_scale(mechanism, "eta");
  study.gamma = read_filled_scale(mechanism, "gamma");
  parts.read([&] {
    if (const std::optional<Node> elsewhere = mechanism.find("elsewhere")) {
      study.elsewhere = read_elsewhere(*elsewhere, study.mechanism);
    }
  });
}

void read_budget_of(const Object& object, Study& study, const Parts& parts) {
  const char* const expected = "an object with epsilon and delta";
  if (!has_budget(study.mechanism)) {
    if (const std::optional<Node> budget = object.find("budget")) {
      budget->refuse_as("inconsistent",
                        "must be left out: one posterior sample has no budget of its own, gamma and lambda make its noise");
    }
  } else if (study.descent) {
    study.budget = read_descent_budget(object.at("budget", expected), study.descent->sampling, parts);
  } else if (has_releases(study.mechanism)) {
    study.budget = read_budget(object.at("budget", expected), study.classes > 0, parts);
  } else if (!is_pure(study.mechanism)) {
    study.budget = read_plain_budget(object.at("budget", expected), false, parts);
  } else if (const std::optional<Node> budget = object.find("budget")) {
    study.budget = read_plain_budget(*budget, true, parts);
  } else if (!study.eta) {
    // With η the promise is what it gives.
    (void)object.at("budget", "an object with epsilon (or state /mechanism/eta)");
  }
}

/// The features; where errors are collected, each with all of its own. Returns the greatest length
/// that a record of them can have before it is divided by the norm, where their kinds tell it.
std::optional<double> read_study_features(const Object& object, Study& study, const Scaling& scaling, const Parts& parts) {
  const Node node = object.at("features", "an array of features");
  if (!parts.collects() || !node.value().is_array()) {
    study.features = read_features(node);
    return greatest_length(study.features, scaling);
  }
  const auto& items = node.array("");
  std::vector<Feature> shapes;
  bool readable = true;
  for (std::size_t i = 0; i < items.size(); ++i) {
    readable = parts.read([&] { shapes.push_back(read_feature(Node(items[i], node, i), parts)); }) && readable;
  }
  if (readable) {
    study.features = read_features(node);
  }
  return shapes.size() == items.size() ? std::optional(greatest_length(shapes, scaling)) : std::nullopt;
}

/// Scaling and features. The norm of a scaffold is null, and what it can be is told by both.
void read_shape(const Object& object, Study& study, const Parts& parts) {
  const std::optional<Node> scaling = object.find("scaling");
  // Their own errors come after those of the features.
  Scaling stated;
  bool range_is_known = true;
  try {
    if (scaling) {
      read_scaling_range(*scaling, stated);
    }
  } catch (const Error&) {
    range_is_known = false;
  }
  std::optional<double> length;
  parts.read([&] { length = read_study_features(object, study, stated, parts); });
  parts.read([&] {
    if (scaling) {
      study.scaling = read_study_scaling(*scaling, range_is_known ? length : std::nullopt);
    }
  });
}

/// The gaps of a budget whose mechanism isn't known.
void read_budget_gaps(const Object& object, const Parts& parts) {
  const std::optional<Node> budget = object.find("budget");
  if (!budget || !budget->value().is_object()) {
    return;
  }
  const Object fields(*budget, "");
  const auto gap = [&](const char* key) {
    const std::optional<Node> member = fields.find(key);
    return member && member->value().is_null();
  };
  parts.read([&] {
    if (gap("epsilon")) {
      (void)fields.number("epsilon", positive_number);
    }
  });
  parts.read([&] {
    if (gap("delta")) {
      (void)fields.probability("delta");
    }
  });
}

/// Whether everybody gets a promise, of which a person's could be a multiple.
bool has_promise(const Study& study) {
  if (!has_budget(study.mechanism)) {
    return false;
  }
  return study.descent || study.mechanism == MechanismKind::ada_ops || study.classes > 0 || study.loss.lipschitz() < infinity;
}

/// Refuses what fixes the noise beside the budget, which is a person's.
void refuse_fixed_noise(const Object& mechanism) {
  for (const char* const key : {"scales", "eta"}) {
    if (const std::optional<Node> fixed = mechanism.find(key); fixed && !fixed->value().is_null()) {
      fixed->refuse_as("inconsistent",
                       "must be left out next to /person: the noise comes from the budget, which is a person's");
    }
  }
  if (const std::optional<Node> elsewhere = mechanism.find("elsewhere"); elsewhere && !is_false(elsewhere->value())) {
    elsewhere->refuse_as(
        "unsupported",
        "must be left out next to /person: which rows of a person another program trained on can't be seen here");
  }
}

StudyPerson read_person(const Node& node, const Study& study) {
  const Object object(node, "an object with column and rows");
  object.allow({"column", "rows"});
  StudyPerson person;
  person.column = object.text("column", {limits::name});
  const auto is_used = [&](const std::string& name) { return name == person.column; };
  if (is_used(study.label.name) || std::any_of(study.features.begin(), study.features.end(),
                                               [&](const Feature& feature) { return is_used(feature.name); })) {
    object.at("column", "")
        .refuse_as("inconsistent", {"is ", Phrase::quoted(person.column),
                                    ", a feature or the label: a model must not use what tells people apart"});
  }
  person.rows = read_person_rows(object);
  return person;
}

/// Makes the budget, which is a person's, a row's.
void share_budget(const Node& node, Study& study) {
  if (!has_promise(study)) {
    node.refuse_as(
        "inconsistent",
        "must be left out: this mechanism promises nothing to everybody, and so nothing to a person with several rows");
  }
  StudyPerson& person = *study.person;
  person.epsilon = study.budget.epsilon;
  person.delta = study.budget.delta;
  const EpsilonDelta row = row_promise({person.epsilon, person.delta}, person.rows);
  const Object object(node, "");
  if (!(row.epsilon > 0) || (person.delta > 0 && row.delta < limits::smallest_probability)) {
    object.at("rows", "").refuse_as("out-of-range", "leaves too little of the budget for one row: state fewer rows");
  }
  study.budget.epsilon = row.epsilon;
  study.budget.delta = row.delta;
}

Study read_parts(const nlohmann::json& document, const Parts& parts) {
  require_depth(document, ErrorType::study);
  const Node root(document, ErrorType::study);
  const Object object(root, "an object");
  Study study;
  parts.read([&] {
    refuse_weights(object);
    object.allow({"format", "version", "features", "scaling", "label", "mechanism", "budget", "person", "failureProbability"},
                 heading_keys);
    if (object.find("format")) {
      (void)object.name("format", {"expost-study"});
    }
    if (const std::optional<Node> version = object.find("version")) {
      if (version->number(finite_number) != 1) {
        version->refuse(version->number(finite_number) > 1 ? "newer-version" : "out-of-range", "1");
      }
    }
  });
  read_heading(object, PublishedRule::optional, study.heading, parts);
  read_shape(object, study, parts);
  const std::optional<Node> stated = object.find("mechanism");
  // Label and budget depend on it.
  bool known = false;
  parts.read([&] {
    read_mechanism(Object(object.at("mechanism", "an object with name and loss"), "an object with name and loss"), study,
                   parts);
    known = true;
  });
  const std::optional<Node> person = object.find("person");
  if (!known) {
    parts.read([&] { read_label_gaps(object, parts); });
    read_budget_gaps(object, parts);
    parts.read([&] {
      if (person) {
        (void)read_person(*person, study);
      }
    });
  } else {
    parts.read([&] {
      study.label = read_label(object.at("label", "an object with name and kind"), study.model_loss(), study.features, parts);
    });
    const bool budgeted = parts.read([&] { read_budget_of(object, study, parts); });
    parts.read([&] {
      if (person) {
        refuse_fixed_noise(Object(*stated, ""));
        study.person = read_person(*person, study);
        if (budgeted) {
          share_budget(*person, study);
        }
      }
    });
    parts.read([&] {
      const Object mechanism(*stated, "an object with name and loss");
      if (const std::optional<Node> scales = mechanism.find("scales")) {
        study.scales = read_scales(*scales, study.budget.release);
      }
    });
  }
  parts.read([&] { study.failure_probability = read_failure_probability(object).value_or(study.failure_probability); });
  if (const std::optional<Node> sample = object.find("x-sample")) {
    study.sample = !is_false(sample->value());
  }
  return study;
}

}  // namespace

Study read_study(const nlohmann::json& document) {
  return read_parts(document, Parts(nullptr));
}

std::vector<Error> study_errors(const nlohmann::json& document) {
  std::vector<Error> errors;
  const Parts parts(&errors);
  parts.read([&] { (void)read_parts(document, parts); });
  return errors;
}

}  // namespace expost::report
