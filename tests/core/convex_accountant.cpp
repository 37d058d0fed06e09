// Accountants of softmax and of any smooth convex loss: against logistic regression, against what
// they dominate, and against simulation.
#include "expost/accounting/convex_accountant.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/convex_release.hpp"
#include "random_classes.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

constexpr SoftmaxAccountant softmax_accountants[] = {SoftmaxAccountant::radius, SoftmaxAccountant::shift,
                                                     SoftmaxAccountant::joint};

/// Logistic regression with the same law of losses as softmax with two classes.
ModelMechanism logistic_of(const SoftmaxMechanism& mechanism) {
  return {{LossKind::logistic}, mechanism.lambda / 2, mechanism.sigma / std::sqrt(2.0)};
}

}  // namespace

TEST_CASE("with two classes: the accountants of logistic regression") {
  Draws draws(20261180);
  for (int repetition = 0; repetition < 25; ++repetition) {
    const SoftmaxMechanism mechanism{2, draws.logarithmic(0.05, 20), draws.logarithmic(0.7, 30)};
    const ModelMechanism logistic = logistic_of(mechanism);
    const double epsilon = draws.logarithmic(0.05, 6);
    const double shift = model_delta(Accountant::shift, logistic, epsilon);
    if (!(shift > 1e-200)) {
      continue;
    }
    check_close("shift", softmax_delta(SoftmaxAccountant::shift, mechanism, epsilon), shift, {1e-9});
    const double joint = softmax_delta(SoftmaxAccountant::joint, mechanism, epsilon);
    CHECK(joint >= model_delta(Accountant::joint, logistic, epsilon) * (1 - 1e-9));
    CHECK(joint <= shift * (1 + 1e-9));
    // Where λ is large enough, exactly the Gaussian mechanism.
    SoftmaxMechanism large = mechanism;
    large.lambda = 2.000001 / (epsilon + 1 / (mechanism.sigma * mechanism.sigma));
    check_close("joint", softmax_delta(SoftmaxAccountant::joint, large, epsilon),
                gaussian_delta(epsilon, std::sqrt(2.0) / mechanism.sigma), {1e-9});
  }
}

TEST_CASE("the largest removal loss is above every loss that a removal can have") {
  Draws draws(20261181);
  int near = 0;
  for (int repetition = 0; repetition < 4000; ++repetition) {
    const int classes = draws.integer(2, 5);
    const SoftmaxMechanism mechanism{classes, draws.logarithmic(0.02, 20), draws.logarithmic(0.3, 10)};
    const double s = mechanism.sigma;
    const Eigen::VectorXd noise = draws.normal_vector(classes, draws.coin() ? 1 : 4);
    double vertex = -std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 1; j < classes; ++j) {
      vertex = std::fmax(vertex, 1 / (s * s) + (noise(j) - noise(0)) / s);
    }
    const double joint = largest_softmax_removal_loss(SoftmaxAccountant::joint, mechanism, vertex);
    const double shift = largest_softmax_removal_loss(SoftmaxAccountant::shift, mechanism, vertex);
    CHECK(joint <= shift * (1 + 1e-13));
    CHECK(joint >= std::fmax(0.0, vertex) * (1 - 1e-13));
    double best = 0;
    for (int attempt = 0; attempt < 40; ++attempt) {
      // Class 0 is the person's own; probabilities from nearly a vertex to nearly even.
      Eigen::VectorXd p(classes);
      const double spread = draws.logarithmic(0.1, 30);
      for (double& value : p) {
        value = std::exp(spread * draws.normal());
      }
      p /= p.sum();
      const double length = attempt % 2 == 0 ? 1 : draws.uniform();
      const Eigen::MatrixXd c = Eigen::MatrixXd(p.asDiagonal()) - p * p.transpose();
      Eigen::VectorXd v = p;
      v(0) -= 1;
      const Eigen::MatrixXd inner = Eigen::MatrixXd::Identity(classes, classes) + length * length / mechanism.lambda * c;
      const double loss =
          std::log(inner.determinant()) + length * length * v.squaredNorm() / (2 * s * s) + length * v.dot(noise) / s;
      best = std::fmax(best, loss);
      CHECK(loss <= joint + 1e-11 * (1 + std::fabs(joint)));
    }
    near += best > 0.8 * joint ? 1 : 0;
  }
  CHECK(near > 400);  // the bound is not far above what occurs
}

TEST_CASE("expectations over the best vertex and over chi, by simulation") {
  Draws draws(20261182);
  for (const int classes : {2, 3, 6}) {
    const SoftmaxMechanism mechanism{classes, 1.5, 2.5};
    const double m = std::sqrt(2.0) / mechanism.sigma;
    const double curvature = (classes - 1) * std::log1p(1 / (classes * mechanism.lambda));
    ReleaseNoise releases;
    releases.gradient = 3;
    releases.hessian = 1.1;
    releases.smallest_eigenvalue = 2;
    const double spread = std::sqrt(2 / 9.0 + 0.125 / 1.21 + 0.25 / 4);
    for (const double epsilon : {0.3, 1.0, 2.0}) {
      double sums[6] = {};
      double squares[6] = {};
      const int count = repetitions(20000);
      for (int i = 0; i < count; ++i) {
        const Eigen::VectorXd noise = draws.normal_vector(classes);
        double vertex = -1e9;
        for (Eigen::Index j = 1; j < classes; ++j) {
          vertex = std::fmax(vertex, m * m / 2 + (noise(j) - noise(0)) / mechanism.sigma);
        }
        const Eigen::VectorXd centred = noise.array() - noise.mean();
        const double losses[3] = {curvature + m * m / 2 + m * centred.norm(), curvature + std::fmax(0.0, vertex),
                                  largest_softmax_removal_loss(SoftmaxAccountant::joint, mechanism, vertex)};
        for (int a = 0; a < 3; ++a) {
          const double values[2] = {std::fmax(0.0, -std::expm1(epsilon - losses[a])),
                                    gaussian_delta(epsilon - losses[a], spread)};
          for (int r = 0; r < 2; ++r) {
            sums[2 * a + r] += values[r];
            squares[2 * a + r] += values[r] * values[r];
          }
        }
      }
      for (int a = 0; a < 3; ++a) {
        for (int r = 0; r < 2; ++r) {
          const double mean = sums[2 * a + r] / count;
          const double error = std::sqrt((squares[2 * a + r] / count - mean * mean) / count);
          const double got =
              softmax_report_delta(softmax_accountants[a], mechanism, r == 0 ? ReleaseNoise{} : releases, epsilon);
          // Too rare to be seen in so few draws: there were probably fewer than a dozen of them
          // then.
          const double unseen = mean == 0 ? 12.0 / count : 1e-9;
          CHECK_MESSAGE(std::fabs(got - mean) <= 4.5 * error + unseen, classes, " classes, accountant ", a, ", releases ", r,
                        ": ", got, " where simulation has ", mean, " ± ", error);
        }
      }
    }
  }
}

TEST_CASE("hockey-stick divergence of a real softmax model: below every accountant") {
  Draws draws(20261183);
  SeededSource source(20261184);
  // One person at the edge, whose removal from three is compared; simulation of E(1 − e^{ε−L})₊
  // under the larger data set.
  const Eigen::Index classes = 3;
  const SoftmaxMechanism mechanism{3, 0.5, 1.1};
  std::vector<ClassifiedPerson> persons = random_classified_persons(2, classes, 2, draws);
  persons.push_back({Eigen::Vector2d(0.6, 0.8), 1});
  const ConvexObjective<Softmax> objective({classes}, mechanism.lambda, 6, persons);
  double sums[2] = {};
  const double epsilons[2] = {0.2, 1};
  const int count = repetitions(2000);
  for (int i = 0; i < count; ++i) {
    const SoftmaxRelease release = release_softmax(persons, classes, mechanism.lambda, mechanism.sigma, {}, source);
    const ExactConvexLosses exact(mechanism.sigma, release.secrets.gradient, release.secrets.hessian);
    const double loss = exact.member(loss_point(Softmax{classes}, release.model.parts.theta, persons[2])).loss;
    for (int e = 0; e < 2; ++e) {
      sums[e] += std::fmax(0.0, -std::expm1(epsilons[e] - loss));
    }
  }
  for (int e = 0; e < 2; ++e) {
    for (const SoftmaxAccountant accountant : softmax_accountants) {
      const double delta = softmax_delta(accountant, mechanism, epsilons[e]);
      CHECK(sums[e] / count <= delta + 3 * 0.5 / std::sqrt(count));
      CHECK(delta < 1);
    }
    CHECK(sums[e] > 0);
  }
}

TEST_CASE("profiles fall in epsilon and rise with releases; roots are on the side that keeps the promise") {
  for (const SoftmaxAccountant accountant : softmax_accountants) {
    for (const int classes : {2, 4}) {
      const SoftmaxMechanism mechanism{classes, 5, 6};
      ReleaseNoise releases;
      releases.gradient = 20;
      releases.hessian = 5;
      double last = 1;
      for (const double epsilon : {0.0, 1.0, 4.0}) {
        const double delta = softmax_delta(accountant, mechanism, epsilon);
        CHECK(delta < last);
        CHECK(softmax_report_delta(accountant, mechanism, releases, epsilon) > delta);
        last = delta;
      }
      for (const double delta : {1e-9}) {
        const double epsilon = softmax_epsilon(accountant, mechanism, delta);
        CHECK(softmax_delta(accountant, mechanism, epsilon) <= delta);
        CHECK(softmax_delta(accountant, mechanism, epsilon * (1 - 1e-6)) > delta);
      }
    }
    const double whole = softmax_report_epsilon(accountant, {3, 5, 6}, {20, 5, {}}, 1e-6);
    CHECK(softmax_report_delta(accountant, {3, 5, 6}, {20, 5, {}}, whole) <= 1e-6);
    CHECK(whole > softmax_epsilon(accountant, {3, 5, 6}, 1e-6));
    // On grids a little more, by what grid_shift and grid_loss say.
    CHECK(softmax_report_epsilon(accountant, {3, 5, 6}, {20, 5, {}, 60}, 1e-6) > whole);
    CHECK(softmax_report_epsilon(accountant, {3, 5, 6}, {20, 5, {}, 60}, 1e-6) < whole * 1.0001);

    const Calibration calibration = calibrate_softmax(accountant, 3, 1, 1e-6, 4);
    REQUIRE(calibration.sigma < 100);
    CHECK(softmax_delta(accountant, {3, 4, calibration.sigma}, 1) <= 1e-6);
    CHECK(softmax_delta(accountant, {3, 4, calibration.sigma * (1 - 1e-6)}, 1) > 1e-6);
    const Calibration hopeless = calibrate_softmax(accountant, 3, 0.1, 1e-6, 0.5);
    CHECK(std::isinf(hopeless.sigma));
    CHECK_FALSE(hopeless.reason.empty());
  }
  // The case that the sharper accountants are for: ten classes, (1, 1e-6).
  const double radius = calibrate_softmax(SoftmaxAccountant::radius, 10, 1, 1e-6, 20).sigma;
  const double shift = calibrate_softmax(SoftmaxAccountant::shift, 10, 1, 1e-6, 20).sigma;
  const double joint = calibrate_softmax(SoftmaxAccountant::joint, 10, 1, 1e-6, 20).sigma;
  MESSAGE("sigma, K = 10, lambda = 20: radius ", radius, ", shift ", shift, ", joint ", joint);
  CHECK(shift < 0.85 * radius);
  CHECK(joint <= shift);
}

TEST_CASE("any smooth loss: chi with k degrees of freedom") {
  // k = 1 is the two-sided Gaussian mechanism of section 7, with κ.
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    const double m = 0.7;
    const double got = convex_delta({1.4, 0.2, 1}, 2, epsilon);
    const double expected =
        epsilon - 0.2 >= m * m / 2 ? 2 * gaussian_delta(epsilon - 0.2, m) : 1 - 2 * std::exp(epsilon - 0.2) * normal_cdf(-m);
    check_close("k = 1", got, expected, {1e-9});
  }
  // Many degrees of freedom: χ_k lies within a few of √k, X next to 0.3162.
  CHECK(convex_delta({1, 0, 100000}, 1000, 0.4) < 1e-100);
  CHECK(convex_delta({1, 0, 100000}, 1000, 0.3) == approximately(-std::expm1(0.3 - std::sqrt(0.1))).epsilon(1e-3));
  CHECK(convex_delta({1, 0.5, 3}, 1e9, 0.6) < 1e-100);
  CHECK(convex_delta({1, 0.5, 3}, 1e9, 0.4) == approximately(-std::expm1(-0.1)).epsilon(1e-6));
  CHECK(convex_delta({std::numeric_limits<double>::infinity(), 0, 3}, 1, 1) == 1);
  CHECK_THROWS_AS((void)convex_delta({1, 0, 0}, 1, 1), Error);
  CHECK_THROWS_AS((void)convex_delta({1, 0, 1}, 0, 1), Error);
  CHECK_THROWS_AS((void)convex_delta({1, 0, 1}, 1, -1), Error);
  CHECK_THROWS_AS((void)softmax_delta(SoftmaxAccountant::joint, {1, 1, 1}, 1), Error);
  CHECK_THROWS_AS((void)softmax_delta(SoftmaxAccountant::joint, {2, 0, 1}, 1), Error);
  CHECK_THROWS_AS((void)softmax_epsilon(SoftmaxAccountant::joint, {2, 1, 1}, 0), Error);
}

}  // namespace expost
