// Several publications together (mathematics.md, sections 7.19 to 7.22).
#include "expost/accounting/composition.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "accounting/composed_loss.hpp"
#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/accounting/composable_promise.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/descent/descent_accountant.hpp"
#include "expost/descent/descent_pair.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/mechanisms/output_pair.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

std::vector<GaussianPair> pairs_of(const ReferenceTable& rows) {
  std::vector<GaussianPair> pairs;
  for (const auto& row : rows) {
    pairs.push_back({reference_number(row[0]), reference_number(row[1])});
  }
  return pairs;
}

std::vector<PromiseCurve> curves_of(const ReferenceTable& rows) {
  std::vector<PromiseCurve> curves;
  for (const auto& row : rows) {
    PromiseCurve& curve = curves.emplace_back();
    for (const auto& promise : row) {
      curve.push_back({reference_number(promise[0]), reference_number(promise[1])});
    }
  }
  return curves;
}

/// A bound: above the truth, which is known to half a unit in the last place, by little.
void check_bound(const std::string& what, double got, double truth, Tolerance above) {
  INFO(what << ": got " << digits(got) << ", the truth is " << digits(truth));
  CHECK(got >= truth - 0.5 * unit_in_last_place(truth));
  CHECK(is_close(got, truth, above));
}

PromiseCurve promise(double epsilon, double delta) {
  return {{epsilon, delta}};
}

/// Promises that are all different, so that their sums are.
std::vector<PromiseCurve> different(int count, double delta) {
  std::vector<PromiseCurve> curves;
  for (int i = 0; i < count; ++i) {
    curves.push_back(promise(0.05 + 0.4 * std::fmod(0.6180339887 * i, 1.0), delta));
  }
  return curves;
}

constexpr Loss logistic_loss{LossKind::logistic};

}  // namespace

TEST_CASE("composition: losses that are nearly the same become the larger of them") {
  // Losses of 1 and 1 - d, which are one for the sums. Between them the curve is a line in e^ε, and
  // half of its δ is left in the middle.
  constexpr double d = 0x1p-41;
  const PromiseCurve curve{{1 - d, 0x1p-43}, {1, 0}};
  for (const ComposedPromise& composed : {ComposedPromise({}, {curve}), ComposedPromise({}, {curve, promise(0, 0)})}) {
    CHECK(composed.delta(1 - d / 2) >= 0x1p-44 * (1 - 1e-3));
    CHECK(composed.delta(1) <= 1e-15);
  }
}

TEST_CASE("composition: never below all sums at 60 digits, and near them") {
  const ReferenceTable table = reference_table("composition");
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto name = item["name"].get<std::string>();
    const ComposedPromise composed(pairs_of(item["gaussians"]), curves_of(item["curves"]));
    const bool on_grid = name.find("grid") != std::string::npos || name == "fourteen with a gaussian";
    const Tolerance tolerance{on_grid ? 1e-4 : 1e-9};
    for (const auto& row : item["delta"]) {
      check_bound(name + ", delta at " + row[0].get<std::string>(), composed.delta(reference_number(row[0])),
                  reference_number(row[1]), tolerance);
      ++checked;
    }
    for (const auto& row : item["epsilon"]) {
      check_bound(name + ", epsilon at " + row[0].get<std::string>(), composed.epsilon(reference_number(row[0])),
                  reference_number(row[1]), {on_grid ? 1e-4 : 1e-9, 1e-300});
      ++checked;
    }
  }
  CHECK(checked > 80);
}

namespace {

/// The probabilities of 0 to `count` truths among answers that are each the truth e^{epsilon} times
/// as often as not.
std::vector<double> truths(int count, double epsilon) {
  const double p = std::exp(epsilon) / (1 + std::exp(epsilon));
  std::vector<double> result;
  for (int k = 0; k <= count; ++k) {
    result.push_back(std::exp(std::lgamma(count + 1) - std::lgamma(k + 1) - std::lgamma(count - k + 1) + k * std::log(p) +
                              (count - k) * std::log1p(-p)));
  }
  return result;
}

double positive(double epsilon, double loss) {
  return loss > epsilon ? -std::expm1(epsilon - loss) : 0;
}

}  // namespace

TEST_CASE("composition: budgets chosen by what was published go beyond the tight total, not beyond the sums") {
  // Fifty randomised responses of ε = 0.1. Where they say little, one more publication of (0, δ) is
  // the last; else fifty others follow.
  constexpr int half = 50;
  constexpr double each = 0.1;
  constexpr double target = 1e-6;
  const auto together = [](int count, double last) {
    std::vector<PromiseCurve> curves(static_cast<std::size_t>(count), promise(each, 0));
    curves.push_back(promise(0, last));
    return ComposedPromise({}, curves);
  };
  const double limit = together(2 * half, 0).epsilon(target);
  CHECK(limit < 4.78);
  const double last = target - together(half, 0).delta(limit);
  CHECK(last > 0.9 * target);
  CHECK(together(half, last).epsilon(target) <= limit * (1 + 1e-6));

  const std::vector<double> first = truths(half, each);
  const auto loss = [](int k) { return (2 * k - half) * each; };
  const auto delta = [&](double epsilon, int stopped) {
    double sum = 0;
    for (int k = 0; k <= half; ++k) {
      double then = last + (1 - last) * positive(epsilon, loss(k));
      if (k > stopped) {
        then = 0;
        for (int j = 0; j <= half; ++j) {
          then += first[static_cast<std::size_t>(j)] * positive(epsilon, loss(k) + loss(j));
        }
      }
      sum += first[static_cast<std::size_t>(k)] * then;
    }
    return sum;
  };
  double most = 0;
  double most_at_sums = 0;
  for (int stopped = -1; stopped <= half; ++stopped) {
    most = std::fmax(most, delta(limit, stopped));
    most_at_sums = std::fmax(most_at_sums, delta(2 * half * each, stopped));
  }
  CHECK(most > 1.9 * target);
  CHECK(most < 2 * target);
  CHECK(most_at_sums <= last);
}

TEST_CASE("composition: Gaussian pairs are one, and one promise is itself") {
  const ComposedPromise three({{0.3}, {0.4}, {1.2}}, {});
  for (const double delta : {1e-300, 1e-12, 1e-6, 0.1}) {
    check_close("epsilon", three.epsilon(delta), gaussian_epsilon(delta, 1.3), {1e-11});
    CHECK(three.epsilon(delta) >= gaussian_epsilon(delta, 1.3) * (1 - 1e-13));
  }
  CHECK(ComposedPromise({{0.3, 0.01}}, {}).epsilon(1e-6) == approximately(gaussian_epsilon(1e-6, 0.3) + 0.01).epsilon(1e-11));
  CHECK(ComposedPromise({}, {promise(1, 1e-6)}).epsilon(1e-6) == 1);
  CHECK(ComposedPromise({}, {}).epsilon(0) == 0);
  CHECK(ComposedPromise({}, {}).delta(0) == 0);
  // A shift of which the square underflows, and one of nothing.
  CHECK(ComposedPromise({{1e-200}}, {}).delta(0) > 0);
  CHECK(ComposedPromise({{0}}, {promise(1, 0)}).epsilon(0) == 1);
}

TEST_CASE("composition: a delta below what publications have at every epsilon has none") {
  const ComposedPromise two({}, {promise(1, 1e-6), promise(1, 1e-6)});
  CHECK(two.epsilon(1.9e-6) == infinity);
  CHECK(two.epsilon(2e-6) <= 2);
  CHECK(two.delta(1e6) >= 2e-6 - 1e-12);
  // A Gaussian pair has one at every δ above 0, and none at 0.
  CHECK(ComposedPromise({{0.1}}, {}).epsilon(0) == infinity);
  CHECK(ComposedPromise({{0.1}}, {promise(1, 1e-6)}).epsilon(1e-6) == infinity);
  CHECK(ComposedPromise({}, {promise(1, 1)}).epsilon(0.999) == infinity);
  CHECK(ComposedPromise({}, {promise(1, 1)}).delta(5) == 1);
  // Beyond what is composed, nothing is said.
  CHECK(ComposedPromise({}, {promise(1e13, 1e-6)}).epsilon(0.5) == infinity);
  CHECK(ComposedPromise({{1e200}}, {}).delta(1) == 1);
}

TEST_CASE("composition: hundreds of different publications in little time, never below the truth") {
  const auto start = std::chrono::steady_clock::now();
  for (const bool gaussian : {false, true}) {
    const std::vector<PromiseCurve> curves = different(400, 1e-9);
    const ComposedPromise composed(gaussian ? std::vector<GaussianPair>(50, {0.1}) : std::vector<GaussianPair>{}, curves);
    const double epsilon = composed.epsilon(1e-6);
    // Below the truth by Hoeffding's inequality turned round it can't be told; a normal
    // approximation of the sum, whose mean and variance are known, is right to a few per cent.
    double mean = gaussian ? 0.5 * 50 * 0.01 : 0;
    double variance = gaussian ? 50 * 0.01 : 0;
    for (const PromiseCurve& curve : curves) {
      const double e = curve[0].epsilon;
      const double tanh = -elementary::expm1(-e) / (1 + elementary::exp(-e));
      mean += e * tanh;
      variance += e * e * (1 - tanh * tanh);
    }
    // δ(ε) of a normal loss N(mean, variance), mean ≈ variance/2.
    const double spread = std::sqrt(variance);
    const double left = 1e-6 - 4e-7;
    double low = 0;
    double high = 200;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      const double tail = normal_cdf((mean - middle) / spread) -
                          elementary::exp(middle - mean + 0.5 * variance) * normal_cdf((mean - middle) / spread - spread);
      (tail > left ? low : high) = middle;
    }
    INFO("epsilon " << epsilon << ", nearly " << high);
    CHECK(epsilon == approximately(high).epsilon(0.02));
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("composition: more publications, a larger epsilon and a larger delta never promise more") {
  std::vector<PromiseCurve> curves;
  std::vector<GaussianPair> pairs;
  double before = 0;
  for (int i = 0; i < 24; ++i) {
    if (i % 3 == 0) {
      pairs.push_back({0.1 + 0.01 * i, 1e-8});
    } else {
      curves.push_back(different(i + 1, 1e-9).back());
    }
    const ComposedPromise composed(pairs, curves);
    const double epsilon = composed.epsilon(1e-6);
    CHECK(epsilon > before);
    CHECK(composed.epsilon(1e-5) <= epsilon);
    CHECK(composed.delta(epsilon) <= 1e-6 * (1 + 1e-12));
    CHECK(composed.delta(0.9 * epsilon) > 1e-6);
    before = epsilon;
  }
}

TEST_CASE("composition: sampled steps are their accountant's, however they come") {
  const DescentNoise noise{4.4, 0.05, 400};
  const double alone = descent_epsilon(DescentAccountant::pld, noise, 1e-5);
  CHECK(ComposedPromise({}, {}, {{4.4, 0.05, 400}}).epsilon(1e-5) == approximately(alone).epsilon(1e-8));
  const double ten = descent_epsilon(DescentAccountant::pld, {4.4, 0.05, 4000}, 1e-5);
  CHECK(ComposedPromise({}, {}, std::vector<SampledSteps>(10, {4.4, 0.05, 400})).epsilon(1e-5) ==
        approximately(ten).epsilon(1e-8));
  // The same steps by parts that differ.
  CHECK(ComposedPromise({}, {}, {{4.4, 0.05, 1}, {4.4, 0.05, 399}}).epsilon(1e-5) == approximately(alone).epsilon(1e-8));
  CHECK(ComposedPromise({}, {}, {{4.4, 0.05, 400, 0.25}}).epsilon(1e-5) == approximately(alone + 0.25).epsilon(1e-6));
  const ComposedPromise slacks({{0.3, 0.125}}, {promise(0.1, 0)}, {{4.4, 0.05, 300, 0.0625}, {4.4, 0.05, 100, 0.0625}});
  const ComposedPromise none({{0.3}}, {promise(0.1, 0)}, {{4.4, 0.05, 400}});
  CHECK(slacks.epsilon(1e-5) == approximately(none.epsilon(1e-5) + 0.25).epsilon(1e-6));
  CHECK(slacks.delta(2) == approximately(none.delta(1.75)).epsilon(1e-9));
  // Hardly anything beside a Gaussian pair, or a promise.
  const std::vector<SampledSteps> little{{9000, 1e-6, 1}};
  const double gaussian = gaussian_epsilon(1e-6, 1.3);
  CHECK(ComposedPromise({{0.5}, {1.2}}, {}, little).epsilon(1e-6) >= gaussian);
  CHECK(ComposedPromise({{0.5}, {1.2}}, {}, little).epsilon(1e-6) <= gaussian * (1 + 1e-5));
  CHECK(ComposedPromise({}, {promise(1, 1e-6), promise(1, 1e-6)}, little).epsilon(2.1e-6) >= 2);
  CHECK(ComposedPromise({}, {promise(1, 1e-6), promise(1, 1e-6)}, little).epsilon(2.1e-6) <= 2.001);
  CHECK(ComposedPromise({}, {promise(1, 1e-6)}, little).epsilon(0.9e-6) == infinity);
}

namespace {

/// δ of one sampled step, a Gaussian pair and a loss of ±e with a mass of d beyond, by the
/// trapezoid rule, which is exact to rounding for such integrals.
double step_among_others(bool removal, double s, double q, double mu, double e, double d, double epsilon) {
  const double width = 1.0 / 1024;
  const double up = 1 / (1 + std::exp(-e));
  double sum = 0;
  for (double u = -14; u < s + 14; u += width) {
    const double without = std::exp(-0.5 * u * u) / std::sqrt(2 * std::acos(-1.0));
    const double ratio = 1 - q + q * std::exp(s * u - 0.5 * s * s);
    const double density = removal ? without * ratio : without;
    const double rest = epsilon - (removal ? std::log(ratio) : -std::log(ratio));
    sum += width * density * (up * gaussian_delta(rest - e, mu) + (1 - up) * gaussian_delta(rest + e, mu));
  }
  return d + (1 - d) * sum;
}

}  // namespace

TEST_CASE("composition: a sampled step beside a Gaussian pair and a curve is never below the integral") {
  // An addition is the larger one where large steps are likely and ε is small.
  int additions = 0;
  for (const auto& step : {std::pair{0.8, 0.2}, std::pair{3.0, 0.01}, std::pair{2.5, 0.9}}) {
    const double s = step.first;
    const double q = step.second;
    for (const double mu : {0.05, 0.7}) {
      const ComposedPromise composed({{mu}}, {promise(0.5, 1e-7)}, {{1 / s, q, 1}});
      for (const double epsilon : {0.0, 0.3, 1.0, 2.5}) {
        const double removal = step_among_others(true, s, q, mu, 0.5, 1e-7, epsilon);
        const double addition = step_among_others(false, s, q, mu, 0.5, 1e-7, epsilon);
        additions += addition > removal * (1 + 1e-6) ? 1 : 0;
        const double truth = std::fmax(removal, addition);
        INFO("s " << s << ", q " << q << ", mu " << mu << ", epsilon " << epsilon);
        CHECK(composed.delta(epsilon) >= truth * (1 - 1e-10));
        CHECK(composed.delta(epsilon) <= truth * (1 + 1e-5) + 1e-11);
      }
      CHECK(composed.delta(composed.epsilon(1e-4)) <= 1e-4);
      CHECK(composed.delta(composed.epsilon(1e-4) * (1 - 1e-6)) > 1e-4);
    }
  }
  CHECK(additions > 0);
}

TEST_CASE("composition: sampled steps beside dp-accounting") {
  // dp-accounting 0.6.0, its pessimistic distributions on a grid of 1e-4 (1e-5 for the second): a
  // bound from above as well, of which the grid takes up to 2e-4. The first is a hundred descents
  // of ε = 1 at δ = 1e-6 each.
  const auto check = [](const ComposedPromise& composed, double delta, double theirs) {
    INFO("at " << delta << ": " << composed.epsilon(delta) << ", theirs " << theirs);
    CHECK(composed.epsilon(delta) == approximately(theirs).epsilon(5e-4));
  };
  check(ComposedPromise({}, {}, std::vector<SampledSteps>(100, {4.374049, 0.05, 400})), 2e-4, 10.287258553574365);
  check(ComposedPromise({}, {}, std::vector<SampledSteps>(100, {41.433739, 0.05, 400})), 1e-5, 0.8915900029072944);
  const ComposedPromise beside(std::vector<GaussianPair>(10, {1 / 4.22}), {},
                               std::vector<SampledSteps>(10, {1.562742, 0.01, 1000}));
  check(beside, 2e-4, 3.7730938334371538);
  check(beside, 1e-6, 5.098249849972503);
  CHECK(beside.delta(2) == approximately(0.02557219366552041).epsilon(1e-3));
  const ComposedPromise all({{1.0 / 6}, {1.0 / 6}}, std::vector<PromiseCurve>(5, promise(0.3, 1e-8)),
                            {{1.562742, 0.01, 3000}, {2.5, 0.1, 200}, {1, 0.002, 500}});
  check(all, 1e-5, 4.1976581708084275);
  check(all, 1e-7, 5.178934385524761);
  CHECK(all.delta(1) == approximately(0.12734661155553068).epsilon(1e-3));
  CHECK(all.delta(3) == approximately(0.0012436521485901745).epsilon(1e-3));
}

TEST_CASE("composition: many kinds of sampled steps are never below all of them apart") {
  std::vector<SampledSteps> sampled;
  std::vector<LossPart> removals;
  double steps = 0;
  for (int i = 0; i < 90; ++i) {
    sampled.push_back({3.0 + 0.01 * i, 0.05 - 0.0002 * i, 20 + i});
    steps += 20 + i;
  }
  for (const SampledSteps& each : sampled) {
    removals.push_back(sampled_part(NeighbourDirection::removal, 1 / each.multiplier, each.rate, each.steps, steps));
  }
  const ComposedLoss apart(removals, LossGrid::medium);
  const ComposedPromise together({}, {}, sampled);
  for (const double epsilon : {0.5, 2.0, 4.0}) {
    const double truth = apart.delta(epsilon);
    CHECK(together.delta(epsilon) >= truth * (1 - 1e-4));
    // Steps that count as others are up to a sixteenth larger.
    CHECK((epsilon < 2 || together.delta(1.08 * epsilon) <= truth));
  }
  // No more of them than the largest alone would be.
  CHECK(together.epsilon(1e-5) <= ComposedPromise({}, {}, {{3, 0.05, static_cast<int>(steps)}}).epsilon(1e-5));
}

TEST_CASE("composition: what can't be composed is refused") {
  CHECK_THROWS_AS(ComposedPromise({{-1}}, {}), Error);
  CHECK_THROWS_AS(ComposedPromise({{std::nan("")}}, {}), Error);
  CHECK_THROWS_AS(ComposedPromise({{infinity}}, {}), Error);
  CHECK_THROWS_AS(ComposedPromise({{1, -1e-9}}, {}), Error);
  CHECK_THROWS_AS(ComposedPromise({}, {{}}), Error);
  CHECK_THROWS_AS(ComposedPromise({}, {promise(-0.1, 0)}), Error);
  CHECK_THROWS_AS(ComposedPromise({}, {promise(infinity, 0)}), Error);
  CHECK_THROWS_AS(ComposedPromise({}, {promise(1, 1.1)}), Error);
  CHECK_THROWS_AS(ComposedPromise({}, {promise(1, std::nan(""))}), Error);
  for (const SampledSteps& steps : {SampledSteps{0, 0.1, 1}, SampledSteps{-1, 0.1, 1}, SampledSteps{infinity, 0.1, 1},
                                    SampledSteps{1, 0, 1}, SampledSteps{1, 1, 1}, SampledSteps{1, std::nan(""), 1},
                                    SampledSteps{1, 0.1, 0}, SampledSteps{1, 0.1, 1, -1}, SampledSteps{1, 0.1, 1, infinity}}) {
    CHECK_THROWS_AS(ComposedPromise({}, {}, {steps}), Error);
  }
  // Nothing is known of these.
  for (const SampledSteps& steps : {SampledSteps{0.01, 0.1, 1}, SampledSteps{1e5, 0.1, 1}, SampledSteps{1, 1e-10, 1},
                                    SampledSteps{1, 0.1, std::numeric_limits<int>::max()}}) {
    CHECK(ComposedPromise({}, {}, {steps}).epsilon(1e-6) == infinity);
    CHECK(ComposedPromise({}, {}, {steps}).delta(1) == 1);
  }
  CHECK(ComposedPromise({{21}}, {}, {{1, 0.1, 1}}).epsilon(1e-6) == infinity);
  const ComposedPromise one({}, {promise(1, 1e-6)});
  CHECK_THROWS_AS((void)one.epsilon(1), Error);
  CHECK_THROWS_AS((void)one.epsilon(-1e-9), Error);
  CHECK_THROWS_AS((void)one.delta(-1), Error);
}

TEST_CASE("composition: sums are rounded up, and exact where they can be") {
  const EpsilonDelta ten = basic_composition(std::vector<EpsilonDelta>(10, {0.1, 1e-6}));
  CHECK(ten.epsilon >= 1);
  CHECK(ten.epsilon <= 1 + 1e-14);
  CHECK(ten.delta >= 1e-5 * (1 - 1e-16));
  CHECK(basic_composition({{1, 0}, {0.5, 0}}).epsilon == 1.5);
  CHECK(basic_composition({}).epsilon == 0);
  CHECK(basic_composition({{1, 0.7}, {1, 0.7}}).delta == 1);
}

TEST_CASE("composable: the Gaussian pair of objective perturbation is its accountant's δ, and only where it is covered") {
  const ModelMechanism covered{logistic_loss, 50, 4.9};
  const auto pair = gaussian_pair(covered, {});
  REQUIRE(pair);
  CHECK(pair->shift == approximately(1 / 4.9).epsilon(1e-12));
  CHECK(pair->slack == 0);
  for (const double epsilon : {0.0, 0.01, 0.3, 1.0}) {
    CHECK(gaussian_delta(epsilon, pair->shift) >= model_delta(Accountant::joint, covered, epsilon));
  }
  // λ/(2σ²) below 1.
  CHECK_FALSE(gaussian_pair({logistic_loss, 48, 4.9}, {}));
  CHECK_FALSE(gaussian_pair({{LossKind::pseudo_huber, 1}, 1e6, 1}, {}));
  CHECK_FALSE(gaussian_pair({{LossKind::squared}, 1e6, 1}, {}));
  // Just below the ridge that covers it a removal costs more at ε = 0.
  CHECK(model_delta(Accountant::joint, {logistic_loss, 40, 4.9}, 0) > gaussian_delta(0, 1 / 4.9) * (1 + 1e-6));
}

TEST_CASE("composable: releases are a second Gaussian mechanism, grids included") {
  const ModelMechanism covered{logistic_loss, 100, 5};
  for (const ReleaseNoise& releases :
       {ReleaseNoise{std::nullopt, 2.0, std::nullopt, 0}, ReleaseNoise{8.0, 3.0, 5.0, 0}, ReleaseNoise{8.0, 3.0, 5.0, 40}}) {
    const auto pair = gaussian_pair(covered, releases);
    REQUIRE(pair);
    for (const double epsilon : {0.2, 1.0, 2.0}) {
      // The accountant knows that not all shifts are at their largest together. (At ε = 0 it is
      // above.)
      CHECK(gaussian_delta(epsilon - pair->slack, pair->shift) >=
            report_delta(Accountant::joint, covered, releases, epsilon) * (1 - 1e-5));
    }
    const double gradient = releases.gradient ? 1 / *releases.gradient : 0;
    const double eigenvalue = releases.smallest_eigenvalue ? 0.25 / *releases.smallest_eigenvalue : 0;
    const double hessian = 0.25 / (sqrt2 * *releases.hessian);
    const double square = 0.04 + gradient * gradient + hessian * hessian + eigenvalue * eigenvalue;
    CHECK(pair->shift == approximately(std::sqrt(square)).epsilon(1e-5));
    CHECK((pair->slack > 0) == (releases.dimension > 0));
    CHECK((pair->shift > std::sqrt(square) * (1 + 1e-9)) == (releases.dimension > 0));
  }
}

TEST_CASE("composable: two classes are logistic regression, more have no Gaussian pair") {
  const auto two = gaussian_pair(SoftmaxMechanism{2, 60, 5}, {});
  REQUIRE(two);
  CHECK(two->shift == approximately(sqrt2 / 5).epsilon(1e-12));
  for (const double epsilon : {0.0, 0.1, 1.0}) {
    CHECK(gaussian_delta(epsilon, two->shift) >= softmax_delta(SoftmaxAccountant::joint, {2, 60, 5}, epsilon) * (1 - 1e-9));
  }
  CHECK_FALSE(gaussian_pair(SoftmaxMechanism{2, 49, 5}, {}));
  CHECK_FALSE(gaussian_pair(SoftmaxMechanism{3, 1e6, 1}, {}));
  CHECK_THROWS_AS((void)gaussian_pair(SoftmaxMechanism{2, 0, 5}, {}), Error);
}

TEST_CASE("composable: output perturbation and full batches are Gaussian") {
  const OutputPerturbation noise = OutputPerturbation::on_grid(Eigen::MatrixXd::Identity(30, 30), 0.25);
  PublishedOutputPerturbation model{logistic_loss, 10, 1 / std::sqrt(noise.gamma()), noise.grid(), Eigen::VectorXd::Zero(30)};
  const GaussianPair pair = gaussian_pair(model);
  CHECK(pair.shift == approximately(0.4).epsilon(1e-6));
  CHECK(pair.shift > 0.4);
  CHECK(pair.slack > 0);
  CHECK(ComposedPromise({pair}, {}).epsilon(1e-6) == approximately(noise.epsilon({logistic_loss, 10}, 1e-6)).epsilon(1e-10));
  model.grid = 0;
  CHECK(gaussian_pair(model).slack == 0);
  model.loss = {LossKind::squared};
  CHECK(gaussian_pair(model).shift == infinity);

  DescentPlan plan;
  plan.clip = 1;
  plan.sigma = 50;
  plan.rate = 1;
  plan.steps = 100;
  const auto path = gaussian_pair(plan, 30);
  REQUIRE(path);
  CHECK(path->shift == approximately(0.2).epsilon(1e-12));
  put_on_grid(plan, 50);
  const auto on_grid = gaussian_pair(plan, 30);
  REQUIRE(on_grid);
  CHECK(on_grid->slack > 0);
  CHECK(ComposedPromise({*on_grid}, {}).epsilon(1e-6) ==
        approximately(promised_epsilon(DescentAccountant::gaussian, plan, 30, 1e-6)).epsilon(1e-9));
  plan.sampling = DescentSampling::poisson;
  plan.rate = 0.1;
  CHECK_FALSE(gaussian_pair(plan, 30));
  // Poisson sampling has its steps, with what the grid adds.
  const auto sampled = sampled_steps(plan, 30);
  REQUIRE(sampled);
  CHECK(sampled->slack > 0);
  CHECK(ComposedPromise({}, {}, {*sampled}).epsilon(1e-6) ==
        approximately(promised_epsilon(DescentAccountant::pld, plan, 30, 1e-6)).epsilon(1e-6));
  plan.sampling = DescentSampling::full;
  plan.rate = 1;
  CHECK_FALSE(sampled_steps(plan, 30));
}

TEST_CASE("composable: a curve is the accountant's δ at many ε, and one publication costs hardly more by it") {
  const ReleaseNoise none;
  for (const ModelMechanism& mechanism : {ModelMechanism{logistic_loss, 1, 4.225}, ModelMechanism{logistic_loss, 0.01, 2},
                                          ModelMechanism{{LossKind::pseudo_huber, 0.5}, 2, 3}}) {
    const PromiseCurve curve = promise_curve(mechanism, none);
    CHECK(curve.size() == 33);
    for (const EpsilonDelta& at : curve) {
      CHECK(at.delta >= model_delta(Accountant::joint, mechanism, at.epsilon));
    }
    CHECK(curve.back().delta < 1e-12);
    const ComposedPromise one({}, {curve});
    const double epsilon = model_epsilon(Accountant::joint, mechanism, 1e-6);
    CHECK(one.epsilon(1e-6) >= epsilon);
    CHECK(one.epsilon(1e-6) <= 1.03 * epsilon);
    // Never more than was promised.
    for (const EpsilonDelta& at : curve) {
      CHECK(one.delta(at.epsilon) <= at.delta * (1 + 1e-9));
    }
  }
  CHECK(promise_curve({{LossKind::squared}, 1, 1}, none).front().delta == 1);
  const PromiseCurve three = promise_curve(SoftmaxMechanism{3, 2, 6}, none);
  CHECK(three.back().delta < 1e-12);
  CHECK(ComposedPromise({}, {three}).epsilon(1e-6) >= softmax_epsilon(SoftmaxAccountant::joint, {3, 2, 6}, 1e-6));
}

TEST_CASE("composition: a curve through a profile is never below the profile, alone and composed") {
  PromiseCurve curve;
  for (int i = 0; i <= 20; ++i) {
    curve.push_back({0.1 * i, gaussian_delta(0.1 * i, 0.3) * (1 + 1e-12)});
  }
  const ComposedPromise one({}, {curve});
  const ComposedPromise six({}, std::vector<PromiseCurve>(6, curve));
  const ComposedPromise mixed({{0.3}, {0.3}, {0.3}}, {curve, curve, curve});
  for (int i = 0; i < 80; ++i) {
    const double epsilon = 0.023 * i;
    CHECK(one.delta(epsilon) >= gaussian_delta(epsilon, 0.3));
    const double truth = gaussian_delta(epsilon, 0.3 * std::sqrt(6.0));
    CHECK(six.delta(epsilon) >= truth);
    CHECK(mixed.delta(epsilon) >= truth);
    CHECK(mixed.delta(epsilon) <= six.delta(epsilon));
    CHECK(six.delta(epsilon) <= 1.25 * truth + 1e-6);
  }
}

TEST_CASE("composable: ten publications of objective perturbation are far below the sum") {
  const ModelMechanism mechanism{logistic_loss, 1, 4.225};
  const PromiseCurve curve = promise_curve(mechanism, {});
  const ComposedPromise ten({}, std::vector<PromiseCurve>(10, curve));
  // A Gaussian mechanism of √10 times the shift; removals cost more at small ε.
  const double gaussian = gaussian_epsilon(1e-5, std::sqrt(10.0) / 4.225);
  CHECK(ten.epsilon(1e-5) > gaussian);
  CHECK(ten.epsilon(1e-5) < 5);
}

}  // namespace expost
