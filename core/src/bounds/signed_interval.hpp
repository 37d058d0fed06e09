// From bounds on a signed loss L to bounds on |L|, for one membership or for either.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/bounds/scope.hpp"
#include "expost/numerics/interval.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// The interval for the membership asked for: the union of both where it is unknown.
inline Interval of_membership(Membership member, Interval in, Interval out) {
  switch (member) {
    case Membership::in:
      return in;
    case Membership::out:
      return out;
    case Membership::unknown:
      break;
  }
  return {std::min(in.lower, out.lower), std::max(in.upper, out.upper)};
}

/// Bounds on |L| from bounds on L.
inline Interval magnitude(Interval loss) {
  const double upper = std::max(std::fabs(loss.lower), std::fabs(loss.upper));
  const bool around_zero = loss.lower <= 0 && loss.upper >= 0;
  return {around_zero ? 0 : std::min(std::fabs(loss.lower), std::fabs(loss.upper)), upper};
}

/// −[lower, upper].
inline Interval negated(Interval interval) {
  return {-interval.upper, -interval.lower};
}

/// Bounds determinant + q²/2 + linear (mathematics.md, 5.4), from intervals that hold the true
/// ones. `linear` is c for somebody outside, −c for a member; `allowance` is added to each end,
/// besides roundings.
// Not inlined: four copies of it would make the check page's module larger.
[[gnu::noinline]] inline Interval loss_interval(Interval determinant, Interval half_square, Interval linear, double allowance) {
  const auto roundings = [](double a, double b, double c) { return few_roundings * (std::fabs(a) + b + std::fabs(c)); };
  return {determinant.lower + half_square.lower + linear.lower - roundings(determinant.lower, half_square.lower, linear.lower) -
              allowance,
          determinant.upper + half_square.upper + linear.upper + roundings(determinant.upper, half_square.upper, linear.upper) +
              allowance};
}

}  // namespace expost
