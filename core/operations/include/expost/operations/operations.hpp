// The operations of the package, the command line and the pages, as functions from document to
// document (docs/operations.md).
#pragma once

#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "expost/output/row_source.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/report.hpp"

namespace expost::operations {

class LoadedReport;
class StudySession;
class Tables;

/// Names of the operations of every service, and of those that Service adds. JavaScript sees a
/// function of each name (wasm/src/boundary.cpp).
inline constexpr std::array check_operations{"self-test",   "load-report", "bound",       "record-errors",
                                             "free-report", "posterior",   "read-record", "release-cost"};
inline constexpr std::array curator_operations{
    "bound-rows",       "predict-rows",  "score-rows",    "coefficients", "plan",         "goe-quantile", "gaussian-sigma",
    "count-forms",      "scaffold",      "check-study",   "open-study",   "append-rows",  "train",        "attach",
    "publish",          "audit",         "check-profile", "profile",      "free-data",    "compose",      "composition-part",
    "publication-part", "check-ledger",  "ledger-total",  "ledger-entry", "enter-ledger", "study-text",   "sum-upward",
    "table-lines",      "keep-rows",     "guess-kinds",   "columns-of",   "open-table",   "read-table",   "table-texts",
    "line-of-row",      "estimate-rows", "close-table"};

/// The operations that a person needs: reports, bounds, beliefs. The check page has these and no
/// others. Loaded reports are held between calls, each under an integer handle of its own.
class CheckService {
 public:
  CheckService();
  CheckService(const CheckService&) = delete;
  CheckService& operator=(const CheckService&) = delete;
  virtual ~CheckService();

  /// Never throws. {ok: true, value} or {ok: false, error: {type, code, pointer, message}}; an
  /// operation that fails has changed nothing, and a value never holds a NaN.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request);

 protected:
  [[nodiscard]] virtual nlohmann::ordered_json perform(std::string_view operation, const nlohmann::json& request);
  [[nodiscard]] LoadedReport& loaded_report(const nlohmann::json& request);
  [[nodiscard]] int next_handle() { return next_handle_++; }

 private:
  std::map<int, std::unique_ptr<LoadedReport>> reports_;
  int next_handle_ = 1;
};

/// Every operation: what a person needs and what a curator needs. Holds data sets under
/// construction too.
class Service final : public CheckService {
 public:
  Service();
  ~Service() override;

  using CheckService::call;
  /// The operations "append-rows", "keep-rows", "bound-rows", "predict-rows", "score-rows",
  /// "count-forms" and "table-lines" for rows in columns, one for each name of the header: a
  /// request without `rows` (docs/operations.md), and the same answer. And "count-rows", which is
  /// there for columns alone.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request,
                                            const report::Columns& columns);

  /// The operation "read-table" for the next bytes of a file (docs/operations.md, "Tables").
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request, std::string_view bytes);

  // Rows that are elsewhere (docs/operations.md, "Rows elsewhere"): an open study codes blocks of
  // them where they are, and another publishes by sums over all of them.
  /// The answer of a block to a question of `publish_by_sums`: {data, firstRow?}. `sums` receives
  /// it, as bytes; the value is {}.
  [[nodiscard]] nlohmann::ordered_json sums_of_block(std::string_view question, const nlohmann::json& request,
                                                     const report::Columns& columns, std::string& sums);
  /// {data, counters, seed?, secrets?} → as "publish". `counters` are those of "count-rows", of all
  /// rows. An exception of `add_up` becomes an error, like any other.
  [[nodiscard]] nlohmann::ordered_json publish_by_sums(const nlohmann::json& request, const AddUp& add_up);

  /// {data, report, count, options?} → {summary}: as "audit", without rows; `count` of them are
  /// used. For objective perturbation of generalised linear losses. The answers of blocks are put
  /// together by `added_audits`.
  [[nodiscard]] nlohmann::ordered_json audit_by_sums(const nlohmann::json& request, const AddUp& add_up);
  /// The answer of a block to a question of `audit_by_sums`: {data, report, options?, limited?}.
  [[nodiscard]] nlohmann::ordered_json audit_of_block(std::string_view question, const nlohmann::json& request,
                                                      const report::Columns& columns, std::string& answer);

 private:
  [[nodiscard]] nlohmann::ordered_json perform(std::string_view operation, const nlohmann::json& request) override;
  [[nodiscard]] nlohmann::ordered_json perform(std::string_view operation, const nlohmann::json& request,
                                               const report::Columns& columns);
  [[nodiscard]] static bool is_about_rows(std::string_view operation);
  /// The rows that a request has: `rows`, `columns` or those of its `table`.
  [[nodiscard]] report::Columns rows_in(std::string_view operation, const nlohmann::json& request);
  [[nodiscard]] StudySession& study_session(const nlohmann::json& request);

  std::map<int, std::unique_ptr<StudySession>> data_;
  std::unique_ptr<Tables> tables_;
};

}  // namespace expost::operations
