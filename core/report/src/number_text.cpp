#include "expost/report/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "expost/report/decimal.hpp"

namespace expost::report {
namespace {

constexpr std::string_view minus_sign = "\xE2\x88\x92";
constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::string_view narrow_no_break_space = "\xE2\x80\xAF";
constexpr std::string_view thin_space = "\xE2\x80\x89";
constexpr std::string_view typographic_apostrophe = "\xE2\x80\x99";

/// True for printed characters of ASCII, which end most texts.
bool is_plain(char c) {
  return c > ' ' && c < '\x7F';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// The length of the white space that three bytes, two bytes or a character are, as JavaScript's
/// trim has it; 0 if none is. Comparing texts of a list would be a call for every cell.
std::size_t white_space_in(std::string_view three, std::string_view two, char one) {
  if (one == ' ' || (one >= '\t' && one <= '\r')) {
    return 1;
  }
  if (two == no_break_space) {
    return 2;
  }
  if (three.size() < 3) {
    return 0;
  }
  const auto last = static_cast<unsigned char>(three[2]);
  const bool is_general = three.starts_with("\xE2\x80") && (last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF);
  return is_general || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80" || three == "\xE1\x9A\x80" || three == "\xEF\xBB\xBF"
             ? 3
             : 0;
}

/// The power of ten as shortest_decimal writes it: -7, +21 or 21.
int exponent_of(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
  }
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Length of the separator of thousands or decimals that the text starts with; 0 if none.
std::size_t separator_length(std::string_view text) {
  const char c = text.front();
  if (c == ',' || c == '.' || c == '\'' || c == '_' || is_blank(c)) {
    return 1;
  }
  for (const std::string_view separator : {no_break_space, narrow_no_break_space, thin_space, typographic_apostrophe}) {
    if (text.substr(0, separator.size()) == separator) {
      return separator.size();
    }
  }
  return 0;
}

/// Whether the text is digits and separators, as "1,5" and "1 000" are, after an optional sign.
bool is_grouped(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    text.remove_prefix(1);
  }
  bool digit = false;
  while (!text.empty()) {
    if (is_digit(text.front())) {
      digit = true;
      text.remove_prefix(1);
    } else if (const std::size_t length = separator_length(text); length > 0) {
      text.remove_prefix(length);
    } else {
      return false;
    }
  }
  return digit;
}

/// Takes the digits that the text starts with; whether there were any.
bool take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) {
    ++count;
  }
  text.remove_prefix(count);
  return count > 0;
}

/// [+-] digits [. digits] [e [+-] digits], with a digit before or after the point.
bool is_decimal(std::string_view text) {
  const auto take_sign = [&] {
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
      text.remove_prefix(1);
    }
  };
  take_sign();
  bool digits = take_digits(text);
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    digits = take_digits(text) || digits;
  }
  if (!digits) {
    return false;
  }
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    take_sign();
    if (!take_digits(text)) {
      return false;
    }
  }
  return text.empty();
}

/// A number with one comma in the place of the point, of the usual length.
ParsedNumber parse_comma_number(std::string_view text, std::size_t comma) {
  std::array<char, 64> pointed{};
  if (text.size() > pointed.size() || text.find('.') != std::string_view::npos) {
    return {is_grouped(text) ? NumberText::ambiguous : NumberText::not_number, 0};
  }
  text.copy(pointed.data(), text.size());
  pointed.at(comma) = '.';
  return parse_number({pointed.data(), text.size()});
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && !is_plain(text.front())) {
    const std::size_t length = white_space_in(text.substr(0, 3), text.substr(0, 2), text.front());
    if (length == 0) {
      break;
    }
    text.remove_prefix(length);
  }
  while (!text.empty() && !is_plain(text.back())) {
    const std::size_t size = text.size();
    const std::size_t length = white_space_in(text.substr(size - std::min<std::size_t>(size, 3)),
                                              text.substr(size - std::min<std::size_t>(size, 2)), text.back());
    if (length == 0) {
      break;
    }
    text.remove_suffix(length);
  }
  return text;
}

bool has_thousands(std::string_view text) {
  if (text.starts_with(minus_sign)) {
    text.remove_prefix(minus_sign.size());
  } else if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    text.remove_prefix(1);
  }
  // Groups of four characters, and one to three before them.
  const std::size_t first = text.size() % 4;
  if (first == 0 || text.size() < 4 || text.front() == '0') {
    return false;
  }
  bool fits = std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), is_digit);
  for (std::size_t i = first; fits && i < text.size(); i += 4) {
    fits = text[i] == '.' && is_digit(text[i + 1]) && is_digit(text[i + 2]) && is_digit(text[i + 3]);
  }
  return fits;
}

ParsedNumber parse_number(std::string_view text, DecimalMark mark) {
  text = trimmed(text);
  if (text.starts_with(minus_sign)) {
    text.remove_prefix(minus_sign.size());
    if (text.empty() || !(is_digit(text.front()) || text.front() == '.' || text.front() == ',')) {
      return {};
    }
    ParsedNumber parsed = parse_number(text, mark);
    parsed.value = -parsed.value;
    return parsed;
  }
  if (mark == DecimalMark::comma) {
    if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
      return parse_comma_number(text, comma);
    }
    if (has_thousands(text)) {
      return {NumberText::ambiguous, 0};
    }
  }
  if (!is_decimal(text)) {
    return {is_grouped(text) ? NumberText::ambiguous : NumberText::not_number, 0};
  }
  if (text.front() == '+') {
    text.remove_prefix(1);
  }
  const double value = nearest_double(text);
  if (!std::isfinite(value)) {
    return {NumberText::not_finite, 0};
  }
  return {NumberText::number, value};
}

std::string format_number(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-Infinity" : "Infinity";
  }
  if (value == 0) {
    return "0";
  }
  // Taken apart into digits and an exponent, value = 0.digits × 10^point.
  const std::string written = shortest_decimal(std::fabs(value));
  const std::size_t e = written.find('e');
  const std::string mantissa = written.substr(0, e);
  const std::size_t dot = mantissa.find('.');
  std::string digits = mantissa.substr(0, dot);
  int point =
      static_cast<int>(digits.size()) + (e == std::string::npos ? 0 : exponent_of(std::string_view(written).substr(e + 1)));
  if (dot != std::string::npos) {
    digits += mantissa.substr(dot + 1);
  }
  const std::size_t zeros = digits.find_first_not_of('0');
  digits.erase(0, zeros);
  point -= static_cast<int>(zeros);
  digits.erase(digits.find_last_not_of('0') + 1);
  const int exponent = point - 1;  // in the form d.ddd × 10^exponent

  std::string text = value < 0 ? "-" : "";
  const int count = static_cast<int>(digits.size());
  if (point >= count && point <= 21) {
    text += digits + std::string(static_cast<std::size_t>(point - count), '0');
  } else if (point > 0 && point <= 21) {
    text += digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
  } else if (point > -6 && point <= 0) {
    text += "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    text += digits.substr(0, 1);
    if (count > 1) {
      text += '.';
      text.append(digits, 1);
    }
    text += exponent < 0 ? "e-" : "e+";
    text += std::to_string(std::abs(exponent));
  }
  return text;
}

}  // namespace expost::report
