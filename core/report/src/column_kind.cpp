#include "expost/report/column_kind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "document.hpp"

namespace expost::report {
namespace {

/// The first words of their names, in lower case.
constexpr std::array<std::string_view, 43> without_raw_values{
    // Times of day: Arrow's, Parquet's, SQL's.
    "time", "time32", "time64", "time_millis", "time_micros", "time_nanos", "timetz",
    // Lengths of time and periods.
    "duration", "timedelta", "timedelta64", "interval", "month_interval", "months", "day_time_interval",
    "month_day_nano_interval", "period", "pandas.period", "pandas.interval",
    // Several values in one.
    "nested", "list", "large_list", "list_view", "large_list_view", "fixed_size_list", "map", "struct", "union", "dense_union",
    "sparse_union", "run_end_encoded", "bson", "variant", "geometry", "geography", "object",
    // Bytes, and numbers of two parts.
    "bytes", "fixed_size_binary", "fixed_len_byte_array", "complex", "complex64", "complex128", "void", "extension"};

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

bool has_raw_values(std::string_view kind) {
  std::string word;
  for (const char c : kind) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (!is_of_name(lower)) {
      break;
    }
    word += lower;
  }
  return std::find(without_raw_values.begin(), without_raw_values.end(), word) == without_raw_values.end();
}

std::string kind_in_words(std::string_view kind) {
  return sentence({"is of the kind ", in_words(std::string(kind)), ", which is no number, text or boolean"});
}

void refuse_kind(const std::string& name, std::string_view kind) {
  throw_error(ErrorType::data, "wrong-type", pointer_to("", name),
              {"the column ", Phrase::quoted(name), " ", kind_in_words(kind), ": make it one of these"});
}

}  // namespace expost::report
