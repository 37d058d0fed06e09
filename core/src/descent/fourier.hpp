// Discrete Fourier transforms from additions, multiplications and square roots alone: the same bits
// natively and in WebAssembly.
#pragma once

#include <vector>

namespace expost {

/// A vector of 2^k complex numbers.
struct ComplexVector {
  std::vector<double> real;
  std::vector<double> imaginary;
};

/// Returns the n-fold circular convolution of numbers with themselves, n ≥ 1, by transforms: the
/// length is 2^k, k ≥ 1. Each result is off by some n·2^-52 of the largest; rounding may leave
/// small ones below 0.
[[nodiscard]] std::vector<double> convolution_power(const std::vector<double>& values, int n);

}  // namespace expost
