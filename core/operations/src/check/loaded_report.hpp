// A report that persons ask questions of.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check/checked_model.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/personal_promise.hpp"
#include "expost/report/report.hpp"
#include "expost/report/row_coder.hpp"

namespace expost::operations {

class Request;

class LoadedReport {
 public:
  /// Reads, checks and decomposes a report document. Throws ErrorType::report.
  explicit LoadedReport(const nlohmann::json& document);

  [[nodiscard]] const report::Report& report() const { return report_; }
  [[nodiscard]] const report::FeatureMap& map() const { return map_; }
  [[nodiscard]] const CheckedModel& model() const { return *model_; }
  [[nodiscard]] const report::ModelLoss& loss() const { return loss_; }

  /// Returns what a card or a form shows of the report (ReportSummary of index.d.ts).
  [[nodiscard]] nlohmann::ordered_json summary() const;
  /// {record | x, y, options} → one bound (Bound of index.d.ts). A value of the record may be
  /// unknown, as FeatureMap::checked_region has it: then the bound is one for every record that
  /// there may be, with `unknown` and `gap`.
  [[nodiscard]] nlohmann::ordered_json bound(const nlohmann::json& request);
  /// {record, options} → {bound}, or {errors: [{code, pointer, message}]}, everything that `bound`
  /// would refuse in the record, one after the other.
  [[nodiscard]] nlohmann::ordered_json check(const nlohmann::json& request);
  /// {record | records | x | length} → the promise to one person, before anything is drawn
  /// (PersonalPromise of index.d.ts). Nothing of a record's label is read.
  [[nodiscard]] nlohmann::ordered_json promise(const nlohmann::json& request) const;
  /// {header, firstRow, options} and rows in columns, one for each name of the header → columns of
  /// bounds (RowBounds of index.d.ts).
  [[nodiscard]] nlohmann::ordered_json bound_rows(const nlohmann::json& request, const report::Columns& rows);

 private:
  [[nodiscard]] nlohmann::ordered_json bound_of(const Request& request, const report::CodedRecord& record);
  [[nodiscard]] nlohmann::ordered_json bound_of(const Request& request, const report::CodedRegion& region);
  [[nodiscard]] BoundOptions options_of(const Request& request) const;

  report::Report report_;          ///< without the numbers of the model, which move into `model_`
  nlohmann::ordered_json stated_;  ///< its summary
  report::PromisedLevels levels_;
  report::FeatureMap map_;
  report::ModelLoss loss_;
  std::unique_ptr<CheckedModel> model_;
};

}  // namespace expost::operations
