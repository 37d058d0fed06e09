#include "expost/report/report.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "document.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "features_document.hpp"
#include "heading_document.hpp"
#include "image_input.hpp"
#include "model_check.hpp"
#include "model_document.hpp"
#include "release_document.hpp"

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

constexpr auto guarantee_object(bool pure) {
  return nested(
      "Guarantee", "an object with epsilon and delta", "The differential privacy that the curator states, epsilon in nats.",
      members_of<Guarantee>(required_key("epsilon", &Guarantee::epsilon, Number{positive_number}, "In nats."),
                            required_key("delta", &Guarantee::delta, Probability{pure}, "0 for Laplace-type noise only."),
                            optional_key("accountant", &Guarantee::accountant, Text{{limits::name}},
                                         "The way epsilon and delta were worked out; of noisy gradient descent gaussian, rdp "
                                         "or pld.")));
}

constexpr auto person_object(bool pure) {
  return nested(
      "PersonPromise", "an object with rows, epsilon and delta",
      "The promise to a person with several rows, where the guarantee is about one row; at least what group privacy gives.",
      members_of<PersonPromise>(
          required_key("rows", &PersonPromise::rows, person_rows, "Rows of one person, at most."),
          required_key("epsilon", &PersonPromise::epsilon, Number{positive_number},
                       "All rows of the person together, in nats."),
          required_key("delta", &PersonPromise::delta, Probability{pure}, "0 where that of the guarantee is.")));
}

/// Doubles next to decimals are off by so much: 3 · 0.1 is 0.3.
constexpr double decimals = 0x1p-46;

/// Refuses less for a person than the guarantee gives her rows.
void check_person(const Node& node, const PersonPromise& person, const Guarantee& guarantee) {
  const Object object(node, "");
  const EpsilonDelta least = group_promise({guarantee.epsilon, guarantee.delta}, person.rows);
  const auto compare = [&](const char* key, double stated, double needed) {
    if (stated < needed * (1 - decimals)) {
      object.at(key, "").refuse_as("not-implied",
                                   {"is ", stated, ", but with /guarantee it is ", needed, " for ", person.rows, " rows"});
    }
  };
  compare("epsilon", person.epsilon, least.epsilon);
  compare("delta", person.delta, least.delta);
}

constexpr auto software_object =
    nested("Software", "an object with a name", "The program that wrote the report.",
           members_of<Software>(required_key("name", &Software::name, Text{{limits::name}}, "The program."),
                                optional_key("version", &Software::version, Text{{limits::name}}, "Its version.")));

/// Programs that read files check it; this reader doesn't look at it.
OrderedJson describe_signature(Definitions& definitions) {
  const auto base64 = [](const char* pattern, const char* words) {
    return OrderedJson{{"description", words}, {"type", "string"}, {"pattern", pattern}};
  };
  OrderedJson schema{
      {"description",
       "The publisher's signature of the rest of the file (docs/report-format.md, Signature), by minisign's rules. "
       "It is the last key of the file."},
      {"type", "object"},
      {"required", {"key", "value", "comment", "commentValue"}}};
  schema["properties"] = {
      {"key",
       base64("^RW[A-Za-z0-9+/]{54}$", "The public key: base64 of \"Ed\", 8 bytes of key number, 32 bytes of Ed25519 key.")},
      {"value", base64("^RW[A-Za-z0-9+/]{96}==$", "Base64 of \"Ed\", the key number and the 64 bytes of the signature.")},
      {"comment", {{"description", "minisign's trusted comment."}, {"type", "string"}, {"maxLength", 200}}},
      {"commentValue", base64("^[A-Za-z0-9+/]{86}==$", "Base64 of the signature of the signature followed by the comment.")}};
  schema["additionalProperties"] = false;
  return definitions.refer("Signature", [&] { return schema; });
}

// The keys of a report: its beginning, the parts that depend on one another, and its end.

OrderedJson describe_version(Definitions&) {
  return {{"const", format_version}};
}

OrderedJson describe_guarantee(Definitions& definitions) {
  return guarantee_object(true).describe(definitions);
}

OrderedJson describe_person(Definitions& definitions) {
  return person_object(true).describe(definitions);
}

constexpr auto first_keys =
    members_of<Report>(Constant<Report>{"format", "expost-report"},
                       Described<Report, describe_version>{"version", true, "The version of the format."},
                       inlined(&Report::heading, report_heading));
constexpr auto part_keys = members_of<Report>(
    Described<Report, describe_model>{"model", true, "The model: its loss, how it was made private, and theta."},
    Described<Report, describe_features>{"features", false,
                                         "From a raw record to its coordinates. Without them a record is x itself."},
    Described<Report, describe_scaling>{"scaling", false, "The scaling of numbers and records."},
    Described<Report, describe_label>{"label", false, "The outcome; there where there are features."},
    Needs<Report>{"features", "label", nullptr}, Described<Report, describe_input>{"x-input", false, "A record is an image."},
    Described<Report, describe_releases>{
        "release", false,
        "The releases beside the model. Absent or empty: nothing. A Hessian alone, with a gradient, or with "
        "gradient and smallest eigenvalue; of noisy gradient descent its iterates."},
    Described<Report, describe_guarantee>{"guarantee", false, "The promise to everyone, about one row."},
    Described<Report, describe_person>{"person", false, "The promise to a person with several rows."},
    Needs<Report>{"person", "guarantee", nullptr});
constexpr auto last_keys = members_of<Report>(
    written_key("failureProbability", &Report::failure_probability, failure_probability,
                "The bounds' failure probability, unless the person asks for another."),
    optional_key("x-insecure-seed", &Report::insecure_seed, Mark{},
                 "Anything but false: the noise came from a seed. An experiment, not a publication."),
    optional_key("x-sample", &Report::sample, Mark{}, "Anything but false: made-up data."),
    optional_key("x-software", &Report::software, software_object, "The program that wrote the report."),
    Described<Report, describe_signature>{"x-signature", false, "The publisher's signature, the last key of the file."});

}  // namespace

ModelLoss Report::loss() const {
  return loss_of(model);
}

const Eigen::VectorXd& Report::theta() const {
  return theta_of(model);
}

const PreparedNetwork* Report::network() const {
  const auto* const descent = std::get_if<PublishedDescent>(&model);
  return descent != nullptr ? descent->network.get() : nullptr;
}

Eigen::Index Report::dimension() const {
  return network() != nullptr ? network()->inputs() : theta().size() / loss().blocks();
}

Report read_report(const nlohmann::json& document) {
  require_depth(document, ErrorType::report);
  const Node root(document, ErrorType::report);
  check_format(root);
  const Object object(root, "an object");
  (first_keys + part_keys + last_keys).allow(object);
  Report report;
  first_keys.read(object, report);
  // The length of theta follows from the features.
  if (const std::optional<Node> features = object.find("features")) {
    report.features = read_features(*features);
  }
  report.model = read_model(object.at("model", "an object with loss, mechanism and theta"), report.features);
  const std::optional<Node> scaling = object.find("scaling");
  if (scaling) {
    report.scaling = read_scaling(*scaling);
  }
  // Clipping is the only bound that is used of a network.
  report.scaling.unit_ball = report.network() == nullptr || (scaling && Object(*scaling, "").find("norm"));
  if (auto* const descent = std::get_if<PublishedDescent>(&report.model); descent != nullptr && descent->plan.elsewhere) {
    descent->coding = coding_roundings(report.features, report.scaling, descent->inputs());
  }
  report.input = read_input(object, report.network(), report.features);
  if (auto* const descent = std::get_if<PublishedDescent>(&report.model);
      report.input && descent->plan.elsewhere && report.features.empty()) {
    descent->coding.absolute = Eigen::VectorXd::Constant(report.dimension(), coding_rounding(*report.input));
  }
  if (!report.features.empty()) {
    (void)object.at("label", "an object with name and kind, as there are features");
  }
  if (const std::optional<Node> label = object.find("label")) {
    report.label = read_label(*label, report.loss(), report.features);
  }
  if (const std::optional<Node> release = object.find("release")) {
    read_releases(*release, report.model);
  }
  if (const std::optional<Node> guarantee = object.find("guarantee")) {
    guarantee_object(is_pure(kind_of(report.model))).read(*guarantee, report.guarantee.emplace());
  }
  check_model(report.guarantee, report.model);
  if (const std::optional<Node> person = object.find("person")) {
    if (!report.guarantee) {
      person->refuse_as("inconsistent", "must be left out where there is no guarantee");
    }
    person_object(report.guarantee->delta == 0).read(*person, report.person.emplace());
    check_person(*person, *report.person, *report.guarantee);
  }
  last_keys.read(object, report);
  return report;
}

OrderedJson write_report(const Report& report, HessianEncoding encoding) {
  OrderedJson document;
  document["format"] = "expost-report";
  document["version"] = format_version;
  report_heading.write(document, report.heading);
  document["model"] = write_model(report.model);
  if (!report.features.empty()) {
    document["features"] = write_features(report.features);
    document["scaling"] = write_scaling(report.scaling);
  }
  if (report.label) {
    document["label"] = write_label(*report.label);
  }
  if (report.input) {
    document["x-input"] = write_input(*report.input);
  }
  if (OrderedJson release = write_releases(report.model, encoding); !release.is_null()) {
    document["release"] = std::move(release);
  }
  if (report.guarantee) {
    document["guarantee"] = guarantee_object(true).write(*report.guarantee);
  }
  if (report.person) {
    document["person"] = person_object(true).write(*report.person);
  }
  last_keys.write(document, report);
  return document;
}

OrderedJson summary_of(const Report& report) {
  OrderedJson summary;
  report_heading.summarise(summary, report.heading);
  if (report.heading.publisher) {
    OrderedJson& links = summary["publisher"];
    links["links"] = publisher_links.write(report.heading.publisher->links);
    links.erase("x-links");
  }
  OrderedJson& features = summary["features"];
  for (const Feature& feature : report.features) {
    OrderedJson field = write_feature(feature);
    field["label"] = feature.words();
    features.push_back(std::move(field));
  }
  OrderedJson& label = summary["label"];
  if (report.label) {
    label = write_label(*report.label);
    label["label"] = report.label->words();
  }
  summary["input"] = report.network() != nullptr ? summary_of_input(*report.network(), report.input) : OrderedJson(nullptr);
  summary["guarantee"] = report.guarantee ? guarantee_object(true).write(*report.guarantee) : OrderedJson(nullptr);
  summary["person"] = report.person ? person_object(true).write(*report.person) : OrderedJson(nullptr);
  last_keys.summarise(summary, report);
  return summary;
}

OrderedJson report_schema() {
  Definitions definitions;
  OrderedJson schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "urn:expost:report:1"},
      {"title", "Expost privacy report, version 1"},
      {"description",
       "The numbers and texts that a curator publishes beside a model which was made private by objective perturbation, by "
       "output perturbation, by "
       "one "
       "posterior sample or by noisy gradient descent. Nothing in it is meant to be secret. Keys of one's own start with x-; "
       "everything else that isn't listed is refused. The reader also checks what goes with what (loss, mechanism, label, "
       "releases and promise), lengths that depend on one another, and that the noise gives the promise."}};
  schema.update((first_keys + part_keys + last_keys).describe(definitions));
  schema["$defs"] = definitions.take();
  return schema;
}

}  // namespace expost::report
