// A table as the text that ledgers know it by.
#pragma once

#include <nlohmann/json.hpp>

#include "expost/report/columns.hpp"

namespace expost::operations {

/// {header} and rows in columns, one for each name of the header → {lines}: a line for each row
/// (TableLine), of all columns whatever they are called.
[[nodiscard]] nlohmann::ordered_json lines_of_table(const nlohmann::json& request, const report::Columns& columns);

}  // namespace expost::operations
