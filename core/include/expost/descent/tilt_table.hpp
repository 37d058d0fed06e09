// Moments of steps at single tilts, kept from person to person, and the interval made of few of
// them: quick where a path has many steps with q < 1 (docs/noisy-gradient-descent.md, section 5).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "expost/descent/descent_terms.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/descent/path_part.hpp"

namespace expost {

/// Intervals of many persons for one sampling rate q < 1. Not for two threads at a time.
class TiltTable {
 public:
  /// q in (0, 1).
  explicit TiltTable(double rate);
  ~TiltTable();
  TiltTable(TiltTable&&) noexcept;
  TiltTable& operator=(TiltTable&&) noexcept;
  TiltTable(const TiltTable&) = delete;
  TiltTable& operator=(const TiltTable&) = delete;

  /// Returns q.
  [[nodiscard]] double rate() const { return rate_; }

  /// As `path_interval`, never narrower and hardly wider: norms are rounded up to 2^{i/64},
  /// small ones to 2^{i/16}, and of the 64 tilts of each end those next to its best one are used.
  /// Errors: as there.
  [[nodiscard]] DescentInterval interval(const DescentTerms& terms, const std::vector<double>& steps);
  /// The same with the first tilt that another record has; its own where none is given.
  [[nodiscard]] DescentInterval interval_from(std::optional<int> first_of_another, const DescentTerms& terms,
                                              const std::vector<double>& steps);
  /// Returns Σ_t A at an end and a tilt of these steps, norms rounded up as above: for several
  /// publications. Refers to this table, until the next call.
  [[nodiscard]] std::function<double(PathEnd end, int j)> log_moments(const DescentTerms& terms,
                                                                      const std::vector<double>& steps);

 private:
  struct Column;
  [[nodiscard]] Column& column(double s);
  [[nodiscard]] std::vector<std::pair<Column*, double>> columns_of(const DescentTerms& terms, const std::vector<double>& steps,
                                                                   double largest);
  [[nodiscard]] static double sum_at(const std::vector<std::pair<Column*, double>>& columns, PathEnd end, int j);

  double rate_;
  std::map<double, std::unique_ptr<Column>> columns_;  ///< by s
};

}  // namespace expost
