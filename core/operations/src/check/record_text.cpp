#include "check/record_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/csv_reader.hpp"
#include "expost/report/number_text.hpp"

namespace expost::operations {

nlohmann::ordered_json record_in_text(const Request& request) {
  request.allow_only({"text"});
  const std::optional<std::string> text = request.optional_text("text");
  if (!text) {
    request.refuse("text", "missing", "must be given: a header and a row");
  }
  report::CsvReader table;
  std::vector<std::string> row;
  std::size_t rows = 0;
  const auto take = [&] {
    rows += table.rows();
    for (const report::TextColumn& column : table.texts()) {
      if (table.rows() > 0) {
        row.emplace_back(report::trimmed(std::string_view(column.bytes).substr(0, static_cast<std::size_t>(column.ends[1]))));
      }
    }
  };
  table.push(*text);
  take();
  do {
    table.finish();
    take();
  } while ((table.rows() > 0 || table.has_failed()) && rows < 2);
  if (rows != 1) {
    throw Error(ErrorType::data, rows == 0 ? "no-row" : "several-rows", "", "the text must have a header and one row");
  }
  std::vector<std::string> names = table.header();
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end() && !twice->empty()) {
    report::throw_error(ErrorType::data, "duplicate-column", "",
                        {"the header has the column ", report::Phrase::quoted(*twice), " twice"});
  }
  return ObjectWriter()
      .put_texts("header", table.header())
      .put_texts("row", row)
      .put_text("separator", std::string(1, table.separator()))
      .take();
}

}  // namespace expost::operations
