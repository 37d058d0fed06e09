#include "expost/exact/moments.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {}  // namespace

TEST_CASE("moments of a handful of losses, by hand") {
  const Eigen::VectorXd losses = (Eigen::VectorXd(5) << 3, 0, 1, 4, 2).finished();
  const LossMoments moments = loss_moments(losses, {0.2, 0.21, 0.5, 0.8, 0.800001, 1});
  CHECK(moments.mean == 2);
  CHECK(moments.deviation == approximately(std::sqrt(2.0)).epsilon(1e-15));
  CHECK(moments.maximum == 4);
  CHECK(moments.quantiles == std::vector<double>{0, 1, 2, 3, 4, 4});
  CHECK(loss_moment(losses, 1) == 2);
  CHECK(loss_moment(losses, 2) == 6);
  CHECK(loss_moment(losses, 3) == 20);
  // Ranks that rounding would push up by one.
  Eigen::VectorXd hundred(100);
  for (int i = 0; i < 100; ++i) {
    hundred(i) = 99 - i;
  }
  for (int percent = 1; percent <= 100; ++percent) {
    CHECK(loss_moments(hundred, {percent / 100.0}).quantiles[0] == percent - 1);
  }
}

TEST_CASE("large losses next to small ones, and infinite ones") {
  const Eigen::VectorXd wide = (Eigen::VectorXd(3) << 1e16, 1, 1).finished();
  CHECK(loss_moments(wide, {}).mean == (1e16 + 2) / 3);
  const Eigen::VectorXd open = (Eigen::VectorXd(4) << 0.5, infinity, 0.25, 1).finished();
  const LossMoments moments = loss_moments(open, {0.5, 0.75, 0.76});
  CHECK(moments.mean == infinity);
  CHECK(moments.deviation == infinity);
  CHECK(moments.maximum == infinity);
  CHECK(moments.quantiles == std::vector<double>{0.5, 1, infinity});
  CHECK(loss_moment(open, 2) == infinity);
  CHECK(loss_moments(Eigen::VectorXd::Zero(1), {1}).deviation == 0);
}

TEST_CASE("the gap is the largest difference of means that (epsilon, delta) in both directions allows") {
  Draws draws(20261131);
  for (int repetition = 0; repetition < 2000; ++repetition) {
    // Two laws on four points; their δ at ε in both directions; the loss that tells them apart
    // best.
    double p[4];
    double q[4];
    double sum_p = 0;
    double sum_q = 0;
    for (int i = 0; i < 4; ++i) {
      sum_p += p[i] = draws.logarithmic(0.001, 1);
      sum_q += q[i] = draws.coin() ? p[i] * draws.logarithmic(0.5, 2) : draws.logarithmic(0.001, 1);
    }
    const double epsilon = draws.uniform(0, 2);
    double forward = 0;
    double reverse = 0;
    double distance = 0;
    for (int i = 0; i < 4; ++i) {
      const double a = p[i] / sum_p;
      const double b = q[i] / sum_q;
      forward += std::fmax(0, a - std::exp(epsilon) * b);
      reverse += std::fmax(0, b - std::exp(epsilon) * a);
      distance += std::fmax(0, a - b);
    }
    CHECK(3 * distance <= leave_one_out_gap(epsilon, std::fmax(forward, reverse), 3) * (1 + 1e-12));
  }
  // Attained: δ, (1−δ)e^ε/(1+e^ε), (1−δ)/(1+e^ε), 0 against the same in reverse.
  for (const double epsilon : {0.0, 0.1, 1.0, 5.0}) {
    for (const double delta : {0.0, 1e-6, 0.2}) {
      const double e = std::exp(epsilon);
      check_close("attained", leave_one_out_gap(epsilon, delta, 2), 2 * (delta + (1 - delta) * (e - 1) / (e + 1)), {1e-14});
      CHECK(leave_one_out_gap(epsilon, delta, 2) <= 2);
      CHECK(leave_one_out_gap(epsilon, delta, 2) <= 2 * (std::expm1(epsilon) + delta) * (1 + 1e-14) + 2 * delta);
    }
  }
  CHECK(leave_one_out_gap(infinity, 0, 7) == 7);
  CHECK(leave_one_out_gap(1000, 1e-9, 7) == 7);
  CHECK(leave_one_out_gap(0, 0, 7) == 0);
  check_close("small", leave_one_out_gap(1e-12, 0, 1), 0.5e-12, {1e-14});
  CHECK(leave_one_out_gap(1e-3, 0, 1) >= std::tanh(0.5e-3));
}

TEST_CASE("the gap of a Gaussian mechanism is above its total variation at every epsilon") {
  for (const double m : {0.01, 0.3, 2.0}) {
    for (const double epsilon : {0.0, 0.02, 0.5, 3.0}) {
      CHECK(gaussian_delta(0, m) <= leave_one_out_gap(epsilon, gaussian_delta(epsilon, m), 1) * (1 + 1e-12));
    }
  }
}

TEST_CASE("the generalisation gap averages over rows, infinite losses count as the bound") {
  const Eigen::VectorXd epsilons = (Eigen::VectorXd(3) << 0, 1, infinity).finished();
  check_close("mean", generalisation_gap(epsilons, 0, 2), (0 + 2 * std::tanh(0.5) + 2) / 3, {1e-14});
  check_close("delta", generalisation_gap(epsilons, 0.1, 2), (0.2 + leave_one_out_gap(1, 0.1, 2) + 2) / 3, {1e-14});
}

TEST_CASE("no losses, and losses that are none") {
  CHECK_THROWS_AS((void)loss_moments(Eigen::VectorXd(0), {}), Error);
  CHECK_THROWS_AS((void)loss_moments(Eigen::VectorXd::Constant(2, -1), {}), Error);
  CHECK_THROWS_AS((void)loss_moments(Eigen::VectorXd::Constant(2, std::nan("")), {}), Error);
  for (const double level : {0.0, 1.1, std::nan("")}) {
    CHECK_THROWS_AS((void)loss_moments(Eigen::VectorXd::Ones(2), {level}), Error);
  }
  CHECK_THROWS_AS((void)loss_moment(Eigen::VectorXd::Ones(2), 0), Error);
  CHECK_THROWS_AS((void)leave_one_out_gap(-1, 0, 1), Error);
  CHECK_THROWS_AS((void)leave_one_out_gap(1, -0.1, 1), Error);
  CHECK_THROWS_AS((void)leave_one_out_gap(1, 1.1, 1), Error);
  CHECK_THROWS_AS((void)leave_one_out_gap(1, 0, 0), Error);
  CHECK_THROWS_AS((void)generalisation_gap(Eigen::VectorXd(0), 0, 1), Error);
}

}  // namespace expost
