#include "expost/report/text_rows.hpp"

#include <string>

#include "expost/numerics/error.hpp"

namespace expost::report {
namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& predicate) {
  throw Error(ErrorType::argument, "irregular-text", "/text", "line " + std::to_string(line) + " of the text " + predicate);
}

}  // namespace

TextRows::TextRows(std::string_view text, char separator, std::size_t cells) : cells_(cells) {
  if (cells < 2) {
    refuse(1, "has a single cell, so that a blank line can't be told from a row");
  }
  std::size_t start = 0;
  std::size_t found = 0;  // on this line
  std::size_t line = 1;
  const auto take = [&](std::size_t end) {
    texts_.push_back(text.substr(start, end - start));
    start = end + 1;
    ++found;
  };
  const auto end_line = [&](std::size_t end) {
    take(end);
    if (found != cells) {
      refuse(line, "must have " + std::to_string(cells) + " cells, as the header has, but has " + std::to_string(found));
    }
    found = 0;
    ++line;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == separator) {
      take(i);
    } else if (c == '\n') {
      end_line(i);
    } else if (c == '"') {
      refuse(line, "has a quotation mark");
    }
  }
  if (start < text.size() || found > 0) {
    end_line(text.size());
  }
}

}  // namespace expost::report
