#include "expost/numerics/nearest_rank.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace expost {
namespace {

TEST_CASE("whole shares of a hundred have the rank that whole numbers give") {
  for (std::size_t n = 1; n <= 1000000; n = n * 137 / 100 + 1) {
    for (std::size_t hundredth = 0; hundredth <= 100; ++hundredth) {
      // The least r with 100 r ≥ hundredth · n.
      const std::size_t expected = std::max<std::size_t>((hundredth * n + 99) / 100, 1);
      CHECK(nearest_rank(static_cast<double>(hundredth) / 100, n) == expected);
    }
  }
}

}  // namespace
}  // namespace expost
