// Decimal digits → double, by the engine's own correctly rounded conversion: for modules that have
// to be small and read few numbers.
#include <emscripten.h>

#include "expost/report/decimal.hpp"

// clang-format off
EM_JS(double, expost_nearest_double, (const char* text, int size), {
  let decimal = "";
  for (let i = 0; i < size; ++i) decimal += String.fromCharCode(HEAPU8[text + i]);
  return Number(decimal);
});
// clang-format on

namespace expost::report {

double nearest_double(std::string_view decimal) {
  return expost_nearest_double(decimal.data(), static_cast<int>(decimal.size()));
}

}  // namespace expost::report
