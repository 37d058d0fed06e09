// The curator's side: what is noised, with what, from which words.
#include "expost/release/release.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "closeness.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {

TEST_CASE("Hessian noise: structure, and the words it is made of") {
  for (const Eigen::Index d : {1, 2, 5, 9}) {
    SeededSource source(7);
    SeededSource same(7);
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(d, d);
    const HessianRelease release = release_hessian(zero, 0.3, source);
    const Grid grid = grid_for(0.3);
    CHECK(release.sigma == grid.sigma());
    CHECK(release.grid == grid.step);
    CHECK(release.values == release.values.transpose());
    for (Eigen::Index i = 0; i < d; ++i) {
      for (Eigen::Index j = i; j < d; ++j) {
        const std::uint64_t variance = (i == j ? 2 : 1) * grid.scale * grid.scale;
        CHECK(release.values(i, j) == static_cast<double>(discrete_gaussian(variance, same)) * grid.step);
      }
    }
    CHECK(source.next() == same.next());  // not a word more
  }
}

TEST_CASE("Hessian noise: variance sigma² off the diagonal, 2 sigma² on it, no correlation") {
  constexpr Eigen::Index d = 4;
  const int n = repetitions(20000);
  SeededSource source(20260221);
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(d, d);
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(d, d);
  double trace_square = 0;
  double norm_square = 0;
  for (int i = 0; i < n; ++i) {
    const Eigen::MatrixXd noise = release_hessian(Eigen::MatrixXd::Zero(d, d), 1.7, source).values / 1.7;
    mean += noise;
    square += noise.cwiseProduct(noise);
    trace_square += noise.trace() * noise.trace();
    norm_square += noise.squaredNorm();
  }
  const double root = std::sqrt(static_cast<double>(n));
  for (Eigen::Index i = 0; i < d; ++i) {
    for (Eigen::Index j = 0; j < d; ++j) {
      const double variance = i == j ? 2 : 1;
      CHECK(std::fabs(mean(i, j) / n) <= 4.5 * std::sqrt(variance) / root);
      CHECK(std::fabs(square(i, j) / n - variance) <= 4.5 * variance * std::sqrt(2.0) / root);
    }
  }
  // The trace is N(0, 2d): a correlation on the diagonal would show.
  CHECK(std::fabs(trace_square / n - 2 * d) <= 4 * 2 * d * std::sqrt(2.0) / root);
  // E‖(Z + Zᵀ)/√2‖² = d² + d
  CHECK(std::fabs(norm_square / n - (d * d + d)) <= 4 * std::sqrt(8.0 * d * d) / root);
}

TEST_CASE("a release: each part from its own words, in the order b, e, Z, smallest eigenvalue") {
  Draws draws(20260222);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 6);
    const Problem problem = random_problem(loss, draws.integer(1, 40), d, draws);
    const Objective objective{loss, draws.logarithmic(0.1, 10)};
    const double sigma = draws.logarithmic(0.1, 10);
    const auto kind = static_cast<ReportKind>(repetition % 4);
    ReleaseNoise noise;
    if (releases_gradient(kind)) {
      noise.gradient = draws.logarithmic(0.1, 10);
    }
    if (releases_hessian(kind)) {
      noise.hessian = draws.logarithmic(0.1, 10);
    }
    if (releases_eigenvalue(kind)) {
      noise.smallest_eigenvalue = draws.logarithmic(0.1, 10);
    }
    const auto seed = static_cast<std::uint64_t>(repetition);
    SeededSource source(seed);
    const Release release = release_model(objective, problem.data(), sigma, noise, source);
    SeededSource same(seed);
    for (Eigen::Index i = 0; i < d; ++i) {
      CHECK(release.secrets.b(i) == sigma * standard_normal(same));
    }
    const PublishedModel& model = release.model;
    CHECK(model.lambda == objective.lambda);
    CHECK(model.sigma == sigma);
    CHECK(model.loss.kind == loss.kind);
    CHECK(model.loss.width == loss.width);
    CHECK(release.iterations > 0);
    // g = ∇J(θ̂) is −b up to the certified residual; H as the objective has it.
    CHECK((release.secrets.gradient + release.secrets.b).norm() <= model.residual);
    CHECK((release.secrets.gradient - objective.gradient(problem.data(), model.theta)).norm() <= 1e-12 * (1 + sigma));
    CHECK((release.secrets.hessian - objective.hessian(problem.data(), model.theta)).norm() <=
          1e-14 * release.secrets.hessian.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(release.secrets.hessian);
    check_close("smallest eigenvalue", release.secrets.smallest_eigenvalue, eigen.eigenvalues()(0), {1e-12});
    CHECK(model.kind() == kind);
    if (noise.gradient) {
      const GradientRelease gradient = release_gradient(release.secrets.gradient, *noise.gradient, same);
      CHECK(model.gradient->values == gradient.values);
      CHECK(model.gradient->sigma >= *noise.gradient);
      CHECK(model.gradient->sigma <= *noise.gradient * (1 + 0x1p-26));
      CHECK((model.gradient->values - release.secrets.gradient).norm() < 9 * model.gradient->sigma * std::sqrt(d));
    }
    if (noise.hessian) {
      const HessianRelease hessian = release_hessian(release.secrets.hessian, *noise.hessian, same);
      CHECK(model.hessian->values == hessian.values);
      CHECK(model.hessian->sigma == grid_for(*noise.hessian).sigma());
      CHECK(model.hessian->grid == grid_for(*noise.hessian).step);
      CHECK((model.hessian->values - release.secrets.hessian).norm() < 9 * model.hessian->sigma * static_cast<double>(d + 1));
    }
    if (noise.smallest_eigenvalue) {
      const Grid grid = grid_for(*noise.smallest_eigenvalue);
      CHECK(model.smallest_eigenvalue->sigma == grid.sigma());
      CHECK(model.smallest_eigenvalue->value == grid.noisy(release.secrets.smallest_eigenvalue, 1, same));
    }
    CHECK(source.next() == same.next());
  }
}

TEST_CASE("noise levels that are none, and combinations that are not offered") {
  Draws draws(20260223);
  const Problem problem = random_problem(Loss{}, 5, 2, draws);
  const Objective objective{Loss{}, 1};
  SeededSource source(1);
  const auto refuses = [&](double sigma, const ReleaseNoise& noise) {
    CHECK_THROWS_AS((void)release_model(objective, problem.data(), sigma, noise, source), Error);
  };
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, inf, std::nan("")}) {
    refuses(bad, {});
    refuses(1, {bad, 1.0, {}});
    refuses(1, {1.0, bad, {}});
    refuses(1, {1.0, 1.0, bad});
  }
  refuses(1, {1.0, {}, {}});
  refuses(1, {{}, {}, 1.0});
  refuses(1, {{}, 1.0, 1.0});
  CHECK_NOTHROW((void)release_model(objective, problem.data(), 1, {{}, 1.0, {}}, source));
}

}  // namespace expost
