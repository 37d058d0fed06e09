#include "expost/numerics/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "expost/numerics/constants.hpp"

namespace expost::elementary {
namespace {

// ln 2 in two parts; the first has 32 significant bits, so that k * ln2_high is exact for |k| <
// 2^21.
constexpr double ln2_high = 0x1.62e42fee00000p-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;
constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;

/// An unevaluated sum high + low, |low| ≤ ulp(high).
struct Pair {
  double high;
  double low;
};

Pair exact_sum(double a, double b) {
  const double s = a + b;
  const double v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}

// Dekker's product: no FMA, so that every platform rounds alike.
Pair exact_product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double ta = splitter * a;
  const double tb = splitter * b;
  const double ah = ta - (ta - a);
  const double bh = tb - (tb - b);
  const double al = a - ah;
  const double bl = b - bh;
  const double p = a * b;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

// The polynomial in x with these coefficients, that of the highest power first, by Horner's rule.
// No loop over an array: under the sanitizers that took most of the time of every exponential.
template <class... Coefficients>
double horner(double x, double sum, Coefficients... others) {
  ((sum = sum * x + others), ...);
  return sum;
}

// e^r − 1 − r for |r| ≤ 0.35: Taylor to degree 13 (the remainder is below 2^-58).
double exponential_tail(double r) {
  return r * r *
         horner(r, 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
                1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2);
}

/// x = k ln 2 + r + r_low, and e^r − 1 in two parts.
struct Reduced {
  int k;
  Pair expm1_r;
};

Reduced reduce(double x, double x_low) {
  const double k = std::floor(x * log2_e + 0.5);
  const double high = x - k * ln2_high;
  const double low = k * ln2_low - x_low;
  const double r = high - low;
  const double r_low = (high - r) - low;
  return {static_cast<int>(k), exact_sum(r, r_low + exponential_tail(r) + r_low * r)};
}

// x·2^k for x near 1: as std::ldexp, which is a call, wherever the result is normal.
double scaled(double x, int k) {
  if (k < -1000 || k > 1000) {
    return std::ldexp(x, k);
  }
  // Emscripten's library has no std::bit_cast yet.
  const std::uint64_t bits = static_cast<std::uint64_t>(1023 + k) << 52U;
  double power = 0;
  std::memcpy(&power, &bits, sizeof power);
  return x * power;
}

double exp_pair(double x, double x_low) {
  if (std::isnan(x)) {
    return x;
  }
  if (x > 709.782712893384) {
    return infinity;
  }
  if (x < -745.1332191019412) {
    return 0.0;
  }
  const Reduced reduced = reduce(x, x_low);
  const Pair one_plus = exact_sum(1.0, reduced.expm1_r.high);
  return scaled(one_plus.high + (one_plus.low + reduced.expm1_r.low), reduced.k);
}

// log(1 + f) = 2 atanh(s), s = f/(2 + f), for f in [√½ − 1, √2 − 1]: |s| ≤ 0.1716, 12 terms reach
// 2^-60.
Pair log_near_one(double f) {
  const double denominator = 2.0 + f;
  const double denominator_low = f - (denominator - 2.0);
  const double s = f / denominator;
  const Pair product = exact_product(s, denominator);
  const double s_low = ((f - product.high) - product.low - s * denominator_low) / denominator;
  const double z = s * s;
  const double series = horner(z, 1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
                               1.0 / 7, 1.0 / 5, 1.0 / 3);
  return exact_sum(2.0 * s, 2.0 * s_low + 2.0 * s * (z * series));
}

// The same to 2^-66 relative, for pow, which multiplies the error by an exponent that may reach
// 745/log x: the first term of the series behind 2s, z/3, is carried in two parts too.
Pair log_near_one_for_power(double f) {
  constexpr double third = 0x1.5555555555555p-2;
  constexpr double third_low = 0x1.5555555555555p-56;
  const double denominator = 2.0 + f;
  const double denominator_low = f - (denominator - 2.0);
  const double s = f / denominator;
  const Pair product = exact_product(s, denominator);
  const double s_low = ((f - product.high) - product.low - s * denominator_low) / denominator;
  Pair z = exact_product(s, s);
  z.low += 2.0 * s * s_low;
  const double series =
      horner(z.high, 1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5);
  const Pair first = exact_product(z.high, third);
  const Pair correction = exact_sum(first.high, first.low + (z.high * third_low + z.low * third) + z.high * z.high * series);
  const Pair scaled = exact_product(2.0 * s, correction.high);
  const Pair sum = exact_sum(2.0 * s, scaled.high);
  return exact_sum(sum.high, sum.low + (scaled.low + 2.0 * (s * correction.low + s_low * correction.high + s_low)));
}

// log of a positive, finite x.
template <Pair (*near_one)(double)>
Pair log_pair(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < sqrt_half) {
    mantissa *= 2.0;
    --exponent;
  }
  const Pair part = near_one(mantissa - 1.0);
  if (exponent == 0) {
    return part;
  }
  const double e = exponent;
  const Pair sum = exact_sum(e * ln2_high, part.high);
  return exact_sum(sum.high, sum.low + (part.low + e * ln2_low));
}

}  // namespace

double exp(double x) {
  return exp_pair(x, 0.0);
}

double expm1(double x) {
  if (std::isnan(x)) {
    return x;
  }
  if (std::fabs(x) < 0x1p-54) {
    return x;
  }
  if (std::fabs(x) < 0.34) {
    return x + exponential_tail(x);
  }
  if (x < -40.0) {
    return -1.0;
  }
  if (x > 700.0) {
    return exp(x);
  }
  const Reduced reduced = reduce(x, 0.0);
  // 2^k (1 + q) − 1 = (2^k − 1) + 2^k q; both scalings are exact in this range.
  const double scale = std::ldexp(1.0, reduced.k);
  const Pair sum = exact_sum(scale, -1.0);
  const Pair total = exact_sum(sum.high, scale * reduced.expm1_r.high);
  return total.high + (total.low + sum.low + scale * reduced.expm1_r.low);
}

double log(double x) {
  if (std::isnan(x) || x < 0.0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (x == 0.0) {
    return -infinity;
  }
  if (x == infinity) {
    return infinity;
  }
  const Pair result = log_pair<log_near_one>(x);
  return result.high + result.low;
}

double log1p(double x) {
  if (std::isnan(x) || x < -1.0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (x == -1.0) {
    return -infinity;
  }
  if (x == infinity || std::fabs(x) < 0x1p-54) {
    return x;
  }
  if (x > -0.29 && x < 0.41) {
    const Pair result = log_near_one(x);
    return result.high + result.low;
  }
  const Pair u = exact_sum(1.0, x);
  const Pair result = log_pair<log_near_one>(u.high);
  return result.high + (result.low + u.low / u.high);
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) {
    return 1.0;
  }
  if (std::isnan(x) || std::isnan(y) || x < 0.0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (x == 0.0) {
    return y > 0.0 ? 0.0 : infinity;
  }
  if (x == infinity || std::isinf(y)) {
    return (x > 1.0) == (y > 0.0) ? infinity : 0.0;
  }
  const Pair l = log_pair<log_near_one_for_power>(x);
  const double product = l.high * y;
  if (product > 710.0 || product < -746.0) {
    return product > 0.0 ? infinity : 0.0;
  }
  const Pair scaled = exact_product(l.high, y);
  return exp_pair(scaled.high, scaled.low + l.low * y);
}

double log_of_sum(double x, double y) {
  const double largest = std::max(x, y);
  return largest + log1p(exp(std::min(x, y) - largest));
}

}  // namespace expost::elementary
