#include "descent/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

/// A moment's relative error is at most a hundredth of this.
constexpr double certified = 1 + 1e-10;
/// More than the roundings of a root: exponents are its multiples, so they leave its relative
/// accuracy as it is.
constexpr double outward = 1 + 0x1p-42;

}  // namespace

double tilt_weight(int k) {
  return 4.0 / ((k + 4.0) * (k + 5.0));
}

double centred_weight(int k) {
  const double off = std::abs(k - (tilt_count / 2 - 1));
  return 2 / ((off + 4) * (off + 5));
}

double mixture_reaches(const PerTilt& tilts, const PerTilt& moments, double level, double (*weight)(int k)) {
  PerTilt offsets;
  double high = infinity;
  for (int k = 0; k < tilt_count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    offsets[i] = elementary::log(weight(k)) - certified * moments[i];
    // One term alone reaches the level here.
    high = std::min(high, (level - offsets[i]) / tilts[i]);
  }
  if (high == infinity) {
    return infinity;
  }
  const auto excess = [&](double x) {
    double largest = -infinity;
    PerTilt exponents;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      exponents[i] = tilts[i] * x + offsets[i];
      largest = std::max(largest, exponents[i]);
    }
    double sum = 0;
    for (const double exponent : exponents) {
      sum += elementary::exp(exponent - largest);
    }
    return largest + elementary::log(sum) - level;
  };
  return outward * bracket_root(excess, 0.0, outward * high).second;
}

}  // namespace expost
