#include "expost/report/text_rows.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "expost/numerics/error.hpp"

namespace expost::report {
namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& predicate) {
  throw Error(ErrorType::argument, "irregular-text", "/text", "line " + std::to_string(line) + " of the text " + predicate);
}

/// The highest bit of each of eight bytes that is `c`; perhaps of some above it that are others.
std::uint64_t marks_of(std::uint64_t bytes, char c) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const std::uint64_t rest = bytes ^ (ones * static_cast<unsigned char>(c));
  return (rest - ones) & ~rest & (ones << 7U);
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
  const auto look_at = [&](std::size_t i) {
    const char c = text[i];
    if (c == separator) {
      take(i);
    } else if (c == '\n') {
      end_line(i);
    } else if (c == '"') {
      refuse(line, "has a quotation mark");
    }
  };
  std::size_t next = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; next + sizeof(std::uint64_t) <= text.size(); next += sizeof(std::uint64_t)) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text.data() + next, sizeof bytes);
      for (std::uint64_t marks = marks_of(bytes, separator) | marks_of(bytes, '\n') | marks_of(bytes, '"'); marks != 0;
           marks &= marks - 1) {
        look_at(next + static_cast<std::size_t>(std::countr_zero(marks)) / 8);
      }
    }
  }
  for (; next < text.size(); ++next) {
    look_at(next);
  }
  if (start < text.size() || found > 0) {
    end_line(text.size());
  }
}

}  // namespace expost::report
