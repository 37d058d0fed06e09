// The objective against long double, its minimiser against its certificate and against closed
// forms.
#include "expost/training/objective.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "closeness.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "long_objective.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

std::string code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return "nothing was thrown";
}

}  // namespace

namespace {

void check_certificate([[maybe_unused]] const Objective& objective, [[maybe_unused]] const Problem& problem,
                       [[maybe_unused]] const Eigen::VectorXd& b, [[maybe_unused]] const Minimiser& result) {
#if LDBL_MANT_DIG == 64  // 64 bits resolve what double rounding leaves
  LongVector g = long_gradient(objective.loss, objective.lambda, persons(problem.data()), result.theta);
  for (std::size_t j = 0; j < g.size(); ++j) {
    g[j] += static_cast<Long>(b(static_cast<Eigen::Index>(j)));
  }
  CHECK_MESSAGE(static_cast<double>(long_norm(g)) <= result.residual, "true ", static_cast<double>(long_norm(g)), ", promised ",
                result.residual);
#endif
}

}  // namespace

TEST_CASE("value, gradient and Hessian are those of section 1") {
  Draws draws(20260210);
  for (int repetition = 0; repetition < repetitions(400); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 7);
    const Problem problem = random_problem(loss, draws.integer(0, 300), d, draws);  // blocks of 128 rows, and none at all
    const Objective objective{loss, draws.logarithmic(1e-3, 100)};
    const Eigen::VectorXd theta = draws.in_ball(d, draws.logarithmic(1e-3, 30));
    const auto rows = persons(problem.data());
    const Long value = long_value(loss, objective.lambda, rows, theta);
    const LongVector gradient = long_gradient(loss, objective.lambda, rows, theta);
    const LongMatrix hessian = long_hessian(loss, objective.lambda, rows, theta);

    // Sums of non-negative terms, each right to a few ulp.
    check_close("value", objective.value(problem.data(), theta), static_cast<double>(value), {2e-15, 1e-15});
    double error = 0;
    const Eigen::VectorXd got = objective.gradient(problem.data(), theta, &error);
    Long difference = 0;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      const Long delta = static_cast<Long>(got(static_cast<Eigen::Index>(j))) - gradient[j];
      difference += delta * delta;
    }
    // The bound that certificates are made of: true, and not absurd.
    CHECK(static_cast<double>(std::sqrt(difference)) <= error);
    const auto n = static_cast<double>(rows.size());
    CHECK(error <= 1e-15 *
                       (20 + 20 * n + 10 * static_cast<double>(d) * n * theta.norm() + 10 * objective.lambda * theta.norm()) *
                       (1 + theta.norm()));
    CHECK(objective.gradient(problem.data(), theta) == got);

    const Eigen::MatrixXd h = objective.hessian(problem.data(), theta);
    CHECK(h == h.transpose());
    for (Eigen::Index i = 0; i < d; ++i) {
      for (Eigen::Index j = 0; j < d; ++j) {
        const Long expected = hessian[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        CHECK(std::fabs(h(i, j) - static_cast<double>(expected)) <= 1e-15 * (objective.lambda + 3 * n));
      }
    }
  }
}

TEST_CASE("what is asked of an objective, and in which order, changes no bit of the answers") {
  Draws draws(20261130);
  for (int repetition = 0; repetition < repetitions(100); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 7);
    const Problem problem = random_problem(loss, draws.integer(1, 300), d, draws);
    const CodedData data = problem.data();
    const Objective objective{loss, draws.logarithmic(1e-3, 100)};
    const ObjectiveOfRows of_rows(objective, data);
    for (int question = 0; question < 12; ++question) {
      // Two places, now one and now the other.
      const Eigen::VectorXd theta = Eigen::VectorXd::Constant(d, draws.integer(0, 1) == 0 ? 0.25 : -0.5);
      const ObjectiveAt all = objective.at(data, theta);
      const ObjectiveAt some = objective.at(data, theta, Asked::derivatives);
      CHECK(std::isnan(some.value));
      CHECK(some.gradient == all.gradient);
      CHECK(some.error == all.error);
      CHECK(some.curvature == all.curvature);
      switch (draws.integer(0, 2)) {
        case 0:
          CHECK(of_rows.value(theta) == all.value);
          break;
        case 1: {
          double error = 0;
          CHECK(of_rows.gradient(theta, error) == all.gradient);
          CHECK(error == all.error);
          break;
        }
        default:
          CHECK(of_rows.hessian(theta) == objective.hessian(data, theta));
          break;
      }
    }
  }
}

TEST_CASE("derivatives are what differences of the value say") {
  Draws draws(20260211);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 4);
    const Problem problem = random_problem(loss, 12, d, draws);
    const Objective objective{loss, draws.logarithmic(0.1, 3)};
    const Eigen::VectorXd theta = draws.in_ball(d, 1);
    const Eigen::VectorXd direction = draws.in_ball(d, 1);
    const double h = 1e-4;  // truncation h²·f''' and rounding 1e-15/h, both below 1e-6
    const double slope =
        (objective.value(problem.data(), theta + h * direction) - objective.value(problem.data(), theta - h * direction)) /
        (2 * h);
    check_close("slope", objective.gradient(problem.data(), theta).dot(direction), slope, {1e-5, 1e-5});
    const Eigen::VectorXd curvature = (objective.gradient(problem.data(), theta + h * direction) -
                                       objective.gradient(problem.data(), theta - h * direction)) /
                                      (2 * h);
    CHECK((objective.hessian(problem.data(), theta) * direction - curvature).norm() <= 1e-5 * (1 + curvature.norm()));
  }
}

TEST_CASE("minimisers: small residuals with a certificate that is true") {
  Draws draws(20260212);
  int hard = 0;
  for (int repetition = 0; repetition < repetitions(500); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 10);
    const Problem problem = random_problem(loss, draws.integer(0, 120), d, draws);
    const Objective objective{loss, draws.logarithmic(1e-4, 100)};
    const Eigen::VectorXd b = draws.in_ball(d, draws.logarithmic(1e-3, 1e4));
    const Minimiser result = minimise(objective, problem.data(), b);
    CHECK(result.residual <= 1.1e-10 * std::max(1.0, b.norm()) + 1e-12 * (1 + result.theta.norm()));
    hard += result.iterations > 6 ? 1 : 0;
    check_certificate(objective, problem, b, result);
  }
  CHECK(hard > 0);  // the line search had something to do
}

TEST_CASE("the certificate of a large data set is true, and small") {
  Draws draws(20260216);
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    const Loss loss{kind, 0.5};
    const Problem problem = random_problem(loss, repetitions(20000), 24, draws);
    const Objective objective{loss, 2};
    const Eigen::VectorXd b = draws.normal_vector(24, 10);
    const Minimiser result = minimise(objective, problem.data(), b);
    check_certificate(objective, problem, b, result);
    // Rounding of 20,000 terms of about 1, each to a few 1e-16, with the margins' rounding (24
    // products): below 1e-9 with room.
    CHECK(result.residual <= 1e-9);
  }
}

TEST_CASE("Newton's steps never alternate between lowering J and lowering its gradient") {
  // Small λ, few rows and a strong pull: full steps overshoot into the flat parts of the loss. 129
  // of 20,000 such problems once cycled for ever between steps that lowered J and raised the
  // gradient and steps that did the reverse.
  Draws draws(20260222);
  int steps = 0;
  for (int repetition = 0; repetition < repetitions(6000); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    const Problem problem = random_problem(loss, draws.integer(1, 40), d, draws);
    const Objective objective{loss, draws.logarithmic(1e-3, 10)};
    const Eigen::VectorXd b = draws.normal_vector(d, draws.logarithmic(0.1, 10));
    steps += minimise(objective, problem.data(), b).iterations;
  }
  CHECK(steps < 12 * repetitions(6000));
}

TEST_CASE("ridge regression in closed form") {
  Draws draws(20260213);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Eigen::Index d = draws.integer(1, 12);
    const Loss loss{LossKind::squared};
    const Problem problem = random_problem(loss, 40, d, draws);
    const Objective objective{loss, draws.logarithmic(0.01, 10)};
    const Eigen::VectorXd b = draws.normal_vector(d, 3);
    const Eigen::MatrixXd h = problem.x.transpose() * problem.x + objective.lambda * Eigen::MatrixXd::Identity(d, d);
    const Eigen::VectorXd expected = h.llt().solve(problem.x.transpose() * problem.y - b);
    CHECK((minimise(objective, problem.data(), b).theta - expected).norm() <= 1e-11 * (1 + expected.norm()));
  }
}

TEST_CASE("nothing is returned where the residual is not reached") {
  const Loss loss{LossKind::squared};
  // Rows of length 1e9: rounding alone moves the gradient by 1e2.
  Draws draws(20260214);
  Problem problem = random_problem(loss, 20, 3, draws);
  problem.x *= 1e9;
  const Objective objective{loss, 1.0};
  const Eigen::VectorXd b = Eigen::VectorXd::Constant(3, 0.1);
  CHECK(code_of([&] { (void)minimise(objective, problem.data(), b); }) == "not-converged");
  try {
    (void)minimise(objective, problem.data(), b);
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::numerics);
  }
  // Numbers that are none.
  problem = random_problem(loss, 20, 3, draws);
  problem.y(7) = std::numeric_limits<double>::quiet_NaN();
  CHECK(code_of([&] { (void)minimise(objective, problem.data(), b); }) == "not-converged");
  problem.y(7) = 0;
  CHECK(code_of([&] { (void)minimise(objective, problem.data(), Eigen::VectorXd::Constant(3, std::nan(""))); }) ==
        "not-converged");
  for (const double lambda : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK(code_of([&] { (void)minimise({loss, lambda}, problem.data(), b); }) == "out-of-range");
  }
}

TEST_CASE("training a step at a time ends where training at once does") {
  Draws draws(20260215);
  for (int repetition = 0; repetition < 30; ++repetition) {
    const Loss loss = random_loss(draws);
    const Problem problem = random_problem(loss, draws.integer(1, 40), 3, draws);
    const Eigen::VectorXd b = draws.normal_vector(3);
    const Minimiser at_once = minimise({loss, 1.0}, problem.data(), b);
    const ObjectiveOfRows objective({loss, 1.0}, problem.data());
    Minimisation minimisation(objective, b);
    CHECK(minimisation.b() == b);
    double before = minimisation.residual();
    while (!minimisation.finished()) {
      CHECK(minimisation.steps() < at_once.iterations + 1);
      minimisation.step();
    }
    CHECK(minimisation.residual() <= before);
    CHECK(minimisation.residual() <= minimisation.tolerance());
    const Minimiser result = minimisation.result();
    CHECK(result.theta == at_once.theta);
    CHECK(result.residual == at_once.residual);
    CHECK(result.iterations == at_once.iterations);
    minimisation.step();  // nothing more
    CHECK(minimisation.result().theta == at_once.theta);
  }
}

namespace {

/// Counts how often the value and second derivatives are worked out.
class CountedObjective final : public SmoothObjective {
 public:
  explicit CountedObjective(const ObjectiveOfRows& objective) : objective_(objective) {}

  [[nodiscard]] Eigen::Index dimension() const override { return objective_.dimension(); }
  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override {
    ++values;
    return objective_.value(theta);
  }
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    return objective_.gradient(theta, error);
  }
  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    ++hessians;
    return objective_.hessian(theta);
  }

  mutable int hessians = 0;
  mutable int values = 0;

 private:
  const ObjectiveOfRows& objective_;
};

Minimiser minimised(const SmoothObjective& objective, const Eigen::VectorXd& b, const NearMinimiser& start) {
  Minimisation minimisation(objective, b, start);
  while (!minimisation.finished()) {
    minimisation.step();
  }
  return minimisation.result();
}

}  // namespace

TEST_CASE("second derivatives that lie are kept no longer than they help, and lead to the same minimiser") {
  Draws draws(20261129);
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.2}}) {
    const Problem problem = random_problem(loss, 300, 4, draws);
    const ObjectiveOfRows of_rows({loss, 0.5}, problem.data());
    const Eigen::VectorXd b = draws.in_ball(4, 1) * 5;
    const Minimiser expected = minimise(of_rows, b);
    const Eigen::VectorXd start = draws.in_ball(4, 3);
    const Eigen::MatrixXd there = of_rows.hessian(start);
    // Far too steep, far too flat, of other columns, and none at all.
    for (const Eigen::MatrixXd& hessian :
         {Eigen::MatrixXd(1e6 * there), Eigen::MatrixXd(1e-6 * there), Eigen::MatrixXd(there.reverse()),
          Eigen::MatrixXd(-there), Eigen::MatrixXd(infinity * there), Eigen::MatrixXd::Zero(4, 4).eval()}) {
      const Minimiser found = minimised(of_rows, b, {start, hessian});
      CHECK((found.theta - expected.theta).norm() <= (found.residual + expected.residual) / 0.5);
      CHECK(found.iterations <= 100);
    }
  }
}

TEST_CASE("second derivatives are kept where they shorten the gradient a thousandfold, and only there") {
  Draws draws(20261201);
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.2}}) {
    const Problem problem = random_problem(loss, 300, 4, draws);
    const ObjectiveOfRows of_rows({loss, 0.5}, problem.data());
    const CountedObjective counted(of_rows);
    const Eigen::VectorXd b = draws.in_ball(4, 1) * 5;
    const Eigen::VectorXd theta = minimise(of_rows, b).theta;
    const Eigen::VectorXd start = theta + Eigen::VectorXd::Constant(4, 1e-3);
    const Eigen::MatrixXd there = of_rows.hessian(theta);
    // Off by a ten-thousandth each step shortens the gradient by that: two or three steps, and no
    // other second derivatives. Off by a hundredth the next ones are worked out, and kept.
    CHECK(minimised(counted, b, {start, (1 + 1e-4) * there}).iterations >= 2);
    CHECK(counted.hessians == 0);
    static_cast<void>(minimised(counted, b, {start, (1 + 1e-2) * there}));
    CHECK(std::exchange(counted.hessians, 0) == 1);
    CHECK(counted.values == 0);
  }
}

TEST_CASE("a start from a sixteenth of the rows saves second derivatives, and leads to the same minimiser") {
  Draws draws(20261128);
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::squared}, Loss{LossKind::pseudo_huber, 0.2}}) {
    Problem problem = random_problem(loss, 20'011, 3, draws);
    // Labels go with the rows, and rows are in the order of a column.
    for (Eigen::Index i = 0; i < problem.x.rows(); ++i) {
      problem.x(i, 0) = std::fabs(problem.x(i, 0)) * (i < 9'000 ? -1 : 1);
      problem.y(i) = problem.x(i, 0) > 0 == (draws.integer(0, 9) > 0) ? 1 : -1;
    }
    const Eigen::VectorXd b = draws.in_ball(3, 1) * 20;
    const Objective objective{loss, 0.5};
    const ObjectiveOfRows of_rows(objective, problem.data());
    const CountedObjective counted(of_rows);
    const Minimiser from_zero = minimise(counted, b);
    const int from_zero_hessians = std::exchange(counted.hessians, 0);
    const int from_zero_values = std::exchange(counted.values, 0);
    const NearMinimiser start = near_minimiser(objective, problem.data(), b);
    CHECK((start.theta - from_zero.theta).norm() <= 0.1 * from_zero.theta.norm());
    const Eigen::MatrixXd there = of_rows.hessian(start.theta);
    CHECK((start.hessian - there).norm() <= 0.2 * there.norm());
    const Minimiser from_start = minimised(counted, b, start);
    CHECK((from_start.theta - from_zero.theta).norm() <= (from_start.residual + from_zero.residual) / objective.lambda);
    // A quadratic function has its minimiser in one step from anywhere.
    CHECK(counted.hessians <= (loss.kind == LossKind::squared ? 1 : 3));
    CHECK(from_zero_hessians >= (loss.kind == LossKind::squared ? 1 : 4));
    CHECK(counted.values == 0);
    CHECK(from_zero_values > from_zero.iterations);
    const NearMinimiser of_few = near_minimiser(objective, {problem.x.topRows(16'383), problem.y.head(16'383)}, b);
    CHECK(of_few.theta.isZero(0));
    CHECK(of_few.hessian.size() == 0);
    CHECK_THROWS_AS(Minimisation(of_rows, b, NearMinimiser{Eigen::VectorXd::Zero(2), {}}), Error);
  }
}

TEST_CASE("a model that is not trained to its end is not given out") {
  Draws draws(20260216);
  const Problem problem = random_problem(Loss{}, 20, 3, draws);
  const ObjectiveOfRows objective({Loss{}, 1.0}, problem.data());
  const Minimisation minimisation(objective, 5 * draws.normal_vector(3));
  CHECK(code_of([&] { (void)minimisation.result(); }) == "not-converged");
}

}  // namespace expost
