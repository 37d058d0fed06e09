#include "expost/report/number_text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace expost::report {
namespace {

constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::string_view narrow_no_break_space = "\xE2\x80\xAF";
constexpr std::string_view thin_space = "\xE2\x80\x89";
constexpr std::string_view typographic_apostrophe = "\xE2\x80\x99";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
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

}  // namespace

std::string_view trimmed(std::string_view text) {
  for (;;) {
    if (!text.empty() && is_blank(text.front())) {
      text.remove_prefix(1);
    } else if (text.substr(0, no_break_space.size()) == no_break_space) {
      text.remove_prefix(no_break_space.size());
    } else {
      break;
    }
  }
  for (;;) {
    if (!text.empty() && is_blank(text.back())) {
      text.remove_suffix(1);
    } else if (text.size() >= no_break_space.size() && text.substr(text.size() - no_break_space.size()) == no_break_space) {
      text.remove_suffix(no_break_space.size());
    } else {
      return text;
    }
  }
}

ParsedNumber parse_number(std::string_view text) {
  text = trimmed(text);
  std::string_view digits = text;
  if (!digits.empty() && digits.front() == '+') {
    digits.remove_prefix(1);  // which from_chars doesn't take; "+-5" is caught next
    if (!digits.empty() && digits.front() == '-') {
      return {};
    }
  }
  // from_chars takes "nan" and "infinity" too; a number starts with a digit or a point.
  const std::size_t first = !digits.empty() && digits.front() == '-' ? 1 : 0;
  if (digits.size() > first && (is_digit(digits[first]) || digits[first] == '.')) {
    double value = 0;
    const auto [end, fault] = fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = end == digits.data() + digits.size();
    if (whole && (fault == std::errc() || fault == std::errc::result_out_of_range)) {
      if (!std::isfinite(value)) {
        return {NumberText::not_finite, 0};
      }
      return {NumberText::number, value};
    }
  }
  return {is_grouped(text) ? NumberText::ambiguous : NumberText::not_number, 0};
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
  // The fewest significant digits that read back: std::to_chars for doubles is not in the C++ library of Emscripten 3.1.6.
  // Digits and exponent are taken apart so that the decimal sign of the process's locale doesn't matter.
  char buffer[40];
  std::string digits;
  int exponent = 0;
  for (int precision = 0; precision <= 16; ++precision) {
    const int length = std::snprintf(buffer, sizeof buffer, "%.*e", precision, std::fabs(value));
    const std::string_view text(buffer, static_cast<std::size_t>(length));
    const std::size_t split = text.find('e');
    digits.clear();
    std::copy_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(split), std::back_inserter(digits), is_digit);
    exponent = std::atoi(buffer + split + 1);
    const std::string plain = digits + "e" + std::to_string(exponent - precision);
    double back = 0;
    fast_float::from_chars(plain.data(), plain.data() + plain.size(), back);
    if (back == std::fabs(value)) {
      break;
    }
  }
  digits.erase(digits.find_last_not_of('0') + 1);

  std::string text = value < 0 ? "-" : "";
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the point
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
