// Losses and their derivatives against references (tests/vectors/generate_loss.py), and against each other.
#include "expost/loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "closeness.hpp"
#include "random_draws.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {

TEST_CASE("losses are right to a few ulp in every range") {
  const ReferenceTable table = reference_table("losses");
  for (const auto& row : table["cases"]) {
    const double width = reference_number(row[1]);
    const Loss loss = reference_loss({{"loss", row[0]}, {"width", width}});
    const double t = reference_number(row[2]);
    const double y = reference_number(row[3]);
    const std::string what = row[0].get<std::string>() + ", w = " + digits(width) + ", t = " + digits(t) + ", y = " + digits(y);
    // The residual t − y is rounded, which moves f'' by 3 ulp of relative change at most; then a few operations, each half an ulp.
    // Below the normal range a unit of the last subnormal place is all there is.
    const Tolerance tolerance{8 * 0x1p-53, 0x1p-1074};
    const double f = reference_number(row[4]);
    if (std::isfinite(f)) {
      check_close(what + ", f", loss.value(t, y), f, {tolerance.relative * (std::fabs(t) > 1 ? 1 : 2), tolerance.absolute});
    }
    check_close(what + ", f'", loss.first_derivative(t, y), reference_number(row[5]), tolerance);
    check_close(what + ", f''", loss.second_derivative(t, y), reference_number(row[6]), tolerance);
  }
}

TEST_CASE("derivatives are what differences say, and stay within G and beta") {
  Draws draws(20260108);
  for (int i = 0; i < 2000; ++i) {
    const auto kind = static_cast<LossKind>(draws.integer(0, 2));
    const Loss loss{kind, draws.logarithmic(0.05, 5)};
    const double y = kind == LossKind::logistic ? (draws.coin() ? 1 : -1) : draws.uniform(-1, 1);
    const double t = draws.uniform(-6, 6);
    const double h = 1e-4 * std::fmin(1, loss.width);
    // central differences: h² times the third derivative (at most 1/w²), and rounding over h
    const double first = (loss.value(t + h, y) - loss.value(t - h, y)) / (2 * h);
    const double second = (loss.first_derivative(t + h, y) - loss.first_derivative(t - h, y)) / (2 * h);
    CHECK(first == doctest::Approx(loss.first_derivative(t, y)).epsilon(1e-6));
    CHECK(second == doctest::Approx(loss.second_derivative(t, y)).epsilon(1e-5));
    CHECK(loss.value(t, y) >= 0);
    CHECK(loss.second_derivative(t, y) >= 0);
    CHECK(loss.second_derivative(t, y) <= loss.smoothness());
    CHECK(std::fabs(loss.first_derivative(t, y)) <= loss.lipschitz());
    if (loss.derivative_sign_fixed()) {
      CHECK(loss.first_derivative(t, y) * y < 0);
      CHECK(kind == LossKind::logistic);
    }
  }
  CHECK(Loss{LossKind::logistic}.lipschitz() == 1);
  CHECK(Loss{LossKind::logistic}.smoothness() == 0.25);
  CHECK(Loss{LossKind::squared}.lipschitz() == std::numeric_limits<double>::infinity());
  CHECK(Loss{LossKind::squared}.smoothness() == 1);
  CHECK(Loss{LossKind::pseudo_huber, 0.3}.lipschitz() == 0.3);
  CHECK(Loss{LossKind::pseudo_huber, 0.3}.smoothness() == 1);
  CHECK_FALSE(Loss{LossKind::squared}.derivative_sign_fixed());
  CHECK_FALSE(Loss{LossKind::pseudo_huber}.derivative_sign_fixed());
}

}  // namespace expost
