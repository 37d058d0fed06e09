// Grids of ε for profiles (mathematics.md, section 14).
#pragma once

#include <vector>

namespace expost {

/// `count` values from `from` to `to`, equally spaced in their logarithms: each the double nearest
/// to from·(to/from)^{k/(count − 1)}, so that the ends are exact and a decade of 10 is one.
/// Ascending.
///
/// Throws ErrorType::argument unless 0 < from < to < ∞ and count ≥ 2 (at "/from", "/to", "/count"),
/// and, code "too-close" at "/to", where two values would be the same double.
[[nodiscard]] std::vector<double> epsilon_grid(double from, double to, int count);

}  // namespace expost
