#include <memory>
#include <optional>
#include <utility>

#include "check/checked_model.hpp"
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

ordered_json release_cost_document(const LoadedReport& loaded) {
  BoundOptions options;
  options.release_cost_failure_probability = loaded.report().failure_probability;
  const std::optional<LargestReleaseCost> cost = loaded.model().release_cost(options);
  if (!cost) {
    return ObjectWriter().put_null("cost").take();
  }
  return ObjectWriter()
      .put("cost", ObjectWriter()
                       .put("expost", cost->expost)
                       .put("failureProbability", options.release_cost_failure_probability)
                       .put("pdp", ObjectWriter().put("epsilon", cost->pdp).put("delta", options.release_cost_delta))
                       .put_flag("attained", cost->attained))
      .take();
}

}  // namespace

CheckService::CheckService() = default;
CheckService::~CheckService() = default;

ordered_json CheckService::call(std::string_view operation, const json& request) {
  return answered([&] { return perform(operation, request); });
}

LoadedReport& CheckService::loaded_report(const json& request) {
  return *held(reports_, Request(request), "report")->second;
}

ordered_json CheckService::perform(std::string_view operation, const json& document) {
  const Request request(document);
  if (operation == "self-test") {
    return ObjectWriter().put_count("checks", self_test()).take();
  }
  if (operation == "load-report") {
    request.allow_only({"report"});
    auto report = std::make_unique<LoadedReport>(request.required("report"));
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
  if (operation == "release-cost") {
    request.allow_only({"report"});
    return release_cost_document(loaded_report(document));
  }
  report::throw_error(ErrorType::argument, "unknown-operation", "", {"there is no operation ", operation});
}

}  // namespace expost::operations
