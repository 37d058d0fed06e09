// The promise that a report states, compared with its noise: refused where no accountant gives it,
// and only there.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cases.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/accounting/implied_guarantee.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/report/report.hpp"

namespace expost::report {
namespace {

using nlohmann::json;

json promised(json report, double epsilon, double delta) {
  report["guarantee"] = {{"epsilon", epsilon}, {"delta", delta}};
  return report;
}

/// The refusal's sentence; empty where the report is taken.
std::string refusal(const json& report) {
  try {
    (void)read_report(report);
  } catch (const Error& error) {
    CHECK(error.pointer() == "/guarantee");
    CHECK(error.code() == "not-implied");
    return error.what();
  }
  return "";
}

bool taken(const json& report, double epsilon, double delta) {
  return refusal(promised(report, epsilon, delta)).empty();
}

json linear(const Loss& loss, double lambda, double sigma, const ReleaseNoise& releases) {
  json report = testing::document("good/coded-squared.json");
  report["model"]["loss"] = {{"name", loss.kind == LossKind::logistic ? "logistic" : "pseudo-huber"}};
  if (loss.kind == LossKind::pseudo_huber) {
    report["model"]["loss"]["width"] = loss.width;
  }
  report.erase("label");
  report["model"]["mechanism"]["sigma"] = sigma;
  report["model"]["mechanism"]["lambda"] = lambda;
  if (releases.gradient) {
    report["release"]["gradient"] = {{"sigma", *releases.gradient}, {"values", {0.5, -1}}};
    report["release"]["hessian"] = {{"sigma", *releases.hessian}, {"upper", {9, 0.5, 9}}};
  }
  if (releases.smallest_eigenvalue) {
    report["release"]["smallestEigenvalue"] = {{"sigma", *releases.smallest_eigenvalue}, {"value", 8}};
  }
  return report;
}

constexpr Loss logistic{LossKind::logistic, 1};

}  // namespace

TEST_CASE("what an accountant gives is taken to four digits, and a promise of 1 % less is not") {
  for (const double delta : {1e-3, 1e-6, 1e-12}) {
    for (const double lambda : {0.02, 1.0, 30.0}) {
      for (const double sigma : {0.7, 4.3, 30.0}) {
        CAPTURE(delta);
        CAPTURE(lambda);
        CAPTURE(sigma);
        const json report = linear(logistic, lambda, sigma, {});
        const double least = model_epsilon(Accountant::joint, {logistic, lambda, sigma}, delta);
        CHECK(taken(report, least, delta));
        CHECK(taken(report, least * (1 - 5e-4), delta));
        CHECK_FALSE(taken(report, least * 0.99, delta));
        // Every other accountant gives more, and so is taken.
        for (const Accountant other : {Accountant::kst2012, Accountant::wang2021, Accountant::redberg2023, Accountant::shift}) {
          const double epsilon = model_epsilon(other, {logistic, lambda, sigma}, delta);
          CHECK(epsilon >= least * (1 - 1e-9));
          CHECK((std::isinf(epsilon) || taken(report, epsilon, delta)));
        }
      }
    }
  }
}

TEST_CASE("with releases the whole report counts, and the sum of its parts is taken too") {
  const ReleaseNoise adaptive{20, 3, 5, 0};
  for (const double lambda : {0.3, 2.0}) {
    const json report = linear(logistic, lambda, 6.5, adaptive);
    const double least = report_epsilon(Accountant::joint, {logistic, lambda, 6.5}, adaptive, 1e-6);
    CHECK(taken(report, least, 1e-6));
    CHECK_FALSE(taken(report, least * 0.985, 1e-6));
    CHECK_FALSE(taken(report, model_epsilon(Accountant::joint, {logistic, lambda, 6.5}, 1e-6), 1e-6));
  }
  for (const Accountant accountant : {Accountant::joint, Accountant::shift, Accountant::kst2012, Accountant::wang2021}) {
    CAPTURE(static_cast<int>(accountant));
    const expost::BudgetSplit shares{.model = 0.4, .hessian = 0.3, .gradient = 0.3, .smallest_eigenvalue = std::nullopt};
    for (const Loss& loss : {logistic, Loss{LossKind::pseudo_huber, 0.4}}) {
      const BudgetPlan plan = plan_budget(loss, 2, 1e-6, accountant, Composition::basic, shares, 4.0, 2);
      REQUIRE(std::isfinite(plan.model.sigma));
      CHECK(taken(linear(loss, plan.model.lambda, plan.model.sigma, plan.noise), 2, 1e-6));
    }
  }
  for (const Loss& loss : {logistic, Loss{LossKind::pseudo_huber, 0.4}}) {
    const BudgetPlan plan =
        plan_budget(loss, 1, 1e-6, Accountant::joint, Composition::joint,
                    {.model = 0.3, .hessian = 0.4, .gradient = 0.3, .smallest_eigenvalue = std::nullopt}, 4.0, 2);
    const json report = linear(loss, plan.model.lambda, plan.model.sigma, plan.noise);
    CHECK(taken(report, 1, 1e-6));
    // The accountant of a whole pseudo-Huber report is not sharp, and what is compared is below it.
    CHECK_FALSE(taken(report, loss.kind == LossKind::logistic ? 0.9 : 0.3, 1e-6));
  }
}

TEST_CASE("pseudo-Huber: an addition has either sign") {
  const Loss loss{LossKind::pseudo_huber, 0.5};
  for (const double lambda : {0.05, 20.0}) {
    const json report = linear(loss, lambda, 2, {});
    const double least = model_epsilon(Accountant::joint, {loss, lambda, 2.0}, 1e-6);
    CHECK(taken(report, least, 1e-6));
    CHECK_FALSE(taken(report, least * 0.985, 1e-6));
  }
}

TEST_CASE("the least delta is not above the accountants', and near them where they are sharp") {
  const ReleaseNoise none;
  const ReleaseNoise both{20, 3, 5, 0};
  const ReleaseNoise hessian{{}, 3, {}, 0};
  for (const double epsilon : {0.1, 0.7, 3.0}) {
    for (const double lambda : {0.05, 1.0}) {
      for (const double sigma : {1.0, 6.5, 30.0}) {
        for (const ReleaseNoise& releases : {none, both, hessian}) {
          const ModelMechanism mechanism{logistic, lambda, sigma};
          const double sharp = report_delta(Accountant::joint, mechanism, releases, epsilon);
          // Far below what anybody states the quadrature loses digits, on the side that takes a
          // promise.
          if (sharp < 1e-30) {
            continue;
          }
          CAPTURE(epsilon);
          CAPTURE(lambda);
          CAPTURE(sigma);
          const double least = least_delta(mechanism, releases, epsilon, std::min(sharp, 0.9));
          // 1e-3: the quadrature's error, which is declared.
          CHECK(least <= sharp * 1.001);
          CHECK(least >= sharp * 0.95);
          CHECK(least >= gaussian_delta(epsilon, attained_shift(mechanism, releases)));
        }
      }
    }
  }
}

TEST_CASE("softmax: what its accountants give is taken, and what no data would allow is not") {
  for (const char* file : {"good/softmax-three-classes.json"}) {
    json report = testing::document(file);
    for (const double lambda : {0.1, 20.0}) {
      report["model"]["mechanism"]["lambda"] = lambda;
      const SoftmaxMechanism mechanism{3, lambda, 6.81};
      for (const SoftmaxAccountant accountant :
           {SoftmaxAccountant::joint, SoftmaxAccountant::shift, SoftmaxAccountant::radius}) {
        CHECK(taken(report, softmax_epsilon(accountant, mechanism, 1e-6), 1e-6));
      }
      const double least = softmax_epsilon(SoftmaxAccountant::joint, mechanism, 1e-6);
      CHECK_FALSE(taken(report, least * 0.9, 1e-6));
    }
  }
}

TEST_CASE("Laplace-type noise: pure, or what a delta buys of it") {
  const json report = testing::document("good/laplace.json");
  const double pure = laplace_epsilon(logistic, 2.5, 0.5);
  CHECK(taken(report, pure, 0));
  CHECK_FALSE(taken(report, pure * 0.99, 0));
  CHECK(taken(report, pure, 1e-6));
  // Randomised response with ε = 0.5 is (0.25, (e^0.5 − e^0.25)/(1 + e^0.5))-DP and no better.
  const double bought = (std::exp(0.5) - std::exp(0.25)) / (1 + std::exp(0.5));
  CHECK(taken(report, 0.25, bought));
  CHECK_FALSE(taken(report, 0.25, bought * 0.98));
}

TEST_CASE("a refusal has both numbers, and is one sentence") {
  const std::string words = refusal(promised(linear(logistic, 1, 0.5, {}), 0.1, 1e-6));
  // mpmath: 10.997151 is the root of δ_N(ε; 2) = 1e-6; rounded down.
  CHECK(words ==
        "/guarantee is not what the report's noise gives: epsilon 0.1 is stated, but with sigma and lambda it is 10.9 or "
        "more at delta 0.000001");
}

TEST_CASE("noise of every size is compared without an overflow") {
  for (const double sigma : {1e-50, 1e-12, 1.0, 1e50}) {
    for (const double lambda : {1e-50, 1.0, 1e50}) {
      for (const double level : {1e-50, 1.0, 1e50}) {
        for (const double epsilon : {1e-300, 1.0, 1e300}) {
          CAPTURE(sigma);
          CAPTURE(lambda);
          CAPTURE(level);
          CAPTURE(epsilon);
          const bool noisy = sigma == 1e50 && level == 1e50 && lambda == 1e50;
          const bool any = epsilon == 1e300;
          const bool found = taken(linear(logistic, lambda, sigma, {level, level, level, 0}), epsilon, 1e-6);
          CHECK((!(noisy || any) || found));
          CHECK((!(sigma <= 1e-12 && !any) || !found));
        }
      }
    }
  }
}

}  // namespace expost::report
