// A curator's data set, coded row by row as it is read, and what is made from it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "expost/objective.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/study.hpp"
#include "loaded_report.hpp"

namespace expost::operations {

class StudyData {
 public:
  /// {study, header, expectedRows?}. About how many rows there will be is a hint: memory is asked for once. Throws Fault::study
  /// or Fault::data.
  explicit StudyData(const nlohmann::json& request);

  [[nodiscard]] Eigen::Index dimension() const { return coder_.map().dimension(); }

  /// {rows, firstRow}: rows of raw values. Returns {rows}, all so far. Throws Fault::data naming row and column; then none of
  /// the rows of this call counts.
  [[nodiscard]] nlohmann::ordered_json append(const nlohmann::json& request);

  /// {seed?, secrets?} → {report, secrets?, notes}. Trains, releases and writes the report. Without a seed the noise comes
  /// from the system; with one the report is marked.
  [[nodiscard]] nlohmann::ordered_json publish(const nlohmann::json& request) const;

  /// {options} → {summary, rows} (Audit of index.d.ts): exact losses of all rows as members, and both methods' bounds.
  [[nodiscard]] nlohmann::ordered_json audit(const nlohmann::json& request, const LoadedReport& report) const;

 private:
  void reserve(double rows);
  [[nodiscard]] CodedData data() const;
  void require_rows() const;

  report::Study study_;
  report::RowCoder coder_;
  report::RowCounters counters_;
  std::vector<double> x_;  // rows one after the other
  std::vector<double> y_;
};

}  // namespace expost::operations
