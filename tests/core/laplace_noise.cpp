// Laplace-type noise: its law, exact losses by brute force, bounds that never fail, pure
// differential privacy.
#include "expost/mechanisms/laplace_noise.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "expost/training/objective.hpp"
#include "random_classes.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

class Words final : public RandomSource {
 public:
  explicit Words(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  [[nodiscard]] std::uint64_t next() override { return words_.at(used_++); }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t used_ = 0;
};

/// P(Gamma(d, 1) > r) = e^{−r} Σ_{k<d} r^k/k!.
double gamma_tail(Eigen::Index d, double r) {
  double term = std::exp(-r);
  double sum = 0;
  for (Eigen::Index k = 0; k < d; ++k) {
    sum += term;
    term *= r / static_cast<double>(k + 1);
  }
  return sum;
}

Long laplace_log_density(const Loss& loss, double lambda, double eta, const std::vector<LongRow>& rows,
                         const Eigen::VectorXd& theta) {
  return expost::laplace_log_density(
      LongDerivatives{long_gradient(loss, lambda, rows, theta), long_hessian(loss, lambda, rows, theta)}, eta);
}

/// The maximum of log(1 + a(q)/λ) + rate·q on a fine grid in the angle, where q = sin.
double scanned_epsilon(const Loss& loss, double lambda, double eta) {
  double best = 0;
  constexpr int cells = 200000;
  for (int i = 0; i <= cells; ++i) {
    const double q = std::sin(1.5707963267948966 * i / cells);
    const double a = loss.kind == LossKind::logistic ? q * (1 - q) : std::pow(1 - q * q, 1.5);
    best = std::fmax(best, std::log1p(a / lambda) + eta * loss.lipschitz() * q);
  }
  return best;
}

}  // namespace

TEST_CASE("an exponential variable is −log of a uniform number, however many zeros that begins with") {
  Words half({~0ULL, ~0ULL});
  check_close("U next to ½", standard_exponential(half), std::log(2.0), {1e-15});
  CHECK(half.used() == 2);
  Words one({~0ULL, 0});
  CHECK(standard_exponential(one) == 0x1p-55);
  Words far({0, 0, 1, 0});
  check_close("191 zeros", standard_exponential(far), 191 * std::log(2.0), {1e-15});
  CHECK(far.used() == 4);
  SeededSource source(20261190);
  const int count = repetitions(40000);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(standard_exponential(source));
  }
  std::sort(values.begin(), values.end());
  double distance = 0;
  for (int i = 0; i < count; ++i) {
    const double below = -std::expm1(-values[static_cast<std::size_t>(i)]);
    distance = std::fmax(distance, std::fmax(std::fabs(below - static_cast<double>(i) / count),
                                             std::fabs(below - static_cast<double>(i + 1) / count)));
  }
  CHECK(distance < 1.95 / std::sqrt(count));  // Kolmogorov: 1 in 1000
}

TEST_CASE("Laplace-type noise has a Gamma length and a uniform direction, independent of each other") {
  for (const Eigen::Index d : {1, 2, 5}) {
    SeededSource source(20261191 + static_cast<std::uint64_t>(d));
    const double eta = 0.7;
    const int count = repetitions(20000);
    std::vector<double> lengths;
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(d);
    Eigen::MatrixXd second = Eigen::MatrixXd::Zero(d, d);
    Eigen::VectorXd weighted = Eigen::VectorXd::Zero(d);
    for (int i = 0; i < count; ++i) {
      const Eigen::VectorXd b = laplace_objective_noise(d, eta, source);
      const double length = b.norm();
      lengths.push_back(length);
      const Eigen::VectorXd u = b / length;
      mean += u / count;
      second += u * u.transpose() / count;
      weighted += (length * eta - static_cast<double>(d)) * u.cwiseAbs2() / count;
    }
    std::sort(lengths.begin(), lengths.end());
    double distance = 0;
    for (int i = 0; i < count; ++i) {
      const double below = 1 - gamma_tail(d, eta * lengths[static_cast<std::size_t>(i)]);
      distance = std::fmax(distance, std::fabs(below - (i + 0.5) / count));
    }
    CHECK(distance < 1.95 / std::sqrt(count));
    const double error = 4.5 / std::sqrt(count);
    CHECK(mean.cwiseAbs().maxCoeff() < error);
    CHECK((second - Eigen::MatrixXd::Identity(d, d) / static_cast<double>(d)).cwiseAbs().maxCoeff() < error);
    CHECK(weighted.cwiseAbs().maxCoeff() < error * std::sqrt(static_cast<double>(d)));
  }
  SeededSource source(1);
  CHECK_THROWS_AS((void)laplace_objective_noise(2, 0, source), Error);
}

TEST_CASE("exact losses under Laplace-type noise are log density ratios") {
  Draws draws(20261192);
  for (int repetition = 0; repetition < repetitions(500); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 5);
    const Eigen::Index n = draws.integer(1, 15);
    const double lambda = draws.logarithmic(0.01, 30);
    const double eta = draws.logarithmic(0.01, 20);
    const Problem problem = random_problem(loss, n, d, draws);
    const Eigen::VectorXd theta = draws.in_ball(d, draws.logarithmic(0.01, 8));
    const Objective objective{loss, lambda};
    const ExactLaplaceLosses exact(eta, objective.gradient(problem.data(), theta), objective.hessian(problem.data(), theta));
    const Long used = laplace_log_density(loss, lambda, eta, persons(problem.data()), theta);
    const auto check = [&](const ExactLaplaceLoss& got, Long expected) {
      check_close("L", got.loss, static_cast<double>(expected),
                  {0, 2e-13 * (1 + eta * theta.norm() * lambda + std::exp(std::fabs(got.determinant)))});
      CHECK(got.loss == got.determinant + got.noise);
    };
    const Eigen::Index row = draws.integer(0, static_cast<int>(n) - 1);
    check(exact.member(loss_point(loss, theta, problem.person(row), problem.y(row))),
          used - laplace_log_density(loss, lambda, eta, persons(problem.data(), row), theta));
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = random_label(loss, draws);
    check(exact.non_member(loss_point(loss, theta, x, y)),
          used - laplace_log_density(loss, lambda, eta, persons(problem.data(), -1, {{x, y}}), theta));
  }
  // A gradient much longer than one person's: nothing cancels.
  const ExactLaplaceLosses exact(1, Eigen::Vector2d(1e9, 0), Eigen::MatrixXd::Identity(2, 2));
  const LossPoint point{Eigen::Vector2d(0, 1e-3), Eigen::MatrixXd(2, 0)};
  check_close("noise", exact.member(point).noise, 5e-16, {1e-12});
  CHECK(ExactLaplaceLosses(1, Eigen::Vector2d(0, 0), Eigen::MatrixXd::Identity(2, 2))
            .member({Eigen::Vector2d(0, 0), Eigen::MatrixXd(2, 0)})
            .noise == 0);
  CHECK_THROWS_AS(ExactLaplaceLosses(1, Eigen::Vector2d(0, 0), -Eigen::MatrixXd::Identity(2, 2)), Error);
}

TEST_CASE("exact losses of softmax under Laplace-type noise are log density ratios") {
  Draws draws(20261193);
  for (int repetition = 0; repetition < repetitions(100); ++repetition) {
    const Softmax softmax{draws.integer(2, 4)};
    const double lambda = draws.logarithmic(0.05, 10);
    const double eta = draws.logarithmic(0.05, 10);
    auto rows = random_classified_persons(draws.integer(1, 8), softmax.classes, 2, draws);
    const Eigen::VectorXd theta = draws.in_ball(softmax.classes * 2, draws.logarithmic(0.1, 5));
    const ConvexObjective<Softmax> objective(softmax, lambda, theta.size(), rows);
    double rounding = 0;
    const ExactLaplaceLosses exact(eta, objective.gradient(theta, rounding), objective.hessian(theta));
    const auto density = [&](const std::vector<ClassifiedPerson>& which) {
      return laplace_log_density(long_softmax_derivatives(lambda, which, softmax.classes, theta), eta);
    };
    const Long used = density(rows);
    const std::vector<ClassifiedPerson> without(rows.begin() + 1, rows.end());
    check_close("member", exact.member(loss_point(softmax, theta, rows[0])).loss, static_cast<double>(used - density(without)),
                {0, 1e-10});
    auto with = rows;
    with.push_back(random_classified(softmax.classes, 2, draws));
    check_close("non-member", exact.non_member(loss_point(softmax, theta, with.back())).loss,
                static_cast<double>(used - density(with)), {0, 1e-11});
  }
}

TEST_CASE("bounds under Laplace-type noise never fail, over thousands of releases") {
  Draws draws(20261194);
  SeededSource source(20261195);
  double closest_in = 1;
  double closest_out = 1;
  for (int repetition = 0; repetition < repetitions(4000); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 3);
    const Problem problem = random_problem(loss, draws.integer(1, 6), d, draws);
    const Objective objective{loss, draws.logarithmic(0.02, 10)};
    const double eta = draws.logarithmic(0.05, 5);
    const Eigen::VectorXd theta = minimise(objective, problem.data(), laplace_objective_noise(d, eta, source)).theta;
    const ExactLaplaceLosses exact(eta, objective.gradient(problem.data(), theta), objective.hessian(problem.data(), theta));
    const LossPoint member = loss_point(loss, theta, problem.person(0), problem.y(0));
    const LossPoint other = loss_point(loss, theta, draws.in_ball(d), random_label(loss, draws));
    const double in = exact.member(member).loss;
    const double out = exact.non_member(other).loss;
    const LaplaceBound member_bound = laplace_bound(member, objective.lambda, eta, Membership::in);
    const LaplaceBound other_bound = laplace_bound(other, objective.lambda, eta, Membership::out);
    // The exact loss of an only member rounds as 1/(1 − a) does.
    const double rounding = 1e-14 * (1 + std::exp(member_bound.determinant));
    CHECK(in <= member_bound.in.upper + rounding);
    CHECK(in >= member_bound.in.lower - rounding);
    CHECK(out <= other_bound.out.upper + 1e-14);
    CHECK(out >= other_bound.out.lower - 1e-14);
    CHECK(std::fabs(in) <= member_bound.epsilon.upper + rounding);
    CHECK(std::fabs(out) >= other_bound.epsilon.lower);
    CHECK(member_bound.epsilon.upper <= laplace_epsilon(loss, objective.lambda, eta) * (1 + 1e-14));
    closest_in = std::fmin(closest_in, (member_bound.in.upper - in) / member_bound.in.upper);
    closest_out = std::fmin(closest_out, (other_bound.out.upper - out) / other_bound.out.upper);
  }
  // Both ends are approached, so the bounds could not be smaller by much.
  CHECK(closest_in < 0.01);
  CHECK(closest_out < 0.05);
}

TEST_CASE("bounds under Laplace-type noise: softmax, and membership") {
  Draws draws(20261196);
  const Softmax softmax{3};
  const Eigen::VectorXd theta = draws.in_ball(6, 2);
  const ClassifiedPerson person = random_classified(3, 2, draws);
  const LossPoint point = loss_point(softmax, theta, person);
  const LaplaceBound bound = laplace_bound(point, 0.4, 0.6, Membership::unknown);
  const Eigen::MatrixXd inner = Eigen::MatrixXd::Identity(6, 6) + point.hessian_factor * point.hessian_factor.transpose() / 0.4;
  check_close("determinant", bound.determinant, std::log(inner.determinant()), {1e-12});
  check_close("noise", bound.noise, 0.6 * point.gradient.norm(), {1e-15});
  check_close("in", bound.in.upper, bound.determinant + bound.noise, {1e-14});
  check_close("out", bound.out.lower, -bound.in.upper, {1e-14});
  CHECK(bound.in.lower == -bound.out.upper);
  CHECK(bound.epsilon.upper == bound.in.upper);
  CHECK(bound.epsilon.lower == 0);
  CHECK(bound.in.upper <= laplace_softmax_epsilon(3, 0.4, 0.6));
  CHECK_THROWS_AS((void)laplace_bound(point, 0, 1, Membership::in), Error);
  CHECK_THROWS_AS((void)laplace_bound(point, 1, 0, Membership::in), Error);
  CHECK_THROWS_AS((void)laplace_bound({Eigen::VectorXd::Constant(1, NAN), Eigen::MatrixXd(1, 0)}, 1, 1, Membership::in), Error);
}

TEST_CASE("pure differential privacy: the maximum over q, and the rate that meets a target") {
  Draws draws(20261197);
  for (int repetition = 0; repetition < 12; ++repetition) {
    const Loss loss{repetition % 2 == 0 ? LossKind::logistic : LossKind::pseudo_huber, draws.logarithmic(0.1, 3)};
    const double lambda = draws.logarithmic(1e-3, 10);
    const double eta = draws.logarithmic(0.01, 10);
    const double got = laplace_epsilon(loss, lambda, eta);
    const double scanned = scanned_epsilon(loss, lambda, eta);
    CHECK(got >= scanned * (1 - 1e-15));
    CHECK(got <= scanned * (1 + 1e-8));
    CHECK(got <= laplace_shift_epsilon(std::log1p(loss.smoothness() / lambda), loss.lipschitz(), eta));
    const LaplaceCalibration calibration = calibrate_laplace(loss, lambda, got);
    CHECK(laplace_epsilon(loss, lambda, calibration.eta) <= got);
    CHECK(calibration.eta == approximately(eta).epsilon(1e-9));
  }
  const Loss logistic{LossKind::logistic};
  CHECK(laplace_epsilon(logistic, 2, 0.5) == 0.5);  // λη ≥ 1
  CHECK(laplace_epsilon(logistic, 1.9, 0.5) > 0.5);
  CHECK(calibrate_laplace(logistic, 2, 0.5).eta == 0.5);
  CHECK(laplace_epsilon({LossKind::squared}, 1, 1) == std::numeric_limits<double>::infinity());
  CHECK(calibrate_laplace({LossKind::squared}, 1, 1).eta == 0);
  CHECK_FALSE(calibrate_laplace({LossKind::squared}, 1, 1).reason.empty());
  CHECK(calibrate_laplace(logistic, 0.01, 0.1).eta == 0);  // log(1 + 25) alone is above
  CHECK_FALSE(calibrate_laplace(logistic, 0.01, 0.1).reason.empty());
  check_close("softmax", laplace_softmax_epsilon(4, 2, 0.3), 3 * std::log1p(0.125) + 0.3 * std::sqrt(2.0), {1e-14});
  const LaplaceCalibration classes = calibrate_laplace_softmax(4, 2, 1);
  CHECK(laplace_softmax_epsilon(4, 2, classes.eta) <= 1);
  check_close("softmax, calibrated", classes.eta, (1 - 3 * std::log1p(0.125)) / std::sqrt(2.0), {1e-9});
  CHECK(calibrate_laplace_softmax(4, 0.1, 1).eta == 0);  // 3 log(1 + 2.5) alone is above
  CHECK_FALSE(calibrate_laplace_softmax(4, 0.1, 1).reason.empty());
  CHECK_THROWS_AS((void)calibrate_laplace_softmax(4, 0, 1), Error);
  CHECK_THROWS_AS((void)laplace_epsilon(logistic, 0, 1), Error);
  CHECK_THROWS_AS((void)laplace_softmax_epsilon(1, 1, 1), Error);
  CHECK_THROWS_AS((void)calibrate_laplace(logistic, 1, 0), Error);
}

}  // namespace expost
