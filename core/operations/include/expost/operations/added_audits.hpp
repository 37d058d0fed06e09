// Answers of an audit of rows elsewhere (docs/operations.md, "Rows elsewhere").
#pragma once

#include <string>
#include <string_view>

namespace expost::operations {

/// The answer to a question of `audit_by_sums` for two disjoint sets of rows together. Throws
/// ErrorType::argument, code "not-sums".
[[nodiscard]] std::string added_audits(std::string_view first, std::string_view second);

}  // namespace expost::operations
