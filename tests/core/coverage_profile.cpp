// Profiles: losses as density ratios, typical losses by Monte Carlo, coverage by samples, the
// range of ε that matters.
#include "expost/profile/coverage_profile.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

struct Example {
  Problem problem;
  Objective objective;
  NeighbourPoints points;
};

Example example(const Loss& loss, Eigen::Index n, Eigen::Index d, double mean_lambda, Draws& draws) {
  Problem problem = random_problem(loss, n, d, draws);
  const Objective objective{loss, mean_lambda * static_cast<double>(n)};
  const Eigen::VectorXd base = minimise(objective, problem.data(), Eigen::VectorXd::Zero(d)).theta;
  NeighbourPoints points = neighbour_points(objective, problem.data(), base, NeighbourMethod::exact);
  return {std::move(problem), objective, std::move(points)};
}

}  // namespace

TEST_CASE("neighbours are trained on the mean over n − 1 rows with the same Lambda") {
  Draws draws(20261151);
  for (int repetition = 0; repetition < repetitions(60); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index n = draws.integer(2, 12);
    const double mean_lambda = draws.logarithmic(0.01, 3);
    const Example e = example(loss, n, draws.integer(1, 4), mean_lambda, draws);
    CHECK(profile_rate(e.objective.lambda, 0.8) == approximately(static_cast<double>(n) * mean_lambda * 0.4).epsilon(1e-15));
    for (Eigen::Index row = 0; row < n; ++row) {
      Rows x(n - 1, e.problem.x.cols());
      Eigen::VectorXd y(n - 1);
      for (Eigen::Index i = 0, j = 0; i < n; ++i) {
        if (i != row) {
          x.row(j) = e.problem.x.row(i);
          y(j++) = e.problem.y(i);
        }
      }
      const Objective neighbour{loss, mean_lambda * static_cast<double>(n - 1)};
      const Eigen::VectorXd trained = minimise(neighbour, {x, y}, Eigen::VectorXd::Zero(x.cols())).theta;
      CHECK((e.points.base + e.points.displacements.row(row).transpose() - trained).norm() <= 1e-8 * (1 + trained.norm()));
    }
    const NeighbourPoints worst = neighbour_points(e.objective, e.problem.data(), e.points.base, NeighbourMethod::worst_case);
    for (Eigen::Index row = 0; row < n; ++row) {
      CHECK(e.points.displacements.row(row).norm() <= worst.displacements.row(row).norm() * (1 + 1e-9) + 1e-12);
    }
  }
}

TEST_CASE("losses are log ratios of the densities, with their digits where neighbours are close") {
  Draws draws(20261152);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Eigen::Index d = draws.integer(1, 5);
    const double size = draws.logarithmic(1e-12, 10);
    NeighbourPoints points{draws.normal_vector(d), Rows(6, d)};
    for (Eigen::Index i = 0; i < 6; ++i) {
      points.displacements.row(i) = size * draws.normal_vector(d).transpose();
    }
    const double rate = draws.logarithmic(0.1, 1e4);
    const Eigen::VectorXd model = repetition % 5 == 0 ? points.base : points.base + draws.normal_vector(d);
    const Eigen::VectorXd losses = coverage_losses(points, rate, model);
    for (Eigen::Index i = 0; i < 6; ++i) {
      // In long double, by the plain difference.
      long double far = 0;
      long double near = 0;
      for (Eigen::Index j = 0; j < d; ++j) {
        const long double offset = static_cast<long double>(points.base(j)) - static_cast<long double>(model(j));
        near += offset * offset;
        far += (offset + points.displacements(i, j)) * (offset + points.displacements(i, j));
      }
      const long double expected = rate * (std::sqrt(far) - std::sqrt(near));
      const double rounding = rate * size * 1e-14 + (sizeof(long double) > 8 ? 1e-18 : 1e-15) * rate;
      check_close("l", losses(i), static_cast<double>(expected), {1e-9, rounding});
    }
    const Eigen::VectorXd profile = privacy_profile(losses);
    const std::vector<Eigen::Index> ranking = loss_ranking(losses);
    for (Eigen::Index i = 0; i < 6; ++i) {
      CHECK(profile(i) == std::fabs(losses(ranking[static_cast<std::size_t>(i)])));
      CHECK((i == 0 || profile(i - 1) <= profile(i)));
    }
  }
  // M = A(x) = A(y): no loss, not NaN. Ties keep the order of the rows.
  const NeighbourPoints still{Eigen::VectorXd::Ones(2), Rows::Zero(3, 2)};
  CHECK(coverage_losses(still, 1, still.base) == Eigen::VectorXd::Zero(3));
  CHECK(loss_ranking(Eigen::VectorXd::Zero(3)) == std::vector<Eigen::Index>{0, 1, 2});
  CHECK(loss_ranking((Eigen::VectorXd(3) << -2, 1, 2).finished()) == std::vector<Eigen::Index>{1, 0, 2});
}

TEST_CASE("models: gamma length, uniform direction") {
  SeededSource source(20261153);
  const Eigen::VectorXd base = (Eigen::VectorXd(3) << 1, -2, 0.5).finished();
  const int n = repetitions(20000);
  double length = 0;
  double square = 0;
  Eigen::VectorXd direction = Eigen::VectorXd::Zero(3);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(3, 3);
  for (int i = 0; i < n; ++i) {
    const Eigen::VectorXd b = sample_model(base, 4, source) - base;
    length += b.norm() / n;
    square += b.squaredNorm() / n;
    direction += b.normalized() / n;
    second += b.normalized() * b.normalized().transpose() / n;
  }
  // Gamma(3, rate 4): mean 3/4, E r² = 12/16.
  CHECK(std::fabs(length - 0.75) <= 4 * std::sqrt(3.0 / 16 / n));
  CHECK(std::fabs(square - 0.75) <= 4 * std::sqrt((360.0 - 144) / 256 / n));
  CHECK(direction.norm() <= 4 / std::sqrt(n));
  CHECK((second - Eigen::MatrixXd::Identity(3, 3) / 3).norm() <= 4 / std::sqrt(n));
}

TEST_CASE("typical losses are means over models, typical profiles come with their standard errors") {
  Draws draws(20261154);
  int compared = 0;
  SeededSource source(5);
  for (const Eigen::Index d : {1, 3}) {
    const Example e = example(Loss{}, 8, d, 0.2, draws);
    const DisplacementTable table(static_cast<int>(d));
    for (const double epsilon : {0.5, 50.0}) {
      const double rate = profile_rate(e.objective.lambda, epsilon);
      const Eigen::VectorXd typical = typical_losses(e.points, rate, table);
      const int n = 4000;  // everywhere: with few models the rare losses of a row are not seen
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(8);
      Eigen::VectorXd square = Eigen::VectorXd::Zero(8);
      for (int i = 0; i < n; ++i) {
        const Eigen::ArrayXd losses = coverage_losses(e.points, rate, sample_model(e.points.base, rate, source)).array().abs();
        sum += (losses / n).matrix();
        square += (losses * losses / n).matrix();
      }
      for (Eigen::Index row = 0; row < 8; ++row) {
        const double error = std::sqrt((square(row) - sum(row) * sum(row)) / n);
        // Where nearly every model gives a row the same loss, few models show nothing of the
        // others, nor of their spread.
        if (error > 1e-4 * sum(row)) {
          CHECK(std::fabs(typical(row) - sum(row)) <= 4 * error);
          ++compared;
        }
      }
      const TypicalProfile profile = typical_profile(e.points, rate, n, source);
      // The spread of one entry over fresh models, by hand.
      double largest = 0;
      double largest_square = 0;
      for (int i = 0; i < n; ++i) {
        const double top = coverage_losses(e.points, rate, sample_model(e.points.base, rate, source)).cwiseAbs().maxCoeff();
        largest += top / n;
        largest_square += top * top / n;
      }
      CHECK(profile.standard_error(7) == approximately(std::sqrt((largest_square - largest * largest) / n)).epsilon(0.2));
      CHECK(std::fabs(profile.mean(7) - largest) <= 6 * profile.standard_error(7));
      for (Eigen::Index i = 1; i < 8; ++i) {
        CHECK(profile.mean(i) >= profile.mean(i - 1));
        CHECK(profile.standard_error(i) > 0);
      }
      // Sorting keeps the sum: its mean is known exactly.
      CHECK(std::fabs(profile.mean.sum() - typical.sum()) <= 5 * profile.standard_error.sum());
      // Half as many samples: an error √2 larger, about.
      const TypicalProfile fewer = typical_profile(e.points, rate, n / 2, source);
      CHECK(fewer.standard_error(7) == approximately(std::sqrt(2.0) * profile.standard_error(7)).epsilon(0.25));
      CHECK(std::fabs(fewer.mean(4) - profile.mean(4)) <= 5 * (fewer.standard_error(4) + profile.standard_error(4)));
    }
  }
  CHECK(compared >= 16);  // of 32 rows
}

TEST_CASE("the range of epsilon: on the lower plateau below it, exposed above it") {
  Draws draws(20261155);
  const Example e = example(Loss{LossKind::squared}, 10, 4, 0.1, draws);
  const auto range = epsilon_range(e.points, e.objective.lambda);
  REQUIRE(range.has_value());
  CHECK(range->low < range->high);
  const DisplacementTable table(4);
  const double kappa = displacement_floor(4);
  const Eigen::VectorXd norms = e.points.displacements.rowwise().norm();
  const auto shares = [&](double epsilon) -> Eigen::VectorXd {
    const double rate = profile_rate(e.objective.lambda, epsilon);
    return typical_losses(e.points, rate, table).array() / (rate * norms.array());
  };
  CHECK(shares(range->low).maxCoeff() == approximately(kappa + 0.05 * (1 - kappa)).epsilon(1e-9));
  CHECK(shares(range->high).minCoeff() == approximately(1 - 0.05 * (1 - kappa)).epsilon(1e-9));
  CHECK(shares(0.5 * range->low).maxCoeff() < kappa + 0.05 * (1 - kappa));
  CHECK(shares(2 * range->high).minCoeff() > 1 - 0.05 * (1 - kappa));
  // A wider fraction, a narrower range.
  CHECK(epsilon_range(e.points, e.objective.lambda, 0.2)->low > range->low);
  CHECK(epsilon_range(e.points, e.objective.lambda, 0.2)->high < range->high);
  NeighbourPoints still = e.points;
  still.displacements.row(3).setZero();
  CHECK(epsilon_range(still, e.objective.lambda)->high == infinity);
  CHECK(epsilon_range(still, e.objective.lambda)->low < infinity);
  still.displacements.setZero();
  CHECK(epsilon_range(still, e.objective.lambda)->low == infinity);
  CHECK_FALSE(epsilon_range({Eigen::VectorXd::Zero(1), Rows::Ones(2, 1)}, 1).has_value());
}

TEST_CASE("coverage by samples approaches the ratio of densities as the radius shrinks") {
  SeededSource source(20261156);
  const NeighbourPoints points{Eigen::VectorXd::Zero(2), Rows((Rows(1, 2) << 0.5, 0).finished())};
  const Eigen::VectorXd model = (Eigen::VectorXd(2) << -0.3, 0.2).finished();
  const double rate = 3;
  const int n = repetitions(200000);
  Rows base(n, 2);
  Rows neighbour(n, 2);
  for (int i = 0; i < n; ++i) {
    base.row(i) = sample_model(points.base, rate, source).transpose();
    neighbour.row(i) = sample_model(points.base + points.displacements.row(0).transpose(), rate, source).transpose();
  }
  const EmpiricalCoverage used = empirical_coverage(base, model, 0.1);
  const EmpiricalCoverage other = empirical_coverage(neighbour, model, 0.1);
  // Density of b in the plane: β²/(2π) e^{−β‖b‖}, and the ball is small.
  CHECK(used.coverage == approximately(9 / 6.283185307 * std::exp(-3 * model.norm()) * 3.14159265 * 0.01)
                             .epsilon(0.03 + 4 * used.standard_error / used.coverage));
  CHECK(used.inside == std::lround(used.coverage * n));
  CHECK(used.standard_error == approximately(std::sqrt(used.coverage * (1 - used.coverage) / n)));
  const double loss = empirical_loss(used, other).value();
  CHECK(loss == approximately(coverage_losses(points, rate, model)(0))
                    .epsilon(0.02 + 4 * (used.standard_error / used.coverage + other.standard_error / other.coverage)));
  const Rows few = Rows::Zero(3, 2);
  CHECK(empirical_coverage(few, model, 0.01).coverage == 0);
  CHECK(empirical_coverage(few, Eigen::VectorXd::Zero(2), 0.01).coverage == 1);
  CHECK_FALSE(empirical_loss({0, 0, 0}, {0, 0, 0}).has_value());
  CHECK(empirical_loss({0.5, 0.1, 5}, {0, 0, 0}).value() == infinity);
  CHECK(empirical_loss({0, 0, 0}, {0.5, 0.1, 5}).value() == -infinity);
}

TEST_CASE("arguments that are none are refused") {
  const NeighbourPoints points{Eigen::VectorXd::Zero(2), Rows::Ones(3, 2)};
  SeededSource source(1);
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    CHECK_THROWS_AS((void)profile_rate(bad, 1), Error);
    CHECK_THROWS_AS((void)profile_rate(1, bad), Error);
    CHECK_THROWS_AS((void)coverage_losses(points, bad, points.base), Error);
    CHECK_THROWS_AS((void)sample_model(points.base, bad, source), Error);
    CHECK_THROWS_AS((void)empirical_coverage(Rows::Zero(2, 2), points.base, bad), Error);
    CHECK_THROWS_AS((void)epsilon_range(points, bad), Error);
  }
  CHECK_THROWS_AS((void)coverage_losses(points, 1, Eigen::VectorXd::Zero(3)), Error);
  CHECK_THROWS_AS((void)typical_losses(points, 1, DisplacementTable(3)), Error);
  CHECK_THROWS_AS((void)typical_profile(points, 1, 1, source), Error);
  CHECK_THROWS_AS((void)empirical_coverage(Rows::Zero(2, 3), points.base, 1), Error);
  const Rows x = Rows::Ones(1, 1);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
  CHECK_THROWS_AS((void)neighbour_points({Loss{}, 1}, {x, y}, Eigen::VectorXd::Zero(1), NeighbourMethod::exact), Error);
}

TEST_CASE("epsilon is that of differential privacy for every loss: no row's loss is above it") {
  // |l| ≤ β‖A(y_i) − A(x)‖, and the worst-case point is 2G/(Λ(n−1)) away at most: ε·n/(n−1).
  Draws draws(20261191);
  double closest = 0;
  for (int repetition = 0; repetition < repetitions(120); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index n = draws.integer(3, 12);
    const double mean_lambda = draws.logarithmic(1e-2, 10);
    const Objective objective{loss, static_cast<double>(n) * mean_lambda};
    Problem problem = random_problem(loss, n, draws.integer(1, 3), draws);
    // The hardest: everybody at one point with one label, and one who is the opposite.
    if (repetition % 2 == 0) {
      for (Eigen::Index i = 1; i < n; ++i) {
        problem.x.row(i) = problem.x.row(0) / problem.x.row(0).norm();
        problem.y(i) = 1;
      }
      problem.x.row(0) = problem.x.row(1).eval();
      problem.y(0) = -1;
    }
    const Eigen::VectorXd base = minimise(objective, problem.data(), Eigen::VectorXd::Zero(problem.x.cols())).theta;
    const NeighbourPoints points = neighbour_points(objective, problem.data(), base, NeighbourMethod::exact);
    const double rate = profile_rate(objective.lambda, 0.7, profile_lipschitz(loss, mean_lambda));
    const double largest = rate * points.displacements.rowwise().norm().maxCoeff();
    const double allowed = 0.7 * static_cast<double>(n) / static_cast<double>(n - 1);
    CHECK(largest <= allowed);
    closest = std::fmax(closest, largest / allowed);
  }
  MESSAGE("largest loss over its bound: ", closest);
  CHECK(closest > 0.3);
  CHECK(profile_lipschitz(Loss{}, 0.01) == 1);
  CHECK(profile_lipschitz(Loss{LossKind::pseudo_huber, 0.25}, 0.01) == 0.25);
  CHECK(profile_lipschitz(Loss{LossKind::squared}, 0.25) == 3);
  CHECK(profile_rate(8, 0.5, 4) == 0.5);
  const Eigen::Vector2d lengths(1, 2);
  CHECK(epsilon_range(lengths, 2, 3, 5)->low == approximately(5 * epsilon_range(lengths, 2, 3)->low).epsilon(1e-15));
  CHECK(epsilon_range(lengths, 2, 3, 5)->high == approximately(5 * epsilon_range(lengths, 2, 3)->high).epsilon(1e-15));
}

}  // namespace expost
