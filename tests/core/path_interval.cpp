// A person's interval under noisy gradient descent (docs/noisy-gradient-descent.md, section 4).
//
// How the number could come out too small, and the test that would notice:
// - A of members where a non-member's is due, above or below (vectors at q < 1; "the loss of one
//   step").
// - The drift of the wrong sign, or none: −V/2 where both memberships have +V/2 (vectors).
// - 1/ρ where each end has ρ/2 (vectors; statistics/descent_coverage.cpp).
// - Orders in (−1, 0) at the lower end: true of the noisy sums, false of what is made of them
//   ("orders below 1 play no part at the lower end").
// - j₀ or the weights chosen from the path: from its length or its largest norm, so that they move
//   with the noise; or from the clip norm and not the person's own cap, or from ρ and not ρ/m
//   ("fixed before the training").
// - Of several j₀ with equal values each machine takes another ("near ties").
// - T' from the number of steps: a step with s = 0 moves nothing ("sure ends"); too many of them
//   would only be wide, too few too narrow.
// - Norms rounded down to the grid of the table, or the table of another rate ("long paths").
// - A tilt left out whose moment is taken for 0 (log moment: infinity).
// - The square of a tiny norm is 0 and so is the interval ("tiny steps").
// - A NaN that fails every comparison ("refusals").
#include "expost/descent/path_interval.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

DescentInterval interval_of(const DescentTerms& terms, const std::vector<double>& steps) {
  MomentTable table(terms.rate);
  return path_interval(terms, steps, table);
}

/// True if the second interval is nowhere inside the first, except for rounding.
bool covers(Interval wide, Interval narrow) {
  return wide.lower <= narrow.lower * (1 - 1e-12) && wide.upper >= narrow.upper * (1 - 1e-12);
}
bool covers(const DescentInterval& wide, const DescentInterval& narrow) {
  return covers(wide.in, narrow.in) && covers(wide.out, narrow.out);
}

void check_same(const std::string& what, Interval a, Interval b, double relative) {
  check_close(what + " lower", a.lower, b.lower, {relative});
  check_close(what + " upper", a.upper, b.upper, {relative});
}

std::vector<double> random_steps(int count, double cap, Draws& draws) {
  std::vector<double> steps;
  for (int t = 0; t < count; ++t) {
    steps.push_back(std::min(cap, draws.logarithmic(1e-3, 1) * cap));
  }
  return steps;
}

}  // namespace

TEST_CASE("path interval: wider with every norm, and with more steps at the cap") {
  Draws draws(20261126);
  for (const double rate : {1.0, 0.6, 0.05}) {
    const DescentTerms terms{rate, 6, 1.2, 1e-3};
    std::vector<double> steps = random_steps(6, terms.cap, draws);
    DescentInterval before = interval_of(terms, steps);
    for (double& step : steps) {
      step = std::min(terms.cap, 1.5 * step);
      const DescentInterval after = interval_of(terms, steps);
      CHECK(covers(after, before));
      CHECK(after.in.upper > before.in.upper);
      CHECK(after.out.upper > before.out.upper);
      before = after;
    }
  }
}

TEST_CASE("path interval: one interval for both memberships at q = 1, and continuous there") {
  Draws draws(20261127);
  for (const double cap : {0.02, 0.5, 3.0}) {
    const std::vector<double> steps = random_steps(5, cap, draws);
    const DescentInterval full = interval_of({1, 5, cap, 1e-4}, steps);
    CHECK(full.in.lower == full.out.lower);
    CHECK(full.in.upper == full.out.upper);
    const DescentInterval close = interval_of({1 - 0x1p-50, 5, cap, 1e-4}, steps);
    // The rest of q, 1 − q, still counts where a non-member has e^−16 of a member's density.
    check_same("in", close.in, full.in, 1e-6);
    check_same("out", close.out, full.out, 1e-6);
  }
}

TEST_CASE("path interval: [0, 0] for no step at all, and for nothing else") {
  const std::vector<double> none(4, 0.0);
  for (const double rate : {1.0, 0.3}) {
    for (const double cap : {0.0, 1.0}) {
      const DescentInterval still = interval_of({rate, 4, cap, 0.01}, none);
      for (const double end : {still.in.lower, still.in.upper, still.out.lower, still.out.upper}) {
        CHECK(end == 0);
      }
    }
    double before = infinity;
    for (const double tiny : {1e-13, 1e-80, 1e-200, 5e-324}) {
      const DescentInterval moved = interval_of({rate, 4, 1, 0.01}, {0, tiny, 0});
      CHECK(moved.in.upper > 0);
      CHECK(moved.out.upper > 0);
      CHECK(moved.in.lower < 0);
      CHECK(moved.out.lower < 0);
      CHECK(moved.in.upper <= before);
      before = moved.in.upper;
    }
  }
}

TEST_CASE("path interval: half a width for a fixed energy, as section 4 has it") {
  // B(V)/(z √V) at V = μ² and two others.
  const struct {
    double failure, z, share, ratio;
  } rows[] = {{1e-6, 4.891638, 1, 1.16}, {1e-6, 4.891638, 0.1, 1.19}, {1e-6, 4.891638, 1e-4, 1.25},
              {0.05, 1.959964, 1, 1.60}, {0.05, 1.959964, 0.1, 1.69}, {0.05, 1.959964, 1e-4, 1.96}};
  for (const auto& row : rows) {
    const DescentTerms terms{1, 100, 0.0236, row.failure};
    const double energy = row.share * terms.steps * terms.cap * terms.cap;
    const DescentInterval interval = full_batch_interval(terms, energy);
    const double ratio = (interval.in.upper - 0.5 * energy) / (row.z * std::sqrt(energy));
    CHECK_MESSAGE(std::fabs(ratio - row.ratio) < 0.02, ratio, " for ", row.ratio);
  }
}

TEST_CASE("path interval: fixed before the training") {
  const std::vector<double> steps(3, 0.2);
  const DescentTerms terms{0.3, 40, 0.5, 0.01};
  // A training that was stopped is that of T steps of which the others were 0.
  std::vector<double> padded = steps;
  padded.resize(40, 0.0);
  const DescentInterval stopped = interval_of(terms, steps);
  const DescentInterval whole = interval_of(terms, padded);
  CHECK(stopped.in.upper == whole.in.upper);
  CHECK(stopped.out.lower == whole.out.lower);
  // Not that of a training of three steps, or of a person with a smaller cap.
  CHECK(interval_of({0.3, 3, 0.5, 0.01}, steps).in.upper != stopped.in.upper);
  CHECK(interval_of({0.3, 40, 0.2, 0.01}, steps).in.upper != stopped.in.upper);
  CHECK(first_tilt(terms) != first_tilt({0.3, 3, 0.2, 0.01}));
  // Several rows: ρ/m in the level and in the tilts.
  const DescentInterval rows = interval_of(terms.for_rows(1000), steps);
  CHECK(rows.in.upper == interval_of({0.3, 40, 0.5, 1e-5}, steps).in.upper);
  CHECK(covers(rows, stopped));
  CHECK(first_tilt(terms.for_rows(1e9)) > first_tilt(terms));
}

TEST_CASE("path interval: near ties of the first tilt take the smallest") {
  // λ²μ²/2 = log(2/ρ) for the best λ at q = 1: λ and 2λ'/… tie where λ₁λ₂ = 2 log(2/ρ)/μ².
  const double failure = 2 * std::exp(-1.0);
  const double level = std::log(2 / failure);
  const double lower = tilt(2);
  const double upper = tilt(3);
  const double exact = std::sqrt(2 * level / (lower * upper));
  for (const double nudge : {-3e-16, -1e-16, 0.0, 1e-16, 3e-16}) {
    CHECK(first_tilt({1, 1, exact * (1 + nudge), failure}) == 2);
  }
  CHECK(first_tilt({1, 1, exact * (1 - 1e-9), failure}) == 3);
  CHECK(first_tilt({1, 1, exact * (1 + 1e-9), failure}) == 2);
}

TEST_CASE("path interval: orders below 1 play no part at the lower end") {
  // Large steps, so that j₀ is below 0 and the best orders are below 1.
  const DescentTerms terms{1, 10, 3, 0.05};
  const int first = first_tilt(terms);
  REQUIRE(first < 0);
  const double energy = 90;
  const double level = std::log(2 / terms.failure);
  const double lower = -full_batch_interval(terms, energy).in.lower;
  double clamped = 0;
  double free = 0;
  for (int k = 0; k < tilt_count; ++k) {
    const double weight = 4.0 / ((k + 4) * (k + 5));
    const double lambda = tilt(first + k);
    const double order = std::max(1.0, lambda);
    clamped += weight * std::exp(order * lower - 0.5 * order * (order - 1) * energy);
    free += weight * std::exp(lambda * lower - 0.5 * lambda * (lambda - 1) * energy);
  }
  CHECK(std::log(clamped) == approximately(level).epsilon(1e-8));
  CHECK(std::log(free) > level + 1);
}

TEST_CASE("path interval: sure ends count steps that move something") {
  const DescentTerms terms{0.01, 50, 5, 1e-9};
  std::vector<double> steps(50, 0.0);
  steps[7] = 4;
  steps[9] = 5;
  const DescentInterval interval = interval_of(terms, steps);
  CHECK(interval.out.upper == approximately(-2 * std::log1p(-0.01)).epsilon(1e-12));
  CHECK(interval.in.lower == -interval.out.upper);
  CHECK(interval.out.upper >= -2 * std::log1p(-0.01));
  // Beyond s_z = 40 there is no other end.
  const DescentInterval beyond = interval_of({0.01, 50, 41, 1e-9}, steps);
  CHECK(beyond.in.upper == infinity);
  CHECK(beyond.out.lower == -infinity);
  CHECK(beyond.out.upper == interval.out.upper);
  CHECK(std::isfinite(interval_of({1, 50, 41, 1e-9}, steps).in.upper));
}

TEST_CASE("path interval: the loss of one step is outside with at most ρ, to the last digit of an integral") {
  // One step of known s: the loss is a function of u ~ N(0, 1), so the probability is an integral.
  for (const double rate : {0.1, 0.5}) {
    for (const double s : {0.5, 2.0, 4.0}) {
      const double failure = 0.1;
      const DescentInterval interval = interval_of({rate, 1, s, failure}, {s});
      double in = 0;
      double out = 0;
      const double width = 1.0 / 2048;
      for (double u = -12; u < 12 + s; u += width) {
        const double ratio = 1 - rate + rate * std::exp(s * u - 0.5 * s * s);
        const double density = std::exp(-0.5 * u * u) / std::sqrt(2 * std::acos(-1.0)) * width;
        const double loss = std::log(ratio);
        in += loss <= interval.in.lower || loss >= interval.in.upper ? ratio * density : 0;
        out += -loss <= interval.out.lower || -loss >= interval.out.upper ? density : 0;
      }
      CHECK_MESSAGE(in <= failure, "in ", in);
      CHECK_MESSAGE(out <= failure, "out ", out);
    }
  }
}

TEST_CASE("path interval: long paths from the table are a little wider, never narrower") {
  Draws draws(20261128);
  const double cap = 0.35;
  const std::vector<double> steps = random_steps(40, cap, draws);
  MomentTable table(0.05);
  // 1000 steps are rounded up to the table's grid; 512 are not. Padded with zeros, both are exact
  // but for that, and j₀ is the same for both.
  const DescentTerms longer{0.05, 520, cap, 1e-5};
  const DescentTerms shorter{0.05, 512, cap, 1e-5};
  REQUIRE(first_tilt(longer) == first_tilt(shorter));
  const DescentInterval rounded = path_interval(longer, steps, table);
  const DescentInterval single = path_interval(shorter, steps, table);
  CHECK(covers(rounded, single));
  CHECK(rounded.in.upper <= single.in.upper * 1.004);
  CHECK(rounded.out.lower >= single.out.lower * 1.004);
  // The table keeps what it computed: the second time the same bits come out, and a person with
  // other tilts gets what a new table would give her.
  CHECK(path_interval(longer, steps, table).in.upper == rounded.in.upper);
  const DescentTerms other{0.05, 20000, cap, 1e-12};
  REQUIRE(first_tilt(other) != first_tilt(longer));
  CHECK(path_interval(other, steps, table).out.lower == interval_of(other, steps).out.lower);
}

TEST_CASE("path interval: cells of the table are never below their norms") {
  Draws draws(20261129);
  for (int i = 0; i < 2000; ++i) {
    const double s = draws.logarithmic(1e-12, 40);
    const int cell = MomentTable::cell_above(s);
    CHECK(MomentTable::cell_end(cell) >= s);
    CHECK(MomentTable::cell_end(cell - 2) < s);
  }
  for (const int cell : {-5000, -256, 0, 3, 700}) {
    CHECK(MomentTable::cell_end(MomentTable::cell_above(MomentTable::cell_end(cell))) >= MomentTable::cell_end(cell));
  }
}

TEST_CASE("path interval: largest norms of shuffled epochs") {
  CHECK(epoch_maxima({0.1, 0.3, 0.2, 0, 0, 0, 0.5}, 3) == std::vector<double>{0.3, 0, 0.5});
  CHECK_THROWS_AS((void)epoch_maxima({0.1, std::numeric_limits<double>::quiet_NaN(), 0.2}, 3), Error);
  CHECK_THROWS_AS((void)epoch_maxima({0.1}, 0), Error);
}

TEST_CASE("path interval: sums of squares lose nothing") {
  std::vector<double> steps(100000, 1e-9);
  steps.insert(steps.begin(), 1.0);
  const double energy = energy_of(steps);
  CHECK(energy >= 1 + 1e-13);
  CHECK(energy <= (1 + 1e-13) * (1 + 1e-14));
}

TEST_CASE("path interval: refusals") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  MomentTable table(0.5);
  const auto refused = [&](const DescentTerms& terms, const std::vector<double>& steps, ErrorType type) {
    try {
      (void)path_interval(terms, steps, table);
      FAIL_CHECK("taken");
    } catch (const Error& error) {
      CHECK(error.type() == type);
    }
  };
  refused({0.5, 3, 1, 0.01}, {0.5, nan}, ErrorType::argument);
  refused({0.5, 3, 1, 0.01}, {-0.5}, ErrorType::argument);
  refused({0.5, 1, 1, 0.01}, {0.5, 0.5}, ErrorType::argument);
  refused({0.5, 3, 1, 0.01}, {1.1}, ErrorType::report);
  refused({1, 3, 1, 0.01}, {1.1, 1, 1}, ErrorType::report);
  refused({0.4, 3, 1, 0.01}, {0.5}, ErrorType::argument);
  refused({0, 3, 1, 0.01}, {0.5}, ErrorType::argument);
  refused({nan, 3, 1, 0.01}, {0.5}, ErrorType::argument);
  refused({0.5, nan, 1, 0.01}, {}, ErrorType::argument);
  refused({0.5, 3, nan, 0.01}, {0.5}, ErrorType::argument);
  refused({0.5, 3, 1, 0}, {0.5}, ErrorType::argument);
  refused({0.5, 3, 1, nan}, {0.5}, ErrorType::argument);
  CHECK_THROWS_AS((void)full_batch_interval({1, 3, 1, 0.01}, nan), Error);
  CHECK_THROWS_AS((void)full_batch_interval({1, 3, 1, 0.01}, 3.1), Error);
  CHECK_THROWS_AS((void)full_batch_interval({0.5, 3, 1, 0.01}, 1), Error);
  // A norm that is at its cap except for rounding is taken.
  CHECK(std::isfinite(path_interval({0.5, 3, 1, 0.01}, {1 + 1e-12}, table).in.upper));
}

}  // namespace expost
