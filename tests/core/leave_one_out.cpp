// All neighbours at once against each by itself: the certificates hold, and the expansion does
// most of the work.
#include "expost/neighbours/leave_one_out.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "approximately.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "random_classes.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

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
      LinearLeaveOneOut all(neighbours, accuracy);
      const LeaveOneOutBlock block = all_rows(all, n);
      for (Eigen::Index row = 0; row<n; row += n> 20 ? 37 : 1) {
        const NeighbouringSolution alone = neighbours.without(row);
        const double off = (block.displacements.row(row).transpose() - alone.displacement).norm();
        // Rounding leaves so much of the two.
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
    const int problems = repetitions(order == 2 ? 40 : 60);
    for (int repetition = 0; repetition < problems; ++repetition) {
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
      LinearLeaveOneOut all(neighbours, 0.5);
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
    CHECK(checked >= (problems + 7) / 8);
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
  LinearLeaveOneOut all(neighbours, 1e-5);
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
  LinearLeaveOneOut all(neighbours, 1e-6);
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
    CHECK_THROWS_AS(LinearLeaveOneOut(neighbours, bad), Error);
  }
  LinearLeaveOneOut all(neighbours, 1e-3);
  all.expand(5);
  CHECK(all.without(5, 0).errors.size() == 0);
  CHECK_THROWS_AS((void)all.without(4, 2), Error);
  CHECK_THROWS_AS((void)all.without(-1, 1), Error);
  const Problem one = random_problem(Loss{}, 1, 2, draws);
  const NeighbouringSolutions lonely(objective, one.data(), solution(objective, one.data()), RidgeConvention::mean);
  CHECK_THROWS_AS(LinearLeaveOneOut(lonely, 0.1), Error);
}

namespace {

/// Rows and classes as softmax's neighbours take them.
struct Classified {
  Rows x;
  Eigen::VectorXd y;

  [[nodiscard]] CodedData data() const { return {x, y}; }
  [[nodiscard]] std::vector<ClassifiedPerson> persons(Eigen::Index without = -1) const {
    std::vector<ClassifiedPerson> result;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (i != without) {
        result.push_back({x.row(i).transpose(), static_cast<Eigen::Index>(y(i))});
      }
    }
    return result;
  }
};

Classified random_classes(Eigen::Index n, Eigen::Index classes, Eigen::Index features, Draws& draws) {
  Classified result{Rows(n, features), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const ClassifiedPerson person = random_classified(classes, features, draws);
    result.x.row(i) = person.x.transpose();
    result.y(i) = static_cast<double>(person.label);
  }
  return result;
}

/// Trained with all rows but one, or with all.
Eigen::VectorXd softmax_solution(const Classified& all, Eigen::Index classes, double lambda, Eigen::Index without = -1) {
  const std::vector<ClassifiedPerson> persons = all.persons(without);
  const Eigen::Index d = classes * all.x.cols();
  const ConvexObjective<Softmax> objective({classes}, lambda, d, persons);
  return minimise(objective, Eigen::VectorXd::Zero(d)).theta;
}

}  // namespace

TEST_CASE("softmax: few rows and many, within the certificate of what training each by itself gives") {
  Draws draws(20261181);
  double closest = 0;
  int reached = 0;
  int rows = 0;
  int passed = 0;
  const int problems = repetitions(200);
  for (int repetition = 0; repetition < problems; ++repetition) {
    const Eigen::Index classes = draws.integer(2, 5);
    const Eigen::Index features = draws.integer(1, repetition % 10 == 0 ? 9 : 4);
    const Eigen::Index n = draws.integer(2, repetition % 5 == 0 ? 300 : 25);
    const double lambda = draws.logarithmic(1e-2, 100);
    const Classified all = random_classes(n, classes, features, draws);
    const Eigen::VectorXd theta = softmax_solution(all, classes, lambda);
    const double accuracy = draws.logarithmic(1e-7, 0.1);
    SoftmaxLeaveOneOut neighbours(all.data(), classes, lambda, theta, accuracy);
    const LeaveOneOutBlock block = all_rows(neighbours, n);
    passed += neighbours.passes() > 0 ? 1 : 0;
    REQUIRE(block.displacements.cols() == theta.size());
    const double less = lambda * (static_cast<double>(n) - 1) / static_cast<double>(n);
    for (Eigen::Index row = 0; row<n; row += n> 25 ? 41 : 3) {
      const Eigen::VectorXd alone = softmax_solution(all, classes, less, row) - theta;
      const double off = (block.displacements.row(row).transpose() - alone).norm();
      // Both minimisers have gradients of up to 1e-10.
      const double rounding = 3e-10 / less;
      CHECK_MESSAGE(off <= block.errors(row) + rounding, off, " of ", alone.norm(), ", certified ", block.errors(row));
      closest = std::fmax(closest, block.errors(row) > 0 ? (off - rounding) / block.errors(row) : 0);
      reached += block.errors(row) <= accuracy * block.displacements.row(row).norm() ? 1 : 0;
      ++rows;
    }
  }
  MESSAGE("largest error over its certificate: ", closest, "; accuracy reached: ", reached, " of ", rows, "; ", passed,
          " with passes");
  CHECK(reached >= 0.99 * rows);
  CHECK(closest > 1e-4);
  CHECK(passed > problems / 20);
}

TEST_CASE("softmax: the expansion alone, of third and of fourth order") {
  // The third and fourth derivatives by themselves: without either of them the error would be far
  // above what is left here.
  Draws draws(20261182);
  for (const int order : {3, 4}) {
    const Eigen::Index classes = 3;
    const Eigen::Index features = order == 3 ? 14 : 4;
    const Eigen::Index n = 400;
    const double lambda = 4;
    const Classified all = random_classes(n, classes, features, draws);
    const Eigen::VectorXd theta = softmax_solution(all, classes, lambda);
    SoftmaxLeaveOneOut neighbours(all.data(), classes, lambda, theta, 0.5);
    REQUIRE(neighbours.order() == order);
    const LeaveOneOutBlock block = all_rows(neighbours, n);
    CHECK(neighbours.passes() == 0);
    double worst = 0;
    for (Eigen::Index row = 0; row < n; row += 19) {
      const Eigen::VectorXd alone = softmax_solution(all, classes, lambda * 399 / 400, row) - theta;
      worst = std::fmax(worst, (block.displacements.row(row).transpose() - alone).norm() / alone.norm());
      CHECK((block.displacements.row(row).transpose() - alone).norm() <= block.errors(row) + 1e-10);
    }
    MESSAGE("order ", order, ": largest relative error ", worst);
    // The next order in ‖Δ‖ ≤ 2√2/λ/n-th shares; seen with a wrong weight in either sum: 1e-2
    // and 1e-4 at least.
    CHECK(worst <= (order == 3 ? 3e-4 : 1e-6));
  }
}

TEST_CASE("softmax with two classes is logistic regression at half the ridge and √2 times the length") {
  // log(1 + e^{−y(θ₁−θ₀)ᵀx}) with θ₁ = −θ₀ = ψ/2: (λ/2)‖θ‖² = (λ/4)‖ψ‖², and ‖θ‖ = ‖ψ‖/√2.
  Draws draws(20261183);
  const Eigen::Index n = 60;
  const double lambda = 6;
  const Classified all = random_classes(n, 2, 3, draws);
  const Eigen::VectorXd signs = 2 * all.y.array() - 1;
  const Objective logistic{Loss{}, lambda / 2};
  const CodedData data{all.x, signs};
  const NeighbouringSolutions pairs(logistic, data, solution(logistic, data), RidgeConvention::mean);
  SoftmaxLeaveOneOut neighbours(all.data(), 2, lambda, softmax_solution(all, 2, lambda), 1e-9);
  LinearLeaveOneOut linear(pairs, 1e-9);
  const LeaveOneOutBlock block = all_rows(neighbours, n);
  const LeaveOneOutBlock expected = all_rows(linear, n);
  for (Eigen::Index row = 0; row < n; ++row) {
    const Eigen::VectorXd moved = block.displacements.row(row).transpose();
    const Eigen::VectorXd psi = expected.displacements.row(row).transpose();
    CHECK((moved.tail(3) - psi / 2).norm() <= 1e-8 * psi.norm());
    CHECK((moved.head(3) + psi / 2).norm() <= 1e-8 * psi.norm());
    const RowInfluence own = neighbours.influence(row, moved);
    const RowInfluence of_pairs = linear.influence(row, psi);
    CHECK(own.derivative == approximately(std::sqrt(2.0) * std::fabs(of_pairs.derivative)).epsilon(1e-9));
    CHECK(own.neighbour_derivative == approximately(std::sqrt(2.0) * std::fabs(of_pairs.neighbour_derivative)).epsilon(1e-7));
    // In the direction (1, −1)/√2: ψ = √2·t there, so that the Hessian in t is twice that in ψ.
    CHECK(own.leverage == approximately(of_pairs.leverage / 2).epsilon(1e-9));
    CHECK((neighbours.worst_case_displacement(row).tail(3) - linear.worst_case_displacement(row) / 2).norm() <= 1e-9);
  }
}

TEST_CASE("softmax: leverage and slopes of a row, by the full Hessian") {
  Draws draws(20261185);
  const Classified all = random_classes(30, 4, 3, draws);
  const Eigen::VectorXd theta = softmax_solution(all, 4, 2);
  const std::vector<ClassifiedPerson> persons = all.persons();
  const Eigen::LLT<Eigen::MatrixXd> factor(ConvexObjective<Softmax>({4}, 2, 12, persons).hessian(theta));
  SoftmaxLeaveOneOut neighbours(all.data(), 4, 2, theta, 1e-6);
  const LeaveOneOutBlock block = all_rows(neighbours, 30);
  for (Eigen::Index row = 0; row < 30; ++row) {
    const ClassifiedPerson& person = persons[static_cast<std::size_t>(row)];
    const Eigen::VectorXd gradient = Softmax{4}.gradient(theta, person);
    const double slope = gradient.norm() / person.x.norm();
    const RowInfluence influence = neighbours.influence(row, block.displacements.row(row).transpose());
    CHECK(influence.leverage == approximately(gradient.dot(factor.solve(gradient)) / (slope * slope)).epsilon(1e-9));
    CHECK(influence.derivative == approximately(slope).epsilon(1e-9));
    const Eigen::VectorXd moved = theta + block.displacements.row(row).transpose();
    CHECK(influence.neighbour_derivative ==
          approximately(Softmax{4}.gradient(moved, person).norm() / person.x.norm()).epsilon(1e-9));
  }
}

TEST_CASE("softmax: its derivatives are bounded as the certificates say") {
  // Cumulants of u, …, u, w under p against c ‖u‖^{k−1} sd(u) sd(w), in contrasts: ‖u‖ is that of
  // what has no mean over the classes.
  Draws draws(20261186);
  const Classified all = random_classes(3, 3, 2, draws);
  SoftmaxLeaveOneOut neighbours(all.data(), 3, 1, softmax_solution(all, 3, 1), 0.1);
  double closest[6] = {};
  for (int repetition = 0; repetition < 200000; ++repetition) {
    const Eigen::Index classes = draws.integer(2, 4);
    Eigen::VectorXd p(classes);
    Eigen::VectorXd u(classes);
    Eigen::VectorXd w(classes);
    for (Eigen::Index k = 0; k < classes; ++k) {
      p(k) = draws.logarithmic(1e-3, 1);
      u(k) = draws.uniform(-1, 1);
      w(k) = draws.uniform(-1, 1);
    }
    // The hardest are two classes, and w along u.
    if (repetition % 3 == 0) {
      w = u;
    }
    p /= p.sum();
    const double length = (u.array() - u.mean()).matrix().norm();
    const Eigen::ArrayXd a = u.array() - p.dot(u);
    const Eigen::ArrayXd b = w.array() - p.dot(w);
    const auto mean = [&](const Eigen::ArrayXd& values) { return (p.array() * values).sum(); };
    const double uu = mean(a.square());
    const double uw = mean(a * b);
    const double scale = std::sqrt(uu * mean(b.square()));
    if (!(scale > 1e-8)) {
      continue;
    }
    const double third = mean(a.square() * b);
    const double fourth = mean(a.cube() * b) - 3 * uu * uw;
    const double fifth = mean(a.square().square() * b) - 4 * mean(a.cube()) * uw - 6 * uu * third;
    const double cumulants[] = {third / length, fourth / (length * length), fifth / (length * length * length)};
    for (int k = 3; k <= 5; ++k) {
      const double ratio = std::fabs(cumulants[k - 3]) / scale / neighbours.derivative_ratio(k);
      CHECK(ratio <= 1);
      closest[k] = std::fmax(closest[k], ratio);
    }
  }
  MESSAGE("largest cumulants over their bounds: ", closest[3], ", ", closest[4], ", ", closest[5]);
  CHECK(closest[3] > 0.9);
  CHECK(closest[4] > 0.9);
  CHECK(closest[5] > 0.2);
}

TEST_CASE("softmax: what can't be begun is refused") {
  Draws draws(20261184);
  const Classified all = random_classes(5, 3, 2, draws);
  const Eigen::VectorXd theta = softmax_solution(all, 3, 1);
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(all.data(), 3, 1, theta + Eigen::VectorXd::Ones(6), 0.1), Error);
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(all.data(), 3, 1, theta.head(4), 0.1), Error);
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(all.data(), 3, 0, theta, 0.1), Error);
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(all.data(), 3, 1, theta, 0), Error);
  Classified wrong = all;
  wrong.y(2) = 3;
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(wrong.data(), 3, 1, theta, 0.1), Error);
  wrong.y(2) = -1;
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(wrong.data(), 3, 1, theta, 0.1), Error);
  const Classified one = random_classes(1, 2, 2, draws);
  CHECK_THROWS_AS(SoftmaxLeaveOneOut(one.data(), 2, 1, softmax_solution(one, 2, 1), 0.1), Error);
}

}  // namespace expost
