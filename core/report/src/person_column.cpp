#include "expost/report/person_column.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "document.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

/// From here on a double may be another whole number, rounded.
constexpr double least_rounded = 0x1p53;

/// A decimal without the zeros that end its fraction, another text as it is. Two files may have a
/// person as 7 and as 7.00; one who is taken for two has two persons' rows in the data.
std::string person_named(std::string_view text) {
  const std::string_view number = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  const std::size_t point = number.find('.');
  if (point == 0 || point == std::string_view::npos || point != number.rfind('.') ||
      number.find_first_not_of("0123456789.") != std::string_view::npos) {
    return std::string(text);
  }
  std::string name(text.substr(0, text.find_last_not_of('0') + 1));
  if (name.ends_with('.')) {
    name.pop_back();
  }
  return name;
}

std::string person_of(const Cell& cell, const CellPlace& place) {
  if (cell.is_blank()) {
    place.refuse("missing", "is blank, but must say whose row it is: it is the column of /person");
  }
  switch (cell.kind) {
    case Cell::Kind::text:
      require_utf8(cell, place);
      return person_named(cell.text);
    case Cell::Kind::boolean:
      return cell.boolean ? "true" : "false";
    case Cell::Kind::number:
      if (!(std::fabs(cell.number) < least_rounded)) {
        place.refuse("out-of-range", {"is ", cell.shown(),
                                      ", a number so large that others are taken for it: make the column of /person a text"});
      }
      return format_number(cell.number);
    case Cell::Kind::blank:
    case Cell::Kind::other:
      break;
  }
  place.refuse("wrong-type", {"must be a text or a number that says whose row it is, but is ", cell.shown()});
}

}  // namespace

PersonColumn::PersonColumn(std::string name, const std::vector<std::string>& header) : name_(std::move(name)), column_(0) {
  const auto same = [this](const std::string& other) { return trimmed(other) == name_; };
  const auto place = std::find_if(header.begin(), header.end(), same);
  if (place == header.end()) {
    throw_error(ErrorType::data, "missing-column", pointer_to("", name_),
                {"the header must have the column ", Phrase::quoted(name_), " of /person, but has ", header_in_words(header)});
  }
  if (std::find_if(place + 1, header.end(), same) != header.end()) {
    throw_error(ErrorType::data, "duplicate-column", pointer_to("", name_),
                {"the header has the column ", Phrase::quoted(name_), " twice"});
  }
  column_ = static_cast<std::size_t>(place - header.begin());
}

std::optional<std::string> PersonColumn::person(const nlohmann::json& row, std::int64_t number) const {
  if (!row.is_array() || row.size() <= column_) {
    return std::nullopt;
  }
  return person_of(Cell(&row[column_]), CellPlace(ErrorType::data, name_, number));
}

std::optional<std::string> PersonColumn::person(const Columns& columns, std::size_t row, std::int64_t number) const {
  return person_of(cell_at(columns.columns[column_], row), CellPlace(ErrorType::data, name_, number));
}

std::optional<std::string> PersonColumn::person(const DocumentColumns& columns, std::size_t row, std::int64_t number) const {
  return person_of(Cell(&(*columns.columns[column_])[row]), CellPlace(ErrorType::data, name_, number));
}

}  // namespace expost::report
