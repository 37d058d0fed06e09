// Products of rows with θ, and sums of multiples of rows: double, 106 or 512 bits.
//
// In 106 bits sums are carried as a double and the sum of all that its roundings lost, which is
// rounded to a double each time, and put together after at most sixteen terms. That costs half of
// sums of DoubleDouble, and compilers add two at once. Of m products a·b, u = 2^-53: a product is
// its double, exactly what that lost, and a.low·b; together 3u² of |a·b| are lost. Each time at
// most u is lost of what the last sum lost, 2u of the product, and of all losses so far: of m
// terms at most (5 + 3m + m(m + 1)/2)u² of Σ|a·b|.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "numerics/double_double.hpp"

namespace expost {

/// Σ θ_j x_j over `count` features of θ = high + low: as Coordinates<DoubleDouble> says.
[[nodiscard]] DoubleDouble product_of_row(const double* high, const double* low, const double* x, std::size_t count);

/// sums + rests += a·x: as RowSums<DoubleDouble> says. None of the three overlap.
void add_multiple_of_row(double* sums, double* rests, DoubleDouble a, const double* x, std::size_t count);

/// θ, to be multiplied by rows.
template <class Real>
class Coordinates {
 public:
  template <class Number>
  explicit Coordinates(const std::vector<Number>& theta) : theta_(theta.begin(), theta.end()) {}

  /// Σ θ_{first+j}x_j over `count` features.
  [[nodiscard]] Real times(const double* x, std::size_t first, std::size_t count) const {
    Real t(0);
    for (std::size_t j = 0; j < count; ++j) {
      t += theta_[first + j] * x[j];
    }
    return t;
  }

 private:
  std::vector<Real> theta_;
};

template <>
class Coordinates<DoubleDouble> {
 public:
  template <class Number>
  explicit Coordinates(const std::vector<Number>& theta) {
    high_.reserve(theta.size());
    low_.reserve(theta.size());
    for (const DoubleDouble value : theta) {
      high_.push_back(value.high);
      low_.push_back(value.low);
    }
  }

  /// Off by at most 2^-101(count + 2) of Σ|θ_{first+j}x_j|: 189u² of a lane's sixteen terms, and
  /// 3u² of each of its sums with the others.
  [[nodiscard]] DoubleDouble times(const double* x, std::size_t first, std::size_t count) const {
    return product_of_row(high_.data() + first, low_.data() + first, x, count);
  }

 private:
  std::vector<double> high_;
  std::vector<double> low_;
};

/// Σ a·x over a few rows, eight at most, a block of numbers a row.
template <class Real>
class RowSums {
 public:
  explicit RowSums(std::size_t length) : sums_(length, Real(0)) {}

  /// Adds a·x to the `count` numbers from `first` on.
  void add(const Real& a, const double* x, std::size_t first, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      sums_[first + j] += a * x[j];
    }
  }
  /// Sets `sums`, and begins anew.
  void take(std::vector<Real>& sums) {
    sums = sums_;
    std::fill(sums_.begin(), sums_.end(), Real(0));
  }

 private:
  std::vector<Real> sums_;
};

/// Off by at most 65u² of Σ|a·x_j| each.
template <>
class RowSums<DoubleDouble> {
 public:
  explicit RowSums(std::size_t length) : sums_(length), rests_(length) {}

  void add(DoubleDouble a, const double* x, std::size_t first, std::size_t count) {
    add_multiple_of_row(sums_.data() + first, rests_.data() + first, a, x, count);
  }
  void take(std::vector<DoubleDouble>& sums) {
    for (std::size_t j = 0; j < sums.size(); ++j) {
      sums[j] = two_sum(sums_[j], rests_[j]);
    }
    std::fill(sums_.begin(), sums_.end(), 0);
    std::fill(rests_.begin(), rests_.end(), 0);
  }

 private:
  std::vector<double> sums_;
  std::vector<double> rests_;
};

}  // namespace expost
