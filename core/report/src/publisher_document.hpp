// `publisher` and `failureProbability`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "document.hpp"
#include "expost/report/features.hpp"

namespace expost::report {

[[nodiscard]] Publisher read_publisher(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_publisher(const Publisher& publisher);

/// `failureProbability`, at most limits::largest_failure_probability; none where the key isn't
/// there.
[[nodiscard]] std::optional<double> read_failure_probability(const Object& object);

}  // namespace expost::report
