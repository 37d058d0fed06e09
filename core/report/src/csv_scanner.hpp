// Where the fields and rows of a CSV text are, in one pass over its bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace expost::report {

/// One field, as it stands in the text.
struct CsvField {
  std::string_view text;  ///< between its quotation marks, if it has some
  bool doubled = false;   ///< marks in it are doubled
};

/// How far a scan came.
struct CsvScan {
  std::size_t end = 0;     ///< bytes of the whole rows
  std::int64_t lines = 0;  ///< line ends in them
  bool is_broken = false;  ///< the row after them has a quotation mark out of place
  bool is_quoted = false;  ///< it ends inside a quoted field
  std::size_t fields = 0;  ///< it has so many whole fields
};

[[nodiscard]] inline bool is_csv_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

[[nodiscard]] inline bool all_blank(std::string_view text) {
  for (const char c : text) {
    if (!is_csv_blank(c)) {
      return false;
    }
  }
  return true;
}

/// The highest bit of each of eight bytes that is `c`; perhaps of some above it that are others.
[[nodiscard]] inline std::uint64_t marks_of(std::uint64_t bytes, char c) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const std::uint64_t rest = bytes ^ (ones * static_cast<unsigned char>(c));
  return (rest - ones) & ~rest & (ones << 7U);
}

/// Scans a text that begins where a row does. `sink.field(CsvField)` is called for each field and
/// `sink.row(lines, size)` after the last one of a row, with how many lines come before the row in
/// this text and its bytes; false ends the scan after the row. Fields of a row that has no end here
/// are told too, and the row is not.
/// @param last  no more text follows; else the last byte is looked ahead at only
template <class Sink>
CsvScan scan_csv(std::string_view text, char separator, bool last, Sink& sink) {
  enum class State { plain, quoted, closed };
  CsvScan scan;
  State state = State::plain;
  std::size_t field_start = 0;
  std::size_t open = 0;   // first byte after the opening mark
  std::size_t close = 0;  // the closing mark
  std::size_t skip = 0;   // bytes before this belong to what was looked at
  std::int64_t lines = 0;
  bool doubled = false;
  bool stopped = false;
  const auto break_off = [&] {
    scan.is_broken = true;
    stopped = true;
  };
  const auto end_field = [&](std::size_t end) {
    if (state == State::plain) {
      sink.field(CsvField{text.substr(field_start, end - field_start), false});
    } else if (all_blank(text.substr(close + 1, end - close - 1))) {
      sink.field(CsvField{text.substr(open, close - open), doubled});
    } else {
      break_off();
      return;
    }
    state = State::plain;
    ++scan.fields;
  };
  const auto end_row = [&](std::size_t end, std::size_t next) {
    end_field(end);
    if (stopped) {
      return;
    }
    const bool goes_on = sink.row(scan.lines, end - scan.end);
    lines += next > end ? 1 : 0;
    scan = {next, lines, false, false, 0};
    field_start = next;
    stopped = !goes_on;
  };
  const auto look_at = [&](std::size_t i) {
    const char c = text[i];
    if (i < skip || stopped) {
      return;
    }
    const bool is_pair = i + 1 < text.size() && ((c == '\r' && text[i + 1] == '\n') || (c == '"' && text[i + 1] == '"'));
    if (c == '"') {
      if (state == State::quoted && is_pair) {
        doubled = true;
        skip = i + 2;
      } else if (state == State::quoted) {
        state = State::closed;
        close = i;
      } else if (state == State::closed) {
        break_off();
      } else if (all_blank(text.substr(field_start, i - field_start))) {
        state = State::quoted;
        open = i + 1;
        doubled = false;
      }
    } else if (state == State::quoted) {
      if (c != separator) {
        ++lines;
        skip = i + (is_pair ? 2 : 1);
      }
    } else if (c == separator) {
      end_field(i);
      field_start = i + 1;
    } else {
      skip = i + (is_pair ? 2 : 1);
      end_row(i, skip);
    }
  };
  const std::size_t limit = last || text.empty() ? text.size() : text.size() - 1;
  std::size_t next = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; next + sizeof(std::uint64_t) <= limit && !stopped; next += sizeof(std::uint64_t)) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text.data() + next, sizeof bytes);
      for (std::uint64_t marks =
               marks_of(bytes, separator) | marks_of(bytes, '\n') | marks_of(bytes, '"') | marks_of(bytes, '\r');
           marks != 0; marks &= marks - 1) {
        const std::size_t i = next + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
        const char c = text[i];
        if (c == separator || c == '\n' || c == '"' || c == '\r') {
          look_at(i);
        }
      }
    }
  }
  for (; next < limit && !stopped; ++next) {
    const char c = text[next];
    if (c == separator || c == '\n' || c == '"' || c == '\r') {
      look_at(next);
    }
  }
  if (last && !stopped) {
    if (state == State::quoted) {
      break_off();
    } else if (scan.end < text.size()) {
      end_row(text.size(), text.size());
    }
  }
  scan.is_quoted = state == State::quoted;
  return scan;
}

}  // namespace expost::report
