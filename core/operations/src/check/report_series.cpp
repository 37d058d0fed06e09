#include "check/report_series.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/sentence.hpp"
#include "expost/series/series_bound.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A ρ of the whole that still is one.
constexpr double largest_failure = 0.999;

std::string place_of(const char* list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

// A publication that stands there twice revealed once what it revealed, and noise from one seed
// isn't drawn twice.
void require_fresh(const std::vector<LoadedReport*>& reports) {
  for (std::size_t later = 0; later < reports.size(); ++later) {
    for (std::size_t i = 0; i < later; ++i) {
      if (reports[i]->publication() == reports[later]->publication()) {
        report::throw_error(
            ErrorType::argument, "duplicate", place_of("reports", later),
            {"report ", later + 1, " is the same publication as report ", i + 1, ", which counts once: give it once"});
      }
      if (reports[i]->seed() && reports[i]->seed() == reports[later]->seed()) {
        report::throw_error(ErrorType::argument, "same-seed", place_of("reports", later),
                            {"report ", later + 1, " has its noise from the same seed as report ", i + 1,
                             ": together they may reveal everything, and no bound holds"});
      }
    }
  }
}

/// The part of a record that each report has fields for. Anything but an object is left for the
/// reports to refuse.
std::vector<json> shares_of(const json& record, const std::vector<LoadedReport*>& reports) {
  if (!record.is_object()) {
    return std::vector<json>(reports.size(), record);
  }
  std::vector<json> shares(reports.size(), json::object());
  std::set<std::string> taken;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const std::string& name : reports[i]->record_keys()) {
      const auto found = record.find(name);
      if (found != record.end()) {
        shares[i][name] = *found;
        taken.insert(name);
      }
    }
  }
  for (const auto& [name, value] : record.items()) {
    if (taken.count(name) == 0) {
      report::throw_error(ErrorType::record, "unknown-key", "/record",
                          {report::Phrase::quoted(name), " is not a field of any of the reports"});
    }
  }
  return shares;
}

std::vector<json> records_of(const Request& request, const std::vector<LoadedReport*>& reports) {
  if (request.has("record")) {
    return shares_of(request.required("record"), reports);
  }
  const json& given = request.required("records");
  if (!given.is_array() || given.size() != reports.size()) {
    request.refuse("records", "wrong-length", "must be a list with one record for each report");
  }
  return {given.begin(), given.end()};
}

}  // namespace

ordered_json bound_series(const std::vector<LoadedReport*>& reports, const Request& request) {
  request.allow_only({"reports", "record", "records", "options"});
  static const json none;
  const json& options = request.has("options") ? request.required("options") : none;
  require_fresh(reports);
  const BoundOptions chosen = reports.front()->options_in(options);
  if (chosen.method == Method::redberg2021) {
    throw_error(ErrorType::argument, "unsupported", "/options/method",
                "/options/method must be \"sharp\" for several reports: the papers' own bound is for one");
  }
  const std::vector<json> records = records_of(request, reports);
  ordered_json::array_t bounds;
  double failure = 0;
  bool never_fails = true;
  std::vector<SeriesTerm> terms;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    try {
      ordered_json bound = reports[i]->bound({{"record", records[i]}, {"options", options}});
      const double own = bound.at("total").at("failureProbability").get<double>();
      never_fails = never_fails && own == 0;
      if (i == 0) {
        failure = own > 0 ? std::min(own, largest_failure) : chosen.failure_probability;
      }
      terms.push_back(reports[i]->series_term(records[i], chosen, series_failure(failure, static_cast<int>(i) + 1)));
      bounds.push_back(std::move(bound));
    } catch (const Error& error) {
      if (error.type() != ErrorType::record) {
        throw;
      }
      throw Error(error.type(), error.code(), place_of("records", i) + error.pointer(), error.what());
    }
  }
  const bool rows = chosen.uniformity.kind == Uniformity::Kind::rows;
  const Interval loss = series_bound(terms, chosen.member, failure, rows ? chosen.uniformity.count : 1);
  return ObjectWriter()
      .put("bounds", ordered_json(std::move(bounds)))
      .put("total", ObjectWriter()
                        .put("upper", std::max(-loss.lower, loss.upper))
                        .put("failureProbability", never_fails ? 0 : failure)
                        .put_ends("loss", loss))
      .take();
}

}  // namespace expost::operations
