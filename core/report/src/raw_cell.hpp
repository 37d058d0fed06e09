// One raw value, the place where it stands, and how it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/raw_value.hpp"

namespace expost::report {

/// One raw value.
struct Cell {
  enum class Kind { blank, text, number, boolean, other };

  Kind kind = Kind::blank;
  std::string_view text;  ///< text: without blanks at the ends
  double number = 0;
  bool boolean = false;
  DecimalMark mark = DecimalMark::point;  ///< of a text that is read as a number
  const Json* value = nullptr;  ///< where it came from, for messages; null for a value of a file or column, or an absent one

  Cell() = default;
  explicit Cell(std::string_view raw, DecimalMark decimal_mark = DecimalMark::point) : text(trimmed(raw)), mark(decimal_mark) {
    kind = text.empty() ? Kind::blank : Kind::text;
  }
  explicit Cell(const Json* raw, DecimalMark decimal_mark = DecimalMark::point) : mark(decimal_mark), value(raw) {
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
  /// Not constructors: a pointer would become a boolean without a word.
  [[nodiscard]] static Cell of_number(double raw) {
    Cell cell;
    cell.kind = Kind::number;
    cell.number = raw;
    return cell;
  }
  [[nodiscard]] static Cell of_boolean(bool raw) {
    Cell cell;
    cell.kind = Kind::boolean;
    cell.boolean = raw;
    return cell;
  }

  [[nodiscard]] bool is_blank() const { return kind == Kind::blank || (kind == Kind::text && text == "?"); }
  [[nodiscard]] std::string shown() const {
    return value != nullptr        ? report::shown(*value)
           : kind == Kind::number  ? format_number(number)
           : kind == Kind::boolean ? (boolean ? "true" : "false")
                                   : in_quotes(text);
  }
};

/// The cell of a column that `check_columns` took.
[[nodiscard]] Cell cell_at(const Column& column, std::size_t row, DecimalMark mark = DecimalMark::point);

/// Where a cell is: a field of a record, or a column of a numbered row. Writes nothing down before
/// there is a refusal.
class CellPlace {
 public:
  CellPlace(ErrorType type, std::string_view name, std::string_view parent = "")
      : error_type_(type), name_(name), parent_(parent) {}
  CellPlace(ErrorType type, std::string_view name, std::int64_t row) : error_type_(type), name_(name), row_(row) {}

  [[noreturn]] void refuse(const char* code, std::initializer_list<Phrase> predicate) const;
  [[noreturn]] void refuse(const char* code, const char* predicate) const { refuse(code, {Phrase(predicate)}); }
  /// The row or record as a whole.
  [[noreturn]] void refuse_record(const char* code, std::initializer_list<Phrase> predicate) const;
  [[noreturn]] void refuse_record(const char* code, const char* predicate) const { refuse_record(code, {Phrase(predicate)}); }

 private:
  /// The pointer to the row, or to the parent; empty where the record is the document.
  [[nodiscard]] std::string parent_pointer() const;

  ErrorType error_type_;
  std::string_view name_;
  std::string_view parent_;
  std::optional<std::int64_t> row_;
};

/// The look of a value (raw_value.hpp).
[[nodiscard]] ValueForm form_of(const Cell& cell);

/// Refuses a text of a file that is no UTF-8.
void require_utf8(const Cell& cell, const CellPlace& place);

[[noreturn]] void refuse_blank(const CellPlace& place, std::initializer_list<Phrase> expected);

/// A finite number, from a number or a text; the cell isn't blank.
[[nodiscard]] double number_of(const Cell& cell, const CellPlace& place);

[[nodiscard]] bool boolean_of(const Cell& cell, const CellPlace& place);

/// Index of the level, none if the cell is blank: "?" is blank unless a level is called that.
[[nodiscard]] std::optional<std::size_t> level_of(const Cell& cell, const CellPlace& place, const LevelIndex& index,
                                                  const std::vector<std::string>& levels);

/// The levels in words, or how many they are.
[[nodiscard]] std::string listed(const std::vector<std::string>& levels);

}  // namespace expost::report
