// From a budget to noise levels.
#include "expost/accounting/budget.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "closeness.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {}  // namespace

TEST_CASE("without releases the model has the whole budget") {
  const Loss loss{LossKind::logistic};
  for (const Composition composition : {Composition::joint, Composition::basic}) {
    const BudgetPlan plan = plan_budget(loss, 1, 1e-6, Accountant::joint, composition, {}, std::nullopt);
    const Calibration alone = calibrate_model(Accountant::joint, loss, 1, 1e-6, std::nullopt);
    CHECK(plan.model.sigma == alone.sigma);
    CHECK(plan.model.lambda == alone.lambda);
    CHECK_FALSE(plan.noise.gradient);
    CHECK_FALSE(plan.noise.hessian);
    CHECK_FALSE(plan.noise.smallest_eigenvalue);
    CHECK(plan.gradient_epsilon == 0);
    CHECK(plan.hessian_epsilon == 0);
    CHECK(plan.smallest_eigenvalue_epsilon == 0);
    check_close("model", plan.model_epsilon, 1, {1e-9});
    CHECK(plan.epsilon == 1);
    CHECK(plan.delta == 1e-6);
  }
}

TEST_CASE("sum: every part is private on its own at its shares, and the shares add up") {
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.5}}) {
    const BudgetSplit shares{0.4, 0.3, 0.2, 0.1};
    const double epsilon = 2;
    const double delta = 1e-6;
    const BudgetPlan plan = plan_budget(loss, epsilon, delta, Accountant::shift, Composition::basic, shares, 5.0);
    const ReleaseSensitivity sensitivity = release_sensitivity(loss);
    CHECK(model_delta(Accountant::shift, {loss, 5, plan.model.sigma}, 0.4 * epsilon) <= 0.4 * delta);
    CHECK(gaussian_delta(0.3 * epsilon, sensitivity.hessian / *plan.noise.hessian) <= 0.3 * delta * (1 + 1e-12));
    CHECK(gaussian_delta(0.2 * epsilon, sensitivity.gradient / *plan.noise.gradient) <= 0.2 * delta * (1 + 1e-12));
    CHECK(gaussian_delta(0.1 * epsilon, sensitivity.smallest_eigenvalue / *plan.noise.smallest_eigenvalue) <=
          0.1 * delta * (1 + 1e-12));
    // ... and not private with a millionth less noise.
    CHECK(gaussian_delta(0.3 * epsilon, sensitivity.hessian / (*plan.noise.hessian * (1 - 1e-6))) > 0.3 * delta);
    CHECK(gaussian_delta(0.2 * epsilon, sensitivity.gradient / (*plan.noise.gradient * (1 - 1e-6))) > 0.2 * delta);
    check_close("ε of the parts",
                plan.model_epsilon + plan.hessian_epsilon + plan.gradient_epsilon + plan.smallest_eigenvalue_epsilon, epsilon,
                {1e-9});
    check_close("model", plan.model_epsilon, 0.4 * epsilon, {1e-9});
    check_close("hessian", plan.hessian_epsilon, 0.3 * epsilon, {1e-9});
    check_close("gradient", plan.gradient_epsilon, 0.2 * epsilon, {1e-9});
    check_close("smallest eigenvalue", plan.smallest_eigenvalue_epsilon, 0.1 * epsilon, {1e-9});
    CHECK(plan.epsilon == epsilon);
    CHECK(plan.delta == delta);
    // [R]'s accountants come with the sum only.
    const BudgetPlan lecture = plan_budget(loss, epsilon, delta, Accountant::wang2021, Composition::basic, shares, 5.0);
    CHECK(model_delta(Accountant::wang2021, {loss, 5, lecture.model.sigma}, 0.4 * epsilon) <= 0.4 * delta * (1 + 1e-12));
  }
}

TEST_CASE("softmax: the report meets the budget, and with a thousandth less noise it does not") {
  for (const SoftmaxAccountant accountant : {SoftmaxAccountant::radius, SoftmaxAccountant::shift, SoftmaxAccountant::joint}) {
    const double epsilon = 1;
    const double delta = 1e-6;
    const BudgetPlan alone = plan_softmax_budget(3, epsilon, delta, accountant, {}, 4);
    CHECK(alone.model.sigma == calibrate_softmax(accountant, 3, epsilon, delta, 4).sigma);
    CHECK(alone.model_epsilon <= epsilon);
    const BudgetSplit shares{0.4, 0.3, 0.2, 0.1};
    const BudgetPlan plan = plan_softmax_budget(3, epsilon, delta, accountant, shares, 4, 12);
    const auto delta_at = [&](double factor) {
      ReleaseNoise noise = plan.noise;
      for (auto* sigma : {&noise.gradient, &noise.hessian, &noise.smallest_eigenvalue}) {
        REQUIRE(sigma->has_value());
        **sigma *= factor;
      }
      return softmax_report_delta(accountant, {3, 4, plan.model.sigma * factor}, noise, epsilon);
    };
    CHECK(delta_at(1) <= delta);
    CHECK(delta_at(0.999) > delta);
    CHECK(plan.noise.dimension == 12);
    CHECK(plan.epsilon == epsilon);
    CHECK(plan.delta == delta);
  }
  const BudgetPlan none = plan_softmax_budget(10, 0.1, 1e-6, SoftmaxAccountant::joint, {}, 0.01);
  CHECK(none.model.sigma == infinity);
  CHECK(none.epsilon == infinity);
  CHECK_FALSE(none.model.reason.empty());
  CHECK_THROWS_AS((void)plan_softmax_budget(3, 1, 1e-6, SoftmaxAccountant::joint, {0.5, 0.2, 0.2, {}}, 4), Error);
}

TEST_CASE("whole: the report meets the budget, and with a thousandth less noise it does not") {
  struct Wish {
    Loss loss;
    Accountant accountant;
    BudgetSplit shares;
    std::optional<double> lambda;
  };
  const Wish wishes[] = {
      {Loss{LossKind::logistic}, Accountant::joint, {0.5, 0.3, 0.2, {}}, std::nullopt},
      {Loss{LossKind::logistic}, Accountant::shift, {0.4, 0.3, 0.2, 0.1}, 5.0},
      {Loss{LossKind::pseudo_huber, 0.5}, Accountant::shift, {0.5, 0.3, 0.2, {}}, 10.0},
      {Loss{LossKind::logistic}, Accountant::joint, {0.7, 0.3, {}, {}}, std::nullopt},
  };
  for (const Wish& wish : wishes) {
    const double epsilon = 1;
    const double delta = 1e-6;
    const BudgetPlan plan =
        plan_budget(wish.loss, epsilon, delta, wish.accountant, Composition::joint, wish.shares, wish.lambda);
    const auto delta_at = [&](double factor) {
      ReleaseNoise noise = plan.noise;
      for (auto* sigma : {&noise.gradient, &noise.hessian, &noise.smallest_eigenvalue}) {
        if (*sigma) {
          **sigma *= factor;
        }
      }
      return report_delta(wish.accountant, {wish.loss, plan.model.lambda, plan.model.sigma * factor}, noise, epsilon);
    };
    CHECK(delta_at(1) <= delta);
    CHECK(delta_at(0.999) > delta);
    CHECK(plan.epsilon == epsilon);
    CHECK(plan.delta == delta);
    CHECK(plan.noise.smallest_eigenvalue.has_value() == wish.shares.smallest_eigenvalue.has_value());
    // One guarantee for everything needs less noise than parts that are added up, in the same
    // proportions.
    const BudgetPlan sum =
        plan_budget(wish.loss, epsilon, delta, wish.accountant, Composition::basic, wish.shares, wish.lambda);
    CHECK(plan.model.sigma < sum.model.sigma);
    CHECK(plan.noise.gradient.has_value() == wish.shares.gradient.has_value());
    if (wish.shares.gradient) {
      check_close("proportions", *plan.noise.gradient / plan.model.sigma, *sum.noise.gradient / sum.model.sigma, {1e-9});
    }
    check_close("proportions", *plan.noise.hessian / plan.model.sigma, *sum.noise.hessian / sum.model.sigma, {1e-9});
    CHECK(plan.model.lambda == sum.model.lambda);
    // The parts' budgets alone add up to more than all of it together.
    CHECK(plan.model_epsilon + plan.gradient_epsilon + plan.hessian_epsilon + plan.smallest_eigenvalue_epsilon > epsilon);
  }
}

TEST_CASE("what cannot be planned") {
  const Loss loss{LossKind::logistic};
  const auto plan = [&](const BudgetSplit& shares) {
    return plan_budget(loss, 1, 1e-6, Accountant::joint, Composition::basic, shares, std::nullopt);
  };
  CHECK_THROWS_AS((void)plan({0.5, 0.3, 0.3, {}}), Error);
  CHECK_THROWS_AS((void)plan({0.5, 0.3, {}, {}}), Error);
  CHECK_THROWS_AS((void)plan({1.0, 0.0, {}, {}}), Error);
  CHECK_THROWS_AS((void)plan({1.2, -0.2, {}, {}}), Error);
  CHECK_THROWS_AS((void)plan({0.0, 1.0, {}, {}}), Error);
  CHECK_THROWS_AS((void)plan({std::nan(""), 0.5, {}, {}}), Error);
  CHECK_THROWS_AS((void)plan({0.5, std::nan(""), {}, {}}), Error);
  CHECK_THROWS_AS((void)plan_budget(loss, 0, 1e-6, Accountant::joint, Composition::joint, {}, std::nullopt), Error);
  CHECK_THROWS_AS((void)plan_budget(loss, 1, 0, Accountant::joint, Composition::joint, {}, std::nullopt), Error);
  CHECK_THROWS_AS((void)plan_budget(loss, 1, 1e-6, Accountant::kst2012, Composition::joint, {0.5, 0.3, 0.2, {}}, std::nullopt),
                  Error);
  const BudgetPlan squared =
      plan_budget(Loss{LossKind::squared}, 1, 1e-6, Accountant::joint, Composition::joint, {0.5, 0.3, 0.2, {}}, std::nullopt);
  CHECK(squared.model.sigma == infinity);
  CHECK(squared.epsilon == infinity);
  CHECK_FALSE(squared.model.reason.empty());
}

}  // namespace expost
