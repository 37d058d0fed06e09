#include "expost/report/number_text.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace expost::report {
namespace {

double number(std::string_view text) {
  CAPTURE(text);
  const ParsedNumber parsed = parse_number(text);
  CHECK(parsed.kind == NumberText::number);
  return parsed.value;
}

TEST_CASE("numbers with a decimal point are read, blanks round them ignored") {
  CHECK(number("0") == 0);
  CHECK(number("45") == 45);
  CHECK(number("+5") == 5);
  CHECK(number("-5") == -5);
  CHECK(number("1.5") == 1.5);
  CHECK(number(".5") == 0.5);
  CHECK(number("-.5") == -0.5);
  CHECK(number("5.") == 5);
  CHECK(number("007") == 7);
  CHECK(number("1e3") == 1000);
  CHECK(number("1E+3") == 1000);
  CHECK(number("-2.5e-3") == -0.0025);
  CHECK(number("  45\t\r\n") == 45);
  CHECK(number("\xC2\xA0"
               "45\xC2\xA0 ") == 45);
  CHECK(number("0.1") == 0.1);
  CHECK(number("9007199254740993") == 9007199254740992.0);
  CHECK(number("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(number("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(number("1e-400") == 0);
  CHECK(std::signbit(number("-0")));
}

TEST_CASE("what countries read differently is ambiguous, not a guess") {
  for (const char* const text :
       {"1,5", "1 000", "1,000", "1.000,5", "1.000.000", "1'000", "1_000", "-1,5", "+1,5", " 1,5 ", ",5", "1,",
        "1\xC2\xA0"
        "000",
        "1\xE2\x80\xAF"
        "000",
        "1\xE2\x80\x89"
        "000",
        "1\xE2\x80\x99"
        "000",
        "1 2", "1..5"}) {
    CAPTURE(text);
    CHECK(parse_number(text).kind == NumberText::ambiguous);
  }
}

TEST_CASE("with a decimal comma, one comma is the mark, and what may be thousands stays ambiguous") {
  const auto comma = [](std::string_view text) {
    CAPTURE(text);
    const ParsedNumber parsed = parse_number(text, DecimalMark::comma);
    CHECK(parsed.kind == NumberText::number);
    return parsed.value;
  };
  CHECK(comma("1,5") == 1.5);
  CHECK(comma(" -1,5 ") == -1.5);
  CHECK(comma("+0,25") == 0.25);
  CHECK(comma(",5") == 0.5);
  CHECK(comma("5,") == 5);
  CHECK(comma("1,5e3") == 1500);
  CHECK(comma("1,234") == 1.234);
  CHECK(comma("45") == 45);
  // A point that can't be one of thousands is still the mark.
  CHECK(comma("1.5") == 1.5);
  CHECK(comma("0.123") == 0.123);
  CHECK(comma("12.34") == 12.34);
  CHECK(comma("1234.567") == 1234.567);
  CHECK(comma("1.2345") == 1.2345);
  CHECK(comma("1.234e2") == 123.4);
  CHECK(comma("1.2e4") == 12000);
  for (const char* const text :
       {"1.234,5", "1,234.5", "1.234", "123.456", "-12.345", "123.456.789", "1,2,3", "1,5,", "1 000,5", "1'000,5", "1 000"}) {
    CAPTURE(text);
    CHECK(parse_number(text, DecimalMark::comma).kind == NumberText::ambiguous);
  }
  for (const char* const text : {"a,b", "1,5 kg", ",", "+", "-", "", ".", "+,", "1,e", "1,5e2,5", "NaN,5"}) {
    CAPTURE(text);
    CHECK(parse_number(text, DecimalMark::comma).kind != NumberText::number);
  }
  CHECK(parse_number("1,5e400", DecimalMark::comma).kind == NumberText::not_finite);
  CHECK(comma(std::string(62, '0') + ",5") == 0.5);
  CHECK(parse_number(std::string(63, '0') + ",5", DecimalMark::comma).kind == NumberText::ambiguous);
}

TEST_CASE("everything else is not a number") {
  for (const char* const text :
       {"abc",   "NaN", "nan", "inf", "-inf", "Infinity", "infinity",   "0x10", "0x1p3", "1e",      "1e+",   "e5", "1f",
        "1 kg",  "12a", "a12", "+-5", "-+5",  "--5",      "++5",        "+",    "-",     ".",       ",",     "",   " ",
        "5e1.5", "1/2", "½",   "−−5", "٤٥",   "1;5",      "2026-03-01", "5%",   "$5",    "1e5 000", "nan(1)"}) {
    CAPTURE(text);
    CHECK(parse_number(text).kind == NumberText::not_number);
  }
}

TEST_CASE("U+2212 is a minus, and all white space of Unicode is left out at both ends") {
  CHECK(parse_number("−45").value == -45);
  CHECK(parse_number("−1.5e-3").value == -1.5e-3);
  CHECK(parse_number("− 5").kind == NumberText::not_number);
  CHECK(parse_number("−2,5", DecimalMark::comma).value == -2.5);
  CHECK(parse_number("−1,5").kind == NumberText::ambiguous);
  CHECK(parse_number("−").kind == NumberText::not_number);
  CHECK(parse_number("4−5").kind == NumberText::not_number);
  for (const char* const blank : {"\t", "\n", "\v", "\f", "\r", " ", "\u00a0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029",
                                  "\u202f", "\u205f", "\u3000", "\ufeff"}) {
    CHECK(trimmed(std::string(blank) + blank + "a b" + blank) == "a b");
    CHECK(trimmed(blank).empty());
    CHECK(parse_number(blank + std::string("7") + blank).value == 7);
  }
  // These are characters of a text, for JavaScript's trim too.
  for (const char* const kept : {"\u200b", "\u2060", "\u00ad", "\u0085", "\u180e", "\x1f"}) {
    CHECK(trimmed(kept) == kept);
  }
}

TEST_CASE("numbers beyond every double are told apart") {
  for (const char* const text : {"1e309", "-1e309", "+1e400", "1e99999999"}) {
    CAPTURE(text);
    CHECK(parse_number(text).kind == NumberText::not_finite);
  }
}

TEST_CASE("texts with a null inside are not cut there") {
  CHECK(parse_number(std::string_view("5\0", 2)).kind == NumberText::not_number);
}

TEST_CASE("numbers are written as JavaScript writes them") {
  // Expected: String(value) of Node 20.
  CHECK(format_number(0) == "0");
  CHECK(format_number(-0.0) == "0");
  CHECK(format_number(17) == "17");
  CHECK(format_number(-17.5) == "-17.5");
  CHECK(format_number(100000) == "100000");
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(0.1 + 0.2) == "0.30000000000000004");
  CHECK(format_number(1e-6) == "0.000001");
  CHECK(format_number(1.5e-6) == "0.0000015");
  CHECK(format_number(1e-7) == "1e-7");
  CHECK(format_number(1.25e-7) == "1.25e-7");
  CHECK(format_number(123456789012345680000.0) == "123456789012345680000");
  CHECK(format_number(1e21) == "1e+21");
  CHECK(format_number(5e-324) == "5e-324");
  CHECK(format_number(1.7976931348623157e308) == "1.7976931348623157e+308");
  CHECK(format_number(2.2250738585072014e-308) == "2.2250738585072014e-308");
  CHECK(format_number(9007199254740993.0) == "9007199254740992");
  CHECK(format_number(std::numeric_limits<double>::infinity()) == "Infinity");
  CHECK(format_number(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(format_number(std::numeric_limits<double>::quiet_NaN()) == "NaN");
}

TEST_CASE("what is written reads back to the same bits") {
  std::mt19937_64 words(20260301);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = words();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) {
      continue;
    }
    const ParsedNumber parsed = parse_number(format_number(value));
    CHECK(parsed.kind == NumberText::number);
    CHECK(parsed.value == value);
  }
}

}  // namespace
}  // namespace expost::report
