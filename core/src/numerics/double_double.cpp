#include "numerics/double_double.hpp"

#include <array>
#include <cmath>

namespace expost {
namespace {

constexpr DoubleDouble ln2_double_double{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr int squarings = 9;

// 1/3!, 1/4!, …, 1/9!
constexpr std::array<DoubleDouble, 7> inverse_factorials = {{
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73},
}};

}  // namespace

// t = k·ln 2 + 2⁹r with |r| ≤ ln 2/1024; e^r − 1 by Taylor to r⁹, then nine times s → 2s + s².
DoubleDouble exp_of_negative(DoubleDouble t) {
  // e^-690 is 2^-995: with 106 bits everything stays far above what underflows in its low part.
  if (!(t.high >= -690)) {
    return 0;
  }
  const double k = std::nearbyint(t.high / ln2_double_double.high);
  const DoubleDouble reduced = t - ln2_double_double * k;
  constexpr double scale = 1.0 / (1 << squarings);
  const DoubleDouble r{reduced.high * scale, reduced.low * scale};
  DoubleDouble sum = inverse_factorials.back();
  for (std::size_t i = inverse_factorials.size() - 1; i-- > 0;) {
    sum = sum * r + inverse_factorials[i];
  }
  // r + r²/2 + r³(…)
  const DoubleDouble square = r * r;
  DoubleDouble s = r + (DoubleDouble{0.5 * square.high, 0.5 * square.low} + square * r * sum);
  for (int i = 0; i < squarings; ++i) {
    s = DoubleDouble{2 * s.high, 2 * s.low} + s * s;
  }
  const DoubleDouble result = s + DoubleDouble(1);
  const int exponent = static_cast<int>(k);
  return {std::ldexp(result.high, exponent), std::ldexp(result.low, exponent)};
}

}  // namespace expost
