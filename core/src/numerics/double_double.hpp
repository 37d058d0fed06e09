// Numbers of 106 bits as unevaluated sums of two doubles, from IEEE additions and multiplications
// alone: the same bits natively and in WebAssembly.
//
// Bounds, u = 2^-53 (Joldes, Muller & Popescu 2017, "Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic"): sum of two numbers 3u² relative to the exact sum,
// number times double 2u², product 5u², quotient 15u², as long as nothing over- or underflows.
// Products split their factors (Dekker 1971) and need them below 2^970.
#pragma once

#include <cmath>

namespace expost {

struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}  // NOLINT(google-explicit-constructor): every double is one
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}

  [[nodiscard]] double rounded() const { return high; }
  [[nodiscard]] bool finite() const { return std::isfinite(high) && std::isfinite(low); }
};

/// a + b exactly, for |a| ≥ |b|.
inline DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly (Knuth).
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a·b exactly, where nothing underflows (Dekker).
inline DoubleDouble two_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const auto split = [](double value) {
    const double scaled = splitter * value;
    const double high = scaled - (scaled - value);
    return DoubleDouble{high, value - high};
  };
  const DoubleDouble x = split(a);
  const DoubleDouble y = split(b);
  const double product = a * b;
  return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

inline DoubleDouble operator-(DoubleDouble a) {
  return {-a.high, -a.low};
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble sum = fast_two_sum(high.high, high.low + low.high);
  return fast_two_sum(sum.high, low.low + sum.low);
}

inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
  return a + -b;
}

inline DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.high, b);
  return fast_two_sum(product.high, product.low + a.low * b);
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return fast_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  // Long division, a double at a time.
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * first;
  const double second = rest.high / b.high;
  const double third = (rest - b * second).high / b.high;
  return fast_two_sum(first, second) + DoubleDouble(third);
}

inline DoubleDouble& operator+=(DoubleDouble& a, DoubleDouble b) {
  return a = a + b;
}

inline DoubleDouble abs(DoubleDouble a) {
  return a.high < 0 ? -a : a;
}

/// √a for a ≥ 0, to 2^-100: a Newton step from the double.
inline DoubleDouble sqrt(DoubleDouble a) {
  const double root = std::sqrt(a.high);
  if (!(root > 0) || std::isinf(root)) {
    return root;
  }
  const DoubleDouble rest = a - two_product(root, root);
  return fast_two_sum(root, rest.high / (2 * root));
}

/// e^t for t ≤ 0, off by at most 2^-98(1 + |t|/8) of it and 2^-1000; 0 below −690.
[[nodiscard]] DoubleDouble exp_of_negative(DoubleDouble t);

}  // namespace expost
