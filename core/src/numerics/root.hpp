// Roots of monotone functions, by Boost's TOMS 748 bracketing (arithmetic only, so the same bits
// everywhere).
#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

namespace expost {

/// A bracket [lower, upper] of a sign change of `f` inside [a, b], a relative 2^-50 wide or less.
/// f(a) and f(b) must have different signs (or be 0) and f must be finite inside.
template <class Function>
std::pair<double, double> bracket_root(Function&& f, double a, double b) {
  const double fa = f(a);
  const double fb = f(b);
  if (fa == 0) {
    return {a, a};
  }
  if (fb == 0) {
    return {b, b};
  }
  std::uintmax_t iterations = 200;
  const auto close = [](double x, double y) { return std::fabs(x - y) <= 0x1p-50 * std::fmax(std::fabs(x), std::fabs(y)); };
  return boost::math::tools::toms748_solve(f, a, b, fa, fb, close, iterations);
}

}  // namespace expost
