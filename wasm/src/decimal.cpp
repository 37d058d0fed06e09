// Decimal digits → double and back, by the engine's own correctly rounded conversions
// (expost/report/decimal.hpp).
#include "expost/report/decimal.hpp"

#include <emscripten.h>

// clang-format off
EM_JS(double, expost_nearest_double, (const char* text, int size), {
  let decimal = "";
  for (let i = 0; i < size; ++i) decimal += String.fromCharCode(HEAPU8[text + i]);
  return Number(decimal);
});

EM_JS(int, expost_shortest_decimal, (double value, char* text, int room), {
  const decimal = value.toExponential();
  for (let i = 0; i < decimal.length && i < room; ++i) HEAP8[text + i] = decimal.charCodeAt(i);
  return decimal.length;
});
// clang-format on

namespace expost::report {
namespace {

constexpr int longest_shortest_decimal = 32;  // 17 digits, two signs, a point, "e" and an exponent of three digits are 24

}  // namespace

double nearest_double(std::string_view decimal) {
  return expost_nearest_double(decimal.data(), static_cast<int>(decimal.size()));
}

std::string shortest_decimal(double value) {
  std::string text(longest_shortest_decimal, ' ');
  text.resize(static_cast<std::size_t>(expost_shortest_decimal(value, text.data(), longest_shortest_decimal)));
  return text;
}

}  // namespace expost::report
