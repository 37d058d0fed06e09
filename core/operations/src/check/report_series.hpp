// One bound over several publications about one person.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "check/loaded_report.hpp"

namespace expost::operations {

/// {record | records, options} → {bounds, total} (SeriesBound of index.d.ts): each report's own
/// bound, and one for all of them together, in the order of the reports. Each takes those fields of
/// `record` that it has; `records` has one for each.
[[nodiscard]] nlohmann::ordered_json bound_series(const std::vector<LoadedReport*>& reports, const Request& request);

}  // namespace expost::operations
