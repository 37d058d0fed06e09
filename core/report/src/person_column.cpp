#include "expost/report/person_column.hpp"

#include <algorithm>
#include <array>
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

bool is_decimal_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

/// Words, in lower case, by which programs and people write that there is no value.
constexpr std::array<std::string_view, 31> words_for_none{"na",
                                                          "n/a",
                                                          "n.a.",
                                                          "n.a",
                                                          "<na>",
                                                          "nan",
                                                          "nat",
                                                          "null",
                                                          "<null>",
                                                          "(null)",
                                                          "[null]",
                                                          "nil",
                                                          "none",
                                                          "<none>",
                                                          "(none)",
                                                          "undefined",
                                                          "unknown",
                                                          "missing",
                                                          "not available",
                                                          "not applicable",
                                                          "(blank)",
                                                          "(empty)",
                                                          "\\n",
                                                          "-",
                                                          "--",
                                                          "---",
                                                          "–",
                                                          "—",
                                                          ".",
                                                          "..",
                                                          "..."};

/// True for "#REF!", "#N/A", "#NAME?" and "####", in whichever language the spreadsheet speaks, and
/// for LibreOffice's "Err:502".
bool is_spreadsheet_error(std::string_view text) {
  if (text.starts_with("Err:")) {
    return true;
  }
  return text.starts_with('#') && std::none_of(text.begin(), text.end(), [](char c) { return c >= '1' && c <= '9'; });
}

/// True for a number with an exponent as spreadsheets and R write it, "1.23457E+11" or "1e+05":
/// its last digits are gone. Not "12E5", which may be a code.
bool is_rounded(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string_view::npos || e == 0) {
    return false;
  }
  std::string_view exponent = text.substr(e + 1);
  const bool is_signed = exponent.starts_with('+') || exponent.starts_with('-');
  exponent.remove_prefix(is_signed ? 1 : 0);
  std::string_view digits = text.substr(0, e);
  digits.remove_prefix(digits.starts_with('+') || digits.starts_with('-') ? 1 : 0);
  const std::size_t mark = digits.find_first_of(".,");
  const auto are_digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), is_decimal_digit);
  };
  const bool is_number = mark == std::string_view::npos
                             ? are_digits(digits)
                             : are_digits(digits.substr(0, mark)) && are_digits(digits.substr(mark + 1));
  return is_number && are_digits(exponent) && (is_signed || mark != std::string_view::npos);
}

/// True for a day or a month as spreadsheets make one of "3-1" or "MARCH1": "1-Mar", "Mar-01", and
/// in German "01. Mrz", "Mrz 01".
bool is_spreadsheet_day(std::string_view text) {
  const std::size_t before = text.find_first_of("-. ");
  const std::size_t after = text.find_last_of("-. ");
  if (before == std::string_view::npos || (before != after && text.substr(before, after + 1 - before) != ". ")) {
    return false;
  }
  const auto is_month = [](std::string_view part) {
    constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDecMrzMaiOktDez";
    return part.size() == 3 && months.find(part) < months.size() && months.find(part) % 3 == 0;
  };
  const auto is_short = [](std::string_view part) {
    return !part.empty() && part.size() <= 2 && std::all_of(part.begin(), part.end(), is_decimal_digit);
  };
  const std::string_view first = text.substr(0, before);
  const std::string_view last = text.substr(after + 1);
  return (is_month(first) && is_short(last)) || (is_short(first) && is_month(last));
}

/// Refuses what many rows may hold that are of different persons: nobody's rows would be told from
/// another's.
void require_name(std::string_view text, const CellPlace& place) {
  const auto refuse = [&](const char* code, const char* what, const char* what_to_do) {
    place.refuse(code, {"is ", Phrase::quoted(text), what,
                        ", but must say whose row it is, as it is the column of /person: ", what_to_do});
  };
  if (std::find(words_for_none.begin(), words_for_none.end(), lower_case(text)) != words_for_none.end()) {
    refuse("missing", ", a word for no value", "give each person an identifier, or leave out rows that are nobody's");
  }
  if (is_spreadsheet_error(text)) {
    refuse("missing", ", an error of a spreadsheet", "correct it where the identifiers come from");
  }
  if (has_unseen(text)) {
    refuse("wrong-type", ", with a character that nobody sees, so that one person may be taken for two",
           "write the identifiers without it");
  }
  if (is_rounded(text)) {
    refuse("out-of-range", ", a number whose last digits a program rounded away, so that others are taken for it",
           "write the identifiers as text where they come from");
  }
  if (is_spreadsheet_day(text)) {
    refuse("out-of-range", ", a day that a spreadsheet made of something else",
           "write the identifiers as text where they come from");
  }
}

std::string person_of(const Cell& cell, const CellPlace& place) {
  if (cell.is_blank() || (cell.kind == Cell::Kind::number && std::isnan(cell.number))) {
    place.refuse("missing", "is blank, but must say whose row it is: it is the column of /person");
  }
  switch (cell.kind) {
    case Cell::Kind::text:
      require_utf8(cell, place);
      require_name(cell.text, place);
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

std::string PersonColumn::person(const Columns& columns, std::size_t row, std::int64_t number) const {
  return person_of(cell_at(columns.columns[column_], row), CellPlace(ErrorType::data, name_, number));
}

}  // namespace expost::report
