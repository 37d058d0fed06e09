// Holds what lives between calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

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

/// A report whose path is on its way.
struct AwaitedPath {
  nlohmann::json document;
  report::Report report;
  std::size_t size;                 ///< of the path
  std::vector<std::uint8_t> bytes;  ///< those that are here
};

class Session {
 public:
  std::map<int, std::unique_ptr<LoadedReport>> reports;
  std::map<int, AwaitedPath> paths;
  std::unique_ptr<CuratorPart> curator;  ///< null until it is needed

  [[nodiscard]] LoadedReport& report(const nlohmann::json& request) {
    return *held(reports, Request(request), "report")->second;
  }
  [[nodiscard]] int next_handle() { return next_handle_++; }

 private:
  int next_handle_ = 1;
};

}  // namespace expost::operations
