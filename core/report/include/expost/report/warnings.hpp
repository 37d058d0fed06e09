// Weak spots of a report that a careful reader would notice (docs/read-a-report.md, "Warning
// signs").
#pragma once

#include <vector>

#include "expost/report/report.hpp"

namespace expost::report {

/// How much a warning weighs.
enum class WarningLevel { note, warning, serious };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(WarningLevel value) {
  switch (value) {
    case WarningLevel::note:
      return "note";
    case WarningLevel::warning:
      return "warning";
    case WarningLevel::serious:
      return "serious";
  }
  return nullptr;
}

/// A warning's code, stable for programs: "epsilon", "delta", "people", "no-promise",
/// "no-publisher", "seed", "digits", "sample".
struct Warning {
  const char* code;
  WarningLevel level;
};

/// Returns them, the gravest first; none for a report that has nothing of the kind.
///
/// The promise is that to a person where the report has one. ε above 1.386 (80 in 100 from 50) is a
/// note, above 2.944 (95) a warning, above 10 serious. δ above 1e-4, or a tenth of 1/people, is a
/// warning, above a hundredth a note; where `people` isn't stated it can't be judged, a note.
/// @param full_digits  whether the model has all digits of doubles
[[nodiscard]] std::vector<Warning> warnings_of(const Report& report, bool full_digits);

}  // namespace expost::report
