#include "columns.hpp"

#include <cstddef>
#include <string_view>

#include "values.hpp"

using emscripten::val;
using Handle = emscripten::EM_VAL;

// In values.js, which says what each does.
extern "C" {
bool expost_is_doubles(Handle value);
int expost_length(Handle value);
Handle expost_item(Handle list, int index);
void expost_copy_bytes(Handle bytes, char* start);
void expost_copy_numbers(Handle numbers, double* start);
}

namespace expost::wasm {
namespace {

val item(const val& list, int index) {
  return val::take_ownership(expost_item(list.as_handle(), index));
}

std::size_t length(const val& list) {
  return static_cast<std::size_t>(expost_length(list.as_handle()));
}

}  // namespace

CopiedColumns::CopiedColumns(const val& list) {
  const std::size_t count = length(list);
  for (std::size_t i = 0; i < count; ++i) {
    const val column = item(list, static_cast<int>(i));
    const val values = item(column, 0);
    if (i == 0) {
      columns_.rows = length(values);
    }
    columns_.columns.push_back(expost_is_doubles(values.as_handle()) ? numbers(values, item(column, 1)) : texts(values));
  }
}

report::Column CopiedColumns::numbers(const val& doubles, const val& present) {
  std::vector<double>& copy = numbers_.emplace_back(length(doubles));
  expost_copy_numbers(doubles.as_handle(), copy.data());
  report::Column column{copy, {}};
  if (!present.isUndefined()) {
    std::vector<std::uint8_t>& bits = bits_.emplace_back(length(present));
    expost_copy_bytes(present.as_handle(), reinterpret_cast<char*>(bits.data()));
    column.present = report::Bits{bits, 0, copy.size()};
  }
  return column;
}

report::Column CopiedColumns::texts(const val& list) {
  if (!is_texts(list)) {
    throw NotADocument("a column is neither of numbers nor of texts");
  }
  const std::string_view bytes = bytes_.emplace_back(bytes_of(list));
  std::vector<std::string_view>& texts = texts_.emplace_back();
  texts.reserve(length(list));
  for (std::size_t start = 0; start <= bytes.size(); start += texts.back().size() + 1) {
    texts.push_back(bytes.substr(start, bytes.find('\0', start) - start));
  }
  return {report::Fields{texts}, {}};
}

}  // namespace expost::wasm
