#include "check/record_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/csv_reader.hpp"
#include "expost/report/number_text.hpp"

namespace expost::operations {
namespace {

/// A person looks through them.
constexpr std::size_t most_rows = 1000;

/// Appends the rows of the reader's block.
void take_block(const report::CsvReader& table, std::vector<std::vector<std::string>>& rows) {
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const report::Fields& column : table.fields()) {
      row.emplace_back(report::trimmed(column[i]));
    }
  }
}

}  // namespace

nlohmann::ordered_json records_in_text(const Request& request) {
  request.allow_only({"text"});
  const std::optional<std::string> text = request.optional_text("text");
  if (!text) {
    request.refuse("text", "missing", "must be given: a header and rows");
  }
  report::CsvReader table;
  std::vector<std::vector<std::string>> rows;
  table.push(*text);
  take_block(table, rows);
  do {
    table.finish();
    take_block(table, rows);
  } while ((table.rows() > 0 || table.has_failed()) && rows.size() <= most_rows);
  if (rows.empty() || rows.size() > most_rows) {
    report::throw_error(ErrorType::data, rows.empty() ? "no-row" : "several-rows", "",
                        {"the text must have a header and at most ", most_rows, " rows"});
  }
  std::vector<std::string> names = table.header();
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end() && !twice->empty()) {
    report::throw_error(ErrorType::data, "duplicate-column", "",
                        {"the header has the column ", report::Phrase::quoted(*twice), " twice"});
  }
  return ObjectWriter()
      .put_texts("header", table.header())
      .put("rows", nlohmann::ordered_json(rows))
      .put_text("separator", std::string(1, table.separator()))
      .take();
}

}  // namespace expost::operations
