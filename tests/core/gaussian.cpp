// The normal distribution and the Gaussian mechanism against 60-digit references
// (tests/vectors/generate_gaussian.py).
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/error.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

const ReferenceTable& table() {
  static const ReferenceTable result = reference_table("gaussian");
  return result;
}

}  // namespace

TEST_CASE("erfc") {
  double worst = 0;
  for (const auto& row : table().at("erfc")) {
    const double x = reference_number(row[0]);
    const double error = relative_error(erfc(x), reference_number(row[1]));
    worst = std::max(worst, error);
    // Boost states a few epsilon for its rational approximations in double.
    CHECK_MESSAGE(error < 5 * 0x1p-52, "erfc(", digits(x), ") is off by ", error);
  }
  MESSAGE("erfc: ", worst / 0x1p-52, " epsilon");
  CHECK(erfc(40.0) == 0);
  CHECK(erfc(-40.0) == 2);
  CHECK(erfc(infinity) == 0);
  CHECK(erfc(-infinity) == 2);
}

TEST_CASE("normal_cdf keeps its relative accuracy in the lower tail") {
  for (const auto& row : table().at("normal_cdf")) {
    const double x = reference_number(row[0]);
    const double error = relative_error(normal_cdf(x), reference_number(row[1]));
    // The rounding of x/√2 is magnified by the condition number of Φ, about x² in the tail.
    CHECK_MESSAGE(error < (5 + 2 * x * x) * 0x1p-53, "normal_cdf(", digits(x), ") is off by ", error);
  }
  CHECK(normal_cdf(infinity) == 1);
  CHECK(normal_cdf(-infinity) == 0);
}

TEST_CASE("mills_ratio") {
  for (const auto& row : table().at("mills_ratio")) {
    const double x = reference_number(row[0]);
    const double error = relative_error(mills_ratio(x), reference_number(row[1]));
    // Below 5, erfc times exp: x² times the rounding of x². Above, a continued fraction of
    // positive terms.
    CHECK_MESSAGE(error < (5 + (x < 5 ? 2 * x * x : 0)) * 0x1p-53, "mills_ratio(", digits(x), ") is off by ", error);
  }
}

TEST_CASE("normal_upper_quantile is right to 1e-14") {
  double worst = 0;
  for (const auto& row : table().at("normal_upper_quantile")) {
    const double p = reference_number(row[0]);
    const double got = normal_upper_quantile(p);
    const double expected = reference_number(row[1]);
    if (expected == 0) {
      CHECK(got == 0);
      continue;
    }
    // Next to p = 1/2 the quantile is √(2π)(1/2 − p): only the distance of p from 1/2 is known, to
    // 2^-54.
    const double tolerance = 1e-14 + 0x1p-53 * 2.6 / std::fabs(expected) * (p > 0.3 && p < 0.7 ? 1 : 0);
    worst = std::max(worst, relative_error(got, expected));
    CHECK_MESSAGE(relative_error(got, expected) < tolerance, "p = ", digits(p), ": ", digits(got), " for ", digits(expected));
  }
  MESSAGE("normal_upper_quantile: ", worst);
  for (const double p : {0.0, 1.0, -0.1, 1.1, std::nan("")}) {
    CHECK_THROWS_AS((void)normal_upper_quantile(p), Error);
  }
}

TEST_CASE("normal_upper_quantile and normal_cdf are inverse to each other, and odd around 1/2") {
  for (double p = 1e-300; p < 0.5; p *= 7.3) {
    const double z = normal_upper_quantile(p);
    // z to 1e-14 gives p to z²·1e-14
    check_close("normal_cdf(-z)", normal_cdf(-z), p, {1e-13 + 2e-14 * z * z});
    if (p > 1e-3) {
      check_close("odd", normal_upper_quantile(1 - p), -z, {1e-12});
    }
  }
}

TEST_CASE("chi-squared quantiles") {
  for (const auto& row : table().at("chi_squared_upper_quantile")) {
    const double k = reference_number(row[0]);
    const double p = reference_number(row[1]);
    // The tail is known to about k·2^-53 relative (the logarithm of its largest term is a
    // difference of numbers of the size of k), and where p is next to 1 the quantile feels that
    // most. The uniform bounds that use it ask for small p.
    check_close("k = " + digits(k) + ", p = " + digits(p), chi_squared_upper_quantile(k, p), reference_number(row[2]),
                {p > 0.5 ? 1e-9 : 1e-11});
  }
  for (const double p : {1e-12, 1e-6, 0.05, 0.5, 0.95}) {
    // Two degrees of freedom: exponential. One: the square of a normal variable.
    check_close("k = 2", chi_squared_upper_quantile(2, p), -2 * std::log(p), {1e-12});
    check_close("k = 1", chi_squared_upper_quantile(1, p), std::pow(normal_upper_quantile(p / 2), 2), {1e-12});
  }
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(0, 0.5), Error);
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(infinity, 0.5), Error);
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(2, 0.0), Error);
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(2, 1.0), Error);
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(2.5, 0.5), Error);
  CHECK_THROWS_AS((void)chi_squared_upper_quantile(std::nan(""), 0.5), Error);
}

TEST_CASE("gaussian_delta is right to 1e-11 down to 1e-300, and its logarithm beyond") {
  double worst = 0;
  double worst_log = 0;
  for (const auto& row : table().at("gaussian_delta")) {
    const double epsilon = reference_number(row[0]);
    const double m = reference_number(row[1]);
    const double log_delta = reference_number(row[2]);
    const double delta = reference_number(row[3]);
    const std::string what = "epsilon = " + digits(epsilon) + ", m = " + digits(m);
    if (delta >= 1e-300) {
      worst = std::max(worst, relative_error(gaussian_delta(epsilon, m), delta));
      check_close(what, gaussian_delta(epsilon, m), delta, {1e-11});
    } else {
      // gradual underflow: whatever the doubles there can hold
      check_close(what, gaussian_delta(epsilon, m), delta, {1e-11, 0x1p-1073});
    }
    // An error of log δ is a relative error of δ: 1e-11, plus the rounding of the logarithm itself
    // and of m/2 − ε/m, squared.
    worst_log = std::max(worst_log, std::fabs(log_gaussian_delta(epsilon, m) - log_delta) / (1 + std::fabs(log_delta)));
    check_close("log, " + what, log_gaussian_delta(epsilon, m), log_delta, {4 * 0x1p-52, 1e-11});
  }
  MESSAGE("gaussian_delta: ", worst, " relative; its logarithm: ", worst_log);
}

TEST_CASE("gaussian_delta at the ends of its domain") {
  for (const double epsilon : {0.0, 1e-300, 0.5, 1.0, 50.0, 1e10, 1e300}) {
    CAPTURE(epsilon);
    CHECK(gaussian_delta(epsilon, 0.0) == 0);
    CHECK(log_gaussian_delta(epsilon, 0.0) == -infinity);
    CHECK(gaussian_delta(epsilon, infinity) == 1);
    CHECK(log_gaussian_delta(epsilon, infinity) == 0);
    // Means so close that ε/m overflows.
    CHECK(gaussian_delta(epsilon, 1e-310) <= 1e-310);
    CHECK(gaussian_delta(epsilon, 0x1p-1074) <= 1e-310);
    CHECK(log_gaussian_delta(epsilon, 1e-310) <= -700);
    CHECK(gaussian_delta(epsilon, 1e200) == 1);
  }
  CHECK(gaussian_delta(infinity, 1.0) == 0);
  CHECK(gaussian_delta(-infinity, 1.0) == 1);
  CHECK(gaussian_delta(-infinity, 0.0) == 1);
  CHECK(gaussian_delta(-1.0, 0.0) == approximately(-std::expm1(-1.0)).epsilon(1e-14));
  CHECK(gaussian_delta(-1.0, infinity) == 1);
  CHECK_THROWS_AS((void)gaussian_delta(1.0, -1.0), Error);
  CHECK_THROWS_AS((void)gaussian_delta(1.0, std::nan("")), Error);
  CHECK_THROWS_AS((void)gaussian_delta(std::nan(""), 1.0), Error);
}

TEST_CASE("gaussian_delta is monotone and symmetric") {
  for (double m = 1e-6; m < 40; m *= 1.9) {
    double previous = 1;
    for (double epsilon = -3 * m; epsilon < 0.5 * m * m + 20 * m; epsilon += 0.37 * m) {
      const double delta = gaussian_delta(epsilon, m);
      CHECK(delta >= 0);
      CHECK(delta <= 1);
      // Rounding may blur steps that are smaller than the accuracy.
      CHECK(delta <= previous * (1 + 1e-12));
      CHECK(gaussian_delta(epsilon, m * 1.01) >= delta * (1 - 1e-12));
      // 1 − δ(ε) = e^ε (1 − δ(−ε)), where neither side has lost all its digits
      if (std::fabs(epsilon) < 10) {
        check_close("symmetry", 1 - delta, std::exp(epsilon) * (1 - gaussian_delta(-epsilon, m)),
                    {1e-12, 1e-15 * std::exp(std::fabs(epsilon))});
      }
      previous = delta;
    }
  }
}

TEST_CASE("gaussian_epsilon: 1e-12, and never below the true root") {
  for (const auto& row : table().at("gaussian_epsilon")) {
    const double delta = reference_number(row[0]);
    const double m = reference_number(row[1]);
    const double nearest = reference_number(row[2]);
    const double remainder = reference_number(row[3]);
    const double got = gaussian_epsilon(delta, m);
    const std::string what = "delta = " + digits(delta) + ", m = " + digits(m);
    check_close(what, got, nearest, {1e-12});
    CHECK_MESSAGE(got - nearest >= remainder, what, ": below the true value by ", (nearest - got + remainder) / nearest,
                  " relative");
  }
  CHECK(gaussian_epsilon(0.5, 0.0) == 0);
  CHECK(gaussian_epsilon(0.5, infinity) == infinity);
  CHECK(gaussian_epsilon(1e-6, 1e-300) == 0);
  CHECK_THROWS_AS((void)gaussian_epsilon(0.0, 1.0), Error);
  CHECK_THROWS_AS((void)gaussian_epsilon(1.0, 1.0), Error);
  CHECK_THROWS_AS((void)gaussian_epsilon(0.5, -1.0), Error);
}

TEST_CASE("gaussian_epsilon of a mechanism that hides nothing is a number, not NaN") {
  for (const double m : {1e3, 1e8, 1e100}) {
    CAPTURE(m);
    // Asymptotically ε = m²/2 + m z_δ, up to terms of the order of 1.
    check_close("m²/2", gaussian_epsilon(1e-6, m), 0.5 * m * m + m * 4.753424308822899, {4e-16, 2e-3 * m});
  }
  CHECK(gaussian_epsilon(1e-6, 1e200) == infinity);
}

TEST_CASE("gaussian_shift: 1e-12, and never above the true root") {
  for (const auto& row : table().at("gaussian_shift")) {
    const double epsilon = reference_number(row[0]);
    const double delta = reference_number(row[1]);
    const double nearest = reference_number(row[2]);
    const double remainder = reference_number(row[3]);
    const double got = gaussian_shift(epsilon, delta);
    const std::string what = "epsilon = " + digits(epsilon) + ", delta = " + digits(delta);
    check_close(what, got, nearest, {1e-12});
    CHECK_MESSAGE(got - nearest <= remainder, what, ": above the true value by ", (got - nearest - remainder) / nearest,
                  " relative");
  }
  CHECK(gaussian_shift(infinity, 0.5) == infinity);
  CHECK_THROWS_AS((void)gaussian_shift(-1.0, 0.5), Error);
  CHECK_THROWS_AS((void)gaussian_shift(1.0, 0.0), Error);
}

TEST_CASE("gaussian_sigma: 1e-12, and never below the true value") {
  for (const auto& row : table().at("gaussian_sigma")) {
    const double epsilon = reference_number(row[0]);
    const double delta = reference_number(row[1]);
    const double sensitivity = reference_number(row[2]);
    const double nearest = reference_number(row[3]);
    const double got = gaussian_sigma(epsilon, delta, sensitivity);
    check_close("sigma", got, nearest, {1e-12});
    CHECK(got - nearest >= reference_number(row[4]));
  }
  CHECK_THROWS_AS((void)gaussian_sigma(1.0, 1e-6, 0.0), Error);
  CHECK_THROWS_AS((void)gaussian_sigma(1.0, 1e-6, infinity), Error);
}

}  // namespace expost
