// The promise to one person, against the Gaussian mechanism's ε from another library, brute force
// and arithmetic of its own.
#include "expost/report/personal_promise.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "approximately.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/descent/descent_accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"

namespace expost::report {
namespace {

/// ε of the Gaussian mechanism of shift m at δ: scipy 1.14, brentq on log_ndtr.
struct GaussianEpsilon {
  double shift;
  double delta;
  double epsilon;
};
constexpr GaussianEpsilon gaussian_epsilons[] = {{0.05, 1e-6, 0.18921317272644939}, {0.125, 1e-6, 0.5038556150007959},
                                                 {0.125, 1e-4, 0.3546611890580622}, {0.35, 1e-6, 1.5267774261423206},
                                                 {0.7, 1e-4, 2.5029701441627616},   {1.3, 1e-6, 6.605503086487622}};

const Loss logistic_loss{LossKind::logistic};
const Loss huber_loss{LossKind::pseudo_huber, 0.7};

ObjectiveLevels levels_of(const Loss& loss, double lambda, double sigma, const ReleaseNoise& releases = {}) {
  return {ModelMechanism{loss, lambda, sigma}, releases};
}

DescentPlan descent_plan(double clip, double sigma, int steps) {
  DescentPlan plan;
  plan.clip = clip;
  plan.sigma = sigma;
  plan.steps = steps;
  return plan;
}

void check_near(double value, double expected, double tolerance = 1e-9) {
  CHECK(value == approximately(expected).epsilon(tolerance));
  // On the safe side, but for what the reference is off itself.
  CHECK(value >= expected * (1 - 1e-12));
}

}  // namespace

TEST_CASE("a person's promise is that of the Gaussian mechanism that she meets") {
  for (const GaussianEpsilon& row : gaussian_epsilons) {
    const double shift = row.shift;
    const double delta = row.delta;
    const double epsilon = row.epsilon;
    CAPTURE(shift);
    for (const double r : {1.0, 0.6, 0.01}) {
      CAPTURE(r);
      // So much ridge that a removal costs what the Gaussian mechanism does (7.11).
      check_near(personal_epsilon(levels_of(logistic_loss, 1e4, r / shift), r, delta), epsilon);
      // Two classes, λ ≥ 2σ².
      check_near(personal_epsilon(ObjectiveLevels{SoftmaxMechanism{2, 1e9, std::sqrt(2) * r / shift}, {}}, r, delta), epsilon,
                 1e-6);
      PublishedOutputPerturbation output{huber_loss, 2, 0.7 * r / (2 * shift), 0, Eigen::VectorXd::Zero(5)};
      check_near(personal_epsilon(output, r, delta), epsilon);
      const double sigma = 2 * r / shift;
      check_near(personal_epsilon(DescentLevels{logistic_loss, descent_plan(5, sigma, 4), 7}, r, delta), epsilon);
      // Clipped to less than her gradient's length.
      check_near(personal_epsilon(DescentLevels{logistic_loss, descent_plan(0.5 * r, sigma, 16), 7}, r, delta), epsilon);
      check_near(personal_epsilon(DescentLevels{Loss{LossKind::squared}, descent_plan(0.25, 0.5 / shift, 4), 7}, r, delta),
                 epsilon);
      check_near(personal_epsilon(DescentLevels{Softmax{3}, descent_plan(9, std::sqrt(2) * sigma, 4), 7}, r, delta), epsilon);
    }
  }
}

TEST_CASE("releases hide what a shorter record moves by more than its length") {
  // Where y fixes the sign of f' and the curvature is free, δ is E max over v; next to a ridge
  // without end v = 1, where there is no curvature, is what is left of it: a Gaussian mechanism of
  // shift r√(1/σ² + 1/σ₂²).
  const double shift = 0.35;
  const double r = 0.5;
  const double share = std::sqrt(0.5) * shift / r;
  const ReleaseNoise releases{1 / share, 1e9, std::nullopt};
  check_near(personal_epsilon(levels_of(logistic_loss, 1e9, 1 / share, releases), r, 1e-6), 1.5267774261423206, 1e-4);
  // Noise of second derivatives alone: they move by r²β/√2 and r²β, model and gradient by nothing.
  for (const auto& [hessian, eigenvalue] : {std::pair{0.7, std::numeric_limits<double>::max()}, std::pair{1e300, 0.5}}) {
    const ReleaseNoise second{std::nullopt, hessian, eigenvalue};
    const double length = 0.6;
    const double most = huber_loss.smoothness() * length * length;
    const double moved = std::hypot(most / std::sqrt(2) / hessian, most / eigenvalue);
    const double epsilon = personal_epsilon(levels_of(huber_loss, 1e12, 1e12, second), length, 1e-6);
    // The profile at the root, by the closed form of the Gaussian mechanism.
    const auto above = [](double t) { return 0.5 * std::erfc(t / std::sqrt(2)); };
    const double delta = above(epsilon / moved - 0.5 * moved) - std::exp(epsilon) * above(epsilon / moved + 0.5 * moved);
    CHECK(delta == approximately(1e-6).epsilon(1e-3));
  }
}

TEST_CASE("grids don't get finer for a shorter record") {
  // A grid adds at least 2√d γ₂ in the releases' own standard deviations.
  ReleaseNoise coarse{0.5, 0.5, std::nullopt};
  const double real = personal_epsilon(levels_of(logistic_loss, 3, 2, coarse), 0.001, 1e-6);
  coarse.dimension = 4096;
  const double grids = personal_epsilon(levels_of(logistic_loss, 3, 2, coarse), 0.001, 1e-6);
  const double everybody = personal_epsilon(levels_of(logistic_loss, 3, 2, coarse), 1, 1e-6);
  coarse.dimension = 0;
  const double everybody_real = personal_epsilon(levels_of(logistic_loss, 3, 2, coarse), 1, 1e-6);
  CHECK(grids - real > 0.5 * (everybody - everybody_real) * 0.01);
  CHECK(grids > real);
}

TEST_CASE("Laplace-type noise promises by length without a delta") {
  for (const double lambda : {0.01, 0.3, 4.0}) {
    for (const double eta : {0.1, 1.0, 3.0}) {
      for (const double r : {1.0, 0.4, 0.03}) {
        for (const bool huber : {false, true}) {
          const Loss loss = huber ? huber_loss : logistic_loss;
          double most = 0;
          for (int i = 0; i <= 400000; ++i) {
            const double v = i / 400000.0;
            const double curvature = huber ? std::pow(1 - v * v, 1.5) : v * (1 - v);
            most = std::max(most, std::log1p(r * r * curvature / lambda) + eta * loss.lipschitz() * r * v);
          }
          check_near(personal_epsilon(LaplaceLevels{{loss, 0}, lambda, eta}, r, 0), most, 1e-8);
        }
        check_near(personal_epsilon(LaplaceLevels{{{}, 5}, lambda, eta}, r, 0),
                   4 * std::log1p(r * r / (5 * lambda)) + std::sqrt(2) * eta * r, 1e-12);
      }
    }
  }
  CHECK(personal_epsilon(LaplaceLevels{{Loss{LossKind::squared}, 0}, 1, 1}, 0.1, 0) == infinity);
}

TEST_CASE("a sampled descent's promise is the accountant's at her own clip norm") {
  DescentPlan plan = descent_plan(0.8, 1.2, 30);
  plan.sampling = DescentSampling::poisson;
  plan.rate = 0.1;
  const DescentLevels levels{logistic_loss, plan, 4};
  check_near(personal_epsilon(levels, 0.5, 1e-5), descent_epsilon(DescentAccountant::pld, {1.2 / 0.5, 0.1, 30}, 1e-5), 1e-6);
  check_near(personal_epsilon(levels, 0.9, 1e-5), descent_epsilon(DescentAccountant::pld, {1.2 / 0.8, 0.1, 30}, 1e-5), 1e-6);
  plan.elsewhere = true;
  // Floats may make it longer.
  CHECK(personal_epsilon(DescentLevels{logistic_loss, plan, 4}, 0.5, 1e-5) >
        descent_epsilon(DescentAccountant::pld, {1.2 / (0.5 * (1 + 0.9e-5)), 0.1, 30}, 1e-5) * (1 - 1e-12));
}

TEST_CASE("a person's promise counts how another program codes her record") {
  DescentPlan plan = descent_plan(5, 4, 9);
  plan.elsewhere = true;
  for (const DescentLoss& loss : {DescentLoss(logistic_loss), DescentLoss(Softmax{3})}) {
    const auto promised = [&](const Eigen::VectorXd& absolute, double length) {
      return personal_epsilon(DescentLevels{loss, plan, 2, {2, absolute}}, length, 1e-6);
    };
    const Eigen::Vector2d none(0, 0);
    const Eigen::Vector2d far(0x1p22, 0);
    // A quarter: 2^22 of 2^-24.
    for (const double length : {0.0, 0.2, 0.6}) {
      CHECK(promised(far, length) >= promised(none, length + 0.25) * (1 - 1e-6));
      CHECK(promised(far, length) <= promised(none, length + 0.2501));
    }
    CHECK(promised(none, 0) == 0);
    CHECK(promised({}, 0) == 0);
  }
}

TEST_CASE("promises to persons grow with the record, from nothing to everybody's") {
  const ReleaseNoise all{0.9, 0.4, 0.5, 3};
  DescentPlan sampled = descent_plan(0.7, 2, 10);
  sampled.sampling = DescentSampling::poisson;
  sampled.rate = 0.2;
  const std::vector<PromisedLevels> every = {
      levels_of(logistic_loss, 0.3, 2, all),
      levels_of(huber_loss, 0.2, 1.5),
      levels_of(huber_loss, 0.2, 1.5, all),
      ObjectiveLevels{SoftmaxMechanism{4, 0.5, 3}, all},
      LaplaceLevels{{logistic_loss, 0}, 0.1, 0.7},
      LaplaceLevels{{{}, 3}, 0.1, 0.7},
      PublishedOutputPerturbation{logistic_loss, 0.5, 3, 0x1p-30, Eigen::VectorXd::Zero(3)},
      DescentLevels{logistic_loss, descent_plan(0.7, 2, 10), 3},
      DescentLevels{logistic_loss, sampled, 3},
  };
  for (const PromisedLevels& levels : every) {
    CAPTURE(levels.index());
    double before = 0;
    CHECK(personal_epsilon(levels, 0, 1e-6) == 0);
    for (const double r : {5e-324, 1e-200, 1e-12, 1e-7, 0.001, 0.1, 0.35, 0.7, 0.95, 1.0}) {
      const double epsilon = personal_epsilon(levels, r, 1e-6);
      CHECK(epsilon >= before * (1 - 1e-9));
      CHECK(epsilon < infinity);
      before = epsilon;
    }
  }
  check_near(personal_epsilon(every[0], 1, 1e-6), report_epsilon(Accountant::joint, {logistic_loss, 0.3, 2}, all, 1e-6));
  // Where a total variation below δ is all that she moves.
  CHECK(personal_epsilon(every[0], 1e-9, 1e-6) == 0);
  // A record that isn't 0 moves Laplace-type noise, however little.
  CHECK(personal_epsilon(every[4], 5e-324, 0) > 0);
  CHECK(personal_epsilon(std::monostate(), 0, 1e-6) == 0);
  CHECK(personal_epsilon(std::monostate(), 0.1, 1e-6) == infinity);
  CHECK(personal_epsilon(levels_of(Loss{LossKind::squared}, 1, 1), 0.1, 1e-6) == infinity);
  CHECK_THROWS_AS((void)personal_epsilon(every[0], 1.5, 1e-6), Error);
  CHECK_THROWS_AS((void)personal_epsilon(every[7], -1, 1e-6), Error);
}

TEST_CASE("a length is never too short") {
  CHECK(record_length(Eigen::VectorXd::Zero(3)) == 0);
  CHECK(record_length(Eigen::VectorXd::Constant(4, 1e-200)) >= 2e-200);
  CHECK(record_length(Eigen::VectorXd::Constant(4, 1e-200)) <= 2e-200 * (1 + 1e-13));
  CHECK(record_length(Eigen::VectorXd::Constant(3, 1 / std::sqrt(3.0))) == 1);
  Eigen::VectorXd x(2);
  x << 0.3, -0.4;
  CHECK(record_length(x) >= 0.5);
  CHECK(record_length(x) <= 0.5 * (1 + 1e-13));
}

TEST_CASE("the promise to her is never above the one to everybody, and adds up over her rows") {
  const PromisedLevels levels = levels_of(logistic_loss, 1e4, 2);  // ε(0.7) = 1.5268, ε(0.25) = 0.5039
  const Guarantee guarantee{2, 1e-6, ""};
  const auto promise = [&](const std::optional<PersonPromise>& person, std::vector<double> lengths, bool all) {
    return personal_promise(levels, guarantee, person, lengths, all);
  };
  const PersonalPromise one = promise(std::nullopt, {0.7}, false);
  check_near(one.epsilon.value(), 1.5267774261423206);
  CHECK(one.by_length);
  CHECK(one.length == 0.7);
  CHECK_FALSE(one.person);
  const PersonalPromise longest = promise(std::nullopt, {1}, false);
  CHECK(longest.epsilon == 2);
  CHECK_FALSE(longest.by_length);
  const PersonPromise three{3, 6, 1e-5};
  // Others of hers may have length 1: 1.5268 + 2·2.
  check_near(promise(three, {0.7}, false).person.value(), 5.5267774261423206);
  check_near(promise(three, {0.7}, true).person.value(), 1.5267774261423206);
  check_near(promise(three, {0.25, 0.7}, true).person.value(), 1.5267774261423206 + 0.5038556150007959);
  // The three longest of four.
  check_near(promise(three, {0.25, 0.7, 0.25, 0.25}, true).person.value(), 1.5267774261423206 + 2 * 0.5038556150007959);
  CHECK(promise(PersonPromise{3, 2.5, 1e-5}, {0.7}, false).person == 2.5);
  // Many rows: in little time, and never less than they are promised one by one.
  const PersonPromise many{1 << 20, 1e9, 1e-5};
  check_near(promise(many, {0.7}, false).person.value(), 1.5267774261423206 + 2 * ((1 << 20) - 1), 1e-6);
  const std::vector<double> rows(1000, 0.25);
  check_near(promise(many, rows, true).person.value(), 1000 * 0.5038556150007959);
  std::vector<double> different;
  double sum = 0;
  for (int i = 1; i <= 40; ++i) {
    different.push_back(i / 150.0);
    sum += personal_epsilon(levels, i / 150.0, 1e-6);
  }
  const double together = promise(many, different, true).person.value();
  CHECK(together >= sum);
  CHECK(together <= 1.2 * sum);
  const PersonalPromise none = personal_promise(levels, std::nullopt, std::nullopt, std::vector<double>{0.7}, false);
  CHECK_FALSE(none.epsilon);
  CHECK_FALSE(none.by_length);
  CHECK(personal_promise(levels, std::nullopt, std::nullopt, std::vector<double>{0}, false).epsilon == 0);
  // A promise that rests on no length is everybody's.
  CHECK(personal_promise(std::monostate(), guarantee, std::nullopt, std::vector<double>{0.1}, false).epsilon == 2);
}

}  // namespace expost::report
