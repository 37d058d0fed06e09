// Sums in four lanes: every bit as the definition says, by loops that no compiler changes the order
// of, and within the bound for any order.
#include "numerics/lanes.hpp"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "numerics/double_double.hpp"
#include "random_draws.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

using Exact = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<600, boost::multiprecision::digit_base_2, void, std::int32_t>,
    boost::multiprecision::et_off>;

/// Numbers of one size, or of sizes from 1e-30 to 1e30, some of them 0.
std::vector<double> numbers(int count, Draws& draws) {
  const bool of_one_size = draws.coin();
  std::vector<double> result;
  for (int j = 0; j < count; ++j) {
    const double value = draws.normal() * (of_one_size ? 1 : draws.logarithmic(1e-30, 1e30));
    result.push_back(draws.integer(0, 9) == 0 ? 0 : value);
  }
  return result;
}

double by_definition(const std::vector<double>& a, const std::vector<double>& b) {
  std::array<double, 4> lanes{};
  for (std::size_t j = 0; j < a.size(); ++j) {
    lanes[j % 4] += a[j] * b[j];
  }
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

TEST_CASE("a dot product has the order of its definition and the error of any order") {
  Draws draws(20261128);
  for (int repetition = 0; repetition < repetitions(3000); ++repetition) {
    const int count = repetition < 80 ? repetition : draws.integer(0, repetition % 20 == 0 ? 2000 : 100);
    const std::vector<double> a = numbers(count, draws);
    const std::vector<double> b = numbers(count, draws);
    const double found = lanes::dot(a.data(), b.data(), a.size());
    CHECK(found == by_definition(a, b));
    Exact sum = 0;
    Exact sizes = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      const Exact term = Exact(a[j]) * b[j];
      sum += term;
      sizes += abs(term);
    }
    const double gamma = count * unit_roundoff / (1 - count * unit_roundoff);
    CHECK(abs(sum - found) <= gamma * sizes);
  }
}

TEST_CASE("multiples of a row are added number by number") {
  Draws draws(2);
  for (int repetition = 0; repetition < repetitions(500); ++repetition) {
    const int count = repetition < 80 ? repetition : draws.integer(0, 300);
    const auto size = static_cast<std::size_t>(count);
    const std::vector<double> x = numbers(count, draws);
    const double a = draws.normal();
    std::vector<double> expected = numbers(count, draws);
    std::vector<double> plain = expected;
    std::vector<double> sum = expected;
    std::vector<double> compensation = numbers(count, draws);
    std::vector<double> expected_compensation = compensation;
    for (std::size_t j = 0; j < size; ++j) {
      const DoubleDouble total = two_sum(expected[j], a * x[j]);
      expected[j] = total.high;
      expected_compensation[j] += total.low;
    }
    lanes::add_multiple(plain.data(), a, x.data(), size);
    CHECK(plain == expected);
    lanes::add_compensated(sum.data(), compensation.data(), a, x.data(), size);
    CHECK(sum == expected);
    CHECK(compensation == expected_compensation);
  }
}

TEST_CASE("products of rows are summed row by row, and go to the lower triangle alone") {
  Draws draws(3);
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    const int columns = draws.integer(1, 21);
    const int most = draws.integer(1, 140);
    const int rows = draws.integer(0, most);
    const int stride = columns + draws.integer(0, 5);
    const auto width = static_cast<std::size_t>(columns);
    lanes::Panels plain(width, static_cast<std::size_t>(most));
    lanes::Panels weighted(width, static_cast<std::size_t>(most));
    std::vector<std::vector<double>> x;
    std::vector<double> weights;
    // Twice, as rows take the place of earlier ones.
    for (int time = 0; time < 2; ++time) {
      x.clear();
      weights.clear();
      for (int row = 0; row < (time == 0 ? most : rows); ++row) {
        x.push_back(numbers(columns, draws));
        weights.push_back(draws.normal());
        plain.set_row(x.size() - 1, 1, x.back().data());
        weighted.set_row(x.size() - 1, weights.back(), x.back().data());
      }
    }
    Eigen::MatrixXd found =
        Eigen::MatrixXd::NullaryExpr(stride, columns, [&](Eigen::Index, Eigen::Index) { return draws.normal(); });
    Eigen::MatrixXd expected = found;
    for (int j = 0; j < columns; ++j) {
      for (int i = j; i < columns; ++i) {
        double sum = 0;
        for (std::size_t row = 0; row < x.size(); ++row) {
          sum += weights[row] * x[row][static_cast<std::size_t>(i)] * x[row][static_cast<std::size_t>(j)];
        }
        expected(i, j) += sum;
      }
    }
    lanes::add_lower_products(found.data(), static_cast<std::size_t>(stride), weighted, plain, static_cast<std::size_t>(rows));
    CHECK(found == expected);
  }
}

}  // namespace
}  // namespace expost
