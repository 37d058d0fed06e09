// A report that persons ask questions of.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
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
  /// The same of one that was read, which has its path.
  LoadedReport(report::Report report, const nlohmann::json& document);

  [[nodiscard]] const report::Report& report() const { return report_; }
  [[nodiscard]] const report::FeatureMap& map() const { return map_; }
  [[nodiscard]] const CheckedModel& model() const { return *model_; }
  [[nodiscard]] const report::ModelLoss& loss() const { return loss_; }
  /// Has `told` called after each gradient of a bound, of a network.
  void watch(std::function<void()> told);

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
  /// Returns the keys that a record may have: of the fields, or x and y.
  [[nodiscard]] std::vector<std::string> record_keys() const;
  /// Returns the options, with this report's own for those that aren't given.
  [[nodiscard]] BoundOptions options_in(const nlohmann::json& options) const;
  /// Returns this report's term in a series, for a record that `bound` takes: its own bound fails
  /// with probability `failure` at most.
  [[nodiscard]] SeriesTerm series_term(const nlohmann::json& record, BoundOptions options, double failure);
  /// Equal for two documents of one publication, however they are laid out or signed.
  [[nodiscard]] std::size_t publication() const { return publication_; }
  /// The seed of its noise, where it says that there was one.
  [[nodiscard]] const std::optional<nlohmann::json>& seed() const { return seed_; }
  /// {header, firstRow, options} and rows in columns, one for each name of the header → columns of
  /// bounds (RowBounds of index.d.ts).
  [[nodiscard]] nlohmann::ordered_json bound_rows(const nlohmann::json& request, const report::Columns& rows);

 private:
  [[nodiscard]] nlohmann::ordered_json bound_of(const Request& request, const report::CodedRecord& record);
  [[nodiscard]] nlohmann::ordered_json bound_of(const Request& request, const report::CodedRegion& region);
  [[nodiscard]] BoundOptions options_of(const Request& request) const;

  std::size_t publication_;
  std::optional<nlohmann::json> seed_;
  report::Report report_;          ///< without the numbers of the model, which move into `model_`
  nlohmann::ordered_json stated_;  ///< its summary
  report::PromisedLevels levels_;
  report::FeatureMap map_;
  report::ModelLoss loss_;
  const PreparedNetwork* network_;  ///< of the model; null where scores are linear
  std::unique_ptr<CheckedModel> model_;
};

}  // namespace expost::operations
