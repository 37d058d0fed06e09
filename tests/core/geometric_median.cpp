// The worked example of a loss of one's own (examples/geometric_median), from its derivatives to
// bounds that hold.
#include "../../examples/geometric_median/geometric_median.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>

#include <cmath>
#include <vector>

#include "closeness.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/bounds/convex_bound.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/release/convex_release.hpp"
#include "expost/training/convex_objective.hpp"
#include "long_objective.hpp"
#include "random_draws.hpp"
#include "rate.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

std::vector<Eigen::VectorXd> random_places(int n, Eigen::Index d, Draws& draws) {
  std::vector<Eigen::VectorXd> places;
  for (int i = 0; i < n; ++i) {
    places.push_back(draws.in_ball(d, draws.uniform(0, i == 0 ? 8 : 1)));
  }
  return places;
}

/// log p(θ̂) up to a constant, from the second derivatives of w²√(1 + ‖r‖²/w²) written out.
Long median_log_density(double width, double lambda, double sigma, const std::vector<Eigen::VectorXd>& places,
                        const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  LongVector g(d);
  LongMatrix h(d, LongVector(d, 0));
  for (std::size_t i = 0; i < d; ++i) {
    g[i] = static_cast<Long>(lambda) * static_cast<Long>(theta(static_cast<Eigen::Index>(i)));
    h[i][i] = lambda;
  }
  const Long w2 = static_cast<Long>(width) * static_cast<Long>(width);
  for (const Eigen::VectorXd& z : places) {
    LongVector r(d);
    Long u = 1;
    for (std::size_t i = 0; i < d; ++i) {
      r[i] = static_cast<Long>(theta(static_cast<Eigen::Index>(i))) - static_cast<Long>(z(static_cast<Eigen::Index>(i)));
      u += r[i] * r[i] / w2;
    }
    for (std::size_t i = 0; i < d; ++i) {
      g[i] += r[i] / std::sqrt(u);
      for (std::size_t j = 0; j < d; ++j) {
        h[i][j] += (i == j ? 1 / std::sqrt(u) : 0) - r[i] * r[j] / (w2 * u * std::sqrt(u));
      }
    }
  }
  const Long norm = long_norm(g);
  return log_determinant(h) - norm * norm / (2 * static_cast<Long>(sigma) * static_cast<Long>(sigma));
}

}  // namespace

TEST_CASE("example: the derivatives belong to the value") {
  Draws draws(20261200);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const GeometricMedian loss{draws.logarithmic(0.3, 3)};
    const Eigen::Index d = draws.integer(1, 4);
    const Eigen::VectorXd z = draws.in_ball(d, draws.uniform(0, 5));
    const Eigen::VectorXd theta = draws.in_ball(d, draws.uniform(0, 5));
    const Eigen::VectorXd gradient = loss.gradient(theta, z);
    const Eigen::MatrixXd factor = loss.hessian_factor(theta, z);
    constexpr double step = 1e-5;
    for (Eigen::Index i = 0; i < d; ++i) {
      const Eigen::VectorXd e = step * Eigen::VectorXd::Unit(d, i);
      CHECK(std::fabs((loss.value(theta + e, z) - loss.value(theta - e, z)) / (2 * step) - gradient(i)) < 1e-8);
      const Eigen::VectorXd column = (loss.gradient(theta + e, z) - loss.gradient(theta - e, z)) / (2 * step);
      CHECK((column - (factor * factor.transpose()).col(i)).norm() < 1e-7);
    }
    CHECK(gradient.norm() < loss.width);
    CHECK(factor.jacobiSvd().singularValues()(0) <= 1 + 1e-15);
    CHECK(loss.hessian_factor(z, z) == Eigen::MatrixXd::Identity(d, d));
  }
}

TEST_CASE("example: exact losses are log density ratios") {
  Draws draws(20261201);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const GeometricMedian loss{draws.logarithmic(0.3, 3)};
    const Eigen::Index d = draws.integer(1, 4);
    auto places = random_places(draws.integer(1, 8), d, draws);
    const double lambda = draws.logarithmic(0.1, 10);
    const double sigma = draws.logarithmic(0.3, 10);
    const Eigen::VectorXd theta = draws.in_ball(d, draws.uniform(0, 3));
    const ConvexObjective<GeometricMedian> objective(loss, lambda, d, places);
    double rounding = 0;
    const ExactConvexLosses exact(sigma, objective.gradient(theta, rounding), objective.hessian(theta));
    const auto density = [&](const std::vector<Eigen::VectorXd>& rows) {
      return median_log_density(loss.width, lambda, sigma, rows, theta);
    };
    const std::vector<Eigen::VectorXd> without(places.begin() + 1, places.end());
    const double member = exact.member(loss_point(loss, theta, places[0])).loss;
    check_close("member", member, static_cast<double>(density(places) - density(without)), {1e-10, 1e-10});
    auto with = places;
    with.push_back(draws.in_ball(d, 2));
    const double non_member = exact.non_member(loss_point(loss, theta, with.back())).loss;
    check_close("non-member", non_member, static_cast<double>(density(places) - density(with)), {1e-11, 1e-11});
  }
}

TEST_CASE("example: bounds hold, with and without releases, at rho = 0.05") {
  const GeometricMedian loss{0.8};
  constexpr double lambda = 1.5;
  constexpr double sigma = 1.1;
  constexpr double rho = 0.05;
  constexpr Eigen::Index d = 3;
  for (const bool released : {false, true}) {
    Draws draws(20261202);
    SeededSource source(20261203);
    const auto places = random_places(9, d, draws);
    const ConvexObjective<GeometricMedian> objective(loss, lambda, d, places);
    ReleaseNoise noise;
    if (released) {
      noise = {0.7, 0.3, 0.3};
    }
    Rate in("geometric median, in");
    Rate out("geometric median, out");
    for (int repetition = 0; repetition < repetitions(2000); ++repetition) {
      const ConvexRelease release = release_convex(objective, lambda, sigma, noise, source);
      CHECK((release.secrets.gradient + release.secrets.b).norm() <= release.model.residual);
      const ExactConvexLosses exact(sigma, release.secrets.gradient, release.secrets.hessian);
      const PreparedConvexReport report(release.model);
      BoundOptions options;
      options.failure_probability = rho;
      options.release_cost_pdp = false;
      const ConvexBoundRule rule(report, options);
      const LossPoint member = loss_point(loss, release.model.theta, places[static_cast<std::size_t>(draws.integer(0, 8))]);
      const LossPoint other = loss_point(loss, release.model.theta, draws.in_ball(d, 2));
      in.add(outside(exact.member(member).loss, rule.bound(member).in));
      out.add(outside(exact.non_member(other).loss, rule.bound(other).out));
    }
    in.at_most(rho);
    out.at_most(rho);
  }
}

TEST_CASE("example: a noise level for (1, 1e-6), from what is known of the loss beforehand") {
  // G = w, ∇²ℓ ⪯ I in d dimensions, ∇ℓ in any of them.
  const double width = 0.8;
  const int d = 3;
  const double lambda = 50;
  const ConvexSensitivity sensitivity{width, d * std::log1p(1 / lambda), d, std::sqrt(d / 2.0), 1};
  const double delta = convex_delta(sensitivity, 6, 1);
  CHECK(delta < 1e-6);
  CHECK(convex_delta(sensitivity, 3, 1) > 1e-6);
  CHECK(convex_report_delta(sensitivity, 6, {20, 40, 40}, 1) > delta);
}

}  // namespace expost
