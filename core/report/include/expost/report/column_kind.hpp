// Kinds of columns, as files and data frames name them: which have raw values (docs/publishing.md).
#pragma once

#include <string>
#include <string_view>

#include "expost/numerics/error.hpp"

namespace expost::report {

/// True unless values of the kind are no numbers, texts or booleans: times of day, durations and
/// intervals, whose numbers depend on a unit that nobody stated, nested values, and bytes.
///
/// @param kind  its name in Parquet ("TIME_MICROS"), Arrow ("time64[us]", "list<item: int64>") or
///   numpy ("timedelta64[ns]"), in any case; a kind that is not known has raw values
[[nodiscard]] bool has_raw_values(std::string_view kind);

/// Returns what is wrong with such a kind: "is of the kind TIME_MICROS, which is no number, text or
/// boolean".
[[nodiscard]] std::string kind_in_words(std::string_view kind);

/// Refuses a column that is read and has no raw values.
/// @throws Error (ErrorType::data) "wrong-type" with the pointer "/<name>"
[[noreturn]] void refuse_kind(const std::string& name, std::string_view kind);

}  // namespace expost::report
