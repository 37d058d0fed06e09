#include "rows/request_rows.hpp"

#include <cstdint>

#include "documents/request.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

const json::array_t& array(const Request& request, const char* key, const char* expected) {
  const json& value = request.required(key);
  if (!value.is_array()) {
    request.refuse(key, "wrong-type", expected);
  }
  return value.get_ref<const json::array_t&>();
}

report::Columns columns_in(const Request& request, std::size_t cells) {
  const json::array_t& items = array(request, "columns", "must be an array of columns");
  if (items.size() != cells) {
    request.refuse("columns", "wrong-length", {"must be ", cells, ", as the header has, but are ", items.size()});
  }
  report::Columns columns;
  for (const json& item : items) {
    if (!item.is_array()) {
      request.refuse("columns", "wrong-type", "must be arrays of values");
    }
    const auto& values = item.get_ref<const json::array_t&>();
    if (!columns.columns.empty() && values.size() != columns.rows) {
      request.refuse("columns", "wrong-length", "must be of one length");
    }
    columns.rows = values.size();
    columns.columns.push_back({report::DocumentValues{&values}, {}});
  }
  return columns;
}

}  // namespace

report::Columns rows_of(const Request& request, std::size_t cells, ErrorType type) {
  if (!request.has("columns")) {
    const std::int64_t first = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
    return report::columns_of_rows(array(request, "rows", "must be an array of rows"), cells, first, type);
  }
  if (request.has("rows")) {
    request.refuse("rows", "wrong-type", "must be given once: as rows, or as columns");
  }
  return columns_in(request, cells);
}

}  // namespace expost::operations
