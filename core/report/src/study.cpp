#include "expost/report/study.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "descent_document.hpp"
#include "document.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "features_document.hpp"
#include "heading_document.hpp"
#include "image_input.hpp"
#include "loss_document.hpp"
#include "members.hpp"
#include "model_document.hpp"
#include "network_document.hpp"
#include "parts.hpp"

namespace expost::report {
namespace {

// Studies are read, and never written: their lists of keys have no writers.

constexpr double share_tolerance = 1e-9;

constexpr Number share{{"a share above 0, at most 1", 0, 1, true}};

template <class Struct>
constexpr auto release_parts(const auto& rule) {
  return members_of<Struct>(optional_key("hessian", &Struct::hessian, rule), optional_key("gradient", &Struct::gradient, rule),
                            optional_key("smallestEigenvalue", &Struct::smallest_eigenvalue, rule));
}

constexpr auto share_keys =
    members_of<BudgetSplit>(required_key("model", &BudgetSplit::model, share)) + release_parts<BudgetSplit>(share);
constexpr auto scale_keys =
    members_of<FixedScales>(optional_key("model", &FixedScales::model, Scale{})) + release_parts<FixedScales>(Scale{});

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

/// Names of ReportKind in a budget, in its order.
constexpr std::array release_names{"none", "hessian", "gradient+hessian", "adaptive"};

/// Reads the shares of what is released.
BudgetSplit read_split(const Node& node, ReportKind release, const Parts& parts) {
  const Object object(node, "an object with a share for each part");
  share_keys.allow(object);
  refuse_unreleased(object, release, "is the share of something that /budget/release does not release");
  BudgetSplit split;
  bool complete = share_keys.read(object, split, parts);
  const auto require = [&](const char* key, bool released) {
    complete = parts.read([&] { released ? void(object.at(key, share.expected())) : void(); }) && complete;
  };
  require("hessian", releases_hessian(release));
  require("gradient", releases_gradient(release));
  require("smallestEigenvalue", releases_eigenvalue(release));
  const double sum =
      split.model + split.hessian.value_or(0) + split.gradient.value_or(0) + split.smallest_eigenvalue.value_or(0);
  if (complete && !(std::fabs(sum - 1) <= share_tolerance)) {
    node.refuse_as("out-of-range", {"must add up to 1, but the sum is ", sum});
  }
  return split;
}

/// `release` and `shares` of a budget. Without the release nothing is known of the shares.
struct ReleaseKeys {
  [[nodiscard]] constexpr std::array<const char*, 2> keys() const { return {"release", "shares"}; }
  bool read(const Object& object, Budget& budget, const Parts& parts, bool) const {
    const bool known = parts.read([&] {
      if (object.find("release")) {
        const std::string name = object.name("release", release_names);
        budget.release =
            static_cast<ReportKind>(std::find(release_names.begin(), release_names.end(), name) - release_names.begin());
      }
    });
    if (!known || (budget.release == ReportKind::data_independent && !object.find("shares"))) {
      return known;
    }
    return parts.read(
        [&] { budget.split = read_split(object.at("shares", "an object with a share for each part"), budget.release, parts); });
  }
  void describe(OrderedJson& schema, Definitions& definitions) const {
    schema["properties"]["release"] = {
        {"enum", release_names}, {"default", release_names.front()}, {"description", "The releases beside the model."}};
    schema["properties"]["shares"] =
        described(definitions.refer("Shares", [&] { return share_keys.describe(definitions); }),
                  "Shares of epsilon, which add up to 1: of the model and of all that is released.");
  }
};

/// `accounting`: the key's name in version 0.2.
template <class AnAccountant>
void read_composition(const Object& object, Budget& budget) {
  const std::optional<Node> own = object.find("composition");
  const std::optional<Node> earlier = object.find("accounting");
  if (own && earlier) {
    earlier->refuse_as("inconsistent", "must be left out next to composition, which is its new name");
  }
  if (!own && !earlier) {
    return;
  }
  const Node& node = own ? *own : *earlier;
  budget.composition = node.choice<Composition>();
  if (std::is_same_v<AnAccountant, SoftmaxAccountant> && budget.composition == Composition::basic) {
    node.refuse_as("unsupported", "must be \"joint\" for the softmax loss");
  }
}

OrderedJson describe_composition(Definitions& definitions) {
  return Choice<Composition>{}.describe(definitions);
}

/// One of the accountants of a kind.
template <class AnAccountant>
struct AccountantName {
  using Value = BudgetAccountant;

  [[nodiscard]] const char* expected() const { return Choice<AnAccountant>{}.expected(); }
  void read(const Node& node, Value& value) const { value = node.choice<AnAccountant>(); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const { return Choice<AnAccountant>{}.describe(definitions); }
};

constexpr auto epsilon_key = required_key("epsilon", &Budget::epsilon, Number{positive_number}, "In nats.");
constexpr auto promise_keys =
    members_of<Budget>(epsilon_key, required_key("delta", &Budget::delta, Probability{}, "Between 0 and 1."));

/// The budget of objective perturbation with Gaussian noise.
template <class AnAccountant>
constexpr auto release_budget =
    promise_keys +
    members_of<Budget>(
        optional_key("accountant", &Budget::accountant, AccountantName<AnAccountant>{}, "joint where it is left out."),
        ReleaseKeys{},
        Computed<Budget, describe_composition>{
            "composition", false, read_composition<AnAccountant>, nullptr,
            "joint: model and releases as one mechanism; basic: the papers' sum of epsilons. whole and sum: their "
            "names in Expost 0.2.",
            true},
        Described<Budget, describe_composition>{"accounting", false, "The name of composition in Expost 0.2."});

/// That of noisy gradient descent, whose accountant has to fit the sampling.
constexpr auto descent_budget =
    promise_keys.with(optional_key("accountant", &Budget::accountant, AccountantName<DescentAccountant>{},
                                   "gaussian, or pld with Poisson sampling, where it is left out; rdp with Poisson sampling."));

/// That of a mechanism with pure differential privacy.
constexpr auto pure_budget = members_of<Budget>(
    epsilon_key,
    optional_key("delta", &Budget::delta, Number{{"0 or left out: Laplace-type noise gives pure differential privacy", 0, 0}}));

/// Refuses what can't stand in the budget of a mechanism whose own keys these are.
void refuse_others(const Object& object, const auto& own, const char* words) {
  for (const char* const key : release_budget<Accountant>.keys()) {
    const std::optional<Node> found = object.find(key);
    if (found && std::none_of(own.begin(), own.end(), [&](const char* each) { return std::string_view(each) == key; })) {
      found->refuse_as("inconsistent", words);
    }
  }
}

Budget read_budget(const Node& node, const char* expected, const auto& keys, const Parts& parts, const char* others = nullptr,
                   BudgetAccountant accountant = Accountant::joint) {
  const Object object(node, expected);
  if (others != nullptr) {
    refuse_others(object, keys.keys(), others);
  }
  keys.allow(object);
  Budget budget;
  budget.accountant = accountant;
  keys.read(object, budget, parts);
  return budget;
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

/// A scale, or null where it is left open.
struct OpenScale {
  using Value = double;

  [[nodiscard]] const char* expected() const { return Scale{}.expected(); }
  void read(const Node& node, std::optional<double>& value) const {
    value = node.value().is_null() ? std::nullopt : std::optional(node.scale());
  }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    return {{"oneOf", {Scale{}.describe(definitions), {{"type", "null"}}}}};
  }
};

constexpr auto rows_at_most_keys = members_of<TrainedElsewhere>(required_key(
    "rowsAtMost", &TrainedElsewhere::rows_at_most, Whole<double>{"a whole number from 1 to 2^40", 1, most_rows_at_most},
    "A round number of rows that the data have at most: bounds hold for so many."));
constexpr auto residual_keys =
    rows_at_most_keys.with(required_key("residual", &TrainedElsewhere::residual, Number{residual_number},
                                        "Bound on the length of gradient plus noise where training stops."));
constexpr const char* elsewhere_words =
    "A model that another program trains (expost attach): what is stated of it beforehand. Its numbers are published.";
template <class Settings>
constexpr auto elsewhere_key(const char* definition, const auto& keys) {
  return optional_key("elsewhere", &Settings::elsewhere,
                      nested(definition, "an object with rowsAtMost", elsewhere_words, keys));
}

/// "adaptive", which is one or the other.
struct Adaptive {
  bool value;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {"adaptive"}; }
  bool read(const Object&, auto&, const Parts&, bool) const { return true; }
  void describe(OrderedJson& schema, Definitions&) const {
    if (value) {
      schema["required"].push_back("adaptive");
    }
    schema["properties"]["adaptive"] = {{"const", value}};
  }
};

/// A key that is null, or left out.
struct LeftOpen {
  const char* key;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object& object, auto&, const Parts& parts, bool) const {
    return parts.read([&] {
      if (const std::optional<Node> stated = object.find(key); stated && !stated->value().is_null()) {
        stated->refuse_as("inconsistent", "must be left out: an adaptive posterior sample chooses it from the data");
      }
    });
  }
  void describe(OrderedJson& schema, Definitions&) const { schema["properties"][key] = {{"type", "null"}}; }
};

// The keys of each mechanism. A study has no sigma: it comes from the budget or from `scales`, as
// those of releases do.

OrderedJson describe_scales(Definitions& definitions) {
  return definitions.refer("Scales", [&] { return scale_keys.describe(definitions); });
}
template <class Settings>
constexpr Described<Settings, describe_scales> scales_key{
    "scales", false,
    "Standard deviations fixed by the curator instead of calibrated from the budget; for the squared loss, whose model and "
    "gradient have no finite sensitivity."};
template <class Settings>
constexpr auto lambda_key =
    optional_key("lambda", &Settings::lambda, OpenScale{},
                 "null or left out: the accountant picks it, or it comes with the model that is attached.");
constexpr auto eta_key =
    optional_key("eta", &LaplaceSettings::eta, OpenScale{},
                 "Rate of Laplace-type noise, fixed by the curator instead of calibrated from the budget.");
constexpr auto gamma_key = optional_key("gamma", &PosteriorSettings::gamma, OpenScale{}, "Inverse temperature of the sample.");

template <class Settings>
constexpr auto mechanism_named(const char* name) {
  return members_of<Settings>(Constant<Settings>{"name", name},
                              Described<Settings, describe_loss>{"loss", true, "The loss that the model is trained with."});
}
template <class Settings>
constexpr auto with_rows_at_most = elsewhere_key<Settings>("Elsewhere", rows_at_most_keys);

constexpr auto mechanism_kinds = alternatives_of(
    alternative(
        MechanismKind::objective_gaussian, "Objective perturbation with Gaussian noise.",
        mechanism_named<ObjectiveSettings>("objective-perturbation")
            .with(Constant<ObjectiveSettings>{"noise", "gaussian", false}, lambda_key<ObjectiveSettings>,
                  elsewhere_key<ObjectiveSettings>("ElsewhereWithResidual", residual_keys), scales_key<ObjectiveSettings>)),
    alternative(MechanismKind::objective_laplace, "Objective perturbation with Laplace-type noise.",
                mechanism_named<LaplaceSettings>("objective-perturbation")
                    .with(Constant<LaplaceSettings>{"noise", "laplace"}, lambda_key<LaplaceSettings>, eta_key,
                          with_rows_at_most<LaplaceSettings>)),
    alternative(MechanismKind::output_gaussian, "Output perturbation.",
                mechanism_named<OutputSettings>("output-perturbation")
                    .with(Constant<OutputSettings>{"noise", "gaussian", false}, lambda_key<OutputSettings>,
                          scales_key<OutputSettings>)),
    alternative(MechanismKind::posterior_sample, "One posterior sample.",
                mechanism_named<PosteriorSettings>("posterior-sample")
                    .with(Adaptive{false}, lambda_key<PosteriorSettings>, gamma_key, with_rows_at_most<PosteriorSettings>)),
    alternative(
        MechanismKind::ada_ops, "AdaOPS: lambda and gamma are chosen from the data, privately.",
        mechanism_named<AdaOpsSettings>("posterior-sample").with(Adaptive{true}, LeftOpen{"lambda"}, LeftOpen{"gamma"})),
    alternative(MechanismKind::noisy_gradient_descent, "Noisy gradient descent.",
                mechanism_named<DescentSettings>("noisy-gradient-descent")
                    .with(Described<DescentSettings, describe_network>{"network", false,
                                                                       "The network whose scores the loss takes; linear scores "
                                                                       "where it is left out."},
                          inlined(&DescentSettings::plan, study_plan), scales_key<DescentSettings>)));

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

/// `mechanism`: all but the scales, which depend on what the budget releases.
void read_mechanism(const Object& mechanism, Study& study, const Parts& parts) {
  refuse_weights(mechanism);
  const MechanismKind kind = read_kind(
      mechanism, [](const Node& adaptive) { return adaptive.boolean(); }, "gaussian");
  mechanism_kinds.with(kind, [&](const auto& keys) { keys.allow(mechanism); });
  const Node loss_node = mechanism.at("loss", "an object with a name");
  const ModelLoss loss = read_loss(loss_node, parts);
  check_loss(loss_node, loss, kind);
  study.loss = loss.linear;
  study.classes = loss.classes;
  if (kind == MechanismKind::noisy_gradient_descent) {
    study.network = read_network(mechanism, loss, total_coordinates(study.features));
  }
  if (!study.network && study.parameters() > limits::dimension) {
    loss_node.refuse_as(
        "too-large", {"must leave at most ", limits::dimension, " coordinates of the features together, one for each class"});
  }
  bool right = true;
  mechanism_kinds.with(kind, [&]<class Settings, class... Each>(const Members<Settings, Each...>& keys) {
    right = keys.read(mechanism, study.mechanism.emplace<Settings>(), parts);
  });
  if (const DescentPlan* const descent = study.descent(); right && descent != nullptr) {
    check_network_plan(mechanism, *descent, study.network.get());
    check_path_size(mechanism, *descent, study.parameters(), study.network != nullptr);
  }
}

void read_budget_of(const Object& object, Study& study, const Parts& parts) {
  const char* const expected = "an object with epsilon and delta";
  const char* const plain = "must be left out: this mechanism publishes the model alone and is accounted for in one way";
  if (!has_budget(study.kind())) {
    if (const std::optional<Node> budget = object.find("budget")) {
      budget->refuse_as("inconsistent",
                        "must be left out: one posterior sample has no budget of its own, gamma and lambda make its noise");
    }
  } else if (const DescentPlan* const descent = study.descent()) {
    const bool poisson = descent->sampling == DescentSampling::poisson;
    const Node node = object.at("budget", expected);
    study.budget = read_budget(node, expected, descent_budget, parts,
                               "must be left out: noisy gradient descent publishes its path at no extra cost",
                               poisson ? DescentAccountant::pld : DescentAccountant::gaussian);
    if ((std::get<DescentAccountant>(study.budget.accountant) == DescentAccountant::gaussian) == poisson) {
      Object(node, "")
          .at("accountant", "")
          .refuse("inconsistent",
                  poisson ? "\"pld\" or \"rdp\" for Poisson sampling" : "\"gaussian\" where there is no Poisson sampling");
    }
  } else if (has_releases(study.kind())) {
    const Node node = object.at("budget", expected);
    study.budget = study.classes > 0 ? read_budget(node, expected, release_budget<SoftmaxAccountant>, parts, nullptr,
                                                   SoftmaxAccountant::joint)
                                     : read_budget(node, expected, release_budget<Accountant>, parts);
  } else if (!is_pure(study.kind())) {
    study.budget = read_budget(object.at("budget", expected), expected, promise_keys, parts, plain);
  } else if (const std::optional<Node> budget = object.find("budget")) {
    study.budget = read_budget(*budget, "an object with epsilon", pure_budget, parts, plain);
  } else if (!study.of<LaplaceSettings>().eta) {
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
  if (!has_budget(study.kind())) {
    return false;
  }
  return study.descent() != nullptr || study.kind() == MechanismKind::ada_ops || study.classes > 0 ||
         study.loss.lipschitz() < infinity;
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

constexpr auto person_limit =
    nested("StudyPerson", "an object with column and rows",
           "Several rows a person: the budget is promised to a person, of whose rows the first so many are used.",
           members_of<StudyPerson>(
               required_key("column", &StudyPerson::column, Text{{limits::name}},
                            "The column of the data that says whose row it is; no feature and not the label, and never "
                            "published."),
               required_key("rows", &StudyPerson::rows, person_rows, "Chosen without looking at the data.")));

StudyPerson read_person(const Node& node, const Study& study) {
  StudyPerson person;
  person_limit.read(node, person);
  const auto is_used = [&](const std::string& name) { return name == person.column; };
  if (is_used(study.label.name) || std::any_of(study.features.begin(), study.features.end(),
                                               [&](const Feature& feature) { return is_used(feature.name); })) {
    Object(node, "")
        .at("column", "")
        .refuse_as("inconsistent", {"is ", Phrase::quoted(person.column),
                                    ", a feature or the label: a model must not use what tells people apart"});
  }
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

OrderedJson describe_study_mechanism(Definitions& definitions) {
  return definitions.refer("StudyMechanism", [&] { return mechanism_kinds.describe(definitions); });
}

OrderedJson describe_budget(Definitions& definitions) {
  return definitions.refer("Budget", [&] {
    OrderedJson schema;
    schema["anyOf"] = {release_budget<Accountant>.describe(definitions),
                       release_budget<SoftmaxAccountant>.describe(definitions), descent_budget.describe(definitions),
                       pure_budget.describe(definitions)};
    return schema;
  });
}

OrderedJson describe_study_person(Definitions& definitions) {
  return person_limit.describe(definitions);
}

OrderedJson describe_study_version(Definitions&) {
  return {{"const", 1}};
}

// The keys of a study: its beginning, the parts that depend on one another, and its end.

constexpr auto study_first_keys =
    members_of<Study>(Constant<Study>{"format", "expost-study", false},
                      Described<Study, describe_study_version>{"version", false, "The version of the format."},
                      inlined(&Study::heading, study_heading));
constexpr auto study_part_keys = members_of<Study>(
    Described<Study, describe_features>{"features", true, "From a raw record to its coordinates."},
    Described<Study, describe_scaling>{"scaling", false, "The scaling of numbers and records."},
    Described<Study, describe_label>{"label", true, "The outcome."},
    Described<Study, describe_input>{"x-input", false, "A record is an image."},
    Described<Study, describe_study_mechanism>{"mechanism", true, "The mechanism that makes the model private."},
    Described<Study, describe_budget>{"budget", false,
                                      "The promise to everybody. One posterior sample has none; with eta it may be left out."},
    Described<Study, describe_study_person>{"person", false, "Several rows a person."});
constexpr auto study_last_keys =
    members_of<Study>(written_key("failureProbability", &Study::failure_probability, failure_probability,
                                  "The failure probability that the report will have."),
                      optional_key("x-sample", &Study::sample, Mark{}, "Anything but false: made-up data."));
constexpr auto study_keys = study_first_keys + study_part_keys + study_last_keys;

Study read_parts(const nlohmann::json& document, const Parts& parts) {
  require_depth(document, ErrorType::study);
  const Node root(document, ErrorType::study);
  const Object object(root, "an object");
  Study study;
  parts.read([&] {
    refuse_weights(object);
    study_keys.allow(object);
    if (object.find("format")) {
      (void)object.name("format", {"expost-study"});
    }
    if (const std::optional<Node> version = object.find("version")) {
      if (version->number(finite_number) != 1) {
        version->refuse(version->number(finite_number) > 1 ? "newer-version" : "out-of-range", "1");
      }
    }
  });
  study_heading.read(object, study.heading, parts);
  read_shape(object, study, parts);
  const std::optional<Node> stated = object.find("mechanism");
  // Label and budget depend on it.
  bool known = false;
  parts.read([&] {
    read_mechanism(Object(object.at("mechanism", "an object with name and loss"), "an object with name and loss"), study,
                   parts);
    const std::optional<Node> scaling = object.find("scaling");
    study.scaling.unit_ball = !study.network || (scaling && Object(*scaling, "").find("norm"));
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
    parts.read([&] { study.input = read_input(object, study.network.get(), study.features); });
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
        const Object object(*scales, "an object with standard deviations");
        scale_keys.allow(object);
        std::visit(
            [&](auto& settings) {
              if constexpr (requires { settings.scales; }) {
                scale_keys.read(object, settings.scales);
              }
            },
            study.mechanism);
        refuse_unreleased(object, study.budget.release, "is the scale of something that /budget/release does not release");
      }
    });
  }
  study_last_keys.read(object, study, parts);
  return study;
}

}  // namespace

std::optional<double> Study::lambda() const {
  return std::visit(
      [](const auto& settings) -> std::optional<double> {
        if constexpr (requires { settings.lambda; }) {
          return settings.lambda;
        } else {
          return std::nullopt;
        }
      },
      mechanism);
}

const DescentPlan* Study::descent() const {
  const auto* const settings = std::get_if<DescentSettings>(&mechanism);
  return settings == nullptr ? nullptr : &settings->plan;
}

Study read_study(const nlohmann::json& document) {
  return read_parts(document, Parts(nullptr));
}

OrderedJson study_schema() {
  Definitions definitions;
  OrderedJson schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "urn:expost:study:1"},
      {"title", "Expost study, version 1"},
      {"description",
       "The curator's side of a report: what to train on which columns, and how the budget is split. `expost init` leaves null "
       "where only the curator can know; such a study is not valid yet. The reader also checks what goes with what (loss, "
       "mechanism, label, budget and its parts) and that shares add up to 1."}};
  schema.update(study_keys.describe(definitions));
  schema["$defs"] = definitions.take();
  return schema;
}

std::vector<Error> study_errors(const nlohmann::json& document) {
  std::vector<Error> errors;
  const Parts parts(&errors);
  parts.read([&] { (void)read_parts(document, parts); });
  return errors;
}

}  // namespace expost::report
