// An audit under way.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "expost/bound.hpp"
#include "expost/exact_loss.hpp"
#include "expost/objective.hpp"
#include "loaded_report.hpp"

namespace expost::operations {

/// Rows done so far. The loaded report must outlive it.
struct Audit {
  /// Bounds and ratios of one method, a row each.
  struct Column {
    std::vector<double> upper;
    std::vector<double> ratio;
    std::int64_t misses = 0;

    void add(double bound, double loss, bool missed);
  };

  Audit(const LoadedReport& loaded, const BoundOptions& wanted, const Objective& objective, const CodedData& coded);
  /// The next row, as a member.
  void add(const Eigen::VectorXd& x, double y);

  const LoadedReport* report;
  BoundOptions options;
  ExactLosses exact;
  BoundRule sharp_rule;
  BoundRule paper_rule;
  std::vector<double> losses;  ///< signed
  std::vector<double> lower;
  Column sharp;
  Column paper;
};

}  // namespace expost::operations
