// Rows in columns that JavaScript hands over beside a document (wasm/js/packed-columns.js).
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "expost/report/columns.hpp"

namespace expost::wasm {

/// Copies of columns: numbers and texts as they lie in memory, without a value for each of them.
class CopiedColumns {
 public:
  /// A list of columns: [Float64Array, bits of those that are there, or nothing], or [array of
  /// texts]. Throws NotADocument for other columns, and where a text is none of values.hpp.
  explicit CopiedColumns(const emscripten::val& list);
  CopiedColumns(const CopiedColumns&) = delete;
  CopiedColumns& operator=(const CopiedColumns&) = delete;

  [[nodiscard]] const report::Columns& columns() const { return columns_; }

 private:
  [[nodiscard]] report::Column numbers(const emscripten::val& doubles, const emscripten::val& present);
  [[nodiscard]] report::Column texts(const emscripten::val& list);

  // The columns look at these.
  std::deque<std::vector<double>> numbers_;
  std::deque<std::vector<std::uint8_t>> bits_;
  std::deque<std::string> bytes_;
  std::deque<std::vector<std::string_view>> texts_;
  report::Columns columns_;
};

}  // namespace expost::wasm
