#include "expost/report/feature_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "document.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"

namespace expost::report {
namespace {

/// Length above 1 that is put down to rounding, by us or by who coded the record.
constexpr double length_rounding = 1e-9;
constexpr std::size_t most_levels_listed = 10;
constexpr std::string_view unknown_mark = "?";

double norm_of(const double* x, Eigen::Index dimension) {
  double squares = 0;
  for (Eigen::Index i = 0; i < dimension; ++i) {
    squares += x[i] * x[i];
  }
  return std::sqrt(squares);
}

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

std::string listed(const std::vector<std::string>& levels) {
  if (levels.size() > most_levels_listed) {
    return "one of the " + std::to_string(levels.size()) + " levels of the report";
  }
  std::string text = levels.size() == 1 ? "" : "one of ";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == levels.size() ? " or " : ", ") + in_quotes(levels[i]);
  }
  return text;
}

}  // namespace

/// One raw value.
struct Cell {
  enum class Kind { blank, text, number, boolean, other };

  Kind kind = Kind::blank;
  std::string_view text;  ///< text: without blanks at the ends
  double number = 0;
  bool boolean = false;
  const Json* value = nullptr;  ///< where it came from, for messages; null for a text of a CSV file or an absent value

  Cell() = default;
  explicit Cell(std::string_view raw) : text(trimmed(raw)) { kind = text.empty() ? Kind::blank : Kind::text; }
  explicit Cell(const Json* raw) : value(raw) {
    if (raw == nullptr || raw->is_null()) {
      kind = Kind::blank;
    } else if (raw->is_string()) {
      text = trimmed(raw->get_ref<const std::string&>());
      kind = text.empty() ? Kind::blank : Kind::text;
    } else if (raw->is_number()) {
      number = raw->get<double>();
      kind = Kind::number;
    } else if (raw->is_boolean()) {
      boolean = raw->get<bool>();
      kind = Kind::boolean;
    } else {
      kind = Kind::other;
    }
  }

  [[nodiscard]] bool is_blank() const { return kind == Kind::blank || (kind == Kind::text && text == unknown_mark); }
  [[nodiscard]] std::string shown() const { return value != nullptr ? report::shown(*value) : in_quotes(text); }
};

/// Where a cell is: a field of a record, or a column of a numbered row. Writes nothing down before there is a refusal.
class CellPlace {
 public:
  CellPlace(Fault fault, std::string_view name, std::string_view parent = "") : fault_(fault), name_(name), parent_(parent) {}
  CellPlace(Fault fault, std::string_view name, std::int64_t row) : fault_(fault), name_(name), row_(row) {}

  [[noreturn]] void refuse(const char* code, const std::string& predicate) const {
    throw Error(fault_, code, pointer(), subject() + " " + predicate);
  }
  /// The row or record as a whole.
  [[noreturn]] void refuse_record(const char* code, const std::string& predicate) const {
    if (row_) {
      throw Error(fault_, code, "/" + std::to_string(*row_), "row " + std::to_string(*row_) + " " + predicate);
    }
    throw Error(fault_, code, parent_.empty() ? "" : "/" + std::string(parent_), "the record " + predicate);
  }

 private:
  [[nodiscard]] std::string pointer() const {
    if (row_) {
      return pointer_to("/" + std::to_string(*row_), name_);
    }
    return pointer_to(parent_.empty() ? "" : "/" + std::string(parent_), name_);
  }
  [[nodiscard]] std::string subject() const {
    return row_ ? "row " + std::to_string(*row_) + ", column " + in_quotes(name_) : in_words(pointer());
  }

  Fault fault_;
  std::string_view name_;
  std::string_view parent_;
  std::optional<std::int64_t> row_;
};

namespace {

[[noreturn]] void refuse_blank(const CellPlace& place, const std::string& expected) {
  place.refuse("missing", "is missing: it must be " + expected);
}

/// A finite number, from a number or a text; the cell isn't blank.
double number_of(const Cell& cell, const CellPlace& place) {
  switch (cell.kind) {
    case Cell::Kind::number:
      if (!std::isfinite(cell.number)) {
        place.refuse("not-finite", "must be a finite number, but is " + format_number(cell.number));
      }
      return cell.number;
    case Cell::Kind::text: {
      const ParsedNumber parsed = parse_number(cell.text);
      switch (parsed.kind) {
        case NumberText::number:
          return parsed.value;
        case NumberText::ambiguous:
          place.refuse("ambiguous-number", "is " + cell.shown() +
                                               ", which is ambiguous: it must be a number with a decimal point and no "
                                               "separators, like 1234.5");
        case NumberText::not_finite:
          place.refuse("not-finite", "must be a finite number, but is " + cell.shown());
        case NumberText::not_number:
          break;
      }
      place.refuse("not-a-number", "must be a number, like 45 or 0.5, but is " + cell.shown());
    }
    default:
      place.refuse("wrong-type", "must be a number, but is " + cell.shown());
  }
}

/// What counts as a boolean; none for anything else.
std::optional<bool> as_boolean(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::boolean:
      return cell.boolean;
    case Cell::Kind::number:
      if (cell.number == 0 || cell.number == 1) {
        return cell.number == 1;
      }
      break;
    case Cell::Kind::text:
      for (const std::string_view yes : {"yes", "true", "1"}) {
        if (equals_ignoring_case(cell.text, yes)) {
          return true;
        }
      }
      for (const std::string_view no : {"no", "false", "0"}) {
        if (equals_ignoring_case(cell.text, no)) {
          return false;
        }
      }
      break;
    default:
      break;
  }
  return std::nullopt;
}

bool boolean_of(const Cell& cell, const CellPlace& place) {
  if (const std::optional<bool> value = as_boolean(cell)) {
    return *value;
  }
  if (cell.kind != Cell::Kind::number && cell.kind != Cell::Kind::text) {
    place.refuse("wrong-type", "must be yes or no, but is " + cell.shown());
  }
  place.refuse("not-a-boolean", "must be yes or no (or true, false, 1, 0), but is " + cell.shown());
}

/// Index of the level, none if the cell is blank: "?" is blank unless a level is called that.
std::optional<std::size_t> level_of(const Cell& cell, const CellPlace& place, const LevelIndex& index,
                                    const std::vector<std::string>& levels) {
  std::optional<std::size_t> level;
  switch (cell.kind) {
    case Cell::Kind::blank:
      return std::nullopt;
    case Cell::Kind::text:
      level = index.find(cell.text);
      break;
    case Cell::Kind::number:
      level = index.find(cell.number);
      break;
    case Cell::Kind::boolean:
      level = index.find(std::string_view(cell.boolean ? "true" : "false"));
      break;
    case Cell::Kind::other:
      place.refuse("wrong-type", "must be " + listed(levels) + ", but is " + cell.shown());
  }
  if (!level && !cell.is_blank()) {
    place.refuse("unknown-level", "must be " + listed(levels) + ", but is " + cell.shown());
  }
  return level;
}

}  // namespace

ValueForm form_of(const nlohmann::json& value) {
  const Cell cell(&value);
  if (cell.is_blank()) {
    return ValueForm::blank;
  }
  if (cell.kind == Cell::Kind::other) {
    throw Error(Fault::argument, "wrong-type", "", "must be a number, a text, true, false or null, but is " + cell.shown());
  }
  const bool numeric = cell.kind == Cell::Kind::number ||
                       (cell.kind == Cell::Kind::text && parse_number(cell.text).kind != NumberText::not_number);
  if (as_boolean(cell)) {
    return numeric ? ValueForm::bit : ValueForm::word;
  }
  return numeric ? ValueForm::number : ValueForm::text;
}

LevelIndex::LevelIndex(const std::vector<std::string>& levels) {
  // The first entry of a key stays; "1" comes before "1.0".
  for (const bool canonical : {true, false}) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
      texts_.emplace(levels[i], i);
      const ParsedNumber parsed = parse_number(levels[i]);
      if (parsed.kind == NumberText::number && (levels[i] == format_number(parsed.value)) == canonical) {
        numbers_.emplace(parsed.value, i);
      }
    }
  }
}

std::optional<std::size_t> LevelIndex::find(std::string_view text) const {
  const auto place = texts_.find(text);
  return place != texts_.end() ? std::optional(place->second) : std::nullopt;
}

std::optional<std::size_t> LevelIndex::find(double number) const {
  const auto place = numbers_.find(number);
  // NaN is in no order, so that a map takes it for any of its keys.
  return place != numbers_.end() && place->first == number ? std::optional(place->second) : std::nullopt;
}

FeatureMap::FeatureMap(const std::vector<Feature>& features, const Scaling& scaling, const Label& label)
    : scaling_(scaling), label_(label), kind_(label.kind), classes_(static_cast<Eigen::Index>(label.levels.size())) {
  fields_.reserve(features.size());
  for (const Feature& feature : features) {
    fields_.push_back({feature, LevelIndex(feature.levels), dimension_});
    dimension_ += feature.coordinates();
  }
  if (label.kind == LabelKind::binary) {
    label_names_ = {label.negative, label.positive};
    label_levels_.emplace(label_names_);
  } else if (label.kind == LabelKind::category) {
    label_names_ = label.levels;
    label_levels_.emplace(label_names_);
  }
}

FeatureMap::FeatureMap(Eigen::Index dimension, LabelKind kind, Eigen::Index classes)
    : kind_(kind), classes_(classes), dimension_(dimension) {}

FeatureMap::FeatureMap(const Report& report)
    : FeatureMap(report.features.empty() ? FeatureMap(report.dimension(), report.loss().label_kind(), report.loss().classes)
                                         : FeatureMap(report.features, report.scaling, report.label.value())) {}

FeatureMap::FeatureMap(const Study& study) : FeatureMap(study.features, study.scaling, study.label) {}

std::string sentence_of(const Adjustment& adjustment) {
  const auto written = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : format_number(value.get<double>());
  };
  switch (adjustment.kind) {
    case Adjustment::Kind::raised:
      return adjustment.field + " " + written(adjustment.from) + " was raised to the report's minimum, " +
             written(adjustment.to);
    case Adjustment::Kind::lowered:
      return adjustment.field + " " + written(adjustment.from) + " was lowered to the report's maximum, " +
             written(adjustment.to);
    case Adjustment::Kind::filled:
      return adjustment.field + " was blank; the report's stand-in, " + written(adjustment.to) + ", was used";
    case Adjustment::Kind::scaled:
      break;
  }
  return "the record was scaled down to length 1, as in training";
}

FeatureMap::Event FeatureMap::code_field(const Field& field, const Cell& cell, const CellPlace& place, double* x) const {
  const Feature& feature = field.feature;
  double* const out = x + field.start;
  Event event = Event::none;
  switch (feature.kind) {
    case FeatureKind::constant:
      if (!cell.is_blank() && number_of(cell, place) != feature.value) {
        place.refuse("out-of-range", "must be the constant " + format_number(feature.value) + ", but is " + cell.shown());
      }
      *out = feature.value / scaling_.norm;
      break;
    case FeatureKind::number: {
      double value = 0;
      if (cell.is_blank()) {
        if (!feature.missing_value) {
          refuse_blank(place, "a number, like 45 or 0.5");
        }
        value = *feature.missing_value;
        event = Event::filled;
      } else {
        value = number_of(cell, place);
        if (value < feature.minimum) {
          value = feature.minimum;
          event = Event::raised;
        } else if (value > feature.maximum) {
          value = feature.maximum;
          event = Event::lowered;
        }
      }
      const double share = (value - feature.minimum) / (feature.maximum - feature.minimum);
      const double mapped = scaling_.lower + share * (scaling_.upper - scaling_.lower);
      *out = std::clamp(mapped, scaling_.lower, scaling_.upper) / scaling_.norm;
      break;
    }
    case FeatureKind::boolean:
      if (cell.is_blank()) {
        refuse_blank(place, "yes or no");
      }
      *out = (boolean_of(cell, place) ? 1.0 : 0.0) / scaling_.norm;
      break;
    case FeatureKind::category: {
      std::optional<std::size_t> level = level_of(cell, place, field.levels, feature.levels);
      if (!level) {
        level = feature.missing_level;
        event = Event::filled;
      }
      if (!level) {
        refuse_blank(place, listed(feature.levels));
      }
      std::fill_n(out, feature.levels.size(), 0.0);
      out[*level] = 1 / scaling_.norm;
      break;
    }
  }
  return event;
}

FeatureMap::Event FeatureMap::code_label(const Cell& cell, const CellPlace& place, double& y) const {
  const Label& label = *label_;
  if (label.kind != LabelKind::number) {
    const std::optional<std::size_t> level = level_of(cell, place, *label_levels_, label_names_);
    if (!level) {
      refuse_blank(place, listed(label_names_));
    }
    y = label.kind == LabelKind::category ? static_cast<double>(*level) : *level == 0 ? -1 : 1;
    return Event::none;
  }
  if (cell.is_blank()) {
    refuse_blank(place, "a number, like 45 or 0.5");
  }
  const double value = number_of(cell, place);
  const double clamped = std::clamp(value, label.minimum, label.maximum);
  const double share = (clamped - label.minimum) / (label.maximum - label.minimum);
  y = std::clamp(2 * share - 1, -1.0, 1.0);
  return value < clamped ? Event::raised : value > clamped ? Event::lowered : Event::none;
}

std::string FeatureMap::coded_label_in_words() const {
  switch (kind_) {
    case LabelKind::binary:
      return "-1 or 1";
    case LabelKind::category:
      return "a whole number from 0 to " + std::to_string(classes_ - 1) + ", the number of a class";
    case LabelKind::number:
      break;
  }
  return "a number from -1 to 1";
}

double FeatureMap::code_coded_label(const Cell& cell, const CellPlace& place) const {
  if (cell.is_blank()) {
    refuse_blank(place, coded_label_in_words());
  }
  const double y = number_of(cell, place);
  const bool fits = kind_ == LabelKind::binary     ? y == -1 || y == 1
                    : kind_ == LabelKind::category ? y >= 0 && y < static_cast<double>(classes_) && y == std::floor(y)
                                                   : y >= -1 && y <= 1;
  if (!fits) {
    place.refuse("out-of-range", "must be " + coded_label_in_words() + ", but is " + cell.shown());
  }
  return y;
}

bool FeatureMap::scale_down(double* x) const {
  const double norm = norm_of(x, dimension_);  // coordinates are at most limits::magnitude², so that nothing overflows
  // Rounding makes the computed norm off by at most (d/2 + 1) roundoffs, the division by one and
  // the product by one, and another order of summation by d/2 more: with d + 4 in hand the length
  // is 1 at most, and nobody computes one above it.
  const double shrink = 1 - (static_cast<double>(dimension_) + 4) * unit_roundoff;
  if (norm <= shrink) {
    return false;
  }
  for (Eigen::Index i = 0; i < dimension_; ++i) {
    x[i] = x[i] / norm * shrink;
  }
  return norm > 1 + length_rounding;
}

void FeatureMap::scale_coded(double* x, const CellPlace& place) const {
  const double norm = norm_of(x, dimension_);
  if (!(norm <= 1 + length_rounding)) {
    place.refuse_record("out-of-range", "must have length 1 or less, but x has length " + format_number(norm));
  }
  (void)scale_down(x);
}

CodedRecord FeatureMap::code_collecting(const nlohmann::json& record, std::vector<Error>& faults) const {
  if (!record.is_object()) {
    faults.emplace_back(Fault::record, "wrong-type", "",
                        "the record must be an object of values under the fields' names, but is " + shown(record));
    return {};
  }
  const auto value_of = [&record](std::string_view name) {
    const auto& members = record.get_ref<const Json::object_t&>();
    const auto member = members.find(name);
    return Cell(member == members.end() ? nullptr : &member->second);
  };
  CodedRecord coded;
  coded.x = Eigen::VectorXd::Zero(dimension_);
  using Kind = Adjustment::Kind;
  const auto observe = [&coded](Event event, const std::string& name, const Cell& cell, double minimum, double maximum,
                                const Json& stand_in) {
    if (event == Event::filled) {
      coded.adjustments.push_back({Kind::filled, name, nullptr, stand_in});
    } else if (event != Event::none) {
      const double value = cell.kind == Cell::Kind::number ? cell.number : parse_number(cell.text).value;
      const bool raised = event == Event::raised;
      coded.adjustments.push_back({raised ? Kind::raised : Kind::lowered, name, value, raised ? minimum : maximum});
    }
  };
  for (const Field& field : fields_) {
    const Feature& feature = field.feature;
    try {
      const Cell cell = value_of(feature.name);
      const Event event = code_field(field, cell, CellPlace(Fault::record, feature.name), coded.x.data());
      const Json stand_in = event != Event::filled  ? Json()
                            : feature.missing_value ? Json(*feature.missing_value)
                                                    : Json(feature.levels[*feature.missing_level]);
      observe(event, feature.name, cell, feature.minimum, feature.maximum, stand_in);
    } catch (const Error& error) {
      faults.push_back(error);
    }
  }
  try {
    const Cell cell = value_of(label_->name);
    const Event event = code_label(cell, CellPlace(Fault::record, label_->name), coded.y);
    observe(event, label_->name, cell, label_->minimum, label_->maximum, nullptr);
  } catch (const Error& error) {
    faults.push_back(error);
  }
  // A map keeps the time near the number of fields; comparing each with each took 0.7 s for 4,096
  // fields. Its type is that of LevelIndex, so the module grows by less than a kilobyte.
  std::map<std::string, std::size_t, std::less<>> names{{label_->name, 0}};
  for (const Field& field : fields_) {
    names.emplace(field.feature.name, 0);
  }
  for (const auto& [name, value] : record.items()) {
    if (!names.contains(name)) {
      const std::string pointer = pointer_to("", name);
      faults.emplace_back(Fault::record, "unknown-field", pointer, in_words(pointer) + " is not a field of the report");
    }
  }
  if (faults.empty() && scale_down(coded.x.data())) {
    coded.adjustments.push_back({Kind::scaled, "", nullptr, nullptr});
  }
  return coded;
}

CodedRecord FeatureMap::code_record(const nlohmann::json& record) const {
  if (has_features()) {
    std::vector<Error> faults;
    CodedRecord coded = code_collecting(record, faults);
    if (!faults.empty()) {
      throw Error(faults.front());
    }
    return coded;
  }
  const Node node(record, Fault::record);
  const Object object(node, "an object with x and y");
  for (const auto& [name, value] : record.items()) {
    if (name != "x" && name != "y") {
      Node(value, node, name).refuse_as("unknown-field", "is not a field of a coded record, which has x and y");
    }
  }
  const Node x = object.at("x", "an array of numbers");
  const Node y = object.at("y", coded_label_in_words());
  return code_vector(x.value(), y.value());
}

std::vector<Error> FeatureMap::record_faults(const nlohmann::json& record) const {
  std::vector<Error> faults;
  if (has_features()) {
    (void)code_collecting(record, faults);
  } else {
    try {
      (void)code_record(record);
    } catch (const Error& error) {
      faults.push_back(error);
    }
  }
  return faults;
}

CodedRecord FeatureMap::code_vector(const nlohmann::json& x, const nlohmann::json& y) const {
  const std::string expected = "an array of " + std::to_string(dimension_) + " numbers";
  if (!x.is_array()) {
    throw Error(Fault::record, "wrong-type", "/x", "/x must be " + expected + ", but is " + shown(x));
  }
  if (x.size() != static_cast<std::size_t>(dimension_)) {
    throw Error(Fault::record, "wrong-length", "/x", "/x must be " + expected + ", but has " + std::to_string(x.size()));
  }
  CodedRecord coded;
  coded.x.resize(dimension_);
  for (Eigen::Index i = 0; i < dimension_; ++i) {
    const std::string index = std::to_string(i);
    const CellPlace place(Fault::record, index, "x");
    const Cell cell(&x[static_cast<std::size_t>(i)]);
    if (cell.is_blank()) {
      refuse_blank(place, "a number");
    }
    coded.x[i] = number_of(cell, place);
  }
  scale_coded(coded.x.data(), CellPlace(Fault::record, "", "x"));
  coded.y = code_coded_label(Cell(&y), CellPlace(Fault::record, "y"));
  return coded;
}

RowCoder::RowCoder(FeatureMap map, const std::vector<std::string>& header, Fault fault)
    : map_(std::move(map)), fault_(fault), header_size_(header.size()) {
  std::string missing;
  std::string first_missing;
  const auto add = [&](const std::string& name, bool optional) {
    names_.push_back(name);
    const auto same = [&name](const std::string& other) { return trimmed(other) == name; };
    const auto place = std::find_if(header.begin(), header.end(), same);
    if (optional) {
      columns_.push_back(no_column);
      return;
    }
    if (place == header.end()) {
      missing += (missing.empty() ? "" : ", ") + in_quotes(name);
      first_missing = first_missing.empty() ? name : first_missing;
      columns_.push_back(no_column);
      return;
    }
    if (std::find_if(place + 1, header.end(), same) != header.end()) {
      throw Error(fault_, "duplicate-column", pointer_to("", name), "the header has the column " + in_quotes(name) + " twice");
    }
    columns_.push_back(static_cast<std::size_t>(place - header.begin()));
  };
  if (map_.has_features()) {
    for (const FeatureMap::Field& field : map_.fields_) {
      add(field.feature.name, field.feature.kind == FeatureKind::constant);
    }
    add(map_.label_->name, false);
  } else {
    for (Eigen::Index i = 1; i <= map_.dimension(); ++i) {
      add("x" + std::to_string(i), false);
    }
    add("y", false);
  }
  if (!missing.empty()) {
    const bool several = missing != in_quotes(first_missing);
    throw Error(fault_, "missing-column", pointer_to("", first_missing),
                several ? "the header must have columns " + missing + ", but lacks them"
                        : "the header must have a column " + missing + ", but has none");
  }
}

RowCounters RowCoder::counters() const {
  RowCounters counters;
  counters.clamped.assign(names_.size(), 0);
  counters.missing.assign(names_.size(), 0);
  return counters;
}

template <class CellOf>
void RowCoder::code(std::size_t cells, CellOf cell_of, std::int64_t number, double* x, double& y, RowCounters& counters) const {
  using Event = FeatureMap::Event;
  if (cells != header_size_) {
    CellPlace(fault_, "", number)
        .refuse_record("wrong-length", "must have " + std::to_string(header_size_) + " cells, as the header has, but has " +
                                           std::to_string(cells));
  }
  bool any_clamped = false;
  const auto observe = [&](std::size_t field, Event event) {
    if (event == Event::filled) {
      ++counters.missing[field];
    } else if (event != Event::none) {
      ++counters.clamped[field];
      any_clamped = true;
    }
  };
  const std::size_t last = names_.size() - 1;
  const CellPlace label_place(fault_, names_[last], number);
  if (map_.has_features()) {
    for (std::size_t i = 0; i < last; ++i) {
      const Cell cell = columns_[i] == no_column ? Cell() : cell_of(columns_[i]);
      observe(i, map_.code_field(map_.fields_[i], cell, CellPlace(fault_, names_[i], number), x));
    }
    observe(last, map_.code_label(cell_of(columns_[last]), label_place, y));
    counters.scaled += map_.scale_down(x) ? 1 : 0;
  } else {
    for (std::size_t i = 0; i < last; ++i) {
      const CellPlace place(fault_, names_[i], number);
      const Cell cell = cell_of(columns_[i]);
      if (cell.is_blank()) {
        refuse_blank(place, "a number");
      }
      x[i] = number_of(cell, place);
    }
    map_.scale_coded(x, label_place);
    y = map_.code_coded_label(cell_of(columns_[last]), label_place);
  }
  counters.clamped_rows += any_clamped ? 1 : 0;
  ++counters.rows;
}

void RowCoder::code_row(const nlohmann::json& row, std::int64_t number, double* x, double& y, RowCounters& counters) const {
  if (!row.is_array()) {
    CellPlace(fault_, "", number).refuse_record("wrong-type", "must be an array of values, but is " + shown(row));
  }
  const auto& cells = row.get_ref<const Json::array_t&>();
  code(
      cells.size(), [&cells](std::size_t i) { return Cell(&cells[i]); }, number, x, y, counters);
}

void RowCoder::code_text_row(std::span<const std::string_view> row, std::int64_t number, double* x, double& y,
                             RowCounters& counters) const {
  code(
      row.size(), [&row](std::size_t i) { return Cell(row[i]); }, number, x, y, counters);
}

std::vector<std::string> read_header(const nlohmann::json& header, Fault fault) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (!header.is_array()) {
    throw Error(fault, "wrong-type", "/header", "the header must be an array of texts, but is " + shown(header));
  }
  std::vector<std::string> names;
  names.reserve(header.size());
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (!header[i].is_string()) {
      throw Error(fault, "wrong-type", "/header/" + std::to_string(i),
                  "column " + std::to_string(i + 1) + " of the header must be a text, but is " + shown(header[i]));
    }
    std::string_view name = header[i].get_ref<const std::string&>();
    if (i == 0 && name.substr(0, byte_order_mark.size()) == byte_order_mark) {
      name.remove_prefix(byte_order_mark.size());
    }
    names.emplace_back(trimmed(name));
  }
  return names;
}

}  // namespace expost::report
