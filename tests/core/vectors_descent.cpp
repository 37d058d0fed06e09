// Cases of tests/vectors/noisy_descent.json: tilts and intervals.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "closeness.hpp"
#include "expost/descent/path_interval.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

Tolerance descent_tolerance(const ReferenceTable& table) {
  return {reference_number(table["tolerance"]["rel"]), reference_number(table["tolerance"]["abs"])};
}

/// Close to the reference, and not inside it.
void check_around(const std::string& what, Interval got, const ReferenceTable& expected, Tolerance tolerance) {
  check_close(what + " lower", got.lower, expected[0], tolerance);
  check_close(what + " upper", got.upper, expected[1], tolerance);
  // Doubles of the reference are right to more digits than the outward rounding takes.
  CHECK_MESSAGE(got.lower <= expected[0].get<double>() * (1 - 1e-13), what);
  CHECK_MESSAGE(got.upper >= expected[1].get<double>() * (1 - 1e-13), what);
}

}  // namespace

TEST_CASE("vectors: intervals of noisy gradient descent") {
  const ReferenceTable table = reference_table("noisy_descent");
  int cases = 0;
  for (const auto& item : table["cases"]) {
    if (item["kind"] != "interval") {
      continue;
    }
    const auto& in = item["inputs"];
    MomentTable moments(in["q"]);
    const DescentTerms terms{in["q"], in["T"], in["s_cap"], in["rho"]};
    const DescentInterval got = path_interval(terms, in["norms"].get<std::vector<double>>(), moments);
    const std::string id = item["id"];
    check_around(id + " in", got.in, item["expected"]["in"], descent_tolerance(table));
    check_around(id + " out", got.out, item["expected"]["out"], descent_tolerance(table));
    ++cases;
  }
  CHECK(cases == 26);
}

TEST_CASE("vectors: first tilts of noisy gradient descent") {
  int cases = 0;
  const ReferenceTable table = reference_table("noisy_descent");
  for (const auto& item : table["cases"]) {
    if (item["kind"] == "first_tilt") {
      const auto& in = item["inputs"];
      CHECK(first_tilt({in["q"], in["T"], in["s_cap"], in["rho"]}) == item["expected"]["j0"].get<int>());
      ++cases;
    }
  }
  CHECK(cases == 4);
}

}  // namespace expost
