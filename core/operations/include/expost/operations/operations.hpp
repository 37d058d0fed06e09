// What the package, the command line and the page do, as functions from document to document (ARCHITECTURE.md, "Operations").
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

namespace expost::operations {

class LoadedReport;
class StudyData;

/// Holds loaded reports and data sets under construction between calls, each under an integer handle of its own.
class Service {
 public:
  Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service();

  /// Never throws. {ok: true, value} or {ok: false, error: {type, code, pointer, message}}; an operation that fails has changed
  /// nothing, and a value never holds a NaN.
  [[nodiscard]] nlohmann::ordered_json call(std::string_view operation, const nlohmann::json& request);

 private:
  [[nodiscard]] nlohmann::ordered_json perform(std::string_view operation, const nlohmann::json& request);

  std::map<int, std::unique_ptr<LoadedReport>> reports_;
  std::map<int, std::unique_ptr<StudyData>> data_;
  int next_handle_ = 1;
};

}  // namespace expost::operations
