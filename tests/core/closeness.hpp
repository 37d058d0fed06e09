// How far a computed number is from its reference.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace expost {

/// Seventeen digits, which name a double.
inline std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// |got − expected| ≤ relative·|expected| + absolute; equal infinities are close, NaN is close to
/// nothing.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

inline bool is_close(double got, double expected, Tolerance tolerance) {
  if (std::isinf(expected) || std::isinf(got)) {
    return got == expected;
  }
  return std::fabs(got - expected) <= tolerance.relative * std::fabs(expected) + tolerance.absolute;
}

inline void check_close(const std::string& what, double got, double expected, Tolerance tolerance) {
  CHECK_MESSAGE(is_close(got, expected, tolerance), what, ": got ", digits(got), ", expected ", digits(expected),
                ", relative error ", std::fabs(got - expected) / std::fabs(expected));
}

/// Relative error; 0 for equal values (infinities and zeros among them), infinity for NaN.
inline double relative_error(double got, double expected) {
  if (got == expected) {
    return 0;
  }
  const double error = std::fabs(got - expected) / std::fabs(expected);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

/// Distance of the doubles next to x: 2^-52 of its binade, 2^-1074 among the subnormal numbers.
inline double unit_in_last_place(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return x == 0 ? 0x1p-1074 : std::ldexp(1.0, std::max(exponent - 53, -1074));
}

}  // namespace expost
