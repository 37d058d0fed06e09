// The exact normal and exponential variables: their law, and that more digits move nothing else.
#include "expost/noise/exact_noise.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "normal_law.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

double fraction_of(std::uint64_t word) {
  return std::ldexp(static_cast<double>(word), -64);
}

class Counting final : public RandomSource {
 public:
  explicit Counting(std::uint64_t seed) : source_(seed) {}
  [[nodiscard]] std::uint64_t next() override {
    ++words;
    return source_.next();
  }
  std::int64_t words = 0;

 private:
  SeededSource source_;
};

}  // namespace

TEST_CASE("exact normal variables: Kolmogorov and Smirnov, moments, tails, signs, words") {
  const int n = repetitions(400000);
  Counting source(20261123);
  std::vector<double> sample;
  std::vector<double> digits;
  for (int i = 0; i < n; ++i) {
    ExactNormal z(source.stream());
    sample.push_back(z.rounded());
    digits.push_back(fraction_of(z.word(1)));
    CHECK((sample.back() < 0) == z.negative());
  }
  check_standard_normal(sample);
  // Digits that no comparison looked at are uniform.
  CHECK(kolmogorov_smirnov(digits, [](double u) { return u; }) < rare_distance);
  // Measured by an independent implementation: 19 words, of which two are the digits above; a word
  // more where a leading zero had to be looked behind.
  CHECK(std::fabs(static_cast<double>(source.words) / n - 19) < 0.5);
}

TEST_CASE("the tail lies on no lattice: the attack on version 0.1.0") {
  // There |z| was √2·erfc⁻¹(u) for a u of 53 bits, so that in the tail erfc(|z|/√2)·2⁵³ − ½ was a
  // whole number up to 0.021, whatever was done in doubles afterwards.
  const int n = repetitions(1000000);
  SeededSource source(3);
  std::vector<double> distances;
  for (int i = 0; i < n; ++i) {
    const double z = std::fabs(ExactNormal(source.stream()).rounded());
    if (z >= 3.3) {
      const double position = std::erfc(z / std::sqrt(2.0)) * 0x1p53 - 0.5;
      distances.push_back(2 * std::fabs(position - std::nearbyint(position)));
    }
  }
  REQUIRE(distances.size() > 30);
  CHECK(kolmogorov_smirnov(distances, [](double u) { return u; }) < rare_distance);
}

TEST_CASE("more digits leave the first ones and every other variable as they were") {
  const auto words_of = [](ExactNormal& z, std::size_t count) {
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back(z.word(i));
    }
    return words;
  };
  SeededSource first(7);
  SeededSource second(7);
  std::vector<ExactNormal> looked_at = exact_normals(50, first);
  std::vector<ExactNormal> others = exact_normals(50, second);
  for (std::size_t i = 0; i < looked_at.size(); ++i) {
    const double before = looked_at[i].rounded();
    const std::vector<std::uint64_t> short_words = words_of(looked_at[i], 2);
    std::vector<std::uint64_t> long_words = words_of(looked_at[i], UniformDigits::most_words);
    CHECK(looked_at[i].rounded() == before);
    CHECK(words_of(looked_at[i], UniformDigits::most_words) == long_words);
    long_words.resize(2);
    CHECK(long_words == short_words);
    // The others were drawn after these in neither list.
    CHECK(others[i].rounded() == before);
  }
  CHECK(exact_normals(1, first)[0].rounded() == exact_normals(1, second)[0].rounded());
}

TEST_CASE("exact exponential variables: law, mean and tail") {
  const int n = repetitions(400000);
  SeededSource source(8);
  std::vector<double> sample;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    ExactExponential variable(source.stream());
    sample.push_back(static_cast<double>(variable.whole()) + fraction_of(variable.word(0)));
    sum += sample.back();
  }
  CHECK(std::fabs(sum / n - 1) <= 4 / std::sqrt(static_cast<double>(n)));
  const double p = std::exp(-8.0);
  const auto beyond = static_cast<double>(std::count_if(sample.begin(), sample.end(), [](double x) { return x > 8; }));
  CHECK(std::fabs(beyond / n - p) <= 4 * std::sqrt(p / n) + 1.0 / n);
  CHECK(kolmogorov_smirnov(sample, [](double x) { return -std::expm1(-x); }) < rare_distance);
}

}  // namespace expost
