#include "feature_choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

constexpr const char* forms = "{\"from\": …, \"to\": …}, {\"oneOf\": […]} or {\"unknown\": true}";

bool has_only(const Json& object, std::initializer_list<const char*> keys) {
  return object.size() == keys.size() &&
         std::all_of(keys.begin(), keys.end(), [&](const char* key) { return object.contains(key); });
}

/// A number's adjustment to its range.
void observe(double given, double taken, const std::string& name, std::vector<Adjustment>& adjustments) {
  if (given != taken) {
    adjustments.push_back(
        {given < taken ? Adjustment::Kind::raised : Adjustment::Kind::lowered, name, Json(given), Json(taken)});
  }
}

void add_value(UnknownField& field, FieldValue value) {
  const auto same = [&](const FieldValue& other) { return other.coordinate == value.coordinate && other.value == value.value; };
  if (std::none_of(field.values.begin(), field.values.end(), same)) {
    field.values.push_back(value);
  }
}

}  // namespace

FeatureMap::Choice::Choice(const Json& value, const std::string& name)
    : value_(&value), name_(&name), parent_(pointer_to("", name).substr(1)), parent_of_values_(parent_ + "/oneOf") {
  if (has_only(value, {"from", "to"})) {
    kind_ = Kind::range;
  } else if (has_only(value, {"oneOf"})) {
    kind_ = Kind::values;
    const Json& items = value.at("oneOf");
    const CellPlace place(ErrorType::record, "oneOf", parent_);
    if (!items.is_array()) {
      place.refuse("wrong-type", {"must be an array of values, but is ", shown(items)});
    }
    if (items.empty()) {
      place.refuse("empty", "must have at least one value");
    }
    if (items.size() > limits::one_of) {
      place.refuse("too-large", {"must have ", limits::one_of, " values or fewer, but has ", items.size()});
    }
  } else if (has_only(value, {"unknown"})) {
    const Json& flag = value.at("unknown");
    if (!flag.is_boolean() || !flag.get<bool>()) {
      CellPlace(ErrorType::record, "unknown", parent_).refuse("wrong-type", {"must be true, but is ", shown(flag)});
    }
  } else {
    place().refuse("wrong-type", {"must be a value, or ", forms, ", but is ", shown(value)});
  }
}

FeatureMap::Choice::Choice(const Cell& cell, const CellPlace& place, const std::string& name)
    : row_place_(place), name_(&name) {
  constexpr std::string_view dots = "..";
  const std::size_t at = cell.text.find(dots);
  if (at == std::string_view::npos) {
    return;
  }
  kind_ = Kind::range;
  from_ = Cell(cell.text.substr(0, at), cell.mark);
  to_ = Cell(cell.text.substr(at + dots.size()), cell.mark);
  // The third point of "1...5" may belong to either number.
  if (from_.is_blank() || to_.is_blank() || to_.text.front() == '.' || to_.text.find(dots) != std::string_view::npos) {
    require_utf8(cell, place);
    place.refuse("not-a-number", {"must be a number, or a range of two like 20..30, but is ", cell.shown()});
  }
}

Interval FeatureMap::Choice::range() const {
  const auto end = [this](const char* key) {
    if (row_place_) {
      return number_of(*key == 'f' ? from_ : to_, *row_place_);
    }
    const CellPlace place(ErrorType::record, key, parent_);
    const Cell cell(&value_->at(key));
    if (cell.is_blank()) {
      refuse_blank(place, {"a number, like 45 or 0.5"});
    }
    return number_of(cell, place);
  };
  const Interval range = {end("from"), end("to")};
  if (!(range.lower <= range.upper)) {
    place().refuse("out-of-range",
                   {"must go from a number to one that is not below it, but goes from ", range.lower, " to ", range.upper});
  }
  return range;
}

Interval FeatureMap::Choice::range_within(double minimum, double maximum, std::vector<Adjustment>& adjustments) const {
  const Interval given = range();
  const Interval taken = {std::clamp(given.lower, minimum, maximum), std::clamp(given.upper, minimum, maximum)};
  observe(given.lower, taken.lower, *name_, adjustments);
  observe(given.upper, taken.upper, *name_, adjustments);
  return taken;
}

void FeatureMap::Choice::require_values() const {
  if (kind_ == Kind::range) {
    place().refuse("wrong-type",
                   "must be a value, {\"oneOf\": […]} or {\"unknown\": true}, as it has no numbers to range over");
  }
}

void FeatureMap::code_choice(const Field& field, const Choice& choice, CodedRegion& region) const {
  const Feature& feature = field.feature;
  UnknownField unknown;
  unknown.start = field.start;
  unknown.count = feature.coordinates();
  const double one = 1 / scaling_.norm;
  if (feature.kind != FeatureKind::number) {
    choice.require_values();
  }
  if (choice.kind() == Choice::Kind::values) {
    Eigen::VectorXd x(dimension_);
    choice.for_each([&](const Cell& cell, const CellPlace& place) {
      const Event event = code_field(field, cell, place, x.data());
      if (event == Event::raised || event == Event::lowered) {
        observe(number_of(cell, place), event == Event::raised ? feature.minimum : feature.maximum, feature.name,
                region.adjustments);
      }
      Eigen::Index at = 0;
      x.segment(field.start, unknown.count).cwiseAbs().maxCoeff(&at);
      add_value(unknown, {field.start + at, x(field.start + at)});
    });
  }
  switch (feature.kind) {
    case FeatureKind::constant:
      // Its value is in the report.
      region.region.x(field.start) = feature.value / scaling_.norm;
      return;
    case FeatureKind::number:
      if (choice.kind() != Choice::Kind::values) {
        const Interval range = choice.kind() == Choice::Kind::range
                                   ? choice.range_within(feature.minimum, feature.maximum, region.adjustments)
                                   : Interval{feature.minimum, feature.maximum};
        unknown.range = {coordinate_of(feature, range.lower), coordinate_of(feature, range.upper)};
      }
      break;
    case FeatureKind::boolean:
      if (choice.kind() == Choice::Kind::everything) {
        unknown.values = {{field.start, 0}, {field.start, 1.0 / scaling_.norm}};
      }
      break;
    case FeatureKind::category:
      for (Eigen::Index level = 0; choice.kind() == Choice::Kind::everything && level < unknown.count; ++level) {
        unknown.values.push_back({field.start + level, one});
      }
      break;
  }
  region.region.fields.push_back(std::move(unknown));
  region.unknown.push_back(feature.name);
}

void FeatureMap::code_label_choice(const Choice& choice, CodedRegion& region) const {
  const Label& label = *label_;
  RecordRegion& records = region.region;
  if (label.kind != LabelKind::number) {
    choice.require_values();
  }
  switch (choice.kind()) {
    case Choice::Kind::range: {
      const Interval range = choice.range_within(label.minimum, label.maximum, region.adjustments);
      const auto coded = [&](double value) {
        double y = 0;
        (void)code_label(Cell::of_number(value), choice.place(), y);
        return y;
      };
      records.label = {coded(range.lower), coded(range.upper)};
      break;
    }
    case Choice::Kind::values:
      choice.for_each([&](const Cell& cell, const CellPlace& place) {
        double y = 0;
        const Event event = code_label(cell, place, y);
        if (event != Event::none) {
          observe(number_of(cell, place), event == Event::raised ? label.minimum : label.maximum, label.name,
                  region.adjustments);
        }
        if (std::find(records.labels.begin(), records.labels.end(), y) == records.labels.end()) {
          records.labels.push_back(y);
        }
      });
      break;
    case Choice::Kind::everything:
      if (label.kind == LabelKind::number) {
        records.label = {-1, 1};
      } else if (label.kind == LabelKind::binary) {
        records.labels = {-1, 1};
      }
      for (Eigen::Index k = 0; label.kind == LabelKind::category && k < classes_; ++k) {
        records.labels.push_back(static_cast<double>(k));
      }
      break;
  }
  region.unknown.push_back(label.name);
}

bool FeatureMap::has_unknown(const nlohmann::json& record) {
  return record.is_object() && std::any_of(record.begin(), record.end(), [](const Json& value) { return value.is_object(); });
}

void FeatureMap::complete(CodedRegion& region, const Eigen::VectorXd& x, double y) const {
  region.region.x += x;
  region.region.in_ball = scaling_.unit_ball;
  if (region.unknown.empty() || region.unknown.back() != label_->name) {
    region.region.labels = {y};
  }
  // Said where it is so of every record that there may be.
  const double shortest = lengths_of(region.region, RecordBox::whole(region.region, 0)).squares.lower;
  if (scaling_.unit_ball && std::sqrt(shortest) > 1 + length_rounding) {
    region.adjustments.push_back({Adjustment::Kind::scaled, "", nullptr, nullptr});
  }
}

std::optional<CodedRegion> FeatureMap::checked_region(const nlohmann::json& record, std::vector<Error>& errors) const {
  CodedRegion region;
  region.region.x = Eigen::VectorXd::Zero(dimension_);
  CodedRecord known = code_collecting(record, LabelPart::read, errors, &region);
  if (!errors.empty()) {
    return std::nullopt;
  }
  region.adjustments = std::move(known.adjustments);
  complete(region, known.x, known.y);
  return region;
}

}  // namespace expost::report
