// Posterior samples whose digits may depend on nothing but data and noise: both rungs, any order of
// rows, any start, data of every kind; the minimiser of the perturbed objective, and its law.
#include "expost/output/exact_sample.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost::exact_sample_tests {
namespace {

struct Study {
  double lambda;
  double gamma;
  double step;
  Problem problem;

  [[nodiscard]] Eigen::Index dimension() const { return problem.x.cols(); }
  [[nodiscard]] Eigen::MatrixXd hessian() const {
    return problem.x.transpose() * problem.x + lambda * Eigen::MatrixXd::Identity(dimension(), dimension());
  }
};

Study random_study(Draws& draws) {
  Study study{draws.logarithmic(1e-3, 10), draws.logarithmic(0.01, 100), 0, {}};
  study.problem = random_problem({LossKind::squared, 1}, draws.integer(0, 30), draws.integer(1, 4), draws);
  study.step = draws.coin() ? 0x1p-60 : sample_step(study.gamma, study.lambda, 0x1p30, study.dimension());
  return study;
}

Eigen::VectorXd sampled(const Study& study, const Problem& problem, std::uint64_t seed, const Eigen::VectorXd& start,
                        FirstRung first = FirstRung::doubles) {
  SeededSource source(seed);
  SampleNoise noise(problem.x.rows(), problem.x.cols(), source);
  return sample_exactly(study.lambda, study.gamma, {problem.x, problem.y}, noise, study.step, start, source, first).theta;
}

Eigen::VectorXd nowhere(const Study& study) {
  return Eigen::VectorXd::Zero(study.dimension());
}

/// θ* in doubles, from the noise in doubles.
Eigen::VectorXd in_doubles(const Study& study, SampleNoise& noise) {
  const CodedData data{study.problem.x, study.problem.y};
  const std::vector<Eigen::Index> order = rows_by_bits(data);
  Eigen::VectorXd labels = study.problem.y;
  for (std::size_t i = 0; i < order.size(); ++i) {
    labels(order[i]) += noise.rows()[i].rounded() / std::sqrt(study.gamma);
  }
  Eigen::VectorXd right = study.problem.x.transpose() * labels;
  for (Eigen::Index j = 0; j < right.size(); ++j) {
    right(j) += std::sqrt(study.lambda / study.gamma) * noise.prior()[static_cast<std::size_t>(j)].rounded();
  }
  return study.hessian().ldlt().solve(right);
}

}  // namespace

TEST_CASE("exact samples: 106 bits and 512 give the same numbers, from any start, for rows in any order") {
  Draws draws(20261206);
  const int repetitions = 400 / repetitions_share();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Study study = random_study(draws);
    const auto seed = static_cast<std::uint64_t>(repetition);
    const Eigen::VectorXd theta = sampled(study, study.problem, seed, nowhere(study));
    CHECK(theta == sampled(study, study.problem, seed, nowhere(study), FirstRung::wide));
    CHECK(theta == sampled(study, study.problem, seed, draws.in_ball(study.dimension(), 100)));
    Problem shuffled = study.problem;
    const Eigen::Index n = shuffled.x.rows();
    for (Eigen::Index i = 0; i + 1 < n; ++i) {
      const Eigen::Index other = draws.integer(static_cast<int>(i), static_cast<int>(n) - 1);
      const Eigen::VectorXd row = shuffled.x.row(i);
      shuffled.x.row(i) = shuffled.x.row(other);
      shuffled.x.row(other) = row;
      std::swap(shuffled.y(i), shuffled.y(other));
    }
    CHECK(theta == sampled(study, shuffled, seed, nowhere(study)));
  }
}

TEST_CASE("exact samples: theta minimises the objective with perturbed labels and prior, up to a step a coordinate") {
  Draws draws(20261207);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Study study = random_study(draws);
    SeededSource source(7);
    SampleNoise noise(study.problem.x.rows(), study.dimension(), source);
    const CodedData data{study.problem.x, study.problem.y};
    const Eigen::VectorXd expected = in_doubles(study, noise);
    const ExactFit fit = sample_exactly(study.lambda, study.gamma, data, noise, study.step, nowhere(study), source);
    // The solution in doubles may be off by as much.
    const double rounding = 1e-12 * (1 + study.hessian().norm() / study.lambda) * (1 + expected.norm());
    CHECK((fit.theta - expected).lpNorm<Eigen::Infinity>() <= study.step + rounding);
    const Eigen::VectorXd b = rounded_perturbation(study.lambda, study.gamma, data, noise);
    const Eigen::VectorXd again = study.hessian().ldlt().solve(study.problem.x.transpose() * study.problem.y - b);
    CHECK((again - expected).norm() <= rounding);
  }
}

TEST_CASE("exact samples: normal about the minimum, with the covariance of the posterior") {
  Draws draws(20261208);
  Study study{0.7, 3, 0x1p-50, random_problem({LossKind::squared, 1}, 12, 3, draws)};
  const Eigen::MatrixXd hessian = study.hessian();
  const Eigen::VectorXd mean = hessian.ldlt().solve(study.problem.x.transpose() * study.problem.y);
  const Eigen::MatrixXd root = std::sqrt(study.gamma) * Eigen::MatrixXd(hessian.llt().matrixU());
  const int count = 16000 / repetitions_share();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(3, 3);
  Eigen::VectorXd fourth = Eigen::VectorXd::Zero(3);
  for (int i = 0; i < count; ++i) {
    const Eigen::VectorXd z = root * (sampled(study, study.problem, 1000 + static_cast<std::uint64_t>(i), mean) - mean);
    sum += z;
    squares += z * z.transpose();
    fourth += z.array().pow(4).matrix();
  }
  // Six standard deviations of each moment of a standard normal vector.
  const double six = 6 / std::sqrt(count);
  for (Eigen::Index i = 0; i < 3; ++i) {
    CHECK(std::fabs(sum(i) / count) < six);
    CHECK(std::fabs(fourth(i) / count - 3) < six * std::sqrt(96));
    for (Eigen::Index j = 0; j < 3; ++j) {
      CHECK(std::fabs(squares(i, j) / count - (i == j ? 1 : 0)) < six * (i == j ? std::sqrt(2) : 1));
    }
  }
}

TEST_CASE("exact samples: no rows, equal rows and tiny ridges are data like any other") {
  Study study{0x1p-40, 1, 0x1p-20, {Rows(0, 2), Eigen::VectorXd(0)}};
  CHECK(sampled(study, study.problem, 1, nowhere(study)).allFinite());
  study.problem = {Rows::Constant(9, 2, 0.5), Eigen::VectorXd::Constant(9, 1)};
  const Eigen::VectorXd theta = sampled(study, study.problem, 1, nowhere(study));
  CHECK(theta.allFinite());
  CHECK(theta == sampled(study, study.problem, 1, nowhere(study), FirstRung::wide));
}

TEST_CASE("exact samples: scales that nothing is proved for, and noise of another length, are refused") {
  Draws draws(20261209);
  const Study study{1, 1, 0x1p-40, random_problem({LossKind::squared, 1}, 5, 2, draws)};
  const auto refused = [&](double lambda, double gamma, double step, Eigen::Index rows) {
    SeededSource source(1);
    SampleNoise noise(rows, 2, source);
    try {
      (void)sample_exactly(lambda, gamma, {study.problem.x, study.problem.y}, noise, step, nowhere(study), source);
    } catch (const Error& error) {
      return error.type() == ErrorType::argument;
    }
    return false;
  };
  CHECK(refused(0x1p-41, 1, 0x1p-40, 5));
  CHECK(refused(0x1p41, 1, 0x1p-40, 5));
  CHECK(refused(1, 0x1p-41, 0x1p-40, 5));
  CHECK(refused(1, 0x1p41, 0x1p-40, 5));
  CHECK(refused(1, 1, 0x1p-61, 5));
  CHECK(refused(1, 1, 3 * 0x1p-40, 5));
  CHECK(refused(1, 1, 0x1p-40, 4));
  CHECK(!refused(1, 1, 0x1p-40, 5));
}

}  // namespace expost::exact_sample_tests
