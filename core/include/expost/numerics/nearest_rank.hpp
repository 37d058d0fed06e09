// Quantiles by nearest rank: values that occur, none interpolated.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace expost {

/// Number of an entry, from 1, among n in rising order: the first that at least a share of all does
/// not exceed. `share` from 0 to 1, n ≥ 1.
inline std::size_t nearest_rank(double share, std::size_t n) {
  // 0.07 · 100 rounds to just above 7: a share that is met except for rounding is met.
  const double rank = std::ceil(share * static_cast<double>(n) * (1 - 0x1p-50));
  return std::clamp(static_cast<std::size_t>(rank), std::size_t{1}, n);
}

}  // namespace expost
