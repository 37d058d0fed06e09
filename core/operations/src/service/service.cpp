#include <algorithm>
#include <utility>

#include "expost/operations/operations.hpp"
#include "service/answered.hpp"
#include "service/session.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

Service::Service(Operations operations) : tables_{operations}, session_(std::make_unique<Session>()) {}
Service::~Service() = default;

const Operation& Service::named(std::string_view operation) const {
  for (auto table = tables_.rbegin(); table != tables_.rend(); ++table) {
    const auto found =
        std::find_if(table->begin(), table->end(), [&](const Operation& each) { return operation == each.name; });
    if (found != table->end()) {
      return *found;
    }
  }
  report::throw_error(ErrorType::argument, "unknown-operation", "", {"there is no operation ", operation});
}

void Service::watch(int report, std::function<void()> told) {
  if (const auto found = session_->reports.find(report); found != session_->reports.end()) {
    found->second->watch(std::move(told));
  }
}

ordered_json Service::call(std::string_view operation, const json& request) {
  return answered([&] {
    const Operation& found = named(operation);
    if (found.run == nullptr) {
      report::throw_error(ErrorType::argument, "missing", "", {operation, " needs bytes beside the request"});
    }
    return found.run(*session_, request);
  });
}

ordered_json Service::call(std::string_view operation, const json& request, const report::Columns& columns) {
  return answered([&] {
    for (const char* const key : {"rows", "columns", "table"}) {
      if (Request(request).has(key)) {
        Request(request).refuse(key, "unknown-key", "must be left out: the rows are beside the request");
      }
    }
    const Operation& found = named(operation);
    if (found.run_rows == nullptr) {
      report::throw_error(ErrorType::argument, "unknown-operation", "",
                          {"there is no operation ", operation, " for rows in columns"});
    }
    return found.run_rows(*session_, request, columns);
  });
}

ordered_json Service::call(std::string_view operation, const json& request, std::string_view bytes) {
  return answered([&] {
    const Operation& found = named(operation);
    if (found.run_bytes == nullptr) {
      report::throw_error(ErrorType::argument, "unknown-operation", "", {"there is no operation ", operation, " for bytes"});
    }
    return found.run_bytes(*session_, request, bytes);
  });
}

ordered_json Service::call(std::string_view operation, const json& request, const AddUp& asked) {
  return answered([&] {
    const Operation& found = named(operation);
    if (found.run_elsewhere == nullptr) {
      report::throw_error(ErrorType::argument, "unknown-operation", "",
                          {"there is no operation ", operation, " for rows that are elsewhere"});
    }
    return found.run_elsewhere(*session_, request, asked);
  });
}

}  // namespace expost::operations
