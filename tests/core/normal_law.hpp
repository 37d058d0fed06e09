// Tests of a sample against the law that it was drawn from.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace expost {

/// Returns √n times the largest distance between an empirical distribution function and the true
/// one.
template <class Distribution>
double kolmogorov_smirnov(std::vector<double> sample, const Distribution& distribution) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = distribution(sample[i]);
    distance = std::max({distance, std::fabs(p - static_cast<double>(i) / n), std::fabs(p - static_cast<double>(i + 1) / n)});
  }
  return distance * std::sqrt(n);
}

/// √n times the distance exceeds this with probability 0.001.
inline constexpr double rare_distance = 1.95;

/// Checks that a sample, in the order in which it was drawn, is one of independent standard normal
/// variables: its distribution, moments, tails, and the products of neighbours.
inline void check_standard_normal(const std::vector<double>& sample) {
  const auto n = static_cast<double>(sample.size());
  double sums[5] = {};
  double lagged = 0;
  double previous = 0;
  for (const double z : sample) {
    lagged += z * previous;
    previous = z;
    for (int power = 1; power <= 4; ++power) {
      sums[power] += std::pow(z, power);
    }
  }
  const double root = std::sqrt(n);
  // Four standard errors; the variances of z, z², z³, z⁴ are 1, 2, 15, 96.
  CHECK(std::fabs(sums[1] / n) <= 4 / root);
  CHECK(std::fabs(sums[2] / n - 1) <= 4 * std::sqrt(2.0) / root);
  CHECK(std::fabs(sums[3] / n) <= 4 * std::sqrt(15.0) / root);
  CHECK(std::fabs(sums[4] / n - 3) <= 4 * std::sqrt(96.0) / root);
  CHECK(std::fabs(lagged / n) <= 4 / root);
  for (const double z : {1.0, 2.0, 3.0, 4.0}) {
    for (const double sign : {1.0, -1.0}) {
      const double p = 0.5 * std::erfc(z / std::sqrt(2.0));
      const auto above =
          static_cast<double>(std::count_if(sample.begin(), sample.end(), [&](double x) { return sign * x > z; }));
      CHECK_MESSAGE(std::fabs(above / n - p) <= 4 * std::sqrt(p * (1 - p) / n) + 1.0 / n, "beyond ", sign * z, ": ", above / n,
                    " for ", p);
    }
  }
  CHECK(kolmogorov_smirnov(sample, [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }) < rare_distance);
}

}  // namespace expost
