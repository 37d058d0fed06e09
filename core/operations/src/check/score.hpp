// How well a published model does on rows, from what it says of each.
#pragma once

#include <nlohmann/json.hpp>

#include "check/loaded_report.hpp"
#include "expost/report/columns.hpp"

namespace expost::operations {

/// {header, firstRow?, decimalComma?, sums?} and rows in columns, one for each name of the header →
/// {sums, scores}: sums over these rows and those of `sums`, an earlier answer's, and the scores of
/// all of them (ClassScores or NumberScores of index.d.ts), null of no rows. The header has to name
/// the label. The sums of rows in several calls are those of one call, to the bit. Errors are those
/// of `predict_rows`; ErrorType::argument for sums that are none of this report.
[[nodiscard]] nlohmann::ordered_json score_rows(const LoadedReport& loaded, const nlohmann::json& request,
                                                const report::Columns& columns);

}  // namespace expost::operations
