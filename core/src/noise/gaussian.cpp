#include "expost/noise/gaussian.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/portable_real.hpp"
#include "numerics/quadrature.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

constexpr double sqrt_half_pi = 0x1.40d931ff62706p+0;

double log_normal_density(double x) {
  return -0.5 * x * x - log_sqrt_two_pi;
}

// M(x) − M(x + m) = ∫₀^∞ e^{−xt − t²/2} (1 − e^{−mt}) dt for x ≥ 0: no cancellation, however small
// m is.
double mills_difference(double x, double m) {
  if (m >= 0.2 * (1.0 + x)) {
    return mills_ratio(x) - mills_ratio(x + m);
  }
  const double end = 90.0 / (x + std::sqrt(x * x + 90.0));  // x t + t²/2 = 45: the rest is below 1e-19 of the integral
  return integrate([&](double t) { return elementary::exp(-t * (x + 0.5 * t)) * -elementary::expm1(-m * t); }, 0.0, end, 2);
}

// How far log δ_N may be off: the rounding of a = m/2 − ε/m and of a²/2 ≈ −log δ, and of the two
// factors. Roots are taken at a target this much on the safe side.
double log_delta_error(double log_delta) {
  return 0x1p-50 * (4.0 + std::fabs(log_delta));
}

// δ_N where a = m/2 − ε/m ≥ 0 and ε ≥ 0, that is ε ≤ m²/2.
double delta_above_half(double epsilon, double m) {
  const double a = 0.5 * m - epsilon / m;
  const double b = -0.5 * m - epsilon / m;
  if (m >= 0.1) {
    // e^ε Φ(b) = φ(a) M(−b)
    return normal_cdf(a) - elementary::exp(log_normal_density(a)) * mills_ratio(-b);
  }
  const double between = integrate([](double u) { return elementary::exp(log_normal_density(u)); }, b, a, 1);
  return between - elementary::expm1(epsilon) * normal_cdf(b);
}

}  // namespace

double erfc(double x) {
  return boost::math::erfc(PortableReal(x)).value();
}

double normal_upper_quantile(double p) {
  require_probability(p, "", "a probability");
  return sqrt2 * boost::math::erfc_inv(PortableReal(2.0 * p)).value();
}

double normal_cdf(double x) {
  return 0.5 * erfc(-x / sqrt2);
}

double mills_ratio(double x) {
  if (x < 5.0) {
    return sqrt_half_pi * erfc(x / sqrt2) * elementary::exp(0.5 * x * x);
  }
  // Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))). This many terms reach 2e-17
  // (found with mpmath: 26 at x = 5, 12 at x = 10, 8 at x = 20).
  const int terms = 7 + static_cast<int>(600.0 / (x * x));
  double tail = x;
  for (int k = terms; k >= 1; --k) {
    tail = x + k / tail;
  }
  return 1.0 / tail;
}

double chi_squared_upper_quantile(double degrees_of_freedom, double p) {
  require_probability(p, "", "a probability");
  const bool in_range = degrees_of_freedom >= 1.0 && degrees_of_freedom <= 1e6;
  const int k = in_range ? static_cast<int>(degrees_of_freedom) : 0;
  if (!in_range || degrees_of_freedom != k) {
    throw_error(ErrorType::argument, "out-of-range", "", "degrees of freedom must be a whole number from 1 to 1000000");
  }
  // For whole degrees of freedom the tail is a finite sum of positive terms, with y = x/2 and
  // n = k/2:
  // k even: Σ_{j<n} e^{−y} y^j/j!;  k odd: erfc(√y) + Σ_{j=1}^{(k−1)/2} e^{−y} y^{j−1/2}/Γ(j+1/2).
  // Summed from its last term s downwards, each term is the one above it times s/y, (s−1)/y, … In
  // whole halves, 2s = twice.
  const double last = 0.5 * k - 1.0;
  double log_gamma = k % 2 == 0 ? 0.0 : half_log_pi;  // log Γ(1), log Γ(1/2); then Γ(s + 1) = s Γ(s)
  for (int twice = k - 2; twice > 0; twice -= 2) {
    log_gamma += elementary::log(0.5 * twice);
  }
  const double target = elementary::log(p);
  const auto excess = [&](double x) {
    const double y = 0.5 * x;
    double sum = 0.0;
    double term = 1.0;
    double log_unit = -y + last * elementary::log(y) - log_gamma;
    for (int twice = k - 2; twice >= 0; twice -= 2) {
      sum += term;
      term *= 0.5 * twice / y;
      if (sum > 0x1p500) {
        // Far below the median the terms grow downwards.
        sum *= 0x1p-500;
        term *= 0x1p-500;
        log_unit += 500.0 * ln2;
      }
    }
    const double tail = sum * elementary::exp(log_unit) + (k % 2 == 0 ? 0.0 : erfc(std::sqrt(y)));
    return (tail > 0.0 ? elementary::log(tail) : -1e4) - target;
  };
  // Below the smallest normal number the tail is 1 to rounding, so this ends.
  double low = k;
  double high = k + 1.0;
  while (excess(low) < 0.0 && low > 1e-300) {
    low *= 0.5;
  }
  while (excess(high) > 0.0) {
    high *= 1.5;
  }
  return bracket_root(excess, low, high).second;
}

double log_gaussian_delta(double epsilon, double m) {
  if (!(m >= 0.0) || std::isnan(epsilon)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the shift of a Gaussian mechanism must be 0 or more");
  }
  if (m == 0.0 || epsilon == infinity) {
    return epsilon < 0.0 ? elementary::log(-elementary::expm1(epsilon)) : -infinity;
  }
  if (m == infinity) {
    return 0.0;
  }
  if (epsilon / m == infinity) {
    return -infinity;  // below e^-(1e308)
  }
  if (epsilon < 0.0) {
    // 1 − δ_N(ε) = e^ε (1 − δ_N(−ε)): both terms positive.
    return elementary::log(-elementary::expm1(epsilon) + elementary::exp(epsilon + log_gaussian_delta(-epsilon, m)));
  }
  const double a = 0.5 * m - epsilon / m;
  if (a >= 0.0) {
    return elementary::log(delta_above_half(epsilon, m));
  }
  return log_normal_density(a) + elementary::log(mills_difference(-a, m));
}

double gaussian_delta(double epsilon, double m) {
  if (m > 0.0 && m < infinity && epsilon >= 0.0 && epsilon <= 0.5 * m * m) {
    return delta_above_half(epsilon, m);
  }
  const double a = 0.5 * m - epsilon / m;
  if (epsilon >= 0.0 && m > 0.0 && m < infinity && a > -36.0) {
    return elementary::exp(log_normal_density(a)) * mills_difference(-a, m);
  }
  return elementary::exp(log_gaussian_delta(epsilon, m));
}

double gaussian_epsilon(double delta, double m) {
  require_probability(delta, "", "delta");
  const double log_target = elementary::log(delta);
  const double target = log_target - log_delta_error(log_target);
  if (log_gaussian_delta(0.0, m) <= target) {
    return 0.0;
  }
  // The floor keeps the root finder's products of function values finite.
  const auto excess = [&](double e) { return std::fmax(log_gaussian_delta(e, m), target - 1e6) - target; };
  // δ_N ≤ Φ(a) ≤ e^{−a²/2}, a = m/2 − ε/m; the loop is for the rounding of a.
  double high = 0.5 * m * m + m * (1.0 + std::sqrt(-2.0 * target));
  for (double step = 0x1p-52; high < infinity && excess(high) > 0.0; step *= 2.0) {
    high *= 1.0 + step;
  }
  return high < infinity ? bracket_root(excess, 0.0, high).second : infinity;
}

double gaussian_shift(double epsilon, double delta) {
  require_probability(delta, "", "delta");
  if (!(epsilon >= 0.0)) {
    throw_error(ErrorType::argument, "out-of-range", "", "epsilon must be 0 or more");
  }
  if (epsilon == infinity) {
    return infinity;
  }
  const double log_target = elementary::log(delta);
  const double target = log_target - log_delta_error(log_target);
  const auto excess = [&](double m) { return log_gaussian_delta(epsilon, m) - target; };
  double low = 1e-3;
  double high = 1.0;
  while (excess(high) < 0.0) {
    high *= 2.0;
  }
  while (excess(low) > 0.0) {
    low *= 0.125;
  }
  return bracket_root(excess, low, high).first;
}

double gaussian_sigma(double epsilon, double delta, double sensitivity) {
  if (!(sensitivity > 0.0 && sensitivity < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "a sensitivity must be a number above 0");
  }
  // One unit in the last place upwards pays for the rounding of the division.
  return std::nextafter(sensitivity / gaussian_shift(epsilon, delta), infinity);
}

}  // namespace expost
