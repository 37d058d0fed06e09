// Discrete Fourier transforms from additions, multiplications and square roots alone: the same bits
// natively and in WebAssembly.
#pragma once

#include <vector>

namespace expost {

/// Numbers that are convolved with themselves.
struct Convolved {
  std::vector<double> values;
  int times;  ///< ≥ 1
};

/// Returns the circular convolution of all, each so many times, by transforms in 106 bits: all of
/// one length 2^k, 1 ≤ k ≤ 17. With S_i the sums of absolute values, n the sum of the times and P =
/// ΠS_i^{n_i} ≤ 2, each result is within n·2^-88·P + 2^-200 of the exact one and then rounded to a
/// double, which may be below 0 (docs/noisy-gradient-descent.md, section 6).
[[nodiscard]] std::vector<double> convolution_of(const std::vector<Convolved>& factors);

}  // namespace expost
