// The total of a ledger's publications, which are about the same people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "curator/ledger_document.hpp"
#include "expost/accounting/composition.hpp"

namespace expost::operations {

/// Sums by basic composition. Experiments (seeded) are counted, but not in the sums: they are not
/// to be published.
struct LedgerTotal {
  std::int64_t publications = 0;
  std::int64_t without_guarantee = 0;
  std::int64_t experiments = 0;
  EpsilonDelta sums{};
  EpsilonDelta promised{};  ///< the sums of those with a finite ε
  /// Some promise something to a person, but not all, so that the sums hold for one row alone.
  bool is_of_row = false;
};

/// Returns the sum of the decimals that numbers of 0 or more are written as, rounded up: the result
/// as it is written is never below the exact sum, and is it where a double can be (0.1 and 0.2 are
/// 0.3). Infinite where a number is, or where the sum is beyond the largest double.
[[nodiscard]] double sum_upward(const std::vector<double>& values);

[[nodiscard]] LedgerTotal total_of(const std::vector<LedgerEntry>& entries);

/// Returns ε of the publications with a promise together, at the limit's δ, or else at the sum of
/// theirs: never above their sums there, and infinite where nothing is proved.
[[nodiscard]] EpsilonDelta together_of(const std::vector<LedgerEntry>& entries, const std::optional<LedgerLimit>& limit);

/// Returns what may be added to the sums without going beyond the limit: the largest doubles for
/// which `sum_upward` says so, each 0 at least.
[[nodiscard]] LedgerLimit left_of(const LedgerLimit& limit, const LedgerTotal& total);

// In words. An infinite total is said to be infinite, never left out.
/// "ε = 1, δ = 0.000001"
[[nodiscard]] std::string in_words(const EpsilonDelta& promise);
[[nodiscard]] std::string in_words(const LedgerLimit& limit);
/// "ε = 2, δ = 0.000002 (2 publications)". Where some have no finite guarantee, the sums of the
/// others are told too.
[[nodiscard]] std::string in_words(const LedgerTotal& total);
/// "together ε = 1.441 at δ = 0.000002, composed tightly (if no result led to a later budget)",
/// ε rounded up to four digits; empty where that says no more than the sums. Where some have no
/// finite guarantee it is about the others.
[[nodiscard]] std::string in_words(const LedgerTotal& total, const EpsilonDelta& together);

}  // namespace expost::operations
