#include "check/bound_options.hpp"

#include <cmath>

namespace expost::operations {
namespace {

Uniformity read_uniformity(const Request& request) {
  const nlohmann::json* value = request.find("uniform");
  if (value == nullptr) {
    return {};
  }
  if (const auto* const text = value->get_ptr<const std::string*>()) {
    if (*text == "one") {
      return {};
    }
    if (*text == "all") {
      return {Uniformity::Kind::all, 1};
    }
  }
  if (value->is_number()) {
    const double count = value->get<double>();
    if (count >= 1 && count <= 1e15 && count == std::floor(count)) {
      return {Uniformity::Kind::rows, count};
    }
  }
  request.refuse("uniform", "out-of-range", "must be \"one\", \"all\" or the number of records, a whole number of 1 or more");
}

}  // namespace

BoundOptions read_bound_options(const nlohmann::json& options, const report::Report& report) {
  const Request request(options, "/options");
  request.allow_only({"member", "method", "failureProbability", "uniform", "releaseCostDelta", "releaseCostFailureProbability",
                      "overheadDelta", "overheadFailureProbability"});
  // The keys' names in version 0.2 are read too.
  const auto number = [&request](const char* key, const char* earlier) {
    if (request.has(key) && request.has(earlier)) {
      request.refuse(earlier, "inconsistent", {"must be left out next to ", key, ", which is its new name"});
    }
    return request.optional_number(request.has(earlier) ? earlier : key);
  };
  BoundOptions result;
  result.method = request.choice("method", Method::sharp);
  result.member = request.choice("member", Membership::unknown);
  result.failure_probability = request.optional_number("failureProbability").value_or(report.failure_probability);
  result.release_cost_delta = number("releaseCostDelta", "overheadDelta")
                                  .value_or(report.guarantee && report.guarantee->delta > 0 ? report.guarantee->delta : 1e-6);
  result.release_cost_failure_probability =
      number("releaseCostFailureProbability", "overheadFailureProbability").value_or(result.failure_probability);
  result.uniformity = read_uniformity(request);
  return result;
}

}  // namespace expost::operations
