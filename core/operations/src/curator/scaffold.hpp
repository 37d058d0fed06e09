// A study to be filled in, from a table's header and the forms of its values.
#pragma once

#include <nlohmann/json.hpp>

#include "expost/report/columns.hpp"

namespace expost::operations {

/// {header, rows, firstRow?, forms?} → {forms}: the forms of these rows, added to `forms` of
/// earlier ones.
[[nodiscard]] nlohmann::ordered_json count_forms(const nlohmann::json& request);

/// The same for rows in columns, one for each name of the header: {header, forms?}.
[[nodiscard]] nlohmann::ordered_json count_forms(const nlohmann::json& request, const report::Columns& columns);

/// {header, label, forms?} → {study}. Without `forms` only the header and the label are looked at,
/// and no kind means anything.
[[nodiscard]] nlohmann::ordered_json scaffold(const nlohmann::json& request);

}  // namespace expost::operations
