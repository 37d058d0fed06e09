// A promise about one row, for a person with several (mathematics.md, section 7.23).
#include "expost/accounting/group_privacy.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

/// Relative, and of what is too small for that a little.
bool is_just(double got, double truth) {
  return got == truth || std::fabs(got - truth) <= 1e-12 * truth + 1e-322;
}

EpsilonDelta promise_of(const ReferenceTable& pair) {
  return {reference_number(pair[0]), reference_number(pair[1])};
}

}  // namespace

TEST_CASE("group privacy: never below one removal after the other at 60 digits, and next to it") {
  const ReferenceTable table = reference_table("group_privacy");
  for (const auto& item : table["groups"]) {
    const EpsilonDelta row = promise_of(item["row"]);
    const int rows = item["rows"].get<int>();
    CAPTURE(item.dump());
    const EpsilonDelta group = group_promise(row, rows);
    // ε is as exact as a double can be.
    CHECK(group.epsilon == reference_number(item["epsilon"][1]));
    CHECK(group.delta >= reference_number(item["delta"][1]));
    CHECK(is_just(group.delta, reference_number(item["delta"][1])));
  }
}

TEST_CASE("group privacy: a row's share is never above the person's, at 60 digits, and next to it") {
  const ReferenceTable table = reference_table("group_privacy");
  for (const auto& item : table["persons"]) {
    const EpsilonDelta person = promise_of(item["person"]);
    const int rows = item["rows"].get<int>();
    CAPTURE(item.dump());
    const EpsilonDelta row = row_promise(person, rows);
    CHECK(row.epsilon <= reference_number(item["epsilon"][0]));
    CHECK(is_just(row.epsilon, reference_number(item["epsilon"][0])));
    // With a smaller ε, δ may be a little larger than at the exact one.
    CHECK(is_just(row.delta, reference_number(item["delta"][0])));
    const EpsilonDelta again = group_promise(row, rows);
    CHECK(again.epsilon <= person.epsilon);
    CHECK(again.delta <= person.delta);
  }
}

TEST_CASE("group privacy: rounds to the person's side wherever it starts") {
  double epsilon = 1e-3;
  for (int i = 0; i < 2000; ++i) {
    epsilon *= 1.0067;
    const int rows = 2 + i % 97;
    const EpsilonDelta person{epsilon, 1e-6 / (1 + i)};
    const EpsilonDelta row = row_promise(person, rows);
    const EpsilonDelta again = group_promise(row, rows);
    CAPTURE(rows);
    CAPTURE(epsilon);
    REQUIRE(again.epsilon <= person.epsilon);
    REQUIRE(again.delta <= person.delta);
    REQUIRE(again.epsilon >= person.epsilon * (1 - 1e-14));
    if (person.epsilon < 600) {
      REQUIRE(row.delta > 0);
      REQUIRE(again.delta >= person.delta * (1 - 1e-12));
    }
  }
}

TEST_CASE("group privacy: covers what k rows cost a Gaussian mechanism") {
  for (const double m : {0.05, 0.3, 1.0}) {
    for (const int rows : {2, 3, 10}) {
      for (const double epsilon : {0.0, 0.1, 0.5, 2.0}) {
        const EpsilonDelta group = group_promise({epsilon, gaussian_delta(epsilon, m)}, rows);
        CAPTURE(m);
        CAPTURE(rows);
        CAPTURE(epsilon);
        CHECK(group.delta >= gaussian_delta(rows * epsilon, rows * m));
      }
    }
  }
}

TEST_CASE("group privacy: randomised response with a failure attains it for two rows") {
  // Two bits, each published as it is with δ, and else with odds e^ε: both differ.
  const double epsilon = 0.7;
  const double delta = 1e-3;
  const double odds = std::exp(epsilon);
  // P(both unmistakable or one): the loss is 2ε where neither is, infinite otherwise.
  const double infinite = 1 - (1 - delta) * (1 - delta);
  const EpsilonDelta group = group_promise({epsilon, delta}, 2);
  CHECK(group.epsilon == 2 * epsilon);
  CHECK(group.delta >= infinite);
  CHECK(group.delta == doctest::Approx(delta * (1 + odds)).epsilon(1e-12));
}

TEST_CASE("group privacy: refuses what is no promise and no number of rows") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const EpsilonDelta& bad : {EpsilonDelta{-1, 0}, EpsilonDelta{infinity, 0}, EpsilonDelta{nan, 0}, EpsilonDelta{1, -1e-9},
                                  EpsilonDelta{1, 1.1}, EpsilonDelta{1, nan}}) {
    CHECK_THROWS_AS((void)group_promise(bad, 2), Error);
    CHECK_THROWS_AS((void)row_promise(bad, 2), Error);
  }
  for (const int rows : {0, -1, most_rows_of_a_person + 1}) {
    CHECK_THROWS_AS((void)group_promise({1, 1e-6}, rows), Error);
    CHECK_THROWS_AS((void)row_promise({1, 1e-6}, rows), Error);
  }
}

}  // namespace expost
