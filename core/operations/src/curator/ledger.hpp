// Questions to a curator's ledger, and entries (docs/operations.md). Files, locks, fingerprints
// and keys are the caller's.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {ledger, limit?, study?, adds?} → {limit?, total, repeat}: checks a ledger. `limit` lowers its
/// own. `repeat` is a sentence about earlier publications of the study with this SHA-256, or null.
/// Throws ErrorType::ledger where the ledger is at fault or the limit would be raised, and
/// "beyond-limit" where one more publication, `adds` as "publication-part" gives it, would go
/// beyond it by the sums.
[[nodiscard]] nlohmann::ordered_json check_ledger(const nlohmann::json& document);

/// {ledger} → {total, limit?}, with what all have together, composed tightly.
[[nodiscard]] nlohmann::ordered_json ledger_total(const nlohmann::json& document);

/// {report, hashes: {report, study}} → {entry}: the entry of a report, still without the data's
/// fingerprint.
[[nodiscard]] nlohmann::ordered_json ledger_entry(const nlohmann::json& document);

/// {ledger, key, entry, data?, limit?} → {head, entry, before, total, doubt}: one more publication.
/// `head` and `entry` belong into the ledger's file, before its other keys and after its other
/// entries. `key` is used where the ledger has none. `doubt` is a sentence about other data than
/// those of earlier publications, or null. Throws as "check-ledger" does.
[[nodiscard]] nlohmann::ordered_json enter_ledger(const nlohmann::json& document);

/// {values} → {sum}: numbers of 0 or more added up as they are written, never below their sum
/// (sum_upward).
[[nodiscard]] nlohmann::ordered_json sum_of_values(const nlohmann::json& document);

}  // namespace expost::operations
