// Options of a bound, from a request and the report's own defaults.
#pragma once

#include "documents/request.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/report/report.hpp"

namespace expost::operations {

/// member, method, failureProbability, uniform, releaseCostDelta, releaseCostFailureProbability;
/// unknown keys are refused.
[[nodiscard]] BoundOptions read_bound_options(const nlohmann::json& options, const report::Report& report);

}  // namespace expost::operations
