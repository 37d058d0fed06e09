#include "expost/report/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "document.hpp"
#include "expost/bounds/record_region.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/personal_promise.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"
#include "feature_choice.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

double norm_of(const double* x, Eigen::Index dimension) {
  double squares = 0;
  for (Eigen::Index i = 0; i < dimension; ++i) {
    squares += x[i] * x[i];
  }
  return std::sqrt(squares);
}

}  // namespace

FeatureMap::FeatureMap(const std::vector<Feature>& features, const Scaling& scaling, const Label& label)
    : scaling_(scaling), label_(label), kind_(label.kind), classes_(static_cast<Eigen::Index>(label.levels.size())) {
  fields_.reserve(features.size());
  for (const Feature& feature : features) {
    fields_.push_back({feature, LevelIndex(feature.levels), dimension_});
    fields_.back().levels.add(feature.aliases);
    dimension_ += feature.coordinates();
  }
  if (label.kind == LabelKind::binary) {
    label_names_ = {label.negative, label.positive};
    label_levels_.emplace(label_names_);
  } else if (label.kind == LabelKind::category) {
    label_names_ = label.levels;
    label_levels_.emplace(label_names_);
  }
  if (label_levels_) {
    label_levels_->add(label.aliases);
  }
}

FeatureMap::FeatureMap(Eigen::Index dimension, LabelKind kind, Eigen::Index classes)
    : kind_(kind), classes_(classes), dimension_(dimension) {}

FeatureMap::FeatureMap(const Report& report)
    : FeatureMap(report.features.empty() ? FeatureMap(report.dimension(), report.loss().label_kind(), report.loss().classes)
                                         : FeatureMap(report.features, report.scaling, report.label.value())) {
  scaling_.unit_ball = report.scaling.unit_ball;
}

FeatureMap::FeatureMap(const Study& study) : FeatureMap(study.features, study.scaling, study.label) {}

double FeatureMap::coordinate_of(const Feature& feature, double value) const {
  const double share = (value - feature.minimum) / (feature.maximum - feature.minimum);
  const double mapped = scaling_.lower + share * (scaling_.upper - scaling_.lower);
  return std::clamp(mapped, scaling_.lower, scaling_.upper) / scaling_.norm;
}

FeatureMap::Event FeatureMap::code_field(const Field& field, const Cell& cell, const CellPlace& place, double* x) const {
  const Feature& feature = field.feature;
  double* const out = x + field.start;
  Event event = Event::none;
  switch (feature.kind) {
    case FeatureKind::constant:
      if (!cell.is_blank() && number_of(cell, place) != feature.value) {
        place.refuse("out-of-range", {"must be the constant ", feature.value, ", but is ", cell.shown()});
      }
      *out = feature.value / scaling_.norm;
      break;
    case FeatureKind::number: {
      double value = 0;
      if (cell.is_blank()) {
        if (!feature.missing_value) {
          refuse_blank(place, {"a number, like 45 or 0.5"});
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
      *out = coordinate_of(feature, value);
      break;
    }
    case FeatureKind::boolean:
      if (cell.is_blank()) {
        refuse_blank(place, {"yes or no"});
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
        refuse_blank(place, {listed(feature.levels)});
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
      refuse_blank(place, {listed(label_names_)});
    }
    y = label.kind == LabelKind::category ? static_cast<double>(*level) : *level == 0 ? -1 : 1;
    return Event::none;
  }
  if (cell.is_blank()) {
    refuse_blank(place, {"a number, like 45 or 0.5"});
  }
  const double value = number_of(cell, place);
  const double clamped = std::clamp(value, label.minimum, label.maximum);
  const double share = (clamped - label.minimum) / (label.maximum - label.minimum);
  y = std::clamp(2 * share - 1, -1.0, 1.0);
  return value < clamped ? Event::raised : value > clamped ? Event::lowered : Event::none;
}

std::vector<CoordinateTerm> FeatureMap::terms() const {
  std::vector<CoordinateTerm> terms;
  if (!has_features()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(dimension_); ++i) {
      terms.push_back({i, std::nullopt, 0, 1});
    }
  }
  const double one = 1 / scaling_.norm;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Feature& feature = fields_[i].feature;
    switch (feature.kind) {
      case FeatureKind::constant:
        terms.push_back({i, std::nullopt, feature.value / scaling_.norm, 0});
        break;
      case FeatureKind::number: {
        const double steepness = (scaling_.upper - scaling_.lower) / (feature.maximum - feature.minimum);
        terms.push_back(
            {i, std::nullopt, (scaling_.lower - feature.minimum * steepness) / scaling_.norm, steepness / scaling_.norm});
        break;
      }
      case FeatureKind::boolean:
        terms.push_back({i, std::nullopt, 0, one});
        break;
      case FeatureKind::category:
        for (std::size_t level = 0; level < feature.levels.size(); ++level) {
          terms.push_back({i, level, 0, one});
        }
        break;
    }
  }
  return terms;
}

bool FeatureMap::may_scale_down() const {
  std::vector<Feature> features;
  features.reserve(fields_.size());
  for (const Field& field : fields_) {
    features.push_back(field.feature);
  }
  return scaling_.unit_ball && greatest_length(features, scaling_) / scaling_.norm > 1 + length_rounding;
}

std::string FeatureMap::coded_label_in_words() const {
  switch (kind_) {
    case LabelKind::binary:
      return "-1 or 1";
    case LabelKind::category:
      return sentence({"a whole number from 0 to ", classes_ - 1, ", the number of a class"});
    case LabelKind::number:
      break;
  }
  return "a number from -1 to 1";
}

double FeatureMap::code_coded_label(const Cell& cell, const CellPlace& place) const {
  if (cell.is_blank()) {
    refuse_blank(place, {coded_label_in_words()});
  }
  const double y = number_of(cell, place);
  const bool fits = kind_ == LabelKind::binary     ? y == -1 || y == 1
                    : kind_ == LabelKind::category ? y >= 0 && y < static_cast<double>(classes_) && y == std::floor(y)
                                                   : y >= -1 && y <= 1;
  if (!fits) {
    place.refuse("out-of-range", {"must be ", coded_label_in_words(), ", but is ", cell.shown()});
  }
  return y;
}

bool FeatureMap::scale_down(double* x) const {
  // Coordinates are at most limits::magnitude², so that nothing overflows.
  return scaling_.unit_ball && shorten_to_unit(x, dimension_) > 1 + length_rounding;
}

void FeatureMap::scale_coded(double* x, const CellPlace& place) const {
  if (!scaling_.unit_ball) {
    return;
  }
  const double norm = norm_of(x, dimension_);
  if (!(norm <= 1 + length_rounding)) {
    place.refuse_record("out-of-range", {"must have length 1 or less, but x has length ", norm});
  }
  (void)scale_down(x);
}

CodedRecord FeatureMap::code_collecting(const nlohmann::json& record, LabelPart label, std::vector<Error>& errors,
                                        CodedRegion* region) const {
  if (!record.is_object()) {
    errors.emplace_back(ErrorType::record, "wrong-type", "",
                        "the record must be an object of values under the fields' names, but is " + shown(record));
    return {};
  }
  const auto value_of = [&record](std::string_view name) {
    const auto& members = record.get_ref<const Json::object_t&>();
    const auto member = members.find(name);
    return Cell(member == members.end() ? nullptr : &member->second);
  };
  const auto is_choice = [region](const Cell& cell) {
    return region != nullptr && cell.value != nullptr && cell.value->is_object();
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
      if (is_choice(cell)) {
        code_choice(field, Choice(*cell.value, feature.name), *region);
        std::move(region->adjustments.begin(), region->adjustments.end(), std::back_inserter(coded.adjustments));
        region->adjustments.clear();
        continue;
      }
      const Event event = code_field(field, cell, CellPlace(ErrorType::record, feature.name), coded.x.data());
      const Json stand_in = event != Event::filled  ? Json()
                            : feature.missing_value ? Json(*feature.missing_value)
                                                    : Json(feature.levels[*feature.missing_level]);
      observe(event, feature.name, cell, feature.minimum, feature.maximum, stand_in);
    } catch (const Error& error) {
      errors.push_back(error);
    }
  }
  if (label == LabelPart::read) {
    try {
      const Cell cell = value_of(label_->name);
      if (is_choice(cell)) {
        code_label_choice(Choice(*cell.value, label_->name), *region);
        std::move(region->adjustments.begin(), region->adjustments.end(), std::back_inserter(coded.adjustments));
      } else {
        const Event event = code_label(cell, CellPlace(ErrorType::record, label_->name), coded.y);
        observe(event, label_->name, cell, label_->minimum, label_->maximum, nullptr);
      }
    } catch (const Error& error) {
      errors.push_back(error);
    }
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
      errors.emplace_back(ErrorType::record, "unknown-field", pointer,
                          sentence({in_words(pointer), " is not a field of the report"}));
    }
  }
  if (errors.empty() && region == nullptr && scale_down(coded.x.data())) {
    coded.adjustments.push_back({Kind::scaled, "", nullptr, nullptr});
  }
  return coded;
}

CodedRecord FeatureMap::code_record(const nlohmann::json& record) const {
  return code_any(record, LabelPart::read);
}

double FeatureMap::longest(const nlohmann::json& record) const {
  if (!has_features() || !has_unknown(record)) {
    return record_length(code_any(record, LabelPart::unread).x);
  }
  std::vector<Error> errors;
  CodedRegion region;
  region.region.x = Eigen::VectorXd::Zero(dimension_);
  region.region.x += code_collecting(record, LabelPart::unread, errors, &region).x;
  if (!errors.empty()) {
    throw Error(errors.front());
  }
  region.region.labels = {0};
  const double square = lengths_of(region.region, RecordBox::whole(region.region, 0)).squares.upper;
  return std::min(1.0, std::sqrt(square) * (1 + 0x1p-38));
}

CodedRecord FeatureMap::code_any(const nlohmann::json& record, LabelPart label) const {
  if (has_features()) {
    std::vector<Error> errors;
    CodedRecord coded = code_collecting(record, label, errors);
    if (!errors.empty()) {
      throw Error(errors.front());
    }
    return coded;
  }
  const Node node(record, ErrorType::record);
  const Object object(node, "an object with x and y");
  for (const auto& [name, value] : record.items()) {
    if (name != "x" && name != "y") {
      Node(value, node, name).refuse_as("unknown-field", "is not a field of a coded record, which has x and y");
    }
  }
  const Node x = object.at("x", "an array of numbers");
  if (label == LabelPart::unread) {
    return {code_coordinates(x.value()), 0, {}};
  }
  const Node y = object.at("y", coded_label_in_words().c_str());
  return code_vector(x.value(), y.value());
}

std::optional<CodedRecord> FeatureMap::checked_record(const nlohmann::json& record, std::vector<Error>& errors) const {
  if (has_features()) {
    CodedRecord coded = code_collecting(record, LabelPart::read, errors);
    return errors.empty() ? std::optional(std::move(coded)) : std::nullopt;
  }
  try {
    return code_record(record);
  } catch (const Error& error) {
    errors.push_back(error);
    return std::nullopt;
  }
}

CodedRecord FeatureMap::code_vector(const nlohmann::json& x, const nlohmann::json& y) const {
  CodedRecord coded{code_coordinates(x), 0, {}};
  coded.y = code_coded_label(Cell(&y), CellPlace(ErrorType::record, "y"));
  return coded;
}

Eigen::VectorXd FeatureMap::code_coordinates(const nlohmann::json& x) const {
  const std::string expected = sentence({"an array of ", dimension_, " numbers"});
  if (!x.is_array()) {
    throw_error(ErrorType::record, "wrong-type", "/x", {"/x must be ", expected, ", but is ", shown(x)});
  }
  if (x.size() != static_cast<std::size_t>(dimension_)) {
    throw_error(ErrorType::record, "wrong-length", "/x", {"/x must be ", expected, ", but has ", x.size()});
  }
  Eigen::VectorXd coded(dimension_);
  for (Eigen::Index i = 0; i < dimension_; ++i) {
    const std::string index = std::to_string(i);
    const CellPlace place(ErrorType::record, index, "x");
    const Cell cell(&x[static_cast<std::size_t>(i)]);
    if (cell.is_blank()) {
      refuse_blank(place, {"a number"});
    }
    coded[i] = number_of(cell, place);
  }
  scale_coded(coded.data(), CellPlace(ErrorType::record, "", "x"));
  return coded;
}

}  // namespace expost::report
