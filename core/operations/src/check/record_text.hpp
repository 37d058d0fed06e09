// One record in a text: a header and a row, as they are copied from a table.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

class Request;

/// {text} → {header, row, separator}: the names and the texts under them. Throws ErrorType::data as
/// CsvReader does, "no-row" and "several-rows" where there isn't one row, "duplicate-column" where
/// two names are the same.
[[nodiscard]] nlohmann::ordered_json record_in_text(const Request& request);

}  // namespace expost::operations
