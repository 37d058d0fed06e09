// The softmax loss against its formulas in long double, its contrasts and its sensitivities.
#include "expost/losses/softmax.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/losses/loss.hpp"
#include "expost/training/convex_objective.hpp"
#include "random_classes.hpp"

namespace expost {

static_assert(ConvexLoss<Softmax>);

TEST_CASE("softmax: value, gradient with its certificate, and Hessian") {
  Draws draws(20261110);
  for (int repetition = 0; repetition < 400; ++repetition) {
    const Softmax softmax{draws.integer(2, 6)};
    const Eigen::Index m = draws.integer(1, 4);
    const Eigen::VectorXd theta = draws.in_ball(softmax.classes * m, draws.logarithmic(0.01, 60));
    const ClassifiedPerson person = random_classified(softmax.classes, m, draws);
    const LongVector p = long_softmax(theta, person.x, softmax.classes);
    const LongDerivatives expected = long_softmax_derivatives(0, {person}, softmax.classes, theta);
    check_close("value", softmax.value(theta, person),
                static_cast<double>(-std::log(p[static_cast<std::size_t>(person.label)])), {1e-13, 4e-16 * theta.norm()});
    const Eigen::VectorXd gradient = softmax.gradient(theta, person);
    const Eigen::MatrixXd factor = softmax.hessian_factor(theta, person);
    const Eigen::MatrixXd hessian = factor * factor.transpose();
    Long error = 0;
    for (Eigen::Index i = 0; i < theta.size(); ++i) {
      const Long e = static_cast<Long>(gradient(i)) - expected.gradient[static_cast<std::size_t>(i)];
      error += e * e;
      for (Eigen::Index j = 0; j < theta.size(); ++j) {
        CHECK(std::fabs(hessian(i, j) -
                        static_cast<double>(expected.hessian[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)])) <=
              1e-14 * (1 + theta.norm()));
      }
    }
    const auto norm = static_cast<double>(std::sqrt(error));
    CHECK(norm <= softmax.gradient_error(theta, person));
    CHECK(softmax.gradient_error(theta, person) <= 1e-13 * (1 + theta.norm()));
  }
}

TEST_CASE("softmax: small probabilities keep their digits, and large margins do not overflow") {
  const Softmax softmax{3};
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(1);
  const Eigen::Vector3d theta(800, 0, -40);
  const auto probabilities = softmax.probabilities(theta, x);
  CHECK(probabilities.complement(0) == probabilities.p(1) + probabilities.p(2));
  const Eigen::Vector3d near(40, 0, -20);
  check_close("1 − p", softmax.probabilities(near, x).complement(0), std::exp(-40.0) + std::exp(-60.0), {1e-14});
  check_close("residual", softmax.residual(softmax.probabilities(near, x), 0)(0), -std::exp(-40.0) - std::exp(-60.0), {1e-14});
  check_close("value", softmax.value(near, {x, 0}), std::log1p(std::exp(-40.0) + std::exp(-60.0)), {1e-14});
  CHECK(softmax.value(theta, {x, 2}) == 840);
}

TEST_CASE("softmax: contrasts are orthonormal, and what they leave out is nothing") {
  Draws draws(20261111);
  for (const Eigen::Index classes : {2, 3, 7}) {
    const Eigen::MatrixXd q = class_contrasts(classes);
    REQUIRE(q.rows() == classes - 1);
    CHECK((q * q.transpose() - Eigen::MatrixXd::Identity(classes - 1, classes - 1)).norm() <
          1e-15 * static_cast<double>(classes));
    CHECK((q * Eigen::VectorXd::Ones(classes)).norm() < 1e-15 * static_cast<double>(classes));
    const Softmax softmax{classes};
    const auto persons = random_classified_persons(6, classes, 2, draws);
    const Eigen::VectorXd theta = draws.in_ball(classes * 2, 3);
    const ConvexObjective<Softmax> objective(softmax, 0.7, theta.size(), persons);
    const Eigen::VectorXd gradient = softmax.gradient(theta, persons[0]);
    CHECK(in_contrasts(classes, gradient).norm() == approximately(gradient.norm()).epsilon(1e-14));
    // λI on what is common to all classes, and no connection with it: the determinants are λ^m
    // apart.
    const Eigen::MatrixXd h = objective.hessian(theta);
    const Eigen::MatrixXd projected = in_contrasts(classes, h);
    CHECK(projected == projected.transpose());
    CHECK(h.determinant() == approximately(projected.determinant() * 0.7 * 0.7).epsilon(1e-11));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> whole(h);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> part(projected);
    CHECK(whole.eigenvalues()(0) == approximately(0.7).epsilon(1e-12));
    CHECK(part.eigenvalues()(0) > 0.7 + 1e-6);
  }
}

TEST_CASE("softmax: nobody moves gradient, Hessian or eigenvalue further than the sensitivities, and somebody as far") {
  const ReleaseSensitivity sensitivity = softmax_sensitivity();
  Draws draws(20261112);
  double gradient = 0;
  double hessian = 0;
  double spectral = 0;
  const auto look = [&](const Softmax& softmax, const Eigen::VectorXd& theta, const ClassifiedPerson& person) {
    gradient = std::fmax(gradient, softmax.gradient(theta, person).norm());
    const Eigen::MatrixXd u = softmax.hessian_factor(theta, person);
    const Eigen::MatrixXd h = u * u.transpose();
    hessian = std::fmax(hessian, h.norm() / std::sqrt(2.0));
    spectral = std::fmax(spectral, h.selfadjointView<Eigen::Lower>().operatorNorm());
  };
  for (int repetition = 0; repetition < 2000; ++repetition) {
    const Softmax softmax{draws.integer(2, 5)};
    look(softmax, draws.in_ball(2 * softmax.classes, draws.logarithmic(0.1, 100)),
         random_classified(softmax.classes, 2, draws));
  }
  CHECK(gradient <= sensitivity.gradient * (1 + 1e-15));
  CHECK(hessian <= sensitivity.hessian * (1 + 1e-15));
  CHECK(spectral <= sensitivity.smallest_eigenvalue * (1 + 1e-15));
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(1);
  look(Softmax{3}, Eigen::Vector3d(60, 0, 0), {x, 1});
  look(Softmax{3}, Eigen::Vector3d(0, 0, -60), {x, 1});
  CHECK(gradient == approximately(sensitivity.gradient).epsilon(1e-14));
  CHECK(hessian == approximately(sensitivity.hessian).epsilon(1e-14));
  CHECK(spectral == approximately(sensitivity.smallest_eigenvalue).epsilon(1e-14));
}

TEST_CASE("softmax with two classes is the logistic loss of the difference") {
  Draws draws(20261113);
  const Softmax softmax{2};
  const Loss logistic{LossKind::logistic};
  for (int repetition = 0; repetition < 100; ++repetition) {
    const Eigen::VectorXd theta = draws.in_ball(6, draws.logarithmic(0.1, 30));
    const ClassifiedPerson person = random_classified(2, 3, draws);
    const double t = (theta.tail(3) - theta.head(3)).dot(person.x);
    const double y = person.label == 1 ? 1 : -1;
    check_close("value", softmax.value(theta, person), logistic.value(t, y), {1e-12, 1e-15});
    const Eigen::VectorXd expected = logistic.first_derivative(t, y) * person.x;
    CHECK((softmax.gradient(theta, person).tail(3) - expected).norm() <= 1e-13 * (1 + theta.norm()));
  }
}

TEST_CASE("minimise: the minimum of a random objective, certified") {
  Draws draws(20261114);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Softmax softmax{draws.integer(2, 4)};
    const auto persons = random_classified_persons(draws.integer(0, 20), softmax.classes, 3, draws);
    const double lambda = draws.logarithmic(1e-3, 30);
    const Eigen::Index d = softmax.classes * 3;
    const ConvexObjective<Softmax> objective(softmax, lambda, d, persons);
    const Eigen::VectorXd b = draws.normal_vector(d, draws.logarithmic(0.1, 100));
    const Minimiser minimiser = minimise(objective, b);
    CHECK(minimiser.residual <= 1e-10 * std::fmax(1, b.norm()));
    LongVector g = long_softmax_derivatives(lambda, persons, softmax.classes, minimiser.theta).gradient;
    for (Eigen::Index j = 0; j < d; ++j) {
      g[static_cast<std::size_t>(j)] += static_cast<Long>(b(j));
    }
    CHECK(static_cast<double>(long_norm(g)) <= minimiser.residual);
  }
}

}  // namespace expost
