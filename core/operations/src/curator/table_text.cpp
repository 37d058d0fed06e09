#include "curator/table_text.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/table_lines.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The names of the columns, which may be any texts: what they mean is for others to say.
std::vector<std::string> names_in(const Request& request) {
  const json& header = request.required("header");
  std::vector<std::string> names;
  for (const json& name : header) {
    if (!header.is_array() || !name.is_string()) {
      request.refuse("header", "wrong-type", "must be an array of texts");
    }
    names.push_back(name.get<std::string>());
  }
  if (names.empty()) {
    request.refuse("header", "wrong-type", "must be an array of texts, and not empty");
  }
  return names;
}

}  // namespace

ordered_json lines_of_table(const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"header", "rows", "columns", "table"});
  report::check_columns(columns, names_in(request));
  return ObjectWriter().put_text("lines", report::table_lines(columns)).take();
}

}  // namespace expost::operations
