// Exact losses by brute force: the logarithm of the ratio of the two densities of θ̂, each
// computed from scratch.
#include "expost/exact/exact_loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/objective.hpp"
#include "long_objective.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {

TEST_CASE("exact losses are log density ratios") {
  Draws draws(20260201);
  double worst = 0;
  for (int repetition = 0; repetition < repetitions(1500); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    const Eigen::Index n = draws.integer(1, 25);
    const double lambda = draws.logarithmic(0.01, 30);
    const double sigma = draws.logarithmic(0.1, 20);
    const Problem problem = random_problem(loss, n, d, draws);
    // Anywhere: the formulas hold at every θ̂, not only at likely ones.
    const Eigen::VectorXd theta = draws.in_ball(d, draws.logarithmic(0.01, 8));
    const Objective objective{loss, lambda};
    const ExactLosses exact(loss, sigma, theta, objective.gradient(problem.data(), theta),
                            objective.hessian(problem.data(), theta));
    const Long used = log_density(loss, lambda, sigma, persons(problem.data()), theta);

    const auto check = [&](const ExactLoss& got, Long expected, const Eigen::VectorXd& x, double y) {
      // Terms that cancel in L: those of the two densities, each known to 2^-53 of its size, and
      // −log(1 − a) as a nears 1.
      const double size = got.gradient_norm + std::fabs(got.gradient) + 1 / (1 - std::fmin(0.999, got.weighted_leverage));
      check_close("L", got.loss, static_cast<double>(expected), {0, 1e-13 * (1 + size)});
      worst = std::fmax(worst, std::fabs(got.loss - static_cast<double>(expected)) / (1 + std::fabs(got.loss)));
      const double t = x.dot(theta);
      CHECK(got.first_derivative == approximately(static_cast<double>(long_first_derivative(loss, t, y))).epsilon(1e-12));
      CHECK(got.second_derivative == approximately(static_cast<double>(long_second_derivative(loss, t, y))).epsilon(1e-12));
      CHECK(got.weighted_leverage == approximately(got.second_derivative * got.leverage).epsilon(1e-14));
      CHECK(got.leverage >= 0);
      CHECK(got.leverage <= x.squaredNorm() / lambda * (1 + 1e-13));  // H ⪰ λI
    };
    const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
    check(exact.member(problem.person(row), problem.y(row)),
          used - log_density(loss, lambda, sigma, persons(problem.data(), row), theta), problem.person(row), problem.y(row));
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = random_label(loss, draws);
    check(exact.non_member(x, y), used - log_density(loss, lambda, sigma, persons(problem.data(), -1, {{x, y}}), theta), x, y);
  }
  MESSAGE("largest error relative to 1 + |L|: ", worst);
}

TEST_CASE("removing and adding the same person are the same ratio, read from the two sides") {
  Draws draws(20260202);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 8);
    const Problem with = random_problem(loss, 10, d, draws);
    const Problem without{with.x.bottomRows(9), with.y.tail(9)};
    const Objective objective{loss, draws.logarithmic(0.1, 10)};
    const double sigma = draws.logarithmic(0.3, 10);
    const Eigen::VectorXd theta = draws.in_ball(d, draws.uniform(0, 4));
    const ExactLosses exact_with(loss, sigma, theta, objective.gradient(with.data(), theta),
                                 objective.hessian(with.data(), theta));
    const ExactLosses exact_without(loss, sigma, theta, objective.gradient(without.data(), theta),
                                    objective.hessian(without.data(), theta));
    const double in = exact_with.member(with.person(0), with.y(0)).loss;
    const double out = exact_without.non_member(with.person(0), with.y(0)).loss;
    check_close("in = −out", in, -out, {1e-11, 1e-12 * (1 + 1 / (sigma * sigma))});
  }
}

TEST_CASE("a person of length 0 loses nothing") {
  const Eigen::MatrixXd h = Eigen::MatrixXd::Identity(3, 3);
  const ExactLosses exact(Loss{LossKind::squared}, 1, Eigen::VectorXd::Zero(3), Eigen::VectorXd::Ones(3), h);
  CHECK(exact.member(Eigen::VectorXd::Zero(3), 0.5).loss == 0);
  CHECK(exact.non_member(Eigen::VectorXd::Zero(3), 0.5).loss == 0);
}

TEST_CASE("one row decides everything: a = A/(1 + A)") {
  for (const double lambda : {1e-8, 1e-3, 1.0, 1e4}) {
    const Rows x = Rows::Constant(1, 1, 1.0);
    const Eigen::VectorXd y = Eigen::VectorXd::Constant(1, 0.5);
    const Objective objective{Loss{LossKind::squared}, lambda};
    const Eigen::VectorXd theta = Eigen::VectorXd::Constant(1, 0.5);  // no gradient but λθ: L is the determinant and that
    const ExactLosses exact(objective.loss, 1, theta, objective.gradient({x, y}, theta), objective.hessian({x, y}, theta));
    // 1 − a has lost the digits that a has gained: 1e-16/(1 − a)
    check_close("log(1 + A)", exact.member(x.row(0).transpose(), 0.5).loss, std::log1p(1 / lambda), {1e-15, 4e-16 / lambda});
  }
}

TEST_CASE("matrices that are no Hessians are refused; a leverage that rounds to 1 is an infinite loss") {
  Eigen::MatrixXd h = Eigen::MatrixXd::Identity(2, 2);
  h(1, 1) = -1;
  CHECK_THROWS_AS(ExactLosses(Loss{}, 1, Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(2), h), Error);
  try {
    ExactLosses(Loss{}, 1, Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(2), h);
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::numerics);
    CHECK(error.code() == "not-positive-definite");
  }
  const ExactLosses exact(Loss{LossKind::squared}, 1, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1),
                          Eigen::MatrixXd::Ones(1, 1));
  CHECK(exact.member(Eigen::VectorXd::Ones(1), 0).loss == std::numeric_limits<double>::infinity());
}

}  // namespace expost
