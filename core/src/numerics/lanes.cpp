#include "numerics/lanes.hpp"

#include <algorithm>

#include "numerics/double_double.hpp"

namespace expost::lanes {
namespace {

/// sums = Σ of x_i y_j over rows, four of either: 4j + i.
EXPOST_ALSO_WIDER void tile_of(double* __restrict sums, const double* __restrict x, const double* __restrict y,
                               std::size_t rows) {
  double tile[count_of_lanes * count_of_lanes] = {};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t j = 0; j < count_of_lanes; ++j) {
      for (std::size_t i = 0; i < count_of_lanes; ++i) {
        tile[count_of_lanes * j + i] += x[count_of_lanes * row + i] * y[count_of_lanes * row + j];
      }
    }
  }
  std::copy(tile, tile + count_of_lanes * count_of_lanes, sums);
}

EXPOST_ALSO_WIDER double dot_of(const double* a, const double* b, std::size_t count) {
  double sums[count_of_lanes] = {};
  std::size_t j = 0;
  // Twice four at a time: WebAssembly's loops cost as much as their sums.
  for (; j + 2 * count_of_lanes <= count; j += 2 * count_of_lanes) {
    for (std::size_t lane = 0; lane < count_of_lanes; ++lane) {
      sums[lane] += a[j + lane] * b[j + lane];
    }
    for (std::size_t lane = 0; lane < count_of_lanes; ++lane) {
      sums[lane] += a[j + count_of_lanes + lane] * b[j + count_of_lanes + lane];
    }
  }
  for (; j + count_of_lanes <= count; j += count_of_lanes) {
    for (std::size_t lane = 0; lane < count_of_lanes; ++lane) {
      sums[lane] += a[j + lane] * b[j + lane];
    }
  }
  // Not by an index that isn't known: lanes would be in memory for it.
  sums[0] += j < count ? a[j] * b[j] : 0;
  sums[1] += j + 1 < count ? a[j + 1] * b[j + 1] : 0;
  sums[2] += j + 2 < count ? a[j + 2] * b[j + 2] : 0;
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

EXPOST_ALSO_WIDER void add_multiple_to(double* __restrict y, double a, const double* __restrict x, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) {
    y[j] += a * x[j];
  }
}

EXPOST_ALSO_WIDER void add_compensated_to(double* __restrict sum, double* __restrict compensation, double a,
                                          const double* __restrict x, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) {
    const DoubleDouble total = two_sum(sum[j], a * x[j]);
    sum[j] = total.high;
    compensation[j] += total.low;
  }
}

}  // namespace

double dot(const double* a, const double* b, std::size_t count) {
  return dot_of(a, b, count);
}

void add_multiple(double* y, double a, const double* x, std::size_t count) {
  add_multiple_to(y, a, x, count);
}

void add_compensated(double* sum, double* compensation, double a, const double* x, std::size_t count) {
  add_compensated_to(sum, compensation, a, x, count);
}

void Panels::set_row(std::size_t row, double factor, const double* x) {
  double* values = values_.data() + row * count_of_lanes;
  for (std::size_t first = 0; first < columns_; first += count_of_lanes, values += most_rows_ * count_of_lanes) {
    const std::size_t count = std::min(count_of_lanes, columns_ - first);
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = factor * x[first + i];
    }
  }
}

void add_lower_products(double* matrix, std::size_t stride, const Panels& a, const Panels& b, std::size_t rows) {
  const std::size_t columns = a.columns();
  for (std::size_t j = 0; j < columns; j += count_of_lanes) {
    for (std::size_t i = j; i < columns; i += count_of_lanes) {
      double tile[count_of_lanes * count_of_lanes];
      tile_of(tile, a.panel(i), b.panel(j), rows);
      for (std::size_t column = j; column < std::min(j + count_of_lanes, columns); ++column) {
        for (std::size_t row = std::max(i, column); row < std::min(i + count_of_lanes, columns); ++row) {
          matrix[column * stride + row] += tile[count_of_lanes * (column - j) + (row - i)];
        }
      }
    }
  }
}

}  // namespace expost::lanes
