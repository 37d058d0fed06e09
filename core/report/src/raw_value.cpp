#include "expost/report/raw_value.hpp"

#include <algorithm>
#include <cmath>

#include "expost/report/number_text.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

constexpr std::size_t most_levels_listed = 10;

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

/// A decimal without the zeros that end its fraction: "1.0" is "1". Any other text as it is.
std::string_view without_zeros(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.find_first_not_of("0123456789", point + 1) != std::string_view::npos ||
      parse_number(text).kind != NumberText::number) {
    return text;
  }
  const std::size_t last = text.find_last_not_of('0');
  return text.substr(0, last == point ? point : last + 1);
}

/// Reads a boolean from a text.
std::optional<bool> boolean_in(std::string_view text) {
  for (const std::string_view yes : {"yes", "true", "1"}) {
    if (equals_ignoring_case(text, yes)) {
      return true;
    }
  }
  for (const std::string_view no : {"no", "false", "0"}) {
    if (equals_ignoring_case(text, no)) {
      return false;
    }
  }
  return std::nullopt;
}

/// Reads a boolean; none for anything else.
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
      return boolean_in(without_zeros(cell.text));
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::string CellPlace::parent_pointer() const {
  return row_ ? sentence({"/", *row_}) : parent_.empty() ? "" : sentence({"/", parent_});
}

void CellPlace::refuse(const char* code, std::initializer_list<Phrase> predicate) const {
  const std::string pointer = pointer_to(parent_pointer(), name_);
  const std::string words = sentence(predicate);
  if (row_) {
    throw_error(error_type_, code, pointer, {"row ", *row_, ", column ", Phrase::quoted(name_), " ", words});
  }
  throw_error(error_type_, code, pointer, {in_words(pointer), " ", words});
}

void CellPlace::refuse_record(const char* code, std::initializer_list<Phrase> predicate) const {
  const std::string subject = row_ ? sentence({"row ", *row_, " "}) : "the record ";
  throw_error(error_type_, code, parent_pointer(), {subject, sentence(predicate)});
}

Cell cell_at(const Column& column, std::size_t row, DecimalMark mark) {
  if (column.present && !(*column.present)[row]) {
    return {};
  }
  if (const auto* const numbers = std::get_if<std::span<const double>>(&column.values)) {
    return Cell::of_number((*numbers)[row]);
  }
  if (const auto* const bits = std::get_if<Bits>(&column.values)) {
    return Cell::of_boolean((*bits)[row]);
  }
  if (const auto* const texts = std::get_if<Texts>(&column.values)) {
    return Cell((*texts)[row], mark);
  }
  if (const auto* const fields = std::get_if<Fields>(&column.values)) {
    return Cell((*fields)[row], mark);
  }
  if (const auto* const document = std::get_if<DocumentValues>(&column.values)) {
    return Cell(&(*document)[row], mark);
  }
  const Dictionary& dictionary = std::get<Dictionary>(column.values);
  return Cell(dictionary.texts[static_cast<std::size_t>(dictionary.codes[row])], mark);
}

std::string listed(const std::vector<std::string>& levels) {
  if (levels.size() > most_levels_listed) {
    return sentence({"one of the ", levels.size(), " levels of the report"});
  }
  std::string text = levels.size() == 1 ? "" : "one of ";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == levels.size() ? " or " : ", ") + in_quotes(levels[i]);
  }
  return text;
}

void require_utf8(const Cell& cell, const CellPlace& place) {
  if (cell.kind == Cell::Kind::text && !is_utf8(cell.text)) {
    place.refuse("not-utf8",
                 "has a byte that is not UTF-8; the file may be Latin-1 or Windows-1252: save it as UTF-8 (\"CSV UTF-8\" in a "
                 "spreadsheet)");
  }
}

void refuse_blank(const CellPlace& place, std::initializer_list<Phrase> expected) {
  place.refuse("missing", {"is missing: it must be ", sentence(expected)});
}

double number_of(const Cell& cell, const CellPlace& place) {
  switch (cell.kind) {
    case Cell::Kind::number:
      if (!std::isfinite(cell.number)) {
        place.refuse("not-finite", {"must be a finite number, but is ", cell.number});
      }
      return cell.number;
    case Cell::Kind::text: {
      const ParsedNumber parsed = parse_number(cell.text, cell.mark);
      switch (parsed.kind) {
        case NumberText::number:
          return parsed.value;
        case NumberText::ambiguous:
          place.refuse("ambiguous-number", {"is ", cell.shown(), ", which is ambiguous: it must be a number with a decimal ",
                                            cell.mark == DecimalMark::comma ? "comma and no separators, like 1234,5"
                                                                            : "point and no separators, like 1234.5"});
        case NumberText::not_finite:
          place.refuse("not-finite", {"must be a finite number, but is ", cell.shown()});
        case NumberText::not_number:
          break;
      }
      require_utf8(cell, place);
      place.refuse("not-a-number", {"must be a number, like 45 or 0.5, but is ", cell.shown()});
    }
    default:
      place.refuse("wrong-type", {"must be a number, but is ", cell.shown()});
  }
}

bool boolean_of(const Cell& cell, const CellPlace& place) {
  if (const std::optional<bool> value = as_boolean(cell)) {
    return *value;
  }
  if (cell.kind != Cell::Kind::number && cell.kind != Cell::Kind::text) {
    place.refuse("wrong-type", {"must be yes or no, but is ", cell.shown()});
  }
  require_utf8(cell, place);
  place.refuse("not-a-boolean", {"must be yes or no (or true, false, 1, 0), but is ", cell.shown()});
}

std::optional<std::size_t> level_of(const Cell& cell, const CellPlace& place, const LevelIndex& index,
                                    const std::vector<std::string>& levels) {
  std::optional<std::size_t> level;
  switch (cell.kind) {
    case Cell::Kind::blank:
      return std::nullopt;
    case Cell::Kind::text:
      level = index.find(cell.text);
      if (!level) {
        // As the number is: a column of whole numbers with blanks is often written as 1.0.
        const std::string_view plain = without_zeros(cell.text);
        const ParsedNumber parsed = parse_number(plain);
        if (parsed.kind == NumberText::number && format_number(parsed.value) == plain) {
          level = index.find(parsed.value);
        }
      }
      break;
    case Cell::Kind::number:
      level = index.find(cell.number);
      break;
    case Cell::Kind::boolean:
      break;
    case Cell::Kind::other:
      place.refuse("wrong-type", {"must be ", listed(levels), ", but is ", cell.shown()});
  }
  if (!level) {
    if (const std::optional<bool> meaning = as_boolean(cell)) {
      level = index.find_boolean(*meaning);
    }
  }
  if (!level && !cell.is_blank()) {
    require_utf8(cell, place);
    place.refuse("unknown-level", {"must be ", listed(levels), ", but is ", cell.shown()});
  }
  return level;
}

ValueForm form_of(const nlohmann::json& value) {
  return form_of(Cell(&value));
}

ValueForm form_of(const Cell& cell) {
  if (cell.is_blank()) {
    return ValueForm::blank;
  }
  if (cell.kind == Cell::Kind::other) {
    throw_error(ErrorType::argument, "wrong-type", "",
                {"must be a number, a text, true, false or null, but is ", cell.shown()});
  }
  const bool numeric = cell.kind == Cell::Kind::number ||
                       (cell.kind == Cell::Kind::text && parse_number(cell.text).kind != NumberText::not_number);
  if (as_boolean(cell)) {
    return numeric ? ValueForm::bit : ValueForm::word;
  }
  return numeric ? ValueForm::number : ValueForm::text;
}

LevelIndex::LevelIndex(const std::vector<std::string>& levels) {
  // The first entry of a key stays: "1" comes before "1.0".
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

void LevelIndex::add(const std::string& alias, std::size_t level) {
  texts_.emplace(alias, level);
  if (const ParsedNumber parsed = parse_number(alias); parsed.kind == NumberText::number) {
    numbers_.emplace(parsed.value, level);
  }
}

void LevelIndex::add(const nlohmann::json::object_t& aliases) {
  for (const auto& [alias, level] : aliases) {
    add(alias, find(level.get_ref<const std::string&>()).value());
  }
}

std::optional<std::size_t> LevelIndex::find(std::string_view text) const {
  const auto place = texts_.find(text);
  return place != texts_.end() ? std::optional(place->second) : std::nullopt;
}

std::optional<std::size_t> LevelIndex::find_boolean(bool meaning) const {
  if (const auto own = find(std::string_view(meaning ? "true" : "false"))) {
    return own;
  }
  std::optional<std::size_t> level;
  for (const auto& [text, place] : texts_) {
    if (boolean_in(without_zeros(text)) == meaning) {
      if (level && *level != place) {
        return std::nullopt;
      }
      level = place;
    }
  }
  return level;
}

std::optional<std::size_t> LevelIndex::find(double number) const {
  const auto place = numbers_.find(number);
  // NaN is in no order, so that a map takes it for any of its keys.
  return place != numbers_.end() && place->first == number ? std::optional(place->second) : std::nullopt;
}

}  // namespace expost::report
