// From bounds on a signed loss L to bounds on |L|, for one membership or for either.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/bounds/scope.hpp"
#include "expost/numerics/interval.hpp"

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

}  // namespace expost
