// A double whose elementary functions are the library's own, for Boost.Math to evaluate over.
//
// Boost.Math is generic: over this type it takes the same 53-bit rational approximations as over
// double, but finds exp, log and pow here by argument-dependent lookup instead of in the C
// library, so that its results are the same bits natively and in WebAssembly (see elementary.hpp).
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "expost/numerics/elementary.hpp"

namespace expost {

class PortableReal {
 public:
  constexpr PortableReal() = default;
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  constexpr PortableReal(Number value) : value_(static_cast<double>(value)) {}  // NOLINT: as implicit as double's own

  [[nodiscard]] constexpr double value() const { return value_; }
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  constexpr explicit operator Number() const {
    return static_cast<Number>(value_);
  }

  constexpr PortableReal& operator+=(PortableReal o) {
    value_ += o.value_;
    return *this;
  }
  constexpr PortableReal& operator-=(PortableReal o) {
    value_ -= o.value_;
    return *this;
  }
  constexpr PortableReal& operator*=(PortableReal o) {
    value_ *= o.value_;
    return *this;
  }
  constexpr PortableReal& operator/=(PortableReal o) {
    value_ /= o.value_;
    return *this;
  }
  constexpr PortableReal operator-() const { return {-value_}; }
  constexpr PortableReal operator+() const { return *this; }
  constexpr PortableReal& operator++() {
    value_ += 1;
    return *this;
  }
  constexpr PortableReal& operator--() {
    value_ -= 1;
    return *this;
  }

  friend constexpr PortableReal operator+(PortableReal a, PortableReal b) { return {a.value_ + b.value_}; }
  friend constexpr PortableReal operator-(PortableReal a, PortableReal b) { return {a.value_ - b.value_}; }
  friend constexpr PortableReal operator*(PortableReal a, PortableReal b) { return {a.value_ * b.value_}; }
  friend constexpr PortableReal operator/(PortableReal a, PortableReal b) { return {a.value_ / b.value_}; }
  friend constexpr bool operator==(PortableReal a, PortableReal b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(PortableReal a, PortableReal b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(PortableReal a, PortableReal b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(PortableReal a, PortableReal b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(PortableReal a, PortableReal b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(PortableReal a, PortableReal b) { return a.value_ >= b.value_; }

 private:
  double value_ = 0;
};

inline PortableReal exp(PortableReal x) {
  return elementary::exp(x.value());
}
inline PortableReal expm1(PortableReal x) {
  return elementary::expm1(x.value());
}
inline PortableReal log(PortableReal x) {
  return elementary::log(x.value());
}
inline PortableReal log1p(PortableReal x) {
  return elementary::log1p(x.value());
}
inline PortableReal pow(PortableReal x, PortableReal y) {
  return elementary::pow(x.value(), y.value());
}
inline PortableReal pow(PortableReal x, int y) {
  return elementary::pow(x.value(), y);
}
// Boost names this in the reflection formula of the gamma function for negative arguments, which
// this library never asks for. The C library's would differ between platforms; NaN would be
// noticed.
inline PortableReal sin(PortableReal) {
  return std::numeric_limits<double>::quiet_NaN();
}
// Correctly rounded or exact in every C library.
inline PortableReal sqrt(PortableReal x) {
  return std::sqrt(x.value());
}
inline PortableReal fabs(PortableReal x) {
  return std::fabs(x.value());
}
inline PortableReal abs(PortableReal x) {
  return std::fabs(x.value());
}
inline PortableReal floor(PortableReal x) {
  return std::floor(x.value());
}
inline PortableReal ceil(PortableReal x) {
  return std::ceil(x.value());
}
inline PortableReal fmod(PortableReal x, PortableReal y) {
  return std::fmod(x.value(), y.value());
}
inline PortableReal frexp(PortableReal x, int* exponent) {
  return std::frexp(x.value(), exponent);
}
inline PortableReal ldexp(PortableReal x, int exponent) {
  return std::ldexp(x.value(), exponent);
}
inline PortableReal modf(PortableReal x, PortableReal* whole) {
  double w = 0;
  const double fraction = std::modf(x.value(), &w);
  *whole = w;
  return fraction;
}

}  // namespace expost

template <>
class std::numeric_limits<expost::PortableReal> : public std::numeric_limits<double> {
 public:
  static constexpr expost::PortableReal min() noexcept { return std::numeric_limits<double>::min(); }
  static constexpr expost::PortableReal max() noexcept { return std::numeric_limits<double>::max(); }
  static constexpr expost::PortableReal lowest() noexcept { return std::numeric_limits<double>::lowest(); }
  static constexpr expost::PortableReal epsilon() noexcept { return std::numeric_limits<double>::epsilon(); }
  static constexpr expost::PortableReal round_error() noexcept { return 0.5; }
  static constexpr expost::PortableReal infinity() noexcept { return std::numeric_limits<double>::infinity(); }
  static constexpr expost::PortableReal quiet_NaN() noexcept { return std::numeric_limits<double>::quiet_NaN(); }
  static constexpr expost::PortableReal denorm_min() noexcept { return std::numeric_limits<double>::denorm_min(); }
};
