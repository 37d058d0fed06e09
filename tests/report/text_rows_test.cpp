// Lines of text taken apart: only where they have one reading.
#include "expost/report/text_rows.hpp"

#include <doctest/doctest.h>

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
