// From a promise about one row to one about a person with several (mathematics.md, section 7.23).
//
// Neighbours: one row less or one more, in both orders; for a person all of hers, at most k. Also
// rows replaced by empty ones. Nothing is said of rows replaced by others: that is up to 2k.
#pragma once

#include "expost/accounting/composition.hpp"

namespace expost {

/// Rows of one person, at most.
inline constexpr int most_rows_of_a_person = 1 << 20;

/// Returns what a promise about one row is for up to `rows` rows: (kε, δ(e^{kε} − 1)/(e^ε − 1)),
/// both rounded up, δ at most 1; the promise itself for one row. Dwork & Roth 2014, Theorem 2.2;
/// Vadhan 2017, Lemma 2.2.
///
/// @param row   ε ≥ 0, finite; δ in [0, 1]
/// @param rows  k, 1 to most_rows_of_a_person
/// @throws Error (ErrorType::argument)
[[nodiscard]] EpsilonDelta group_promise(const EpsilonDelta& row, int rows);

/// Returns a promise about one row, as large as doubles allow or a little below, with which up to
/// `rows` rows have no more than `person`: group_promise of it is nowhere above. δ is 0 where it is
/// 0, or where no double above 0 is small enough.
///
/// @throws Error (ErrorType::argument), as group_promise
[[nodiscard]] EpsilonDelta row_promise(const EpsilonDelta& person, int rows);

}  // namespace expost
