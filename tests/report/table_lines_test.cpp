// The lines of a table that ledgers know it by. tests/cli/ledger.test.mjs has those of the command
// line, python/tests/test_ledger.py that both are the same.
#include "expost/report/table_lines.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using expost::report::Bits;
using expost::report::Column;
using expost::report::Columns;
using expost::report::Dictionary;
using expost::report::table_lines;
using expost::report::Texts;

TEST_CASE("table_lines: values as JavaScript writes them, a line a row") {
  const std::array<double, 4> numbers{37, -0.0, 1e-7, std::numeric_limits<double>::quiet_NaN()};
  const std::array<std::uint8_t, 1> bits{0b0101};
  const std::array<std::uint8_t, 1> present{0b1110};
  constexpr std::string_view letters = " a\t\"b\\\n\xC2\xA0x\xE3\x80\x80";
  const std::array<std::int32_t, 5> ends{0, 3, 7, 7, 13};
  const std::array<std::int32_t, 4> codes{1, 0, 3, 2};
  Columns columns{{}, 4};
  columns.columns.push_back(Column{std::span<const double>(numbers), {}});
  columns.columns.push_back(Column{Bits{bits, 0, 4}, Bits{present, 0, 4}});
  columns.columns.push_back(Column{Texts{ends, letters}, {}});
  columns.columns.push_back(Column{Dictionary{codes, Texts{ends, letters}}, {}});
  CHECK(table_lines(columns) ==
        "[\"37\",\"\",\"a\",\"\\\"b\\\\\"]\n"
        "[\"0\",\"false\",\"\\\"b\\\\\",\"a\"]\n"
        "[\"1e-7\",\"true\",\"\",\"x\"]\n"
        "[\"NaN\",\"false\",\"x\",\"\"]\n");
  CHECK(table_lines(Columns{{}, 2}) == "[]\n[]\n");
  CHECK(table_lines(Columns{columns.columns, 0}).empty());
}
