// Neighbouring solutions against training from scratch and closed forms; their certificates in
// long double.
#include "expost/neighbours/neighbouring_solution.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/numerics/error.hpp"
#include "long_objective.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// ‖∇J‖ of the neighbour in long double, relative to what the change of rows makes of it at θ̂.
double remaining_gradient(const Loss& loss, double lambda, const std::vector<LongRow>& rows, const Eigen::VectorXd& theta) {
  return static_cast<double>(long_norm(long_gradient(loss, lambda, rows, theta)));
}

}  // namespace

TEST_CASE("every loss, both conventions, with and without: the neighbour's gradient vanishes") {
  Draws draws(20261121);
  double worst = 0;
  for (int repetition = 0; repetition < repetitions(400); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    const Eigen::Index n = draws.integer(2, repetition % 10 == 0 ? 400 : 20);
    // From hardly any ridge, where one row of few decides all, to one that leaves nothing to
    // decide.
    const Objective objective{loss, draws.logarithmic(1e-3, 100)};
    const Problem problem = random_problem(loss, n, d, draws);
    const Eigen::VectorXd theta = solution(objective, problem.data());
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = random_label(loss, draws);
    const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
    for (const RidgeConvention convention : {RidgeConvention::sum, RidgeConvention::mean}) {
      const NeighbouringSolutions neighbours(objective, problem.data(), theta, convention);
      const auto check = [&](const NeighbouringSolution& got, double rows, const std::vector<LongRow>& neighbour,
                             const Eigen::VectorXd& person, double label) {
        const double lambda =
            convention == RidgeConvention::sum ? objective.lambda : objective.lambda / static_cast<double>(n) * rows;
        const double size = std::fabs(loss.first_derivative(person.dot(theta), label)) * person.norm() +
                            std::fabs(lambda - objective.lambda) * theta.norm();
        const double left = remaining_gradient(loss, lambda, neighbour, got.theta);
        // θ̂_{∓z} as a vector of doubles has a gradient of its own rounding.
        const double rounding = 1e-16 * (static_cast<double>(n) * (1 + theta.norm()) + lambda * got.theta.norm());
        CHECK_MESSAGE(left <= 2e-12 * size + 4 * rounding, left, " of ", size);
        CHECK(got.residual <= 2e-12 * size + 4 * rounding);
        worst = std::fmax(worst, left / (size + rounding));
        CHECK((theta + got.displacement - got.theta).norm() <= 1e-15 * (1 + theta.norm()));
        check_close("leverage", got.leverage, person.dot(neighbours.hessian().llt().solve(person)), {1e-9});
        CHECK(got.leverage == neighbours.leverage(person));
        check_close("f'", got.derivative, loss.first_derivative(person.dot(theta), label), {1e-12, 1e-15});
        check_close("f' there", got.neighbour_derivative, loss.first_derivative(person.dot(got.theta), label), {1e-12, 1e-15});
      };
      const auto count = static_cast<double>(n);
      check(neighbours.without(row), count - 1, persons(problem.data(), row), problem.person(row), problem.y(row));
      check(neighbours.with(x, y), count + 1, persons(problem.data(), -1, {{x, y}}), x, y);
    }
  }
  MESSAGE("largest remaining gradient: ", worst);
}

TEST_CASE("ridge: leverage and residual in closed form, also where one row has nearly all the leverage") {
  Draws draws(20261122);
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    const Eigen::Index d = draws.integer(1, 6);
    const Eigen::Index n = draws.integer(1, 12);
    const Objective objective{Loss{LossKind::squared}, draws.logarithmic(1e-5, 10)};
    const Problem problem = random_problem(objective.loss, n, d, draws);
    const Eigen::VectorXd theta = solution(objective, problem.data());
    const NeighbouringSolutions neighbours(objective, problem.data(), theta);
    const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
    const NeighbouringSolution without = neighbours.without(row);
    // H₋ from scratch
    Eigen::MatrixXd h = neighbours.hessian() - problem.person(row) * problem.person(row).transpose();
    const Eigen::VectorXd expected = h.ldlt().solve(problem.x.transpose() * problem.y - problem.y(row) * problem.person(row));
    CHECK((without.theta - expected).norm() <= 1e-10 * (1 + expected.norm()) / std::fmin(1, objective.lambda));
    // The closed form is a single step; where 1 − μ has lost digits, one or two more, or the
    // neighbour by itself.
    CHECK((without.steps >= 1 || without.leverage > 0.99));
    CHECK(without.steps <= (without.leverage < 0.9 ? 2 : 4));
    const double r = problem.y(row) - problem.person(row).dot(theta);
    const double mu = without.leverage;
    CHECK(mu < 1);
    CHECK(without.derivative == approximately(-r).epsilon(1e-12));
    check_close("leave-one-out residual", -without.neighbour_derivative, r / (1 - mu), {1e-9 / (1 - mu), 1e-10});
    const Eigen::VectorXd x = draws.in_ball(d);
    const NeighbouringSolution with = neighbours.with(x, 0.4);
    const Eigen::VectorXd step = neighbours.hessian().llt().solve(x) * ((0.4 - x.dot(theta)) / (1 + with.leverage));
    CHECK((with.displacement - step).norm() <= 1e-10 * step.norm() + 1e-12);
    // Back again.
    const Problem more{(Rows(n + 1, d) << problem.x, x.transpose()).finished(),
                       (Eigen::VectorXd(n + 1) << problem.y, 0.4).finished()};
    const NeighbouringSolutions from_there(objective, more.data(), with.theta);
    CHECK((from_there.without(n).displacement + with.displacement).norm() <= 1e-9 * (1e-3 + with.displacement.norm()));
  }
}

TEST_CASE("many rows: a handful of rank-one steps from the base solution, for every row") {
  Draws draws(20261126);
  for (const LossKind kind : {LossKind::logistic, LossKind::pseudo_huber}) {
    const Problem problem = random_problem(Loss{kind, 0.5}, 500, 4, draws);
    for (const double lambda : {0.1, 5.0}) {
      const Objective objective{Loss{kind, 0.5}, lambda};
      const NeighbouringSolutions neighbours(objective, problem.data(), solution(objective, problem.data()));
      for (Eigen::Index row = 0; row < 500; row += 25) {
        const int steps = neighbours.without(row).steps;
        CHECK(steps >= 1);
        CHECK(steps <= 8);
      }
    }
  }
}

TEST_CASE("a single row: the sum form goes to 0, the mean form has no minimum") {
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    for (const double lambda : {1e-3, 1.0, 1e3}) {
      const Rows x = Rows::Constant(1, 1, 1.0);
      const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
      const Objective objective{Loss{kind, 0.2}, lambda};
      const Eigen::VectorXd theta = solution(objective, {x, y});
      const NeighbouringSolutions sum(objective, {x, y}, theta);
      CHECK(sum.without(0).theta.norm() <= 1e-11 / lambda);
      CHECK((sum.without(0).displacement + theta).norm() <= 1e-11 / lambda);
      const NeighbouringSolutions mean(objective, {x, y}, theta, RidgeConvention::mean);
      CHECK_THROWS_AS((void)mean.without(0), Error);
      CHECK_THROWS_AS((void)mean.worst_case_displacement(0), Error);
      // Twice the same row with twice the ridge: the same minimum.
      CHECK(mean.with(x.row(0).transpose(), 1).displacement.norm() <= 1e-11 / lambda);
    }
  }
}

TEST_CASE("limits: a ridge that decides everything, a person of length 0") {
  Draws draws(20261123);
  const Problem problem = random_problem(Loss{}, 10, 3, draws);
  double last = 10;
  for (const double lambda : {1e-1, 10.0, 1e4, 1e9}) {
    const Objective objective{Loss{}, lambda};
    const NeighbouringSolutions neighbours(objective, problem.data(), solution(objective, problem.data()));
    const double moved = neighbours.without(3).displacement.norm();
    CHECK(moved < last);
    CHECK(moved <= problem.person(3).norm() / lambda);  // G‖x‖/λ
    CHECK(moved > 0.2 * problem.person(3).norm() / (lambda + 10));
    last = moved;
    const NeighbouringSolution nobody = neighbours.with(Eigen::VectorXd::Zero(3), 1);
    CHECK(nobody.displacement.norm() == 0);
    CHECK(nobody.theta == neighbours.theta());
  }
}

TEST_CASE("the worst-case point is the far end of a ball that holds the neighbour, of the mean form") {
  Draws draws(20261124);
  for (int repetition = 0; repetition < repetitions(200); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index n = draws.integer(2, 30);
    const Objective objective{loss, static_cast<double>(n) * draws.logarithmic(1e-3, 10)};
    const Problem problem = random_problem(loss, n, 3, draws);
    const Eigen::VectorXd theta = solution(objective, problem.data());
    const NeighbouringSolutions neighbours(objective, problem.data(), theta, RidgeConvention::mean);
    const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
    const Eigen::VectorXd far = neighbours.worst_case_displacement(row);
    const Eigen::VectorXd exact = neighbours.without(row).displacement;
    CHECK((exact - 0.5 * far).norm() <= 0.5 * far.norm() * (1 + 1e-9) + 1e-12);
    // (A + ∇ℓ/Λ)/(n − 1), spelt out.
    const double slope = loss.first_derivative(problem.person(row).dot(theta), problem.y(row));
    const Eigen::VectorXd spelt =
        (theta + slope * problem.person(row) * (static_cast<double>(n) / objective.lambda)) / static_cast<double>(n - 1);
    CHECK((far - spelt).norm() <= 1e-12 * (1 + spelt.norm()));
  }
  const Problem problem = random_problem(Loss{}, 4, 2, draws);
  const Objective objective{Loss{}, 1};
  const NeighbouringSolutions sum(objective, problem.data(), solution(objective, problem.data()));
  CHECK_THROWS_AS((void)sum.worst_case_displacement(0), Error);
}

TEST_CASE("what is not a solution, a row or a person is refused") {
  Draws draws(20261125);
  const Problem problem = random_problem(Loss{}, 5, 2, draws);
  const Objective objective{Loss{}, 1};
  const Eigen::VectorXd theta = solution(objective, problem.data());
  try {
    NeighbouringSolutions(objective, problem.data(), theta + Eigen::VectorXd::Constant(2, 0.01));
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code() == "not-a-minimum");
  }
  CHECK_THROWS_AS(NeighbouringSolutions(objective, problem.data(), Eigen::VectorXd::Zero(3)), Error);
  CHECK_THROWS_AS(NeighbouringSolutions({Loss{}, 0}, problem.data(), theta), Error);
  const NeighbouringSolutions neighbours(objective, problem.data(), theta);
  CHECK(neighbours.rows() == 5);
  CHECK_THROWS_AS((void)neighbours.without(5), Error);
  CHECK_THROWS_AS((void)neighbours.without(-1), Error);
  CHECK_THROWS_AS((void)neighbours.with(Eigen::VectorXd::Zero(3), 1), Error);
}

}  // namespace expost
