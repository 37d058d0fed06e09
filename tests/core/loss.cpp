// Losses and their derivatives against references (tests/vectors/generate_loss.py), and against
// each other.
#include "expost/losses/loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "approximately.hpp"
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
    // The residual t − y is rounded, which moves f'' by 3 ulp of relative change at most; then a
    // few operations, each half an ulp. Below the normal range a unit of the last subnormal place
    // is all there is.
    const Tolerance tolerance{8 * 0x1p-53, 0x1p-1074};
    const double f = reference_number(row[4]);
    if (std::isfinite(f)) {
      check_close(what + ", f", loss.value(t, y), f, {tolerance.relative * (std::fabs(t) > 1 ? 1 : 2), tolerance.absolute});
    }
    check_close(what + ", f'", loss.first_derivative(t, y), reference_number(row[5]), tolerance);
    check_close(what + ", f''", loss.second_derivative(t, y), reference_number(row[6]), tolerance);
  }
}

TEST_CASE("a loss with its derivatives is to the bit what each is by itself") {
  const ReferenceTable table = reference_table("losses");
  for (const auto& row : table["cases"]) {
    const Loss loss = reference_loss({{"loss", row[0]}, {"width", reference_number(row[1])}});
    const double t = reference_number(row[2]);
    const double y = reference_number(row[3]);
    CAPTURE(digits(t));
    CAPTURE(digits(y));
    const LossValues all = loss.values(t, y);
    const LossDerivatives derivatives = loss.derivatives(t, y);
    CHECK(derivatives.first == all.first);
    CHECK(derivatives.second == all.second);
    CHECK(digits(all.value) == digits(loss.value(t, y)));
    CHECK(digits(all.first) == digits(loss.first_derivative(t, y)));
    CHECK(digits(all.second) == digits(loss.second_derivative(t, y)));
  }
}

TEST_CASE("the ratios of higher derivatives to the second are reached, and not exceeded") {
  for (const Loss& loss : {Loss{}, Loss{LossKind::pseudo_huber, 1}, Loss{LossKind::pseudo_huber, 0.2}}) {
    double third = 0;
    double fourth = 0;
    double fifth = 0;
    for (int i = -40000; i <= 40000; ++i) {
      const double t = i * (loss.kind == LossKind::logistic ? 1e-3 : 1e-3 * loss.width);
      const double h = 1e-4 * loss.width;
      const double curvature = loss.second_derivative(t, 0);
      third = std::fmax(third, std::fabs(loss.third_derivative(t, 0)) / curvature);
      fourth = std::fmax(fourth, std::fabs(loss.fourth_derivative(t, 0)) / curvature);
      fifth = std::fmax(fifth,
                        std::fabs(loss.fourth_derivative(t + h, 0) - loss.fourth_derivative(t - h, 0)) / (2 * h * curvature));
    }
    CHECK(third <= loss.derivative_ratio(3) * (1 + 1e-12));
    CHECK(third >= 0.999 * loss.derivative_ratio(3));
    CHECK(fourth <= loss.derivative_ratio(4) * (1 + 1e-12));
    CHECK(fourth >= 0.999 * loss.derivative_ratio(4));
    CHECK(fifth <= loss.derivative_ratio(5) * (1 + 1e-6));
    CHECK(fifth >= 0.99 * loss.derivative_ratio(5));
  }
  for (const int k : {3, 4, 5}) {
    CHECK(Loss{LossKind::squared}.derivative_ratio(k) == 0);
  }
  // Far out nothing overflows into a NaN.
  for (const double t : {-1e200, 1e200}) {
    for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
      CHECK(Loss{kind, 0.1}.third_derivative(t, 1) == 0);
      CHECK(Loss{kind, 0.1}.fourth_derivative(t, 1) == 0);
    }
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
    CHECK(first == approximately(loss.first_derivative(t, y)).epsilon(1e-6));
    CHECK(second == approximately(loss.second_derivative(t, y)).epsilon(1e-5));
    const double third = (loss.second_derivative(t + h, y) - loss.second_derivative(t - h, y)) / (2 * h);
    const double fourth = (loss.third_derivative(t + h, y) - loss.third_derivative(t - h, y)) / (2 * h);
    const double fifth = (loss.fourth_derivative(t + h, y) - loss.fourth_derivative(t - h, y)) / (2 * h);
    // Differences of terms of the size of f''·c/w, to h² = 1e-8 of the next two derivatives.
    const double curvature = loss.second_derivative(t, y);
    CHECK(std::fabs(third - loss.third_derivative(t, y)) <= 1e-6 * curvature * (1 + loss.derivative_ratio(3)));
    CHECK(std::fabs(fourth - loss.fourth_derivative(t, y)) <= 1e-6 * curvature * (1 + loss.derivative_ratio(4)));
    CHECK(std::fabs(third) <= curvature * (loss.derivative_ratio(3) * (1 + 1e-6) + 1e-9));
    CHECK(std::fabs(fourth) <= curvature * (loss.derivative_ratio(4) * (1 + 1e-6) + 1e-9));
    CHECK(std::fabs(fifth) <= curvature * (loss.derivative_ratio(5) * (1 + 1e-6) + 1e-9));
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

TEST_CASE("af'^2 + bf''^2 is largest at an end, or at the place inside that the loss names") {
  for (const Loss& loss :
       {Loss{}, Loss{LossKind::squared}, Loss{LossKind::pseudo_huber, 0.3}, Loss{LossKind::pseudo_huber, 2}}) {
    for (const double a : {0.0, 0.01, 0.1, 1.0}) {
      for (const double reach : {0.1, 1.0, 6.0}) {
        const auto value = [&](double t, double y) {
          return a * loss.first_derivative(t, y) * loss.first_derivative(t, y) +
                 loss.second_derivative(t, y) * loss.second_derivative(t, y);
        };
        const std::optional<MarginAndLabel> inside = loss.steepest_inside(a, 1);
        double named = value(-reach, 1);
        if (inside && std::fabs(inside->t) <= reach) {
          CHECK(loss.takes(inside->y));
          named = std::fmax(named, value(inside->t, inside->y));
        }
        double largest = 0;
        for (const double y : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
          for (int i = -1000; loss.takes(y) && i <= 1000; ++i) {
            largest = std::fmax(largest, value(reach * i / 1000, y));
          }
        }
        CAPTURE(name_of(loss.kind));
        CAPTURE(a);
        CAPTURE(reach);
        CHECK(largest <= named * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("a logistic derivative below every double is covered by what underflow loses") {
  for (const double t : {700.0, 745.0, 800.0, 10000.0}) {
    const long double truth = std::exp(static_cast<long double>(-t));
    CHECK(-Loss{}.first_derivative(t, 1) + Loss{}.lost_by_underflow() >= truth);
    CHECK(Loss{}.second_derivative(t, 1) + Loss{}.lost_by_underflow() >= truth);
  }
  CHECK(Loss{LossKind::squared}.lost_by_underflow() == 0);
  CHECK(Loss{LossKind::pseudo_huber, 0.5}.lost_by_underflow() == 0);
}

}  // namespace expost
