// An audit of rows that no single memory holds: the figures of the audit in memory (audit.hpp), by
// questions about all rows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "curator/audit.hpp"
#include "expost/output/row_source.hpp"
#include "mechanisms/mechanism.hpp"
#include "rows/coded_rows.hpp"

namespace expost::operations {

/// {data, report, count, options?} → {summary}: the summary of the audit in memory, to the last
/// digit. Asks `add_up` two or three questions about sums, then one about counts in ranges of
/// doubles, and up to four that halve in on the quantiles. No answer has a row's figures, except
/// where fewer than `most_values` rows are as near to a quantile as a range is wide: then these.
/// @param count  rows that are used
[[nodiscard]] nlohmann::ordered_json audit_by_sums(const nlohmann::json& document, const LoadedReport& loaded,
                                                   const CodedRows& rows, const Mechanism& mechanism, const AddUp& add_up);

/// The answer of a block of rows to a question: as secret as the rows. Throws ErrorType::argument,
/// code "not-a-question".
[[nodiscard]] std::string audit_of(std::string_view question, const nlohmann::json& options, const LoadedReport& loaded,
                                   const Mechanism& mechanism, const CodedData& block);

}  // namespace expost::operations
