#include "noise/random_rounding.hpp"

#include <cmath>

namespace expost {
namespace {

constexpr int fixed_bits = 512;

Integer floor_of_shift(const Integer& value, int shift) {
  if (shift >= 0) {
    return value << static_cast<unsigned>(shift);
  }
  const auto bits = static_cast<unsigned>(-shift);
  // Magnitudes are shifted, so that the sign's representation plays no part.
  if (value >= 0) {
    return value >> bits;
  }
  const Integer magnitude = -value;
  const Integer quotient = magnitude >> bits;
  return (quotient << bits) == magnitude ? Integer(-quotient) : Integer(-quotient - 1);
}

/// ⌊value·2⁵¹²⌋
Integer floor_of(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return floor_of_shift(Integer(static_cast<std::int64_t>(std::ldexp(fraction, 53))), exponent - 53 + fixed_bits);
}

}  // namespace

Integer fixed_below(DoubleDouble value) {
  return floor_of(value.high) + floor_of(value.low);
}

Integer fixed_below(const Wide& value) {
  return Integer(floor(ldexp(value, fixed_bits)));
}

Integer fixed_above(double value) {
  return -floor_of(-value);
}

Integer rounded_cell(const Integer& theta, int exponent, const RandomOffset& offset) {
  const Integer index = (Integer(offset.high) << 64U) + offset.low;
  // u·s = (2i + 1)·2^(exponent − 129)
  const Integer shifted = theta + ((2 * index + 1) << static_cast<unsigned>(fixed_bits - 129 + exponent));
  return floor_of_shift(shifted, -fixed_bits - exponent);
}

double on_grid(const Integer& k, int exponent) {
  Integer magnitude = k < 0 ? Integer(-k) : k;
  int shift = 0;
  if (magnitude != 0) {
    const auto bits = static_cast<int>(msb(magnitude)) + 1;
    if (bits > 53) {
      shift = bits - 53;
      // The carry may make 54 bits of it, the last of them 0.
      magnitude = (magnitude + (Integer(1) << static_cast<unsigned>(shift - 1))) >> static_cast<unsigned>(shift);
    }
  }
  const double size = std::ldexp(static_cast<double>(magnitude.convert_to<std::uint64_t>()), shift + exponent);
  return k < 0 ? -size : size;
}

}  // namespace expost
