// Lines of text taken apart: only where they have one reading.
#include "expost/report/text_rows.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "expost/numerics/error.hpp"

using expost::Error;
using expost::report::TextRows;

namespace {

std::vector<std::vector<std::string>> cells(std::string_view text, char separator, std::size_t count) {
  const TextRows rows(text, separator, count);
  std::vector<std::vector<std::string>> result;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    result.emplace_back(rows[i].begin(), rows[i].end());
  }
  return result;
}

std::string refusal(std::string_view text, std::size_t count = 2) {
  try {
    const TextRows rows(text, ',', count);
    return std::to_string(rows.count()) + " rows";
  } catch (const Error& error) {
    CHECK(error.type() == expost::ErrorType::argument);
    CHECK(error.code() == "irregular-text");
    CHECK(error.pointer() == "/text");
    return error.what();
  }
}

using Cells = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("lines are rows, and what is between the separators cells, blanks and empty ones included") {
  CHECK(cells("a,b\nc,d\n", ',', 2) == Cells{{"a", "b"}, {"c", "d"}});
  CHECK(cells("a;b;\n;;\n", ';', 3) == Cells{{"a", "b", ""}, {"", "", ""}});
  CHECK(cells("a\t b\r\nc\td\r\n", '\t', 2) == Cells{{"a", " b\r"}, {"c", "d\r"}});
  CHECK(cells("1,5|x\n", '|', 2) == Cells{{"1,5", "x"}});
  CHECK(cells("Zürich,東京\n", ',', 2) == Cells{{"Zürich", "東京"}});
  CHECK(cells("", ',', 2).empty());
}

TEST_CASE("the last line need not be ended, even where its last cell is empty") {
  CHECK(cells("a,b\nc,d", ',', 2) == Cells{{"a", "b"}, {"c", "d"}});
  CHECK(cells("a,b\nc,", ',', 2) == Cells{{"a", "b"}, {"c", ""}});
}

TEST_CASE("text that can be read in two ways is refused with its line") {
  CHECK(refusal("a,b\nc,d,e\n") == "line 2 of the text must have 2 cells, as the header has, but has 3");
  CHECK(refusal("a,b\nc\n") == "line 2 of the text must have 2 cells, as the header has, but has 1");
  CHECK(refusal("a,b\n\nc,d\n") == "line 2 of the text must have 2 cells, as the header has, but has 1");
  CHECK(refusal("a,b\nc,d\n\n") == "line 3 of the text must have 2 cells, as the header has, but has 1");
  CHECK(refusal("a,b\nc") == "line 2 of the text must have 2 cells, as the header has, but has 1");
  CHECK(refusal("a,\"b\"\n") == "line 1 of the text has a quotation mark");
  CHECK(refusal("a,b\nc,d\"\n") == "line 2 of the text has a quotation mark");
  CHECK(refusal("a\n", 1) == "line 1 of the text has a single cell, so that a blank line can't be told from a row");
}

namespace {

/// The cells of lines, a character at a time; nothing where TextRows has to refuse them.
std::optional<Cells> cells_one_by_one(const std::string& text, char separator, std::size_t count) {
  Cells rows;
  std::vector<std::string> row{""};
  const auto end_row = [&] {
    rows.push_back(row);
    row = {""};
  };
  for (const char c : text) {
    if (c == '"') {
      return std::nullopt;
    }
    if (c == '\n') {
      end_row();
    } else if (c == separator) {
      row.emplace_back();
    } else {
      row.back() += c;
    }
  }
  if (row != std::vector<std::string>{""}) {
    end_row();
  }
  for (const auto& cells_of_row : rows) {
    if (cells_of_row.size() != count) {
      return std::nullopt;
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("random lines are taken apart as a character at a time would be") {
  std::mt19937_64 random(11);
  // Each separator with the bytes that differ from it in the lowest bit: eight are looked at at
  // once, and a mark must not spill over.
  const std::string others = std::string("#!\v\b-/:+\x80\xAC\xFF\x01 01234567") + '\0';
  for (int repetition = 0; repetition < 20000; ++repetition) {
    const char separator = ",;|\t"[random() % 4];
    const std::size_t count = 2 + random() % 3;
    std::string text;
    for (std::uint64_t line = random() % 4; line > 0; --line) {
      for (std::size_t cell = 0; cell < count; ++cell) {
        for (std::uint64_t size = random() % 12; size > 0; --size) {
          text += others[random() % others.size()];
        }
        text += cell + 1 < count ? separator : '\n';
      }
    }
    if (!text.empty() && random() % 4 == 0) {
      text[random() % text.size()] = "\",;|\t\n"[random() % 6];
    }
    CAPTURE(text);
    const std::optional<Cells> expected = cells_one_by_one(text, separator, count);
    if (expected) {
      CHECK(cells(text, separator, count) == *expected);
    } else {
      CHECK_THROWS_AS(TextRows(text, separator, count), Error);
    }
  }
}
