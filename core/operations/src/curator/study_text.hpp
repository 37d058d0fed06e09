// One text for a study, however its files are laid out or divided.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {study} → {text}: its JSON as JavaScript writes it, without blanks, keys in order: first whole
/// numbers below 2³² − 1 as such, then the others by their UTF-16 code units. Ledgers know a study
/// by the SHA-256 of this text.
[[nodiscard]] nlohmann::ordered_json study_text(const nlohmann::json& document);

}  // namespace expost::operations
