// Elementary functions against 60-digit references (tests/vectors/generate_elementary.py), in ulps
// of the true value.
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "closeness.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

/// Error in ulps of a result whose true value is `nearest` + `offset` ulps of it. An overflow must
/// be found as one.
double error_in_ulps(double got, double nearest, double offset) {
  if (std::isinf(nearest) || std::isinf(got) || std::isnan(got)) {
    return got == nearest ? 0 : infinity;
  }
  return std::fabs((got - nearest) / unit_in_last_place(nearest) - offset);
}

template <class Function>
void check_unary(const char* name, Function&& function, double limit) {
  const ReferenceTable table = reference_table("elementary");
  double worst = 0;
  double worst_at = 0;
  for (const auto& row : table.at(name)) {
    const double x = reference_number(row[0]);
    const double error = error_in_ulps(function(x), reference_number(row[1]), reference_number(row[2]));
    if (error > worst) {
      worst = error;
      worst_at = x;
    }
    CHECK_MESSAGE(error < limit, name, "(", digits(x), ") is off by ", error, " ulp");
  }
  MESSAGE(std::string(name), ": at most ", worst, " ulp, at ", digits(worst_at));
}

}  // namespace

// The header's promise: below 1 ulp, so that a result is always one of the two doubles around the
// true value.
TEST_CASE("exp is within 1 ulp") {
  check_unary("exp", elementary::exp, 1.0);
}
TEST_CASE("expm1 is within 1 ulp") {
  check_unary("expm1", elementary::expm1, 1.0);
}
TEST_CASE("log is within 1 ulp") {
  check_unary("log", elementary::log, 1.0);
}
TEST_CASE("log1p is within 1 ulp") {
  check_unary("log1p", elementary::log1p, 1.0);
}

TEST_CASE("pow is within 2 ulp") {
  const ReferenceTable table = reference_table("elementary");
  double worst = 0;
  for (const auto& row : table.at("pow")) {
    const double x = reference_number(row[0]);
    const double y = reference_number(row[1]);
    const double error = error_in_ulps(elementary::pow(x, y), reference_number(row[2]), reference_number(row[3]));
    worst = std::fmax(worst, error);
    CHECK_MESSAGE(error < 2.0, "pow(", digits(x), ", ", digits(y), ") is off by ", error, " ulp");
  }
  MESSAGE("pow: at most ", worst, " ulp");
}

TEST_CASE("special values follow C") {
  using namespace elementary;
  CHECK(std::isnan(elementary::exp(nan)));
  CHECK(elementary::exp(infinity) == infinity);
  CHECK(elementary::exp(-infinity) == 0);
  CHECK(elementary::exp(0.0) == 1);
  CHECK(std::isnan(elementary::expm1(nan)));
  CHECK(elementary::expm1(infinity) == infinity);
  CHECK(elementary::expm1(-infinity) == -1);
  CHECK(elementary::expm1(0.0) == 0);
  CHECK(std::signbit(elementary::expm1(-0.0)));
  CHECK(std::isnan(elementary::log(nan)));
  CHECK(std::isnan(elementary::log(-1.0)));
  CHECK(std::isnan(elementary::log(-infinity)));
  CHECK(elementary::log(0.0) == -infinity);
  CHECK(elementary::log(-0.0) == -infinity);
  CHECK(elementary::log(infinity) == infinity);
  CHECK(elementary::log(1.0) == 0);
  CHECK(std::isnan(elementary::log1p(nan)));
  CHECK(std::isnan(elementary::log1p(-1.0000001)));
  CHECK(elementary::log1p(-1.0) == -infinity);
  CHECK(elementary::log1p(infinity) == infinity);
  CHECK(elementary::log1p(0.0) == 0);
  CHECK(std::signbit(elementary::log1p(-0.0)));
  CHECK(elementary::pow(0.0, 0.0) == 1);
  CHECK(elementary::pow(nan, 0.0) == 1);
  CHECK(elementary::pow(1.0, nan) == 1);
  CHECK(elementary::pow(1.0, infinity) == 1);
  CHECK(std::isnan(elementary::pow(nan, 1.0)));
  CHECK(std::isnan(elementary::pow(2.0, nan)));
  CHECK(std::isnan(elementary::pow(-2.0, 2.0)));  // x ≥ 0 only, as the header says
  CHECK(elementary::pow(0.0, 2.0) == 0);
  CHECK(elementary::pow(0.0, -2.0) == infinity);
  CHECK(elementary::pow(infinity, 2.0) == infinity);
  CHECK(elementary::pow(infinity, -2.0) == 0);
  CHECK(elementary::pow(2.0, infinity) == infinity);
  CHECK(elementary::pow(2.0, -infinity) == 0);
  CHECK(elementary::pow(0.5, infinity) == 0);
  CHECK(elementary::pow(0.5, -infinity) == infinity);
  CHECK(elementary::pow(2.0, 1e300) == infinity);
  CHECK(elementary::pow(2.0, -1e300) == 0);
  CHECK(elementary::pow(3.0, 1.0) == 3.0);
}

// Where long double is the x87's, its functions are right to 2^-63: a second reference, at as many
// points as one likes. The limit is the header's 1 ulp (2 for pow); x87 adds less than 0.001.
#if LDBL_MANT_DIG == 64
namespace {

template <class Function, class Reference, class Draw>
double worst_over_random_points(int points, Function&& function, Reference&& reference, Draw&& draw) {
  std::mt19937_64 engine(20260104);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  double worst = 0;
  for (int i = 0; i < points; ++i) {
    const double x = draw(uniform(), uniform());
    const long double exact = reference(static_cast<long double>(x));
    const double got = function(x);
    if (std::isinf(got) && exact > static_cast<long double>(DBL_MAX)) {
      continue;
    }
    const long double ulp = unit_in_last_place(static_cast<double>(exact));
    worst = std::fmax(worst, static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / ulp));
  }
  return worst;
}

}  // namespace

TEST_CASE("elementary functions at a million random points, against x87 long double") {
  constexpr int points = 200000;
  const auto exp_ranges = [](double u, double v) {
    return u < 0.5 ? -0.4 + 0.8 * v : (u < 0.75 ? 40 * (2 * v - 1) : -744 + 1453 * v);
  };
  CHECK(worst_over_random_points(
            points, elementary::exp, [](long double x) { return std::exp(x); }, exp_ranges) < 1.0);
  CHECK(worst_over_random_points(
            points, elementary::expm1, [](long double x) { return std::expm1(x); }, exp_ranges) < 1.0);
  const auto log_ranges = [](double u, double v) {
    return u < 0.3 ? 0.6 + v
                   : (u < 0.6 ? 1 + std::ldexp(v - 0.5, -static_cast<int>(50 * u))
                              : std::ldexp(0.5 + v, static_cast<int>(2000 * (u - 0.8))));
  };
  CHECK(worst_over_random_points(
            points, elementary::log, [](long double x) { return std::log(x); }, log_ranges) < 1.0);
  const auto log1p_ranges = [](double u, double v) {
    return u < 0.4 ? -0.3 + 0.75 * v
                   : (u < 0.7 ? -1 + std::ldexp(v, -static_cast<int>(40 * (u - 0.4)))
                              : std::ldexp(v - 0.5, static_cast<int>(1000 * (u - 0.85))));
  };
  CHECK(worst_over_random_points(
            points, elementary::log1p, [](long double x) { return std::log1p(x); },
            [&](double u, double v) { return std::fmax(-1 + 0x1p-53, log1p_ranges(u, v)); }) < 1.0);
}

TEST_CASE("pow at random points whose results fill the range of doubles, against x87 long double") {
  std::mt19937_64 engine(20260105);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double u = uniform();
    const double x = u < 0.5 ? 0.7 + 0.75 * uniform() : std::ldexp(0.5 + uniform(), static_cast<int>(200 * (uniform() - 0.5)));
    if (std::fabs(std::log(x)) < 1e-6) {
      continue;
    }
    const double y = 1400 * (uniform() - 0.5) / std::log(x);
    // powl is right to 2^-63 relative, however large the exponent.
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    const long double ulp = unit_in_last_place(static_cast<double>(exact));
    worst = std::fmax(worst, static_cast<double>(std::fabs(static_cast<long double>(elementary::pow(x, y)) - exact) / ulp));
  }
  CHECK_MESSAGE(worst < 2.0, "off by ", worst, " ulp");
}
#endif

TEST_CASE("monotone across the seams between formulas") {
  // A result below 1 ulp from the truth may still step back by one double where a formula takes
  // over from another; not more.
  const auto steps = [](auto&& function, double x) {
    double previous = function(x);
    double at = x;
    for (int i = 0; i < 200; ++i) {
      at = std::nextafter(at, infinity);
      const double next = function(at);
      CHECK_MESSAGE(next >= previous - unit_in_last_place(previous), "at ", digits(at));
      previous = next;
    }
  };
  for (const double seam : {-0.34, 0.34, 0.34657359027997264, -0.34657359027997264, -40.0, 700.0, 0x1p-54, -0x1p-54}) {
    steps(elementary::expm1, seam - 100 * unit_in_last_place(seam));
    steps(elementary::exp, seam - 100 * unit_in_last_place(seam));
  }
  for (const double seam : {-0.29, 0.41, 0x1p-54, -0x1p-54, -0.5, 1.0}) {
    steps(elementary::log1p, seam - 100 * unit_in_last_place(seam));
  }
  for (const double seam : {0.7071067811865476, 1.0, 1.4142135623730951, 2.0, 0x1p-1022}) {
    steps(elementary::log, seam - 100 * unit_in_last_place(seam));
  }
}

}  // namespace expost
