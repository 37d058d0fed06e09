// Exact losses of softmax, and of generalised linear losses written as any smooth loss, by brute
// force: the logarithm of the ratio of the two densities of θ̂, each computed from scratch.
#include "expost/exact/exact_convex_loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "random_classes.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {

TEST_CASE("exact softmax losses are log density ratios") {
  Draws draws(20261101);
  for (int repetition = 0; repetition < repetitions(400); ++repetition) {
    const Softmax softmax{draws.integer(2, 5)};
    const Eigen::Index m = draws.integer(1, 3);
    const double lambda = draws.logarithmic(0.01, 30);
    const double sigma = draws.logarithmic(0.1, 20);
    auto persons = random_classified_persons(draws.integer(1, 12), softmax.classes, m, draws);
    const Eigen::VectorXd theta = draws.in_ball(softmax.classes * m, draws.logarithmic(0.01, 8));
    const ConvexObjective<Softmax> objective(softmax, lambda, theta.size(), persons);
    double rounding = 0;
    const ExactConvexLosses exact(sigma, objective.gradient(theta, rounding), objective.hessian(theta));
    const auto density = [&](const std::vector<ClassifiedPerson>& rows) {
      return gaussian_log_density(long_softmax_derivatives(lambda, rows, softmax.classes, theta), sigma);
    };
    const Long used = density(persons);
    const auto check = [&](const ExactConvexLoss& got, Long expected) {
      const double size = got.gradient_norm + std::fabs(got.gradient) + std::exp(std::fabs(got.determinant));
      check_close("L", got.loss, static_cast<double>(expected), {0, 2e-13 * (1 + size)});
    };
    const auto row = static_cast<std::size_t>(draws.integer(0, static_cast<int>(persons.size()) - 1));
    auto without = persons;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(row));
    check(exact.member(loss_point(softmax, theta, persons[row])), used - density(without));
    auto with = persons;
    with.push_back(random_classified(softmax.classes, m, draws));
    check(exact.non_member(loss_point(softmax, theta, with.back())), used - density(with));
  }
}

TEST_CASE("a generalised linear loss has the same exact loss either way") {
  Draws draws(20261102);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    const Problem problem = random_problem(loss, 9, d, draws);
    const Objective objective{loss, draws.logarithmic(0.1, 10)};
    const double sigma = draws.logarithmic(0.3, 10);
    const Eigen::VectorXd theta = draws.in_ball(d, draws.uniform(0, 4));
    const Eigen::VectorXd g = objective.gradient(problem.data(), theta);
    const Eigen::MatrixXd h = objective.hessian(problem.data(), theta);
    const ExactLosses linear(loss, sigma, theta, g, h);
    const ExactConvexLosses convex(sigma, g, h);
    const LossPoint point = loss_point(loss, theta, problem.person(0), problem.y(0));
    const ExactLoss in = linear.member(problem.person(0), problem.y(0));
    const ExactLoss out = linear.non_member(problem.person(0), problem.y(0));
    check_close("member", convex.member(point).loss, in.loss, {1e-12, 1e-12 * (1 + std::fabs(in.gradient))});
    check_close("non-member", convex.non_member(point).loss, out.loss, {1e-12, 1e-12 * (1 + std::fabs(out.gradient))});
    check_close("q²/2", convex.member(point).gradient_norm, in.gradient_norm, {1e-13});
    check_close("c", convex.member(point).gradient, in.gradient, {1e-12, 1e-13 * g.norm() / (sigma * sigma)});
  }
}

TEST_CASE("a factor of no columns costs its gradient only; matrices that are no Hessians are refused") {
  const Eigen::MatrixXd h = 2 * Eigen::MatrixXd::Identity(2, 2);
  const ExactConvexLosses exact(2, Eigen::Vector2d(1, 3), h);
  const LossPoint flat{Eigen::Vector2d(2, 0), Eigen::MatrixXd(2, 0)};
  CHECK(exact.member(flat).determinant == 0);
  CHECK(exact.member(flat).loss == 4.0 / 8 - 2.0 / 4);
  CHECK(exact.non_member(flat).loss == 4.0 / 8 + 2.0 / 4);
  const LossPoint whole{Eigen::Vector2d(0, 0), Eigen::MatrixXd(std::sqrt(2.0) * Eigen::MatrixXd::Identity(2, 2))};
  CHECK(exact.member(whole).loss == std::numeric_limits<double>::infinity());
  CHECK(exact.non_member(whole).loss == approximately(-2 * std::log(2.0)));
  try {
    ExactConvexLosses(1, Eigen::Vector2d(0, 0), -h);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::numerics);
    CHECK(error.code() == "not-positive-definite");
  }
}

}  // namespace expost
