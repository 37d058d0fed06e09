#include "expost/report/table_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include "document.hpp"
#include "expost/report/json_text.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {
namespace {

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

struct Writer {
  TableLine& line;
  std::size_t row;

  void operator()(std::span<const double> values) const { line.add_number(values[row]); }
  void operator()(const Bits& bits) const { line.add_boolean(bits[row]); }
  void operator()(const Texts& texts) const { line.add_text(texts[row]); }
  void operator()(const Fields& fields) const { line.add_text(fields[row]); }
  void operator()(const DocumentValues& values) const {
    if (!line.add(values[row])) {
      throw Error(ErrorType::data, "wrong-type", "/" + std::to_string(row + 1), "must have numbers, texts, booleans and null");
    }
  }
  void operator()(const Dictionary& dictionary) const {
    line.add_text(dictionary.texts[static_cast<std::size_t>(dictionary.codes[row])]);
  }
};

}  // namespace

void TableLine::separate() {
  lines_ += is_first_ ? '[' : ',';
  is_first_ = false;
}

void TableLine::add_text(std::string_view value) {
  separate();
  const std::string_view text = trimmed(value);
  if (std::all_of(text.begin(), text.end(), is_ascii)) {
    append_json_text(lines_, text);
  } else {
    append_json_text(lines_, with_replacements(text));
  }
}

void TableLine::add_number(double value) {
  separate();
  append_json_text(lines_, format_number(value));
}

void TableLine::add_boolean(bool value) {
  separate();
  lines_ += value ? "\"true\"" : "\"false\"";
}

bool TableLine::add(const nlohmann::json& value) {
  if (value.is_string()) {
    add_text(value.get_ref<const std::string&>());
  } else if (value.is_number()) {
    add_number(value.get<double>());
  } else if (value.is_boolean()) {
    add_boolean(value.get<bool>());
  } else if (value.is_null()) {
    add_text("");
  } else {
    return false;
  }
  return true;
}

void TableLine::end() {
  lines_ += is_first_ ? "[]\n" : "]\n";
  is_first_ = true;
}

std::string table_lines(const Columns& columns) {
  std::string lines;
  for (std::size_t row = 0; row < columns.rows; ++row) {
    TableLine line(lines);
    for (const Column& column : columns.columns) {
      if (column.present && !(*column.present)[row]) {
        line.add_text("");
      } else {
        std::visit(Writer{line, row}, column.values);
      }
    }
    line.end();
  }
  return lines;
}

}  // namespace expost::report
