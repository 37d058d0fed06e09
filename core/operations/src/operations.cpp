#include "expost/operations/operations.hpp"

#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <string>

#include "expost/gaussian.hpp"
#include "expost/goe.hpp"
#include "expost/posterior.hpp"
#include "loaded_report.hpp"
#include "names.hpp"
#include "plan.hpp"
#include "request.hpp"
#include "self_test.hpp"
#include "study_data.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

bool has_nan(const ordered_json& document) {
  if (document.is_number_float()) {
    return std::isnan(document.get<double>());
  }
  if (document.is_structured()) {
    for (const ordered_json& part : document) {
      if (has_nan(part)) {
        return true;
      }
    }
  }
  return false;
}

ordered_json failure(const std::string& type, const std::string& code, const std::string& pointer, const std::string& message) {
  return {{"ok", false}, {"error", {{"type", type}, {"code", code}, {"pointer", pointer}, {"message", message}}}};
}

template <class Holders>
auto held(Holders& holders, const Request& request, const char* key) {
  const auto found = holders.find(request.integer(key, 1, std::numeric_limits<int>::max()));
  if (found == holders.end()) {
    throw Error(Fault::argument, "freed", request.place(key), std::string("the ") + key + " was freed or never loaded");
  }
  return found;
}

ordered_json goe_quantile(const Request& request) {
  request.allow_only({"dimension", "tail"});
  const int dimension = request.integer("dimension", 1, goe_maximum_dimension);
  const double tail = request.number("tail");
  return {{"dimension", dimension}, {"tail", tail}, {"quantile", goe_upper_quantile(dimension, tail)}};
}

ordered_json gaussian_noise(const Request& request) {
  request.allow_only({"epsilon", "delta", "sensitivity"});
  const double epsilon = request.number("epsilon");
  const double delta = request.number("delta");
  const double sensitivity = request.number("sensitivity");
  if (!(epsilon > 0 && std::isfinite(epsilon))) {
    request.refuse("epsilon", "out-of-range", "must be a number above 0");
  }
  return {{"epsilon", epsilon}, {"delta", delta}, {"sensitivity", sensitivity}, {"sigma", gaussian_sigma(epsilon, delta, sensitivity)}};
}

ordered_json posterior(const Request& request) {
  request.allow_only({"epsilon", "prior"});
  const Interval interval = posterior_interval(request.number("epsilon"), request.number("prior"));
  return {{"lower", interval.lower}, {"upper", interval.upper}};
}

}  // namespace

Service::Service() = default;
Service::~Service() = default;

ordered_json Service::call(std::string_view operation, const json& request) {
  try {
    ordered_json value = perform(operation, request);
    if (has_nan(value)) {
      return failure("internal", "not-a-number", "", "a number could not be computed, so none is shown; this is a fault of ours");
    }
    return {{"ok", true}, {"value", std::move(value)}};
  } catch (const Error& error) {
    return failure(name_of(error.fault()), error.code(), error.pointer(), error.what());
  } catch (const std::bad_alloc&) {
    return failure("internal", "out-of-memory", "", "the memory that this needs could not be had");
  } catch (const std::exception& error) {
    return failure("internal", "unexpected", "", error.what());
  } catch (...) {
    return failure("internal", "unexpected", "", "an unknown fault in the library");
  }
}

ordered_json Service::perform(std::string_view operation, const json& document) {
  const Request request(document);
  if (operation == "self-test") {
    return {{"checks", self_test()}};
  }
  if (operation == "load-report") {
    request.allow_only({"report"});
    auto report = std::make_unique<LoadedReport>(request.required("report"));
    ordered_json summary = report->summary();
    const int handle = next_handle_++;
    reports_.emplace(handle, std::move(report));
    return {{"handle", handle}, {"summary", std::move(summary)}};
  }
  if (operation == "bound") {
    return held(reports_, request, "report")->second->bound(document);
  }
  if (operation == "record-faults") {
    return held(reports_, request, "report")->second->record_faults(document);
  }
  if (operation == "bound-rows") {
    return held(reports_, request, "report")->second->bound_rows(document);
  }
  if (operation == "free-report") {
    request.allow_only({"report"});
    reports_.erase(held(reports_, request, "report"));
    return ordered_json::object();
  }
  if (operation == "posterior") {
    return posterior(request);
  }
  if (operation == "plan") {
    return plan(document);
  }
  if (operation == "goe-quantile") {
    return goe_quantile(request);
  }
  if (operation == "gaussian-sigma") {
    return gaussian_noise(request);
  }
  if (operation == "open-study") {
    auto data = std::make_unique<StudyData>(document);
    const auto dimension = data->dimension();
    const int handle = next_handle_++;
    data_.emplace(handle, std::move(data));
    return {{"data", handle}, {"dimension", dimension}};
  }
  if (operation == "append-rows") {
    return held(data_, request, "data")->second->append(document);
  }
  if (operation == "publish") {
    return held(data_, request, "data")->second->publish(document);
  }
  if (operation == "audit") {
    return held(data_, request, "data")->second->audit(document, *held(reports_, request, "report")->second);
  }
  if (operation == "free-data") {
    request.allow_only({"data"});
    data_.erase(held(data_, request, "data"));
    return ordered_json::object();
  }
  throw Error(Fault::argument, "unknown-operation", "", "there is no operation " + std::string(operation));
}

}  // namespace expost::operations
