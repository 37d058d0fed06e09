// Real-valued noise of the Gaussian orthogonal ensemble, for tests and benchmarks that make up a
// Hessian.
#pragma once

#include <Eigen/Core>

#include "expost/noise/random.hpp"
#include "expost/numerics/constants.hpp"

namespace expost {

/// One draw of σ(Z + Zᵀ)/√2, d × d: off-diagonal variance σ², diagonal 2σ².
inline Eigen::MatrixXd gaussian_orthogonal_noise(Eigen::Index d, double sigma, RandomSource& source) {
  Eigen::MatrixXd noise(d, d);
  for (Eigen::Index i = 0; i < d; ++i) {
    noise(i, i) = sqrt2 * sigma * standard_normal(source);
    for (Eigen::Index j = i + 1; j < d; ++j) {
      noise(i, j) = sigma * standard_normal(source);
      noise(j, i) = noise(i, j);
    }
  }
  return noise;
}

}  // namespace expost
