// Records in a text: a header and rows, as they are copied from a table.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

class Request;

/// {text} → {header, rows, separator}: the names, and for each row the texts under them. Throws
/// ErrorType::data as CsvReader does, "no-row" where there is none, "several-rows" for more than
/// 1000, "duplicate-column" where two names are the same.
[[nodiscard]] nlohmann::ordered_json records_in_text(const Request& request);

}  // namespace expost::operations
