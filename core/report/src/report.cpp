#include "expost/report/report.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "descent_document.hpp"
#include "document.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "features_document.hpp"
#include "heading_document.hpp"
#include "loss_document.hpp"
#include "mechanism_document.hpp"
#include "number_grid.hpp"
#include "release_document.hpp"
#include "report_model.hpp"

namespace expost::report {
namespace {

void check_format(const Node& root) {
  if (!root.value().is_object()) {
    root.refuse("not-a-report", "an object whose format is \"expost-report\"");
  }
  const Object document(root, "");
  const std::optional<Node> format = document.find("format");
  if (!format) {
    throw_error(root.type(), "not-a-report", "/format",
                "/format is missing: this is not a privacy report, whose format is \"expost-report\"");
  }
  if (!is_text(format->value(), "expost-report")) {
    format->refuse("not-a-report", "\"expost-report\"");
  }
  const Node version = document.at("version", "the number 1");
  const double number = version.number(finite_number);
  if (number > format_version && std::floor(number) == number) {
    version.refuse_as("newer-version", {"is ", shown(version.value()),
                                        ": the report has a newer format than this version of Expost can read (1)"});
  }
  if (number != format_version) {
    version.refuse("out-of-range", "1");
  }
}

Guarantee read_guarantee(const Node& node, Mechanism::Kind kind) {
  const Object object(node, "an object with epsilon and delta");
  object.allow({"epsilon", "delta", "accountant"});
  Guarantee guarantee;
  guarantee.epsilon = object.number("epsilon", positive_number);
  const Node delta = object.at("delta", probability_number.words);
  const bool pure = is_pure(kind) && delta.value().is_number() && delta.value().get<double>() == 0;
  guarantee.delta = pure ? 0 : delta.probability();
  guarantee.accountant = object.optional_text("accountant", {limits::name});
  return guarantee;
}

/// Doubles next to decimals are off by so much: 3 · 0.1 is 0.3.
constexpr double decimals = 0x1p-46;

PersonPromise read_person(const Node& node, const std::optional<Guarantee>& guarantee) {
  const Object object(node, "an object with rows, epsilon and delta");
  object.allow({"rows", "epsilon", "delta"});
  if (!guarantee) {
    node.refuse_as("inconsistent", "must be left out where there is no guarantee");
  }
  PersonPromise person;
  person.rows = read_person_rows(object);
  person.epsilon = object.number("epsilon", positive_number);
  const Node delta = object.at("delta", probability_number.words);
  const bool pure = guarantee->delta == 0 && delta.value().is_number() && delta.value().get<double>() == 0;
  person.delta = pure ? 0 : delta.probability();
  const EpsilonDelta least = group_promise({guarantee->epsilon, guarantee->delta}, person.rows);
  const auto compare = [&](const char* key, double stated, double needed) {
    if (stated < needed * (1 - decimals)) {
      object.at(key, "").refuse_as("not-implied",
                                   {"is ", stated, ", but with /guarantee it is ", needed, " for ", person.rows, " rows"});
    }
  };
  compare("epsilon", person.epsilon, least.epsilon);
  compare("delta", person.delta, least.delta);
  return person;
}

Software read_software(const Node& node) {
  const Object object(node, "an object with a name");
  object.allow({"name", "version"});
  return {.name = object.text("name", {limits::name}), .version = object.optional_text("version", {limits::name})};
}

}  // namespace

ModelLoss Report::loss() const {
  return loss_of(model);
}

const Eigen::VectorXd& Report::theta() const {
  return theta_of(model);
}

Report read_report(const nlohmann::json& document, ModelCheck check) {
  require_depth(document, ErrorType::report);
  const Node root(document, ErrorType::report);
  check_format(root);
  const Object object(root, "an object");
  object.allow(
      {"format", "version", "model", "features", "scaling", "label", "release", "guarantee", "person", "failureProbability"},
      heading_keys);
  Report report;
  read_heading(object, PublishedRule::required, report.heading);

  const Object model(object.at("model", "an object with loss, mechanism and theta"),
                     "an object with loss, mechanism and theta");
  model.allow({"loss", "mechanism", "theta"});
  const ModelLoss loss = read_loss(model.at("loss", "an object with a name"));
  const Mechanism mechanism =
      read_mechanism(model.at("mechanism", "an object with a name, its noise and lambda"), loss, check.descent);
  if (const std::optional<Node> features = object.find("features")) {
    report.features = read_features(*features);
  }
  Eigen::VectorXd theta = read_theta(model.at("theta", "an array of numbers"), report.features, loss, mechanism.grid);
  check_rounding(model.at("theta", "an array of numbers"), mechanism, theta, loss);
  if (const std::optional<Node> scaling = object.find("scaling")) {
    report.scaling = read_scaling(*scaling);
  }
  if (!report.features.empty()) {
    (void)object.at("label", "an object with name and kind, as there are features");
  }
  if (const std::optional<Node> label = object.find("label")) {
    report.label = read_label(*label, loss, report.features);
  }
  const std::optional<Node> release = object.find("release");
  Releases releases;
  if (release && !mechanism.descent) {
    releases = read_releases(*release, mechanism.kind, theta.size());
  }
  report.model = assemble_model(loss, mechanism, std::move(theta), std::move(releases));
  if (auto* const descent = std::get_if<PublishedDescent>(&report.model); descent != nullptr && release) {
    check.descent->read_release(*release, *descent);
  }
  if (const std::optional<Node> guarantee = object.find("guarantee")) {
    report.guarantee = read_guarantee(*guarantee, mechanism.kind);
  }
  check.compare(report.guarantee, report.model);
  if (const std::optional<Node> person = object.find("person")) {
    report.person = read_person(*person, report.guarantee);
  }
  report.failure_probability = read_failure_probability(object).value_or(report.failure_probability);
  if (const std::optional<Node> seed = object.find("x-insecure-seed")) {
    report.insecure_seed = !is_false(seed->value());  // `true`, or the seed itself
  }
  if (const std::optional<Node> sample = object.find("x-sample")) {
    report.sample = !is_false(sample->value());
  }
  if (const std::optional<Node> software = object.find("x-software")) {
    report.software = read_software(*software);
  }
  return report;
}

nlohmann::ordered_json write_report(const Report& report, HessianEncoding encoding) {
  check_finite(report.model);
  nlohmann::ordered_json document;
  document["format"] = "expost-report";
  document["version"] = format_version;
  write_heading(document, report.heading);

  document["model"]["loss"] = write_loss(loss_of(report.model));
  document["model"]["mechanism"] = write_mechanism(mechanism_of(report.model));
  document["model"]["theta"] = write_vector(report.theta());

  if (!report.features.empty()) {
    document["features"] = write_features(report.features);
    document["scaling"] = write_scaling(report.scaling);
  }
  if (report.label) {
    document["label"] = write_label(*report.label);
  }
  write_releases(document, report.model, encoding);
  if (const auto* const descent = std::get_if<PublishedDescent>(&report.model)) {
    write_iterates(document, *descent);
  }
  if (report.guarantee) {
    document["guarantee"]["epsilon"] = number_document(report.guarantee->epsilon);
    document["guarantee"]["delta"] = number_document(report.guarantee->delta);
    if (!report.guarantee->accountant.empty()) {
      document["guarantee"]["accountant"] = report.guarantee->accountant;
    }
  }
  if (report.person) {
    document["person"]["rows"] = report.person->rows;
    document["person"]["epsilon"] = number_document(report.person->epsilon);
    document["person"]["delta"] = number_document(report.person->delta);
  }
  document["failureProbability"] = number_document(report.failure_probability);
  if (report.insecure_seed) {
    document["x-insecure-seed"] = true;
  }
  if (report.sample) {
    document["x-sample"] = true;
  }
  if (report.software) {
    document["x-software"]["name"] = report.software->name;
    if (!report.software->version.empty()) {
      document["x-software"]["version"] = report.software->version;
    }
  }
  return document;
}

}  // namespace expost::report
