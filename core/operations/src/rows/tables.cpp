#include "rows/tables.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "documents/handles.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "rows/column_kinds.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Texts with a zero between two of them; a zero in one is U+FFFD, and so is what is no UTF-8.
std::string joined(const report::Fields& column) {
  std::string texts;
  for (std::size_t i = 0; i < column.size(); ++i) {
    for (const char c : column[i]) {
      if (c == '\0') {
        texts += "\xEF\xBF\xBD";
      } else {
        texts += c;
      }
    }
    texts += '\0';
  }
  if (!texts.empty()) {
    texts.pop_back();
  }
  return texts;
}

}  // namespace

ordered_json Tables::open(const Request& request, int handle) {
  request.allow_only({"decimalComma", "unpacked"});
  tables_.emplace(handle, report::CsvReader({request.flag("decimalComma"), request.flag("unpacked")}));
  return ObjectWriter().put_count("table", handle).take();
}

ordered_json Tables::read(const Request& request, std::string_view bytes) {
  request.allow_only({"table", "text", "last", "damaged"});
  report::CsvReader& table = held(tables_, request, "table")->second;
  if (request.flag("damaged")) {
    table.refuse_damaged();
  }
  const std::optional<std::string> text = request.optional_text("text");
  if (request.flag("last")) {
    if (text || !bytes.empty()) {
      request.refuse("last", "inconsistent", "must come without text");
    }
    table.finish();
  } else {
    table.push(text ? std::string_view(*text) : bytes);
  }
  ObjectWriter answer;
  answer.put_count("rows", static_cast<std::int64_t>(table.rows()));
  if (table.has_header()) {
    answer.put_texts("header", table.header());
  } else {
    answer.put_null("header");
  }
  const bool more = table.rows() > 0 || table.has_failed();
  answer.put_flag("more", more);
  if (request.flag("last") && !more) {
    answer.put("thousands", places_of(table.thousands()));
  }
  return answer.take();
}

ordered_json Tables::texts(const Request& request) {
  request.allow_only({"table", "columns"});
  const report::CsvReader& table = held(tables_, request, "table")->second;
  const json& columns = request.required("columns");
  if (!columns.is_array()) {
    request.refuse("columns", "wrong-type", "must be an array of places");
  }
  const std::vector<report::Fields> fields = table.fields();
  std::vector<std::string> texts;
  for (const json& column : columns) {
    const auto place = column.is_number_integer() ? column.get<std::int64_t>() : -1;
    if (place < 0 || place >= static_cast<std::int64_t>(fields.size())) {
      request.refuse("columns", "out-of-range", "must be places of columns, counted from 0");
    }
    texts.push_back(joined(fields[static_cast<std::size_t>(place)]));
  }
  return ObjectWriter().put_texts("texts", texts).take();
}

ordered_json Tables::line(const Request& request) {
  request.allow_only({"table", "row"});
  const auto found = held(tables_, request, "table")->second.line_of(static_cast<std::int64_t>(request.number("row")));
  return found ? ObjectWriter().put_count("line", *found).take() : ObjectWriter().put_null("line").take();
}

ordered_json Tables::estimate(const Request& request) {
  request.allow_only({"table", "bytes"});
  return ObjectWriter().put("rows", held(tables_, request, "table")->second.estimated_rows(request.number("bytes"))).take();
}

void Tables::close(const Request& request) {
  request.allow_only({"table"});
  tables_.erase(held(tables_, request, "table"));
}

report::Columns Tables::block(const Request& request) {
  return held(tables_, request, "table")->second.columns();
}

}  // namespace expost::operations
