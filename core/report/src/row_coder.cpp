#include "expost/report/row_coder.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "document.hpp"
#include "expost/report/usual_number.hpp"
#include "feature_choice.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Cells of one row. `cell` is any of them, `usual` the number in one that most cells are like, and
/// NaN where it takes a cell to tell.
struct CellsOfColumns {
  const Columns* columns;
  std::size_t row;
  DecimalMark mark;

  [[nodiscard]] Cell cell(std::size_t i) const { return cell_at(columns->columns[i], row, mark); }
  [[nodiscard]] double usual(std::size_t i) const {
    const Column& column = columns->columns[i];
    if (column.present && !(*column.present)[row]) {
      return no_number;
    }
    if (const auto* const fields = std::get_if<Fields>(&column.values)) {
      return usual_in((*fields)[row]);
    }
    if (const auto* const texts = std::get_if<Texts>(&column.values)) {
      return usual_in((*texts)[row]);
    }
    const auto* const numbers = std::get_if<std::span<const double>>(&column.values);
    return numbers != nullptr ? (*numbers)[row] : no_number;
  }
  [[nodiscard]] double usual_in(std::string_view text) const {
    return mark == DecimalMark::point ? usual_number(text) : no_number;
  }
};

/// x1, …, xd of a map without features; none of others.
std::vector<std::string> named_coordinates(const FeatureMap& map) {
  std::vector<std::string> names;
  for (Eigen::Index i = 1; !map.has_features() && i <= map.dimension(); ++i) {
    names.push_back("x" + std::to_string(i));
  }
  return names;
}

/// The places of the names in a header, ascending.
std::vector<std::size_t> places_in(const std::vector<std::string>& header, const std::vector<std::string>& names) {
  const std::set<std::string_view> wanted(names.begin(), names.end());
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (wanted.contains(trimmed(header[i]))) {
      places.push_back(i);
    }
  }
  return places;
}

}  // namespace

RowCoder::RowCoder(FeatureMap map, const std::vector<std::string>& header, ErrorType type, DecimalMark mark, LabelColumn label)
    : map_(std::move(map)), error_type_(type), mark_(mark) {
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
      throw_error(error_type_, "duplicate-column", pointer_to("", name),
                  {"the header has the column ", Phrase::quoted(name), " twice"});
    }
    columns_.push_back(static_cast<std::size_t>(place - header.begin()));
  };
  if (map_.has_features()) {
    for (const FeatureMap::Field& field : map_.fields_) {
      add(field.feature.name, field.feature.kind == FeatureKind::constant);
    }
    add(map_.label_->name, label == LabelColumn::unread);
  } else {
    for (Eigen::Index i = 1; i <= map_.dimension(); ++i) {
      add("x" + std::to_string(i), false);
    }
    add("y", label == LabelColumn::unread);
  }
  if (!missing.empty()) {
    const bool several = missing != in_quotes(first_missing);
    throw_error(error_type_, "missing-column", pointer_to("", first_missing),
                {"the header must have ", several ? "columns " : "a column ", missing, ", but has ", header_in_words(header)});
  }
}

std::vector<std::size_t> RowCoder::columns_read(const FeatureMap& map, const std::vector<std::string>& header,
                                                LabelColumn label) {
  std::vector<std::string> names = named_coordinates(map);
  for (const FeatureMap::Field& field : map.fields_) {
    if (field.feature.kind != FeatureKind::constant) {
      names.push_back(field.feature.name);
    }
  }
  if (label == LabelColumn::needed) {
    names.push_back(map.has_features() ? map.label_->name : "y");
  }
  return places_in(header, names);
}

std::vector<std::size_t> RowCoder::numbers_read(const FeatureMap& map, const std::vector<std::string>& header,
                                                LabelColumn label) {
  std::vector<std::string> names = named_coordinates(map);
  for (const FeatureMap::Field& field : map.fields_) {
    if (field.feature.kind == FeatureKind::number) {
      names.push_back(field.feature.name);
    }
  }
  if (label == LabelColumn::needed && (!map.has_features() || map.label_->kind == LabelKind::number)) {
    names.push_back(map.has_features() ? map.label_->name : "y");
  }
  return places_in(header, names);
}

RowCounters RowCoder::counters() const {
  RowCounters counters;
  counters.clamped.assign(names_.size(), 0);
  counters.missing.assign(names_.size(), 0);
  return counters;
}

void RowCoder::code_row_of(const Columns& columns, std::size_t row, std::int64_t number, double* x, double& y,
                           RowCounters& counters) const {
  using Event = FeatureMap::Event;
  const CellsOfColumns cells{&columns, row, mark_};
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
  const bool labelled = columns_[last] != no_column;
  y = 0;
  const CellPlace label_place(error_type_, names_[last], number);
  if (map_.has_features()) {
    for (std::size_t i = 0; i < last; ++i) {
      const FeatureMap::Field& field = map_.fields_[i];
      const Feature& feature = field.feature;
      if (feature.kind == FeatureKind::number) {
        const double value = cells.usual(columns_[i]);
        if (value >= feature.minimum && value <= feature.maximum) {
          x[field.start] = map_.coordinate_of(feature, value);
          continue;
        }
      }
      const Cell cell = columns_[i] == no_column ? Cell() : cells.cell(columns_[i]);
      observe(i, map_.code_field(field, cell, CellPlace(error_type_, names_[i], number), x));
    }
    if (labelled) {
      observe(last, map_.code_label(cells.cell(columns_[last]), label_place, y));
    }
    counters.scaled += map_.scale_down(x) ? 1 : 0;
  } else {
    for (std::size_t i = 0; i < last; ++i) {
      const CellPlace place(error_type_, names_[i], number);
      const Cell cell = cells.cell(columns_[i]);
      if (cell.is_blank()) {
        refuse_blank(place, {"a number"});
      }
      x[i] = number_of(cell, place);
    }
    map_.scale_coded(x, label_place);
    if (labelled) {
      y = map_.code_coded_label(cells.cell(columns_[last]), label_place);
    }
  }
  counters.clamped_rows += any_clamped ? 1 : 0;
  ++counters.rows;
}

void RowCoder::allow_unknown(const std::string& text) {
  const std::string_view marker = trimmed(text);
  const auto refuse = [](const char* code, std::initializer_list<Phrase> expectation) {
    throw_error(ErrorType::argument, code, "/unknown", {"unknown ", sentence(expectation)});
  };
  if (!map_.has_features()) {
    refuse("unsupported", {"must be left out: records of a report without features are coded already"});
  }
  const Cell cell(marker);
  const ValueForm form = cell.kind == Cell::Kind::text && marker != "?" ? form_of(cell) : ValueForm::text;
  if (marker.empty() || form != ValueForm::text || marker.find("..") != std::string_view::npos) {
    refuse("out-of-range", {"must be a text that stands for no value, like \"?\" or \"n/a\", but is ", in_quotes(text)});
  }
  const auto require_free = [&](const LevelIndex& levels, const std::string& name) {
    if (levels.find(marker)) {
      refuse("duplicate",
             {"must be another text than ", in_quotes(marker), ", which is a value of the column ", in_quotes(name)});
    }
  };
  for (const FeatureMap::Field& field : map_.fields_) {
    require_free(field.levels, field.feature.name);
  }
  if (map_.label_levels_) {
    require_free(*map_.label_levels_, map_.label_->name);
  }
  unknown_ = marker;
}

std::optional<CodedRegion> RowCoder::region_of(const Columns& columns, std::size_t row, std::int64_t number,
                                               RowCounters& counters) const {
  using Event = FeatureMap::Event;
  const CellsOfColumns cells{&columns, row, mark_};
  const std::size_t last = names_.size() - 1;
  const auto is_number = [&](std::size_t i) {
    return i == last ? map_.label_->kind == LabelKind::number : map_.fields_[i].feature.kind == FeatureKind::number;
  };
  const auto is_unknown = [&](std::size_t i) {
    if (columns_[i] == no_column) {
      return false;
    }
    const Cell cell = cells.cell(columns_[i]);
    return cell.kind == Cell::Kind::text &&
           (cell.text == unknown_ || (is_number(i) && cell.text.find("..") != std::string_view::npos));
  };
  std::vector<std::size_t> places(names_.size());
  std::iota(places.begin(), places.end(), 0);
  if (unknown_.empty() || std::none_of(places.begin(), places.end(), is_unknown)) {
    return std::nullopt;
  }
  CodedRegion region;
  region.region.x = Eigen::VectorXd::Zero(map_.dimension());
  Eigen::VectorXd x = Eigen::VectorXd::Zero(map_.dimension());
  double y = 0;
  bool any_clamped = false;
  const auto code = [&](std::size_t i, const auto& code_choice, const auto& code_known) {
    const CellPlace place(error_type_, names_[i], number);
    const Cell cell = columns_[i] == no_column ? Cell() : cells.cell(columns_[i]);
    const std::size_t adjusted = region.adjustments.size();
    if (is_unknown(i)) {
      code_choice(FeatureMap::Choice(cell, place, names_[i]));
    }
    const Event event = is_unknown(i) ? Event::none : code_known(cell, place);
    const bool clamped = event == Event::raised || event == Event::lowered || region.adjustments.size() > adjusted;
    counters.missing[i] += event == Event::filled ? 1 : 0;
    counters.clamped[i] += clamped ? 1 : 0;
    any_clamped = any_clamped || clamped;
  };
  for (std::size_t i = 0; i < last; ++i) {
    const FeatureMap::Field& field = map_.fields_[i];
    code(
        i, [&](const FeatureMap::Choice& choice) { map_.code_choice(field, choice, region); },
        [&](const Cell& cell, const CellPlace& place) { return map_.code_field(field, cell, place, x.data()); });
  }
  if (columns_[last] != no_column) {
    code(
        last, [&](const FeatureMap::Choice& choice) { map_.code_label_choice(choice, region); },
        [&](const Cell& cell, const CellPlace& place) { return map_.code_label(cell, place, y); });
  }
  const std::size_t adjusted = region.adjustments.size();
  map_.complete(region, x, y);
  counters.scaled += region.adjustments.size() > adjusted ? 1 : 0;
  counters.clamped_rows += any_clamped ? 1 : 0;
  ++counters.rows;
  return region;
}

std::vector<std::string> read_header(const nlohmann::json& header, ErrorType type) {
  if (!header.is_array()) {
    throw_error(type, "wrong-type", "/header", {"the header must be an array of texts, but is ", shown(header)});
  }
  std::vector<std::string> names;
  names.reserve(header.size());
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (!header[i].is_string()) {
      throw_error(type, "wrong-type", "/header/" + std::to_string(i),
                  {"column ", i + 1, " of the header must be a text, but is ", shown(header[i])});
    }
    names.emplace_back(trimmed(header[i].get_ref<const std::string&>()));
  }
  return names;
}

}  // namespace expost::report
