// The places where a removal's loss can be largest (mathematics.md, section 7).
#pragma once

#include <array>
#include <cstddef>

namespace expost {

struct RemovalMaxima {
  std::array<double, 8> q{};
  int count = 0;
  void add(double value) { q[static_cast<std::size_t>(count++)] = value; }
};

/// The stationary points in (0, 1) of log(1 + q(1−q)/λ) + (qm)²/2 + qmN: roots of −m²q³ + (m² −
/// mN)q² + (m²λ + mN − 2)q + (1 + mNλ), found between the stationary points of that cubic.
[[nodiscard]] RemovalMaxima logistic_maxima(double lambda, double m, double noise);

}  // namespace expost
