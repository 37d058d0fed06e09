// Eigenvalues of semidefinite matrices: against matrices made from known ones, and against Eigen's
// own solver.
#include "numerics/semidefinite_eigenvalues.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>

#include "closeness.hpp"
#include "random_draws.hpp"

namespace expost {

TEST_CASE("eigenvalues of semidefinite matrices are those they were made of, largest first, whatever the rank") {
  Draws draws(71);
  for (const Eigen::Index k : {1, 2, 3, 9, 24}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      const Eigen::Index rank = draws.integer(0, static_cast<int>(k));
      Eigen::VectorXd known = Eigen::VectorXd::Zero(k);
      for (Eigen::Index i = 0; i < rank; ++i) {
        known(i) = draws.logarithmic(0.01, 100);
      }
      std::sort(known.begin(), known.end(), std::greater<>());
      const Eigen::MatrixXd q = draws.rotation(k);
      const Eigen::MatrixXd matrix = q * known.asDiagonal() * q.transpose();
      const Eigen::VectorXd found = semidefinite_eigenvalues(0.5 * (matrix + matrix.transpose()));
      REQUIRE(found.size() == k);
      for (Eigen::Index i = 0; i < k; ++i) {
        check_close("eigenvalue", found(i), known(i), {0, 1e-13 * std::fmax(known(0), 1e-300) * static_cast<double>(k)});
        CHECK(found(i) >= 0);
        CHECK((i == 0 || found(i) <= found(i - 1)));
      }
    }
  }
  CHECK(semidefinite_eigenvalues(Eigen::MatrixXd(0, 0)).size() == 0);
  CHECK(semidefinite_eigenvalues(Eigen::MatrixXd::Constant(1, 1, 3))(0) == 3);
  CHECK(semidefinite_eigenvalues(Eigen::MatrixXd::Zero(3, 3)).isZero(0));
}

TEST_CASE("small eigenvalues keep their digits where rows and columns differ in scale only") {
  Draws draws(72);
  const Eigen::Index k = 6;
  for (int repetition = 0; repetition < 50; ++repetition) {
    Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(k, k);
    for (Eigen::Index i = 0; i < k; ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        correlation(i, j) = correlation(j, i) = draws.uniform(-0.15, 0.15);
      }
    }
    Eigen::VectorXd scale(k);
    for (Eigen::Index i = 0; i < k; ++i) {
      scale(i) = std::pow(10.0, -4.0 * static_cast<double>(i));
    }
    const Eigen::VectorXd found = semidefinite_eigenvalues(scale.asDiagonal() * correlation * scale.asDiagonal());
    // The product of all of them, which their sizes from 1 to 1e-40 would spoil if the small ones
    // had lost digits.
    double log_product = 0;
    double expected = std::log(correlation.determinant());
    for (Eigen::Index i = 0; i < k; ++i) {
      log_product += std::log(found(i));
      expected += 2 * std::log(scale(i));
    }
    check_close("log determinant", log_product, expected, {1e-14, 1e-13});
    CHECK(found(k - 1) < 2e-40);
  }
}

TEST_CASE("a Gram matrix is U'U") {
  Draws draws(73);
  Eigen::MatrixXd factor(7, 3);
  for (double& value : factor.reshaped()) {
    value = draws.normal();
  }
  const Eigen::MatrixXd gram = gram_of(factor);
  CHECK((gram - factor.transpose() * factor).cwiseAbs().maxCoeff() <= 1e-14 * gram.maxCoeff());
  const Eigen::VectorXd other = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram).eigenvalues().reverse();
  CHECK((semidefinite_eigenvalues(gram) - other).cwiseAbs().maxCoeff() <= 1e-13 * other(0));
}

}  // namespace expost
