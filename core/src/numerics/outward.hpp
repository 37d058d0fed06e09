// Ends of intervals that are rounded outwards: no upper end below, and no lower end above, what
// real arithmetic gives (docs/mathematics.md, "Directions of rounding").
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Covers a few dozen roundings and functions that are right to 4 ulp, relative to the size of what
/// went in.
inline constexpr double few_roundings = 0x1p-46;

/// More than what products lose where they are too small for a double.
inline constexpr double underflow = 0x1p-900;

/// Above, and below, a number ≥ 0 that a few roundings led to.
inline double raised(double value) {
  return value * (1 + few_roundings);
}
inline double lowered(double value) {
  return value * (1 - few_roundings);
}
/// Above a number ≥ 0 that no more than about ten roundings led to.
inline double upwards(double value) {
  return value * (1 + 0x1p-50);
}

/// a + b, rounded up; exact where a double is.
inline double sum_above(double a, double b) {
  const double sum = a + b;
  const double added = sum - a;
  return (a - (sum - added)) + (b - added) > 0 ? std::nextafter(sum, infinity) : sum;
}

/// `value` ± a few roundings of numbers as large as `size`.
inline Interval around(double value, double size) {
  return {value - few_roundings * size, value + few_roundings * size};
}

/// The hull of a·b; an infinite end times 0 is 0.
inline Interval product(Interval a, Interval b) {
  const auto times = [](double u, double v) { return u == 0 || v == 0 ? 0.0 : u * v; };
  const double corners[] = {times(a.lower, b.lower), times(a.lower, b.upper), times(a.upper, b.lower), times(a.upper, b.upper)};
  const double least = *std::min_element(std::begin(corners), std::end(corners));
  const double most = *std::max_element(std::begin(corners), std::end(corners));
  return {least - few_roundings * std::fabs(least), most + few_roundings * std::fabs(most)};
}

}  // namespace expost
