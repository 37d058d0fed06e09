// Double → decimal digits, by the engine's own conversion (expost/report/decimal.hpp).
#include <emscripten.h>

#include "expost/report/decimal.hpp"

// clang-format off
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

std::string shortest_decimal(double value) {
  std::string text(longest_shortest_decimal, ' ');
  text.resize(static_cast<std::size_t>(expost_shortest_decimal(value, text.data(), longest_shortest_decimal)));
  return text;
}

}  // namespace expost::report
