#include <string>
#include <utility>

#include "check/loaded_report.hpp"
#include "check/record_text.hpp"
#include "documents/handles.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/operations/operations.hpp"
#include "service/answered.hpp"
#include "service/self_test.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json posterior(const Request& request) {
  request.allow_only({"epsilon", "prior"});
  const Interval interval = posterior_interval(request.number("epsilon"), request.number("prior"));
  return ObjectWriter().put("lower", interval.lower).put("upper", interval.upper).take();
}

}  // namespace

PersonService::PersonService() = default;
PersonService::~PersonService() = default;

ordered_json PersonService::call(std::string_view operation, const json& request) {
  return answered([&] { return perform(operation, request); });
}

LoadedReport& PersonService::loaded_report(const json& request) {
  return *held(reports_, Request(request), "report")->second;
}

ordered_json PersonService::perform(std::string_view operation, const json& document) {
  const Request request(document);
  if (operation == "self-test") {
    return ObjectWriter().put_count("checks", self_test()).take();
  }
  if (operation == "load-report") {
    request.allow_only({"report"});
    auto report = std::make_unique<LoadedReport>(request.required("report"), model_check(), check_model());
    ordered_json summary = report->summary();
    const int handle = next_handle();
    reports_.emplace(handle, std::move(report));
    return ObjectWriter().put_count("handle", handle).put("summary", std::move(summary)).take();
  }
  if (operation == "bound") {
    return loaded_report(document).bound(document);
  }
  if (operation == "record-errors") {
    return loaded_report(document).record_errors(document);
  }
  if (operation == "read-record") {
    return record_in_text(request);
  }
  if (operation == "free-report") {
    request.allow_only({"report"});
    reports_.erase(held(reports_, request, "report"));
    return ordered_json::object();
  }
  if (operation == "posterior") {
    return posterior(request);
  }
  report::throw_error(ErrorType::argument, "unknown-operation", "", {"there is no operation ", operation});
}

}  // namespace expost::operations
