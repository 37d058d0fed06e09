// Output perturbation in 200 bits: no end of a bound on the wrong side, of ordinary and of hostile
// reports.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/output_grid.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost::output_rounding_tests {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200, boost::multiprecision::digit_base_2>,
                                            boost::multiprecision::et_off>;

Exact first_derivative(const Loss& loss, const Exact& t, double y) {
  switch (loss.kind) {
    case LossKind::logistic: {
      const Exact e = exp(Exact(-abs(t)));
      return -y * (y * t > 0 ? e : Exact(1)) / (1 + e);
    }
    case LossKind::squared:
      return t - y;
    case LossKind::pseudo_huber:
      break;
  }
  const Exact r = t - y;
  return r / sqrt(Exact(1 + r * r / (Exact(loss.width) * loss.width)));
}

struct Published {
  Loss loss;
  double lambda;
  double sigma;
  double grid;
  Eigen::VectorXd theta;
};

struct Ends {
  Exact lower;
  Exact upper;
};

/// mathematics.md, section 13, at parameters θ with θ_j = theta(j) + side·h_j, for a z.
Ends reference(const Published& report, const Eigen::VectorXd& x, double y, double z, double step, double side) {
  Exact t = 0;
  Exact squares = 0;
  Exact sizes = 0;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double h = step > 0 ? cell_half_width(step, report.theta(j)) : 0;
    t += Exact(x(j)) * (Exact(report.theta(j)) + side * (x(j) < 0 ? -h : h));
    squares += Exact(x(j)) * x(j);
    sizes += abs(Exact(x(j)));
  }
  const Exact length = sqrt(squares);
  const Exact reach = z * length * report.sigma + grid_slack * report.grid * sizes;
  const Exact a = abs(first_derivative(report.loss, t - reach, y));
  const Exact b = abs(first_derivative(report.loss, t + reach, y));
  const Exact derivative = a > b ? a : b;
  const Exact root = sqrt(Exact(static_cast<double>(x.size())));
  const Exact ratio = root * report.grid / report.sigma;
  const Exact shift = length * derivative / (Exact(report.lambda) * report.sigma);
  if (shift == 0) {
    return {0, 0};
  }
  const Exact m = shift + grid_slack * ratio;
  const Exact v = m < z ? m : Exact(z);
  return {v * v / 2 - v * z - m * ratio, m * m / 2 + m * z + m * ratio};
}

void check_ends(Draws& draws, bool hostile, int repetitions) {
  int wrong = 0;
  int far = 0;
  int ends = 0;
  for (int i = 0; i < repetitions; ++i) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    Published report{loss, hostile ? draws.logarithmic(1e-10, 1e10) : draws.logarithmic(0.1, 100),
                     hostile ? draws.logarithmic(1e-10, 1e10) : draws.logarithmic(0.01, 1), 0, Eigen::VectorXd(d)};
    const double size = hostile ? draws.logarithmic(1e-20, 1e18) : draws.logarithmic(0.1, 3);
    for (double& value : report.theta) {
      value = size * draws.normal();
    }
    double step = 0;
    switch (draws.integer(0, 2)) {
      case 0:
        report.grid = hostile ? std::ldexp(1.0, draws.integer(-60, 10)) : grid_for(report.sigma).step;
        break;
      case 1:
        step = output_step(report.sigma, d);
        break;
      default:
        break;
    }
    for (double& value : report.theta) {
      const double of = std::max(report.grid, step);
      value = of > 0 ? std::nearbyint(value / of) * of : value;
    }
    if (may_be_clamped(report.theta.lpNorm<Eigen::Infinity>(), report.grid)) {
      continue;
    }
    const Eigen::VectorXd x = draws.in_ball(d, hostile ? draws.logarithmic(1e-200, 1) : 1);
    const double y = random_label(loss, draws);
    const double rho = draws.logarithmic(1e-9, 0.05);
    const double z = normal_upper_quantile(rho / 4);
    const OutputPerturbationBound bound =
        IsotropicPerturbation(d, report.sigma, report.grid, step).bound({loss, report.lambda}, report.theta, x, y, rho);
    for (const double side : {-1.0, 0.0, 1.0}) {
      const Ends exact = reference(report, x, y, z, step, side);
      wrong += !(Exact(bound.loss.lower) <= exact.lower) ? 1 : 0;
      wrong += !(Exact(bound.loss.upper) >= exact.upper) ? 1 : 0;
      ends += 2;
      far += !hostile && side == 0 && Exact(bound.loss.upper) > exact.upper * (1 + 1e-3) + 1e-9 ? 1 : 0;
    }
  }
  MESSAGE(ends, " ends");
  CHECK(wrong == 0);
  CHECK(far == 0);
  CHECK(ends > repetitions);
}

TEST_CASE("output perturbation: no end of an ordinary report on the wrong side, and none far off") {
  Draws draws(20261211);
  check_ends(draws, false, repetitions(4000));
}

TEST_CASE("output perturbation: no end of a hostile report on the wrong side") {
  Draws draws(20261212);
  check_ends(draws, true, repetitions(4000));
}

TEST_CASE("a theta next to where values are cut off is not read") {
  const double sigma = 1;
  const double step = grid_for(sigma).step;
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 0.5);
  const Eigen::VectorXd far = Eigen::VectorXd::Constant(1, 0x1.9p50 * step);
  CHECK_THROWS_AS((void)IsotropicPerturbation(1, sigma, step).bound({Loss{}, 1}, far, x, 1, 0.01), Error);
  CHECK((void(IsotropicPerturbation(1, sigma, 0).bound({Loss{}, 1}, far, x, 1, 0.01)), true));
}

}  // namespace
}  // namespace expost::output_rounding_tests
