// Bounds on a loss's derivatives over an interval of margins (docs/mathematics.md, "Directions of
// rounding").
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "expost/losses/loss.hpp"
#include "expost/numerics/interval.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// Where f' and f'' of a loss lie for margins in an interval.
struct DerivativeRanges {
  Interval first;
  Interval second;
};

inline DerivativeRanges derivative_ranges(const Loss& loss, Interval margin, double y) {
  // f' doesn't decrease. f'' rises up to one place and falls beyond it, or is constant.
  DerivativeRanges ranges{{loss.first_derivative(margin.lower, y), loss.first_derivative(margin.upper, y)},
                          {loss.second_derivative(margin.lower, y), loss.second_derivative(margin.upper, y)}};
  if (ranges.second.lower > ranges.second.upper) {
    std::swap(ranges.second.lower, ranges.second.upper);
  }
  const double top = loss.most_curved(y);
  if (margin.lower <= top && top <= margin.upper) {
    ranges.second.upper = loss.smoothness();
  }
  const double lost = loss.lost_by_underflow();
  ranges.first = {ranges.first.lower - few_roundings * std::fabs(ranges.first.lower) - lost,
                  ranges.first.upper + few_roundings * std::fabs(ranges.first.upper) + lost};
  ranges.second = {std::max(0.0, lowered(ranges.second.lower) - lost),
                   std::min(raised(ranges.second.upper) + lost, loss.smoothness())};
  return ranges;
}

/// The least |f'| and the least f'' of such ranges, as a pair that a record might have.
inline DerivativeRanges least_of(const DerivativeRanges& ranges) {
  const double slope = std::max({0.0, ranges.first.lower, -ranges.first.upper});
  return {{slope, slope}, {ranges.second.lower, ranges.second.lower}};
}

}  // namespace expost
