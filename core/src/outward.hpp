// Ends of intervals that are rounded outwards: no upper end below, and no lower end above, what
// real arithmetic gives (docs/mathematics.md, "Directions of rounding").
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/constants.hpp"
#include "expost/interval.hpp"
#include "expost/loss.hpp"

namespace expost {

/// Covers a few dozen roundings and functions that are right to 4 ulp, relative to the size of what
/// went in.
inline constexpr double few_roundings = 0x1p-46;

/// More than what products lose where they are too small for a double.
inline constexpr double underflow = 0x1p-900;

/// Above, and below, a number ≥ 0 that a few roundings led to.
inline double raised(double value) {
  return value * (1 + few_roundings);
}
inline double lowered(double value) {
  return value * (1 - few_roundings);
}

/// `value` ± a few roundings of numbers as large as `size`.
inline Interval around(double value, double size) {
  return {value - few_roundings * size, value + few_roundings * size};
}

/// The hull of a·b; an infinite end times 0 is 0.
inline Interval product(Interval a, Interval b) {
  const auto times = [](double u, double v) { return u == 0 || v == 0 ? 0.0 : u * v; };
  const double corners[] = {times(a.lower, b.lower), times(a.lower, b.upper), times(a.upper, b.lower), times(a.upper, b.upper)};
  const double least = *std::min_element(std::begin(corners), std::end(corners));
  const double most = *std::max_element(std::begin(corners), std::end(corners));
  return {least - few_roundings * std::fabs(least), most + few_roundings * std::fabs(most)};
}

/// Where f' and f'' of a loss lie for margins in an interval.
struct DerivativeRanges {
  Interval first;
  Interval second;
};

/// The most by which computed derivatives are below the true ones, rounding aside.
inline double lost_by_underflow(const Loss& loss) {
  switch (loss.kind) {
    case LossKind::logistic:
      // Far from 0 its exponential is less than any double.
      return underflow;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return 0;
}

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
  const double lost = lost_by_underflow(loss);
  ranges.first = {ranges.first.lower - few_roundings * std::fabs(ranges.first.lower) - lost,
                  ranges.first.upper + few_roundings * std::fabs(ranges.first.upper) + lost};
  ranges.second = {std::max(0.0, lowered(ranges.second.lower) - lost),
                   std::min(raised(ranges.second.upper) + lost, loss.smoothness())};
  return ranges;
}

}  // namespace expost
