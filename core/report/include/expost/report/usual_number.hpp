// Numbers as most cells of files have them, read without anything that other cells need.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace expost::report {

/// The number in a text of up to fifteen digits, as "-0.25", "7" and "130.5", with nothing round
/// it: the same double as parse_number has. NaN for every other text.
///
/// Fifteen digits and the powers of ten by which they are divided are whole numbers that doubles
/// hold, so that one division rounds once.
[[nodiscard]] inline double usual_number(std::string_view text) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr std::size_t most_digits = 15;
  constexpr std::array<double, most_digits + 1> powers{1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = !text.empty() && text.front() == '-';
  text.remove_prefix(negative ? 1 : 0);
  if (text.empty() || text.size() > most_digits + 1) {
    return none;
  }
  std::uint64_t digits = 0;
  std::size_t decimals = text.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = static_cast<unsigned>(static_cast<unsigned char>(text[i])) - '0';
    if (digit < 10) {
      digits = 10 * digits + digit;
      ++count;
    } else if (text[i] == '.' && decimals == text.size()) {
      decimals = i + 1;
    } else {
      return none;
    }
  }
  if (count == 0 || count > most_digits) {
    return none;
  }
  const double value = static_cast<double>(digits) / powers[text.size() - decimals];
  return negative ? -value : value;
}

}  // namespace expost::report
