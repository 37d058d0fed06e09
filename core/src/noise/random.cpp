#include "expost/noise/random.hpp"

#include <cmath>

#include "expost/noise/gaussian.hpp"

namespace expost {

std::uint64_t RandomStream::next() {
  if (source_ != nullptr) {
    return source_->next();
  }
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t word = state_;
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31U);
}

double standard_normal(RandomSource& source) {
  const std::uint64_t word = source.next();
  // The upper 53 bits, centred in their cell so that u is neither 0 nor 1; the lowest bit is the
  // sign.
  const double u = (static_cast<double>(word >> 11U) + 0.5) * 0x1p-53;
  // P(|Z| > x) = erfc(x/√2) = u, and normal_upper_quantile(u/2) = √2·erfc⁻¹(u).
  const double magnitude = normal_upper_quantile(0.5 * u);
  return (word & 1U) != 0 ? -magnitude : magnitude;
}

}  // namespace expost
