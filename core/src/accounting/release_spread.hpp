// Releases seen as one Gaussian mechanism, grids included (mathematics.md, section 7).
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "expost/accounting/sensitivity.hpp"

namespace expost {

// √ of the number of values in each release, for their grids; all 0 where the noise is real.
struct Coordinates {
  double gradient;
  double hessian;
  double smallest_eigenvalue;
};

inline bool releases_nothing(const ReleaseNoise& releases) {
  return !releases.gradient && !releases.hessian && !releases.smallest_eigenvalue;
}

inline Coordinates coordinates_of(const ReleaseNoise& releases) {
  const auto d = static_cast<double>(releases.dimension);
  return {releases.gradient ? std::sqrt(d) : 0, releases.hessian ? d : 0,
          releases.smallest_eigenvalue && releases.dimension > 0 ? 1.0 : 0.0};
}

// The most by which the grids can lengthen the shift of all releases together.
inline double grid_spread(const ReleaseNoise& releases) {
  const auto [gradient, hessian, eigenvalue] = coordinates_of(releases);
  return grid_shift(std::sqrt(gradient * gradient + hessian * hessian + eigenvalue * eigenvalue));
}

// The most by which the grids can raise the loss in addition.
inline double grid_epsilon(const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  const Coordinates coordinates = coordinates_of(releases);
  const auto part = [](const std::optional<double>& sigma, double s, double root) {
    return sigma ? (s / *sigma + grid_shift(root)) * grid_loss(root) : 0.0;
  };
  return part(releases.gradient, sensitivity.gradient, coordinates.gradient) +
         part(releases.hessian, sensitivity.hessian, coordinates.hessian) +
         part(releases.smallest_eigenvalue, sensitivity.smallest_eigenvalue, coordinates.smallest_eigenvalue);
}

// M of section 7: all releases as one Gaussian mechanism at their largest shifts.
inline double release_spread(const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  double square = 0;
  const auto add = [&](const std::optional<double>& sigma, double s) {
    if (sigma) {
      square += s / *sigma * (s / *sigma);
    }
  };
  add(releases.gradient, sensitivity.gradient);
  add(releases.hessian, sensitivity.hessian);
  add(releases.smallest_eigenvalue, sensitivity.smallest_eigenvalue);
  return std::sqrt(square) + grid_spread(releases);
}

}  // namespace expost
