// Neighbours for a loss of one's own: the worked example by training each from scratch, and
// softmax against its own expansion.
#include "expost/neighbours/convex_neighbours.hpp"

#include <doctest/doctest.h>

#include "../../examples/geometric_median/geometric_median.hpp"
#include "approximately.hpp"
#include "expost/neighbours/leave_one_out.hpp"
#include "expost/profile/coverage_profile.hpp"
#include "expost/profile/displacement_loss.hpp"
#include "random_classes.hpp"
#include "repetitions.hpp"

namespace expost {

TEST_CASE("a loss of one's own: each neighbour is the minimum of its own objective") {
  Draws draws(20261201);
  for (int repetition = 0; repetition < repetitions(40); ++repetition) {
    const GeometricMedian loss{draws.logarithmic(0.05, 2)};
    const Eigen::Index d = draws.integer(1, 4);
    const int n = draws.integer(2, 30);
    const double lambda = draws.logarithmic(1e-2, 30);
    std::vector<Eigen::VectorXd> places;
    for (int i = 0; i < n; ++i) {
      places.push_back(draws.in_ball(d, draws.uniform(0, i == 0 ? 8 : 1)));
    }
    const auto trained = [&](const std::vector<Eigen::VectorXd>& some, double ridge) -> Eigen::VectorXd {
      return minimise(ConvexObjective<GeometricMedian>(loss, ridge, d, some), Eigen::VectorXd::Zero(d)).theta;
    };
    const Eigen::VectorXd theta = trained(places, lambda);
    const double less = lambda * (n - 1) / n;
    const NeighbourPoints exact = neighbour_points(loss, lambda, places, theta, NeighbourMethod::exact);
    const NeighbourPoints worst = neighbour_points(loss, lambda, places, theta, NeighbourMethod::worst_case);
    CHECK(exact.base == theta);
    REQUIRE(exact.displacements.rows() == n);
    for (int i = 0; i < n; ++i) {
      std::vector<Eigen::VectorXd> others = places;
      others.erase(others.begin() + i);
      const Eigen::VectorXd moved = trained(others, less) - theta;
      // Both ends are known to a gradient of 1e-10, and the objective is at least `less` convex.
      CHECK((exact.displacements.row(i).transpose() - moved).norm() <= 3e-10 / less + 1e-12);
      // (A + ∇ℓ/Λ)/(n − 1)
      const Eigen::VectorXd farthest =
          (theta + loss.gradient(theta, places[static_cast<std::size_t>(i)]) * (n / lambda)) / (n - 1);
      CHECK((worst.displacements.row(i).transpose() - farthest).norm() <= 1e-12 * (1 + farthest.norm()));
      CHECK(exact.displacements.row(i).norm() <= worst.displacements.row(i).norm() + 3e-10 / less);
    }
    // A profile of them.
    const Eigen::VectorXd losses = typical_losses(exact, profile_rate(lambda, 1), DisplacementTable(static_cast<int>(d)));
    CHECK(losses(0) == approximately(displacement_loss(static_cast<int>(d), lambda / 2 * exact.displacements.row(0).norm())));
  }
}

TEST_CASE("softmax as a loss like any other has the neighbours of its expansion") {
  Draws draws(20261202);
  const Eigen::Index classes = 3;
  const std::vector<ClassifiedPerson> persons = random_classified_persons(80, classes, 3, draws);
  Rows x(80, 3);
  Eigen::VectorXd y(80);
  for (Eigen::Index i = 0; i < 80; ++i) {
    x.row(i) = persons[static_cast<std::size_t>(i)].x.transpose();
    y(i) = static_cast<double>(persons[static_cast<std::size_t>(i)].label);
  }
  const Softmax softmax{classes};
  const Eigen::VectorXd theta = minimise(ConvexObjective<Softmax>(softmax, 3, 9, persons), Eigen::VectorXd::Zero(9)).theta;
  const NeighbourPoints points = neighbour_points(softmax, 3, persons, theta, NeighbourMethod::exact);
  SoftmaxLeaveOneOut neighbours({x, y}, classes, 3, theta, 1e-9);
  neighbours.expand(80);
  CHECK((points.displacements - neighbours.without(0, 80).displacements).rowwise().norm().maxCoeff() <= 1e-9);
  CHECK(points.displacements.rowwise().norm().minCoeff() > 1e-4);
}

TEST_CASE("among many people a neighbour takes a few steps, and none is trained by itself") {
  Draws draws(20261203);
  const GeometricMedian loss{0.7};
  std::vector<Eigen::VectorXd> places;
  for (int i = 0; i < 200; ++i) {
    places.push_back(draws.in_ball(3, draws.uniform(0, 1)));
  }
  const ConvexObjective<GeometricMedian> objective(loss, 2, 3, places);
  const Eigen::VectorXd theta = minimise(objective, Eigen::VectorXd::Zero(3)).theta;
  const ConvexNeighbours<GeometricMedian> neighbours(loss, 2, places, theta);
  for (std::size_t i = 0; i < 200; i += 9) {
    const ConvexNeighbour found = neighbours.without(i);
    CHECK(found.steps >= 1);
    CHECK(found.steps <= 6);
    double rounding = 0;
    const Eigen::VectorXd there = theta + found.displacement;
    const Eigen::VectorXd gradient = objective.gradient(there, rounding) - 0.01 * there - loss.gradient(there, places[i]);
    CHECK(gradient.norm() <= 1e-12);
  }
}

TEST_CASE("one person, or a theta that is no minimum, is refused") {
  const GeometricMedian loss{1};
  const std::vector<Eigen::VectorXd> one = {Eigen::VectorXd::Zero(2)};
  const std::vector<Eigen::VectorXd> two = {Eigen::VectorXd::Ones(2), Eigen::VectorXd::Zero(2)};
  CHECK_THROWS_AS((void)neighbour_points(loss, 1, one, Eigen::VectorXd::Zero(2), NeighbourMethod::exact), Error);
  CHECK_THROWS_AS((void)neighbour_points(loss, 1, two, Eigen::VectorXd::Ones(2), NeighbourMethod::exact), Error);
}

}  // namespace expost
