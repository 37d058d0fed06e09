// Whose row it is: the column of rows that names a person (docs/study.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expost/report/columns.hpp"
#include "expost/report/row_coder.hpp"

namespace expost::report {

/// Reads names of persons, in the shapes that RowCoder takes rows in.
///
/// A name is a text without the blanks at its ends, compared letter by letter: "7" is not "07". A
/// number is its decimal text, and a text that is a decimal loses the zeros that end its fraction,
/// so that 7, 7.0, "7" and "7.00" are "7"; a boolean is "true" or "false". All functions throw
/// Error (ErrorType::data) with the pointer "/<number>/<name>": "missing" for a blank or "?", for a
/// word for no value ("NA", "NULL", "unknown") and an error of a spreadsheet ("#REF!");
/// "out-of-range" for a number that doubles don't tell apart from others, one that a program
/// rounded ("1.23457E+11") and a day that a spreadsheet made ("1-Mar"); "wrong-type" for what is
/// none of these.
class PersonColumn {
 public:
  /// @throws Error (ErrorType::data) "missing-column", "duplicate-column" with the pointer
  ///   "/<name>"
  PersonColumn(std::string name, const std::vector<std::string>& header);

  /// The column's place in the header.
  [[nodiscard]] std::size_t place() const { return column_; }

  [[nodiscard]] std::string person(const Columns& columns, std::size_t row, std::int64_t number) const;

 private:
  std::string name_;
  std::size_t column_;
};

}  // namespace expost::report
