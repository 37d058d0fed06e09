#include "features_document.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/raw_value.hpp"

namespace expost::report {
namespace {

constexpr TextRule name_rule{limits::name};
constexpr TextRule level_rule{limits::level};

constexpr std::array translation_keys{"units", "labels", "levelLabels"};
constexpr std::span number_translations(translation_keys.data(), 2);
constexpr std::span plain_translations(translation_keys.data() + 1, 1);
constexpr std::span level_translations(translation_keys.data() + 1, 2);

/// In a study: says which range or level of which field the curator still has to fill in.
void refuse_unfilled(const Object& field, const std::string& name, std::string_view key, const char* what) {
  const std::optional<Node> member = field.find(key);
  if (field.node().type() != ErrorType::study || !member) {
    return;
  }
  const bool empty_list = member->value().is_array() && member->value().empty();
  if (member->value().is_null() || empty_list) {
    throw_error(ErrorType::study, "unfilled", member->pointer(),
                {"the ", what, " of ", Phrase::quoted(name), " (", member->pointer(),
                 ") is not filled in yet: state it from public knowledge, never from the data"});
  }
}

void check_range(const Node& end, double minimum, double maximum) {
  if (!(minimum < maximum)) {
    end.refuse("out-of-range", {"a number above the minimum, ", minimum});
  }
  if (!std::isfinite(maximum - minimum)) {
    end.refuse("out-of-range", {"a number that is not as far from the minimum, ", minimum});
  }
}

/// minimum < maximum, their difference finite. False if an error was collected.
bool read_range(const Object& field, const std::string& name, double& minimum, double& maximum, const Parts& parts) {
  const bool has_start = parts.read([&] {
    refuse_unfilled(field, name, "minimum", "minimum");
    minimum = field.number("minimum", finite_number);
  });
  const bool has_end = parts.read([&] {
    refuse_unfilled(field, name, "maximum", "maximum");
    maximum = field.number("maximum", finite_number);
  });
  return has_start && has_end && parts.read([&] { check_range(field.at("maximum", ""), minimum, maximum); });
}

/// Refuses the second of two equal names among siblings; remembers where each was first.
class Names {
 public:
  void add(const std::string& name, const Node& place) {
    const auto [first, is_new] = places_.try_emplace(name, place.pointer());
    if (!is_new) {
      place.refuse_as("duplicate", {"must differ from ", first->second, ", but is ", Phrase::quoted(name), " too"});
    }
  }

 private:
  std::map<std::string, std::string> places_;
};

/// An array of different texts, one for each level.
std::vector<std::string> read_texts(const Node& node) {
  const auto& items = node.array("an array of texts, one for each level");
  std::vector<std::string> texts;
  texts.reserve(items.size());
  Names names;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Node item(items[i], node, i);
    texts.push_back(item.text(level_rule));
    names.add(texts.back(), item);
  }
  return texts;
}

/// True for a language subtag of BCP 47 in lower case: all that are registered have two or three
/// letters.
bool is_language(std::string_view key) {
  return (key.size() == 2 || key.size() == 3) &&
         std::all_of(key.begin(), key.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Checks the words in other languages of a field whose keys are known to be allowed, and copies
/// them.
void read_translations(const Object& field, std::size_t levels, Json::object_t& translations) {
  for (const char* const key : translation_keys) {
    const std::optional<Node> node = field.find(key);
    if (!node) {
      continue;
    }
    const auto* const languages = node->value().get_ptr<const Json::object_t*>();
    if (languages == nullptr) {
      node->refuse("wrong-type", "an object with languages, like de");
    }
    if (languages->size() > limits::languages) {
      node->refuse_as("too-large", {"must have at most ", limits::languages, " languages"});
    }
    for (const auto& [language, value] : *languages) {
      const Node words(value, *node, language);
      if (!is_language(language)) {
        words.refuse_as("unknown-key", "must be named by a language in two or three lower-case letters, like de");
      }
      if (key != translation_keys.back()) {
        (void)words.text(name_rule);
      } else if (read_texts(words).size() != levels) {
        words.refuse_as("wrong-length", {"must have one text for each level, ", levels});
      }
    }
    translations.emplace(key, node->value());
  }
}

/// Adds the words in other languages to a field's document.
void write_translations(nlohmann::ordered_json& document, const Json::object_t& translations) {
  for (const auto& [key, value] : translations) {
    document[key] = value;
  }
}

std::vector<std::string> read_levels(const Object& field, const std::string& name) {
  refuse_unfilled(field, name, "levels", "list of levels");
  const char* const expected = "an array of texts, one for each level";
  const Node node = field.at("levels", expected);
  const auto& items = node.array(expected);
  if (items.empty()) {
    node.refuse_as("wrong-length", "must have at least one level");
  }
  if (items.size() > static_cast<std::size_t>(limits::dimension)) {
    node.refuse_as("too-large", {"must have at most ", limits::dimension, " levels, but has ", items.size()});
  }
  return read_texts(node);
}

/// The aliases of a field whose keys are known to be allowed.
Json::object_t read_aliases(const Object& field, const std::vector<std::string>& levels) {
  const std::optional<Node> node = field.find("aliases");
  if (!node) {
    return {};
  }
  const auto* const aliases = node->value().get_ptr<const Json::object_t*>();
  if (aliases == nullptr) {
    node->refuse("wrong-type", "an object with levels under their other spellings");
  }
  if (aliases->size() > limits::aliases) {
    node->refuse_as("too-large", {"must have at most ", limits::aliases, " aliases"});
  }
  LevelIndex index(levels);
  for (const auto& [alias, value] : *aliases) {
    const Node level(value, *node, alias);
    const Json spelling(alias);
    (void)Node(spelling, *node, alias).text(level_rule);
    if (index.find(alias)) {
      level.refuse_as("duplicate", "must be another spelling of a level, but is a level itself");
    }
    const auto meant = std::find(levels.begin(), levels.end(), level.text(level_rule));
    if (meant == levels.end()) {
      level.refuse("unknown-level", "one of the levels");
    }
    const auto place = static_cast<std::size_t>(meant - levels.begin());
    index.add(alias, place);
    // A number in a record has no spelling: "1" and "1.0" can't mean two levels.
    if (const ParsedNumber parsed = parse_number(alias); parsed.kind == NumberText::number) {
      if (const std::size_t first = *index.find(parsed.value); first != place) {
        level.refuse_as("duplicate",
                        {"must mean ", Phrase::quoted(levels[first]), ", as another spelling of the same number does"});
      }
    }
  }
  return *aliases;
}

/// Adds the aliases to a field's document, where there are any.
void write_aliases(nlohmann::ordered_json& document, const Json::object_t& aliases) {
  if (!aliases.empty()) {
    document["aliases"] = aliases;
  }
}

/// Refuses a `kind` that a study leaves open; `kinds` says what each needs.
void refuse_open_kind(const Object& field, const std::string& name, const char* kinds) {
  const std::optional<Node> kind = field.find("kind");
  if (field.node().type() == ErrorType::study && kind && kind->value().is_null()) {
    throw_error(ErrorType::study, "unfilled", kind->pointer(),
                {"the kind of ", Phrase::quoted(name), " (", kind->pointer(), ") is not filled in yet: it must be ", kinds});
  }
}

std::string read_label_kind(const Object& field, const std::string& name) {
  refuse_open_kind(field, name,
                   "\"binary\" (with negative and positive, for the loss logistic), \"category\" (with levels, for softmax) or "
                   "\"number\" (with minimum and maximum, for pseudo-huber and others)");
  return field.name("kind", {"binary", "number", "category"});
}

/// A number above 0 with at most six digits that is at least `value`.
double rounded_up(double value) {
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(value)));
  const double units = std::ceil(value * scale);
  // √2·10⁵ is no whole number, but 3·10⁵ may come out as a little more than one.
  const double less = (units - 1) / scale;
  return less >= value * (1 - 1e-13) ? less : units / scale;
}

/// A kind of label as `kind` names it.
const char* name_of_label(LabelKind kind) {
  switch (kind) {
    case LabelKind::binary:
      return "binary";
    case LabelKind::category:
      return "category";
    case LabelKind::number:
      break;
  }
  return "number";
}

}  // namespace

Feature read_feature(const Node& node, const Parts& parts) {
  const Object field(node, "an object with name and kind");
  Feature feature;
  feature.name = field.text("name", name_rule);
  feature.label = field.optional_text("label", name_rule);
  refuse_open_kind(field, feature.name,
                   "\"number\" (with minimum and maximum), \"boolean\" (yes or no) or \"category\" (with levels)");
  const std::string kind = field.name("kind", {"constant", "number", "boolean", "category"});
  if (kind == "constant") {
    field.allow({"name", "label", "kind", "value"}, plain_translations);
    feature.kind = FeatureKind::constant;
    feature.value = field.number("value", value_number);
  } else if (kind == "number") {
    field.allow({"name", "label", "unit", "kind", "minimum", "maximum", "missing"}, number_translations);
    feature.kind = FeatureKind::number;
    feature.unit = field.optional_text("unit", name_rule);
    const bool has_range = read_range(field, feature.name, feature.minimum, feature.maximum, parts);
    parts.read([&] {
      if (const std::optional<Node> missing = field.find("missing")) {
        const std::string words = sentence({"a number from ", feature.minimum, " to ", feature.maximum});
        feature.missing_value =
            missing->number(has_range ? NumberRule{words.c_str(), feature.minimum, feature.maximum} : finite_number);
      }
    });
  } else if (kind == "boolean") {
    field.allow({"name", "label", "kind"}, plain_translations);
    feature.kind = FeatureKind::boolean;
  } else {
    field.allow({"name", "label", "kind", "levels", "missing", "aliases"}, level_translations);
    feature.kind = FeatureKind::category;
    const bool has_levels = parts.read([&] { feature.levels = read_levels(field, feature.name); });
    parts.read([&] {
      if (const std::optional<Node> missing = field.find("missing")) {
        const std::string level = missing->text(level_rule);
        const auto place = std::find(feature.levels.begin(), feature.levels.end(), level);
        if (place != feature.levels.end()) {
          feature.missing_level = static_cast<std::size_t>(place - feature.levels.begin());
        } else if (has_levels) {
          missing->refuse("unknown-level", "one of the levels");
        }
      }
    });
    if (!has_levels) {
      return feature;
    }
    parts.read([&] { feature.aliases = read_aliases(field, feature.levels); });
  }
  parts.read([&] { read_translations(field, feature.levels.size(), feature.translations); });
  return feature;
}

double greatest_length(const std::vector<Feature>& features, const Scaling& scaling) {
  const double end = std::max(std::fabs(scaling.lower), std::fabs(scaling.upper));
  double squares = 0;
  for (const Feature& feature : features) {
    const double size = feature.kind == FeatureKind::number ? end : feature.kind == FeatureKind::constant ? feature.value : 1;
    squares += size * size;
  }
  return std::sqrt(squares);
}

Eigen::Index total_coordinates(const std::vector<Feature>& features) {
  Eigen::Index total = 0;
  for (const Feature& feature : features) {
    total += feature.coordinates();
  }
  return total;
}

std::vector<Feature> read_features(const Node& node) {
  const auto& items = node.array("an array of features");
  if (items.empty()) {
    node.refuse_as("wrong-length", "must have at least one feature");
  }
  if (items.size() > static_cast<std::size_t>(limits::dimension)) {
    node.refuse_as("too-large", {"must have at most ", limits::dimension, " coordinates together, but has more"});
  }
  std::vector<Feature> features;
  features.reserve(items.size());
  Names names;
  std::size_t aliases = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Node item(items[i], node, i);
    features.push_back(read_feature(item));
    aliases += features.back().aliases.size();
    if (aliases > limits::aliases) {
      node.refuse_as("too-large", {"must have at most ", limits::aliases, " aliases together, but has more"});
    }
    const Json& name = *item.value().find("name");
    names.add(features.back().name, Node(name, item, "name"));
  }
  if (total_coordinates(features) > limits::dimension) {
    node.refuse_as("too-large", {"must have at most ", limits::dimension, " coordinates together, but has more"});
  }
  return features;
}

nlohmann::ordered_json write_features(const std::vector<Feature>& features) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const Feature& feature : features) {
    nlohmann::ordered_json item;
    item["name"] = feature.name;
    if (!feature.label.empty()) {
      item["label"] = feature.label;
    }
    switch (feature.kind) {
      case FeatureKind::constant:
        item["kind"] = "constant";
        item["value"] = number_document(feature.value);
        break;
      case FeatureKind::number:
        if (!feature.unit.empty()) {
          item["unit"] = feature.unit;
        }
        item["kind"] = "number";
        item["minimum"] = number_document(feature.minimum);
        item["maximum"] = number_document(feature.maximum);
        if (feature.missing_value) {
          item["missing"] = number_document(*feature.missing_value);
        }
        break;
      case FeatureKind::boolean:
        item["kind"] = "boolean";
        break;
      case FeatureKind::category:
        item["kind"] = "category";
        item["levels"] = feature.levels;
        if (feature.missing_level) {
          item["missing"] = feature.levels.at(*feature.missing_level);
        }
        write_aliases(item, feature.aliases);
        break;
    }
    write_translations(item, feature.translations);
    items.push_back(std::move(item));
  }
  return items;
}

void read_scaling_range(const Node& node, Scaling& scaling) {
  const Object object(node, "an object with range and norm");
  object.allow({"range", "norm"});
  if (const std::optional<Node> range = object.find("range")) {
    double ends[2];
    range->numbers(ends, "where minimum and maximum go");
    const auto& items = range->value().get_ref<const Json::array_t&>();
    scaling.lower = ends[0];
    scaling.upper = ends[1];
    if (!(scaling.lower < scaling.upper)) {
      Node(items[1], *range, 1).refuse("out-of-range", {"a number above the range's start, ", scaling.lower});
    }
  }
}

Scaling read_scaling(const Node& node) {
  Scaling scaling;
  read_scaling_range(node, scaling);
  const Object object(node, "an object with range and norm");
  scaling.norm = object.optional_scale("norm").value_or(scaling.norm);
  return scaling;
}

Scaling read_study_scaling(const Node& node, std::optional<double> greatest) {
  if (node.value().is_object() && greatest && *greatest > 0) {
    const Object object(node, "an object with range and norm");
    const std::optional<Node> norm = object.find("norm");
    if (norm && norm->value().is_null()) {
      throw_error(ErrorType::study, "unfilled", norm->pointer(),
                  {norm->pointer(), " is not filled in yet: no record of these features is longer than ", rounded_up(*greatest),
                   ", so with that number none is scaled down"});
    }
  }
  return read_scaling(node);
}

nlohmann::ordered_json write_scaling(const Scaling& scaling) {
  nlohmann::ordered_json document;
  document["range"] = {number_document(scaling.lower), number_document(scaling.upper)};
  document["norm"] = number_document(scaling.norm);
  return document;
}

Label read_label(const Node& node, const ModelLoss& loss, const std::vector<Feature>& features, const Parts& parts) {
  const Object field(node, "an object with name and kind");
  Label label;
  label.name = field.text("name", name_rule);
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i].name == label.name) {
      field.at("name", "")
          .refuse_as("duplicate",
                     {"must differ from the features' names, but /features/", i, " is ", Phrase::quoted(label.name), " too"});
    }
  }
  label.label = field.optional_text("label", name_rule);
  const std::string kind = read_label_kind(field, label.name);
  label.kind = loss.label_kind();
  if (const char* const needed = name_of_label(label.kind); kind != needed) {
    const char* const name = loss.is_softmax() ? "softmax" : name_of(loss.linear.kind);
    field.at("kind", "")
        .refuse("inconsistent",
                {Phrase::quoted(needed), " for ",
                 label.kind == LabelKind::number ? "a loss of real-valued labels" : sentence({"the ", name, " loss"})});
  }
  if (kind == "binary") {
    field.allow({"name", "label", "kind", "negative", "positive", "aliases"}, level_translations);
    const bool has_negative = parts.read([&] {
      refuse_unfilled(field, label.name, "negative", "negative level");
      label.negative = field.text("negative", level_rule);
    });
    const bool has_positive = parts.read([&] {
      refuse_unfilled(field, label.name, "positive", "positive level");
      label.positive = field.text("positive", level_rule);
    });
    if (has_negative && has_positive && label.negative == label.positive) {
      field.at("positive", "")
          .refuse_as("duplicate", {"must differ from /label/negative, but is ", Phrase::quoted(label.positive), " too"});
    }
    if (has_negative && has_positive) {
      label.aliases = read_aliases(field, {label.negative, label.positive});
    }
  } else if (label.kind == LabelKind::category) {
    field.allow({"name", "label", "kind", "levels", "aliases"}, level_translations);
    label.levels = read_levels(field, label.name);
    if (static_cast<Eigen::Index>(label.levels.size()) != loss.classes) {
      field.at("levels", "")
          .refuse_as("wrong-length", {"must have one level for each class, ", loss.classes, ", but has ", label.levels.size()});
    }
    label.aliases = read_aliases(field, label.levels);
  } else {
    field.allow({"name", "label", "unit", "kind", "minimum", "maximum"}, number_translations);
    label.unit = field.optional_text("unit", name_rule);
    (void)read_range(field, label.name, label.minimum, label.maximum, parts);
  }
  read_translations(field, label.kind == LabelKind::binary ? 2 : label.levels.size(), label.translations);
  return label;
}

void read_label_gaps(const Object& study, const Parts& parts) {
  const std::optional<Node> node = study.find("label");
  if (!node || !node->value().is_object()) {
    return;
  }
  const Object field(*node, "");
  const std::string name = field.text("name", name_rule);
  const std::optional<Node> kind = field.find("kind");
  parts.read([&] {
    if (kind && kind->value().is_null()) {
      (void)read_label_kind(field, name);
    }
  });
  for (const auto& [key, what] :
       {std::pair("negative", "negative level"), std::pair("positive", "positive level"), std::pair("minimum", "minimum"),
        std::pair("maximum", "maximum"), std::pair("levels", "list of levels")}) {
    parts.read([&, key = key, what = what] { refuse_unfilled(field, name, key, what); });
  }
}

nlohmann::ordered_json write_label(const Label& label) {
  nlohmann::ordered_json document;
  document["name"] = label.name;
  if (!label.label.empty()) {
    document["label"] = label.label;
  }
  if (label.kind == LabelKind::binary) {
    document["kind"] = "binary";
    document["negative"] = label.negative;
    document["positive"] = label.positive;
    write_aliases(document, label.aliases);
  } else if (label.kind == LabelKind::category) {
    document["kind"] = "category";
    document["levels"] = label.levels;
    write_aliases(document, label.aliases);
  } else {
    if (!label.unit.empty()) {
      document["unit"] = label.unit;
    }
    document["kind"] = "number";
    document["minimum"] = number_document(label.minimum);
    document["maximum"] = number_document(label.maximum);
  }
  write_translations(document, label.translations);
  return document;
}

}  // namespace expost::report
