// The meaning of a bound: beliefs about membership (mathematics.md, section 15).
#pragma once

#include "expost/numerics/interval.hpp"

namespace expost {

/// An observer who believed with probability `prior` in (0, 1) that the record was used believes
/// so, after seeing a release with |L| ≤ epsilon (≥ 0, may be infinite), with a probability in the
/// returned interval: prior odds times e^{∓ε}, rounded outwards.
[[nodiscard]] Interval posterior_interval(double epsilon, double prior);

}  // namespace expost
