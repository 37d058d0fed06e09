// Gaussian output perturbation: losses as density ratios, bounds by their events and by how often
// they fail, releases on their grid.
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

Eigen::MatrixXd random_metric(Eigen::Index d, Draws& draws) {
  const Eigen::MatrixXd q = draws.rotation(d);
  Eigen::VectorXd scale(d);
  for (double& value : scale) {
    value = draws.logarithmic(0.2, 5);
  }
  const Eigen::MatrixXd a = q * scale.asDiagonal() * q.transpose();
  return 0.5 * (a + a.transpose());
}

/// A data set, its solution, and one person inside and one outside with their neighbours'
/// solutions.
struct Fitted {
  Problem problem;
  Objective objective;
  Eigen::VectorXd theta;
  Eigen::Index row;
  Eigen::VectorXd x;
  double y;
  Eigen::VectorXd without;  ///< θ̂_{−z} − θ̂
  Eigen::VectorXd with;

  Fitted(const Loss& loss, Eigen::Index n, Eigen::Index d, double lambda, Draws& draws)
      : problem(random_problem(loss, n, d, draws)), objective{loss, lambda} {
    theta = minimise(objective, problem.data(), Eigen::VectorXd::Zero(d)).theta;
    const NeighbouringSolutions neighbours(objective, problem.data(), theta);
    row = draws.integer(0, static_cast<int>(n) - 1);
    x = draws.in_ball(d, 1);
    y = random_label(loss, draws);
    without = neighbours.without(row).displacement;
    with = neighbours.with(x, y).displacement;
  }
  [[nodiscard]] OutputPerturbationStudy study() const { return {objective.loss, objective.lambda}; }
};

}  // namespace

TEST_CASE("exact losses of output perturbation are log density ratios, and their law is that of a Gaussian mechanism") {
  Draws draws(20261141);
  for (int repetition = 0; repetition < repetitions(200); ++repetition) {
    const Eigen::Index d = draws.integer(1, 5);
    const Fitted fitted(random_loss(draws), draws.integer(1, 15), d, draws.logarithmic(0.1, 10), draws);
    const double gamma = draws.logarithmic(0.1, 100);
    const Eigen::MatrixXd metric = random_metric(d, draws);
    const OutputPerturbation mechanism(metric, gamma);
    const Eigen::VectorXd published = fitted.theta + draws.in_ball(d, draws.logarithmic(0.01, 4));
    for (const Eigen::VectorXd& displacement : {fitted.without, fitted.with}) {
      const Eigen::VectorXd from = published - fitted.theta;
      const Eigen::VectorXd from_neighbour = published - (fitted.theta + displacement);
      const double expected = 0.5 * gamma * (from_neighbour.dot(metric * from_neighbour) - from.dot(metric * from));
      check_close("L", mechanism.exact_loss(displacement, from), expected,
                  {1e-10, 1e-13 * gamma * (from.dot(metric * from) + 1)});
      check_close("m", mechanism.shift(displacement), std::sqrt(gamma * displacement.dot(metric * displacement)), {1e-12});
      CHECK(mechanism.shift(displacement) <= mechanism.largest_shift(fitted.study(), 1));
    }
  }
  // E(1 − e^{ε−L})₊ over the noise is δ_N(ε; m).
  const Fitted fitted(Loss{}, 6, 3, 0.5, draws);
  const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(3, 3), 6);
  const double m = mechanism.shift(fitted.without);
  const int n = repetitions(20000);
  double sum = 0;
  double square = 0;
  for (int i = 0; i < n; ++i) {
    const double loss = mechanism.exact_loss(fitted.without, draws.normal_vector(3, 1 / std::sqrt(6.0)));
    const double gain = loss > 0.2 ? -std::expm1(0.2 - loss) : 0;
    sum += gain;
    square += gain * gain;
  }
  const double error = std::sqrt((square / n - sum / n * (sum / n)) / n);
  CHECK(std::fabs(sum / n - gaussian_delta(0.2, m)) <= 4 * error);
}

TEST_CASE("releases are whole steps in the coordinates of the metric's root, with covariance (gamma A)^-1") {
  Draws draws(20261142);
  SeededSource source(20261142);
  const Eigen::MatrixXd metric = random_metric(3, draws);
  const Eigen::MatrixXd root = metric.llt().matrixU();
  const OutputPerturbation mechanism = OutputPerturbation::on_grid(metric, 0.7);
  const Grid grid = grid_for(0.7);
  CHECK(mechanism.grid() == grid.step);
  check_close("gamma", mechanism.gamma(), 1 / (grid.sigma() * grid.sigma()), {1e-15});
  CHECK(mechanism.gamma() <= 1 / (0.7 * 0.7));
  const Eigen::VectorXd theta = draws.normal_vector(3);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(3, 3);
  Eigen::VectorXd first = Eigen::VectorXd::Zero(3);
  const int n = repetitions(10000);
  for (int i = 0; i < n; ++i) {
    const Eigen::VectorXd z = root * (mechanism.release(theta, source) - theta) / 0.7;
    first += z / n;
    second += z * z.transpose() / n;
  }
  CHECK(first.norm() < 4.5 * std::sqrt(3.0 / n));
  CHECK((second - Eigen::MatrixXd::Identity(3, 3)).norm() < 4.5 * std::sqrt(12.0 / n));
  // With A = I what is published is on the grid itself, and depends on θ̂ through its rounding
  // alone.
  const OutputPerturbation plain = OutputPerturbation::on_grid(Eigen::MatrixXd::Identity(3, 3), 0.7);
  Eigen::VectorXd nudged = theta;
  for (double& value : nudged) {
    value = std::nearbyint(value / grid.step) * grid.step + 0.3 * grid.step;
  }
  for (int i = 0; i < 50; ++i) {
    SeededSource one(static_cast<std::uint64_t>(i));
    SeededSource same(static_cast<std::uint64_t>(i));
    const Eigen::VectorXd published = plain.release(theta, one);
    CHECK(published == plain.release(nudged, same));
    for (const double value : published) {
      CHECK(value / grid.step == std::nearbyint(value / grid.step));
    }
  }
  CHECK_THROWS_AS((void)OutputPerturbation(metric, 2).release(theta, source), Error);
  // Too large next to its noise: cut off, as nothing may be refused for what the data are.
  CHECK(plain.release(Eigen::VectorXd::Constant(3, 1e12), source).maxCoeff() < 1e12);
  CHECK_THROWS_AS((void)plain.release(Eigen::VectorXd::Zero(2), source), Error);
}

TEST_CASE("bounds are what their two events say") {
  Draws draws(20261143);
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 4);
    const OutputPerturbationStudy study{loss, draws.logarithmic(0.05, 50)};
    const double gamma = draws.logarithmic(0.1, 1000);
    const Eigen::MatrixXd metric = random_metric(d, draws);
    const OutputPerturbation mechanism(metric, gamma);
    const Eigen::VectorXd published = draws.in_ball(d, draws.logarithmic(0.1, 5));
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = random_label(loss, draws);
    const double rho = draws.logarithmic(1e-9, 0.5);
    const OutputPerturbationBound bound = mechanism.bound(study, published, x, y, rho);
    const double z = normal_upper_quantile(rho / 4);
    const double w = z * std::sqrt(x.dot(metric.llt().solve(x)) / gamma);
    double derivative = 0;
    for (int i = 0; i <= 200; ++i) {
      derivative = std::fmax(derivative, std::fabs(loss.first_derivative(x.dot(published) + w * (i - 100) / 100, y)));
    }
    check_close("f̄", bound.largest_derivative, derivative, {1e-9});
    CHECK(bound.largest_derivative <= loss.lipschitz());
    const double norm = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(metric).eigenvalues()(d - 1);
    const double m = std::sqrt(gamma * norm) * derivative * x.norm() / study.lambda;
    check_close("m̄", bound.shift, m, {1e-9});
    Interval found{0, 0};
    for (int i = 0; i <= 1000; ++i) {
      const double v = m * i / 1000;
      found = {std::fmin(found.lower, 0.5 * v * v - v * z), std::fmax(found.upper, 0.5 * v * v + v * z)};
    }
    CHECK(bound.loss.lower <= found.lower + 1e-9 * (1 + std::fabs(found.lower)));
    check_close("lower", bound.loss.lower, found.lower, {1e-3, 1e-12});
    check_close("upper", bound.loss.upper, found.upper, {1e-8});
    CHECK(bound.epsilon.lower == 0);
    CHECK(bound.epsilon.upper == std::fmax(-bound.loss.lower, bound.loss.upper));
    // Before the release: G and all of ρ.
    const OutputPerturbationBound prior = mechanism.prior_bound(study, x.norm(), rho);
    const double largest = mechanism.largest_shift(study, x.norm());
    if (loss.kind == LossKind::squared) {
      CHECK(prior.epsilon.upper == infinity);
    } else {
      check_close("largest shift", largest, std::sqrt(gamma * norm) * x.norm() * loss.lipschitz() / study.lambda, {1e-12});
      check_close("prior", prior.loss.upper, 0.5 * largest * largest + largest * normal_upper_quantile(rho / 2), {1e-12});
      check_close("prior", prior.loss.lower,
                  largest < normal_upper_quantile(rho / 2)
                      ? 0.5 * largest * largest - largest * normal_upper_quantile(rho / 2)
                      : -0.5 * normal_upper_quantile(rho / 2) * normal_upper_quantile(rho / 2),
                  {1e-12});
    }
  }
}

TEST_CASE(
    "coverage of the bounds of output perturbation at rho = 0.05: members and others, one record, rows, all; on the grid") {
  constexpr double rho = 0.05;
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    Draws draws(20261144 + static_cast<std::uint64_t>(kind));
    SeededSource source(static_cast<std::uint64_t>(kind));
    const Fitted fitted(Loss{kind, 0.5}, 4, 3, 0.8, draws);
    const NeighbouringSolutions neighbours(fitted.objective, fitted.problem.data(), fitted.theta);
    std::vector<Eigen::VectorXd> rows;
    for (Eigen::Index row = 0; row < 4; ++row) {
      rows.push_back(neighbours.without(row).displacement);
    }
    const OutputPerturbation mechanism = OutputPerturbation::on_grid(random_metric(3, draws), 0.6);
    const OutputPerturbationStudy study = fitted.study();
    const int n = repetitions(3000);
    int missed[6] = {};
    int beyond = 0;
    for (int i = 0; i < n; ++i) {
      const Eigen::VectorXd published = mechanism.release(fitted.theta, source);
      const Eigen::VectorXd noise = published - fitted.theta;
      const auto miss = [&](const Eigen::VectorXd& displacement, const OutputPerturbationBound& bound) {
        const double loss = mechanism.exact_loss(displacement, noise);
        CHECK(bound.failure_probability == rho);
        return loss < bound.loss.lower || loss > bound.loss.upper ? 1 : 0;
      };
      const Eigen::VectorXd member = fitted.problem.person(fitted.row);
      const double label = fitted.problem.y(fitted.row);
      missed[0] += miss(fitted.without, mechanism.bound(study, published, member, label, rho));
      missed[1] += miss(fitted.with, mechanism.bound(study, published, fitted.x, fitted.y, rho));
      missed[2] += miss(fitted.without, mechanism.prior_bound(study, member.norm(), rho));
      missed[3] += miss(fitted.with, mechanism.prior_bound(study, fitted.x.norm(), rho));
      int any = 0;
      for (Eigen::Index row = 0; row < 4; ++row) {
        any |=
            miss(rows[static_cast<std::size_t>(row)], mechanism.bound(study, published, fitted.problem.person(row),
                                                                      fitted.problem.y(row), rho, {Uniformity::Kind::rows, 4}));
      }
      missed[4] += any;
      // The direction of the noise itself, as somebody would who tries every record.
      const Eigen::VectorXd worst = noise.normalized();
      missed[5] += miss(neighbours.with(worst, 1).displacement,
                        mechanism.bound(study, published, worst, 1, rho, {Uniformity::Kind::all, 1}));
      const double m = mechanism.shift(fitted.without);
      beyond +=
          std::fabs(mechanism.exact_loss(fitted.without, noise) - 0.5 * m * m) > m * normal_upper_quantile(rho / 2) ? 1 : 0;
    }
    const double error = std::sqrt(rho * (1 - rho) / n);
    for (const int count : missed) {
      CHECK(count / static_cast<double>(n) <= rho + 3 * error);
    }
    CHECK(std::fabs(beyond / static_cast<double>(n) - rho) <= 3.5 * error);  // L = m²/2 − mN, exactly
    CHECK(missed[0] + missed[1] <= 2 * rho * n);
  }
}

TEST_CASE("the largest shift is attained by a narrow pseudo-Huber loss, whose derivative is G all the way") {
  const Rows x = Rows::Zero(1, 1);
  const Eigen::VectorXd y = Eigen::VectorXd::Zero(1);
  const Objective objective{Loss{LossKind::pseudo_huber, 0.01}, 0.5};
  const NeighbouringSolutions neighbours(objective, {x, y}, Eigen::VectorXd::Zero(1));
  const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(1, 1), 16);
  const double added = mechanism.shift(neighbours.with(Eigen::VectorXd::Ones(1), 1).displacement);
  const double largest = mechanism.largest_shift({objective.loss, objective.lambda}, 1);
  CHECK(largest == approximately(4 * 0.01 / 0.5).epsilon(1e-12));
  CHECK(added <= largest);
  CHECK(added >= 0.9999 * largest);
  // And so is the bound, for the noise that its event just allows.
  const double z = normal_upper_quantile(0.025);
  const double worst = mechanism.exact_loss(Eigen::VectorXd::Constant(1, added / 4), Eigen::VectorXd::Constant(1, -z / 4));
  CHECK(worst == approximately(mechanism.prior_bound({objective.loss, objective.lambda}, 1, 0.05).loss.upper).epsilon(1e-3));
}

TEST_CASE("differential privacy of output perturbation: sensitivity G/lambda through the exact profile") {
  for (const double lambda : {0.5, 20.0}) {
    for (const Eigen::Index d : {1, 30}) {
      for (const double epsilon : {0.1, 1.0, 8.0}) {
        const OutputPerturbationStudy study{Loss{LossKind::pseudo_huber, 0.7}, lambda};
        const double sigma = output_perturbation_sigma(study, d, 1, epsilon, 1e-6);
        const double real = gaussian_sigma(epsilon, 1e-6, 0.7 / lambda);
        CHECK(sigma >= real);
        CHECK(sigma <= real * (1 + 1e-4));
        const OutputPerturbation mechanism = OutputPerturbation::on_grid(Eigen::MatrixXd::Identity(d, d), sigma);
        CHECK(mechanism.delta(study, epsilon) <= 1e-6);
        CHECK(mechanism.epsilon(study, 1e-6) <= epsilon);
        CHECK(mechanism.epsilon(study, 1e-6) >= epsilon * 0.999);
        CHECK(mechanism.delta(study, epsilon) >= gaussian_delta(epsilon, 0.7 / lambda * std::sqrt(mechanism.gamma())));
        // Shorter people get more.
        CHECK(mechanism.epsilon(study, 1e-6, 0.5) < mechanism.epsilon(study, 1e-6));
        CHECK(mechanism.epsilon(study, 1e-6, 0) == 0);
        CHECK(mechanism.delta(study, epsilon, 0) == 0);
      }
    }
  }
  const OutputPerturbationStudy squared{Loss{LossKind::squared}, 1};
  const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(2, 2), 1);
  CHECK(mechanism.epsilon(squared, 1e-6) == infinity);
  CHECK(mechanism.delta(squared, 3) == 1);
  CHECK(output_perturbation_sigma(squared, 2, 1, 1, 1e-6) == infinity);
  // A metric's norm counts.
  const OutputPerturbation wide(4 * Eigen::MatrixXd::Identity(2, 2), 1);
  check_close("norm", wide.largest_shift({Loss{}, 1}, 1), 2, {1e-13});
}

TEST_CASE("limits: lambda, sigma and the number of rows") {
  Draws draws(20261145);
  const Eigen::VectorXd x = draws.in_ball(2, 1);
  double last = infinity;
  for (const double lambda : {1e-2, 1.0, 1e3, 1e9}) {
    const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(2, 2), 1);
    const OutputPerturbationBound bound = mechanism.bound({Loss{}, lambda}, Eigen::VectorXd::Ones(2), x, 1, 1e-6);
    CHECK(bound.epsilon.upper < last);
    CHECK(bound.epsilon.upper > 0);
    last = bound.epsilon.upper;
  }
  CHECK(last < 1e-7);
  last = infinity;
  for (const double gamma : {100.0, 1.0, 1e-4, 1e-12}) {
    const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(2, 2), gamma);
    const double upper = mechanism.prior_bound({Loss{}, 1}, 1, 1e-6).epsilon.upper;
    CHECK(upper < last);
    last = upper;
  }
  CHECK(last < 1e-5);
  const OutputPerturbation mechanism(Eigen::MatrixXd::Identity(2, 2), 1);
  for (const Loss& loss : {Loss{}, Loss{LossKind::squared}}) {
    CHECK(mechanism.bound({loss, 1}, Eigen::VectorXd::Ones(2), Eigen::VectorXd::Zero(2), 1, 0.1).epsilon.upper == 0);
    CHECK(mechanism.prior_bound({loss, 1}, 0, 0.1).epsilon.upper == 0);
  }
  CHECK(shift_epsilon_lemma4(0.1, 0.01).value() == approximately(0.1 * std::sqrt(2 * std::log(125.0))));
  CHECK_FALSE(shift_epsilon_lemma4(1, 0.01).has_value());
}

TEST_CASE("the same noise in every coordinate is the identity as the metric, on the grid and with real noise") {
  Draws draws(29);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Loss loss{repetition % 2 == 0 ? LossKind::logistic : LossKind::squared};
    const Eigen::Index d = draws.integer(1, 6);
    const Eigen::VectorXd published = draws.normal_vector(d, 2);
    const Eigen::VectorXd x = draws.in_ball(d, 1);
    const double y = random_label(loss, draws);
    const double sigma = draws.logarithmic(0.01, 10);
    const OutputPerturbationStudy study{loss, draws.logarithmic(0.1, 100)};
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(d, d);
    for (const bool on_grid : {true, false}) {
      const OutputPerturbation with_metric =
          on_grid ? OutputPerturbation::on_grid(identity, sigma) : OutputPerturbation(identity, 1 / (sigma * sigma));
      const Grid grid = grid_for(sigma);
      const IsotropicPerturbation without(d, on_grid ? grid.sigma() : sigma, on_grid ? grid.step : 0);
      for (const Uniformity& uniformity :
           {Uniformity{}, Uniformity{Uniformity::Kind::rows, 30}, Uniformity{Uniformity::Kind::all}}) {
        const OutputPerturbationBound expected = with_metric.bound(study, published, x, y, 0.01, uniformity);
        const OutputPerturbationBound got = without.bound(study, published, x, y, 0.01, uniformity);
        check_close("shift", got.shift, expected.shift, {1e-13});
        check_close("lower", got.loss.lower, expected.loss.lower, {1e-13});
        check_close("upper", got.loss.upper, expected.loss.upper, {1e-13});
        check_close("derivative", got.largest_derivative, expected.largest_derivative, {1e-13});
        CHECK(got.failure_probability == 0.01);
      }
    }
  }
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double sigma : {0.0, infinite, std::nan("")}) {
    CHECK_THROWS_AS(IsotropicPerturbation(2, sigma, 0), Error);
  }
  CHECK_THROWS_AS(IsotropicPerturbation(0, 1, 0), Error);
  CHECK_THROWS_AS(IsotropicPerturbation(2, 1, -1), Error);
  CHECK_THROWS_AS(IsotropicPerturbation(2, 1, 0, std::nan("")), Error);
  CHECK_THROWS_AS(
      (void)IsotropicPerturbation(2, 1, 0).bound({Loss{}, 1}, Eigen::VectorXd::Ones(2), Eigen::VectorXd::Ones(2), 1, 0.1),
      Error);
}

TEST_CASE("arguments that are none are refused") {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(2, 2);
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    CHECK_THROWS_AS(OutputPerturbation(identity, bad), Error);
    CHECK_THROWS_AS((void)OutputPerturbation::on_grid(identity, bad), Error);
    CHECK_THROWS_AS((void)OutputPerturbation(identity, 1).largest_shift({Loss{}, bad}, 1), Error);
    CHECK_THROWS_AS((void)OutputPerturbation(identity, 1).epsilon({Loss{}, 1}, bad), Error);
    CHECK_THROWS_AS((void)output_perturbation_sigma({Loss{}, bad}, 2, 1, 1, 0.1), Error);
  }
  CHECK_THROWS_AS(OutputPerturbation(-identity, 1), Error);
  CHECK_THROWS_AS(OutputPerturbation(Eigen::MatrixXd::Ones(2, 3), 1), Error);
  Eigen::MatrixXd skew = identity;
  skew(0, 1) = 0.1;
  CHECK_THROWS_AS(OutputPerturbation(skew, 1), Error);
  const OutputPerturbation mechanism(identity, 1);
  const Eigen::VectorXd theta = Eigen::VectorXd::Ones(2);
  CHECK_THROWS_AS((void)mechanism.bound({Loss{}, 1}, theta, Eigen::VectorXd::Ones(2), 1, 0.1), Error);
  CHECK_THROWS_AS((void)mechanism.bound({Loss{}, 1}, theta, Eigen::VectorXd::Ones(1), 1, 0.1), Error);
  CHECK_THROWS_AS((void)mechanism.bound({Loss{}, 1}, Eigen::VectorXd::Ones(3), Eigen::VectorXd::Zero(2), 1, 0.1), Error);
  CHECK_THROWS_AS((void)mechanism.bound({Loss{}, 1}, theta, Eigen::VectorXd::Zero(2), 1, 0), Error);
  CHECK_THROWS_AS((void)mechanism.delta({Loss{}, 1}, -1), Error);
  CHECK_THROWS_AS((void)shift_epsilon_lemma4(-1, 0.1), Error);
}

}  // namespace expost
