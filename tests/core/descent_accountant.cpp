// The promise of noisy gradient descent (docs/noisy-gradient-descent.md, section 6).
//
// How ε or δ could come out too small, and the test that would notice:
// - One direction alone: for sampled steps a removal's δ is usually the larger one, not always
//   ("both directions").
// - A loss rounded to the nearest or the lower grid point; the mass below or above the grid lost
//   ("one step: never below the integral", "masses add up").
// - Mass outside the window that comes back in at the other end and isn't counted; rounding of the
//   transforms ("direct convolution", "small beside large").
// - Roundings of a step's masses and of the places of its losses, above all next to q = 1 ("never
//   below 40 digits", "next to the least loss").
// - A loss that overflows and takes the masses along ("nothing is known").
// - A Rényi order whose moment was left out taken for 0 ("no moment, no promise").
// - T noise multipliers where √T is meant, σ/C for C/σ (vectors, "Monte Carlo").
// - A calibration that stops on the wrong side ("calibration").
#include "expost/descent/descent_accountant.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "accounting/fourier.hpp"
#include "accounting/step_losses.hpp"
#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

constexpr DescentAccountant sampled_accountants[] = {DescentAccountant::rdp, DescentAccountant::pld};

/// δ of one step by a fine rule: E max(0, p − e^ε p′) or E max(0, p′ − e^ε p).
DirectedDelta one_step(double s, double q, double epsilon) {
  long double removal = 0;
  long double addition = 0;
  const double width = 1.0 / 2048;
  const long double grown = std::exp(static_cast<long double>(epsilon));
  for (double u = -12; u < s + 12; u += width) {
    const long double without = std::exp(static_cast<long double>(-0.5 * u * u)) / std::sqrt(2 * std::acos(-1.0L));
    const long double with =
        without * (1 - static_cast<long double>(q) + q * std::exp(static_cast<long double>(s * u - 0.5 * s * s)));
    removal += std::max(0.0L, with - grown * without) * width;
    addition += std::max(0.0L, without - grown * with) * width;
  }
  return {static_cast<double>(removal), static_cast<double>(addition)};
}

}  // namespace

TEST_CASE("vectors: promises of noisy gradient descent") {
  const ReferenceTable table = reference_table("noisy_descent");
  const double relative = reference_number(table["tolerance"]["rel"]);
  const double pld_relative = reference_number(table["tolerance"]["pld_rel"]);
  const double pld_absolute = reference_number(table["tolerance"]["pld_abs"]);
  int full = 0;
  int sampled = 0;
  for (const auto& item : table["cases"]) {
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    if (item["kind"] == "full_batch") {
      const double clip = in["clip"];
      const double multiplier = descent_multiplier(DescentAccountant::gaussian, 1, in["T"], in["epsilon"], in["delta"]);
      check_close("sigma", multiplier * clip, out["sigma"], {relative});
      const DescentNoise noise{1.5 * out["sigma"].get<double>() / clip, 1, in["T"]};
      check_close("delta", descent_delta(DescentAccountant::gaussian, noise, in["epsilon"]), out["delta_at_sigma_times_1_5"],
                  {relative});
      ++full;
    }
    if (item["kind"] == "subsampled") {
      const DescentNoise noise{in["sigma"].get<double>() / in["clip"].get<double>(), in["q"], in["T"]};
      check_close("rdp", descent_epsilon(DescentAccountant::rdp, noise, in["delta"]), out["rdp_epsilon"], {relative});
      const DirectedDelta got = descent_pld_delta(noise, in["epsilon"]);
      // The true value is at most 1e-3 of the reference and 1e-11 below it.
      const auto check = [&](double delta, double reference) {
        CHECK_MESSAGE(delta >= reference * (1 - 1e-3) - 1e-11, digits(delta), " for ", digits(reference));
        CHECK_MESSAGE(delta <= reference * (1 + pld_relative) + pld_absolute, digits(delta), " for ", digits(reference));
      };
      check(got.removal, out["pld_delta_remove"]);
      check(got.addition, out["pld_delta_add"]);
      ++sampled;
    }
  }
  CHECK(full == 2);
  CHECK(sampled == 1);
}

TEST_CASE("descent accountant: ε at q = 0.01, σ = C, 1000 steps") {
  const DescentNoise noise{1, 0.01, 1000};
  CHECK(descent_epsilon(DescentAccountant::rdp, noise, 1e-6) == approximately(2.444).epsilon(3e-4));
  CHECK(descent_epsilon(DescentAccountant::pld, noise, 1e-6) == approximately(2.125).epsilon(3e-4));
}

TEST_CASE("descent accountant: one step is never below the integral, and close to it") {
  for (const double s : {0.3, 2.0}) {
    for (const double q : {0.01, 0.99}) {
      const DescentNoise noise{1 / s, q, 1};
      for (const double epsilon : {0.0, 1.0}) {
        const DirectedDelta exact = one_step(s, q, epsilon);
        const DirectedDelta got = descent_pld_delta(noise, epsilon);
        CHECK_MESSAGE(got.removal >= exact.removal * (1 - 1e-6), s, " ", q, " ", epsilon);
        CHECK_MESSAGE(got.addition >= exact.addition * (1 - 1e-6), s, " ", q, " ", epsilon);
        CHECK_MESSAGE(got.removal <= exact.removal * 1.0001 + 1e-8, s, " ", q, " ", epsilon, ": ", got.removal, " ",
                      exact.removal);
        CHECK_MESSAGE(got.addition <= exact.addition * 1.0001 + 1e-8, s, " ", q, " ", epsilon, ": ", got.addition, " ",
                      exact.addition);
        CHECK(descent_delta(DescentAccountant::rdp, noise, epsilon) >= std::max(exact.removal, exact.addition));
      }
    }
  }
}

TEST_CASE("descent accountant: a step on its grid is never below 40 digits") {
  // δ of one step by its closed form, with mpmath. Nothing else is added here, so that each
  // rounding of a mass or of a loss's place counts.
  struct Exact {
    double s;
    double q;
    double epsilon;
    DirectedDelta delta;
  };
  const Exact cases[] = {
      {12, 0.9999999999, 20, {0.99998837431734540654, 0.95147221048658003991}},
      {8, 0.9999999999, 13, {0.9871219641887467767, 0.98707811114288747888}},
      {12, 0.999999, 13, {0.9999982485502476379, 0.55758607486600289638}},
      {8, 0.99, 2, {0.98983359731320962413, 0.92594946044772273908}},
      {16, 0.7, 0, {0.69999999999999908466, 0.69999999999999908466}},
      {0.5, 0.25, 0.125, {0.016583358562355625401, 0.0048982180894682932356}},
      {3, 0.001, 0, {0.00086638559746228388603, 0.00086638559746228388603}},
      // A Gaussian mechanism.
      {12, 1, 20, {0.99998837441734468047, 0.99998837441734468047}},
      {3, 1, 0, {0.86638559746228386799, 0.86638559746228386799}},
      {0.5, 1, 0.125, {0.15038116527960193017, 0.15038116527960193017}},
      {0.05, 1, 0.01, {0.015419665138025070397, 0.015419665138025070397}},
  };
  for (const Exact& exact : cases) {
    for (const double width : {0.01, 0.001}) {
      for (const NeighbourDirection direction : {NeighbourDirection::removal, NeighbourDirection::addition}) {
        const StepLosses losses = step_losses(direction, exact.s, exact.q, width, 1e-16);
        long double got = losses.infinite;
        for (std::size_t i = 0; i < losses.masses.size(); ++i) {
          const long double loss = static_cast<long double>(width) * (losses.first + static_cast<long>(i)) + losses.slack;
          got += losses.masses[i] * std::max(0.0L, -std::expm1(exact.epsilon - loss));
        }
        const double truth = direction == NeighbourDirection::removal ? exact.delta.removal : exact.delta.addition;
        CHECK_MESSAGE(got >= truth, exact.s, " ", exact.q, " ", width, ": ", static_cast<double>(got - truth));
        CHECK_MESSAGE(got <= truth + width * width, exact.s, " ", exact.q, " ", width, ": ", static_cast<double>(got - truth));
        CHECK(losses.slack < 1e-11);
      }
    }
  }
}

TEST_CASE("descent accountant: masses of a step add up, on either side of the pair") {
  for (const NeighbourDirection direction : {NeighbourDirection::removal, NeighbourDirection::addition}) {
    for (const double width : {0.3, 0.01, 1e-3}) {
      const StepLosses losses = step_losses(direction, 1.5, 0.1, width, 1e-15);
      double upper = losses.infinite;
      double lower = 0;
      for (std::size_t i = 0; i < losses.masses.size(); ++i) {
        CHECK(losses.masses[i] >= 0);
        upper += losses.masses[i];
        lower += losses.masses[i] * std::exp(-width * static_cast<double>(losses.first + static_cast<long>(i)));
      }
      CHECK(upper == approximately(1).epsilon(1e-12));
      // All of the other distribution too, but for what counts as infinite.
      CHECK(lower == approximately(1).epsilon(1e-10));
    }
  }
}

TEST_CASE("descent accountant: powers by transforms are those of direct convolution") {
  Draws draws(20261206);
  std::vector<double> values(64);
  double total = 0;
  for (double& value : values) {
    value = draws.uniform();
    total += value;
  }
  for (double& value : values) {
    value /= total;
  }
  std::vector<double> power = values;
  for (int n = 1; n <= 7; ++n) {
    const std::vector<double> got = convolution_of({{values, n}});
    double distance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      distance += std::fabs(got[i] - power[i]);
    }
    CHECK(distance <= n * 0x1p-52);
    std::vector<double> next(values.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = 0; j < values.size(); ++j) {
        next[(i + j) % values.size()] += power[i] * values[j];
      }
    }
    power = next;
  }
}

TEST_CASE("descent accountant: powers by transforms keep what is small beside what is large") {
  // (½ + ½x + 2^-70 x^20)²: rounding to 53 bits would leave nothing of the last term.
  std::vector<double> values(32, 0.0);
  values[0] = 0.5;
  values[1] = 0.5;
  values[20] = 0x1p-70;
  const std::vector<double> squares = convolution_of({{values, 2}});
  CHECK(std::fabs(squares[5]) <= 2 * 0x1p-88);
  CHECK(std::fabs(squares[20] - 0x1p-70) <= 2 * 0x1p-88);
  CHECK(std::fabs(squares[8] - 0x1p-140) <= 2 * 0x1p-88);
  CHECK(squares[1] == 0.5);
}

TEST_CASE("descent accountant: next to the least loss") {
  // An addition's losses are at most −log(1 − q), just above 29.9 here; 40 digits with mpmath.
  const DirectedDelta got = descent_pld_delta({0.1, 0.9999999999999, 1}, 29.9);
  CHECK(got.addition >= 0.030802161021417706673);
  CHECK(got.addition <= 0.030802161021417706673 * (1 + 1e-4));
}

TEST_CASE("descent accountant: where losses overflow nothing is known") {
  for (const int steps : {1000000000, std::numeric_limits<int>::max()}) {
    const DirectedDelta got = descent_pld_delta({0.051, 0.5, steps}, 0);
    CHECK(got.removal == 1);
    CHECK(got.addition == 1);
    CHECK(descent_delta(DescentAccountant::pld, {0.051, 0.5, steps}, 1) == 1);
  }
}

TEST_CASE("descent accountant: at rates next to 1 it is the Gaussian mechanism's") {
  const double rate = 1 - 0x1p-40;
  for (const double multiplier : {3.0, 10.0}) {
    for (const int steps : {1, 30}) {
      const double shift = std::sqrt(steps) / multiplier;
      for (const double epsilon : {0.1, 1.0}) {
        const double exact = gaussian_delta(epsilon, shift);
        const DirectedDelta got = descent_pld_delta({multiplier, rate, steps}, epsilon);
        CHECK(descent_delta(DescentAccountant::gaussian, {multiplier, 1, steps}, epsilon) >= exact);
        CHECK(got.removal >= exact * (1 - 1e-9));
        CHECK(got.addition >= exact * (1 - 1e-9));
        CHECK(got.removal <= exact * 1.001 + 1e-10);
        CHECK(got.addition <= exact * 1.001 + 1e-10);
      }
    }
  }
}

TEST_CASE("descent accountant: between Monte Carlo and Rényi") {
  const DescentNoise noise{1.2, 0.1, 60};
  const double s = 1 / noise.multiplier;
  const double epsilon = 1.5;
  Draws draws(20261207);
  const int runs = repetitions(40000);
  double removal = 0;
  double addition = 0;
  double removal_squares = 0;
  double addition_squares = 0;
  for (int run = 0; run < runs; ++run) {
    double with = 0;
    double without = 0;
    for (int t = 0; t < noise.steps; ++t) {
      const auto loss = [&](double u) { return std::log1p(noise.rate * std::expm1(s * u - 0.5 * s * s)); };
      with += loss(draws.normal() + (draws.uniform() < noise.rate ? s : 0));
      without -= loss(draws.normal());
    }
    const double a = std::max(0.0, -std::expm1(epsilon - with));
    const double b = std::max(0.0, -std::expm1(epsilon - without));
    removal += a / runs;
    addition += b / runs;
    removal_squares += a * a / runs;
    addition_squares += b * b / runs;
  }
  const DirectedDelta got = descent_pld_delta(noise, epsilon);
  // Four standard errors on either side.
  const double removal_error = 4 * std::sqrt(removal_squares / runs);
  const double addition_error = 4 * std::sqrt(addition_squares / runs);
  CHECK_MESSAGE(std::fabs(got.removal - removal) <= removal_error, got.removal, " for ", removal);
  CHECK_MESSAGE(std::fabs(got.addition - addition) <= addition_error, got.addition, " for ", addition);
  const double renyi = descent_delta(DescentAccountant::rdp, noise, epsilon);
  CHECK(std::max(got.removal, got.addition) < renyi);
  CHECK(descent_delta(DescentAccountant::pld, noise, epsilon) == std::max(got.removal, got.addition));
  const double delta = 1e-5;
  const double tight = descent_epsilon(DescentAccountant::pld, noise, delta);
  CHECK(tight < descent_epsilon(DescentAccountant::rdp, noise, delta));
  CHECK(descent_delta(DescentAccountant::pld, noise, tight) <= delta * (1 + 1e-9));
  CHECK(descent_delta(DescentAccountant::pld, noise, tight * 0.999) > delta);
}

TEST_CASE("descent accountant: both directions count") {
  // At small ε and few large steps an addition can be the larger one.
  for (const double epsilon : {0.05, 1.0}) {
    const DescentNoise noise{0.4, 0.3, 2};
    const DirectedDelta both = descent_pld_delta(noise, epsilon);
    CHECK(descent_delta(DescentAccountant::pld, noise, epsilon) >= std::max(both.removal, both.addition) * (1 - 1e-12));
    CHECK(both.removal != both.addition);
  }
}

TEST_CASE("descent accountant: calibration is on the safe side of its target") {
  CHECK(descent_delta(DescentAccountant::gaussian, {descent_multiplier(DescentAccountant::gaussian, 1, 50, 1, 1e-6), 1, 50},
                      1) <= 1e-6 * (1 + 1e-9));
  for (const DescentAccountant accountant : sampled_accountants) {
    const double multiplier = descent_multiplier(accountant, 0.05, 400, 1, 1e-6);
    CHECK(descent_epsilon(accountant, {multiplier, 0.05, 400}, 1e-6) <= 1 + 1e-8);
    CHECK(descent_epsilon(accountant, {0.999 * multiplier, 0.05, 400}, 1e-6) > 1);
    // σ of section 11 for C = 1.
    CHECK(multiplier == approximately(accountant == DescentAccountant::rdp ? 4.70 : 4.37).epsilon(2e-3));
  }
}

TEST_CASE("descent accountant: a small ε has its noise, where Rényi's orders end too early") {
  const struct {
    double rate;
    int steps;
    double epsilon;
    double delta;
  } promises[] = {{0.01, 1000, 0.01, 5.848963143130564e-09},
                  {0.01, 100, 0.003, 1e-5},
                  {0.01, 100, 0.001, 1e-5},
                  {0.01, 1000, 0.01, 1e-9},
                  {1e-4, 1, 2e-5, 1e-8}};
  for (const auto& each : promises) {
    const auto [rate, steps, epsilon, delta] = each;
    CAPTURE(each.epsilon);
    CAPTURE(each.delta);
    const double multiplier = descent_multiplier(DescentAccountant::pld, rate, steps, epsilon, delta);
    CHECK(descent_multiplier(DescentAccountant::rdp, rate, steps, epsilon, delta) > multiplier);
    REQUIRE(multiplier < 1e4);
    CHECK(descent_delta(DescentAccountant::pld, {multiplier, rate, steps}, epsilon) <= delta);
    CHECK(descent_delta(DescentAccountant::pld, {0.99 * multiplier, rate, steps}, epsilon) > delta);
  }
  // There the orders of Rényi divergence end too early.
  CHECK(descent_multiplier(DescentAccountant::rdp, 1e-4, 1, 2e-5, 1e-8) == infinity);
  // dp-accounting 0.6 promises ε = 0.0099982 at this δ for σ = 134 C.
  CHECK(descent_multiplier(DescentAccountant::pld, 0.01, 1000, 0.01, 5.848963143130564e-09) ==
        approximately(133.98).epsilon(1e-3));
  // No noise is enough where not even the largest that the transforms take is.
  CHECK(descent_multiplier(DescentAccountant::pld, 0.5, 1000000, 1e-3, 1e-9) == infinity);
}

TEST_CASE("descent accountant: a small ε has its noise at a δ that only Rényi's orders can tell") {
  for (const double delta : {1e-10, 1e-12, 1e-18}) {
    CAPTURE(delta);
    const double multiplier = descent_multiplier(DescentAccountant::pld, 0.01, 1000, 0.01, delta);
    CHECK(descent_epsilon(DescentAccountant::rdp, {multiplier, 0.01, 1000}, delta) <= 0.01 * (1 + 1e-8));
    // With so much noise the steps are one Gaussian mechanism of sensitivity q√T, in the limit.
    const double limit = gaussian_sigma(0.01, delta, 0.01 * std::sqrt(1000));
    CHECK(multiplier > limit);
    CHECK(multiplier < 1.2 * limit);
  }
}

TEST_CASE("descent accountant: no moment, no promise") {
  // At s = 50 no order has a moment.
  CHECK(descent_epsilon(DescentAccountant::rdp, {0.02, 0.5, 10}, 1e-6) == infinity);
  CHECK(descent_delta(DescentAccountant::rdp, {0.02, 0.5, 10}, 1) == 1);
  CHECK(descent_epsilon(DescentAccountant::pld, {0.02, 0.5, 10}, 1e-6) == infinity);
  CHECK(descent_delta(DescentAccountant::pld, {0.02, 0.5, 10}, 1) == 1);
  CHECK(descent_pld_delta({0.02, 0.5, 10}, 1).removal == 1);
  // A δ that no transform can tell is left to Rényi's orders.
  const DescentNoise noise{4, 0.01, 100};
  CHECK(descent_epsilon(DescentAccountant::pld, noise, 1e-12) == descent_epsilon(DescentAccountant::rdp, noise, 1e-12));
}

TEST_CASE("descent accountant: refusals") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS((void)descent_epsilon(DescentAccountant::gaussian, {1, 0.5, 10}, 1e-6), Error);
  for (const DescentAccountant accountant : sampled_accountants) {
    CHECK_THROWS_AS((void)descent_epsilon(accountant, {1, 1, 10}, 1e-6), Error);
    CHECK_THROWS_AS((void)descent_epsilon(accountant, {1, nan, 10}, 1e-6), Error);
    CHECK_THROWS_AS((void)descent_epsilon(accountant, {nan, 0.5, 10}, 1e-6), Error);
    CHECK_THROWS_AS((void)descent_epsilon(accountant, {1, 0.5, 0}, 1e-6), Error);
    CHECK_THROWS_AS((void)descent_epsilon(accountant, {1, 0.5, 1}, 1), Error);
    CHECK_THROWS_AS((void)descent_delta(accountant, {1, 0.5, 1}, -1), Error);
    CHECK_THROWS_AS((void)descent_delta(accountant, {1, 0.5, 1}, nan), Error);
    CHECK_THROWS_AS((void)descent_multiplier(accountant, 0.5, 1, 0, 1e-6), Error);
  }
  CHECK_THROWS_AS((void)descent_pld_delta({1, 1, 10}, 1), Error);
}

}  // namespace expost
