#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/checked_model.hpp"
#include "check/loaded_report.hpp"
#include "check/record_text.hpp"
#include "check/report_series.hpp"
#include "documents/handles.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/report.hpp"
#include "service/self_test.hpp"
#include "service/session.hpp"

namespace expost::operations {
namespace {

/// More than anybody publishes; series bounds compare every two of them.
constexpr std::size_t most_reports = 1000;

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

/// Returns a handle to add a path's bytes to, or null where the report leaves none to a file.
ordered_json open_path(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"report"});
  const json& of_report = request.required("report");
  report::Report report = report::read_report(of_report);
  const std::optional<report::PathFile> file = report::path_file(report);
  if (!file) {
    return ObjectWriter().put_null("path").take();
  }
  const int handle = session.next_handle();
  session.paths.emplace(handle, AwaitedPath{of_report, std::move(report), file->bytes, {}});
  return ObjectWriter()
      .put_count("path", handle)
      .put_text("name", file->name)
      .put_count("bytes", static_cast<std::int64_t>(file->bytes))
      .take();
}

ordered_json add_path(Session& session, const json& document, std::string_view bytes) {
  const Request request(document);
  request.allow_only({"path"});
  AwaitedPath& path = held(session.paths, request, "path")->second;
  if (bytes.size() > path.size - path.bytes.size()) {
    const std::string name = report::path_file(path.report)->name;
    path.bytes.clear();
    report::throw_error(ErrorType::report, "too-large", "/release/iterates/sha256",
                        {"asks for ", name, ", which has ", path.size, " bytes uncompressed, but there are more"});
  }
  path.bytes.reserve(path.size);
  path.bytes.insert(path.bytes.end(), bytes.begin(), bytes.end());
  return ObjectWriter().put_count("left", static_cast<std::int64_t>(path.size - path.bytes.size())).take();
}

ordered_json free_path(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"path"});
  session.paths.erase(held(session.paths, request, "path"));
  return ordered_json::object();
}

/// The report whose path has come. Its handle is used up, whether it is the report's or not.
std::unique_ptr<LoadedReport> completed(Session& session, const Request& request) {
  const auto held_path = held(session.paths, request, "path");
  AwaitedPath path = std::move(held_path->second);
  session.paths.erase(held_path);
  report::take_path(path.report, std::move(path.bytes));
  return std::make_unique<LoadedReport>(std::move(path.report), path.document);
}

ordered_json load_report(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"report", "path"});
  std::unique_ptr<LoadedReport> report = request.has("path") && !request.has("report")
                                             ? completed(session, request)
                                             : std::make_unique<LoadedReport>(request.required("report"));
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

ordered_json bound_reports(Session& session, const json& document) {
  const Request request(document);
  const json& handles = request.required("reports");
  if (!handles.is_array() || handles.size() < 2 || handles.size() > most_reports) {
    request.refuse("reports", "wrong-length", "must be a list of 2 to 1000 reports");
  }
  std::vector<LoadedReport*> reports;
  for (const json& handle : handles) {
    reports.push_back(&session.report({{"report", handle}}));
  }
  return bound_series(reports, request);
}

constexpr Operation a_persons[] = {
    {"self-test", [](Session&, const json&) { return ObjectWriter().put_count("checks", self_test()).take(); }},
    {"open-path", open_path},
    {.name = "add-path", .run_bytes = add_path},
    {"free-path", free_path},
    {"load-report", load_report},
    {"free-report", free_report},
    {"bound", [](Session& session, const json& request) { return session.report(request).bound(request); }},
    {"check", [](Session& session, const json& request) { return session.report(request).check(request); }},
    {"bound-series", bound_reports},
    {"promise", [](Session& session, const json& request) { return session.report(request).promise(request); }},
    {"release-cost",
     [](Session& session, const json& request) {
       Request(request).allow_only({"report"});
       return release_cost_document(session.report(request));
     }},
    {"posterior", [](Session&, const json& request) { return posterior(Request(request)); }},
    {"read-records", [](Session&, const json& request) { return records_in_text(Request(request)); }},
};

}  // namespace

Operations check_operations() {
  return a_persons;
}

}  // namespace expost::operations
