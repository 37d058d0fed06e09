// The promise of a path with its grid, and the noise for a promise (docs/noisy-gradient-descent.md,
// sections 6 and 10).
//
// How the promise could be too small: without the grid's part of a loss or of a gradient's length,
// with T in the place of the epochs or the other way round, σ rounded down to its grid.
#include "expost/descent/descent_promise.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {

DescentPlan plan_of(DescentSampling sampling, int steps) {
  DescentPlan plan;
  plan.clip = 0.5;
  plan.steps = steps;
  plan.sampling = sampling;
  plan.rate = sampling == DescentSampling::poisson ? 0.05 : 1;
  plan.batches = sampling == DescentSampling::shuffle ? 10 : 1;
  return plan;
}

DescentAccountant accountant_of(DescentSampling sampling) {
  return sampling == DescentSampling::poisson ? DescentAccountant::rdp : DescentAccountant::gaussian;
}

}  // namespace

TEST_CASE("descent promise: calibrated noise keeps it, and hardly less noise doesn't") {
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    for (const Eigen::Index parameters : {1, 24, 4096}) {
      DescentPlan plan = plan_of(sampling, 200);
      const DescentAccountant accountant = accountant_of(sampling);
      REQUIRE(calibrate(accountant, plan, parameters, 1, 1e-6));
      const Grid grid = grid_for(plan.sigma);
      CHECK(plan.grid == grid.step);
      CHECK(plan.sigma == grid.sigma());
      const double epsilon = promised_epsilon(accountant, plan, parameters, 1e-6);
      CHECK(epsilon <= 1);
      CHECK(epsilon >= 1 - 1e-4);
      CHECK(promised_delta(accountant, plan, parameters, 1) <= 1e-6);
      DescentPlan less = plan;
      put_on_grid(less, 0.999 * plan.sigma);
      CHECK(promised_epsilon(accountant, less, parameters, 1e-6) > 1);
    }
  }
}

TEST_CASE("descent promise: against the Gaussian mechanism, with the grid counted by hand") {
  DescentPlan plan = plan_of(DescentSampling::full, 400);
  put_on_grid(plan, 3);
  const double root = std::sqrt(24);
  const double step = (plan.clip + 0.5 * root * plan.grid) / plan.sigma;
  const double added = root * plan.grid / plan.sigma * 400 * step;
  const double expected = gaussian_epsilon(1e-6, std::sqrt(400) * step) + added;
  const double epsilon = promised_epsilon(DescentAccountant::gaussian, plan, 24, 1e-6);
  CHECK(epsilon >= expected);
  CHECK(epsilon <= expected * (1 + 1e-10));
  // 1e-5: the test would see it missing.
  CHECK(added > 1e-6);
  CHECK(expected - gaussian_epsilon(1e-6, std::sqrt(400) * 0.5 / plan.sigma) > added);
  // At an ε, the loss may be smaller by what is added.
  const double delta = promised_delta(DescentAccountant::gaussian, plan, 24, 2);
  const double by_hand = gaussian_delta(2 - added, std::sqrt(400) * step);
  CHECK(delta >= by_hand);
  CHECK(delta <= by_hand * (1 + 1e-9));
  // Ten batches: forty epochs.
  DescentPlan epochs = plan_of(DescentSampling::shuffle, 400);
  put_on_grid(epochs, 3);
  const double of_epochs = promised_epsilon(DescentAccountant::gaussian, epochs, 24, 1e-6);
  CHECK(of_epochs >= gaussian_epsilon(1e-6, std::sqrt(40) * step));
  CHECK(of_epochs <= gaussian_epsilon(1e-6, std::sqrt(40) * step) + added);
  // Real noise has no grid.
  DescentPlan real = plan;
  real.grid = 0;
  CHECK(promised_epsilon(DescentAccountant::gaussian, real, 24, 1e-6) ==
        doctest::Approx(gaussian_epsilon(1e-6, std::sqrt(400) * 0.5 / plan.sigma)).epsilon(1e-12));
}

TEST_CASE("descent promise: another program's gradients may be longer by 1e-5") {
  DescentPlan plan = plan_of(DescentSampling::full, 400);
  plan.sigma = 7;
  plan.elsewhere = true;
  const double shift = 20 * plan.clip / plan.sigma;
  const double epsilon = promised_epsilon(DescentAccountant::gaussian, plan, 24, 1e-6);
  CHECK(epsilon >= gaussian_epsilon(1e-6, shift * (1 + 1e-5)));
  CHECK(epsilon <= gaussian_epsilon(1e-6, shift * (1 + 1.0001e-5)));
  CHECK(promised_delta(DescentAccountant::gaussian, plan, 24, 1) >= gaussian_delta(1, shift * (1 + 1e-5)));
  // The norm of many numbers is a sum of floats: 10^6 squares in eight lanes of 125,000.
  CHECK(elsewhere_factor(1000) == 1 + 1e-5);
  CHECK(elsewhere_factor(1000000) >= 1 + 125032 * 0x1p-24);
  CHECK(elsewhere_factor(1000000) <= 1 + 125032 * 1.01 * 0x1p-24);
}

TEST_CASE("descent promise: whether it is kept agrees with its numbers") {
  // Next to the number itself, a fine grid of losses alone tells.
  for (const double slack : {-1e-3, -1e-7, 1e-7, 1e-4, 1e-3, 0.1, 1.0}) {
    for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson}) {
      DescentPlan plan = plan_of(sampling, 300);
      put_on_grid(plan, sampling == DescentSampling::full ? 10 : 0.6);
      for (const DescentAccountant accountant : sampling == DescentSampling::full
                                                    ? std::vector{DescentAccountant::gaussian}
                                                    : std::vector{DescentAccountant::rdp, DescentAccountant::pld}) {
        const double epsilon = promised_epsilon(accountant, plan, 24, 1e-6);
        CAPTURE(slack);
        CAPTURE(epsilon);
        CHECK(promises(accountant, plan, 24, epsilon * (1 + slack), 1e-6) == (slack > 0));
      }
    }
  }
}

TEST_CASE("descent promise: each of its roundings goes the way that promises less") {
  for (const double sigma : {0.7, 3.0, 11.0}) {
    for (const Eigen::Index parameters : {1, 24, 4095}) {
      DescentPlan plan = plan_of(DescentSampling::full, 4);
      put_on_grid(plan, sigma);
      const long double root = std::sqrt(static_cast<long double>(parameters));
      const long double longest = plan.clip + 0.5L * root * plan.grid;
      const DescentNoise noise = noise_of(plan, parameters);
      CHECK(noise.multiplier * longest <= plan.sigma);
      CHECK(noise.multiplier * longest >= plan.sigma * (1 - 1e-12L));
      // Two roundings of ε lower than it is: a higher δ, which a reversed one isn't.
      const long double added = root * plan.grid / plan.sigma * 4 * longest / plan.sigma;
      const double epsilon = 0.3;
      const auto rest = static_cast<double>(epsilon - added);
      CHECK(promised_delta(DescentAccountant::gaussian, plan, parameters, epsilon) >
            descent_delta(DescentAccountant::gaussian, noise, rest));
    }
  }
}

TEST_CASE("descent promise: budgets that no noise meets, and numbers that are none") {
  DescentPlan plan = plan_of(DescentSampling::full, 4000000);
  const DescentPlan before = plan;
  CHECK_FALSE(calibrate(DescentAccountant::gaussian, plan, 4096, 1e-8, 1e-12));
  CHECK(plan == before);
  plan.clip = 0;
  plan.sigma = 1;
  CHECK_THROWS_AS((void)promised_epsilon(DescentAccountant::gaussian, plan, 1, 1e-6), Error);
  // Never less than 2^-10 clip norms, which has too many steps.
  DescentPlan wide = plan_of(DescentSampling::full, 1);
  REQUIRE(calibrate(DescentAccountant::gaussian, wide, 1, 1e8, 0.5));
  CHECK(wide.sigma >= least_noise_multiplier * wide.clip);
}

TEST_CASE("descent promise: the accountant of losses ends next to q = 1") {
  for (const double rate : {1 - 1e-3, 1 - 1e-9, 1 - 0x1p-53}) {
    const DescentNoise noise{5, rate, 30};
    const double pld = descent_epsilon(DescentAccountant::pld, noise, 1e-6);
    CHECK(pld >= descent_epsilon(DescentAccountant::gaussian, {5, 1, 30}, 1e-6) * (rate < 0.9999 ? 0.99 : 1 - 1e-6));
    CHECK(pld <= descent_epsilon(DescentAccountant::rdp, noise, 1e-6));
  }
}

}  // namespace expost
