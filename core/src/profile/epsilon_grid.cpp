#include "expost/profile/epsilon_grid.hpp"

#include <algorithm>
#include <functional>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/wide_real.hpp"

namespace expost {

std::vector<double> epsilon_grid(double from, double to, int count) {
  if (!(from > 0 && from < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "/from", "the first value must be a number above 0");
  }
  if (!(to > from && to < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "/to", "the last value must be a number above the first");
  }
  if (count < 2) {
    throw_error(ErrorType::argument, "out-of-range", "/count", "there must be 2 values or more");
  }
  // With 512 bits, whether a value is rounded up or down is never in doubt.
  const Wide start = log(Wide(from));
  const Wide range = log(Wide(to)) - start;
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  values.push_back(from);
  for (int k = 1; k + 1 < count; ++k) {
    values.push_back(exp(Wide(start + range * k / (count - 1))).convert_to<double>());
  }
  values.push_back(to);
  if (std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) != values.end()) {
    throw_error(ErrorType::argument, "too-close", "/to",
                "the last value must be further above the first: so many values don't fit between them");
  }
  return values;
}

}  // namespace expost
