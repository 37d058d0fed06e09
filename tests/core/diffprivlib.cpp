// Parameters of models trained elsewhere; the expected numbers are worked out from the published
// formulas, not by the library.
#include "expost/mechanisms/diffprivlib.hpp"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/objective.hpp"
#include "random_problem.hpp"

namespace expost {

TEST_CASE("Chaudhuri et al.: the mean form with n public") {
  const LaplaceParameters parameters = chaudhuri_parameters(1000, 0.01, 0.002, 0.5);
  check_close("lambda", parameters.lambda, 12, {1e-15});
  CHECK(parameters.eta == 0.25);
  CHECK(parameters.data_norm == 1);
  CHECK_THROWS_AS((void)chaudhuri_parameters(0, 0.01, 0, 1), Error);
  CHECK_THROWS_AS((void)chaudhuri_parameters(10, 0.01, -1, 1), Error);
  CHECK_THROWS_AS((void)chaudhuri_parameters(10, 0, 0, 1), Error);
}

TEST_CASE("diffprivlib: lambda and eta from epsilon, data_norm and C") {
  // ε' = 1 − 2 log(1 + ¼) = 0.5537128973715805
  const LaplaceParameters plain = diffprivlib_parameters({1, 1, 1, false});
  CHECK(plain.lambda == 1);
  check_close("eta", plain.eta, 0.27685644868579024, {1e-14});
  // ε' = 4 − 2 log(1 + ¾/2) = 3.363092537762931; λ = 2/9
  const LaplaceParameters scaled = diffprivlib_parameters({4, 3, 0.5, false});
  check_close("lambda", scaled.lambda, 2.0 / 9, {1e-15});
  check_close("eta", scaled.eta, 1.6815462688814655, {1e-14});
  CHECK(scaled.data_norm == 3);
  // 0.1 − 2 log(1 + ½/0.1) < 0: Δ = ½/(e^{0.025} − 1) − 0.1, ε' = 0.05; λ = ½/(e^{0.025} − 1)/4
  const LaplaceParameters raised = diffprivlib_parameters({0.1, 2, 10, false});
  check_close("lambda", raised.lambda, 4.937760413954034, {1e-13});
  check_close("eta", raised.eta, 0.025, {1e-15});
  // Rows of length 1: what it states covers adding or removing a person with room to spare.
  CHECK(laplace_epsilon({LossKind::logistic}, plain.lambda, plain.eta) < 1);
  // Long rows: the curvature of a row goes with R², its formula has R.
  const LaplaceParameters wide = diffprivlib_parameters({7, 100, 1, false});
  CHECK(laplace_epsilon({LossKind::logistic}, wide.lambda, wide.eta) > 7);
  CHECK_THROWS_AS((void)diffprivlib_parameters({1, 1, 1, true}), Error);
  CHECK_THROWS_AS((void)diffprivlib_parameters({0, 1, 1, false}), Error);
  CHECK_THROWS_AS((void)diffprivlib_parameters({1, 0, 1, false}), Error);
  CHECK_THROWS_AS((void)diffprivlib_parameters({1, 1, -1, false}), Error);
}

TEST_CASE("diffprivlib: the scaled problem has the same minimiser and the same law of b") {
  Draws draws(20261198);
  const double r = 2.5;
  const double epsilon = 0.8;
  const double c = 0.4;
  const LaplaceParameters parameters = diffprivlib_parameters({epsilon, r, c, false});
  const Loss logistic{LossKind::logistic};
  const Problem problem = random_problem(logistic, 20, 3, draws);  // x/R, of length 1 at most
  const Eigen::VectorXd b = draws.normal_vector(3, 2);             // in its units: bᵀw
  const Minimiser scaled = minimise({logistic, parameters.lambda}, problem.data(), b / r);
  const Eigen::VectorXd w = scaled.theta / r;
  // Its own objective at w: Σ −y x/(1 + e^{y xᵀw}) + (α + Δ)w + b = 0, with rows of length R.
  double extra = 0;
  if (epsilon - 2 * std::log(1 + 0.25 * r * c) <= 0) {
    extra = 0.25 * r / (std::exp(epsilon / 4) - 1) - 1 / c;
  }
  Eigen::VectorXd gradient = (1 / c + extra) * w + b;
  for (Eigen::Index i = 0; i < 20; ++i) {
    const Eigen::VectorXd x = r * problem.person(i);
    gradient -= problem.y(i) * x / (1 + std::exp(problem.y(i) * x.dot(w)));
  }
  CHECK(gradient.norm() < 1e-9);
  // Its ‖b‖ has rate ε'/(2R): ours, ‖b‖/R, has R times that.
  const double noise_epsilon = epsilon - 2 * std::log(1 + 0.25 * r * c);
  CHECK(parameters.eta / r == approximately((noise_epsilon > 0 ? noise_epsilon : epsilon / 2) / (2 * r)).epsilon(1e-13));
}

}  // namespace expost
