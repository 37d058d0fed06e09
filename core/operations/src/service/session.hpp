// Holds what lives between calls.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "check/loaded_report.hpp"
#include "documents/handles.hpp"

namespace expost::operations {

/// A curator's part of it, which a person's operations know nothing of.
class CuratorPart {
 public:
  virtual ~CuratorPart() = default;
  /// Lets go of a report that is freed.
  virtual void forget(const LoadedReport& report) = 0;
};

class Session {
 public:
  std::map<int, std::unique_ptr<LoadedReport>> reports;
  std::unique_ptr<CuratorPart> curator;  ///< null until it is needed

  [[nodiscard]] LoadedReport& report(const nlohmann::json& request) {
    return *held(reports, Request(request), "report")->second;
  }
  [[nodiscard]] int next_handle() { return next_handle_++; }

 private:
  int next_handle_ = 1;
};

}  // namespace expost::operations
