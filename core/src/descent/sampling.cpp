#include "descent/sampling.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace expost {
namespace {

constexpr double digits_at_once = 0x1p16;

/// Uniform on 0, …, bound − 1.
std::uint32_t uniform_below(std::uint32_t bound, RandomSource& source) {
  std::uint32_t mask = bound - 1;
  for (unsigned shift = 1; shift < 32; shift *= 2) {
    mask |= mask >> shift;
  }
  while (true) {
    const auto candidate = static_cast<std::uint32_t>(source.next() >> 32U) & mask;
    if (candidate < bound) {
      return candidate;
    }
  }
}

}  // namespace

std::uint32_t ExactCoins::digits() {
  if (left_ == 0) {
    word_ = source_->next();
    left_ = 4;
  }
  const auto result = static_cast<std::uint32_t>(word_ & 0xffffU);
  word_ >>= 16U;
  --left_;
  return result;
}

bool ExactCoins::next() {
  double rest = q_;
  // Digits of a double end: then the uniform number is q or larger.
  while (rest > 0) {
    rest *= digits_at_once;
    const double whole = std::floor(rest);
    const auto own = static_cast<double>(digits());
    if (own != whole) {
      return own < whole;
    }
    rest -= whole;
  }
  return false;
}

std::vector<std::int32_t> permutation(std::int32_t n, RandomSource& source) {
  std::vector<std::int32_t> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 0);
  for (std::size_t i = result.size(); i > 1; --i) {
    std::swap(result[i - 1], result[uniform_below(static_cast<std::uint32_t>(i), source)]);
  }
  return result;
}

}  // namespace expost
