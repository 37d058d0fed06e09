// Ranges of arguments: ErrorType::argument, code "out-of-range", with one sentence.
#pragma once

#include <limits>

namespace expost {

/// Throws "<name> <expectation>". `pointer` is where the value was given, "" where only the caller
/// knows.
[[noreturn]] void refuse_argument(const char* pointer, const char* name, const char* expectation);

/// Throws "<pointer> <predicate>" of a published report: ErrorType::report.
[[noreturn]] void refuse_report(const char* pointer, const char* predicate);

/// Throws unless the value lies strictly between 0 and 1.
inline void require_probability(double value, const char* pointer, const char* name) {
  if (!(value > 0 && value < 1)) {
    refuse_argument(pointer, name, "must lie strictly between 0 and 1");
  }
}

/// Throws unless the value is above 0 and finite.
inline void require_above_zero(double value, const char* pointer, const char* name) {
  if (!(value > 0 && value < std::numeric_limits<double>::infinity())) {
    refuse_argument(pointer, name, "must be a number above 0");
  }
}

}  // namespace expost
