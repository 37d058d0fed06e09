// Hidden random offsets, and on which side of them a number lies: in integers, whatever its size.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "expost/noise/random.hpp"
#include "numerics/double_double.hpp"
#include "numerics/wide_real.hpp"

namespace expost {

using Integer = boost::multiprecision::cpp_int;

/// u = (i + ½)2⁻¹²⁸ with i uniform in {0, …, 2¹²⁸ − 1}.
struct RandomOffset {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  static RandomOffset draw(RandomStream stream) {
    const std::uint64_t first = stream.next();
    return {first, stream.next()};
  }
};

/// In units of 2⁻⁵¹²: never above `value`, and less than two units below it.
[[nodiscard]] Integer fixed_below(DoubleDouble value);
[[nodiscard]] Integer fixed_below(const Wide& value);
/// Never below, and less than a unit above. value finite.
[[nodiscard]] Integer fixed_above(double value);

/// ⌊θ/s + u⌋ for θ in units of 2⁻⁵¹² and s = 2^exponent, −60 ≤ exponent ≤ 0.
[[nodiscard]] Integer rounded_cell(const Integer& theta, int exponent, const RandomOffset& offset);

/// s·k for s = 2^exponent, rounded to the nearest double (ties away from 0) where k needs more than
/// 53 bits.
[[nodiscard]] double on_grid(const Integer& k, int exponent);

}  // namespace expost
