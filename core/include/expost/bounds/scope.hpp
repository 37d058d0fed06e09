// The persons that a bound holds for (mathematics.md, section 10).
#pragma once

namespace expost {

/// Whether the bound is for a member of the data set, for somebody outside, or must hold in either
/// case.
enum class Membership { in, out, unknown };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Membership value) {
  switch (value) {
    case Membership::in:
      return "in";
    case Membership::out:
      return "out";
    case Membership::unknown:
      return "unknown";
  }
  return nullptr;
}

/// For how many records at once the bound has to hold (section 10).
struct Uniformity {
  /// The numbers of records.
  enum class Kind {
    one,   ///< one record chosen before the release
    rows,  ///< `count` records chosen before the release
    all,   ///< every x of R^d at once, for people who try several records
  };
  Kind kind = Kind::one;  ///< which of them
  double count = 1;       ///< records, at least 1; for `rows` only
};

}  // namespace expost
