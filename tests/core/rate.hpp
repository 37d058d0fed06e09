// How often something happens among independent repetitions, and whether that is as often as it
// should.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "expost/numerics/interval.hpp"

namespace expost {

/// Counts of an event among independent repetitions.
class Rate {
 public:
  explicit Rate(std::string name) : name_(std::move(name)) {}
  void add(bool happened) {
    count_ += happened ? 1 : 0;
    ++total_;
  }
  [[nodiscard]] double value() const { return static_cast<double>(count_) / total_; }
  [[nodiscard]] double standard_error(double p) const { return std::sqrt(p * (1 - p) / total_); }

  void at_most(double p) const {
    CHECK_MESSAGE(value() <= p + 3 * standard_error(p), name_, ": ", value(), " where ", p, " is allowed");
  }
  void at_least(double p) const {
    CHECK_MESSAGE(value() >= p - 3 * standard_error(p), name_, ": ", value(), " where ", p, " is due");
  }
  /// Two-sided: 3.5 standard errors, because some forty rates are looked at.
  void exactly(double p) const {
    CHECK_MESSAGE(std::fabs(value() - p) <= 3.5 * standard_error(p), name_, ": ", value(), " where ", p, " is exact");
  }

 private:
  std::string name_;
  int count_ = 0;
  int total_ = 0;
};

inline bool outside(double value, Interval interval) {
  return value < interval.lower || value > interval.upper;
}

}  // namespace expost
