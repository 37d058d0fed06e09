// AdaOPS as it is published: on grids, from exact numbers, whatever the data are.
#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "expost/mechanisms/ada_ops.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost::exact_ada_ops_tests {
namespace {

Problem rows_of(Eigen::Index n, Eigen::Index d, Draws& draws) {
  Problem problem = random_problem(Loss{LossKind::squared}, n, d, draws);
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.y(i) = std::clamp(0.5 * problem.x(i, 0) + 0.2 * draws.normal(), -1.0, 1.0);
  }
  return problem;
}

NormalEquations equations(const Problem& problem) {
  return {problem.x.transpose() * problem.x, problem.x.transpose() * problem.y};
}

bool is_multiple(double value, double step) {
  return value == std::nearbyint(value / step) * step;
}

TEST_CASE("what is published is on grids that are known without the data, and made of what was published before") {
  Draws draws(20261201);
  int cut = 0;
  for (int i = 0; i < repetitions(200); ++i) {
    const Eigen::Index d = draws.integer(1, 4);
    const Problem problem = rows_of(draws.integer(0, 3) == 0 ? draws.integer(0, 3) : draws.integer(20, 400), d, draws);
    const AdaOpsBudget budget{draws.logarithmic(0.1, 20), draws.logarithmic(1e-12, 1e-2)};
    SeededSource source(static_cast<std::uint64_t>(i));
    const AdaOpsRelease release = ada_ops_exactly(problem.data(), budget, source);
    CHECK(release.theta.allFinite());
    CHECK(release.rounding.step > 0);
    CHECK(std::all_of(release.theta.begin(), release.theta.end(),
                      [&](double value) { return on_output_grid(release.rounding.step, value); }));
    CHECK(is_multiple(release.smallest_eigenvalue, ada_ops_eigenvalue_grid(budget).step));
    const double ridge = release.lambda + release.smallest_eigenvalue;
    CHECK(is_multiple(release.log_residual, ada_ops_residual_grid(budget, ridge).step));
    const AdaOpsChoice choice = ada_ops_choice(budget, d, release.smallest_eigenvalue, release.log_residual);
    CHECK(choice.lambda == release.lambda);
    CHECK(choice.gamma == release.gamma);
    CHECK(release.lambda >= 0x1p-30);
    CHECK(release.lambda >= ada_ops_lambda(budget, d, release.smallest_eigenvalue));
    CHECK(release.rounding.step == sample_step(release.gamma, release.lambda, default_rows_at_most, d));
    cut += release.smallest_eigenvalue == 0 ? 1 : 0;
  }
  CHECK(cut > 0);
}

TEST_CASE("neither the order of rows nor a change of θ̂'s last digits is seen") {
  Draws draws(20261202);
  for (int i = 0; i < repetitions(60); ++i) {
    const Problem problem = rows_of(draws.integer(2, 60), 3, draws);
    Problem reversed = problem;
    reversed.x = problem.x.colwise().reverse().eval();
    reversed.y = problem.y.reverse().eval();
    SeededSource source(static_cast<std::uint64_t>(i));
    SeededSource same(static_cast<std::uint64_t>(i));
    const AdaOpsBudget budget{draws.logarithmic(0.5, 8), 1e-6};
    const AdaOpsRelease here = ada_ops_exactly(problem.data(), budget, source);
    const AdaOpsRelease there = ada_ops_exactly(reversed.data(), budget, same);
    CHECK(here.theta == there.theta);
    CHECK(here.lambda == there.lambda);
    CHECK(here.gamma == there.gamma);
    CHECK(here.smallest_eigenvalue == there.smallest_eigenvalue);
    CHECK(here.log_residual == there.log_residual);
  }
}

TEST_CASE("the three steps have the laws that are stated") {
  Draws draws(20261203);
  const Problem problem = rows_of(400, 2, draws);
  const NormalEquations data = equations(problem);
  const AdaOpsBudget budget{3, 1e-5};
  const double logs = std::log(6 / budget.delta);
  const double share = budget.epsilon / 4;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(data.xtx, Eigen::EigenvaluesOnly);
  SeededSource source(20261203);
  const int n = repetitions(4000);
  double eigenvalue[2] = {};
  double residual[2] = {};
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  Eigen::Matrix2d square = Eigen::Matrix2d::Zero();
  for (int i = 0; i < n; ++i) {
    const AdaOpsRelease release = ada_ops_exactly(problem.data(), budget, source);
    REQUIRE(release.smallest_eigenvalue > 0);
    const double first = (release.smallest_eigenvalue - eigen.eigenvalues()(0) + logs / share) / (std::sqrt(logs) / share);
    const Eigen::MatrixXd h = data.xtx + release.lambda * Eigen::MatrixXd::Identity(2, 2);
    const Eigen::LLT<Eigen::MatrixXd> factor(h);
    const Eigen::VectorXd theta_hat = factor.solve(data.xty);
    const double s = std::log1p(1 / (release.lambda + release.smallest_eigenvalue)) / share;
    const double second = (release.log_residual - std::log(1 + theta_hat.norm()) - s * logs) / (s * std::sqrt(logs));
    const Eigen::VectorXd offset = release.theta - theta_hat;
    const Eigen::VectorXd third = std::sqrt(release.gamma) * Eigen::VectorXd(factor.matrixU() * offset);
    eigenvalue[0] += first / n;
    eigenvalue[1] += first * first / n;
    residual[0] += second / n;
    residual[1] += second * second / n;
    mean += third / n;
    square += third * third.transpose() / n;
  }
  // Means and squares of n standard normal variables: four standard deviations.
  const double four = 4 / std::sqrt(static_cast<double>(n));
  CHECK(std::fabs(eigenvalue[0]) <= four);
  CHECK(std::fabs(eigenvalue[1] - 1) <= std::sqrt(2.0) * four);
  CHECK(std::fabs(residual[0]) <= four);
  CHECK(std::fabs(residual[1] - 1) <= std::sqrt(2.0) * four);
  CHECK(mean.cwiseAbs().maxCoeff() <= four);
  CHECK((square - Eigen::Matrix2d::Identity()).cwiseAbs().maxCoeff() <= std::sqrt(2.0) * four);
}

TEST_CASE("coverage of the bounds, grids included") {
  constexpr double rho = 0.05;
  Draws draws(20261204);
  SeededSource source(20261204);
  for (const Eigen::Index rows : {30, 300}) {
    const Problem problem = rows_of(rows, 2, draws);
    const NormalEquations data = equations(problem);
    const AdaOpsBudget budget{4, 1e-3};
    const Eigen::VectorXd x = draws.in_ball(2, 1);
    const int n = repetitions(1500);
    int missed = 0;
    for (int i = 0; i < n; ++i) {
      const AdaOpsRelease release = ada_ops_exactly(problem.data(), budget, source);
      const AdaOpsBound in = ada_ops_bound(budget, release, problem.person(1), problem.y(1), Membership::in, rho);
      const double loss = ada_ops_loss(data, budget, release, problem.person(1), problem.y(1), Membership::in);
      const AdaOpsBound out = ada_ops_bound(budget, release, x, 0.9, Membership::out, rho);
      const double other = ada_ops_loss(data, budget, release, x, 0.9, Membership::out);
      missed += loss < in.in.lower || loss > in.in.upper || other < out.out.lower || other > out.out.upper ? 1 : 0;
    }
    CHECK(missed <= n * 2 * rho + 4 * std::sqrt(2 * rho * n));
  }
}

TEST_CASE("a rounded release widens a bound by what its grids and its cell allow, and no more") {
  Draws draws(20261205);
  for (int i = 0; i < repetitions(200); ++i) {
    const Problem problem = rows_of(draws.integer(20, 300), 2, draws);
    const AdaOpsBudget budget{draws.logarithmic(0.5, 8), 1e-6};
    SeededSource source(static_cast<std::uint64_t>(i));
    const AdaOpsRelease release = ada_ops_exactly(problem.data(), budget, source);
    AdaOpsRelease unrounded = release;
    unrounded.rounding = {};
    const auto [wide, narrow] = std::pair{ada_ops_bound(budget, release, problem.person(0), 0.3, Membership::unknown, 1e-6),
                                          ada_ops_bound(budget, unrounded, problem.person(0), 0.3, Membership::unknown, 1e-6)};
    const double slack = grid_slack * ada_ops_eigenvalue_grid(budget).step;
    CHECK(wide.data_eigenvalue <= std::fmax(0, narrow.data_eigenvalue - slack));
    // The first two steps by themselves: each shift longer by two steps of its grid, each loss by
    // the shift times γ/σ.
    const double logs = std::log(6 / budget.delta);
    const double share = budget.epsilon / 4;
    const double z = normal_upper_quantile(0.05e-6);
    const double h = release.lambda + release.smallest_eigenvalue;
    const double s = std::log1p(1 / h) / share;
    const double second_slack = grid_slack * ada_ops_residual_grid(budget, h).step / (s * std::sqrt(logs));
    const double first_slack = slack * share / std::sqrt(logs);
    const auto least = [&](double w, double more) {
      return (w + more) * (w + more) / 2 + (w + more) * z + w * largest_grid_ratio;
    };
    if (release.smallest_eigenvalue > 0) {
      const double squared = problem.person(0).squaredNorm();
      const double w1 = squared * share / std::sqrt(logs);
      const double w2 = std::log1p(std::sqrt(squared) / (release.lambda + wide.data_eigenvalue)) / (s * std::sqrt(logs));
      CHECK(wide.out.upper - wide.sample.out.upper >= (least(w1, first_slack) + least(w2, second_slack)) * (1 - 1e-13));
    }
    for (const auto& [outer, inner] : {std::pair{wide.in, narrow.in}, std::pair{wide.out, narrow.out}}) {
      CHECK(outer.lower <= inner.lower);
      CHECK(outer.upper >= inner.upper);
      if (outer.upper < infinity) {
        CHECK(outer.upper < inner.upper + 1e-4 * (1 + std::fabs(inner.upper)));
        CHECK(outer.lower > inner.lower - 1e-4 * (1 + std::fabs(inner.lower)));
      }
    }
  }
}

TEST_CASE("no data are refused: none, one row, the same row again, labels alone") {
  const AdaOpsBudget budget{1, 1e-6};
  for (const Eigen::Index n : {0, 1, 5000}) {
    Problem problem{Rows::Constant(n, 3, 0.5), Eigen::VectorXd::Constant(n, n == 1 ? -1 : 1)};
    SeededSource source(3);
    CHECK(ada_ops_exactly(problem.data(), budget, source).theta.allFinite());
    problem.x.setZero();
    CHECK(ada_ops_exactly(problem.data(), budget, source).theta.allFinite());
  }
  // θ̂ of length 5·10⁸ at a ridge of 2^-30, and a budget that asks for no more: γ is next to
  // nothing, and θ may be 0.
  const double x = 1e-9;
  Problem far{Rows::Constant(2'000'000, 1, x), Eigen::VectorXd::Ones(2'000'000)};
  SeededSource source(4);
  const AdaOpsRelease release = ada_ops_exactly(far.data(), {1e5, 1e-3}, source);
  CHECK(release.theta.allFinite());
  CHECK(ada_ops_choice({1, 1e-6}, 2, 0, 40).gamma < 0x1p-40);
  CHECK(ada_ops_choice({20, 1e-2}, 1, 1e9, -20).gamma == 0x1p40);
}

TEST_CASE("where gamma is next to 0, theta tells nothing and its loss is none") {
  AdaOpsRelease release{};
  release.theta = Eigen::VectorXd::Zero(1);
  release.lambda = 50;
  release.smallest_eigenvalue = 0;
  release.log_residual = 40;
  const AdaOpsBudget budget{1, 1e-6};
  release.gamma = ada_ops_choice(budget, 1, 0, 40).gamma;
  const NormalEquations data{30 * Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Ones(1)};
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(1);
  const double drawn = ada_ops_loss(data, budget, release, x, 1, Membership::in);
  release.rounding = {1, default_rows_at_most};
  const double constant = ada_ops_loss(data, budget, release, x, 1, Membership::in);
  // A sample with γ = 0 has −½log(1 − μ), μ = 1/80.
  CHECK(drawn - constant == doctest::Approx(-0.5 * std::log1p(-1.0 / 80)).epsilon(1e-9));
}

TEST_CASE("budgets with which no sample can be drawn exactly are refused before there are data") {
  for (const double epsilon : {0.0, 1e-12, std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(require_exact_budget({epsilon, 1e-6}, 2), Error);
  }
  CHECK_THROWS_AS(require_exact_budget({1, 1e-6, 1e-20}, 2), Error);
  require_exact_budget({1e-6, 1e-6}, 2);
}

}  // namespace
}  // namespace expost::exact_ada_ops_tests
