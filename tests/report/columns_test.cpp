#include "expost/report/columns.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "expost/report/feature_map.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/row_coder.hpp"
#include "expost/report/scaffold.hpp"
#include "json_row.hpp"

namespace expost::report {
namespace {

using nlohmann::json;

/// The memory of a column, and the column that reads it.
struct Memory {
  std::vector<double> numbers;
  std::vector<std::uint8_t> bits;
  std::vector<std::uint8_t> present;
  std::vector<std::int32_t> ends;
  std::vector<std::int32_t> codes;
  std::string bytes;
};

std::vector<std::uint8_t> packed(const std::vector<bool>& flags, std::size_t start) {
  std::vector<std::uint8_t> bytes((flags.size() + start + 7) / 8, 0xFF);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::size_t bit = start + i;
    const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
    bytes[bit / 8] = static_cast<std::uint8_t>(flags[i] ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask);
  }
  return bytes;
}

/// Bits that begin at bit 3 of their first byte, as a slice of a longer column does.
Bits bits_of(std::vector<std::uint8_t>& memory, const std::vector<bool>& flags) {
  constexpr std::size_t start = 3;
  memory = packed(flags, start);
  return {memory, start, flags.size()};
}

void set_present(Column& column, Memory& memory, const std::vector<bool>& present) {
  column.present = bits_of(memory.present, present);
}

Texts texts_of(Memory& memory, const std::vector<std::string>& texts) {
  memory.ends = {0};
  for (const std::string& text : texts) {
    memory.bytes += text;
    memory.ends.push_back(static_cast<std::int32_t>(memory.bytes.size()));
  }
  return {memory.ends, memory.bytes};
}

Feature feature(const std::string& name, FeatureKind kind) {
  Feature made;
  made.name = name;
  made.kind = kind;
  return made;
}

FeatureMap map() {
  Feature age = feature("age", FeatureKind::number);
  age.minimum = 18;
  age.maximum = 90;
  age.missing_value = 40;
  const Feature smokes = feature("smokes", FeatureKind::boolean);
  Feature code = feature("code", FeatureKind::category);
  code.levels = {"1", "2", "ten"};
  code.missing_level = 2;
  Label label;
  label.name = "late";
  label.kind = LabelKind::binary;
  label.negative = "no";
  label.positive = "yes";
  return {{age, smokes, code}, Scaling{-1, 1, 1.5}, label};
}

const std::vector<std::string> names{"code", "unused", "age", "late", "smokes"};

struct Coded {
  Eigen::VectorXd x;
  double y = 0;
  RowCounters counters;
};

Coded coded(const RowCoder& coder, const Columns& columns, std::size_t row) {
  Coded result{Eigen::VectorXd::Zero(coder.map().dimension()), 0, coder.counters()};
  coder.code_row_of(columns, row, 7, result.x.data(), result.y, result.counters);
  return result;
}

std::string refusal(const Columns& columns, const std::vector<std::string>& header) {
  try {
    check_columns(columns, header);
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::argument);
    return error.code() + " " + error.pointer() + ": " + error.what();
  }
  return "";
}

TEST_CASE("columns of numbers, texts, codes and bits mean what the same values mean in rows") {
  std::mt19937_64 words(11);
  constexpr std::size_t count = 500;
  const RowCoder coder(map(), names);
  for (const bool as_texts : {false, true}) {
    Memory age;
    Memory smokes;
    Memory code;
    Memory late;
    Memory unused;
    std::vector<json> rows;
    std::vector<bool> smoking;
    std::vector<bool> age_present;
    std::vector<bool> code_present;
    std::vector<std::string> age_texts;
    std::vector<std::string> late_texts;
    for (std::size_t i = 0; i < count; ++i) {
      const double years = static_cast<double>(words() % 1000) / 8 - 10;
      smoking.push_back(words() % 2 == 0);
      age_present.push_back(words() % 4 != 0);
      code_present.push_back(words() % 4 != 0);
      age.numbers.push_back(years);
      age_texts.push_back(" " + format_number(years) + "\t");
      code.codes.push_back(static_cast<std::int32_t>(words() % 4));
      if (!code_present.back()) {
        code.codes.back() = -77;  // of a value that isn't there
      }
      late_texts.emplace_back(words() % 2 == 0 ? "no" : " yes ");
      const std::vector<std::string> levels{"1", "2", "ten", "2.0"};
      const json level = code_present.back() ? json(levels[static_cast<std::size_t>(code.codes.back())]) : json();
      rows.push_back({level == json("2.0") ? json(2.0) : level, nullptr, age_present.back() ? json(years) : json(),
                      late_texts.back(), json(static_cast<bool>(smoking.back()))});
    }
    Columns columns{std::vector<Column>(names.size()), count};
    // "2.0" is no level's text: of a category in texts it would be refused, so the row has the
    // number; here the dictionary has the text of the level.
    columns.columns[0].values = Dictionary{code.codes, texts_of(code, {"1", "2", "ten", "2"})};
    set_present(columns.columns[0], code, code_present);
    unused.numbers.assign(count, std::numeric_limits<double>::quiet_NaN());
    columns.columns[1].values = std::span<const double>(unused.numbers);
    if (as_texts) {
      columns.columns[2].values = texts_of(age, age_texts);
    } else {
      columns.columns[2].values = std::span<const double>(age.numbers);
    }
    set_present(columns.columns[2], age, age_present);
    columns.columns[3].values = texts_of(late, late_texts);
    columns.columns[4].values = bits_of(smokes.bits, smoking);
    REQUIRE(refusal(columns, names).empty());
    for (std::size_t i = 0; i < count; ++i) {
      Coded expected{Eigen::VectorXd::Zero(coder.map().dimension()), 0, coder.counters()};
      testing::code_json_row(coder, rows[i], 7, expected.x.data(), expected.y, expected.counters);
      const Coded found = coded(coder, columns, i);
      CHECK(found.x == expected.x);
      CHECK(found.y == expected.y);
      CHECK(found.counters.clamped == expected.counters.clamped);
      CHECK(found.counters.missing == expected.counters.missing);
      CHECK(found.counters.scaled == expected.counters.scaled);
    }
    // The same forms as in rows.
    std::vector<ColumnForms> by_column(names.size());
    std::vector<ColumnForms> by_row(names.size());
    count_forms(columns, 1, names, by_column);
    const json::array_t as_rows(rows.begin(), rows.end());
    count_forms(columns_of_rows(as_rows, names.size(), 1, ErrorType::data), 1, names, by_row);
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      CHECK(by_column[i].blank == by_row[i].blank);
      CHECK(by_column[i].bit == by_row[i].bit);
      CHECK(by_column[i].word == by_row[i].word);
      CHECK(by_column[i].number == by_row[i].number);
      CHECK(by_column[i].text == by_row[i].text);
    }
  }
}

TEST_CASE("a number of a column is a level as a number of a row is") {
  const RowCoder coder(map(), {"code", "age", "late", "smokes"});
  const std::vector<double> codes{2, 1, 3};
  const std::vector<double> age{50, 50, 50};
  Memory late;
  Memory smokes;
  Columns columns{std::vector<Column>(4), 3};
  columns.columns[0].values = std::span<const double>(codes);
  columns.columns[1].values = std::span<const double>(age);
  columns.columns[2].values = texts_of(late, {"no", "no", "no"});
  columns.columns[3].values = bits_of(smokes.bits, {true, false, true});
  CHECK(coded(coder, columns, 0).x[3] > 0);
  CHECK(coded(coder, columns, 0).x[2] == 0);
  CHECK(coded(coder, columns, 1).x[2] > 0);
  try {
    (void)coded(coder, columns, 2);
    FAIL("3 is no level");
  } catch (const Error& error) {
    CHECK(error.code() == "unknown-level");
    CHECK(error.pointer() == "/7/code");
    CHECK(std::string(error.what()) == "row 7, column \"code\" must be one of \"1\", \"2\" or \"ten\", but is 3");
  }
}

TEST_CASE("what is no finite number is refused, not coded") {
  const RowCoder coder(map(), {"code", "age", "late", "smokes"});
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const std::vector<double> age{bad};
    Memory code;
    Memory late;
    Memory smokes;
    Columns columns{std::vector<Column>(4), 1};
    columns.columns[0].values = texts_of(code, {"1"});
    columns.columns[1].values = std::span<const double>(age);
    columns.columns[2].values = texts_of(late, {"no"});
    columns.columns[3].values = bits_of(smokes.bits, {true});
    try {
      (void)coded(coder, columns, 0);
      FAIL("it is no number");
    } catch (const Error& error) {
      CHECK(error.code() == "not-finite");
      CHECK(error.pointer() == "/7/age");
    }
  }
}

TEST_CASE("buffers that don't hold what they say are refused before they are read") {
  const std::vector<std::string> one{"a"};
  const std::vector<double> numbers{1, 2};
  Columns columns{std::vector<Column>(1), 3};
  columns.columns[0].values = std::span<const double>(numbers);
  CHECK(refusal(columns, one) == "wrong-length /a: the column \"a\" must have a value for each of the 3 rows, but has 2");
  CHECK(refusal(columns, {"a", "b"}).starts_with("wrong-length /columns: there must be 2 columns"));
  columns.rows = 2;
  CHECK(refusal(columns, one).empty());

  const std::vector<std::uint8_t> byte{0xFF};
  columns.columns[0].present = Bits{byte, 7, 2};
  CHECK(refusal(columns, one).starts_with("wrong-length /a"));
  columns.columns[0].present = Bits{byte, 6, 2};
  CHECK(refusal(columns, one).empty());
  columns.columns[0].present = Bits{byte, static_cast<std::size_t>(-1), 2};
  CHECK(refusal(columns, one).starts_with("wrong-length /a"));
  columns.columns[0].present.reset();
  columns.columns[0].values = Bits{byte, 0, 1};
  CHECK(refusal(columns, one).starts_with("wrong-length /a"));

  for (const std::vector<std::int32_t>& ends : {std::vector<std::int32_t>{-1, 1, 2}, std::vector<std::int32_t>{0, 1, 4},
                                                std::vector<std::int32_t>{0, 3, 2}, std::vector<std::int32_t>{2, 1, 3}}) {
    columns.columns[0].values = Texts{ends, "abc"};
    CHECK(refusal(columns, one).starts_with("out-of-range /a"));
  }
  const std::vector<std::int32_t> ends{1, 1, 3};
  columns.columns[0].values = Texts{ends, "abc"};
  CHECK(refusal(columns, one).empty());
  columns.columns[0].values = Texts{{}, ""};
  CHECK(refusal(columns, one).starts_with("wrong-length /a"));

  for (const std::int32_t bad : {-1, 2}) {
    const std::vector<std::int32_t> codes{0, bad};
    columns.columns[0].values = Dictionary{codes, Texts{ends, "abc"}};
    columns.columns[0].present.reset();
    CHECK(refusal(columns, one) ==
          "out-of-range /a: the column \"a\" has the code " + std::to_string(bad) + ", but only 2 texts");
    const std::vector<std::uint8_t> first{0x01};
    columns.columns[0].present = Bits{first, 0, 2};
    CHECK(refusal(columns, one).empty());
  }
}

}  // namespace
}  // namespace expost::report
