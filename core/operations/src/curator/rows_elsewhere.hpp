// Rows that are elsewhere (docs/operations.md, "Rows elsewhere"): questions about them and answers,
// each a text.
#pragma once

#include <nlohmann/json.hpp>

#include "check/loaded_report.hpp"
#include "curator/study_session.hpp"
#include "expost/output/row_source.hpp"

namespace expost::operations {

/// {question, report?, options?, limited?, firstRow?} → {answer} for a block of rows. `report` is
/// null where the request has none.
[[nodiscard]] nlohmann::ordered_json answer_question(const nlohmann::json& request, const StudySession& session,
                                                     const LoadedReport* report, const report::Columns& block);
/// {first, second} → {answer} for two disjoint sets of rows together.
[[nodiscard]] nlohmann::ordered_json add_answers(const nlohmann::json& request);

/// Asks in bytes what `asked` answers in texts.
[[nodiscard]] AddUp in_bytes(const AddUp& asked);

/// {report, count, options?} → {summary} of an audit of `count` rows.
[[nodiscard]] nlohmann::ordered_json audit_elsewhere(const nlohmann::json& request, const StudySession& session,
                                                     const LoadedReport& report, const AddUp& add_up);

}  // namespace expost::operations
