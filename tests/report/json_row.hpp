// One row of raw values, as a document has it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "expost/report/columns.hpp"
#include "expost/report/row_coder.hpp"

namespace expost::report::testing {

/// Codes an array of values, as many as the coder's header has names.
inline void code_json_row(const RowCoder& coder, const nlohmann::json& row, std::int64_t number, double* x, double& y,
                          RowCounters& counters) {
  const nlohmann::json rows = nlohmann::json::array({row});
  const Columns columns = columns_of_rows(rows.get_ref<const nlohmann::json::array_t&>(), row.size(), number, ErrorType::data);
  coder.code_row_of(columns, 0, number, x, y, counters);
}

}  // namespace expost::report::testing
