// A study to be filled in, from a table's header and the forms of its values.
#pragma once

#include <nlohmann/json.hpp>

#include "expost/report/columns.hpp"

namespace expost::operations {

/// {header, firstRow?, forms?} and rows in columns, one for each name of the header → {forms}: the
/// forms of these rows, added to `forms` of earlier ones.
[[nodiscard]] nlohmann::ordered_json count_forms(const nlohmann::json& request, const report::Columns& columns);

/// {header, label} → {study}: a function of the header alone.
[[nodiscard]] nlohmann::ordered_json scaffold(const nlohmann::json& request);

/// {header, forms} → {kinds: [{name, kind, twoValued, blanks}]}: what each named column seems to
/// hold. For the curator's eyes: one row can change it, so it belongs into no study unconfirmed.
[[nodiscard]] nlohmann::ordered_json guess_kinds(const nlohmann::json& request);

}  // namespace expost::operations
