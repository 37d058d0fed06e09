#include "descent/fourier.hpp"

#include <cstddef>
#include <utility>

#include "numerics/double_double.hpp"

namespace expost {
namespace {

/// e^{−2πij/n} for j < n/2, each right to half a unit: products of 106 bits, of angles halved from
/// a half turn.
ComplexVector roots_of_unity(std::size_t n) {
  std::vector<DoubleDouble> cosine{1};
  std::vector<DoubleDouble> sine{0};
  DoubleDouble c = 0;  // a quarter turn
  DoubleDouble s = 1;
  for (std::size_t turn = 4; turn <= n; turn *= 2) {
    // The angles known so far are multiples of twice this one; those between them are sums.
    std::vector<DoubleDouble> next_cosine;
    std::vector<DoubleDouble> next_sine;
    for (std::size_t j = 0; j < cosine.size(); ++j) {
      next_cosine.push_back(cosine[j]);
      next_sine.push_back(sine[j]);
      next_cosine.push_back(cosine[j] * c - sine[j] * s);
      next_sine.push_back(sine[j] * c + cosine[j] * s);
    }
    cosine = std::move(next_cosine);
    sine = std::move(next_sine);
    c = sqrt((c + DoubleDouble(1)) * 0.5);
    s = s / (c * 2.0);
  }
  ComplexVector roots;
  for (std::size_t j = 0; j < cosine.size(); ++j) {
    roots.real.push_back(cosine[j].rounded());
    roots.imaginary.push_back(-sine[j].rounded());
  }
  return roots;
}

/// Σ_l x_l e^{−2πijl/n}, in place: Cooley & Tukey 1965, after a bit reversal.
void transform(ComplexVector& x, const ComplexVector& roots) {
  const std::size_t n = x.real.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; (j & bit) != 0; bit /= 2) {
      j ^= bit;
    }
    j ^= bit;
    if (i < j) {
      std::swap(x.real[i], x.real[j]);
      std::swap(x.imaginary[i], x.imaginary[j]);
    }
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const std::size_t half = length / 2;
    const std::size_t stride = n / length;
    for (std::size_t start = 0; start < n; start += length) {
      for (std::size_t k = 0; k < half; ++k) {
        const double wr = roots.real[k * stride];
        const double wi = roots.imaginary[k * stride];
        const std::size_t low = start + k;
        const std::size_t high = low + half;
        const double tr = wr * x.real[high] - wi * x.imaginary[high];
        const double ti = wr * x.imaginary[high] + wi * x.real[high];
        x.real[high] = x.real[low] - tr;
        x.imaginary[high] = x.imaginary[low] - ti;
        x.real[low] += tr;
        x.imaginary[low] += ti;
      }
    }
  }
}

/// z^n by repeated squaring.
std::pair<double, double> complex_power(double real, double imaginary, int n) {
  double pr = 1;
  double pi = 0;
  for (; n > 0; n /= 2) {
    if (n % 2 != 0) {
      const double r = pr * real - pi * imaginary;
      pi = pr * imaginary + pi * real;
      pr = r;
    }
    const double r = (real - imaginary) * (real + imaginary);
    imaginary = 2 * real * imaginary;
    real = r;
  }
  return {pr, pi};
}

}  // namespace

std::vector<double> convolution_power(const std::vector<double>& values, int n) {
  const std::size_t size = values.size();
  const ComplexVector roots = roots_of_unity(size);
  ComplexVector x{values, std::vector<double>(size, 0.0)};
  transform(x, roots);
  for (std::size_t i = 0; i < size; ++i) {
    const auto [real, imaginary] = complex_power(x.real[i], x.imaginary[i], n);
    x.real[i] = real;
    // The inverse transform is that of the conjugate.
    x.imaginary[i] = -imaginary;
  }
  transform(x, roots);
  for (double& value : x.real) {
    value /= static_cast<double>(size);
  }
  return std::move(x.real);
}

}  // namespace expost
