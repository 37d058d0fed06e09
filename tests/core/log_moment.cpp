// Moments of one step's loss under noisy gradient descent.
//
// How the number could come out too small, and the test that would notice:
// - The window of a < 0 ends at 11: a·w has mass q around u = s, missing from s = 10 on ("the
//   window reaches beyond s").
// - The window of a > 1 ends before the peak at as: a minimum of as and 64 without the test of the
//   tail (vectors of large a; "left out, never cut off").
// - Nodes too far apart for the branch points at Im u = π/s (s from 10 to 40, q above 0.9).
// - (1 + w)^a − 1 − aw cancels where w is small: A of 1e-20 comes out as 0 ("vectors", s = 1e-7).
// - Infinity times 0 is NaN, and a comparison with NaN leaves a node or a tilt out silently: a NaN
//   is an error, and an infinite A never one that counts as small ("left out, never cut off").
// - w² is below the smallest double ("tiny steps").
// - Signs of a: 1 − λ where −λ is meant. That is for who uses A; the densities below fix the
//   meaning of all four.
#include "expost/descent/log_moment.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

/// log E e^{order·(log p − log p')} under p or p', where p' = N(0, 1) and p = (1 − q)N(0, 1) +
/// qN(s, 1), by a fine rule of the C library's functions.
double moment_of_densities(double order, double s, double q, bool under_mixture) {
  const double step = 1.0 / 64;
  long double sum = 0;
  for (double u = -40; u <= 80; u += step) {
    const long double ratio = 1 - static_cast<long double>(q) + q * std::exp(static_cast<long double>(s * u - 0.5 * s * s));
    // One exponential of a sum: WebAssembly's power of a long double is that of doubles, infinite
    // where the density is 0.
    const long double power = static_cast<long double>(order + (under_mixture ? 1 : 0)) * std::log(ratio);
    sum += std::exp(power - 0.5L * u * u) / std::sqrt(2 * std::acos(-1.0L)) * step;
  }
  return static_cast<double>(std::log(sum));
}

void refuses(double a, double s, double q) {
  CHECK_THROWS_AS((void)log_moment(a, s, q), Error);
}

}  // namespace

TEST_CASE("log moment: vectors written elsewhere") {
  const ReferenceTable table = reference_table("noisy_descent");
  const Tolerance tolerance{reference_number(table["tolerance"]["log_moment_rel"])};
  int cases = 0;
  for (const auto& item : table["cases"]) {
    if (item["kind"] == "log_moment") {
      const auto& in = item["inputs"];
      check_close(item["id"], log_moment(in["a"], in["s"], in["q"]), item["expected"]["A"], tolerance);
      ++cases;
    }
  }
  CHECK(cases == 34);
}

TEST_CASE("log moment: 50 digits where rules and series are at their limits") {
  const ReferenceTable table = reference_table("log_moment");
  CHECK(table["log_moment"].size() == 22);
  for (const auto& row : table["log_moment"]) {
    const double a = reference_number(row[0]);
    const double s = reference_number(row[1]);
    const double q = reference_number(row[2]);
    const double got = log_moment(a, s, q);
    const double expected = reference_number(row[3]);
    const std::string what = "A(" + digits(a) + "; " + digits(s) + ", " + digits(q) + ")";
    if (expected > 290) {
      CHECK_MESSAGE(got == infinity, what);
    } else {
      check_close(what, got, expected, {4e-12});
    }
  }
}

TEST_CASE("log moment: the four moments of two densities") {
  for (const double s : {0.3, 1.0, 2.5}) {
    for (const double q : {0.05, 0.5, 0.9, 1.0}) {
      for (const double lambda : {0.25, 1.0, 2.0, 3.5}) {
        // A member's loss is log p − log p' under p, a non-member's log p' − log p under p'.
        const auto check = [&](double a, double order, bool mixture) {
          check_close("lambda " + digits(lambda), log_moment(a, s, q), moment_of_densities(order, s, q, mixture),
                      {1e-9, 1e-14});
        };
        check(1 + lambda, lambda, true);
        check(-lambda, -lambda, false);
        if (lambda >= 1) {
          check(1 - lambda, -lambda, true);
          check(lambda, lambda, false);
        }
      }
    }
  }
}

TEST_CASE("log moment: the window reaches beyond s") {
  for (const double s : {10.0, 20.0, 40.0}) {
    // E (1 − q + q e^v)^a falls to (1 − q)^a − 1 + … as s grows; all but nothing of e^v is left.
    const double limit = -0.5 * std::log1p(-0.3);
    const double got = log_moment(-0.5, s, 0.3);
    CHECK(got <= limit * (1 + 1e-12));
    CHECK(got >= limit * (1 - 1.5 * std::exp(-s * s / 8.5)));
  }
}

TEST_CASE("log moment: rises in s, in q and away from [0, 1] in a") {
  Draws draws(20261125);
  for (int i = 0; i < 400; ++i) {
    const double s = draws.logarithmic(1e-6, 39);
    const double q = draws.coin() ? draws.logarithmic(1e-5, 1) : 1 - draws.logarithmic(1e-5, 1);
    const double lambda = draws.logarithmic(1e-3, 100 / s);
    const double a = draws.coin() ? 1 + lambda : -lambda;
    const double here = log_moment(a, s, q);
    CHECK(here > 0);
    const double least = here * (1 - 1e-11);
    CHECK_MESSAGE(log_moment(a, s * 1.01, q) >= least, digits(a), " ", digits(s), " ", digits(q));
    CHECK_MESSAGE(log_moment(a, s, q + 0.01 * q * (1 - q)) >= least, digits(a), " ", digits(s), " ", digits(q));
    CHECK_MESSAGE(log_moment(a * 1.01, s, q) >= least, digits(a), " ", digits(s), " ", digits(q));
    CHECK(here <= log_moment(a, s, 1) * (1 + 1e-11) + (here == infinity ? infinity : 0));
  }
}

TEST_CASE("log moment: left out, never cut off, and continuous at q = 1") {
  // A finite value is close to the truth and a truth above 300 is infinite.
  for (const double a : {65.0, 300.0, 1e4, 1e8, 1e30, -65.0, -1e4, -1e30}) {
    for (const double s : {1e-9, 1e-3, 0.1, 1.0, 5.0, 40.0}) {
      const double close_to_one = log_moment(a, s, 1 - 0x1p-52);
      const double at_one = log_moment(a, s, 1);
      CHECK(!std::isnan(close_to_one));
      if (close_to_one != infinity) {
        check_close("a " + digits(a) + " s " + digits(s), close_to_one, at_one, {1e-9});
      }
      if (at_one > 301 && a > 0) {
        CHECK(close_to_one == infinity);
      }
    }
  }
  CHECK(log_moment(2, 40.5, 0.5) == infinity);
  CHECK(log_moment(2, 40.5, 1) == 40.5 * 40.5);
}

TEST_CASE("log moment: tiny steps have a moment above 0") {
  CHECK(log_moment(2, 1e-200, 0.1) > 0);
  CHECK(log_moment(-1, 1e-200, 1e-300) > 0);
  // a(a − 1)q²s²/2 as s goes to 0
  CHECK(log_moment(3, 1e-13, 0.1) == approximately(3e-28).epsilon(1e-10));
  CHECK(log_moment(-2, 1e-13, 0.1) == approximately(3e-28).epsilon(1e-10));
  CHECK(log_moment(2, 0, 0.1) == 0);
  CHECK(log_moment(0, 1, 0.1) == 0);
  CHECK(log_moment(1, 1, 0.1) == 0);
}

TEST_CASE("log moment: what has no value is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses(0.5, 1, 0.5);
  refuses(nan, 1, 0.5);
  refuses(infinity, 1, 0.5);
  refuses(2, nan, 0.5);
  refuses(2, -1, 0.5);
  refuses(2, infinity, 0.5);
  refuses(2, 1, nan);
  refuses(2, 1, 0);
  refuses(2, 1, 1.5);
}

}  // namespace expost
