// Noise on a grid: its law against sums over the integers, its coupling with real noise, and what
// a grid lets through.
#include "expost/noise/discrete_gaussian.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// P(n) ∝ exp(−n²/(2 variance)) for |n| ≤ reach, in index n + reach; summed from the tails inwards.
std::vector<double> weights(double variance, int reach) {
  std::vector<double> p;
  double sum = 0;
  for (int n = -reach; n <= reach; ++n) {
    p.push_back(std::exp(-0.5 * n * n / variance));
  }
  for (int k = 0; k < reach; ++k) {
    sum += p[static_cast<std::size_t>(k)] + p[static_cast<std::size_t>(2 * reach - k)];
  }
  sum += p[static_cast<std::size_t>(reach)];
  for (double& value : p) {
    value /= sum;
  }
  return p;
}

/// Words that are given first, then those of another source.
class Scripted final : public RandomSource {
 public:
  Scripted(std::vector<std::uint64_t> words, RandomSource& rest) : words_(std::move(words)), rest_(rest) {}
  std::uint64_t next() override { return place_ < words_.size() ? words_[place_++] : rest_.next(); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t place_ = 0;
  RandomSource& rest_;
};

}  // namespace

TEST_CASE("discrete Gaussian: every probability, for small variances") {
  for (const std::uint64_t variance : {1U, 2U, 3U, 7U, 40U}) {
    SeededSource source(100 + variance);
    const int reach = static_cast<int>(12 * std::sqrt(static_cast<double>(variance))) + 12;
    const std::vector<double> p = weights(static_cast<double>(variance), reach);
    std::vector<int> counts(p.size());
    const int n = repetitions(200000);
    for (int i = 0; i < n; ++i) {
      const std::int64_t value = discrete_gaussian(variance, source);
      REQUIRE(std::abs(value) <= reach);
      ++counts[static_cast<std::size_t>(value + reach)];
    }
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double expected = n * p[k];
      if (expected >= 10) {
        CAPTURE(variance);
        CAPTURE(k);
        CHECK(std::fabs(counts[k] - expected) <= 4.5 * std::sqrt(expected * (1 - p[k])));
      }
    }
  }
}

TEST_CASE("discrete Gaussian: moments and the Kolmogorov-Smirnov distance at the scale of a grid") {
  for (const double sigma : {1.0, 1.9999, 0.3}) {
    const Grid grid = grid_for(sigma);
    SeededSource source(static_cast<std::uint64_t>(1000 * sigma));
    const int n = repetitions(200000);
    std::vector<double> z;
    double moments[4] = {};
    for (int i = 0; i < n; ++i) {
      z.push_back(static_cast<double>(discrete_gaussian(grid.scale * grid.scale, source)) / static_cast<double>(grid.scale));
      double power = 1;
      for (double& moment : moments) {
        moment += (power *= z.back()) / n;
      }
    }
    const double root = std::sqrt(static_cast<double>(n));
    // Standard errors of the mean of Zᵏ: 1, √2, √15, √96.
    CHECK(std::fabs(moments[0]) <= 4.5 / root);
    CHECK(std::fabs(moments[1] - 1) <= 4.5 * std::sqrt(2.0) / root);
    CHECK(std::fabs(moments[2]) <= 4.5 * std::sqrt(15.0) / root);
    CHECK(std::fabs(moments[3] - 3) <= 4.5 * std::sqrt(96.0) / root);
    std::sort(z.begin(), z.end());
    double distance = 0;
    for (int i = 0; i < n; ++i) {
      const double f = 0.5 * std::erfc(-z[static_cast<std::size_t>(i)] / std::sqrt(2.0));
      distance = std::max({distance, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
    }
    // Exceeded with probability 2 exp(−2·2.2²) = 1.3e-4.
    CHECK(distance * root <= 2.2);
  }
}

TEST_CASE("discrete Gaussian: how often a proposal is kept, out to 6 standard deviations") {
  // The words that make the proposal m·t: nothing left over (0, 0), m times "one more" (0, 0, 1),
  // "no more" (0, 1), sign +.
  const Grid grid = grid_for(1.5);
  const std::uint64_t variance = grid.scale * grid.scale;
  const auto t = static_cast<double>(grid.scale) + 1;
  SeededSource rest(20260401);
  for (const int m : {0, 1, 2, 3, 4, 5, 6}) {
    std::vector<std::uint64_t> words = {0, 0};
    for (int i = 0; i < m; ++i) {
      words.insert(words.end(), {0, 0, 1});
    }
    words.insert(words.end(), {0, 1, 0});
    const double s = static_cast<double>(grid.scale);
    const double away = (m * t - s * s / t) / s;
    const double expected = std::exp(-0.5 * away * away);
    const int n = repetitions(static_cast<int>(std::min(3e6, 2000 / expected)));
    int kept = 0;
    for (int i = 0; i < n; ++i) {
      Scripted source(words, rest);
      kept += discrete_gaussian(variance, source) == static_cast<std::int64_t>(m * t) ? 1 : 0;
    }
    CAPTURE(m);
    CHECK(std::fabs(kept - n * expected) <= 4.5 * std::sqrt(n * expected) + 1);
  }
}

TEST_CASE("standard normal: every word's tail to 6 standard deviations and beyond") {
  // P(|Z| > z) = erfc(z/√2) must be the word's own uniform number.
  for (double u = 0.9; u > 1e-15; u *= 0.37) {
    const auto bits = static_cast<std::uint64_t>(u * 0x1p53);
    class One final : public RandomSource {
     public:
      explicit One(std::uint64_t word) : word_(word) {}
      std::uint64_t next() override { return word_; }

     private:
      std::uint64_t word_;
    };
    One upper(bits << 11U);
    One lower((bits << 11U) | 1U);
    const double z = standard_normal(upper);
    CHECK(std::fabs(std::erfc(z / std::sqrt(2.0)) / ((static_cast<double>(bits) + 0.5) * 0x1p-53) - 1) <= 1e-12);
    CHECK(standard_normal(lower) == -z);
  }
}

TEST_CASE("discrete Gaussian: within one step of the normal variable that has the same quantile") {
  for (const double s : {2.0, 5.0, 30.0, 1000.0}) {
    const int reach = static_cast<int>(9 * s);
    const std::vector<double> p = weights(s * s, 2 * reach);
    // Upper tails P(Y ≥ n), added from the end.
    double tail = 0;
    for (int n = 2 * reach; n >= 1; --n) {
      tail += p[static_cast<std::size_t>(n + 2 * reach)];
      if (n <= reach) {
        // Y ≥ n is coupled with E ≥ e: e must lie between n − 1 and n.
        const double e = s * normal_upper_quantile(tail);
        CHECK(e >= n - 1);
        CHECK(e <= n);
      }
    }
  }
}

TEST_CASE("discrete Gaussian mechanism: its delta is at most that of the real one at an epsilon less by m/s") {
  for (const double s : {3.0, 8.0, 25.0}) {
    for (const int distance : {1, 3, 10}) {
      const int reach = static_cast<int>(14 * s) + 2 * distance;
      const std::vector<double> p = weights(s * s, reach);
      const double m = distance / s;
      for (double epsilon = 0; epsilon < 4 * m + 2; epsilon += 0.21) {
        double delta = 0;
        for (int n = -reach; n + distance <= reach; ++n) {
          delta += std::max(0.0, p[static_cast<std::size_t>(n + distance + reach)] -
                                     std::exp(epsilon) * p[static_cast<std::size_t>(n + reach)]);
        }
        CHECK(delta <= gaussian_delta(epsilon - m / s, m) * (1 + 1e-9) + 1e-15);
      }
    }
  }
}

TEST_CASE("a grid: a power of two, fixed by the noise alone, never below the level asked for") {
  Draws draws(20260402);
  for (int i = 0; i < 2000; ++i) {
    const double sigma = draws.logarithmic(1e-20, 1e20);
    const Grid grid = grid_for(sigma);
    int exponent = 0;
    CHECK(std::frexp(grid.step, &exponent) == 0.5);
    CHECK(grid.sigma() >= sigma);
    CHECK(grid.sigma() <= sigma * (1 + largest_grid_ratio));
    CHECK(grid.step <= sigma * largest_grid_ratio);
    CHECK(grid.scale >= (std::uint64_t{1} << 26U));
    CHECK(grid.scale <= (std::uint64_t{1} << 27U));
  }
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    CHECK_THROWS_AS((void)grid_for(bad), Error);
  }
  SeededSource source(1);
  CHECK_THROWS_AS((void)discrete_gaussian(0, source), Error);
  CHECK_THROWS_AS((void)discrete_gaussian(std::uint64_t{1} << 57U, source), Error);
}

TEST_CASE("a grid: what comes out depends on the value through its rounding alone") {
  Draws draws(20260403);
  for (int i = 0; i < 500; ++i) {
    const Grid grid = grid_for(draws.logarithmic(1e-3, 1e3));
    const double value = draws.uniform(-1e4, 1e4) * grid.sigma();
    const double other = value + draws.uniform(-3, 3) * grid.step;
    SeededSource source(static_cast<std::uint64_t>(i));
    SeededSource same(static_cast<std::uint64_t>(i));
    const double out = grid.noisy(value, 1, source);
    const double steps = out / grid.step;
    CHECK(steps == std::nearbyint(steps));
    // The same noise, whatever the value: to the last bit.
    CHECK(out - grid.noisy(other, 1, same) ==
          (std::nearbyint(value / grid.step) - std::nearbyint(other / grid.step)) * grid.step);
    CHECK(source.next() == same.next());
  }
}

}  // namespace expost
