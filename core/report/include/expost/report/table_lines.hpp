// A table as one text, the same whatever kind of file or frame holds it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "expost/report/columns.hpp"

namespace expost::report {

/// A row as one line: its values as a JSON array of texts, and a line feed. Numbers and booleans
/// are written as JavaScript writes them, blanks are empty texts, and white space at both ends of
/// texts is left out; a byte that is in no UTF-8 is U+FFFD. Ledgers know a table by the hash of its
/// lines.
class TableLine {
 public:
  /// Begins a line at the end of `lines`, which has to outlive it.
  explicit TableLine(std::string& lines) : lines_(lines) {}

  /// Appends a text.
  void add_text(std::string_view value);
  /// Appends a number.
  void add_number(double value);
  /// Appends a boolean.
  void add_boolean(bool value);
  /// Appends a value of JSON. False, and nothing is appended, for an array or an object.
  [[nodiscard]] bool add(const nlohmann::json& value);
  /// Ends the line.
  void end();

 private:
  void separate();

  std::string& lines_;
  bool is_first_ = true;
};

/// Returns a line for each row of a block.
[[nodiscard]] std::string table_lines(const Columns& columns);

}  // namespace expost::report
