// Largest eigenvalue of the Gaussian orthogonal ensemble: expected counts, quantiles, and what
// they promise about the law.
#include "expost/noise/goe.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "closeness.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

namespace expost {

TEST_CASE("expected count against the density integrated at 50 digits") {
  const ReferenceTable table = reference_table("goe_tails");
  for (const auto& row : table["count"]) {
    const int d = row[0];
    const double t = reference_number(row[1]);
    const std::string what = "d = " + std::to_string(d) + ", t = " + digits(t);
    const double expected = reference_number(row[2]);
    // The tail falls like e^{−u²/2} and t is given to 2^-53, so t²·2^-53 relative is what a double
    // can know of it; the recursion adds a rounding a step. Quantiles feel this divided by t²
    // (1e-10 there).
    check_close(what, goe_expected_count_above(d, t), expected, {1e-13 * (1 + 0.02 * t * t)});
  }
}

TEST_CASE("quantiles where the tail probability is far below the range of single factors") {
  const ReferenceTable table = reference_table("goe_tails");
  for (const auto& row : table["quantile"]) {
    const int d = row[0];
    const double p = reference_number(row[1]);
    const double expected = reference_number(row[2]);
    const double got = goe_upper_quantile(d, p);
    const std::string what = "d = " + std::to_string(d) + ", p = " + digits(p);
    check_close(what, got, expected, {1e-10});
    CHECK_MESSAGE(got >= expected, what, ": below the true quantile by ", expected - got);
  }
}

TEST_CASE("one dimension in closed form") {
  // N(0, 2): P(λ > t) = erfc(t/2)/2
  for (double t = -8; t < 40; t += 0.37) {
    check_close("t = " + digits(t), goe_expected_count_above(1, t), 0.5 * std::erfc(0.5 * t), {1e-13 * (1 + t * t)});
  }
}

TEST_CASE("two dimensions in closed form") {
  // λ± = s ± r with s ~ N(0, 1) the mean of the diagonal (variance 2 each, halved) and r = √(a² +
  // b²), a half the diagonal's difference and b the off-diagonal, both N(0, 1): Rayleigh. The
  // count is P(s + r > t) + P(s − r > t), by quadrature over r.
  for (double t = -6; t < 12; t += 0.61) {
    double sum = 0;
    constexpr int steps = 4000;
    constexpr double end = 14;
    for (int i = 0; i < steps; ++i) {  // the midpoint rule: the integrand and its odd derivatives at 0 make the error ~ h²/24
      const double r = (i + 0.5) * end / steps;
      sum += r * std::exp(-0.5 * r * r) * 0.5 * (std::erfc((t - r) / std::sqrt(2.0)) + std::erfc((t + r) / std::sqrt(2.0)));
    }
    check_close("t = " + digits(t), goe_expected_count_above(2, t), sum * end / steps, {2e-6, 2e-6});
  }
}

TEST_CASE("all eigenvalues lie above minus infinity, half of them above 0") {
  for (const int d : {1, 2, 3, 4, 7, 10, 33, 50, 51, 100, 200, 745, 746, 1000, 2000, 10000}) {
    CAPTURE(d);
    const double edge = 2 * std::sqrt(static_cast<double>(d));
    check_close("far below", goe_expected_count_above(d, -1e3 - edge), d, {1e-12});
    check_close("minus infinity", goe_expected_count_above(d, -std::numeric_limits<double>::infinity()), d, {1e-12});
    // A rounding a step of the recursion, d steps.
    check_close("at 0", goe_expected_count_above(d, 0), 0.5 * d, {1e-13 * std::sqrt(d) + 1e-12});
    CHECK(goe_expected_count_above(d, std::numeric_limits<double>::infinity()) == 0);
    // The spectrum is symmetric.
    for (const double t : {0.3, 1.0, 0.5 * edge, edge, edge + 1}) {
      check_close("symmetry", goe_expected_count_above(d, -t) + goe_expected_count_above(d, t), d, {1e-11});
    }
  }
}

TEST_CASE("counts decrease in t and increase in the dimension") {
  for (const int d : {1, 2, 3, 10, 51, 200, 1000}) {
    const double edge = 2 * std::sqrt(static_cast<double>(d));
    double previous = d;
    for (double t = -edge - 2; t < edge + 12; t += (2 * edge + 14) / 300) {
      const double count = goe_expected_count_above(d, t);
      CHECK(count >= 0);
      CHECK(count <= previous * (1 + 1e-11));
      // A larger matrix, by interlacing, has at least as many eigenvalues above t.
      CHECK(goe_expected_count_above(d + 1, t) >= count * (1 - 1e-11));
      previous = count;
    }
  }
}

TEST_CASE("quantiles: the count there is at most the tail, and the safe end is close") {
  for (const int d : {1, 2, 3, 5, 24, 50, 200, 999, 1000, 10000}) {
    for (const double p : {0.9, 0.5, 0.1, 0.05, 1e-3, 1e-6, 1e-7, 1e-9, 1e-12, 1e-15}) {
      if (d == 10000 && p > 0.1) {
        continue;
      }
      CAPTURE(d);
      CAPTURE(p);
      const double t = goe_upper_quantile(d, p);
      CHECK(goe_expected_count_above(d, t) <= p);
      // A step down by 1e-11 of the spectrum's half-width: at the other side.
      CHECK(goe_expected_count_above(d, t - 1e-11 * (std::fabs(t) + 2 * std::sqrt(static_cast<double>(d)))) > p * (1 - 1e-13));
      CHECK(goe_upper_quantile(d, p * 0.99) > t);
      CHECK(goe_upper_quantile(d + (d < 10000 ? 1 : -1), p) != t);
    }
  }
  // Section 9.
  check_close("d = 50, p = 4.2325e-6", goe_upper_quantile(50, 4.2325e-6), 16.97056091, {1e-9});
  // Quantiles grow towards certainty and shrink towards none, to the ends of the doubles.
  CHECK(goe_upper_quantile(20, 1e-300) > goe_upper_quantile(20, 1e-290));
  CHECK(goe_upper_quantile(1, 1 - 1e-15) < goe_upper_quantile(1, 0.99));
}

TEST_CASE("arguments out of range") {
  CHECK_THROWS_AS((void)goe_upper_quantile(0, 0.1), Error);
  CHECK_THROWS_AS((void)goe_upper_quantile(-3, 0.1), Error);
  CHECK_THROWS_AS((void)goe_upper_quantile(10001, 0.1), Error);
  CHECK_THROWS_AS((void)goe_upper_quantile(5, 0.0), Error);
  CHECK_THROWS_AS((void)goe_upper_quantile(5, 1.0), Error);
  CHECK_THROWS_AS((void)goe_upper_quantile(5, std::nan("")), Error);
  CHECK_THROWS_AS((void)goe_expected_count_above(0, 1.0), Error);
  CHECK_THROWS_AS((void)goe_expected_count_above(10001, 1.0), Error);
  CHECK_THROWS_AS((void)goe_expected_count_above(5, std::nan("")), Error);
}

TEST_CASE("the law itself: simulated spectra of (Z + Zᵀ)/√2, d = 5") {
  // Built from scratch, from independent Z, so that neither the normalisation nor the sampler of
  // the library is taken for granted.
  constexpr int d = 5;
  const int n = repetitions(40000);
  Draws draws(20260107);
  const std::vector<double> thresholds{-2, 0, 2, 3.5, 4.5, 5.0};
  std::vector<double> counted(thresholds.size(), 0);
  std::vector<double> squares(thresholds.size(), 0);
  const double t = goe_upper_quantile(d, 0.05);
  int above = 0;
  for (int i = 0; i < n; ++i) {
    Eigen::Matrix<double, d, d> z;
    for (int a = 0; a < d; ++a) {
      for (int b = 0; b < d; ++b) {
        z(a, b) = draws.normal();
      }
    }
    const Eigen::Matrix<double, d, d> noise = (z + z.transpose()) / std::sqrt(2.0);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, d, d>> eigen(noise, Eigen::EigenvaluesOnly);
    above += eigen.eigenvalues()(d - 1) > t ? 1 : 0;
    for (std::size_t k = 0; k < thresholds.size(); ++k) {
      const auto count = static_cast<double>((eigen.eigenvalues().array() > thresholds[k]).count());
      counted[k] += count;
      squares[k] += count * count;
    }
  }
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const double mean = counted[k] / n;
    const double error = std::sqrt((squares[k] / n - mean * mean) / n);
    // four standard errors, seven looks
    CHECK_MESSAGE(std::fabs(mean - goe_expected_count_above(d, thresholds[k])) <= 4 * error, "t = ", thresholds[k], ": ", mean);
  }
  const double rate = static_cast<double>(above) / n;
  const double error = std::sqrt(0.05 * 0.95 / n);
  CHECK_MESSAGE(rate <= 0.05 + 3 * error, rate);
  CHECK_MESSAGE(rate >= 0.05 / 1.04 - 3 * error, rate);  // section 9: over-counting costs at most 4 %
}

}  // namespace expost
