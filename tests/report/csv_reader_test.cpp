// Tables of CSV: the rules of docs/publishing.md, "Tables", and that pieces change nothing.
#include "expost/report/csv_reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "expost/numerics/error.hpp"

using expost::Error;
using expost::report::CsvOptions;
using expost::report::CsvReader;
using expost::report::Fields;
using namespace std::string_literals;

namespace {

using Cells = std::vector<std::vector<std::string>>;

/// A text as it is read.
struct Read {
  Cells rows;  ///< the header first
  std::vector<std::int64_t> lines;
  std::string refusal;  ///< code, pointer and sentence

  bool operator==(const Read&) const = default;
};

Read read(std::string_view text, CsvOptions options = {}, std::size_t piece = std::size_t{1} << 20U) {
  Read result;
  CsvReader table(options);
  const auto take = [&] {
    if (result.rows.empty() && table.has_header()) {
      result.rows.push_back(table.header());
    }
    const std::vector<Fields> columns = table.fields();
    for (const Fields& column : columns) {
      CHECK(column.size() == table.rows());
    }
    for (std::size_t i = 0; i < table.rows(); ++i) {
      std::vector<std::string> row;
      for (const Fields& column : columns) {
        row.emplace_back(column[i]);
      }
      result.rows.push_back(row);
      result.lines.push_back(table.line_of(static_cast<std::int64_t>(result.rows.size()) - 1).value());
    }
  };
  try {
    for (std::size_t from = 0; from < text.size(); from += piece) {
      table.push(text.substr(from, piece));
      take();
    }
    do {
      table.finish();
      take();
    } while (table.rows() > 0 || table.has_failed());
  } catch (const Error& error) {
    CHECK(error.type() == expost::ErrorType::data);
    if (result.rows.empty() && table.has_header()) {
      result.rows.push_back(table.header());
    }
    result.refusal = error.code() + " " + error.pointer() + ": " + error.what();
  }
  return result;
}

Cells rows(std::string_view text, CsvOptions options = {}) {
  const Read whole = read(text, options);
  CHECK(whole.refusal == "");
  for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
    CHECK(read(text, options, piece) == whole);
  }
  return whole.rows;
}

std::string refusal(std::string_view text, CsvOptions options = {}) {
  const Read whole = read(text, options);
  for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
    CHECK(read(text, options, piece) == whole);
  }
  return whole.refusal;
}

const Cells ab12 = {{"a", "b"}, {"1", "2"}};

}  // namespace

TEST_CASE("a table is a header and rows, whatever ends its lines") {
  CHECK(rows("a,b\n1,2\n") == ab12);
  CHECK(rows("a,b\n1,2") == ab12);
  CHECK(rows("a,b\r\n1,2\r\n") == ab12);
  CHECK(rows("a,b\r1,2\r") == ab12);
  CHECK(rows("a,b\r\r\n1,2\r\r\n") == ab12);
  CHECK(rows("a,b\n\r1,2\n\r") == ab12);
  CHECK(rows("a,b\r\n1,2\r3,4\n5,6") == Cells{{"a", "b"}, {"1", "2"}, {"3", "4"}, {"5", "6"}});
  CHECK(rows("a,b\n") == Cells{{"a", "b"}});
  CHECK(rows("a,b\n1,\n,2\n,\n") == Cells{{"a", "b"}, {"1", ""}, {"", "2"}, {"", ""}});
  CHECK(rows("a\n1\n\n2\n") == Cells{{"a"}, {"1"}, {"2"}});
}

TEST_CASE("blank lines are left out, before the header also those of separators") {
  CHECK(rows("\n \t\n\r\na,b\n1,2\n\n  \n") == ab12);
  CHECK(rows(",,\n,\na,b\n1,2\n") == ab12);
  CHECK(read("\n\na,b\n\n1,2\n\n\n3,4\n").lines == std::vector<std::int64_t>{5, 8});
}

TEST_CASE("byte order marks before the first name are no part of it") {
  CHECK(rows("\xEF\xBB\xBF"
             "a,b\n1,2\n") == ab12);
  CHECK(rows("\xEF\xBB\xBF\xEF\xBB\xBF"
             "a,b\n1,2\n") == ab12);
  CHECK(rows("\xEF\xBB\xBF\"a\",b\n1,2\n") == ab12);
  CHECK(rows("\xEF\xBB\xBFsep=;\na;b\n1;2\n") == ab12);
}

TEST_CASE("the separator is comma, semicolon or tab, by the first ten rows") {
  CHECK(rows("a;b\n1;2\n") == ab12);
  CHECK(rows("a\tb\n1\t2\n") == ab12);
  CHECK(rows("a;b;\"c,d,e,f,g\"\n1;2;x\n3;4;y, z\n") == Cells{{"a", "b", "c,d,e,f,g"}, {"1", "2", "x"}, {"3", "4", "y, z"}});
  CHECK(rows("c,d,e,f;a;b\n1,2,3,4;1;2\n1,2,3,4;3, 5;4\n") ==
        Cells{{"c,d,e,f", "a", "b"}, {"1,2,3,4", "1", "2"}, {"1,2,3,4", "3, 5", "4"}});
  CHECK(rows("a;b\n1,5;2,5\n3,5;4,5\n") == Cells{{"a", "b"}, {"1,5", "2,5"}, {"3,5", "4,5"}});
  CHECK(rows("Age, in years\tTown\n4,5\tx\n") == Cells{{"Age, in years", "Town"}, {"4,5", "x"}});
  CHECK(rows("Age, in years\tIncome, EUR\n4,5\t1,5\n") == Cells{{"Age, in years", "Income, EUR"}, {"4,5", "1,5"}});
  CHECK(rows("a|b,c\n1|2,3\n") == Cells{{"a|b", "c"}, {"1|2", "3"}});
  CHECK(rows("a|b\n1\n2\n") == Cells{{"a|b"}, {"1"}, {"2"}});
  // The eleventh row is not looked at.
  std::string text = "a;b\n";
  for (int i = 0; i < 10; ++i) {
    text += "1;2\n";
  }
  CHECK(read(text + "1;2,3,4,5,6,7\n").refusal.empty());
}

TEST_CASE("a header may be longer than any piece that is looked at") {
  std::string text;
  std::vector<std::string> names;
  for (int i = 0; i < 30000; ++i) {
    names.push_back("a column with a long name " + std::to_string(i));
    text += (i == 0 ? "" : ";") + names.back();
  }
  std::string row(29999, ';');
  const Read found = read(text + "\n" + row + "\n", {}, 1U << 16U);
  CHECK(found.refusal == "");
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0] == names);
  CHECK(found.rows[1] == std::vector<std::string>(30000));
}

TEST_CASE("a first line may state the separator") {
  for (const char* const line : {"sep=;", "SEP=;", "\"sep=;\"", "sep=;;;", "sep=;,,,", "sep =;", "sep= ;", "sep=; "}) {
    CHECK(rows(line + "\na;b\n1;2\n"s) == ab12);
    CHECK(rows(line + "\r\na;b\r\n1;2\r\n"s) == ab12);
  }
  CHECK(rows("sep=|\na|b\n1|2\n") == ab12);
  CHECK(rows("sep=\t\na\tb\n1\t2\n") == ab12);
  CHECK(rows("sep=,\ra,b\r1,2\r") == ab12);
  CHECK(rows("sep=;\na,b;c,d\n1,5;2,5\n") == Cells{{"a,b", "c,d"}, {"1,5", "2,5"}});
  CHECK(rows("sep=,b\n1,2\n") == Cells{{"sep=", "b"}, {"1", "2"}});
  CHECK(rows("sep=;;,b\n1,2\n") == Cells{{"sep=;;", "b"}, {"1", "2"}});
  CHECK(rows("separate,b\n1,2\n") == Cells{{"separate", "b"}, {"1", "2"}});
  CHECK(refusal("sep=x\na;b\n") ==
        "not-a-table /line/1: line 1 says that columns are separated by \"x\"; , ; | or a tab was expected");
  CHECK(refusal("sep=;\n") == "empty : is empty; a header line with the columns' names was expected");
  CHECK(refusal("sep=;\na;b\n1;2\n3\n") == "wrong-length /line/4: line 4 has 1 field, but the header has 2");
}

TEST_CASE("a field may be quoted, with blanks around it, over lines, and marks doubled") {
  CHECK(rows("\"a\",\"b\"\n\"1\",\"2\"\n") == ab12);
  CHECK(rows("a, \"b\"\n1,\t \"2\" \n") == ab12);
  CHECK(rows("a,b\n\"x, y\",\"say \"\"no\"\"\"\n") == Cells{{"a", "b"}, {"x, y", "say \"no\""}});
  CHECK(rows("a,b\n\"\"\"\",\"\"\n") == Cells{{"a", "b"}, {"\"", ""}});
  CHECK(rows("a,b\n5\" pipe,we\"st\n") == Cells{{"a", "b"}, {"5\" pipe", "we\"st"}});
  CHECK(rows("\"a\n(years)\",b\n1,\"2\r\n3\"\n") == Cells{{"a\n(years)", "b"}, {"1", "2\r\n3"}});
  CHECK(read("a,b\n1,\"x\ny\rz\r\nu\"\n2,3\n").lines == std::vector<std::int64_t>{2, 6});
  CHECK(rows("a,b\n 1 , 2\t\n") == Cells{{"a", "b"}, {" 1 ", " 2\t"}});
}

TEST_CASE("a quotation mark out of place is refused with the line and column of its field") {
  const std::string words = " has a quotation mark that is not closed, or not doubled";
  CHECK(refusal("a,b\n1,2\n3,\"x\n4,5\n") == "unclosed-quote /line/3/column/2: line 3" + words);
  CHECK(refusal("a,b\n\"we\"st,2\n") == "unclosed-quote /line/2/column/1: line 2" + words);
  CHECK(refusal("a,b\n1,\"a\\\"b\"\n") == "unclosed-quote /line/2/column/2: line 2" + words);
  CHECK(refusal("a,\"b\n1,2\n") == "unclosed-quote /line/1/column/2: line 1" + words);
  CHECK(refusal("a,b\n1,\"x\ny\"\n\"\"\"\"\",2\n") == "unclosed-quote /line/4/column/1: line 4" + words);
  CHECK(read("a,b\n1,2\n3,\"x\n4,5\n").rows == ab12);
}

TEST_CASE("rows of another length are refused with their line, after the rows before them") {
  CHECK(refusal("a,b\n1,2\n3\n") == "wrong-length /line/3: line 3 has 1 field, but the header has 2");
  CHECK(refusal("a,b\n1,2,\n") == "wrong-length /line/2: line 2 has 3 fields, but the header has 2");
  CHECK(read("a,b\n1,2\n3\n4,5\n").rows == ab12);
  CHECK(
      refusal("# a comment\na,b\n1,2\n3,4\n") ==
      "wrong-length /line/2: line 2 has 2 fields, but the header has 1: the first line must have the columns' names, separated "
      "by commas, semicolons or tabs");
}

TEST_CASE("text of other forms is named") {
  CHECK(refusal("") == "empty : is empty; a header line with the columns' names was expected");
  CHECK(refusal("\n \r\n") == "empty : is empty; a header line with the columns' names was expected");
  const std::string json = "not-a-table : is JSON; rows as CSV, with a header line, or as Parquet were expected";
  CHECK(refusal("{\"a\": 1}") == json);
  CHECK(refusal(" [\n {\"a\": 1}]") == json);
  CHECK(refusal("[[1, 2]]") == json);
  CHECK(rows("[a],b\n1,2\n") == Cells{{"[a]", "b"}, {"1", "2"}});
  const std::string pipes =
      "not-a-table : has columns that are separated by \"|\"; save it with commas, or put a first line \"sep=|\" above it";
  CHECK(refusal("a|b\n1|2\n") == pipes);
  CHECK(refusal("a|b|c\n1|x, y|2\n") == pipes);
  CHECK(refusal("\na|b\r\n") == pipes);
  CHECK(refusal("a,b\xE2\x80\xA8"
                "1,2\xE2\x80\xA8") ==
        "not-a-table /line/1: line 1 has the character U+2028, which ends no line of a table; save the file with other line "
        "ends");
  CHECK(refusal("PK\x03\x04\x14\0"s) == "not-a-table : is a zip archive; unpack it and give the file that is in it");
  CHECK(refusal("\x1f\x8b\x08") == "not-a-table : is compressed with gzip; unpack it and give the file that is in it");
  CHECK(refusal("\x1f\x8b\x08", {false, true}) ==
        "not-a-table : is gzip inside gzip; unpack it and give the file that is in it");
}

TEST_CASE("with a decimal comma no comma separates columns") {
  const CsvOptions comma{true, false};
  CHECK(rows("a;b\n1,5;2,5\n", comma) == Cells{{"a", "b"}, {"1,5", "2,5"}});
  CHECK(rows("\"size, in m\";b\n1,5;2,5\n", comma) == Cells{{"size, in m", "b"}, {"1,5", "2,5"}});
  const std::string refused =
      "not-a-table : has columns that are separated by commas, so that a decimal comma can't be told from them";
  CHECK(refusal("a,b\n1,2\n", comma) == refused);
  CHECK(refusal("sep=,\na,b\n1,2\n", comma) == refused);
}

TEST_CASE("UTF-16 with a byte order mark is the same text") {
  const std::u16string text = u"n\u00e4me;x\n\u00c4\U0001F600;1\nb;\u4e09\n";
  const Cells expected = {{"n\xC3\xA4me", "x"}, {"\xC3\x84\xF0\x9F\x98\x80", "1"}, {"b", "\xE4\xB8\x89"}};
  for (const bool big : {false, true}) {
    const auto encoded = [&](const std::u16string& units) {
      std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
      for (const char16_t unit : units) {
        const std::string pair = {static_cast<char>(unit >> 8U), static_cast<char>(unit & 0xFFU)};
        bytes += big ? pair : std::string(pair.rbegin(), pair.rend());
      }
      return bytes;
    };
    CHECK(rows(encoded(text)) == expected);
    const std::string half = "not-utf8 /line/4: line 4 has half a character of UTF-16; save the file as UTF-8";
    CHECK(refusal(encoded(text + u"\xD83D")) == half);
    CHECK(refusal(encoded(text + u"\xDE00;1\n")) == half);
    CHECK(refusal(encoded(text + u"c") + "d") == half);
  }
  CHECK(refusal("a\0,\0b\0\n\0"s + "1\0,\0"
                                   "2\0\n\0"s) ==
        "not-a-table : is UTF-16 text without a byte order mark, which can't be told for certain; save it as UTF-8");
}

TEST_CASE("bytes that are no UTF-8 stay what they are in cells, and are marked in names") {
  CHECK(rows("a\xFF,b\nM\xFCller,2\n") == Cells{{"a\xEF\xBF\xBD", "b"}, {"M\xFCller", "2"}});
}

TEST_CASE("a row of more than 16 MiB is refused by what is wrong with it") {
  const std::string many(std::size_t{17} << 20U, '1');
  CHECK(read("a,b\n1,2\n" + many).refusal == "too-long /line/3: line 3 is longer than 16 MiB, the most that a row may have");
  CHECK(read("a,b\n1,2\n3,\"" + many).refusal ==
        "unclosed-quote /line/3/column/2: line 3 has a quotation mark that is not closed, or not doubled");
  CHECK(read("a,b\n1,2\n3," + many + "\n4,5\n").refusal ==
        "too-long /line/3: line 3 is longer than 16 MiB, the most that a row may have");
}

TEST_CASE("about how many rows a file has is told from its beginning") {
  CsvReader table;
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) {
    text += "10,20\n";
  }
  table.push(text);
  CHECK(table.estimated_rows(60000) == doctest::Approx(10000).epsilon(0.01));
  CHECK(CsvReader().estimated_rows(60000) == 0);
}

namespace {

/// The rules once more, a character at a time: rows of cells with their lines, or the line and
/// column of what is wrong.
Read told(std::string_view text, char separator) {
  Read result;
  std::vector<std::string> row;
  std::int64_t line = 1;
  std::size_t i = 0;
  const auto blank = [](const std::string& cell) { return cell.find_first_not_of(" \t\r\n") == std::string::npos; };
  while (i < text.size()) {
    const std::int64_t row_line = line;
    row.clear();
    for (bool in_row = true; in_row;) {
      std::size_t start = i;
      while (i < text.size() && text[i] != separator && std::string_view(" \t\v\f").find(text[i]) != std::string_view::npos) {
        ++i;
      }
      std::string cell;
      const auto broken = [&] {
        result.refusal = "unclosed-quote /line/" + std::to_string(row_line) + "/column/" + std::to_string(row.size() + 1) +
                         ": line " + std::to_string(row_line) + " has a quotation mark that is not closed, or not doubled";
      };
      if (i < text.size() && text[i] == '"') {
        ++i;
        for (;; ++i) {
          if (i == text.size()) {
            broken();
            return result;
          }
          if (text[i] == '"') {
            if (text.substr(i + 1, 1) != "\"") {
              break;
            }
            ++i;
          } else if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n")) {
            ++line;
          }
          cell += text[i];
        }
        ++i;
        while (i < text.size() && text[i] != separator && std::string_view(" \t\v\f").find(text[i]) != std::string_view::npos) {
          ++i;
        }
        if (i < text.size() && text[i] != separator && text[i] != '\n' && text[i] != '\r') {
          broken();
          return result;
        }
      } else {
        while (i < text.size() && text[i] != separator && text[i] != '\n' && text[i] != '\r') {
          ++i;
        }
        cell = text.substr(start, i - start);
      }
      row.push_back(cell);
      if (i < text.size() && text[i] == separator) {
        ++i;
        continue;
      }
      in_row = false;
      if (i < text.size()) {
        i += text[i] == '\r' && text.substr(i + 1, 1) == "\n" ? 2 : 1;
        ++line;
      }
    }
    const bool all_blank = std::all_of(row.begin(), row.end(), blank);
    if (all_blank && (row.size() == 1 || result.rows.empty())) {
      continue;
    }
    if (!result.rows.empty() && row.size() != result.rows[0].size()) {
      const std::size_t count = row.size();
      const std::size_t names = result.rows[0].size();
      result.refusal =
          "wrong-length /line/" + std::to_string(row_line) + ": line " + std::to_string(row_line) + " has " +
          std::to_string(count) + (count == 1 ? " field" : " fields") + ", but the header has " + std::to_string(names) +
          (names == 1 ? ": the first line must have the columns' names, separated by commas, semicolons or tabs" : "");
      return result;
    }
    if (!result.rows.empty()) {
      result.lines.push_back(row_line);
    } else {
      for (std::string& name : row) {
        const std::size_t from = name.find_first_not_of(" \t\r\n");
        name = from == std::string::npos ? "" : name.substr(from, name.find_last_not_of(" \t\r\n") - from + 1);
      }
    }
    result.rows.push_back(row);
  }
  if (result.rows.empty()) {
    result.refusal = "empty : is empty; a header line with the columns' names was expected";
  }
  return result;
}

}  // namespace

TEST_CASE("made-up texts are read as the rules say, in pieces of any size") {
  std::mt19937_64 words(49);
  const std::vector<std::string> parts = {
      "a", "b1", "\"x\"", "\"y, z\"", "\"u\"\"v\"", "\"two\nlines\"", " ",  "\t", "\"", ",", ",",
      ";", ";",  "\n",    "\n",       "\n",         "\r\n",           "\r", "",   "é",  "?", "1,5"};
  int read_whole = 0;
  int broken = 0;
  for (int i = 0; i < 10000; ++i) {
    const char separator = ",;\t|"[words() % 4];
    std::string text;
    const std::size_t columns = 1 + words() % 3;
    const std::size_t count = words() % 12;
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        text += (column > 0 ? std::string(1, separator) : "") + parts[words() % (words() % 3 == 0 ? parts.size() : 6)];
      }
      text += words() % 8 == 0 ? "\r\n" : "\n";
    }
    const Read expected = told(text, separator);
    // The beginning of a file is looked at as a whole, so that pieces count after it only.
    const std::string stated = "sep="s + separator + std::string(i % 2 == 0 ? 1 : 5000, '\n');
    const Read found = read(stated + text, {}, 1 + words() % 40);
    INFO(text);
    CHECK(found.rows == expected.rows);
    // The lines above it count.
    REQUIRE(found.lines.size() == expected.lines.size());
    for (std::size_t k = 0; k < found.lines.size(); ++k) {
      CHECK(found.lines[k] == expected.lines[k] + (i % 2 == 0 ? 1 : 5000));
    }
    CHECK(found.refusal.substr(0, found.refusal.find(' ')) == expected.refusal.substr(0, expected.refusal.find(' ')));
    read_whole += found.refusal.empty() ? 1 : 0;
    broken += found.refusal.starts_with("unclosed") ? 1 : 0;
  }
  CHECK(read_whole > 2000);
  CHECK(broken > 500);
}

namespace {

/// The columns of a text whose points may stand for thousands.
std::vector<std::size_t> thousands(std::string_view text, CsvOptions options = {}) {
  const auto found = [&](std::size_t piece) {
    CsvReader table(options);
    for (std::size_t from = 0; from < text.size(); from += piece) {
      table.push(text.substr(from, piece));
    }
    do {
      table.finish();
    } while (table.rows() > 0);
    return table.thousands();
  };
  const std::vector<std::size_t> whole = found(text.size());
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U}) {
    CHECK(found(piece) == whole);
  }
  return whole;
}

using Places = std::vector<std::size_t>;

/// A table of one column beside another, with these values.
std::string column_of(const std::vector<std::string>& values, const std::string& separator = ";") {
  std::string text = "a" + separator + "b\n";
  for (const std::string& value : values) {
    text += "x" + separator + value + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("columns whose points may stand for thousands are told") {
  CHECK(thousands("a;b;c\n1.045;1.5;3.100\n12.310;2.000;x\n1.234.567;3.000;4.200\n7;;\n;4.000;5.300\n") == Places{0, 2});
  CHECK(thousands("a\tb\n1.045\t1\n2.000\t2\n999.999\t3\n") == Places{0});
  CHECK(thousands("sep=;\na;b\n1;1.045\n2;2.000\n3;3.000\n") == Places{1});
  CHECK(thousands(column_of({"-1.045",
                             "\xE2\x88\x92"
                             "2.000",
                             "+3.000"})) == Places{1});
  CHECK(thousands(column_of({"\" 1.045\"", "2.000 ",
                             "\xC2\xA0"
                             "3.000",
                             "950", "?", "", "no points here"})) == Places{1});
  // With nothing but a header, or no column of that kind, there is none.
  CHECK(thousands("a;b\n") == Places{});
  CHECK(thousands("a;b\n1,5;2\n3,5;4\n4,5;6\n") == Places{});
}

TEST_CASE("one value whose point stands for something else clears its column") {
  for (const char* other :
       {"1.5",        "0.045",   "01.045",  "1.04",  "1.0455", "1234.567", ".045",     "1.",         ".",      "1.234.56",
        "1.234.5678", "1.234,5", "1.045e3", "1.2e4", "1.0 5",  "--1.045",  "1.045 kg", "12.11.2026", "1..045", "e.g. 1.045"}) {
    CAPTURE(other);
    for (std::size_t place = 0; place < 4; ++place) {
      std::vector<std::string> values = {"1.045", "2.000", "3.000"};
      values.insert(values.begin() + static_cast<std::ptrdiff_t>(place), other);
      CHECK(thousands(column_of(values)) == Places{});
    }
  }
}

TEST_CASE("thousands: three values, in a table that commas don't separate") {
  CHECK(thousands(column_of({"1.045", "2.000"})) == Places{});
  CHECK(thousands(column_of({"1.045", "2.000", "3"})) == Places{});
  // A row that comes in many pieces counts once. Before so many bytes nothing is read.
  const std::string note = ";" + std::string(3000, 'x') + "\n";
  CHECK(thousands("sep=;\na;b\n1.045" + note + "2.000" + note) == Places{});
  CHECK(thousands("sep=;\na;b\n1.045" + note + "2.000" + note + "3.000" + note) == Places{0});
  CHECK(thousands("sep=;\na;b\n1.045" + note + "2.000" + note + "3.000" + note + "3.5" + note) == Places{});
  CHECK(thousands(column_of({"1.045", "2.000", "3.000"})) == Places{1});
  CHECK(thousands(column_of({"1.045", "2.000", "3.000"}, ",")) == Places{});
  CHECK(thousands("sep=|\n" + column_of({"1.045", "2.000", "3.000"}, "|")) == Places{});
  CHECK(thousands(column_of({"1.045", "2.000", "3.000"}), {true, false}) == Places{});
}
