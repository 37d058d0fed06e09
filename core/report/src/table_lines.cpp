#include "expost/report/table_lines.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

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
  std::string& line;
  std::size_t row;

  void operator()(std::span<const double> values) const { append_json_text(line, format_number(values[row])); }
  void operator()(const Bits& bits) const { line += bits[row] ? "\"true\"" : "\"false\""; }
  void operator()(const Texts& texts) const { append_json_text(line, without_white_space(texts[row])); }
  void operator()(const Dictionary& dictionary) const {
    append_json_text(line, without_white_space(dictionary.texts[static_cast<std::size_t>(dictionary.codes[row])]));
  }
};

}  // namespace

std::string table_lines(const Columns& columns) {
  std::string lines;
  for (std::size_t row = 0; row < columns.rows; ++row) {
    const char* before = "[";
    for (const Column& column : columns.columns) {
      lines += before;
      before = ",";
      if (column.present && !(*column.present)[row]) {
        lines += "\"\"";
      } else {
        std::visit(Writer{lines, row}, column.values);
      }
    }
    lines += columns.columns.empty() ? "[]\n" : "]\n";
  }
  return lines;
}

}  // namespace expost::report
