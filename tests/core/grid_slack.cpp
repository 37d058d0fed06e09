// Releases on a grid: what bounds and accountants add for its rounding.
#include <doctest/doctest.h>

#include <cmath>

#include "approximately.hpp"
#include "bounds/joint_total.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "random_report.hpp"

namespace expost {
namespace {

constexpr Method methods[] = {Method::sharp, Method::redberg2021};

/// The model with its releases moved by at most grid_slack steps a coordinate, each to one side at
/// random, on grids of the given steps.
PublishedModel moved(PublishedModel model, double step, Draws& draws) {
  const auto side = [&] { return draws.coin() ? grid_slack : -grid_slack; };
  if (model.gradient) {
    model.gradient->grid = step * model.gradient->sigma;
    for (double& value : model.gradient->values) {
      value += side() * model.gradient->grid;
    }
  }
  model.hessian->grid = step * model.hessian->sigma;
  Eigen::MatrixXd& h = model.hessian->values;
  for (Eigen::Index i = 0; i < h.rows(); ++i) {
    for (Eigen::Index j = i; j < h.cols(); ++j) {
      h(i, j) += side() * model.hessian->grid;
      h(j, i) = h(i, j);
    }
  }
  if (model.smallest_eigenvalue) {
    model.smallest_eigenvalue->grid = step * model.smallest_eigenvalue->sigma;
    model.smallest_eigenvalue->value += side() * model.smallest_eigenvalue->grid;
  }
  return model;
}

}  // namespace

TEST_CASE("whatever a grid did to a report, its events and intervals hold those of real noise") {
  Draws draws(20260410);
  int wider = 0;
  for (int repetition = 0; repetition < 1500; ++repetition) {
    const ReportKind kind = repetition % 4 == 0 ? ReportKind::hessian
                            : draws.coin()      ? ReportKind::data_dependent
                                                : ReportKind::adaptive;
    const PublishedModel model = random_model(kind, draws.integer(1, 6), draws);
    const PublishedModel on_grid = moved(model, draws.logarithmic(1e-6, 0.1), draws);
    const Person person = random_person(model, draws);
    BoundOptions options;
    if (repetition % 3 == 1) {
      options.uniformity = {Uniformity::Kind::rows, 50};
    } else if (repetition % 3 == 2) {
      options.uniformity = {Uniformity::Kind::all, 1};
    }
    const Bound real = bound_of(model, options, person);
    const Bound grid = bound_of(on_grid, options, person);
    const double width = real.gradient.upper - real.gradient.lower;
    if (std::min(real.in.upper - real.in.lower, real.out.upper - real.out.lower) <= width * (1 + 1e-9)) {
      continue;  // the made-up Ĥ contradicts itself: its lower bound was cut off at an upper one
    }
    const double slip = 1e-9;
    CHECK(grid.gradient.lower <= real.gradient.lower + slip * std::fabs(real.gradient.lower));
    CHECK(grid.gradient.upper >= real.gradient.upper - slip * std::fabs(real.gradient.upper));
    CHECK(grid.leverage.upper >= real.leverage.upper * (1 - slip));
    CHECK(grid.leverage.lower <= real.leverage.lower * (1 + slip));
    for (const auto& [g, r] : {std::pair{grid.in, real.in}, std::pair{grid.out, real.out},
                               std::pair{grid.total_in, real.total_in}, std::pair{grid.total_out, real.total_out}}) {
      const double size = std::fabs(r.lower) + std::fabs(r.upper) + 1;
      CHECK(g.lower <= r.lower + slip * size);
      CHECK(g.upper >= r.upper - slip * size);
    }
    CHECK(grid.release_cost_expost >= real.release_cost_expost);
    CHECK(grid.release_cost_pdp >= real.release_cost_pdp);
    wider += grid.epsilon.upper > real.epsilon.upper ? 1 : 0;
  }
  CHECK(wider > 900);
}

TEST_CASE("the same grid stated and nothing moved: each term is wider by what the rounding can do, and by no more") {
  Draws draws(20260411);
  int shortest = 0;
  int joint = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    const PublishedModel model = random_model(ReportKind::data_dependent, draws.integer(1, 5), draws);
    const auto d = static_cast<double>(model.dimension());
    PublishedModel on_grid = model;
    on_grid.gradient->grid = draws.logarithmic(1e-4, 1e-1) * model.gradient->sigma;
    const Person person = random_person(model, draws);
    for (const Method method : methods) {
      BoundOptions options;
      options.method = method;
      const Bound real = bound_of(model, options, person);
      const Bound grid = bound_of(on_grid, options, person);
      const double variance = model.sigma * model.sigma;
      const double noise = model.gradient->sigma * model.gradient->sigma;
      const double weight = method == Method::sharp ? variance / (variance + noise) : 1;
      const double expected =
          std::fabs(real.first_derivative) * weight * 2 * on_grid.gradient->grid * person.x.lpNorm<1>() / variance;
      const double wider = grid.gradient.upper - real.gradient.upper;
      CHECK(wider <= expected * (1 + 1e-9) + 1e-12 * std::fabs(grid.gradient.upper));
      if (method == Method::sharp) {
        CHECK(wider >= expected * (1 - 1e-9) - 1e-12 * std::fabs(grid.gradient.upper));
      }
      // The gradient's shift grows by 2 steps in each of d coordinates.
      const double m = std::fabs(real.first_derivative) * person.x.norm() / model.gradient->sigma;
      if (m > 0 && method == Method::sharp) {
        const double step = on_grid.gradient->grid / model.gradient->sigma;
        const double longer = m + 2 * std::sqrt(d) * step;
        const double m3 = real.second_derivative * person.x.squaredNorm() / (std::sqrt(2.0) * model.hessian->sigma);
        const double all = std::sqrt(longer * longer + m3 * m3);
        const double z = normal_upper_quantile(0.5 * options.release_cost_failure_probability);
        // At a failure probability next to 1 the lower end is taken at the shortest shift that
        // rounding allows.
        BoundOptions loose = options;
        loose.release_cost_failure_probability = 0.999;
        const Bound lower = bound_of(on_grid, loose, person);
        const double shorter = std::max(0.0, m - 2 * std::sqrt(d) * step);
        const double least = std::sqrt(shorter * shorter + m3 * m3);
        const double quantile = normal_upper_quantile(0.5 * 0.999);
        const double chi = joint_radius(on_grid, loose, 0.8);
        // One event for model and releases: the shift of both.
        const double t = std::sqrt(2 * real.gradient_norm + least * least);
        if (chi > 0 && t > chi) {
          ++joint;
          const double determinant = lower.in.lower - lower.gradient_norm + lower.gradient.upper;
          const double down = 0.5 * t * t - t * chi - longer * std::sqrt(d) * step;
          CHECK(lower.total_in.lower - determinant ==
                approximately(down).epsilon(1e-9).scale(std::fabs(lower.in.lower) + std::fabs(determinant) + 1e-3));
        }
        if (chi == 0 && least > quantile) {
          ++shortest;
          const double down = 0.5 * least * least - least * quantile - longer * std::sqrt(d) * step;
          CHECK(lower.total_in.lower - lower.in.lower ==
                approximately(down).epsilon(1e-9).scale(std::fabs(lower.in.lower) + 1e-3));
        }
        CHECK(grid.release_cost_expost ==
              approximately(0.5 * all * all + all * z + longer * std::sqrt(d) * step).epsilon(1e-12));
      }
    }
  }
  CHECK(shortest + joint > 100);
  CHECK(joint > 30);
}

TEST_CASE("the loss that a grid adds is subtracted from the epsilon that is accounted for") {
  ReleaseNoise real{30.0, 0.05, {}};
  ReleaseNoise grid = real;
  grid.dimension = 4096;
  for (const Loss& loss : {Loss{}, Loss{LossKind::pseudo_huber, 0.5}}) {
    const ModelMechanism mechanism{loss, 2, 8};
    // m₃·d·γ/σ; the gradient's part is left out, so that this is on the small side.
    const double added = loss.smoothness() / (std::sqrt(2.0) * 0.05) * 4096 * 0x1p-26;
    CHECK(report_delta(Accountant::joint, mechanism, grid, 1) >= report_delta(Accountant::joint, mechanism, real, 1 - added));
  }
}

TEST_CASE("the shift that a grid adds lengthens every release's own") {
  const ReleaseNoise grid{2.0, {}, {}, 4096};
  for (const Loss& loss : {Loss{}, Loss{LossKind::pseudo_huber, 0.5}}) {
    // Less real noise, so that its shift is as long as the grid's: G/σ₂ and 2 steps in each of
    // √4096² coordinates.
    const double g = loss.lipschitz();
    const ReleaseNoise real{g / (g / 2.0 + 2 * 0x1p-26 * 64), {}, {}};
    const ModelMechanism mechanism{loss, 2, 50};
    CHECK(report_delta(Accountant::joint, mechanism, grid, 3) >= report_delta(Accountant::joint, mechanism, real, 3));
  }
}

TEST_CASE("a record without effect stays without effect on a grid") {
  PublishedModel model;
  model.lambda = 2;
  model.sigma = 3;
  model.theta = Eigen::Vector2d(0.5, -0.25);
  model.gradient = GradientRelease{2, Eigen::Vector2d(1, 0.5), 0.25};
  model.hessian = HessianRelease{1, Eigen::Matrix2d::Identity() * 4, 0.125};
  const Bound bound = BoundRule(PreparedReport(model), {}).bound(Eigen::Vector2d(0, 0), 1);
  CHECK(bound.epsilon.upper == 0);
  CHECK(bound.total.upper == 0);
}

TEST_CASE("grids that are none are refused") {
  for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) {
    PublishedModel model;
    model.lambda = 2;
    model.sigma = 3;
    model.theta = Eigen::VectorXd::Ones(1);
    model.gradient = GradientRelease{2, Eigen::VectorXd::Ones(1), bad};
    model.hessian = HessianRelease{1, Eigen::MatrixXd::Ones(1, 1)};
    CHECK_THROWS(PreparedReport{model});
  }
}

TEST_CASE("planned releases on a grid meet the budget that real noise just misses, and cost next to nothing more") {
  for (const int dimension : {1, 34, 1000}) {
    const auto d = static_cast<double>(dimension);
    for (const double coordinates : {1.0, std::sqrt(d), d}) {
      const double real = release_sigma(0.3, 1e-7, 1, 0);
      const double sigma = release_sigma(0.3, 1e-7, 1, coordinates);
      CHECK(real == gaussian_sigma(0.3, 1e-7, 1));
      CHECK(sigma > real);
      CHECK(sigma < real * (1 + 1e-3));
      // The derivation in docs/mathematics.md: the shift with its rounding, at an ε less by what
      // the coupling costs.
      const double m = 1 / sigma + 2 * 0x1p-26 * coordinates;
      CHECK(gaussian_delta(0.3 - m * 0x1p-26 * coordinates, m) <= 1e-7 * (1 + 1e-9));
      CHECK(gaussian_delta(0.3 - m * 0x1p-26 * coordinates, m) >= 1e-7 * (1 - 1e-4));
    }
    const ReleaseNoise real{30.0, 2.0, 5.0};
    ReleaseNoise grid = real;
    grid.dimension = dimension;
    for (const Loss& loss : {Loss{}, Loss{LossKind::pseudo_huber, 0.5}}) {
      const ModelMechanism mechanism{loss, 2, 8};
      const double without = report_delta(Accountant::joint, mechanism, real, 0.8);
      const double with = report_delta(Accountant::joint, mechanism, grid, 0.8);
      CHECK(with > without);
      CHECK(with < without * 1.01);
    }
  }
  CHECK_THROWS((void)release_sigma(1e-9, 1e-7, 1, 4096));
}

}  // namespace expost
