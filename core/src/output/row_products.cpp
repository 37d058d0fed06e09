#include "output/row_products.hpp"

#include <algorithm>
#include <array>

#include "numerics/lanes.hpp"

namespace expost {
namespace {

/// sum + rest += a·b.
inline void add_product(double& sum, double& rest, DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.high, b);
  const DoubleDouble total = two_sum(sum, product.high);
  sum = total.high;
  rest += total.low + (product.low + a.low * b);
}

EXPOST_ALSO_WIDER void sum_products(double* __restrict result, const double* __restrict high, const double* __restrict low,
                                    const double* __restrict x, std::size_t count) {
  constexpr std::size_t lanes = 4;
  constexpr std::size_t together = 16 * lanes;
  DoubleDouble total;
  for (std::size_t start = 0; start < count; start += together) {
    const std::size_t end = std::min(start + together, count);
    std::array<double, lanes> sums{};
    std::array<double, lanes> rests{};
    std::size_t j = start;
    for (; j + lanes <= end; j += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        add_product(sums[lane], rests[lane], {high[j + lane], low[j + lane]}, x[j + lane]);
      }
    }
    for (std::size_t lane = 0; j + lane < end; ++lane) {
      add_product(sums[lane], rests[lane], {high[j + lane], low[j + lane]}, x[j + lane]);
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      total += two_sum(sums[lane], rests[lane]);
    }
  }
  result[0] = total.high;
  result[1] = total.low;
}

// Without __restrict compilers don't add two at once.
EXPOST_ALSO_WIDER void add_products(double* __restrict sums, double* __restrict rests, double high, double low,
                                    const double* __restrict x, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) {
    add_product(sums[j], rests[j], {high, low}, x[j]);
  }
}

}  // namespace

DoubleDouble product_of_row(const double* high, const double* low, const double* x, std::size_t count) {
  std::array<double, 2> result;
  sum_products(result.data(), high, low, x, count);
  return {result[0], result[1]};
}

void add_multiple_of_row(double* sums, double* rests, DoubleDouble a, const double* x, std::size_t count) {
  add_products(sums, rests, a.high, a.low, x, count);
}

}  // namespace expost
