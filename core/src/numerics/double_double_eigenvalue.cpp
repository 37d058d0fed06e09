#include "numerics/double_double_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace expost {
namespace {

struct Tridiagonal {
  std::vector<DoubleDouble> diagonal;
  std::vector<DoubleDouble> below;  ///< d − 1 of them
};

/// Reflections that leave column k with one number below its diagonal, k = 0, 1, …
Tridiagonal tridiagonalised(std::vector<DoubleDouble>& a, std::size_t d) {
  Tridiagonal result;
  std::vector<DoubleDouble> v(d);
  std::vector<DoubleDouble> p(d);
  for (std::size_t k = 0; k + 1 < d; ++k) {
    DoubleDouble squares;
    double largest = 0;
    for (std::size_t i = k + 1; i < d; ++i) {
      v[i] = a[i * d + k];
      largest = std::max(largest, std::fabs(v[i].high));
      squares += v[i] * v[i];
    }
    result.diagonal.push_back(a[k * d + k]);
    DoubleDouble length = sqrt(squares);
    // A column this small is nothing next to the rest, and its squares may underflow.
    if (k + 2 == d || !(largest > 0x1p-400)) {
      result.below.push_back(v[k + 1]);
      continue;
    }
    if (v[k + 1].high > 0) {
      length = -length;
    }
    result.below.push_back(length);
    // v = x − length·e₁, ‖v‖² = 2(‖x‖² − length·x₁)
    const DoubleDouble half = squares - length * v[k + 1];
    v[k + 1] += -length;
    // p = Av/half, then A −= vwᵀ + wvᵀ with w = p − (vᵀp/2half)v
    DoubleDouble product;
    for (std::size_t i = k + 1; i < d; ++i) {
      DoubleDouble sum;
      for (std::size_t j = k + 1; j < d; ++j) {
        sum += (j <= i ? a[i * d + j] : a[j * d + i]) * v[j];
      }
      p[i] = sum / half;
      product += v[i] * p[i];
    }
    const DoubleDouble share = product / (half + half);
    for (std::size_t i = k + 1; i < d; ++i) {
      p[i] += -(share * v[i]);
    }
    for (std::size_t i = k + 1; i < d; ++i) {
      for (std::size_t j = k + 1; j <= i; ++j) {
        a[i * d + j] += -(v[i] * p[j] + p[i] * v[j]);
      }
    }
  }
  result.diagonal.push_back(a[d * d - 1]);
  return result;
}

/// Whether T − shift·I is positive definite.
bool lies_above(const Tridiagonal& t, DoubleDouble shift) {
  DoubleDouble pivot = t.diagonal[0] - shift;
  for (std::size_t i = 1; pivot.high > 0 && i < t.diagonal.size(); ++i) {
    pivot = t.diagonal[i] - shift - t.below[i - 1] / pivot * t.below[i - 1];
  }
  return pivot.high > 0;
}

}  // namespace

DoubleDouble smallest_eigenvalue(std::vector<DoubleDouble> matrix, std::size_t d) {
  const Tridiagonal t = tridiagonalised(matrix, d);
  // Gershgorin
  double norm = 0;
  for (std::size_t i = 0; i < d; ++i) {
    const double radius = (i > 0 ? std::fabs(t.below[i - 1].high) : 0) + (i + 1 < d ? std::fabs(t.below[i].high) : 0);
    norm = std::max(norm, (std::fabs(t.diagonal[i].high) + radius) * (1 + 0x1p-50));
  }
  DoubleDouble low(-norm);
  DoubleDouble high(norm);
  for (int step = 0; step < 104; ++step) {
    const DoubleDouble sum = low + high;
    const DoubleDouble middle{0.5 * sum.high, 0.5 * sum.low};
    (lies_above(t, middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace expost
