#include <fast_float/fast_float.h>

#include <array>
#include <charconv>

#include "expost/report/decimal.hpp"

namespace expost::report {

double nearest_double(std::string_view decimal) {
  double value = 0;
  // Out of range, the value is infinite or 0 all the same, which is what is wanted.
  fast_float::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  return value;
}

std::string shortest_decimal(double value) {
  std::array<char, 32> text{};  // 17 digits, two signs, a point, "e" and an exponent of three digits are 24
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  return {text.data(), end};
}

}  // namespace expost::report
