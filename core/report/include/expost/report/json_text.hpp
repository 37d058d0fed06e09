// Texts in JSON, as JavaScript writes them.
#pragma once

#include <string>
#include <string_view>

namespace expost::report {

/// Appends a UTF-8 text in quotes, as JSON.stringify does: quotes, backslashes and control
/// characters escaped, all others as they are.
void append_json_text(std::string& json, std::string_view text);

}  // namespace expost::report
