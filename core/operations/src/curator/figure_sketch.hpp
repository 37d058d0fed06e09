// Quantiles of figures whose rows are elsewhere.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "curator/audit.hpp"

namespace expost::operations {

/// Counts of values of 0 or more in ranges: each power of two is divided into 2¹⁰. Their largest is
/// exact; quantiles are never below the true ones, and at most 2^-10 of them above.
class FigureSketch {
 public:
  FigureSketch() = default;
  explicit FigureSketch(const std::vector<double>& values);

  void add(const FigureSketch& other);
  /// Those of `rows` ≥ 1 values.
  [[nodiscard]] Quantiles quantiles(std::int64_t rows) const;
  /// Whether it is a sketch of so many values.
  [[nodiscard]] bool fits(std::int64_t rows) const;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.ranges_, self.largest_);
  }

 private:
  struct Range {
    std::int64_t key = 0;    ///< the first bits of its doubles; −1: zeros
    std::int64_t count = 0;  ///< ≥ 1

    template <class Self>
    static auto parts(Self& self) {
      return std::tie(self.key, self.count);
    }
  };
  [[nodiscard]] double at(std::int64_t rank) const;

  std::vector<Range> ranges_;  ///< rising
  double largest_ = 0;
};

}  // namespace expost::operations
