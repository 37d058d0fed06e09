// A curator's ledger: what was published about some data, one entry a publication. A JSON document,
// "expost-ledger" version 4. Version 3 has no sampled steps, version 2 nothing that composes more
// tightly than ε and δ, version 1 besides no key, no limit and no fingerprints of data.
// docs/publishing.md says what it is for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace expost::operations {

inline constexpr const char* ledger_format = "expost-ledger";
inline constexpr int ledger_version = 4;

/// Keys of an entry that "compose" takes as they are.
inline constexpr std::initializer_list<const char*> composed_keys{"epsilon", "delta", "gaussian", "curve", "sampled"};

/// A limit on all publications together; no delta: any δ.
struct LedgerLimit {
  double epsilon = 0;
  std::optional<double> delta;
};

/// A publication as it is counted.
struct LedgerEntry {   // NOLINT(bugprone-exception-escape): nlohmann::json's own destructor
  double epsilon = 0;  ///< infinite without a guarantee
  double delta = 0;
  bool seeded = false;
  bool of_person = false;  ///< promised to a person with several rows
  std::string published;   ///< the day
  std::string study;       ///< SHA-256 in hexadecimal
  std::string data;        ///< keyed fingerprint of the table; empty where it isn't known
  nlohmann::json part;     ///< as "compose" takes it; of a finite ε
};

struct Ledger {
  std::string key;  ///< in hexadecimal; empty before the first fingerprint
  std::optional<LedgerLimit> limit;
  std::vector<LedgerEntry> entries;
};

/// Reads a ledger of any version.
/// @throws Error (ErrorType::ledger) with a pointer into the ledger: "not-a-ledger",
///   "newer-version", "unknown-key", "out-of-range", "inconsistent", "missing"
[[nodiscard]] Ledger read_ledger(const nlohmann::json& document);

/// Reads one entry of the present version, at a pointer.
[[nodiscard]] LedgerEntry read_ledger_entry(const nlohmann::json& document, const std::string& pointer);

/// Reads {epsilon, delta?} at the pointer "/limit", as in a ledger.
[[nodiscard]] LedgerLimit read_ledger_limit(const nlohmann::json& document);

/// The same for 64 hexadecimal digits under a key of a request.
[[nodiscard]] bool is_sha256(const nlohmann::json& value);

}  // namespace expost::operations
