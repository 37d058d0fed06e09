#include "check/bound_options.hpp"

#include <cmath>

namespace expost::operations {
namespace {

Uniformity read_uniformity(const Request& request) {
  const nlohmann::json* value = request.find("uniform");
  if (value == nullptr || *value == "one") {
    return {};
  }
  if (*value == "all") {
    return {Uniformity::Kind::all, 1};
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
  request.allow_only({"member", "method", "failureProbability", "uniform", "overheadDelta", "overheadFailureProbability"});
  BoundOptions result;
  const std::string method = request.optional_text("method").value_or("sharp");
  if (method != "sharp" && method != "paper") {
    request.refuse("method", "unknown-name", "must be \"sharp\" or \"paper\"");
  }
  result.method = method == "sharp" ? Method::sharp : Method::paper;
  const std::string member = request.optional_text("member").value_or("unknown");
  if (member != "in" && member != "out" && member != "unknown") {
    request.refuse("member", "unknown-name", "must be \"in\", \"out\" or \"unknown\"");
  }
  result.member = member == "in" ? Membership::in : member == "out" ? Membership::out : Membership::unknown;
  result.failure_probability = request.optional_number("failureProbability").value_or(report.failure_probability);
  result.overhead_delta = request.optional_number("overheadDelta")
                              .value_or(report.guarantee && report.guarantee->delta > 0 ? report.guarantee->delta : 1e-6);
  result.overhead_failure_probability =
      request.optional_number("overheadFailureProbability").value_or(result.failure_probability);
  result.uniformity = read_uniformity(request);
  return result;
}

}  // namespace expost::operations
