// The rows of a request, as columns.
#pragma once

#include <cstddef>

#include "expost/numerics/error.hpp"
#include "expost/report/columns.hpp"

namespace expost::operations {

class Request;

/// Returns the rows of a request: `rows`, an array of arrays of raw values, numbered from
/// `firstRow` or 1; or `columns`, an array of such arrays, one for each name of the header. A view
/// of the request.
/// @param cells  of a row, as many as the header has
/// @param type   of the error about a row
/// @throws Error (ErrorType::argument) unless the request has one of the two, well formed; (`type`)
///   as `report::columns_of_rows`
[[nodiscard]] report::Columns rows_of(const Request& request, std::size_t cells, ErrorType type = ErrorType::data);

}  // namespace expost::operations
