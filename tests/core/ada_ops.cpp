// AdaOPS: its selection as stated, losses as density ratios, bounds by how often they fail, the
// joint accounting by Monte Carlo.
#include "expost/mechanisms/ada_ops.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

NormalEquations equations(const Problem& problem) {
  return {problem.x.transpose() * problem.x, problem.x.transpose() * problem.y};
}

NormalEquations plus(const NormalEquations& data, const Eigen::VectorXd& x, double y, double sign) {
  return {data.xtx + sign * x * x.transpose(), data.xty + sign * y * x};
}

double smallest(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues()(0);
}

/// log p of everything published given the data, up to what all data sets share: the three steps
/// as mathematics.md states them.
double log_density(const NormalEquations& data, const AdaOpsBudget& budget, const AdaOpsRelease& release) {
  const double logs = std::log(6 / budget.delta);
  const double x2 = budget.bound_x * budget.bound_x;
  const double sigma = x2 * std::sqrt(logs) / (budget.epsilon / 4);
  const double z1 = (release.smallest_eigenvalue - smallest(data.xtx) + x2 * logs / (budget.epsilon / 4)) / sigma;
  double sum = release.smallest_eigenvalue > 0 ? -0.5 * z1 * z1 : std::log(0.5 * std::erfc(-z1 / std::sqrt(2.0)));
  const Eigen::Index d = data.xty.size();
  const Eigen::MatrixXd h = data.xtx + release.lambda * Eigen::MatrixXd::Identity(d, d);
  const Eigen::VectorXd theta_hat = h.ldlt().solve(data.xty);
  const double s = std::log(1 + x2 / (release.lambda + release.smallest_eigenvalue)) / (budget.epsilon / 4);
  const double centre = std::log(budget.bound_y + budget.bound_x * theta_hat.norm()) + s * logs;
  const double z2 = (release.log_residual - centre) / (s * std::sqrt(logs));
  sum -= 0.5 * z2 * z2;
  const Eigen::VectorXd offset = release.theta - theta_hat;
  return sum + 0.5 * std::log(h.determinant()) - 0.5 * release.gamma * offset.dot(h * offset);
}

/// Many rows, so that the smallest eigenvalue is known in spite of its noise.
Problem many_rows(Eigen::Index n, Draws& draws) {
  Problem problem = random_problem(Loss{LossKind::squared}, n, 2, draws);
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.x.row(i) = draws.in_ball(2, 1).transpose();
    problem.y(i) = std::clamp(0.5 * problem.x(i, 0) + 0.2 * draws.normal(), -1.0, 1.0);
  }
  return problem;
}

}  // namespace

TEST_CASE("lambda is where the stated objective is least, gamma solves the stated equation") {
  Draws draws(20261161);
  int inner = 0;
  int at_least = 0;
  for (int repetition = 0; repetition < 200; ++repetition) {
    const AdaOpsBudget budget{draws.logarithmic(0.05, 10), draws.logarithmic(1e-12, 1e-2), draws.logarithmic(0.3, 3),
                              draws.logarithmic(0.3, 3)};
    const int d = draws.integer(1, 30);
    const double eigenvalue = draws.coin() ? 0 : draws.logarithmic(0.1, 1e4);
    const double logs = std::log(6 / budget.delta);
    const double b2 = budget.bound_x * budget.bound_x;
    const double c2 = logs / (budget.epsilon / 4);
    const double bar = -logs + std::sqrt(logs * logs + 2 * logs * budget.epsilon / 4);
    CHECK(bar * bar / (2 * logs) + bar == approximately(budget.epsilon / 4).epsilon(1e-9));
    const double c1 = (d / 2.0 + std::sqrt(d * std::log(20.0)) + std::log(20.0)) * logs / (bar * bar);
    const double least = std::fmax(0, 2 * b2 * (1 + logs) / budget.epsilon - eigenvalue);
    // log of the objective's first term, which may be huge; differences of the objective through it
    const auto objective = [&](double t) {
      const double h = t + eigenvalue;
      return std::exp(std::fmin(700.0, std::log(c1 * b2 * b2) + 2 * c2 * std::log1p(b2 / h) - std::log(h))) + t;
    };
    const double lambda = ada_ops_lambda(budget, d, eigenvalue);
    CHECK(lambda >= least);
    for (const double factor : {0.5, 0.9, 0.999, 1.001, 1.1, 2.0}) {
      const double other = std::fmax(least, lambda * factor + (factor > 1 ? 1e-9 : 0));
      CHECK(objective(lambda) <= objective(other) * (1 + 1e-10));
    }
    (lambda > least ? inner : at_least) += 1;
    const double ridge = lambda + eigenvalue;
    const double lipschitz = draws.logarithmic(0.1, 10);
    const double gamma = ada_ops_gamma(budget, ridge, lipschitz);
    const double left = gamma * lipschitz * lipschitz / (2 * (ridge + b2)) +
                        std::sqrt(gamma) * lipschitz * std::sqrt(logs / ridge) + b2 * (1 + logs) / (2 * ridge);
    CHECK(left == approximately(budget.epsilon / 2).epsilon(1e-9));
  }
  CHECK(inner > 20);
  CHECK(at_least > 20);
}

TEST_CASE("a release: its parts, and the order of the words") {
  Draws draws(20261162);
  const NormalEquations data = equations(many_rows(400, draws));
  const AdaOpsBudget budget{2, 1e-6};
  SeededSource source(9);
  SeededSource same(9);
  const AdaOpsNoise noise = ada_ops_noise(2, source);
  CHECK(noise.eigenvalue == standard_normal(same));
  CHECK(noise.residual == standard_normal(same));
  CHECK(noise.sample(0) == standard_normal(same));
  CHECK(noise.sample(1) == standard_normal(same));
  CHECK(source.next() == same.next());
  const AdaOpsRelease release = ada_ops(data, budget, noise);
  CHECK(release.lambda == ada_ops_lambda(budget, 2, release.smallest_eigenvalue));
  CHECK(release.gamma == ada_ops_gamma(budget, release.lambda + release.smallest_eigenvalue, release.lipschitz));
  CHECK(release.lipschitz == approximately(std::exp(release.log_residual)).epsilon(1e-14));
  const Eigen::MatrixXd h = data.xtx + release.lambda * Eigen::MatrixXd::Identity(2, 2);
  CHECK((h * release.theta_hat - data.xty).norm() < 1e-10);
  const Eigen::VectorXd offset = release.theta - release.theta_hat;
  CHECK(release.gamma * offset.dot(h * offset) == approximately(noise.sample.squaredNorm()).epsilon(1e-10));
}

TEST_CASE("losses of everything published are log density ratios, with lambda-tilde cut at 0 or not") {
  Draws draws(20261163);
  SeededSource source(20261163);
  int cut = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Problem problem = many_rows(repetition % 2 == 0 ? 20 : 300, draws);
    const NormalEquations data = equations(problem);
    const AdaOpsBudget budget{draws.logarithmic(0.5, 8), draws.logarithmic(1e-9, 1e-2)};
    const AdaOpsRelease release = ada_ops(data, budget, ada_ops_noise(2, source));
    cut += release.smallest_eigenvalue == 0 ? 1 : 0;
    const double here = log_density(data, budget, release);
    const double in = ada_ops_loss(data, budget, release, problem.person(3), problem.y(3), Membership::in);
    check_close("in", in, here - log_density(plus(data, problem.person(3), problem.y(3), -1), budget, release), {1e-7, 1e-8});
    const Eigen::VectorXd x = draws.in_ball(2);
    const double out = ada_ops_loss(data, budget, release, x, -0.7, Membership::out);
    check_close("out", out, here - log_density(plus(data, x, -0.7, 1), budget, release), {1e-7, 1e-8});
  }
  CHECK(cut > 30);
  CHECK(cut < 270);
}

TEST_CASE(
    "the noisy eigenvalue is a lower bound less often than the paper has it; the one with its quantile as often as it says") {
  const AdaOpsBudget budget{1, 0.05};
  SeededSource source(20261164);
  const double logs = std::log(6 / budget.delta);
  const NormalEquations data{500 * Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Ones(1)};
  const int n = repetitions(20000);
  int above = 0;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const AdaOpsRelease release = ada_ops(data, budget, ada_ops_noise(1, source));
    above += release.smallest_eigenvalue > 500 ? 1 : 0;
    wrong += ada_ops_data_eigenvalue(budget, release.smallest_eigenvalue, 0.03) > 500 ? 1 : 0;
  }
  const double p = normal_cdf(-std::sqrt(logs));
  CHECK(p > budget.delta / 6);
  CHECK(std::fabs(above / static_cast<double>(n) - p) <= 4 * std::sqrt(p / n));
  CHECK(std::fabs(wrong / static_cast<double>(n) - 0.03) <= 4 * std::sqrt(0.03 / n));
  CHECK(ada_ops_data_eigenvalue(budget, 0, 0.03) == 0);
}

TEST_CASE("coverage of the bounds on everything published at rho = 0.05") {
  constexpr double rho = 0.05;
  for (const Eigen::Index rows : {30, 300}) {
    Draws draws(20261165);
    SeededSource source(20261165);
    const Problem problem = many_rows(rows, draws);
    const NormalEquations data = equations(problem);
    const AdaOpsBudget budget{4, 1e-3};
    const Eigen::VectorXd x = draws.in_ball(2, 1);
    const int n = repetitions(2500);
    int missed_in = 0;
    int missed_out = 0;
    int missed_all = 0;
    int finite = 0;
    for (int i = 0; i < n; ++i) {
      const AdaOpsRelease release = ada_ops(data, budget, ada_ops_noise(2, source));
      const auto missed = [&](const Eigen::VectorXd& person, double y, Membership member, const Uniformity& uniformity) {
        const AdaOpsBound bound = ada_ops_bound(budget, release, person, y, member, rho, uniformity);
        const Interval interval = member == Membership::in ? bound.in : bound.out;
        const double loss = ada_ops_loss(data, budget, release, person, y, member);
        const bool outside = loss < interval.lower || loss > interval.upper;
        CHECK((outside || std::fabs(loss) <= bound.epsilon.upper));
        CHECK(bound.failure_probability == rho);
        finite += bound.epsilon.upper < infinity ? 1 : 0;
        return outside ? 1 : 0;
      };
      missed_in += missed(problem.person(1), problem.y(1), Membership::in, {});
      missed_out += missed(x, 0.9, Membership::out, {});
      const Eigen::VectorXd worst = (release.theta - release.theta_hat).normalized();
      missed_all += missed(worst, 1, Membership::out, {Uniformity::Kind::all, 1});
    }
    for (const int missed : {missed_in, missed_out, missed_all}) {
      CHECK(missed / static_cast<double>(n) <= rho + 3 * std::sqrt(rho * (1 - rho) / n));
    }
    CHECK(finite > 2 * n);
    MESSAGE("n = ", rows, ", missed of ", n, ": in ", missed_in, ", out ", missed_out, ", all ", missed_all);
  }
}

TEST_CASE("the parts of a bound: two Gaussian steps at their largest shifts and a posterior sample") {
  const AdaOpsBudget budget{2, 1e-4};
  AdaOpsRelease release{};
  release.theta = (Eigen::VectorXd(2) << 0.3, -0.2).finished();
  release.lambda = 5;
  release.smallest_eigenvalue = 40;
  release.gamma = 3;
  const Eigen::VectorXd x = (Eigen::VectorXd(2) << 0.6, 0.3).finished();
  const double rho = 0.01;
  const AdaOpsBound bound = ada_ops_bound(budget, release, x, 0.4, Membership::unknown, rho);
  const double logs = std::log(6e4);
  const double z = normal_upper_quantile(0.05 * rho);
  const double sigma = std::sqrt(logs) / 0.5;
  CHECK(bound.data_eigenvalue == approximately(40 + logs / 0.5 - z * sigma).epsilon(1e-12));
  const PosteriorSampleBound sample =
      posterior_sample_bound({release.theta, 5, 3, bound.data_eigenvalue}, x, 0.4, Membership::unknown, 0.8 * rho);
  const double w1 = 0.45 / sigma;
  const double s = std::log1p(1 / 45.0) / 0.5;
  const double norm = std::sqrt(0.45);
  const double w2_in = std::log1p(norm / (5 + bound.data_eigenvalue - 0.45)) / (s * std::sqrt(logs));
  const double w2_out = std::log1p(norm / (5 + bound.data_eigenvalue)) / (s * std::sqrt(logs));
  const auto upper = [&](double w) { return w * w / 2 + w * z; };
  const auto lower = [&](double w) { return w * w / 2 - w * z; };
  check_close("in upper", bound.in.upper, sample.in.upper + upper(w1) + upper(w2_in), {1e-12});
  check_close("in lower", bound.in.lower, sample.in.lower + lower(w1) + lower(w2_in), {1e-12});
  check_close("out upper", bound.out.upper, sample.out.upper + upper(w1) + upper(w2_out), {1e-12});
  check_close("out lower", bound.out.lower, sample.out.lower + lower(w1) + lower(w2_out), {1e-12});
  CHECK(bound.epsilon.upper ==
        std::fmax(std::fmax(-bound.in.lower, bound.in.upper), std::fmax(-bound.out.lower, bound.out.upper)));
  // Cut at 0: the loss of an event, a little more than that of a density.
  release.smallest_eigenvalue = 0;
  const AdaOpsBound cut = ada_ops_bound(budget, release, x, 0.4, Membership::out, rho);
  CHECK(cut.data_eigenvalue == 0);
  const double s0 = std::log1p(1 / 5.0) / 0.5;
  const double w2 = std::log1p(norm / 5) / (s0 * std::sqrt(logs));
  const double first = cut.out.upper - cut.sample.out.upper - upper(w2);
  CHECK(first == approximately(std::log(normal_cdf(-z) / normal_cdf(-z - w1))).epsilon(1e-9));
  CHECK(first >= upper(w1));
  // Nothing known: no ridge and no eigenvalue.
  release.lambda = 0;
  CHECK(ada_ops_bound(budget, release, x, 0.4, Membership::unknown, rho).epsilon.upper == infinity);
  CHECK(ada_ops_bound(budget, release, Eigen::VectorXd::Zero(2), 0.4, Membership::unknown, rho).epsilon.upper == 0);
  // As much as the person herself may have added: finite for somebody outside only.
  release.smallest_eigenvalue = 0.3 - logs / 0.5 + z * sigma;
  const AdaOpsBound own = ada_ops_bound(budget, release, x, 0.4, Membership::unknown, rho);
  CHECK(own.data_eigenvalue == approximately(0.3).epsilon(1e-9));
  CHECK(own.in.upper == infinity);
  CHECK(own.out.upper < infinity);
}

TEST_CASE("joint accounting: Monte Carlo over all noise") {
  Draws draws(20261166);
  SeededSource source(20261166);
  for (const Eigen::Index rows : {25, 600}) {
    const Problem problem = many_rows(rows, draws);
    const NormalEquations data = equations(problem);
    const AdaOpsBudget budget{4, 1e-2};
    const Eigen::VectorXd x = Eigen::VectorXd::Unit(2, 1);
    const double y = -1;
    const int n = repetitions(20000);
    for (const double epsilon : {rows == 25 ? 0.1 : 0.2}) {
      const auto simulated = [&](const NormalEquations& used, Membership member) {
        double sum = 0;
        double square = 0;
        for (int i = 0; i < n; ++i) {
          const AdaOpsRelease release = ada_ops(used, budget, ada_ops_noise(2, source));
          const double loss = ada_ops_loss(used, budget, release, x, y, member);
          const double gain = loss > epsilon ? -std::expm1(epsilon - loss) : 0;
          sum += gain / n;
          square += gain * gain / n;
        }
        return std::pair<double, double>{sum, std::sqrt((square - sum * sum) / n)};
      };
      const auto [forward, forward_error] = simulated(data, Membership::out);
      const auto [reverse, reverse_error] = simulated(plus(data, x, y, 1), Membership::in);
      const double got = ada_ops_joint_delta(data, x, y, Membership::out, budget, epsilon);
      const double expected = std::fmax(forward, reverse);
      const double error = std::fmax(forward_error, reverse_error);
      CHECK_MESSAGE(got >= expected - 4 * error, rows, " rows: ", got, " and ", expected, " ± ", error);
      // Above the truth where λ̃ is cut: the accounting gives the attacker the uncut value.
      CHECK_MESSAGE(got <= expected + 4 * error + (rows == 25 ? 0.02 : 0.001), rows, " rows: ", got, " and ", expected);
      // From the neighbour's side it is the same pair.
      CHECK(ada_ops_joint_delta(plus(data, x, y, 1), x, y, Membership::in, budget, epsilon) ==
            approximately(got).epsilon(1e-6));
    }
  }
}

TEST_CASE("what is promised: the published steps exceed their share, the joint accounting stays far below delta") {
  // At small ε the exact profile of the first two steps happens to be within the share.
  CHECK(ada_ops_step_deltas({0.5, 1e-6}).eigenvalue < 1e-6 / 3);
  for (const double epsilon : {1.0, 4.0}) {
    const AdaOpsBudget budget{epsilon, 1e-6};
    const AdaOpsStepDeltas steps = ada_ops_step_deltas(budget);
    CHECK(steps.eigenvalue > budget.delta / 3);
    CHECK(steps.residual > budget.delta / 3);
    const double m = epsilon / 4 / std::sqrt(std::log(6e6));
    check_close("steps", steps.eigenvalue, gaussian_delta(epsilon / 4, m), {1e-12});
    double worst = 0;
    // One dimension, the person along it with the largest residual that there can be, few rows to
    // many.
    for (const double rows : {3.0, 1e4}) {
      const NormalEquations data{rows * Eigen::MatrixXd::Identity(1, 1), rows * 0.9 * Eigen::VectorXd::Ones(1)};
      worst = std::fmax(worst, ada_ops_joint_delta(data, Eigen::VectorXd::Ones(1), -1, Membership::out, budget, epsilon));
    }
    CHECK_MESSAGE(worst <= 0.01 * budget.delta, "epsilon = ", epsilon, ": ", worst);
    MESSAGE("epsilon = ", epsilon, ": steps ", steps.eigenvalue, ", joint ", worst);
  }
}

TEST_CASE("a ridge next to 0 leaves intervals, infinite where nothing is known") {
  const AdaOpsBudget budget{1, 1e-6};
  const Eigen::Vector2d x(0.7, -0.2);
  for (const double lambda : {5e-324, 1e-310, 1e-300, 1e-160}) {
    const AdaOpsBound bound = ada_ops_bound(PublishedAdaOps{budget, Eigen::Vector2d(0.12, -0.03), lambda, 3.5, 0, 0.75}, x, 0.1,
                                            Membership::unknown, 1e-6);
    for (const Interval& interval : {bound.in, bound.out, bound.epsilon, bound.sample.in, bound.sample.out}) {
      CHECK(interval.lower <= interval.upper);
    }
    // With leverages up to ‖x‖²/λ a non-member's loss can be that of any smaller one, too.
    const PosteriorSampleBound small =
        posterior_sample_bound({Eigen::Vector2d(0.12, -0.03), 0.01, 3.5}, x, 0.1, Membership::out, 0.8e-6);
    CHECK(bound.sample.out.upper >= small.out.upper);
    CHECK(bound.sample.out.lower <= small.out.lower);
    CHECK(bound.epsilon.upper > 300);
  }
}

TEST_CASE("arguments that are none are refused") {
  const NormalEquations data{Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Ones(2)};
  const AdaOpsNoise noise{0, 0, Eigen::VectorXd::Zero(2)};
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    CHECK_THROWS_AS((void)ada_ops(data, {bad, 0.1}, noise), Error);
    CHECK_THROWS_AS((void)ada_ops(data, {1, bad}, noise), Error);
    CHECK_THROWS_AS((void)ada_ops(data, {1, 0.1, bad}, noise), Error);
    CHECK_THROWS_AS((void)ada_ops(data, {1, 0.1, 1, bad}, noise), Error);
    CHECK_THROWS_AS((void)ada_ops_gamma({1, 0.1}, bad, 1), Error);
    CHECK_THROWS_AS((void)ada_ops_gamma({1, 0.1}, 1, bad), Error);
  }
  CHECK_THROWS_AS((void)ada_ops(data, {1, 0.1}, {0, 0, Eigen::VectorXd::Zero(1)}), Error);
  CHECK_THROWS_AS((void)ada_ops({Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Ones(2)}, {1, 0.1}, noise), Error);
  CHECK_THROWS_AS((void)ada_ops_lambda({1, 0.1}, 2, -1), Error);
  // A ridge far below the least that λ may be.
  CHECK_THROWS_AS((void)ada_ops_gamma({1, 1e-6}, 1e-3, 1), Error);
  AdaOpsRelease release = ada_ops(data, {1, 0.1}, noise);
  CHECK_THROWS_AS((void)ada_ops_bound({1, 0.1}, release, Eigen::VectorXd::Ones(2), 0, Membership::in, 0.1), Error);
  CHECK_THROWS_AS((void)ada_ops_bound({1, 0.1}, release, Eigen::VectorXd::Unit(2, 0), 1.5, Membership::in, 0.1), Error);
  CHECK_THROWS_AS((void)ada_ops_loss(data, {1, 0.1}, release, Eigen::VectorXd::Unit(2, 0), 1, Membership::unknown), Error);
  CHECK_THROWS_AS((void)ada_ops_joint_delta(data, Eigen::VectorXd::Unit(2, 0), 1, Membership::out, {1, 0.1}, -1), Error);
}

}  // namespace expost
