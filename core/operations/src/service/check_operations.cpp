#include <memory>
#include <optional>
#include <utility>

#include "check/checked_model.hpp"
#include "check/loaded_report.hpp"
#include "check/record_text.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/operations/operations.hpp"
#include "service/self_test.hpp"
#include "service/session.hpp"

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

ordered_json load_report(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"report"});
  auto report = std::make_unique<LoadedReport>(request.required("report"));
  ordered_json summary = report->summary();
  const int handle = session.next_handle();
  session.reports.emplace(handle, std::move(report));
  return ObjectWriter().put_count("handle", handle).put("summary", std::move(summary)).take();
}

ordered_json free_report(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"report"});
  const auto report = held(session.reports, request, "report");
  if (session.curator) {
    session.curator->forget(*report->second);
  }
  session.reports.erase(report);
  return ordered_json::object();
}

constexpr Operation a_persons[] = {
    {"self-test", [](Session&, const json&) { return ObjectWriter().put_count("checks", self_test()).take(); }},
    {"load-report", load_report},
    {"free-report", free_report},
    {"bound", [](Session& session, const json& request) { return session.report(request).bound(request); }},
    {"check", [](Session& session, const json& request) { return session.report(request).check(request); }},
    {"promise", [](Session& session, const json& request) { return session.report(request).promise(request); }},
    {"release-cost",
     [](Session& session, const json& request) {
       Request(request).allow_only({"report"});
       return release_cost_document(session.report(request));
     }},
    {"posterior", [](Session&, const json& request) { return posterior(Request(request)); }},
    {"read-record", [](Session&, const json& request) { return record_in_text(Request(request)); }},
};

}  // namespace

Operations check_operations() {
  return a_persons;
}

}  // namespace expost::operations
