#include <array>
#include <charconv>

#include "expost/report/decimal.hpp"

namespace expost::report {

std::string shortest_decimal(double value) {
  std::array<char, 32> text{};  // 17 digits, two signs, a point, "e" and an exponent of three digits are 24
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  return {text.data(), end};
}

}  // namespace expost::report
