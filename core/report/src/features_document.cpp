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
#include "members.hpp"

namespace expost::report {
namespace {

constexpr TextRule name_rule{limits::name};
constexpr TextRule level_rule{limits::level};

/// A value that comes from public knowledge: a study that leaves it open hears which field's it is.
template <class Rule>
struct Public {
  using Value = typename Rule::Value;
  Rule rule;
  const char* what;  ///< "minimum"

  [[nodiscard]] const char* expected() const { return rule.expected(); }
  void read(const Node& node, Value& value) const {
    const bool empty_list = node.value().is_array() && node.value().empty();
    if (node.type() == ErrorType::study && (node.value().is_null() || empty_list)) {
      throw_error(ErrorType::study, "unfilled", node.pointer(),
                  {"the ", what, " of ", Phrase::quoted(Object(*node.parent(), "").text("name", name_rule)), " (",
                   node.pointer(), ") is not filled in yet: state it from public knowledge, never from the data"});
    }
    rule.read(node, value);
  }
  [[nodiscard]] OrderedJson write(const Value& value) const { return rule.write(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const { return rule.describe(definitions); }
};

template <class Field>
void check_range(const Object& object, const Field& field) {
  const Node end = object.at("maximum", "");
  if (!(field.minimum < field.maximum)) {
    end.refuse("out-of-range", {"a number above the minimum, ", field.minimum});
  }
  if (!std::isfinite(field.maximum - field.minimum)) {
    end.refuse("out-of-range", {"a number that is not as far from the minimum, ", field.minimum});
  }
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

/// As many different texts as there are levels.
std::vector<std::string> read_words(const Node& node, std::size_t levels) {
  std::vector<std::string> words = read_texts(node);
  if (words.size() != levels) {
    node.refuse_as("wrong-length", {"must have one text for each level, ", levels});
  }
  return words;
}

/// True for a language subtag of BCP 47 in lower case: all that are registered have two or three
/// letters.
bool is_language(std::string_view key) {
  return (key.size() == 2 || key.size() == 3) &&
         std::all_of(key.begin(), key.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Texts by language, or a list of texts for the levels.
template <class Field>
void read_translation(const Object& object, const char* key, Field& field, std::size_t levels) {
  const std::optional<Node> node = object.find(key);
  if (!node) {
    return;
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
    if (levels == 0) {
      (void)words.text(name_rule);
    } else {
      (void)read_words(words, levels);
    }
  }
  field.translations.emplace(key, node->value());
}

template <class Field>
void write_translation(OrderedJson& document, const char* key, const Field& field) {
  if (const auto words = field.translations.find(key); words != field.translations.end()) {
    document[key] = words->second;
  }
}

OrderedJson describe_languages(OrderedJson value) {
  return {{"type", "object"},
          {"maxProperties", limits::languages},
          {"patternProperties", {{"^[a-z]{2,3}$", std::move(value)}}},
          {"additionalProperties", false}};
}

OrderedJson describe_translations(Definitions& definitions) {
  return definitions.refer("Translations", [&] {
    return described(describe_languages(Text{name_rule}.describe(definitions)),
                     "A text under each language, a subtag of BCP 47 in lower case.");
  });
}

OrderedJson describe_levels(Definitions& definitions, std::size_t least) {
  return {{"type", "array"},
          {"minItems", least},
          {"maxItems", limits::dimension},
          {"uniqueItems", true},
          {"items", Text{level_rule}.describe(definitions)}};
}

OrderedJson describe_level_words(Definitions& definitions) {
  return describe_levels(definitions, 1);
}

OrderedJson describe_level_labels(Definitions& definitions) {
  return definitions.refer("LevelLabels", [&] { return describe_languages(describe_levels(definitions, 1)); });
}

/// The levels of a category, or of a binary label.
struct Levels {
  using Value = std::vector<std::string>;
  std::size_t least;

  [[nodiscard]] const char* expected() const { return "an array of texts, one for each level"; }
  void read(const Node& node, Value& value) const {
    const auto& items = node.array(expected());
    if (items.empty()) {
      node.refuse_as("wrong-length", "must have at least one level");
    }
    if (items.size() > static_cast<std::size_t>(limits::dimension)) {
      node.refuse_as("too-large", {"must have at most ", limits::dimension, " levels, but has ", items.size()});
    }
    value = read_texts(node);
  }
  [[nodiscard]] OrderedJson write(const Value& value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const { return describe_levels(definitions, least); }
};

std::vector<std::string> levels_of(const Feature& feature) {
  return feature.levels;
}
std::vector<std::string> levels_of(const Label& label) {
  return label.kind == LabelKind::binary ? std::vector{label.negative, label.positive} : label.levels;
}

template <class Field>
void read_aliases(const Object& object, Field& field) {
  const std::optional<Node> node = object.find("aliases");
  if (!node) {
    return;
  }
  const auto* const aliases = node->value().get_ptr<const Json::object_t*>();
  if (aliases == nullptr) {
    node->refuse("wrong-type", "an object with levels under their other spellings");
  }
  if (aliases->size() > limits::aliases) {
    node->refuse_as("too-large", {"must have at most ", limits::aliases, " aliases"});
  }
  const std::vector<std::string> levels = levels_of(field);
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
  field.aliases = *aliases;
}

OrderedJson describe_aliases(Definitions& definitions) {
  return definitions.refer("Aliases", [&] {
    const OrderedJson level = Text{level_rule}.describe(definitions);
    return OrderedJson{
        {"type", "object"}, {"maxProperties", limits::aliases}, {"propertyNames", level}, {"additionalProperties", level}};
  });
}

// The keys of a field, by its kind.

template <class Field>
constexpr auto named_field = members_of<Field>(required_key("name", &Field::name, Text{name_rule},
                                                            "The key in a raw record, and the header of its column."),
                                               optional_key("label", &Field::label, Text{name_rule},
                                                            "In words, for people; else the name."));

template <class Field>
constexpr Computed<Field, describe_translations> labels{
    "labels", false, [](const Object& object, Field& field) { read_translation(object, "labels", field, 0); },
    [](OrderedJson& document, const Field& field) { write_translation(document, "labels", field); },
    "`label` in other languages."};
template <class Field>
constexpr Computed<Field, describe_translations> units{
    "units", false, [](const Object& object, Field& field) { read_translation(object, "units", field, 0); },
    [](OrderedJson& document, const Field& field) { write_translation(document, "units", field); },
    "`unit` in other languages."};
template <class Field>
constexpr Computed<Field, describe_level_words> level_words{
    "levelWords", false,
    [](const Object& object, Field& field) {
      if (const std::optional<Node> words = object.find("levelWords")) {
        field.level_words = read_words(*words, levels_of(field).size());
      }
    },
    [](OrderedJson& document, const Field& field) {
      if (!field.level_words.empty()) {
        document["levelWords"] = field.level_words;
      }
    },
    "Words for the levels, in their order; of a binary label negative, then positive. Records have the levels themselves."};
template <class Field>
constexpr Computed<Field, describe_level_labels> level_labels{
    "levelLabels", false,
    [](const Object& object, Field& field) { read_translation(object, "levelLabels", field, levels_of(field).size()); },
    [](OrderedJson& document, const Field& field) { write_translation(document, "levelLabels", field); },
    "`levelWords` in other languages."};
template <class Field>
constexpr Computed<Field, describe_aliases> aliases{
    "aliases", false, [](const Object& object, Field& field) { read_aliases(object, field); },
    [](OrderedJson& document, const Field& field) {
      if (!field.aliases.empty()) {
        document["aliases"] = field.aliases;
      }
    },
    "Other spellings of levels, and the level that each means. A spelling is no level itself, and what it means is one."};

template <class Field>
constexpr auto number_field = named_field<Field>.with(
    optional_key("unit", &Field::unit, Text{name_rule}), Constant<Field>{"kind", "number"},
    required_key("minimum", &Field::minimum, Public<Number>{{finite_number}, "minimum"}),
    required_key("maximum", &Field::maximum, Public<Number>{{finite_number}, "maximum"}), Check<Field>{check_range<Field>});

OrderedJson describe_number(Definitions& definitions) {
  return Number{finite_number}.describe(definitions);
}

constexpr Computed<Feature, describe_number> missing_number{"missing",
                                                            false,
                                                            [](const Object& object, Feature& feature) {
                                                              if (const std::optional<Node> missing = object.find("missing")) {
                                                                feature.missing_value = missing->number(finite_number);
                                                              }
                                                            },
                                                            [](OrderedJson& document, const Feature& feature) {
                                                              if (feature.missing_value) {
                                                                document["missing"] = number_document(*feature.missing_value);
                                                              }
                                                            },
                                                            "Stands in for a blank; within [minimum, maximum].",
                                                            true};

void check_missing(const Object& object, const Feature& feature) {
  if (feature.missing_value) {
    const std::string words = sentence({"a number from ", feature.minimum, " to ", feature.maximum});
    (void)object.number("missing", {words.c_str(), feature.minimum, feature.maximum});
  }
}

OrderedJson describe_level(Definitions& definitions) {
  return Text{level_rule}.describe(definitions);
}

constexpr Computed<Feature, describe_level> missing_level{
    "missing",
    false,
    [](const Object& object, Feature& feature) {
      if (const std::optional<Node> missing = object.find("missing")) {
        const auto place = std::find(feature.levels.begin(), feature.levels.end(), missing->text(level_rule));
        if (place != feature.levels.end()) {
          feature.missing_level = static_cast<std::size_t>(place - feature.levels.begin());
        } else if (!feature.levels.empty()) {  // they had no error
          missing->refuse("unknown-level", "one of the levels");
        }
      }
    },
    [](OrderedJson& document, const Feature& feature) {
      if (feature.missing_level) {
        document["missing"] = feature.levels.at(*feature.missing_level);
      }
    },
    "The level that stands in for a blank.",
    true};

constexpr auto feature_kinds = alternatives_of(
    alternative(FeatureKind::constant, "The intercept.",
                named_field<Feature>.with(Constant<Feature>{"kind", "constant"},
                                          required_key("value", &Feature::value, Number{value_number}), labels<Feature>)),
    alternative(FeatureKind::number, "Clamped to [minimum, maximum], then mapped linearly to scaling.range.",
                number_field<Feature>.with(missing_number, Check<Feature>{check_missing}, labels<Feature>, units<Feature>)),
    alternative(FeatureKind::boolean, "0 or 1.",
                named_field<Feature>.with(Constant<Feature>{"kind", "boolean"}, labels<Feature>)),
    alternative(FeatureKind::category, "One coordinate for each level, in this order.",
                named_field<Feature>.with(Constant<Feature>{"kind", "category"},
                                          required_key("levels", &Feature::levels, Public<Levels>{{1}, "list of levels"}),
                                          level_words<Feature>, missing_level, aliases<Feature>, labels<Feature>,
                                          level_labels<Feature>)));

void check_outcomes(const Object& object, const Label& label) {
  if (label.negative == label.positive) {
    object.at("positive", "")
        .refuse_as("duplicate", {"must differ from /label/negative, but is ", Phrase::quoted(label.positive), " too"});
  }
}

constexpr auto label_kinds = alternatives_of(
    alternative(LabelKind::binary, "Coded -1 and +1; for the logistic loss.",
                named_field<Label>.with(
                    Constant<Label>{"kind", "binary"},
                    required_key("negative", &Label::negative, Public<Text>{{level_rule}, "negative level"}),
                    required_key("positive", &Label::positive, Public<Text>{{level_rule}, "positive level"}),
                    Check<Label>{check_outcomes}, level_words<Label>, aliases<Label>, labels<Label>, level_labels<Label>)),
    alternative(LabelKind::number,
                "Clamped to [minimum, maximum], then mapped linearly to [-1, 1]; for the squared and pseudo-Huber losses.",
                number_field<Label>.with(labels<Label>, units<Label>)),
    alternative(LabelKind::category, "Coded by the number of the level, from 0; for softmax.",
                named_field<Label>.with(Constant<Label>{"kind", "category"},
                                        required_key("levels", &Label::levels, Public<Levels>{{2}, "list of levels"}),
                                        level_words<Label>, aliases<Label>, labels<Label>, level_labels<Label>)));

/// Reads the `kind` of a field; `kinds` says what each needs, where a study leaves it open.
template <class Kind>
Kind read_field_kind(const Object& field, const std::string& name, const char* kinds) {
  const Node kind = field.at("kind", listed(names_of<Kind>).c_str());
  if (field.node().type() == ErrorType::study && kind.value().is_null()) {
    throw_error(ErrorType::study, "unfilled", kind.pointer(),
                {"the kind of ", Phrase::quoted(name), " (", kind.pointer(), ") is not filled in yet: it must be ", kinds});
  }
  return kind.choice<Kind>();
}

LabelKind read_label_kind(const Object& field, const std::string& name) {
  return read_field_kind<LabelKind>(
      field, name,
      "\"binary\" (with negative and positive, for the loss logistic), \"category\" (with levels, for softmax) or "
      "\"number\" (with minimum and maximum, for pseudo-huber and others)");
}

/// A number above 0 with at most six digits that is at least `value`.
double rounded_up(double value) {
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(value)));
  const double units = std::ceil(value * scale);
  // √2·10⁵ is no whole number, but 3·10⁵ may come out as a little more than one.
  const double less = (units - 1) / scale;
  return less >= value * (1 - 1e-13) ? less : units / scale;
}

void read_range(const Object& object, Scaling& scaling) {
  const std::optional<Node> range = object.find("range");
  if (!range) {
    return;
  }
  double ends[2];
  range->numbers(ends, "where minimum and maximum go");
  scaling.lower = ends[0];
  scaling.upper = ends[1];
  if (!(scaling.lower < scaling.upper)) {
    const auto& items = range->value().get_ref<const Json::array_t&>();
    Node(items[1], *range, 1).refuse("out-of-range", {"a number above the range's start, ", scaling.lower});
  }
}

void write_range(OrderedJson& document, const Scaling& scaling) {
  document["range"] = {number_document(scaling.lower), number_document(scaling.upper)};
}

OrderedJson describe_range(Definitions&) {
  OrderedJson schema = describe_numbers(value_number, 2, 2);
  write_range(schema, Scaling{});
  schema["default"] = std::move(schema["range"]);
  schema.erase("range");
  return schema;
}

constexpr auto scaling_members = members_of<Scaling>(
    Computed<Scaling, describe_range>{"range", false, read_range, write_range, "Where minimum and maximum of a number go."},
    written_key("norm", &Scaling::norm, Scale{},
                "Every record is divided by it. Left out with a network, no record is scaled onto the unit ball."));
constexpr auto scaling_object = nested(
    "Scaling", "an object with range and norm",
    "Numbers go to range; then the record is divided by norm and, if it is longer than 1 still, scaled onto the unit ball. "
    "Without features it has no effect.",
    scaling_members);

}  // namespace

Feature read_feature(const Node& node, const Parts& parts) {
  const Object field(node, "an object with name and kind");
  Feature feature;
  feature.name = field.text("name", name_rule);
  feature.kind = read_field_kind<FeatureKind>(
      field, feature.name, "\"number\" (with minimum and maximum), \"boolean\" (yes or no) or \"category\" (with levels)");
  feature_kinds.with(feature.kind, [&](const auto& members) {
    members.allow(field);
    members.read(field, feature, parts);
  });
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

CodingRoundings coding_roundings(const std::vector<Feature>& features, const Scaling& scaling, Eigen::Index d) {
  CodingRoundings roundings;
  if (scaling.unit_ball && !features.empty() && greatest_length(features, scaling) > scaling.norm) {
    roundings.relative += static_cast<double>(d) + 8;
  }
  Eigen::VectorXd off = Eigen::VectorXd::Zero(total_coordinates(features));
  const double end = std::max(std::fabs(scaling.lower), std::fabs(scaling.upper));
  Eigen::Index at = 0;
  for (const Feature& feature : features) {
    if (feature.kind == FeatureKind::number) {
      const double largest = std::max(std::fabs(feature.minimum), std::fabs(feature.maximum));
      const double steps = 3 * (2 * largest) / (feature.maximum - feature.minimum) * (scaling.upper - scaling.lower);
      off(at) += (steps + 3 * end) / scaling.norm * (1 + 0x1p-40);
    }
    at += feature.coordinates();
  }
  roundings.absolute = off;
  return roundings;
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

OrderedJson write_feature(const Feature& feature) {
  OrderedJson document;
  feature_kinds.with(feature.kind, [&](const auto& members) { members.write(document, feature); });
  return document;
}

OrderedJson write_features(const std::vector<Feature>& features) {
  OrderedJson items = OrderedJson::array();
  for (const Feature& feature : features) {
    items.push_back(write_feature(feature));
  }
  return items;
}

OrderedJson describe_features(Definitions& definitions) {
  return {{"description",
           "From a raw record to its coordinates, in this order. Minimum, maximum and levels are public knowledge or were "
           "released privately; they are never read off the data."},
          {"type", "array"},
          {"minItems", 1},
          {"maxItems", limits::dimension},
          {"items", definitions.refer("Feature", [&] { return feature_kinds.describe(definitions); })}};
}

void read_scaling_range(const Node& node, Scaling& scaling) {
  const Object object(node, scaling_object.words);
  scaling_members.allow(object);
  read_range(object, scaling);
}

Scaling read_scaling(const Node& node) {
  Scaling scaling;
  scaling_object.read(node, scaling);
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

OrderedJson write_scaling(const Scaling& scaling) {
  OrderedJson document = scaling_object.write(scaling);
  if (!scaling.unit_ball) {
    document.erase("norm");
  }
  return document;
}

OrderedJson describe_scaling(Definitions& definitions) {
  return scaling_object.describe(definitions);
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
  const LabelKind kind = read_label_kind(field, label.name);
  label.kind = loss.label_kind();
  if (kind != label.kind) {
    const char* const name = loss.is_softmax() ? "softmax" : name_of(loss.linear.kind);
    field.at("kind", "")
        .refuse("inconsistent",
                {Phrase::quoted(name_of(label.kind)), " for ",
                 label.kind == LabelKind::number ? "a loss of real-valued labels" : sentence({"the ", name, " loss"})});
  }
  bool right = true;
  label_kinds.with(label.kind, [&](const auto& members) {
    members.allow(field);
    right = members.read(field, label, parts);
  });
  if (right && loss.is_softmax() && static_cast<Eigen::Index>(label.levels.size()) != loss.classes) {
    field.at("levels", "")
        .refuse_as("wrong-length", {"must have one level for each class, ", loss.classes, ", but has ", label.levels.size()});
  }
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
  const auto gap = [&](const char* key, const auto& rule) {
    const std::optional<Node> member = field.find(key);
    const bool empty_list = member && member->value().is_array() && member->value().empty();
    if (member && (member->value().is_null() || empty_list)) {
      parts.read([&] {
        typename std::decay_t<decltype(rule)>::Value value;
        rule.read(*member, value);
      });
    }
  };
  gap("negative", Public<Text>{{level_rule}, "negative level"});
  gap("positive", Public<Text>{{level_rule}, "positive level"});
  gap("minimum", Public<Number>{{finite_number}, "minimum"});
  gap("maximum", Public<Number>{{finite_number}, "maximum"});
  gap("levels", Public<Levels>{{2}, "list of levels"});
}

OrderedJson write_label(const Label& label) {
  OrderedJson document;
  label_kinds.with(label.kind, [&](const auto& members) { members.write(document, label); });
  return document;
}

OrderedJson describe_label(Definitions& definitions) {
  return definitions.refer("Label", [&] { return label_kinds.describe(definitions); });
}

}  // namespace expost::report
