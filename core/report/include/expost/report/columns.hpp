// A block of rows held in columns, as data frames hold them: Apache Arrow's layouts, read where
// they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "expost/numerics/error.hpp"

namespace expost::report {

/// Bits, eight a byte, the lowest first.
struct Bits {
  std::span<const std::uint8_t> bytes;
  std::size_t start = 0;  ///< bits before the first
  std::size_t size = 0;

  [[nodiscard]] bool operator[](std::size_t i) const {
    const std::size_t bit = start + i;
    return ((bytes[bit / 8] >> (bit % 8)) & 1U) != 0;
  }
};

/// Texts one after the other: text i from byte ends[i] to byte ends[i + 1].
struct Texts {
  std::span<const std::int32_t> ends;  ///< one more than there are texts
  std::string_view bytes;              ///< UTF-8

  [[nodiscard]] std::size_t size() const { return ends.empty() ? 0 : ends.size() - 1; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return bytes.substr(static_cast<std::size_t>(ends[i]), static_cast<std::size_t>(ends[i + 1] - ends[i]));
  }
};

/// Texts wherever they lie: those of one column of a block, whose texts are told row by row.
struct Fields {
  std::span<const std::string_view> texts;
  std::size_t column = 0;
  std::size_t columns = 1;

  [[nodiscard]] std::size_t size() const { return texts.size() / columns; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return texts[i * columns + column]; }
};

/// Few different texts, and for each row the number of its own.
struct Dictionary {
  std::span<const std::int32_t> codes;
  Texts texts;
};

/// Raw values of a document: numbers, texts, booleans and null.
struct DocumentValues {
  static constexpr std::size_t all = static_cast<std::size_t>(-1);

  const nlohmann::json::array_t* items;
  std::size_t place = all;  ///< of the value in each item, which is a row; `all`: the items are the values

  [[nodiscard]] std::size_t size() const { return items->size(); }
  [[nodiscard]] const nlohmann::json& operator[](std::size_t i) const {
    return place == all ? (*items)[i] : (*items)[i][place];
  }
};

/// One column. Its memory is the caller's.
struct Column {
  std::variant<std::span<const double>, Bits, Texts, Fields, Dictionary, DocumentValues> values;
  std::optional<Bits> present;  ///< where it is false the value is blank; none: all are there
};

/// Rows of raw values in columns, one for each name of a header.
struct Columns {
  std::vector<Column> columns;
  std::size_t rows = 0;
};

/// Rows of a document as columns: an array of rows, each an array of raw values.
/// @param cells  of each row
/// @param first  number of the first row, in messages
/// @throws Error (`type`) "wrong-type" or "wrong-length" with the pointer "/<number>" for a row
///   that is no array of so many values
[[nodiscard]] Columns columns_of_rows(const nlohmann::json::array_t& rows, std::size_t cells, std::int64_t first,
                                      ErrorType type);

/// Checks what memory is read by: the lengths of all buffers, ends of texts that never fall, codes
/// within their dictionary. Whoever hands columns to the functions that read them calls it before.
/// @param names  of the columns, for messages
/// @throws Error (ErrorType::argument) "wrong-length" or "out-of-range" with the pointer "/<name>"
void check_columns(const Columns& columns, const std::vector<std::string>& names);

}  // namespace expost::report
