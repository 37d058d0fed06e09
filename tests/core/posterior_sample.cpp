// Posterior samples: exact losses as density ratios, δ(ε) as differences of probabilities and by
// Monte Carlo, bounds by search and by how often they fail.
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <string>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// A data set's posterior from its normal equations.
struct Posterior {
  Eigen::MatrixXd hessian;
  Eigen::VectorXd mean;
  double gamma;

  Posterior(const Problem& problem, double lambda, double g) : gamma(g) {
    const Eigen::Index d = problem.x.cols();
    hessian = problem.x.transpose() * problem.x + lambda * Eigen::MatrixXd::Identity(d, d);
    mean = hessian.ldlt().solve(problem.x.transpose() * problem.y);
  }
  [[nodiscard]] RidgePosterior library() const { return {hessian, mean, gamma}; }
  /// Up to the constant that all data sets share.
  [[nodiscard]] double log_density(const Eigen::VectorXd& theta) const {
    const Eigen::LLT<Eigen::MatrixXd> factor(hessian);
    const Eigen::VectorXd offset = theta - mean;
    return factor.matrixL().toDenseMatrix().diagonal().array().log().sum() - 0.5 * gamma * offset.dot(hessian * offset);
  }
};

Problem without_row(const Problem& problem, Eigen::Index row) {
  Problem result{Rows(problem.x.rows() - 1, problem.x.cols()), Eigen::VectorXd(problem.x.rows() - 1)};
  for (Eigen::Index i = 0, j = 0; i < problem.x.rows(); ++i) {
    if (i != row) {
      result.x.row(j) = problem.x.row(i);
      result.y(j++) = problem.y(i);
    }
  }
  return result;
}

Problem with_person(const Problem& problem, const Eigen::VectorXd& x, double y) {
  Problem result{Rows(problem.x.rows() + 1, problem.x.cols()), Eigen::VectorXd(problem.x.rows() + 1)};
  result.x << problem.x, x.transpose();
  result.y << problem.y, y;
  return result;
}

/// P(a < N(m, s²) < b).
long double normal_between(long double m, long double s, long double a, long double b) {
  const long double root = std::sqrt(2.0L) * s;
  return 0.5L * (std::erfc((a - m) / root) - std::erfc((b - m) / root));
}

/// δ as mathematics.md states it: a difference of probabilities that r_θ lies inside or outside of
/// ±ϱ.
long double stated_delta(Membership member, Direction direction, const PosteriorPerson& p, double gamma, double epsilon) {
  const long double mu = p.leverage;
  const long double r = p.residual;
  const bool in = member == Membership::in;
  const long double k = in ? 1 - mu : 1 + mu;
  const long double constant = -0.5L * std::log(k) + (in ? 1 : -1) * gamma * r * r / (2 * k);
  const bool forward = direction == Direction::forward;
  const long double signed_constant = forward ? constant : -constant;
  const bool inside = in == forward;
  const long double room = inside ? signed_constant - epsilon : epsilon - signed_constant;
  const auto probability = [&](bool neighbour, long double radius) {
    const long double m = neighbour ? r / k : r;
    const long double s = std::sqrt(neighbour ? mu / (k * gamma) : mu / gamma);
    const long double in_radius = normal_between(m, s, -radius, radius);
    return inside ? in_radius : 1 - in_radius;
  };
  if (room <= 0) {
    return inside ? 0 : 1 - std::exp(static_cast<long double>(epsilon));
  }
  const long double radius = std::sqrt(2 * room / gamma);
  return probability(!forward, radius) - std::exp(static_cast<long double>(epsilon)) * probability(forward, radius);
}

}  // namespace

TEST_CASE("exact losses of a posterior sample are log density ratios") {
  Draws draws(20261111);
  for (int repetition = 0; repetition < repetitions(600); ++repetition) {
    const Eigen::Index d = draws.integer(1, 6);
    const Problem problem = random_problem(Loss{LossKind::squared}, draws.integer(1, 20), d, draws);
    const double lambda = draws.logarithmic(0.02, 50);
    const double gamma = draws.logarithmic(0.05, 50);
    const Posterior used(problem, lambda, gamma);
    const RidgePosterior posterior = used.library();
    // Anywhere, not only where samples fall.
    const Eigen::VectorXd theta = used.mean + draws.in_ball(d, draws.logarithmic(0.01, 3));
    const double size = 1 + gamma * (problem.y.squaredNorm() + 10 + problem.x.squaredNorm() * theta.squaredNorm()) +
                        gamma * lambda * theta.squaredNorm();
    const auto check = [&](Membership member, const Eigen::VectorXd& x, double y, const Posterior& neighbour) {
      const double got = posterior_sample_loss(member, posterior.person(x, y), gamma, y - x.dot(theta));
      check_close("L", got, used.log_density(theta) - neighbour.log_density(theta), {1e-9, 1e-12 * size});
    };
    const Eigen::Index row = draws.integer(0, static_cast<int>(problem.x.rows()) - 1);
    check(Membership::in, problem.person(row), problem.y(row), Posterior(without_row(problem, row), lambda, gamma));
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = draws.uniform(-1, 1);
    check(Membership::out, x, y, Posterior(with_person(problem, x, y), lambda, gamma));
  }
}

TEST_CASE("delta of a posterior sample: the difference of probabilities, both directions, any epsilon") {
  Draws draws(20261112);
  int compared = 0;
  for (int repetition = 0; repetition < repetitions(400); ++repetition) {
    const Membership member = draws.coin() ? Membership::in : Membership::out;
    const PosteriorPerson person{member == Membership::in ? draws.logarithmic(1e-3, 0.98) : draws.logarithmic(1e-3, 20),
                                 draws.uniform(-1.5, 1.5)};
    const double gamma = draws.logarithmic(0.1, 50);
    const double epsilon = draws.uniform(-2, 3);
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      const double got = std::exp(log_posterior_sample_delta(member, direction, person, gamma, epsilon));
      const auto expected = static_cast<double>(stated_delta(member, direction, person, gamma, epsilon));
      // Only with 64 bits of mantissa does erfc have them too: musl's own for 113 bits, in
      // WebAssembly, is that of double.
      check_close("delta", got, expected, {1e-12, std::numeric_limits<long double>::digits == 64 ? 1e-16 : 1e-14});
      compared += expected > 1e-9 ? 1 : 0;
      // One side wins what the other loses: δ_PQ(ε) = 1 − e^ε + e^ε δ_QP(−ε).
      const Direction other = direction == Direction::forward ? Direction::reverse : Direction::forward;
      const double back = std::exp(log_posterior_sample_delta(member, other, person, gamma, -epsilon));
      check_close("reverse", got, -std::expm1(epsilon) + std::exp(epsilon) * back, {1e-11, 1e-13 * std::exp(epsilon)});
    }
  }
  CHECK(compared > repetitions(400));
}

TEST_CASE("delta of a posterior sample by Monte Carlo") {
  Draws draws(20261113);
  SeededSource source(20261113);
  for (const Membership member : {Membership::in, Membership::out}) {
    const Problem problem = random_problem(Loss{LossKind::squared}, 6, 3, draws);
    const Posterior used(problem, 0.7, 3);
    const Eigen::VectorXd x = member == Membership::in ? problem.person(2) : draws.in_ball(3, 0.9);
    const double y = member == Membership::in ? problem.y(2) : -0.8;
    const Posterior neighbour(member == Membership::in ? without_row(problem, 2) : with_person(problem, x, y), 0.7, 3);
    const PosteriorPerson person = used.library().person(x, y);
    const int n = repetitions(20000);
    for (const double epsilon : {0.05, 0.3}) {
      for (const Direction direction : {Direction::forward, Direction::reverse}) {
        const RidgePosterior from = direction == Direction::forward ? used.library() : neighbour.library();
        double sum = 0;
        double square = 0;
        for (int i = 0; i < n; ++i) {
          const Eigen::VectorXd theta = from.sample(source);
          const double loss =
              (used.log_density(theta) - neighbour.log_density(theta)) * (direction == Direction::forward ? 1 : -1);
          const double gain = loss > epsilon ? -std::expm1(epsilon - loss) : 0;
          sum += gain;
          square += gain * gain;
        }
        const double mean = sum / n;
        const double error = std::sqrt((square / n - mean * mean) / n);
        const double got = std::exp(log_posterior_sample_delta(member, direction, person, 3, epsilon));
        CHECK_MESSAGE(std::fabs(got - mean) <= 4 * error + 1e-9, got, " and ", mean, " ± ", error);
        CHECK(posterior_sample_delta(member, person, 3, epsilon) >= got);
      }
    }
  }
}

TEST_CASE("tiny deltas, and the epsilon of a delta on its safe side") {
  Draws draws(20261114);
  for (int repetition = 0; repetition < repetitions(30); ++repetition) {
    const Membership member = draws.coin() ? Membership::in : Membership::out;
    const PosteriorPerson person{member == Membership::in ? draws.logarithmic(1e-6, 0.98) : draws.logarithmic(1e-6, 20),
                                 draws.uniform(-1.5, 1.5)};
    const double gamma = draws.logarithmic(0.01, 1000);
    for (const double delta : {0.01, 1e-6, 1e-30}) {
      const double epsilon = posterior_sample_epsilon(member, person, gamma, delta);
      CHECK(posterior_sample_delta(member, person, gamma, epsilon) <= delta);
      if (epsilon > 0) {
        CHECK(posterior_sample_delta(member, person, gamma, epsilon * (1 - 1e-9)) > delta * (1 - 1e-9));
      }
    }
  }
  // Far in the tail δ is what E(1 − e^{ε−L})₊ is by Laplace's method: one decade of ε in ten
  // digits of log δ.
  const PosteriorPerson person{0.4, 0.2};
  double previous = 0;
  for (const double epsilon : {1.0, 10.0, 100.0, 1000.0}) {
    const double log_delta = log_posterior_sample_delta(Membership::in, Direction::reverse, person, 2, epsilon);
    CHECK(log_delta < previous);
    // P(|r_θ| > ϱ) with ϱ² ~ 2ε/γ and variance μ/((1−μ)γ): log δ ≈ −ε(1−μ)/μ
    if (epsilon >= 100) {
      CHECK(log_delta == approximately(-epsilon * 0.6 / 0.4).epsilon(0.1));
    }
    previous = log_delta;
  }
}

TEST_CASE("limits: no leverage, no precision, one row, a member who decides everything") {
  for (const Membership member : {Membership::in, Membership::out}) {
    CHECK(posterior_sample_delta(member, {0, 0.7}, 3, 0) == 0);
    CHECK(posterior_sample_epsilon(member, {0, 0.7}, 3, 1e-6) == 0);
    CHECK(posterior_sample_loss(member, {0, 0.7}, 3, 0.7) == 0);
    CHECK(log_posterior_sample_delta(member, Direction::forward, {0, 0.7}, 3, -1) ==
          approximately(std::log1p(-std::exp(-1.0))));
    // λ → ∞
    double last = infinity;
    for (const double mu : {0.1, 1e-3, 1e-6, 1e-9}) {
      const double epsilon = posterior_sample_epsilon(member, {mu, 0.7}, 3, 1e-6);
      CHECK(epsilon > 0);
      CHECK(epsilon < last);
      // A Gaussian mechanism of shift √(γμ)|r| to first order.
      if (mu <= 1e-6) {
        CHECK(epsilon == approximately(gaussian_epsilon(1e-6, std::sqrt(3 * mu) * 0.7)).epsilon(0.01));
      }
      last = epsilon;
    }
    // γ → 0 hides the residual, but not that the covariance differs.
    const double floor = posterior_sample_epsilon(member, {0.5, 0.7}, 1e-12, 1e-6);
    CHECK(floor > 0.01);
    CHECK(floor == approximately(posterior_sample_epsilon(member, {0.5, 0}, 3, 1e-6)).epsilon(1e-5));
  }
  CHECK(posterior_sample_epsilon(Membership::in, {1, 0.5}, 1, 1e-6) == infinity);
  CHECK(posterior_sample_delta(Membership::in, {1, 0.5}, 1, 100) == 1);
  CHECK(posterior_sample_loss(Membership::in, {1, 0.5}, 1, 0.5) == infinity);
  // n = 1 at λ → 0: μ → 1 and ε grows.
  double last = 0;
  for (const double lambda : {1.0, 1e-2, 1e-4, 1e-8}) {
    const double mu = 1 / (1 + lambda);
    const double epsilon = posterior_sample_epsilon(Membership::in, {mu, 0.9 * (1 - mu)}, 2, 1e-6);
    CHECK(epsilon > last);
    last = epsilon;
  }
}

TEST_CASE("samples have mean and covariance (gamma H)^-1") {
  Draws draws(20261115);
  SeededSource source(4);
  const Posterior used(random_problem(Loss{LossKind::squared}, 5, 3, draws), 0.3, 2.5);
  const RidgePosterior posterior = used.library();
  const int n = repetitions(20000);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(3, 3);
  Eigen::VectorXd first = Eigen::VectorXd::Zero(3);
  // In the coordinates in which the covariance is I.
  const Eigen::MatrixXd upper = used.hessian.llt().matrixU();
  for (int i = 0; i < n; ++i) {
    const Eigen::VectorXd z = std::sqrt(2.5) * upper * (posterior.sample(source) - used.mean);
    first += z / n;
    second += z * z.transpose() / n;
  }
  CHECK(first.norm() < 4.5 * std::sqrt(3.0 / n));
  CHECK((second - Eigen::MatrixXd::Identity(3, 3)).norm() < 4.5 * std::sqrt(12.0 / n));
  const Eigen::VectorXd z = draws.normal_vector(3);
  const Eigen::VectorXd offset = posterior.sample(z) - used.mean;
  check_close("norm", 2.5 * offset.dot(used.hessian * offset), z.squaredNorm(), {1e-12});
}

TEST_CASE("bounds are the extremes over every leverage and every residual that the event allows") {
  Draws draws(20261116);
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    const Eigen::Index d = draws.integer(1, 4);
    // Half of the time with something known about the data's smallest eigenvalue.
    const PublishedPosteriorSample published{draws.in_ball(d, draws.logarithmic(0.01, 3)), draws.logarithmic(1e-3, 100),
                                             draws.logarithmic(1e-2, 1e3), draws.coin() ? 0 : draws.logarithmic(0.1, 100)};
    const Eigen::VectorXd x = draws.in_ball(d);
    const double y = draws.uniform(-1, 1);
    const double rho = draws.logarithmic(1e-9, 0.5);
    const PosteriorSampleBound bound = posterior_sample_bound(published, x, y, Membership::unknown, rho);
    const double z = normal_upper_quantile(rho / 2);
    const double largest = x.squaredNorm() / (published.lambda + published.data_eigenvalue);
    const double own = x.squaredNorm() / (published.lambda + x.squaredNorm());
    for (const bool in : {true, false}) {
      const Membership member = in ? Membership::in : Membership::out;
      const Interval got = in ? bound.in : bound.out;
      const double last = in ? std::fmin(own, largest) : largest;
      Interval found{infinity, -infinity};
      constexpr int steps = 2000;
      for (int i = 0; i <= steps; ++i) {
        // Even steps of √μ, and even steps of its logarithm.
        const double part = i % 2 == 0 ? static_cast<double>(i) / steps : std::exp(-12.0 * i / steps);
        const double mu = last * part * part;
        for (const double side : {-1.0, 0.0, 1.0}) {
          const double r = bound.published_residual + side * z * std::sqrt(mu / published.gamma);
          const double loss = posterior_sample_loss(member, {mu, r}, published.gamma, bound.published_residual);
          found = {std::fmin(found.lower, loss), std::fmax(found.upper, loss)};
        }
        // r = 0 where the event reaches it.
        if (std::fabs(bound.published_residual) <= z * std::sqrt(mu / published.gamma)) {
          const double loss = posterior_sample_loss(member, {mu, 0}, published.gamma, bound.published_residual);
          found = {std::fmin(found.lower, loss), std::fmax(found.upper, loss)};
        }
      }
      const double size = 1 + published.gamma * bound.published_residual * bound.published_residual + std::fabs(found.lower) +
                          std::fabs(found.upper);
      CHECK(got.lower <= found.lower + 1e-10 * size);
      CHECK(got.upper >= found.upper - 1e-10 * size);
      // And no more than that: the grid comes near the extremes.
      check_close("lower", got.lower, found.lower, {1e-3, 1e-5 + 1e-10 * size});
      check_close("upper", got.upper, found.upper, {1e-3, 1e-5 + 1e-10 * size});
    }
    CHECK(bound.epsilon.upper == std::fmax(std::fmax(std::fabs(bound.in.lower), std::fabs(bound.in.upper)),
                                           std::fmax(std::fabs(bound.out.lower), std::fabs(bound.out.upper))));
    CHECK(bound.failure_probability == rho);
  }
}

TEST_CASE("coverage of the publishable bounds of a posterior sample at rho = 0.05, for one record, for rows and for all") {
  constexpr double rho = 0.05;
  Draws draws(20261117);
  SeededSource source(20261117);
  const Problem problem = random_problem(Loss{LossKind::squared}, 5, 3, draws);
  const double lambda = 0.4;
  const double gamma = 4;
  const Posterior used(problem, lambda, gamma);
  const RidgePosterior posterior = used.library();
  const Eigen::VectorXd x = draws.in_ball(3, 1);
  const double y = 0.9;
  const int n = repetitions(4000);
  int events = 0;
  int missed_in = 0;
  int missed_out = 0;
  int missed_rows = 0;
  int missed_all = 0;
  for (int i = 0; i < n; ++i) {
    const PublishedPosteriorSample published{posterior.sample(source), lambda, gamma};
    const auto missed = [&](Membership member, const Eigen::VectorXd& person_x, double person_y, const Uniformity& uniformity) {
      const PosteriorSampleBound bound = posterior_sample_bound(published, person_x, person_y, member, rho, uniformity);
      const double loss = posterior_sample_loss(member, posterior.person(person_x, person_y), gamma, bound.published_residual);
      const Interval interval = member == Membership::in ? bound.in : bound.out;
      const bool out = loss < interval.lower || loss > interval.upper;
      if (!out) {
        CHECK(std::fabs(loss) <= bound.epsilon.upper);
        CHECK(std::fabs(loss) >= bound.epsilon.lower);
      }
      return out;
    };
    const PosteriorPerson person = posterior.person(x, y);
    const double s = std::sqrt(person.leverage / gamma);
    events += std::fabs(person.residual - (y - x.dot(published.theta))) > s * normal_upper_quantile(rho / 2) ? 1 : 0;
    missed_in += missed(Membership::in, problem.person(1), problem.y(1), {}) ? 1 : 0;
    missed_out += missed(Membership::out, x, y, {}) ? 1 : 0;
    bool any_row = false;
    for (Eigen::Index row = 0; row < 5; ++row) {
      any_row = missed(Membership::in, problem.person(row), problem.y(row), {Uniformity::Kind::rows, 5}) || any_row;
    }
    missed_rows += any_row ? 1 : 0;
    // An adversary who has every record tries the direction of the noise itself.
    const Eigen::VectorXd worst = (published.theta - used.mean).normalized();
    missed_all += missed(Membership::out, worst, worst.dot(used.mean) > 0 ? -1 : 1, {Uniformity::Kind::all, 1}) ? 1 : 0;
  }
  const double error = std::sqrt(rho * (1 - rho) / n);
  CHECK(std::fabs(events / static_cast<double>(n) - rho) <= 3.5 * error);  // exactly ρ
  for (const int missed : {missed_in, missed_out, missed_rows, missed_all}) {
    CHECK(missed / static_cast<double>(n) <= rho + 3 * error);
  }
  MESSAGE("missed, of ", n, ": in ", missed_in, ", out ", missed_out, ", rows ", missed_rows, ", all ", missed_all);
}

TEST_CASE("the bounds do fail where the leverage is as large as it can be") {
  // n = 1, ‖x‖ = 1: μ = A/(1 + A). The upper end for a member fails when the residual is farther
  // than the quantile, on the outer side.
  constexpr double rho = 0.05;
  SeededSource source(11);
  const Problem problem{Rows::Constant(1, 1, 1.0), Eigen::VectorXd::Constant(1, 0.9)};
  const Posterior used(problem, 0.5, 400);
  const RidgePosterior posterior = used.library();
  const int n = repetitions(4000);
  int missed = 0;
  for (int i = 0; i < n; ++i) {
    const PublishedPosteriorSample published{posterior.sample(source), 0.5, 400};
    const Eigen::VectorXd x = problem.person(0);
    const PosteriorSampleBound bound = posterior_sample_bound(published, x, 0.9, Membership::in, rho);
    const double loss = posterior_sample_loss(Membership::in, posterior.person(x, 0.9), 400, bound.published_residual);
    missed += loss > bound.in.upper ? 1 : 0;
  }
  CHECK(std::fabs(missed / static_cast<double>(n) - rho / 2) <= 3.5 * std::sqrt(rho / 2 / n));
}

TEST_CASE("what is known of the smallest eigenvalue bounds a member's leverage as it stands: hers is in it") {
  // H = XᵀX + λI = (e + λ)I, the member along any direction: μ = ‖x‖²/(λ + e), attained.
  const double lambda = 0.5;
  const double eigenvalue = 2;
  const Problem problem{(Rows(4, 2) << 1, 0, 1, 0, 0, 1, 0, 1).finished(),
                        (Eigen::VectorXd(4) << 1, 0.5, -0.2, 0.4).finished()};
  const Posterior used(problem, lambda, 1);
  CHECK(used.library().person(problem.person(0), 1).leverage == approximately(1 / (lambda + eigenvalue)).epsilon(1e-14));
  const double z = normal_upper_quantile(0.025);
  const PublishedPosteriorSample published{used.mean, lambda, 1, eigenvalue};
  const PosteriorSampleBound bound = posterior_sample_bound(published, problem.person(0), 1, Membership::in, 0.05);
  const double mu = 1 / (lambda + eigenvalue);
  const double r = std::fabs(bound.published_residual) + z * std::sqrt(mu);
  check_close("upper", bound.in.upper, posterior_sample_loss(Membership::in, {mu, r}, 1, bound.published_residual), {1e-12});
  // Without it, her own leverage is bounded by λ alone.
  const PosteriorSampleBound less = posterior_sample_bound({used.mean, lambda, 1}, problem.person(0), 1, Membership::in, 0.05);
  CHECK(less.in.upper > bound.in.upper);
  // Without a ridge as long as the eigenvalue exceeds ‖x‖².
  CHECK(posterior_sample_bound({used.mean, 0, 1, 1.01}, problem.person(0), 1, Membership::in, 0.05).in.upper < infinity);
  CHECK(posterior_sample_bound({used.mean, 0, 1, 0.99}, problem.person(0), 1, Membership::in, 0.05).in.upper == infinity);
  CHECK(posterior_sample_bound({used.mean, 0, 1, 0.99}, problem.person(0), 1, Membership::in, 0.05).in.lower > -infinity);
  CHECK(posterior_sample_bound({used.mean, 0, 1, 0.99}, problem.person(0), 1, Membership::out, 0.05).epsilon.upper < infinity);
}

TEST_CASE("arguments that are none are refused") {
  const PublishedPosteriorSample good{Eigen::VectorXd::Ones(2), 1, 1};
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(2, 0.5);
  const auto type_of_refusal = [&](const PublishedPosteriorSample& published, const Eigen::VectorXd& person, double y,
                                   double rho, const Uniformity& uniformity = {}) {
    try {
      (void)posterior_sample_bound(published, person, y, Membership::unknown, rho, uniformity);
    } catch (const Error& error) {
      return static_cast<int>(error.type());
    }
    return -1;
  };
  CHECK(type_of_refusal(good, x, 0.5, 0.1) == -1);
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    CHECK(type_of_refusal({good.theta, bad, 1}, x, 0.5, 0.1) == static_cast<int>(ErrorType::report));
    CHECK((bad == 0 || type_of_refusal({good.theta, 1, 1, bad}, x, 0.5, 0.1) == static_cast<int>(ErrorType::report)));
    CHECK(type_of_refusal({good.theta, 1, bad}, x, 0.5, 0.1) == static_cast<int>(ErrorType::report));
    CHECK(type_of_refusal(good, x, 0.5, bad) == static_cast<int>(ErrorType::argument));
    CHECK(type_of_refusal(good, x, 0.5, 0.1, {Uniformity::Kind::rows, bad}) == static_cast<int>(ErrorType::argument));
  }
  CHECK(type_of_refusal(good, Eigen::VectorXd::Ones(2), 0.5, 0.1) == static_cast<int>(ErrorType::record));
  CHECK(type_of_refusal(good, Eigen::VectorXd::Ones(1), 0.5, 0.1) == static_cast<int>(ErrorType::record));
  CHECK(type_of_refusal(good, x, infinity, 0.1) == static_cast<int>(ErrorType::record));
  CHECK_THROWS_AS((void)posterior_sample_loss(Membership::unknown, {0.1, 0}, 1, 0), Error);
  CHECK_THROWS_AS((void)posterior_sample_loss(Membership::in, {-0.1, 0}, 1, 0), Error);
  CHECK_THROWS_AS((void)posterior_sample_delta(Membership::in, {0.1, 0}, 0, 1), Error);
  CHECK_THROWS_AS((void)posterior_sample_delta(Membership::in, {0.1, 0}, 1, -1), Error);
  CHECK_THROWS_AS((void)posterior_sample_epsilon(Membership::in, {0.1, 0}, 1, 0), Error);
  CHECK_THROWS_AS(RidgePosterior(-Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Zero(2), 1), Error);
  CHECK_THROWS_AS(RidgePosterior(Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Zero(3), 1), Error);
  CHECK_THROWS_AS(RidgePosterior(Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Zero(2), 0), Error);
  // x = 0 touches nothing.
  const PosteriorSampleBound nothing = posterior_sample_bound(good, Eigen::VectorXd::Zero(2), 1, Membership::unknown, 0.1);
  CHECK(nothing.epsilon.upper == 0);
}

}  // namespace expost
