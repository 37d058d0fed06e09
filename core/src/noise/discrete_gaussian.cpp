#include "expost/noise/discrete_gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "expost/numerics/error.hpp"

namespace expost {
namespace {

// Products of two 64-bit integers; every compiler that this builds with has it, WebAssembly
// included.
__extension__ using Bits128 = unsigned __int128;

constexpr std::uint64_t largest_variance = std::uint64_t{1} << 56U;

/// Uniform on 0 … bound − 1: as many bits as the bound has, drawn again where they give more.
Bits128 uniform_below(Bits128 bound, RandomSource& source) {
  Bits128 mask = bound - 1;
  for (unsigned shift = 1; shift < 128; shift *= 2) {
    mask |= mask >> shift;
  }
  const bool two_words = (mask >> 64U) != 0;
  while (true) {
    Bits128 candidate = source.next();
    if (two_words) {
      candidate = (candidate << 64U) | source.next();
    }
    candidate &= mask;
    if (candidate < bound) {
      return candidate;
    }
  }
}

/// True with probability exp(−numerator/denominator), for a quotient from 0 to 1 and a denominator
/// of at most 2^113: the first k at which a draw with probability quotient/k fails is odd with
/// that probability.
bool bernoulli_exp_fraction(Bits128 numerator, Bits128 denominator, RandomSource& source) {
  unsigned k = 1;
  // A k of 2^15 is never reached: its probability is below 1 in 32768!.
  while (uniform_below(denominator * k, source) < numerator) {
    ++k;
  }
  return k % 2 == 1;
}

bool bernoulli_exp(Bits128 numerator, Bits128 denominator, RandomSource& source) {
  while (numerator > denominator) {
    if (!bernoulli_exp_fraction(1, 1, source)) {
      return false;
    }
    numerator -= denominator;
  }
  return bernoulli_exp_fraction(numerator, denominator, source);
}

/// ⌊√value⌋.
std::uint64_t integer_root(std::uint64_t value) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(value)));
  while (root * root > value) {
    --root;
  }
  while ((root + 1) * (root + 1) <= value) {
    ++root;
  }
  return root;
}

}  // namespace

std::int64_t discrete_gaussian(std::uint64_t variance, RandomSource& source) {
  if (variance < 1 || variance > largest_variance) {
    throw_error(ErrorType::argument, "out-of-range", "",
                "the variance of a discrete Gaussian must be a whole number from 1 to 2^56");
  }
  const std::uint64_t t = integer_root(variance) + 1;
  while (true) {
    // |Y| of a discrete Laplace variable of scale t: whole multiples of t, and what is left over.
    const auto rest = static_cast<std::uint64_t>(uniform_below(t, source));
    if (!bernoulli_exp_fraction(rest, t, source)) {
      continue;
    }
    std::uint64_t multiples = 0;
    while (bernoulli_exp_fraction(1, 1, source)) {
      ++multiples;
    }
    // Where the arithmetic below would overflow the variable is kept with probability e^-1700.
    if (multiples > 60) {
      continue;
    }
    const std::uint64_t magnitude = rest + multiples * t;
    const bool negative = (source.next() & 1U) != 0;
    if (negative && magnitude == 0) {
      continue;
    }
    // Kept with probability exp(−(|Y| − s²/t)²/(2s²)).
    const Bits128 product = static_cast<Bits128>(magnitude) * t;
    const Bits128 distance = product > variance ? product - variance : variance - product;
    if (bernoulli_exp(distance * distance, 2 * static_cast<Bits128>(variance) * t * t, source)) {
      return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    }
  }
}

Grid grid_for(double sigma) {
  if (!(sigma >= 0x1p-900 && sigma <= 0x1p900)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the level of noise on a grid must be a number above 0");
  }
  const double step = std::ldexp(1.0, std::ilogb(sigma) - 26);
  return {step, static_cast<std::uint64_t>(std::ceil(sigma / step))};
}

double Grid::noisy(double value, std::uint64_t weight, RandomSource& source) const {
  if (std::isnan(value)) {
    throw_error(ErrorType::argument, "not-finite", "", "a value to be released must be a number");
  }
  const double steps = std::clamp(std::nearbyint(value / step), -most_grid_steps, most_grid_steps);
  return static_cast<double>(static_cast<std::int64_t>(steps) + discrete_gaussian(weight * scale * scale, source)) * step;
}

}  // namespace expost
