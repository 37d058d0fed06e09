// Adjustments of a record to a report's bounds, as in training, and their sentences.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace expost::report {

/// A change that a record needed, the same as in training.
struct Adjustment {
  enum class Kind {
    raised,   ///< a value, to the report's minimum
    lowered,  ///< a value, to the report's maximum
    filled,   ///< a blank, with the report's stand-in
    scaled,   ///< the whole record, onto the unit ball, by more than rounding
  };
  Kind kind;
  std::string field;    ///< the feature's or the label's name; empty for `scaled`
  nlohmann::json from;  ///< the number that was given; null for `filled` and `scaled`
  nlohmann::json to;    ///< the number or level that it counts as; null for `scaled`
};

/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Adjustment::Kind value) {
  switch (value) {
    case Adjustment::Kind::raised:
      return "raised";
    case Adjustment::Kind::lowered:
      return "lowered";
    case Adjustment::Kind::filled:
      return "filled";
    case Adjustment::Kind::scaled:
      return "scaled";
  }
  return nullptr;
}

/// The adjustment in one English sentence, with the field's name.
[[nodiscard]] std::string sentence_of(const Adjustment& adjustment);

}  // namespace expost::report
