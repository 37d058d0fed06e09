// Derivatives to be released: the worst that they may be off by, against 512 bits.
#include "expost/output/exact_derivatives.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/release.hpp"
#include "numerics/double_double_eigenvalue.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost::exact_derivatives_tests {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<512, boost::multiprecision::digit_base_2>,
                                            boost::multiprecision::et_off>;
using ExactMatrix = std::vector<std::vector<Exact>>;

/// f' and f'' as mathematics.md states them.
std::pair<Exact, Exact> derivatives(const Loss& loss, const Exact& t, double y) {
  switch (loss.kind) {
    case LossKind::logistic: {
      // The sign that doesn't overflow.
      const Exact e = exp(Exact(-abs(t)));
      return {-y * (y * t > 0 ? e : Exact(1)) / (1 + e), e / ((1 + e) * (1 + e))};
    }
    case LossKind::squared:
      return {t - y, 1};
    case LossKind::pseudo_huber:
      break;
  }
  const Exact r = t - y;
  const Exact u = 1 + r * r / (Exact(loss.width) * loss.width);
  return {r / sqrt(u), 1 / (u * sqrt(u))};
}

struct Reference {
  std::vector<Exact> gradient;
  ExactMatrix hessian;
};

Reference reference(const ModelShape& shape, double lambda, const CodedData& data, const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  const auto features = static_cast<std::size_t>(data.x.cols());
  const auto blocks = static_cast<std::size_t>(shape.blocks());
  Reference result{std::vector<Exact>(d), ExactMatrix(d, std::vector<Exact>(d))};
  for (std::size_t j = 0; j < d; ++j) {
    result.gradient[j] = Exact(lambda) * theta(static_cast<Eigen::Index>(j));
    result.hessian[j][j] = lambda;
  }
  for (Eigen::Index row = 0; row < data.x.rows(); ++row) {
    const auto x = [&](std::size_t j) { return Exact(data.x(row, static_cast<Eigen::Index>(j))); };
    std::vector<Exact> first(blocks);
    ExactMatrix second(blocks, std::vector<Exact>(blocks));
    std::vector<Exact> t(blocks);
    for (std::size_t k = 0; k < blocks; ++k) {
      for (std::size_t j = 0; j < features; ++j) {
        t[k] += x(j) * theta(static_cast<Eigen::Index>(k * features + j));
      }
    }
    if (shape.classes > 0) {
      std::vector<Exact> p(blocks);
      Exact sum = 0;
      const Exact largest = *std::max_element(t.begin(), t.end());
      for (std::size_t k = 0; k < blocks; ++k) {
        p[k] = exp(t[k] - largest);
        sum += p[k];
      }
      for (std::size_t k = 0; k < blocks; ++k) {
        first[k] = p[k] / sum - (static_cast<double>(k) == data.y(row) ? 1 : 0);
        for (std::size_t l = 0; l < blocks; ++l) {
          second[k][l] = (k == l ? p[k] / sum : Exact(0)) - p[k] / sum * (p[l] / sum);
        }
      }
    } else {
      std::tie(first[0], second[0][0]) = derivatives(shape.loss, t[0], data.y(row));
    }
    for (std::size_t i = 0; i < d; ++i) {
      result.gradient[i] += first[i / features] * x(i % features);
      for (std::size_t j = 0; j < d; ++j) {
        result.hessian[i][j] += second[i / features][j / features] * x(i % features) * x(j % features);
      }
    }
  }
  return result;
}

double error_of(double computed, const Exact& exact) {
  return std::fabs(Exact(Exact(computed) - exact).convert_to<double>());
}

TEST_CASE("derivatives: every entry within what is promised, whatever theta and the rows are") {
  Draws draws(20261123);
  for (int i = 0; i < repetitions(300); ++i) {
    const bool softmax = draws.integer(0, 3) == 0;
    const ModelShape shape{random_loss(draws), softmax ? draws.integer(2, 4) : 0};
    Problem problem = random_problem(shape.loss, draws.integer(0, 30), draws.integer(1, 4), draws);
    if (softmax) {
      for (double& y : problem.y) {
        y = draws.integer(0, static_cast<int>(shape.classes) - 1);
      }
    }
    const double lambda = draws.logarithmic(1e-6, 1e3);
    // Up to where 106 bits of a margin are nothing.
    const double size = draws.integer(0, 2) == 0 ? draws.logarithmic(1e8, 1e25) : draws.logarithmic(1e-3, 1e3);
    Eigen::VectorXd theta(shape.blocks() * problem.x.cols());
    for (double& value : theta) {
      value = size * draws.normal();
    }
    const Reference exact = reference(shape, lambda, problem.data(), theta);
    const double rows = static_cast<double>(problem.x.rows()) + lambda;
    for (const double accuracy : {infinity, 1e-30}) {
      const Derivatives computed = derivatives_at(shape, lambda, problem.data(), theta, {accuracy});
      const double of_products = accuracy < 1 ? 0x1p-90 * rows : 0x1p-50 * shape.smoothness() * rows;
      for (Eigen::Index j = 0; j < theta.size(); ++j) {
        const Exact& g = exact.gradient[static_cast<std::size_t>(j)];
        // 2^-90 of what the sum is made of where the gradient itself cancels.
        const double allowed =
            0x1p-53 * std::fabs(computed.gradient(j)) + 0x1p-90 * (rows + lambda * size) * (1 + size * 0x1p-20);
        CHECK(error_of(computed.gradient(j), g) <= allowed);
        for (Eigen::Index k = 0; k < theta.size(); ++k) {
          const Exact& h = exact.hessian[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
          CHECK(error_of(computed.hessian(j, k), h) <= 0x1p-52 * std::fabs(computed.hessian(j, k)) + of_products);
          CHECK(computed.hessian(j, k) == computed.hessian(k, j));
        }
      }
    }
  }
}

TEST_CASE("margins that cancel: 106 bits are left where they aren't enough") {
  Draws draws(20261126);
  for (int i = 0; i < repetitions(60); ++i) {
    Rows x(1, 4);
    for (Eigen::Index j = 0; j < 4; ++j) {
      x(0, j) = draws.uniform(0.2, 0.5);
    }
    // The third coordinate cancels the first two up to a double, the fourth what is left up to a
    // number around 1.
    Eigen::VectorXd theta(4);
    theta << draws.uniform(1, 2) * 0x1p80, draws.uniform(1, 2) * 0x1p80, 0, 0;
    for (Eigen::Index j = 2; j < 4; ++j) {
      Exact sum = 0;
      for (Eigen::Index k = 0; k < j; ++k) {
        sum += Exact(x(0, k)) * theta(k);
      }
      theta(j) = Exact(-sum / x(0, j)).convert_to<double>();
    }
    const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
    const ModelShape shape{{LossKind::pseudo_huber, 0.7}};
    const Derivatives computed = derivatives_at(shape, 1, {x, y}, theta, {infinity});
    const Reference exact = reference(shape, 1, {x, y}, theta);
    CHECK(error_of(computed.hessian(1, 0), exact.hessian[1][0]) <= 0x1p-50);
    CHECK(error_of(computed.gradient(3), exact.gradient[3]) <= 0x1p-52 * std::fabs(computed.gradient(3)));
  }
}

TEST_CASE("Ĥ of many rows stays within half a step, where sums in doubles do not") {
  // The same two rows over and over: each rounding of a running sum goes the same way.
  const Eigen::Index n = 1'000'000;
  Rows x(n, 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    x.row(i) << 0.6000000000000001, 0.7999999999999999;
  }
  const Eigen::VectorXd y = Eigen::VectorXd::Zero(n);
  const double lambda = 1.0 / 3;
  const auto rows = static_cast<double>(n);
  const auto entry = [&](Eigen::Index i, Eigen::Index j) {
    return Exact(x(0, i)) * x(0, j) * rows + (i == j ? Exact(lambda) : Exact(0));
  };
  double naive = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    naive += x(i, 0) * x(i, 0);
  }
  // For the first, products in doubles are enough.
  for (const double sigma : {1.0, 0.01}) {
    const double half_step = 0.5 * grid_for(sigma).step;
    const Derivatives computed =
        derivatives_at({{LossKind::squared, 1}}, lambda, {x, y}, Eigen::VectorXd::Zero(2), {half_step, true});
    CHECK(error_of(naive + lambda, entry(0, 0)) > half_step);
    for (Eigen::Index i = 0; i < 2; ++i) {
      for (Eigen::Index j = 0; j < 2; ++j) {
        CHECK(error_of(computed.hessian(i, j), entry(i, j)) <= half_step);
      }
    }
    // Rank one: λ itself.
    CHECK(std::fabs(computed.smallest_eigenvalue - lambda) <= half_step);
  }
  // The same of a finer grid, which products in doubles would miss.
  CHECK(std::fabs(smallest_gram_eigenvalue({x, y}, 1e-20)) <= 1e-20);
}

TEST_CASE("the smallest eigenvalue of matrices whose eigenvalues are known") {
  Draws draws(20261124);
  for (int i = 0; i < repetitions(100); ++i) {
    const int d = draws.integer(1, 9);
    // Integer eigenvalues, many equal, and reflections whose entries are exact: (I − 2vvᵀ/vᵀv)·vᵀv
    // with v of ones and zeros.
    Eigen::VectorXd eigenvalues(d);
    for (double& value : eigenvalues) {
      value = draws.integer(-3, 3);
    }
    Eigen::VectorXd v(d);
    for (double& value : v) {
      value = draws.integer(0, 1);
    }
    const double length = std::max(1.0, v.squaredNorm());
    const Eigen::MatrixXd reflection = length * Eigen::MatrixXd::Identity(d, d) - 2 * v * v.transpose();
    const Eigen::MatrixXd matrix = reflection * eigenvalues.asDiagonal() * reflection;
    const double scale = std::ldexp(1.0, draws.integer(-300, 300));
    std::vector<DoubleDouble> entries;
    for (int row = 0; row < d; ++row) {
      for (int column = 0; column < d; ++column) {
        // The upper triangle is not looked at.
        entries.emplace_back(column <= row ? scale * matrix(row, column) : std::nan(""));
      }
    }
    const DoubleDouble computed = smallest_eigenvalue(entries, static_cast<std::size_t>(d));
    const double expected = scale * length * length * eigenvalues.minCoeff();
    CHECK(std::fabs((computed - DoubleDouble(expected)).high) <= d * d * 0x1p-96 * scale * matrix.norm());
  }
}

TEST_CASE("the smallest eigenvalue on contrasts of classes") {
  Draws draws(20261125);
  for (int i = 0; i < repetitions(60); ++i) {
    const Eigen::Index classes = draws.integer(2, 5);
    Problem problem = random_problem(Loss{}, draws.integer(0, 60), draws.integer(1, 3), draws);
    for (double& y : problem.y) {
      y = draws.integer(0, static_cast<int>(classes) - 1);
    }
    const double lambda = draws.logarithmic(0.01, 100);
    Eigen::VectorXd theta(classes * problem.x.cols());
    for (double& value : theta) {
      value = draws.normal();
    }
    const Derivatives computed = derivatives_at({{}, classes}, lambda, problem.data(), theta, {infinity, true});
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(in_contrasts(classes, computed.hessian), Eigen::EigenvaluesOnly);
    CHECK(std::fabs(computed.smallest_eigenvalue - eigen.eigenvalues()(0)) <= 1e-12 * computed.hessian.norm());
  }
}

TEST_CASE("a value far beyond its noise is clamped, not refused, and the reader doesn't use it") {
  const Grid grid = grid_for(1);
  for (const double value : {1e12, 1e300, HUGE_VAL}) {
    for (const double sign : {1.0, -1.0}) {
      SeededSource source(7);
      SeededSource same(7);
      const double out = grid.noisy(sign * value, 1, source);
      CHECK(out ==
            (sign * most_grid_steps + static_cast<double>(discrete_gaussian(grid.scale * grid.scale, same))) * grid.step);
      CHECK(may_be_clamped(out, grid.step));
    }
  }
  CHECK(!may_be_clamped(1e6, grid.step));
  CHECK(!may_be_clamped(1e300, 0));
  SeededSource source(1);
  CHECK_THROWS_AS((void)grid.noisy(std::nan(""), 1, source), Error);
}

TEST_CASE("arguments that are none") {
  Rows x(1, 1);
  x << 0.5;
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
  const Eigen::VectorXd theta = Eigen::VectorXd::Zero(1);
  const auto refuses = [&](double lambda, const Eigen::VectorXd& at, double accuracy) {
    CHECK_THROWS_AS((void)derivatives_at({}, lambda, {x, y}, at, {accuracy}), Error);
  };
  refuses(-1, theta, 1);
  refuses(std::nan(""), theta, 1);
  refuses(1, Eigen::VectorXd::Zero(2), 1);
  refuses(1, Eigen::VectorXd::Constant(1, HUGE_VAL), 1);
  refuses(1, theta, 0);
}

}  // namespace
}  // namespace expost::exact_derivatives_tests
