#include "accounting/fourier.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "numerics/double_double.hpp"

namespace expost {
namespace {

/// Complex numbers, as many real parts as imaginary ones.
struct ComplexVector {
  std::vector<DoubleDouble> real;
  std::vector<DoubleDouble> imaginary;
};

/// e^{−2πij/n} for j < n/2, off by at most 2^-95: products of 106 bits, of angles halved from a
/// half turn.
ComplexVector roots_of_unity(std::size_t n) {
  ComplexVector roots{{1}, {0}};
  DoubleDouble c = 0;  // a quarter turn
  DoubleDouble s = 1;
  for (std::size_t turn = 4; turn <= n; turn *= 2) {
    // The angles known so far are multiples of twice this one; those between them are sums.
    ComplexVector next;
    for (std::size_t j = 0; j < roots.real.size(); ++j) {
      next.real.push_back(roots.real[j]);
      next.imaginary.push_back(roots.imaginary[j]);
      next.real.push_back(roots.real[j] * c + roots.imaginary[j] * s);
      next.imaginary.push_back(roots.imaginary[j] * c - roots.real[j] * s);
    }
    roots = std::move(next);
    c = sqrt((c + DoubleDouble(1)) * 0.5);
    s = s / (c * 2.0);
  }
  return roots;
}

/// Σ_l x_l e^{−2πijl/n}, in place: Cooley & Tukey 1965, after a bit reversal. `roots` are those of
/// 2n.
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
    const std::size_t stride = 2 * n / length;
    for (std::size_t start = 0; start < n; start += length) {
      for (std::size_t k = 0; k < half; ++k) {
        const DoubleDouble wr = roots.real[k * stride];
        const DoubleDouble wi = roots.imaginary[k * stride];
        const std::size_t low = start + k;
        const std::size_t high = low + half;
        const DoubleDouble tr = wr * x.real[high] - wi * x.imaginary[high];
        const DoubleDouble ti = wr * x.imaginary[high] + wi * x.real[high];
        x.real[high] = x.real[low] - tr;
        x.imaginary[high] = x.imaginary[low] - ti;
        x.real[low] += tr;
        x.imaginary[low] += ti;
      }
    }
  }
}

struct Complex {
  DoubleDouble real;
  DoubleDouble imaginary;
};

Complex operator*(const Complex& x, const Complex& y) {
  return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
}

/// z^n by repeated squaring; 0 where a factor is below 2^-210.
Complex complex_power(Complex z, int n) {
  Complex product{1, 0};
  for (;; n /= 2) {
    if (std::fabs(z.real.high) + std::fabs(z.imaginary.high) < 0x1p-210) {
      return {};
    }
    if (n % 2 != 0) {
      product = product * z;
    }
    if (n <= 1) {
      return product;
    }
    z = {(z.real - z.imaginary) * (z.real + z.imaginary), z.real * z.imaginary * 2.0};
  }
}

/// (x_j + conj x_{m−j})/2 and (x_j − conj x_{m−j})/2, indices modulo the length of x.
std::pair<Complex, Complex> halves(const ComplexVector& x, std::size_t j, std::size_t m) {
  const std::size_t at = j % x.real.size();
  const std::size_t other = (m - j) % x.real.size();
  return {{(x.real[at] + x.real[other]) * 0.5, (x.imaginary[at] - x.imaginary[other]) * 0.5},
          {(x.real[at] - x.real[other]) * 0.5, (x.imaginary[at] + x.imaginary[other]) * 0.5}};
}

}  // namespace

std::vector<double> convolution_of(const std::vector<Convolved>& factors) {
  const std::size_t half = factors.front().values.size() / 2;
  const ComplexVector roots = roots_of_unity(2 * half);
  const auto root = [&](std::size_t j) { return j < half ? Complex{roots.real[j], roots.imaginary[j]} : Complex{-1, 0}; };
  ComplexVector product{std::vector<DoubleDouble>(half + 1, 1), std::vector<DoubleDouble>(half + 1, 0)};
  ComplexVector packed{std::vector<DoubleDouble>(half, 0), std::vector<DoubleDouble>(half, 0)};
  for (const auto& [values, times] : factors) {
    // The values are real: a transform of half the length has those of even indices as its real
    // parts and those of odd ones as its imaginary parts.
    for (std::size_t i = 0; i < half; ++i) {
      packed.real[i] = values[2 * i];
      packed.imaginary[i] = values[2 * i + 1];
    }
    transform(packed, roots);
    for (std::size_t j = 0; j <= half; ++j) {
      const auto [even, odd] = halves(packed, j, half);
      const Complex turned = root(j) * Complex{odd.imaginary, -odd.real};
      const Complex power = complex_power({even.real + turned.real, even.imaginary + turned.imaginary}, times);
      const Complex result = Complex{product.real[j], product.imaginary[j]} * power;
      product.real[j] = result.real;
      product.imaginary[j] = result.imaginary;
    }
  }
  // Back by the transform of the conjugate.
  for (std::size_t j = 0; j < half; ++j) {
    const auto [even, odd] = halves(product, j, half);
    const Complex turned = Complex{root(j).real, -root(j).imaginary} * Complex{-odd.imaginary, odd.real};
    packed.real[j] = even.real + turned.real;
    packed.imaginary[j] = -(even.imaginary + turned.imaginary);
  }
  transform(packed, roots);
  std::vector<double> result;
  for (std::size_t i = 0; i < half; ++i) {
    result.push_back(packed.real[i].rounded() / static_cast<double>(half));
    result.push_back(-packed.imaginary[i].rounded() / static_cast<double>(half));
  }
  return result;
}

}  // namespace expost
