// Discrete Fourier transforms from additions, multiplications and square roots alone: the same bits
// natively and in WebAssembly.
#pragma once

#include <vector>

namespace expost {

/// Returns the n-fold circular convolution of numbers with themselves, n ≥ 1, by transforms in 106
/// bits: the length is 2^k, 1 ≤ k ≤ 17. With S the sum of their absolute values, each result is
/// within n·2^-88·S^n + 2^-200 of the exact one and then rounded to a double, which may be below 0
/// (docs/noisy-gradient-descent.md, section 6). S at most 2^(1/n).
[[nodiscard]] std::vector<double> convolution_power(const std::vector<double>& values, int n);

}  // namespace expost
