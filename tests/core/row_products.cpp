// Products and sums in 106 bits against 400 bits: never farther off than the certificates say, at
// every length, with terms that cancel and terms of very different sizes.
#include "output/row_products.hpp"

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "random_draws.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

namespace mp = boost::multiprecision;
using Exact = mp::number<mp::cpp_bin_float<2400, mp::digit_base_2, void, std::int32_t>, mp::et_off>;

Exact exact_value(DoubleDouble value) {
  return Exact(value.high) + value.low;
}

/// Numbers of one size, or of sizes from 1e-30 to 1e30.
struct Numbers {
  Draws& draws;
  bool of_one_size = draws.coin();

  double next() { return draws.normal() * (of_one_size ? 1 : draws.logarithmic(1e-30, 1e30)); }
  DoubleDouble next_pair() {
    const double high = next();
    return two_sum(high, high * draws.uniform(-0x1p-54, 0x1p-54));
  }
};

TEST_CASE("a product of a row with theta is as near as its bound says, at every length") {
  Draws draws(20261126);
  for (int repetition = 0; repetition < repetitions(2000); ++repetition) {
    const int count = draws.integer(1, repetition % 20 == 0 ? 1200 : 140);
    const int first = draws.integer(0, 3);
    Numbers numbers{draws};
    std::vector<DoubleDouble> theta;
    std::vector<double> x;
    Exact sum = 0;
    Exact sizes = 0;
    for (int j = 0; j < first; ++j) {
      theta.push_back(numbers.next_pair());
    }
    for (int j = 0; j < count; ++j) {
      // Every other term cancels the one before, up to a double.
      const bool cancels = j % 2 == 1 && draws.coin();
      theta.push_back(cancels ? -theta.back() : numbers.next_pair());
      x.push_back(cancels ? std::nextafter(x.back(), 0.0) : numbers.next());
      const Exact term = exact_value(theta.back()) * x.back();
      sum += term;
      sizes += abs(term);
    }
    const DoubleDouble found =
        Coordinates<DoubleDouble>(theta).times(x.data(), static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    // The certificate of noise.md counts so much of a margin.
    CHECK(abs(exact_value(found) - sum) <= 0x1p-101 * (count + 2) * sizes);
    // The derivation says less, of at most 16 terms a lane.
    const double lane = std::min(16.0, std::ceil(count / 4.0));
    const double u2 = 5 + 3 * lane + lane * (lane + 1) / 2 + 12 * std::ceil(count / 64.0);
    CHECK(abs(exact_value(found) - sum) <= 0x1p-106 * u2 * sizes);
    CHECK(found.high == two_sum(found.high, found.low).high);
  }
}

TEST_CASE("sums of eight rows are as near as their bound says, and begin anew") {
  Draws draws(20261127);
  for (int repetition = 0; repetition < repetitions(2000); ++repetition) {
    const int length = draws.integer(1, 7);
    RowSums<DoubleDouble> few_rows(static_cast<std::size_t>(2 * length));
    for (int again = 0; again < 2; ++again) {
      Numbers numbers{draws};
      std::vector<Exact> sums(static_cast<std::size_t>(2 * length));
      std::vector<Exact> sizes(sums.size());
      const int rows = draws.integer(1, 8);
      DoubleDouble a;
      std::vector<double> x(static_cast<std::size_t>(length));
      for (int row = 0; row < rows; ++row) {
        const bool cancels = row % 2 == 1 && draws.coin();
        a = cancels ? -a : numbers.next_pair();
        for (double& value : x) {
          value = cancels ? std::nextafter(value, 0.0) : numbers.next();
        }
        few_rows.add(a, x.data(), static_cast<std::size_t>(length), x.size());
        for (std::size_t j = 0; j < x.size(); ++j) {
          const Exact term = exact_value(a) * x[j];
          sums[static_cast<std::size_t>(length) + j] += term;
          sizes[static_cast<std::size_t>(length) + j] += abs(term);
        }
      }
      std::vector<DoubleDouble> found(sums.size());
      few_rows.take(found);
      for (std::size_t j = 0; j < sums.size(); ++j) {
        CHECK(abs(exact_value(found[j]) - sums[j]) <= 0x1p-106 * 65 * sizes[j]);
      }
    }
  }
}

TEST_CASE("products in other precisions are plain sums") {
  const std::vector<double> theta{1, 2, 3, 4};
  const std::vector<double> x{10, 100};
  CHECK(Coordinates<double>(theta).times(x.data(), 1, 2) == 320);
  RowSums<double> few_rows(3);
  few_rows.add(2, x.data(), 1, 2);
  few_rows.add(-1, x.data(), 0, 2);
  std::vector<double> sums(3);
  few_rows.take(sums);
  CHECK(sums == std::vector<double>{-10, -80, 200});
}

}  // namespace
}  // namespace expost
