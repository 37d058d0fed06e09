#include "expost/report/table_lines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include "document.hpp"
#include "expost/report/json_text.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {
namespace {

/// The characters that JavaScript's trim takes away, in UTF-8.
constexpr std::array<std::string_view, 25> white_space{
    "\t",           "\n",           "\v",           "\f",           "\r",           " ",
    "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83",
    "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89",
    "\xE2\x80\x8A", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80",
    "\xEF\xBB\xBF"};

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
bool is_plain(char c) {
  return c > ' ' && c < '\x7F';
}

std::string_view without_white_space(std::string_view text) {
  bool changed = !text.empty() && !(is_plain(text.front()) && is_plain(text.back()));
  while (changed) {
    changed = false;
    for (const std::string_view blank : white_space) {
      while (text.starts_with(blank)) {
        text.remove_prefix(blank.size());
        changed = true;
      }
      while (text.ends_with(blank)) {
        text.remove_suffix(blank.size());
        changed = true;
      }
    }
  }
  return text;
}

struct Writer {
  TableLine& line;
  std::size_t row;

  void operator()(std::span<const double> values) const { line.add_number(values[row]); }
  void operator()(const Bits& bits) const { line.add_boolean(bits[row]); }
  void operator()(const Texts& texts) const { line.add_text(texts[row]); }
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
  const std::string_view text = without_white_space(value);
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
