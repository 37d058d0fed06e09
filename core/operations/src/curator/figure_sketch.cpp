#include "curator/figure_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/nearest_rank.hpp"

namespace expost::operations {
namespace {

/// Bits of a double that its range leaves open: doubles of 0 or more are in the order of their
/// bits.
constexpr int open_bits = 42;
constexpr std::int64_t zeros = -1;

// Emscripten 3.1.6 has no std::bit_cast.
std::int64_t key_of(double value) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return value == 0 ? zeros : bits >> open_bits;
}
const std::int64_t key_of_infinity = key_of(infinity);

/// The largest double of a range.
double end_of(std::int64_t key) {
  if (key == zeros) {
    return 0;
  }
  if (key >= key_of_infinity) {
    return infinity;
  }
  const std::int64_t bits = ((key + 1) << open_bits) - 1;
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

FigureSketch::FigureSketch(const std::vector<double>& values) {
  std::vector<std::int64_t> keys;
  keys.reserve(values.size());
  for (const double value : values) {
    keys.push_back(key_of(value));
    largest_ = std::fmax(largest_, value);
  }
  std::sort(keys.begin(), keys.end());
  for (const std::int64_t key : keys) {
    if (ranges_.empty() || ranges_.back().key != key) {
      ranges_.push_back({key, 0});
    }
    ++ranges_.back().count;
  }
}

void FigureSketch::add(const FigureSketch& other) {
  std::vector<Range> sum;
  sum.reserve(ranges_.size() + other.ranges_.size());
  std::merge(ranges_.begin(), ranges_.end(), other.ranges_.begin(), other.ranges_.end(), std::back_inserter(sum),
             [](const Range& a, const Range& b) { return a.key < b.key; });
  ranges_.clear();
  for (const Range& range : sum) {
    if (!ranges_.empty() && ranges_.back().key == range.key) {
      ranges_.back().count += range.count;
    } else {
      ranges_.push_back(range);
    }
  }
  largest_ = std::fmax(largest_, other.largest_);
}

double FigureSketch::at(std::int64_t rank) const {
  std::int64_t below = 0;
  for (const Range& range : ranges_) {
    below += range.count;
    if (below >= rank) {
      return std::fmin(end_of(range.key), largest_);
    }
  }
  return largest_;
}

Quantiles FigureSketch::quantiles(std::int64_t rows) const {
  const auto rank = [&](double share) {
    return static_cast<std::int64_t>(nearest_rank(share, static_cast<std::size_t>(rows)));
  };
  return {at(rank(0.5)), at(rank(0.99)), largest_};
}

bool FigureSketch::fits(std::int64_t rows) const {
  std::int64_t count = 0;
  for (const Range& range : ranges_) {
    if (range.count < 1 || range.count > rows - count) {
      return false;
    }
    count += range.count;
  }
  return count == rows && largest_ >= 0 &&
         std::is_sorted(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.key < b.key; });
}

}  // namespace expost::operations
