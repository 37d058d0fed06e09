// The normal sampler: its inversion word by word, and its law with a fixed seed.
#include "expost/noise/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "closeness.hpp"
#include "normal_law.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

class OneWord final : public RandomSource {
 public:
  explicit OneWord(std::uint64_t word) : word_(word) {}
  [[nodiscard]] std::uint64_t next() override {
    ++asked_;
    return word_;
  }
  [[nodiscard]] int asked() const { return asked_; }

 private:
  std::uint64_t word_;
  int asked_ = 0;
};

}  // namespace

TEST_CASE("inversion of one word") {
  const ReferenceTable table = reference_table("gaussian");
  for (const auto& row : table["standard_normal"]) {
    OneWord source(std::stoull(row[0].get<std::string>()));
    const double expected = reference_number(row[1]);
    const double got = standard_normal(source);
    CHECK(source.asked() == 1);
    // Around 0 only the distance of u from 1 is known, to 2^-54: an absolute error of the order of
    // 1e-16.
    check_close("word " + row[0].get<std::string>(), got, expected, {1e-14, 2e-16});
    CHECK(std::fabs(got) < 8.4);
    if (expected != 0) {
      CHECK(std::signbit(got) == std::signbit(expected));
    }
  }
}

TEST_CASE("the seeded source is the Mersenne twister of the C++ standard") {
  SeededSource source(5489);  // the default seed, for which the standard names the ten thousandth word
  std::uint64_t word = 0;
  for (int i = 0; i < 10000; ++i) {
    word = source.next();
  }
  CHECK(word == 9981545732273789042ULL);
  SeededSource a(1);
  SeededSource b(1);
  SeededSource c(2);
  CHECK(a.next() == b.next());
  CHECK(a.next() != c.next());
}

TEST_CASE("law of the sampler: Kolmogorov and Smirnov, moments, tails, independence") {
  const int n = repetitions(400000);
  SeededSource source(20260220);
  std::vector<double> sample(static_cast<std::size_t>(n));
  for (double& z : sample) {
    z = standard_normal(source);
  }
  check_standard_normal(sample);
}

}  // namespace expost
