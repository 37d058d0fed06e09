// Exact coins and permutations.
#pragma once

#include <cstdint>
#include <vector>

#include "expost/noise/random.hpp"

namespace expost {

/// Coins that show heads with a probability of exactly q, a double in (0, 1): digits of a uniform
/// number are compared with those of q until they differ.
class ExactCoins {
 public:
  ExactCoins(double q, RandomSource& source) : q_(q), source_(&source) {}
  [[nodiscard]] bool next();

 private:
  /// 16 digits at a time.
  [[nodiscard]] std::uint32_t digits();

  double q_;
  RandomSource* source_;
  std::uint64_t word_ = 0;
  int left_ = 0;
};

/// A uniform permutation of 0, …, n − 1 (Fisher & Yates).
[[nodiscard]] std::vector<std::int32_t> permutation(std::int32_t n, RandomSource& source);

}  // namespace expost
