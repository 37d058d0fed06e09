#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "check/loaded_report.hpp"
#include "documents/names.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/operations/operations.hpp"
#include "service/handles.hpp"
#include "service/self_test.hpp"

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
  return ObjectWriter()
      .put_flag("ok", false)
      .put("error", ObjectWriter()
                        .put_text("type", type)
                        .put_text("code", code)
                        .put_text("pointer", pointer)
                        .put_text("message", message))
      .take();
}

ordered_json posterior(const Request& request) {
  request.allow_only({"epsilon", "prior"});
  const Interval interval = posterior_interval(request.number("epsilon"), request.number("prior"));
  return ObjectWriter().put("lower", interval.lower).put("upper", interval.upper).take();
}

}  // namespace

PersonService::PersonService() = default;
PersonService::~PersonService() = default;

ordered_json PersonService::call(std::string_view operation, const json& request) {
  try {
    ordered_json value = perform(operation, request);
    if (has_nan(value)) {
      return failure("internal", "not-a-number", "",
                     "a number could not be computed, so none is shown; this is an internal error");
    }
    return ObjectWriter().put_flag("ok", true).put("value", std::move(value)).take();
  } catch (const Error& error) {
    return failure(name_of(error.type()), error.code(), error.pointer(), error.what());
  } catch (const std::bad_alloc&) {
    return failure("internal", "out-of-memory", "", "the memory that this needs could not be had");
  } catch (const std::exception& error) {
    return failure("internal", "unexpected", "", error.what());
  } catch (...) {
    return failure("internal", "unexpected", "", "an unknown error in the library");
  }
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
  if (operation == "free-report") {
    request.allow_only({"report"});
    reports_.erase(held(reports_, request, "report"));
    return ordered_json::object();
  }
  if (operation == "posterior") {
    return posterior(request);
  }
  throw Error(ErrorType::argument, "unknown-operation", "", "there is no operation " + std::string(operation));
}

}  // namespace expost::operations
