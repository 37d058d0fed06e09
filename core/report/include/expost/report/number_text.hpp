// Text ↔ numbers, the same in every locale and in WebAssembly.
#pragma once

#include <string>
#include <string_view>

namespace expost::report {

/// The kinds of text, read as a number with a decimal point.
enum class NumberText {
  number,      ///< finite; `value` is the nearest double
  ambiguous,   ///< "1,5", "1 000", "1.000,5", "1'000": digits with separators that different countries read differently
  not_finite,  ///< of the right form, but beyond every double: "1e309"
  not_number,  ///< anything else, "NaN", "inf" and "0x10" included
};

/// The mark between whole numbers and decimals, as a file states it.
enum class DecimalMark { point, comma };

struct ParsedNumber {
  NumberText kind = NumberText::not_number;
  double value = 0;
};

/// Reads `[+-] digits [. digits] [e [+-] digits]`, with blanks round it. U+2212 before the digits
/// is a minus, too.
/// Never allocates.
///
/// With `comma`, the mark may be a comma instead of the point, and a point that may stand for
/// thousands is ambiguous: "1.234" is, "0.5" and "12.34" are not.
[[nodiscard]] ParsedNumber parse_number(std::string_view text, DecimalMark mark = DecimalMark::point);

/// True for digits with points as thousands have them, a sign before them or not: "1.045",
/// "12.310", "-1.234.567". One to three digits, the first no zero, then groups of a point and three
/// digits; no blanks.
[[nodiscard]] bool has_thousands(std::string_view text);

/// Returns the text without the white space at both ends, as JavaScript's trim has it: all blanks
/// and line ends of Unicode, and U+FEFF, the byte order mark. Names of columns and values of all
/// hosts are trimmed here.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// A shortest text (in rare cases one digit longer) that reads back to the same double, laid out
/// as JavaScript's String(value): "17", "0.1", "1e+21".
[[nodiscard]] std::string format_number(double value);

}  // namespace expost::report
