// JSON text → documents, natively. In WebAssembly the engine parses instead (ARCHITECTURE.md):
// nothing there links this.
#pragma once

#include <string_view>

#include "expost/report/report.hpp"
#include "expost/report/study.hpp"

namespace expost::report {

/// Reads a report from UTF-8 JSON text (a byte order mark is skipped).
/// @throws Error (ErrorType::report) as `read_report`; besides "not-json", "duplicate-key",
///   "too-deep" above `limits::depth`, and "too-large" above `limits::text_bytes`. A number that no
///   double holds (1e999) is "not-finite" at its pointer, as where the engine made it an infinity.
[[nodiscard]] Report read_report_text(std::string_view text);

/// The same for a study (ErrorType::study).
[[nodiscard]] Study read_study_text(std::string_view text);

/// The parsed text by itself, refused as above with an error of the given type: for records and
/// other small documents.
[[nodiscard]] nlohmann::json parse_document(std::string_view text, ErrorType type);

}  // namespace expost::report
