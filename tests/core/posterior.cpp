// A bound's meaning for an observer's belief (section 15).
#include "expost/bounds/posterior.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "closeness.hpp"
#include "expost/numerics/error.hpp"

namespace expost {

TEST_CASE("posterior odds are prior odds times e to the plus or minus epsilon") {
  for (const double prior : {1e-300, 1e-12, 0.01, 0.3, 0.5, 0.9, 1 - 1e-12}) {
    for (const double epsilon : {0.0, 1e-12, 0.05, 1.0, 20.0, 600.0}) {
      const Interval interval = posterior_interval(epsilon, prior);
      const double odds = prior / (1 - prior);
      // p = o/(1 + o); 1 − p is what is compared where p is next to 1
      const double lower = odds * std::exp(-epsilon);
      check_close("lower", interval.lower, lower / (1 + lower), {1e-14});
      const double upper = std::exp(-epsilon) / odds;  // one over the odds
      check_close("upper", interval.upper, 1 / (1 + upper), {1e-14});
      CHECK(interval.lower <= prior * (1 + 1e-15));
      CHECK(interval.upper >= prior * (1 - 1e-15));
    }
    const Interval nothing = posterior_interval(std::numeric_limits<double>::infinity(), prior);
    CHECK(nothing.lower == 0);
    CHECK(nothing.upper == 1);
  }
  // Section 15: p = 1/2, epsilon = 0.05 gives 48.75 % to 51.25 %.
  check_close("48.75 %", posterior_interval(0.05, 0.5).lower, 0.4875, {0, 5e-5});
  check_close("51.25 %", posterior_interval(0.05, 0.5).upper, 0.5125, {0, 5e-5});
  CHECK_THROWS_AS((void)posterior_interval(-1, 0.5), Error);
  CHECK_THROWS_AS((void)posterior_interval(std::nan(""), 0.5), Error);
  CHECK_THROWS_AS((void)posterior_interval(1, 0), Error);
  CHECK_THROWS_AS((void)posterior_interval(1, 1), Error);
  CHECK_THROWS_AS((void)posterior_interval(1, std::nan("")), Error);
}

}  // namespace expost
