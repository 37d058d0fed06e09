// Rows as the lines of a CSV file that has no quotation marks, taken apart where they are.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace expost::report {

/// Lines of text and the cells in them. A view of the text, which the caller keeps.
///
/// Only what has one reading is taken: no quotation mark, and on every line as many cells as the
/// header has. Other lines, blank ones too, need a reader of CSV.
class TextRows {
 public:
  /// @param text       UTF-8; lines are ended by a line feed, the last one perhaps not
  /// @param separator  of cells: , ; | or a tab
  /// @param cells      on each line, 2 or more: a line of a single cell may be blank, or a row
  /// @throws Error (ErrorType::argument) "irregular-text" with the pointer "/text" where a line has
  ///   more or fewer cells, or a quotation mark
  TextRows(std::string_view text, char separator, std::size_t cells);

  [[nodiscard]] std::size_t count() const { return texts_.size() / cells_; }
  [[nodiscard]] std::span<const std::string_view> operator[](std::size_t row) const {
    return std::span(texts_).subspan(row * cells_, cells_);
  }

 private:
  std::size_t cells_;
  std::vector<std::string_view> texts_;  // row by row
};

}  // namespace expost::report
