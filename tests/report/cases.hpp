// The good and bad documents of tests/reports, shared with the tests of the JSON Schema (tests/schema).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#ifndef EXPOST_TESTS_DIR
#define EXPOST_TESTS_DIR "tests"
#endif

namespace expost::report::testing {

struct Case {
  std::string name;         ///< the file's name without .json
  nlohmann::json document;  ///< the file
};

/// The files of tests/reports/`folder`, by name.
std::vector<Case> cases(const std::string& folder);

/// One of them.
nlohmann::json document(const std::string& path);

/// The document as it arrives in WebAssembly: through MessagePack, where whole numbers are integers, as JavaScript packs them.
nlohmann::json through_message_pack(const nlohmann::json& document);

}  // namespace expost::report::testing
