// The end of a mixture that is made of few of its tilts: those next to the best one
// (docs/noisy-gradient-descent.md, section 5).
#pragma once

#include <algorithm>
#include <array>

#include "descent/mixture.hpp"
#include "expost/descent/path_part.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {

/// Tilts on either side of the best one.
inline constexpr int tilts_beside = 4;

/// Never below where the mixture of all tilts from `first` on reaches e^level, and hardly above:
/// `sum_at(k)` is Σ_t A of the k-th tilt, and the search for the best one begins at `start`.
template <class SumAt>
double reach_near(PathEnd end, int first, double level, int start, double (*weight)(int k), SumAt sum_at) {
  std::array<double, tilt_count> sums;
  sums.fill(-1);
  const auto kept = [&](int k) {
    double& sum = sums[static_cast<std::size_t>(k)];
    if (sum < 0) {
      sum = sum_at(k);
    }
    return sum;
  };
  const auto value = [&](int k) { return (kept(k) + level - elementary::log(weight(k))) / order_of(end, first + k); };
  int best = start;
  while (best > 0 && !(value(best - 1) > value(best))) {
    --best;
  }
  while (best + 1 < tilt_count && value(best + 1) < value(best)) {
    ++best;
  }
  PerTilt tilts;
  PerTilt moments;
  tilts.fill(1);
  moments.fill(infinity);
  for (int k = std::max(0, best - tilts_beside); k <= std::min(tilt_count - 1, best + tilts_beside); ++k) {
    const auto i = static_cast<std::size_t>(k);
    tilts[i] = order_of(end, first + k);
    moments[i] = kept(k);
  }
  return mixture_reaches(tilts, moments, level, weight);
}

}  // namespace expost
