#include "expost/bounds/largest_release_cost.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "approximately.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

// ‖p − e_y‖ and ‖diag p − ppᵀ‖_F at a record, entry by entry.
SoftmaxDistances distances_at(const Eigen::VectorXd& theta, Eigen::Index classes, const Eigen::VectorXd& x, Eigen::Index y) {
  Eigen::VectorXd p(classes);
  for (Eigen::Index k = 0; k < classes; ++k) {
    p(k) = theta.segment(k * x.size(), x.size()).dot(x);
  }
  p = (p.array() - p.maxCoeff()).exp().matrix();
  p /= p.sum();
  Eigen::VectorXd residual = p;
  residual(y) -= 1;
  const Eigen::MatrixXd curvature = Eigen::MatrixXd(p.asDiagonal()) - p * p.transpose();
  return {residual.norm(), curvature.norm()};
}

TEST_CASE("softmax: no record moves gradient or Hessian further than is said, and some nearly as far") {
  for (const Eigen::Index classes : {2, 3, 7}) {
    for (const double size : {0.1, 1.0, 6.0}) {
      Draws draws(static_cast<std::uint64_t>(classes) * 10 + static_cast<std::uint64_t>(size));
      const Eigen::VectorXd theta = size * draws.normal_vector(3 * classes);
      const SoftmaxDistances most = softmax_distances(theta, classes, 0);
      SoftmaxDistances found{0, 0};
      for (int i = 0; i < 4000; ++i) {
        const Eigen::VectorXd x = draws.normal_vector(3).normalized();
        for (Eigen::Index y = 0; y < classes; ++y) {
          const SoftmaxDistances here = distances_at(theta, classes, x, y);
          found.gradient = std::max(found.gradient, here.gradient);
          found.hessian = std::max(found.hessian, here.hessian);
        }
      }
      CAPTURE(classes);
      CAPTURE(size);
      CHECK(found.gradient <= most.gradient);
      CHECK(found.hessian <= most.hessian);
      CHECK(found.gradient >= 0.8 * most.gradient);
      CHECK(found.hessian >= 0.65 * most.hessian);
    }
  }
}

TEST_CASE("softmax: two classes are logistic regression, a model of zeros knows no class, a long one any") {
  const SoftmaxDistances two = softmax_distances((Eigen::VectorXd(4) << 0.3, -0.1, -0.5, 0.5).finished(), 2, 0);
  // ‖θ₁ − θ₂‖ = 1: p_y falls to 1/(1 + e), and f' along a contrast is √2 times that of logistic
  // regression.
  CHECK(two.gradient == approximately(std::sqrt(2.0) / (1 + std::exp(-1.0))).epsilon(1e-13));
  CHECK(two.hessian == approximately(0.5).epsilon(1e-13));
  const SoftmaxDistances none = softmax_distances(Eigen::VectorXd::Zero(8), 4, 0);
  CHECK(none.gradient == approximately(std::sqrt(0.75)).epsilon(1e-13));
  CHECK(none.hessian == approximately(std::sqrt(3.0) / 4).epsilon(1e-13));
  Eigen::VectorXd far = Eigen::VectorXd::Zero(9);
  far(0) = far(4) = far(8) = 2000;
  const SoftmaxDistances away = softmax_distances(far, 3, 0);
  CHECK(away.gradient == approximately(std::sqrt(2.0)).epsilon(1e-13));
  CHECK(away.hessian == approximately(0.5).epsilon(1e-13));
}

PublishedModel model_of(LossKind kind, const Eigen::VectorXd& theta, std::optional<double> gradient, double hessian,
                        std::optional<double> eigenvalue) {
  PublishedModel model;
  model.loss = {kind, 0.5};
  model.lambda = 1;
  model.sigma = 3;
  model.theta = theta;
  const Eigen::Index d = theta.size();
  if (gradient) {
    model.gradient = {*gradient, Eigen::VectorXd::Zero(d)};
  }
  model.hessian = {hessian, Eigen::MatrixXd::Identity(d, d)};
  if (eigenvalue) {
    model.smallest_eigenvalue = {*eigenvalue, 1};
  }
  return model;
}

TEST_CASE("no record's releases cost more than the largest cost, and one's cost as much") {
  const Eigen::VectorXd theta = (Eigen::VectorXd(3) << 3, 4, 0).finished();
  struct Case {
    LossKind kind;
    double size;
    std::optional<double> gradient;
    double hessian;
    std::optional<double> eigenvalue;
  };
  for (const Case& c : {Case{LossKind::logistic, 0.1, 2, 2, {}}, Case{LossKind::logistic, 1, 50, 1, 0.7},
                        Case{LossKind::logistic, 0.16, 1, 0.22360679774997896, {}}, Case{LossKind::logistic, 2, 3, 1, {}},
                        Case{LossKind::logistic, 1, {}, 0.5, {}}, Case{LossKind::pseudo_huber, 0.1, 50, 1, {}},
                        Case{LossKind::pseudo_huber, 0.1, 0.4, 9, 9}, Case{LossKind::squared, 0.1, 2, 3, 1},
                        Case{LossKind::squared, 0.1, {}, 2, {}}}) {
    const PublishedModel model = model_of(c.kind, c.size * theta, c.gradient, c.hessian, c.eigenvalue);
    BoundOptions options;
    options.release_cost_failure_probability = 1e-4;
    const auto worst = largest_release_cost(model, options);
    REQUIRE(worst);
    CHECK(worst->attained);
    const PreparedReport report(model);
    BoundRule rule(report, options);
    double expost = 0;
    double pdp = 0;
    for (int i = 0; i <= 4000; ++i) {
      const double along = static_cast<double>(i) / 2000 - 1;
      const Eigen::VectorXd x =
          (Eigen::VectorXd(3) << 0.6 * along, 0.8 * along, std::sqrt((1 - along) * (1 + along))).finished().normalized();
      const double y = c.kind == LossKind::logistic ? (i % 2 == 0 ? 1 : -1) : i % 4 - 1.0 > 1 ? 0 : i % 4 - 1.0;
      const Bound bound = rule.bound(x, y);
      expost = std::max(expost, bound.release_cost_expost);
      pdp = std::max(pdp, bound.release_cost_pdp);
    }
    CHECK(expost <= worst->expost * (1 + 1e-12));
    CHECK(pdp <= worst->pdp * (1 + 1e-12));
    CHECK(expost >= worst->expost * (1 - 1e-4));
    CHECK(pdp >= worst->pdp * (1 - 1e-4));
  }
}

TEST_CASE("the largest cost is m²/2 + mz at the shift worked out by hand; none without a Hessian") {
  PublishedModel model = model_of(LossKind::squared, (Eigen::VectorXd(2) << 0.3, -0.4).finished(), 2, 3, 1);
  BoundOptions options;
  options.release_cost_failure_probability = 0.0026997960632601866;  // both tails beyond 3
  // |f'| ≤ 1 + ‖θ̂‖ = 1.5, f'' = 1.
  const double m = std::sqrt(0.75 * 0.75 + 1.0 / 18 + 1);
  CHECK(largest_release_cost(model, options)->expost == approximately(0.5 * m * m + 3 * m).epsilon(1e-9));
  model.gradient.reset();
  model.smallest_eigenvalue.reset();
  CHECK(largest_release_cost(model, options)->expost == approximately(0.5 / 18 + 3 / std::sqrt(18.0)).epsilon(1e-9));
  model.hessian.reset();
  CHECK(!largest_release_cost(model, options));
  options.release_cost_delta = 0;
  CHECK_THROWS_AS((void)largest_release_cost(model, options), Error);
}

TEST_CASE("of one coordinate the largest cost is said to be attained only at the outer margins") {
  const Eigen::VectorXd far = Eigen::VectorXd::Constant(1, 4);
  // The Hessian costs most at a margin of 0, the gradient at one of 4.
  CHECK(!largest_release_cost(model_of(LossKind::logistic, far, {}, 0.5, {}), {})->attained);
  CHECK(largest_release_cost(model_of(LossKind::logistic, far, 1, 1e6, {}), {})->attained);
  CHECK(largest_release_cost(model_of(LossKind::logistic, Eigen::VectorXd::Constant(2, 4), {}, 0.5, {}), {})->attained);
}

}  // namespace
}  // namespace expost
