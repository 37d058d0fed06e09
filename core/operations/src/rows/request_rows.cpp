#include "rows/request_rows.hpp"

#include <optional>
#include <string>
#include <type_traits>

#include "documents/request.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/table_lines.hpp"

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

report::DocumentColumns read_columns(const Request& request, std::size_t cells) {
  const json::array_t& items = array(request, "columns", "must be an array of columns");
  if (items.size() != cells) {
    request.refuse("columns", "wrong-length", {"must be ", cells, ", as the header has, but are ", items.size()});
  }
  report::DocumentColumns columns;
  for (const json& item : items) {
    if (!item.is_array()) {
      request.refuse("columns", "wrong-type", "must be arrays of values");
    }
    const auto& values = item.get_ref<const json::array_t&>();
    if (!columns.columns.empty() && values.size() != columns.columns.front()->size()) {
      request.refuse("columns", "wrong-length", "must be of one length");
    }
    columns.columns.push_back(&values);
  }
  return columns;
}

}  // namespace

RequestRows::RequestRows(const Request& request, std::size_t cells) : rows_(read(request, cells)) {}

decltype(RequestRows::rows_) RequestRows::read(const Request& request, std::size_t cells) {
  const bool has_columns = request.has("columns");
  if (has_columns && request.has("rows")) {
    request.refuse("rows", "wrong-type", "must be given once: as rows, or as columns");
  }
  if (has_columns) {
    return read_columns(request, cells);
  }
  return Arrays{&array(request, "rows", "must be an array of rows"), cells};
}

std::size_t RequestRows::count() const {
  return std::visit(
      [](const auto& rows) -> std::size_t {
        using Shape = std::decay_t<decltype(rows)>;
        if constexpr (std::is_same_v<Shape, Arrays>) {
          return rows.rows->size();
        } else {
          return rows.count();
        }
      },
      rows_);
}

void RequestRows::code(const report::RowCoder& coder, std::size_t i, std::int64_t number, double* x, double& y,
                       report::RowCounters& counters) const {
  std::visit(
      [&](const auto& rows) {
        using Shape = std::decay_t<decltype(rows)>;
        if constexpr (std::is_same_v<Shape, Arrays>) {
          coder.code_row((*rows.rows)[i], number, x, y, counters);
        } else {
          coder.code_row_of(rows, i, number, x, y, counters);
        }
      },
      rows_);
}

void RequestRows::append_line(std::string& lines, std::size_t i) const {
  report::TableLine line(lines);
  const auto add = [&](const json& value) {
    if (!line.add(value)) {
      throw Error(ErrorType::data, "wrong-type", "/" + std::to_string(i + 1), "must have numbers, texts, booleans and null");
    }
  };
  std::visit(
      [&](const auto& rows) {
        using Shape = std::decay_t<decltype(rows)>;
        if constexpr (std::is_same_v<Shape, Arrays>) {
          const json& row = (*rows.rows)[i];
          if (!row.is_array() || row.size() != rows.cells) {
            throw Error(ErrorType::data, "wrong-length", "/" + std::to_string(i + 1),
                        "must be an array of as many values as the header has");
          }
          for (const json& value : row) {
            add(value);
          }
        } else {
          for (const json::array_t* const column : rows.columns) {
            add((*column)[i]);
          }
        }
      },
      rows_);
  line.end();
}

std::optional<std::string> RequestRows::person(const report::PersonColumn& column, std::size_t i, std::int64_t number) const {
  return std::visit(
      [&](const auto& rows) {
        using Shape = std::decay_t<decltype(rows)>;
        if constexpr (std::is_same_v<Shape, Arrays>) {
          return column.person((*rows.rows)[i], number);
        } else {
          return column.person(rows, i, number);
        }
      },
      rows_);
}

}  // namespace expost::operations
