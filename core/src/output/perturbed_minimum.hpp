// The minimiser of J(θ; D) + bᵀθ rounded at random, for any b whose digits can be had: what the
// mechanisms of exact output share.
#pragma once

#include <functional>
#include <vector>

#include "expost/noise/exact_noise.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/row_source.hpp"
#include "numerics/double_double.hpp"
#include "numerics/wide_real.hpp"

namespace expost {

/// b as computed, and how far it is from b in length.
template <class Real>
struct ComputedNoise {
  std::vector<Real> values;
  double error;
};

/// b in either precision, each asked for once at most.
struct LinearTerm {
  std::function<ComputedNoise<DoubleDouble>()> in_106_bits;
  std::function<ComputedNoise<Wide>()> in_512_bits;
};

/// Returns an exact normal variable as a DoubleDouble, to 2^-104 of it and 2^-128, or as a Wide, to
/// 2^-510 of it and 2^-512.
template <class Real>
[[nodiscard]] Real digits_of(ExactNormal& z);
template <>
[[nodiscard]] DoubleDouble digits_of<DoubleDouble>(ExactNormal& z);
template <>
[[nodiscard]] Wide digits_of<Wide>(ExactNormal& z);

/// As fit_exactly (exact_fit.hpp), for λ ≥ 2^-40 and a start as long as θ, which the caller has
/// checked.
[[nodiscard]] ExactFit perturbed_minimum(const ModelShape& shape, double lambda, const RowSource& rows, const LinearTerm& b,
                                         double step, const Eigen::VectorXd& start, RandomSource& source, FirstRung first);

}  // namespace expost
