// A study to be filled in, from a table's header and the forms of its values.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {header, rows, firstRow?, forms?} → {forms}: the forms of these rows, added to `forms` of
/// earlier ones.
[[nodiscard]] nlohmann::ordered_json count_forms(const nlohmann::json& request);

/// {header, label, forms?} → {study}. Without `forms` only the header and the label are looked at,
/// and no kind means anything.
[[nodiscard]] nlohmann::ordered_json scaffold(const nlohmann::json& request);

}  // namespace expost::operations
