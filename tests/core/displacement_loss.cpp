// Ψ_d against closed forms, numbers from mpmath, and Monte Carlo.
#include "expost/profile/displacement_loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// Gamma(d, 1) for whole d: minus the logarithm of a product of uniforms.
double gamma_draw(int d, Draws& draws) {
  double sum = 0;
  for (int i = 0; i < d; ++i) {
    sum -= std::log(1 - draws.uniform());
  }
  return sum;
}

}  // namespace

TEST_CASE("one dimension: s − (1 − e^{−s/2})²") {
  for (const double s : {1e-8, 1e-3, 0.3, 1.0, 7.0, 1e3, 1e12}) {
    const long double hidden = -std::expm1(-0.5L * static_cast<long double>(s));
    check_close("Psi_1", displacement_loss(1, s), static_cast<double>(s - hidden * hidden), {1e-14});
  }
}

TEST_CASE("two to fifty dimensions: integrals over radius and angle, by generate_displacement.py") {
  const auto table = reference_table("displacement");
  int checked = 0;
  double worst = 0;
  for (const auto& item : table["cases"]) {
    const int d = item["d"];
    const double s = reference_number(item["s"]);
    const double expected = reference_number(item["psi"]);
    check_close("Psi " + std::to_string(d) + " " + digits(s), displacement_loss(d, s), expected, {1e-12});
    worst = std::fmax(worst, relative_error(displacement_loss(d, s), expected));
    ++checked;
  }
  CHECK(checked == 12);
  MESSAGE("largest relative error of Psi: ", worst);
}

TEST_CASE("Monte Carlo, one to fifty dimensions") {
  Draws draws(20261101);
  for (const int d : {1, 2, 3, 5, 13, 50}) {
    for (const double s : {0.3, 2.0, 20.0}) {
      const int n = repetitions(20000);
      double sum = 0;
      double square = 0;
      for (int i = 0; i < n; ++i) {
        const Eigen::VectorXd b = draws.in_ball(d, gamma_draw(d, draws));
        const double r = b.norm();
        Eigen::VectorXd moved = b;
        moved(0) -= s;
        const double loss = std::fabs(moved.norm() - r);
        sum += loss;
        square += loss * loss;
      }
      const double mean = sum / n;
      const double error = std::sqrt((square / n - mean * mean) / n);
      CHECK_MESSAGE(std::fabs(displacement_loss(d, s) - mean) <= 4 * error, "d = ", d, ", s = ", s, ": ",
                    displacement_loss(d, s), " and ", mean, " ± ", error);
    }
  }
}

TEST_CASE("both plateaus, for every size") {
  for (const int d : {1, 2, 3, 4, 7, 30, 101, 1000, 10000}) {
    const double kappa = displacement_floor(d);
    const double reference = std::exp(std::lgamma(0.5 * d) - std::lgamma(0.5 * (d + 1))) / std::sqrt(std::acos(-1.0));
    check_close("kappa", kappa, reference, {d < 100 ? 1e-14 : 1e-11});
    CHECK(displacement_ratio(d, 0) == kappa);
    CHECK(displacement_loss(d, 0) == 0);
    // d = 2 comes near κ only like s² log s, d = 1 like s.
    check_close("s to 0", displacement_ratio(d, 1e-6), kappa, {d == 1 ? 1e-6 : 1e-10});
    check_close("s to 0", displacement_ratio(d, 1e-200), kappa, {1e-12});
    // Ψ_d(s) = s − d + (d² − 1)/(2s) + O(d³/s²)
    const double far = 1e5 * d;
    check_close("s to infinity", far - displacement_loss(d, far), d - (1.0 * d * d - 1) / (2 * far), {3e-9, far * 1e-14});
    CHECK(displacement_loss(d, std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
    CHECK(displacement_ratio(d, 1e30) == approximately(1).epsilon(1e-12));
  }
}

TEST_CASE("a table gives what the integral gives") {
  Draws draws(20261102);
  for (const int d : {1, 2, 3, 24, 200, 1000}) {
    const DisplacementTable table(d);
    CHECK(table.dimension() == d);
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
      const double s = draws.logarithmic(1e-18, 1e15);
      worst = std::fmax(worst, relative_error(table.loss(s), displacement_loss(d, s)));
    }
    CHECK_MESSAGE(worst < 1e-11, "d = ", d, ": ", worst);
    CHECK(table.loss(0) == 0);
    CHECK(table.loss(std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
    CHECK_THROWS_AS((void)table.loss(-1), Error);
  }
}

TEST_CASE("transition: where the plateaus end, and none in one dimension") {
  CHECK_FALSE(displacement_transition(1).has_value());
  for (const int d : {2, 5, 40, 300}) {
    for (const double fraction : {0.01, 0.05, 0.3}) {
      const auto transition = displacement_transition(d, fraction);
      REQUIRE(transition.has_value());
      const double kappa = displacement_floor(d);
      check_close("low", displacement_ratio(d, transition->low), kappa + fraction * (1 - kappa), {1e-12});
      check_close("high", displacement_ratio(d, transition->high), 1 - fraction * (1 - kappa), {1e-12});
      CHECK(transition->low < transition->high);
      // The last crossing: above it the ratio stays above the level.
      for (double s = transition->low * 1.001; s < 1e4 * transition->high; s *= 1.3) {
        CHECK(displacement_ratio(d, s) > kappa + fraction * (1 - kappa));
      }
      for (double s = transition->high * 1.001; s < 1e4 * transition->high; s *= 1.3) {
        CHECK(displacement_ratio(d, s) > 1 - fraction * (1 - kappa));
      }
    }
  }
}

TEST_CASE("arguments out of range are refused") {
  for (const int d : {0, -1, displacement_maximum_dimension + 1}) {
    CHECK_THROWS_AS((void)displacement_loss(d, 1), Error);
    CHECK_THROWS_AS((void)displacement_floor(d), Error);
    CHECK_THROWS_AS((void)displacement_transition(d), Error);
    CHECK_THROWS_AS(DisplacementTable{d}, Error);
  }
  CHECK_THROWS_AS((void)displacement_loss(3, -1), Error);
  CHECK_THROWS_AS((void)displacement_loss(3, std::nan("")), Error);
  CHECK_THROWS_AS((void)displacement_transition(3, 0), Error);
  CHECK_THROWS_AS((void)displacement_transition(3, 0.5), Error);
}

}  // namespace expost
