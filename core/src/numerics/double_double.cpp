#include "numerics/double_double.hpp"

#include <array>
#include <cmath>

namespace expost {
namespace {

constexpr int parts = 32;
constexpr DoubleDouble part_of_ln2{0x1.62e42fefa39efp-6, 0x1.abc9e3b39803fp-61};

// 2^{i/32}, to 106 bits (mpmath).
constexpr std::array<DoubleDouble, parts> powers = {{
    {0x1p0, 0},
    {0x1.059b0d3158574p0, 0x1.d73e2a475b465p-55},
    {0x1.0b5586cf9890fp0, 0x1.8a62e4adc610bp-54},
    {0x1.11301d0125b51p0, -0x1.6c51039449b3ap-54},
    {0x1.172b83c7d517bp0, -0x1.19041b9d78a76p-55},
    {0x1.1d4873168b9aap0, 0x1.e016e00a2643cp-54},
    {0x1.2387a6e756238p0, 0x1.9b07eb6c70573p-54},
    {0x1.29e9df51fdee1p0, 0x1.612e8afad1255p-55},
    {0x1.306fe0a31b715p0, 0x1.6f46ad23182e4p-55},
    {0x1.371a7373aa9cbp0, -0x1.63aeabf42eae2p-54},
    {0x1.3dea64c123422p0, 0x1.ada0911f09ebcp-55},
    {0x1.44e086061892dp0, 0x1.89b7a04ef80dp-59},
    {0x1.4bfdad5362a27p0, 0x1.d4397afec42e2p-56},
    {0x1.5342b569d4f82p0, -0x1.07abe1db13cadp-55},
    {0x1.5ab07dd485429p0, 0x1.6324c054647adp-54},
    {0x1.6247eb03a5585p0, -0x1.383c17e40b497p-54},
    {0x1.6a09e667f3bcdp0, -0x1.bdd3413b26456p-54},
    {0x1.71f75e8ec5f74p0, -0x1.16e4786887a99p-55},
    {0x1.7a11473eb0187p0, -0x1.41577ee04992fp-55},
    {0x1.82589994cce13p0, -0x1.d4c1dd41532d8p-54},
    {0x1.8ace5422aa0dbp0, 0x1.6e9f156864b27p-54},
    {0x1.93737b0cdc5e5p0, -0x1.75fc781b57ebcp-57},
    {0x1.9c49182a3f09p0, 0x1.c7c46b071f2bep-56},
    {0x1.a5503b23e255dp0, -0x1.d2f6edb8d41e1p-54},
    {0x1.ae89f995ad3adp0, 0x1.7a1cd345dcc81p-54},
    {0x1.b7f76f2fb5e47p0, -0x1.5584f7e54ac3bp-56},
    {0x1.c199bdd85529cp0, 0x1.11065895048ddp-55},
    {0x1.cb720dcef9069p0, 0x1.503cbd1e949dbp-56},
    {0x1.d5818dcfba487p0, 0x1.2ed02d75b3707p-55},
    {0x1.dfc97337b9b5fp0, -0x1.1a5cd4f184b5cp-54},
    {0x1.ea4afa2a490dap0, -0x1.e9c23179c2893p-54},
    {0x1.f50765b6e454p0, 0x1.9d3e12dd8a18bp-54},
}};

// 1/3!, …, 1/6!, and in doubles 1/7!, …, 1/11!, whose terms are below 2^-57 of the sum.
constexpr std::array<DoubleDouble, 4> inverse_factorials = {{
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
}};
constexpr std::array<double, 5> small_inverse_factorials = {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16, 0x1.71de3a556c734p-19,
                                                            0x1.27e4fb7789f5cp-22, 0x1.ae64567f544e4p-26};

}  // namespace

// t = k·(ln 2)/32 + r with |r| ≤ (ln 2)/64: e^r by Taylor to r¹¹, times 2^{k/32}.
DoubleDouble exp_of_negative(DoubleDouble t) {
  // e^-690 is 2^-995: with 106 bits everything stays far above what underflows in its low part.
  if (!(t.high >= -690)) {
    return 0;
  }
  const double k = std::nearbyint(t.high / part_of_ln2.high);
  const DoubleDouble r = t - part_of_ln2 * k;
  double tail = small_inverse_factorials.back();
  for (std::size_t i = small_inverse_factorials.size() - 1; i-- > 0;) {
    tail = tail * r.high + small_inverse_factorials[i];
  }
  DoubleDouble sum(tail);
  for (std::size_t i = inverse_factorials.size(); i-- > 0;) {
    sum = sum * r + inverse_factorials[i];
  }
  // 1 + r + r²/2 + r³(…)
  const DoubleDouble square = r * r;
  const DoubleDouble power = DoubleDouble(1) + (r + (DoubleDouble{0.5 * square.high, 0.5 * square.low} + square * r * sum));
  const int count = static_cast<int>(k);
  const int exponent = count >= 0 ? count / parts : -((parts - 1 - count) / parts);
  const DoubleDouble result = powers[static_cast<std::size_t>(count - exponent * parts)] * power;
  return {std::ldexp(result.high, exponent), std::ldexp(result.low, exponent)};
}

}  // namespace expost
