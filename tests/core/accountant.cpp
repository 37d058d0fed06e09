// Accountants against their own definitions: the maximum over q by brute force, inverses, orders,
// refusals. That they bound the truth is in accountant_densities.cpp.
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/personal_epsilon.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "closeness.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

constexpr Accountant accountants[] = {Accountant::kst2012, Accountant::wang2021, Accountant::redberg2023, Accountant::shift,
                                      Accountant::joint};

Loss random_lipschitz_loss(Draws& draws) {
  return draws.coin() ? Loss{LossKind::logistic} : Loss{LossKind::pseudo_huber, draws.logarithmic(0.1, 3)};
}

/// a(q): the largest f''|x|² of a person with |f'||x| = qG.
double largest_curvature(const Loss& loss, double q) {
  return loss.kind == LossKind::logistic ? q * (1 - q) : std::pow((1 - q) * (1 + q), 1.5);
}

/// max over q by brute force: a grid, much denser at both ends.
template <class Function>
double grid_maximum(const Function& f, int cells, double ratio) {
  double best = std::max(f(0), f(1));
  for (int i = 1; i < cells; ++i) {
    best = std::max(best, f(static_cast<double>(i) / cells));
  }
  for (double u = 1e-14; u < 0.3; u *= ratio) {
    best = std::max({best, f(u), f(1 - u)});
  }
  return best;
}

}  // namespace

TEST_CASE("largest removal loss: no q gives more, and some q gives as much") {
  Draws draws(20260401);
  for (int repetition = 0; repetition < repetitions(3000); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const ModelMechanism mechanism{loss, draws.logarithmic(1e-9, 1e3), loss.lipschitz() * draws.logarithmic(0.02, 300)};
    const double m = loss.lipschitz() / mechanism.sigma;
    const double noise = draws.coin() ? draws.uniform(-10, 10) : draws.uniform(-40, 40);
    const auto value = [&](double q) {
      return std::log1p(largest_curvature(loss, q) / mechanism.lambda) + 0.5 * q * q * m * m + q * m * noise;
    };
    const double expected = grid_maximum(value, 4000, 1.01);
    const double got = largest_removal_loss(mechanism, noise);
    const std::string what = "λ = " + digits(mechanism.lambda) + ", m = " + digits(m) + ", N = " + digits(noise) +
                             (loss.kind == LossKind::logistic ? ", logistic" : ", pseudo-Huber");
    CHECK_MESSAGE(got >= expected - 1e-12 * (1 + std::fabs(expected)), what, ": ", digits(got), " below ", digits(expected));
    // The grid misses the top by (step/2)² times the curvature there, which is at most a few units
    // of m² + 1/λ² · a'².
    CHECK_MESSAGE(got <= expected + 1e-3 * (1 + std::fabs(expected)), what, ": ", digits(got), " above ", digits(expected));
    // q = 1 and κ enclose it (proof of `shift`).
    CHECK(got >= 0.5 * m * m + m * noise - 1e-12 * (1 + std::fabs(m * noise)));
    CHECK(got <= std::log1p(loss.smoothness() / mechanism.lambda) + std::max(0.0, 0.5 * m * m + m * noise) +
                     1e-12 * (1 + std::fabs(m * noise)));
    // Increasing in the noise.
    CHECK(largest_removal_loss(mechanism, noise + 0.1) >= got - 1e-12 * (1 + std::fabs(got)));
  }
}

TEST_CASE("shift and joint are expectations over one normal variable: by a second quadrature") {
  // The trapezoid rule on a fine grid, with std::erfc's density: a different rule, a different
  // density, and q by brute force.
  Draws draws(20260402);
  for (int repetition = 0; repetition < repetitions(15); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const ModelMechanism mechanism{loss, draws.logarithmic(0.01, 3), loss.lipschitz() * draws.logarithmic(0.3, 10)};
    const double m = loss.lipschitz() / mechanism.sigma;
    const double kappa = std::log1p(loss.smoothness() / mechanism.lambda);
    const double epsilon = draws.uniform(0, 3);
    const auto expectation = [&](const std::function<double(double)>& x) {
      double sum = 0;
      constexpr double h = 0.01;
      for (double n = -9; n <= 9; n += h) {
        sum += std::exp(-0.5 * n * n) * -std::expm1(std::min(0.0, epsilon - x(n)));
      }
      return sum * h / std::sqrt(2 * std::acos(-1.0));
    };
    const double removal = expectation([&](double n) { return kappa + std::max(0.0, 0.5 * m * m + m * n); });
    const double addition = expectation([&](double n) {
      return loss.derivative_sign_fixed() ? std::max(0.0, 0.5 * m * m + m * n) : 0.5 * m * m + m * std::fabs(n);
    });
    // the rule's error at kinks: h² m/12
    check_close("shift", model_delta(Accountant::shift, mechanism, epsilon), std::max(removal, addition), {1e-4, 1e-6});
    const double joint = expectation([&](double n) {
      return grid_maximum(
          [&](double q) { return std::log1p(largest_curvature(loss, q) / mechanism.lambda) + 0.5 * q * q * m * m + q * m * n; },
          300, 1.1);
    });
    check_close("joint", model_delta(Accountant::joint, mechanism, epsilon), std::max(joint, addition), {1e-4, 1e-6});
  }
}

TEST_CASE("joint equals the Gaussian mechanism from λ(ε + 1/(2σ²)) = 1 on, and meets it there") {
  const Loss loss{LossKind::logistic};
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) {
    for (const double sigma : {0.6, 2.0, 9.0}) {
      const double threshold = 1 / (epsilon + 0.5 / (sigma * sigma));
      const double gaussian = gaussian_delta(epsilon, 1 / sigma);
      if (gaussian < 1e-200) {
        continue;
      }
      for (const double factor : {1.0 + 1e-12, 1.5, 100.0}) {
        check_close("above", model_delta(Accountant::joint, {loss, threshold * factor, sigma}, epsilon), gaussian, {1e-12});
      }
      // Just below, the maximisation and quadrature take over from the shortcut: no step.
      check_close("just below", model_delta(Accountant::joint, {loss, threshold * (1 - 1e-9), sigma}, epsilon), gaussian,
                  {1e-7});
      // Far below, it costs more.
      CHECK(model_delta(Accountant::joint, {loss, 0.05 * threshold, sigma}, epsilon) > gaussian * (1 + 1e-6));
    }
  }
  // Pseudo-Huber, width w: from λ = (3√3/4)/ε on, the two-sided form.
  for (const double width : {0.25, 1.0}) {
    for (const double epsilon : {0.2, 1.0, 3.0}) {
      const Loss huber{LossKind::pseudo_huber, width};
      const double threshold = 0.75 * std::sqrt(3.0) / epsilon;
      const double m = 1 / 1.7;
      const double sigma = width / m;
      const double two_sided = epsilon >= 0.5 * m * m ? 2 * gaussian_delta(epsilon, m)
                                                      : 1 - 2 * std::exp(epsilon) * 0.5 * std::erfc(m / std::sqrt(2.0));
      check_close("above", model_delta(Accountant::joint, {huber, threshold * (1 + 1e-9), sigma}, epsilon), two_sided, {1e-10});
      check_close("just below", model_delta(Accountant::joint, {huber, threshold * (1 - 1e-9), sigma}, epsilon), two_sided,
                  {1e-7});
    }
  }
}

TEST_CASE("orders between the accountants") {
  Draws draws(20260403);
  for (int repetition = 0; repetition < repetitions(1000); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const ModelMechanism mechanism{loss, draws.logarithmic(0.01, 100), loss.lipschitz() * draws.logarithmic(0.2, 50)};
    const double epsilon = draws.uniform(0, 6);
    const auto delta = [&](Accountant accountant) { return model_delta(accountant, mechanism, epsilon); };
    const double slack = 1 + 1e-9;
    CHECK(delta(Accountant::joint) <= delta(Accountant::shift) * slack);
    CHECK(delta(Accountant::shift) <= delta(Accountant::redberg2023) * slack);
    CHECK(delta(Accountant::shift) <= delta(Accountant::wang2021) * slack);
    for (const Accountant accountant : accountants) {
      CAPTURE(name_of(accountant));
      CHECK(delta(accountant) >= 0);
      CHECK(delta(accountant) <= 1);
      // No accountant goes below what is attained: the Gaussian mechanism of a constant pull.
      CHECK(delta(accountant) >= gaussian_delta(epsilon, loss.lipschitz() / mechanism.sigma) * (1 - 1e-11));
    }
  }
}

TEST_CASE("monotone in epsilon, sigma and lambda") {
  Draws draws(20260404);
  for (int repetition = 0; repetition < repetitions(600); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const double g = loss.lipschitz();
    const ModelMechanism mechanism{loss, draws.logarithmic(0.01, 30), g * draws.logarithmic(0.2, 30)};
    const double epsilon = draws.uniform(0, 5);
    for (const Accountant accountant : accountants) {
      CAPTURE(name_of(accountant));
      const double delta = model_delta(accountant, mechanism, epsilon);
      const double slack = 1 + 1e-9;
      CHECK(model_delta(accountant, mechanism, epsilon + 0.1) <= delta * slack);
      CHECK(model_delta(accountant, {loss, mechanism.lambda, mechanism.sigma * 1.1}, epsilon) <= delta * slack);
      CHECK(model_delta(accountant, {loss, mechanism.lambda * 1.1, mechanism.sigma}, epsilon) <= delta * slack);
      // A person closer to 0 than the sensitivity assumes.
      CHECK(model_delta(accountant, for_length(mechanism, 0.7), epsilon) <= delta * slack);
      // Its levels are rounded down by 2^-46.
      check_close("for a person of length 1", model_delta(accountant, for_length(mechanism, 1), epsilon), delta, {1e-10});
    }
  }
}

TEST_CASE("a person's own kappa and m") {
  const ModelMechanism mechanism{Loss{LossKind::logistic}, 2, 3};
  const ModelMechanism hers = for_length(mechanism, 0.5);
  check_close("κ_z", std::log1p(hers.loss.smoothness() / hers.lambda), std::log1p(0.25 * 0.25 / 2), {1e-13});
  check_close("m_z", hers.loss.lipschitz() / hers.sigma, 0.5 / 3, {1e-13});
}

TEST_CASE("epsilon is the safe root of delta") {
  Draws draws(20260405);
  for (int repetition = 0; repetition < repetitions(250); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const ModelMechanism mechanism{loss, draws.logarithmic(0.02, 30), loss.lipschitz() * draws.logarithmic(0.3, 30)};
    const double delta = draws.logarithmic(1e-14, 0.3);
    for (const Accountant accountant : accountants) {
      CAPTURE(name_of(accountant));
      const double epsilon = model_epsilon(accountant, mechanism, delta);
      CHECK(epsilon >= 0);
      if (epsilon == infinity) {
        CHECK(accountant == Accountant::redberg2023);
        CHECK(mechanism.lambda <= loss.smoothness());
        continue;
      }
      // lecture and kifer state ε and δ by closed formulas: the inverse of one is the other up to
      // rounding.
      const double rounding = accountant == Accountant::kst2012 || accountant == Accountant::wang2021 ? 1e-12 : 0;
      CHECK(model_delta(accountant, mechanism, epsilon) <= delta * (1 + rounding));
      if (epsilon > 0) {
        CHECK(model_delta(accountant, mechanism, epsilon * (1 - 1e-6)) > delta * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("calibration inverts: delta at sigma is met, at a millionth less it is not") {
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.3}, Loss{LossKind::pseudo_huber, 2}}) {
    for (const double epsilon : {0.05, 0.5, 1.0, 4.0}) {
      for (const double delta : {1e-3, 1e-6, 1e-10}) {
        for (const double lambda : {0.0, 0.3, 3.0, 40.0}) {  // 0: none given
          for (const Accountant accountant : accountants) {
            CAPTURE(name_of(accountant));
            CAPTURE(epsilon);
            CAPTURE(delta);
            CAPTURE(lambda);
            const auto given = lambda > 0 ? std::optional<double>(lambda) : std::nullopt;
            const Calibration got = calibrate_model(accountant, loss, epsilon, delta, given);
            if (got.sigma == infinity) {
              CHECK_FALSE(got.reason.empty());
              // Nothing reaches it: not even noise without end.
              CHECK(model_delta(accountant, {loss, got.lambda, 1e9 * loss.lipschitz()}, epsilon) > delta);
              continue;
            }
            CHECK(got.reason.empty());
            if (accountant == Accountant::kst2012) {
              CHECK(got.lambda == 2 * loss.smoothness() / epsilon);
            } else if (given) {
              CHECK(got.lambda == lambda);
            }
            // The formulas of kifer are inverted in closed form: equal up to rounding.
            const double rounding = accountant == Accountant::kst2012 ? 1e-12 : 0;
            CHECK(model_delta(accountant, {loss, got.lambda, got.sigma}, epsilon) <= delta * (1 + rounding));
            CHECK(model_delta(accountant, {loss, got.lambda, got.sigma * (1 - 1e-6)}, epsilon) > delta);
            // And back, also where rounding left δ a little above the target at ε itself.
            const double spent = report_epsilon(accountant, {loss, got.lambda, got.sigma}, {}, delta);
            CHECK(spent <= epsilon * (1 + 1e-9));
            CHECK(spent >= epsilon * (1 - 1e-5));
          }
        }
      }
    }
  }
}

TEST_CASE("joint without a lambda takes the least with which it costs a Gaussian mechanism") {
  const Loss loss{LossKind::logistic};
  for (const double epsilon : {0.1, 1.0, 5.0}) {
    const Calibration got = calibrate_model(Accountant::joint, loss, epsilon, 1e-6, std::nullopt);
    CHECK(got.sigma == gaussian_sigma(epsilon, 1e-6, 1));
    check_close("λ", got.lambda, 1 / (epsilon + 0.5 / (got.sigma * got.sigma)), {1e-14});
    CHECK(model_delta(Accountant::joint, {loss, got.lambda, got.sigma}, epsilon) <= 1e-6);
    CHECK(model_delta(Accountant::joint, {loss, got.lambda * 0.9, got.sigma}, epsilon) > 1e-6);
  }
}

TEST_CASE("unbounded gradients have no guarantee") {
  const Loss squared{LossKind::squared};
  for (const Accountant accountant : accountants) {
    CHECK(model_delta(accountant, {squared, 1, 1}, 1) == 1);
    CHECK(model_epsilon(accountant, {squared, 1, 1}, 1e-6) == infinity);
    const Calibration got = calibrate_model(accountant, squared, 1, 1e-6, std::nullopt);
    CHECK(got.sigma == infinity);
    CHECK_FALSE(got.reason.empty());
  }
  CHECK(report_delta(Accountant::joint, {squared, 1, 1}, {1.0, 1.0, {}}, 1) == 1);
  CHECK(report_epsilon(Accountant::joint, {squared, 1, 1}, {1.0, 1.0, {}}, 1e-6) == infinity);
  CHECK(dominated_report_delta({squared, 1, 1}, {1.0, 1.0, {}}, 1) == 1);
}

TEST_CASE("arguments out of range") {
  const Loss loss{LossKind::logistic};
  const double nan = std::nan("");
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    CHECK_THROWS_AS((void)model_delta(Accountant::joint, {loss, bad, 1}, 1), Error);
    CHECK_THROWS_AS((void)model_delta(Accountant::joint, {loss, 1, bad}, 1), Error);
    CHECK_THROWS_AS((void)model_epsilon(Accountant::shift, {loss, bad, 1}, 1e-6), Error);
    CHECK_THROWS_AS((void)calibrate_model(Accountant::joint, loss, bad, 1e-6, std::nullopt), Error);
    CHECK_THROWS_AS((void)calibrate_model(Accountant::shift, loss, 1, 1e-6, bad), Error);
    CHECK_THROWS_AS((void)report_delta(Accountant::joint, {loss, 1, 1}, {bad, 1.0, {}}, 1), Error);
    CHECK_THROWS_AS((void)report_delta(Accountant::joint, {loss, 1, 1}, {1.0, bad, {}}, 1), Error);
    CHECK_THROWS_AS((void)report_delta(Accountant::joint, {loss, 1, 1}, {1.0, 1.0, bad}, 1), Error);
  }
  for (const double bad : {0.0, 1.0, -0.1, 1.5, nan}) {
    CHECK_THROWS_AS((void)model_epsilon(Accountant::joint, {loss, 1, 1}, bad), Error);
    CHECK_THROWS_AS((void)calibrate_model(Accountant::joint, loss, 1, bad, std::nullopt), Error);
    CHECK_THROWS_AS((void)report_epsilon(Accountant::joint, {loss, 1, 1}, {1.0, 1.0, {}}, bad), Error);
  }
  for (const double bad : {-0.1, nan}) {
    CHECK_THROWS_AS((void)model_delta(Accountant::shift, {loss, 1, 1}, bad), Error);
    CHECK_THROWS_AS((void)report_delta(Accountant::shift, {loss, 1, 1}, {1.0, 1.0, {}}, bad), Error);
  }
  for (const Accountant accountant : {Accountant::kst2012, Accountant::wang2021, Accountant::redberg2023}) {
    CHECK_THROWS_AS((void)report_delta(accountant, {loss, 1, 1}, {1.0, 1.0, {}}, 1), Error);
    CHECK_NOTHROW((void)report_delta(accountant, {loss, 1, 1}, {}, 1));  // the model alone
  }
}

TEST_CASE("sensitivities of the releases, by the largest change over all persons") {
  for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.3}, Loss{LossKind::pseudo_huber, 2}}) {
    double gradient = 0;
    double hessian = 0;
    for (double t = -60; t <= 60; t += 0.001) {
      gradient = std::max(gradient, std::fabs(loss.first_derivative(t, 1)));
      hessian = std::max(hessian, loss.second_derivative(t, 1));
    }
    const ReleaseSensitivity got = release_sensitivity(loss);
    check_close("gradient", got.gradient, gradient, {1e-3});  // reached at infinity only
    // ‖f''xxᵀ‖_F over noise whose off-diagonal entries, counted once each, have variance 1 and
    // diagonal ones 2: Σ_{i<j} + Σ_i/2 = ½‖·‖²
    check_close("hessian", got.hessian, hessian / std::sqrt(2.0), {1e-6});
    check_close("smallest eigenvalue", got.smallest_eigenvalue, hessian, {1e-6});
  }
}

TEST_CASE("the whole report: no release, more releases, less noise") {
  Draws draws(20260406);
  for (int repetition = 0; repetition < repetitions(10); ++repetition) {
    const Loss loss = random_lipschitz_loss(draws);
    const ModelMechanism mechanism{loss, draws.logarithmic(0.1, 10), loss.lipschitz() * draws.logarithmic(0.5, 10)};
    const double epsilon = draws.uniform(0.1, 4);
    const ReleaseNoise noise{loss.lipschitz() * draws.logarithmic(0.5, 10), draws.logarithmic(0.1, 10),
                             draws.logarithmic(0.1, 10)};
    for (const Accountant accountant : {Accountant::joint, Accountant::shift}) {
      CAPTURE(name_of(accountant));
      const double model = model_delta(accountant, mechanism, epsilon);
      const double report = report_delta(accountant, mechanism, noise, epsilon);
      // 1e-6: what the joint form's quadrature adds to stay on the safe side
      const double slack = 1 + 3e-6;
      CHECK(report_delta(accountant, mechanism, {}, epsilon) == model);
      CHECK(report >= model * (1 - 1e-9));
      CHECK(report <= 1);
      CHECK(report_delta(accountant, mechanism, {noise.gradient, noise.hessian, {}}, epsilon) <= report * slack);
      CHECK(report_delta(accountant, mechanism, {*noise.gradient * 1.2, *noise.hessian * 1.2, *noise.smallest_eigenvalue * 1.2},
                         epsilon) <= report * slack);
      CHECK(report_delta(accountant, mechanism, noise, epsilon + 0.2) <= report * slack);
      // Nothing but noise: the releases cost nothing. (The joint form is there for the logistic
      // loss only; for others the report is accounted for by `shift`.)
      const double alone = accountant == Accountant::joint && loss.kind == LossKind::logistic
                               ? model
                               : model_delta(Accountant::shift, mechanism, epsilon);
      check_close("vague releases", report_delta(accountant, mechanism, {1e12, 1e12, 1e12}, epsilon), alone, {3e-6, 1e-9});
    }
    CHECK(report_delta(Accountant::joint, mechanism, noise, epsilon) <=
          report_delta(Accountant::shift, mechanism, noise, epsilon) * (1 + 3e-6));
    CHECK(report_delta(Accountant::shift, mechanism, noise, epsilon) <=
          dominated_report_delta(mechanism, noise, epsilon) * (1 + 1e-9));
    // The sum of [R] is another valid account of the same, never below the whole one by more than
    // quadrature.
    const double m =
        std::sqrt(std::pow(loss.lipschitz() / *noise.gradient, 2) + 0.5 * std::pow(loss.smoothness() / *noise.hessian, 2) +
                  std::pow(loss.smoothness() / *noise.smallest_eigenvalue, 2));
    const double half = 0.5 * epsilon;
    CHECK(report_delta(Accountant::shift, mechanism, noise, epsilon) <=
          (model_delta(Accountant::shift, mechanism, half) + gaussian_delta(half, m)) * (1 + 1e-9));
  }
}

TEST_CASE("the whole report of a logistic model, jointly: removal and addition by brute force, at usual and at tiny deltas") {
  const ModelMechanism mechanism{Loss{LossKind::logistic}, 1.4, 4.3};
  const ReleaseNoise noise{20.0, 5.0, 15.0};
  const double m = 1 / mechanism.sigma;
  // δ is about 1e-6, 1e-15, 9e-22, 8e-38: below 1e-20 noise beyond 9.5 standard deviations matters.
  for (const double epsilon : {1.0, 1.8, 2.2, 3.0}) {
    CAPTURE(epsilon);
    double worst = 0;
    for (const bool removal : {true, false}) {
      const auto largest = [&](double n) {
        return grid_maximum(
            [&](double q) {
              const double a = q * (1 - q);
              const double curvature = removal ? std::log1p(a / mechanism.lambda) : 0;
              const double spread =
                  std::sqrt(std::pow(q / *noise.gradient, 2) +
                            a * a * (0.5 / std::pow(*noise.hessian, 2) + 1 / std::pow(*noise.smallest_eigenvalue, 2)));
              return gaussian_delta(epsilon - curvature - 0.5 * q * q * m * m - q * m * n, spread);
            },
            100, 3);
      };
      double sum = 0;
      constexpr double step = 0.1;
      for (double n = -12 + 0.5 * step; n < 18; n += step) {
        sum += step * std::exp(-0.5 * n * n) / std::sqrt(2 * std::acos(-1.0)) * largest(n);
      }
      worst = std::max(worst, sum);
    }
    const double whole = report_delta(Accountant::joint, mechanism, noise, epsilon);
    // A grid of q misses the top by 1/200 at most, whose square δ feels.
    CHECK(whole >= worst * (1 - 1e-3));
    CHECK(whole <= worst * (1 + 1e-2));
  }
}

TEST_CASE("releases that say little never make the report cheaper than the model alone") {
  // The largest loss over q has two humps for small λ, one next to q = 1; missing the higher one
  // once cost 1e-4 of δ.
  Draws draws(20260408);
  for (int repetition = 0; repetition < repetitions(25); ++repetition) {
    const ModelMechanism mechanism{Loss{LossKind::logistic}, draws.logarithmic(0.001, 3), draws.logarithmic(0.4, 10)};
    const double epsilon = draws.uniform(0.05, 4);
    const double noise = draws.logarithmic(10, 1e6);
    const double model = model_delta(Accountant::joint, mechanism, epsilon);
    CHECK(report_delta(Accountant::joint, mechanism, {noise, noise, {}}, epsilon) >= model * (1 - 1e-9));
  }
}

TEST_CASE("a Hessian alone: the joint form of section 7 by a dense search and Simpson's rule") {
  // E max over q of δ_N(ε − ℓ(q, N); q(1−q)/(√2σ₃)) with 1001 values of q and of N (Python, erfc);
  // 501 of each agree to 1e-4.
  struct Case {
    double lambda;
    double sigma;
    double hessian;
    double epsilon;
    double delta;
  };
  for (const Case& c : {Case{1, 4, 0.5, 0.5, 0.0590269}, Case{0.2, 2, 0.3, 1, 0.1904884}, Case{5, 1.5, 1, 0.3, 0.163426},
                        Case{0.05, 8, 0.1, 2, 0.5836849}, Case{1, 3, 0.05, 1.5, 0.8612311}}) {
    const ModelMechanism mechanism{{LossKind::logistic}, c.lambda, c.sigma};
    const ReleaseNoise noise{{}, c.hessian, {}};
    check_close("delta", report_delta(Accountant::joint, mechanism, noise, c.epsilon), c.delta, {1e-4});
    CHECK(report_delta(Accountant::joint, mechanism, noise, c.epsilon) <=
          report_delta(Accountant::joint, mechanism, {4.0, c.hessian, {}}, c.epsilon));
    CHECK(report_delta(Accountant::joint, mechanism, noise, c.epsilon) >=
          model_delta(Accountant::joint, mechanism, c.epsilon) * (1 - 1e-9));
    CHECK(report_delta(Accountant::shift, mechanism, noise, c.epsilon) >=
          report_delta(Accountant::joint, mechanism, noise, c.epsilon) * (1 - 3e-6));
  }
}

TEST_CASE("report_epsilon is the safe root of report_delta") {
  Draws draws(20260407);
  for (int repetition = 0; repetition < 4; ++repetition) {
    const Loss loss = repetition < 2 ? Loss{LossKind::logistic} : Loss{LossKind::pseudo_huber, 0.6};
    const ModelMechanism mechanism{loss, draws.logarithmic(0.3, 10), loss.lipschitz() * draws.logarithmic(0.7, 10)};
    const ReleaseNoise noise{loss.lipschitz() * draws.logarithmic(0.7, 10), draws.logarithmic(0.3, 10), {}};
    const double delta = draws.logarithmic(1e-9, 1e-2);
    const Accountant accountant = repetition < 1 ? Accountant::joint : Accountant::shift;
    const double epsilon = report_epsilon(accountant, mechanism, noise, delta);
    CHECK(report_delta(accountant, mechanism, noise, epsilon) <= delta);
    CHECK(report_delta(accountant, mechanism, noise, epsilon * (1 - 1e-4)) > delta);
  }
}

}  // namespace expost
