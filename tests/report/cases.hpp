// The good and bad documents of tests/reports, shared with the tests of the JSON Schema
// (tests/schema). tests/reports/cases.mjs describes the tables of the bad ones.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace expost::report::testing {

struct Case {
  std::string name;         ///< the file's name without .json
  nlohmann::json document;  ///< the file
};

struct BadCase {
  std::string name;
  std::optional<std::string> text;  ///< what a file holds, where no JSON value says it
  nlohmann::json document;          ///< null where there is `text`
  std::string pointer;              ///< the place that the refusal names
  std::string code;
  std::string why;
};

/// The files of tests/reports/`folder`, by name.
std::vector<Case> cases(const std::string& folder);

/// Returns the cases of tests/reports/`table`. Their patches start from the files of
/// tests/reports/`good`. Throws if one can't be applied.
std::vector<BadCase> bad_cases(const std::string& table, const std::string& good);

/// One good document.
nlohmann::json document(const std::string& path);

/// The document as it arrives in WebAssembly: through MessagePack, where whole numbers are
/// integers, as JavaScript packs them.
nlohmann::json through_message_pack(const nlohmann::json& document);

}  // namespace expost::report::testing
