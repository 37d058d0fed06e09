// All neighbours at once against each by itself: the certificates hold, and the expansion does most of the work.
#include "expost/leave_one_out.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "expost/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

Eigen::VectorXd solution(const Objective& objective, const CodedData& data) {
  return minimise(objective, data, Eigen::VectorXd::Zero(data.x.cols())).theta;
}

LeaveOneOutBlock all_rows(LeaveOneOut& neighbours, Eigen::Index rows) {
  while (!neighbours.expand(100)) {
  }
  return neighbours.without(0, rows);
}

}  // namespace

TEST_CASE("every loss, both conventions, few rows and many: within the certificate of what training each by itself gives") {
  Draws draws(20261161);
  double closest = 0;
  int reached = 0;
  int rows = 0;
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, repetition % 10 == 0 ? 30 : 6);
    const Eigen::Index n = draws.integer(2, repetition % 5 == 0 ? 400 : 20);
    const Objective objective{loss, draws.logarithmic(1e-3, 100)};
    const Problem problem = random_problem(loss, n, d, draws);
    const Eigen::VectorXd theta = solution(objective, problem.data());
    for (const RidgeConvention convention : {RidgeConvention::sum, RidgeConvention::mean}) {
      const NeighbouringSolutions neighbours(objective, problem.data(), theta, convention);
      const double accuracy = draws.logarithmic(1e-9, 0.1);
      LeaveOneOut all(neighbours, accuracy);
      const LeaveOneOutBlock block = all_rows(all, n);
      for (Eigen::Index row = 0; row<n; row += n> 20 ? 37 : 1) {
        const NeighbouringSolution alone = neighbours.without(row);
        const double off = (block.displacements.row(row).transpose() - alone.displacement).norm();
        // What rounding leaves of the two.
        const double rounding =
            alone.residual / objective.lambda + 1e-14 * static_cast<double>(n) * (1 + theta.norm()) / objective.lambda;
        CHECK_MESSAGE(off <= block.errors(row) + rounding, off, " of ", alone.displacement.norm(), ", certified ",
                      block.errors(row));
        closest = std::fmax(closest, block.errors(row) > 0 ? (off - rounding) / block.errors(row) : 0);
        reached += block.errors(row) <= accuracy * block.displacements.row(row).norm() ? 1 : 0;
        ++rows;
      }
    }
  }
  MESSAGE("largest error over its certificate: ", closest, "; accuracy reached: ", reached, " of ", rows);
  CHECK(reached >= 0.99 * rows);
  // The certificate is not idle: an error comes near it somewhere.
  CHECK(closest > 1e-3);
}

TEST_CASE("the certificate holds for the expansion alone, order by order") {
  // An accuracy that needs no pass: what is checked is the bound of the remainder.
  Draws draws(20261162);
  for (const int order : {2, 3, 4}) {
    double closest = 0;
    int checked = 0;
    for (int repetition = 0; repetition < repetitions(order == 2 ? 40 : 60); ++repetition) {
      const Loss loss = {order == 2            ? LossKind::squared
                         : repetition % 2 == 0 ? LossKind::logistic
                                               : LossKind::pseudo_huber,
                         0.5};
      const Eigen::Index d = order == 3 ? 25 : 3;
      const Eigen::Index n = draws.integer(30, 120);
      const Objective objective{loss, draws.logarithmic(0.1, 30)};
      const Problem problem = random_problem(loss, n, d, draws);
      const Eigen::VectorXd theta = solution(objective, problem.data());
      const NeighbouringSolutions neighbours(objective, problem.data(), theta, RidgeConvention::mean);
      LeaveOneOut all(neighbours, 0.5);
      REQUIRE(all.order() == order);
      const LeaveOneOutBlock block = all_rows(all, n);
      const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
      const Eigen::VectorXd displacement = block.displacements.row(row).transpose();
      if (all.passes() > 0 || !(block.errors(row) <= 0.5 * displacement.norm())) {
        continue;
      }
      const double off = (displacement - neighbours.without(row).displacement).norm();
      CHECK(off <= block.errors(row) + 1e-12 * displacement.norm());
      closest = std::fmax(closest, off / (block.errors(row) + 1e-12 * displacement.norm()));
      ++checked;
    }
    MESSAGE("order ", order, ": ", checked, " checked, largest error over its certificate ", closest);
    CHECK(checked >= 5);
    CHECK((order == 2 || closest > 1e-4));
  }
}

TEST_CASE("many rows cost no pass over them, whatever the condition of the Hessian") {
  Draws draws(20261163);
  const Eigen::Index n = 3000;
  Problem problem = random_problem(Loss{}, n, 6, draws);
  problem.x.col(5) *= 1e-3;
  const Objective objective{Loss{}, 3};
  const Eigen::VectorXd theta = solution(objective, problem.data());
  const NeighbouringSolutions neighbours(objective, problem.data(), theta, RidgeConvention::mean);
  LeaveOneOut all(neighbours, 1e-5);
  CHECK_FALSE(all.expanded());
  CHECK_THROWS_AS((void)all.without(0, 1), Error);
  const LeaveOneOutBlock block = all_rows(all, n);
  CHECK(all.passes() == 0);
  for (Eigen::Index row = 0; row < n; row += 500) {
    const Eigen::VectorXd alone = neighbours.without(row).displacement;
    CHECK((block.displacements.row(row).transpose() - alone).norm() <= 1e-5 * alone.norm());
    CHECK(block.errors(row) <= 1e-5 * alone.norm());
  }
  // Blocks may be cut anywhere.
  CHECK((all.without(1000, 7).displacements - block.displacements.middleRows(1000, 7)).norm() <= 1e-14);
}

TEST_CASE("rows that decide much are solved in passes") {
  // Twelve rows, hardly any ridge: no expansion reaches.
  Draws draws(20261164);
  const Problem problem = random_problem(Loss{}, 12, 3, draws);
  const Objective objective{Loss{}, 0.05};
  const NeighbouringSolutions neighbours(objective, problem.data(), solution(objective, problem.data()), RidgeConvention::mean);
  LeaveOneOut all(neighbours, 1e-6);
  const LeaveOneOutBlock block = all_rows(all, 12);
  CHECK(all.passes() >= 12);
  for (Eigen::Index row = 0; row < 12; ++row) {
    const Eigen::VectorXd alone = neighbours.without(row).displacement;
    CHECK((block.displacements.row(row).transpose() - alone).norm() <= 1e-6 * alone.norm());
  }
}

TEST_CASE("what is no accuracy, no row or no neighbour is refused") {
  Draws draws(20261165);
  const Problem problem = random_problem(Loss{}, 5, 2, draws);
  const Objective objective{Loss{}, 1};
  const NeighbouringSolutions neighbours(objective, problem.data(), solution(objective, problem.data()), RidgeConvention::mean);
  for (const double bad : {0.0, -1.0, 0.6, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(LeaveOneOut(neighbours, bad), Error);
  }
  LeaveOneOut all(neighbours, 1e-3);
  all.expand(5);
  CHECK(all.without(5, 0).errors.size() == 0);
  CHECK_THROWS_AS((void)all.without(4, 2), Error);
  CHECK_THROWS_AS((void)all.without(-1, 1), Error);
  const Problem one = random_problem(Loss{}, 1, 2, draws);
  const NeighbouringSolutions lonely(objective, one.data(), solution(objective, one.data()), RidgeConvention::mean);
  CHECK_THROWS_AS(LeaveOneOut(lonely, 0.1), Error);
}

}  // namespace expost
