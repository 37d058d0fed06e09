#include "expost/report/columns.hpp"

#include "document.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

[[noreturn]] void refuse(const std::string& name, const char* code, const std::string& predicate) {
  throw Error(ErrorType::argument, code, pointer_to("", name), "the column " + in_quotes(name) + " " + predicate);
}

void require_rows(std::size_t size, std::size_t rows, const std::string& name) {
  if (size != rows) {
    refuse(name, "wrong-length",
           "must have a value for each of the " + std::to_string(rows) + " rows, but has " + std::to_string(size));
  }
}

void check(const Bits& bits, std::size_t rows, const std::string& name) {
  require_rows(bits.size, rows, name);
  // In this order nothing overflows.
  const std::size_t all = 8 * bits.bytes.size();
  if (bits.start > all || bits.size > all - bits.start) {
    refuse(name, "wrong-length", "has fewer bits than values");
  }
}

void check(const Texts& texts, const std::string& name) {
  if (texts.ends.empty()) {
    return;
  }
  if (texts.ends.front() < 0 || static_cast<std::size_t>(texts.ends.back()) > texts.bytes.size()) {
    refuse(name, "out-of-range", "has texts outside its bytes");
  }
  for (std::size_t i = 1; i < texts.ends.size(); ++i) {
    if (texts.ends[i] < texts.ends[i - 1]) {
      refuse(name, "out-of-range", "has a text that ends before it begins");
    }
  }
}

}  // namespace

Columns columns_of_rows(const nlohmann::json::array_t& rows, std::size_t cells, std::int64_t first, ErrorType type) {
  for (const Json& row : rows) {
    const CellPlace place(type, "", first++);
    if (!row.is_array()) {
      place.refuse_record("wrong-type", {"must be an array of values, but is ", shown(row)});
    }
    if (row.size() != cells) {
      place.refuse_record("wrong-length", {"must have ", cells, " cells, as the header has, but has ", row.size()});
    }
  }
  Columns columns{{}, rows.size()};
  for (std::size_t i = 0; i < cells; ++i) {
    columns.columns.push_back({DocumentValues{&rows, i}, {}});
  }
  return columns;
}

void check_columns(const Columns& columns, const std::vector<std::string>& names) {
  if (columns.columns.size() != names.size()) {
    throw Error(ErrorType::argument, "wrong-length", "/columns",
                "there must be " + std::to_string(names.size()) + " columns, as the header has, but there are " +
                    std::to_string(columns.columns.size()));
  }
  const std::size_t rows = columns.rows;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Column& column = columns.columns[i];
    const std::string& name = names[i];
    if (column.present) {
      check(*column.present, rows, name);
    }
    if (const auto* const numbers = std::get_if<std::span<const double>>(&column.values)) {
      require_rows(numbers->size(), rows, name);
    } else if (const auto* const bits = std::get_if<Bits>(&column.values)) {
      check(*bits, rows, name);
    } else if (const auto* const texts = std::get_if<Texts>(&column.values)) {
      require_rows(texts->size(), rows, name);
      check(*texts, name);
    } else if (const auto* const fields = std::get_if<Fields>(&column.values)) {
      require_rows(fields->size(), rows, name);
    } else if (const auto* const document = std::get_if<DocumentValues>(&column.values)) {
      require_rows(document->size(), rows, name);
    } else {
      const Dictionary& dictionary = std::get<Dictionary>(column.values);
      require_rows(dictionary.codes.size(), rows, name);
      check(dictionary.texts, name);
      const std::size_t count = dictionary.texts.size();
      for (std::size_t row = 0; row < rows; ++row) {
        const std::int32_t code = dictionary.codes[row];
        // Where there is no value the code may be anything.
        if ((!column.present || (*column.present)[row]) && (code < 0 || static_cast<std::size_t>(code) >= count)) {
          refuse(name, "out-of-range",
                 "has the code " + std::to_string(code) + ", but only " + std::to_string(count) + " texts");
        }
      }
    }
  }
}

}  // namespace expost::report
