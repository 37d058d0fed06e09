// Numbers that several files need, once. Each is the double nearest to its value.
#pragma once

#include <limits>

namespace expost {

/// Positive infinity.
inline constexpr double infinity = std::numeric_limits<double>::infinity();
/// √2, to the nearest double.
inline constexpr double sqrt2 = 0x1.6a09e667f3bcdp+0;
/// log 2, to the nearest double.
inline constexpr double ln2 = 0x1.62e42fefa39efp-1;
/// log √(2π)
inline constexpr double log_sqrt_two_pi = 0x1.d67f1c864beb5p-1;
/// (log π) / 2
inline constexpr double half_log_pi = 0x1.250d048e7a1bdp-1;
/// Largest relative error of one rounding to the nearest double.
inline constexpr double unit_roundoff = 0x1p-53;

}  // namespace expost
