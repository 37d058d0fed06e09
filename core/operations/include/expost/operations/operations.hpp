// The operations of the package, the command line and the pages, as functions from document to
// document (docs/operations.md).
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expost/output/row_source.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/report.hpp"

namespace expost::operations {

class Session;

/// An operation: a function from a request and what is held between calls to an answer. One about
/// rows may have them beside the request, in columns, or somebody who answers questions about them;
/// one that reads a file has its next bytes.
struct Operation {
  const char* name;
  nlohmann::ordered_json (*run)(Session& session, const nlohmann::json& request) = nullptr;
  nlohmann::ordered_json (*run_rows)(Session& session, const nlohmann::json& request, const report::Columns& rows) = nullptr;
  nlohmann::ordered_json (*run_bytes)(Session& session, const nlohmann::json& request, std::string_view bytes) = nullptr;
  nlohmann::ordered_json (*run_elsewhere)(Session& session, const nlohmann::json& request, const AddUp& asked) = nullptr;
};
using Operations = std::span<const Operation>;

/// The operations that a person needs: reports, bounds, beliefs. The check page has these and no
/// others.
[[nodiscard]] Operations check_operations();
/// Those that a curator needs besides, or in place of a person's.
[[nodiscard]] Operations curator_operations();

/// Answers requests. Loaded reports, data sets under construction and tables are held between
/// calls, each under an integer handle of its own.
class Service {
 public:
  /// Has every operation.
  Service();
  /// Has these alone.
  explicit Service(Operations operations);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service();

  /// Never throws. {ok: true, value} or {ok: false, error: {type, code, pointer, message}}; an
  /// operation that fails has changed nothing, and a value never holds a NaN.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request);
  /// An operation about rows, in columns, one for each name of the header: a request without `rows`
  /// (docs/operations.md), and the same answer.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request,
                                            const report::Columns& columns);
  /// The operation "read-table" for the next bytes of a file (docs/operations.md, "Tables").
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request, std::string_view bytes);

  /// An operation about all rows of a study, which are elsewhere (docs/operations.md, "Rows
  /// elsewhere"). `asked` answers questions about them, in texts: by "answer-question" where they
  /// are, and "add-answers". An exception of it becomes an error, like any other.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request, const AddUp& asked);

  /// Has `told` called after each gradient of a bound by the report of this handle, of a network;
  /// nothing where there is no such report. It must not call the service.
  void watch(int report, std::function<void()> told);

 private:
  [[nodiscard]] const Operation& named(std::string_view operation) const;

  std::vector<Operations> tables_;  ///< the last one that has an operation counts
  std::unique_ptr<Session> session_;
};

}  // namespace expost::operations
