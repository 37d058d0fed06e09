// The heading and `failureProbability`, of reports and studies alike (report-format.md).
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "document.hpp"
#include "expost/report/heading.hpp"
#include "expost/report/limits.hpp"
#include "parts.hpp"

namespace expost::report {

/// The keys of a heading, for Object::allow.
inline constexpr std::array heading_keys{"title", "description", "publisher", "published", "unit"};

/// The keys of a publisher's `x-links`, in the order they are written.
inline constexpr std::array publisher_link_keys{"privacy", "rights", "optOut"};

[[nodiscard]] Publisher read_publisher(const Node& node, const Parts& parts);

/// Whether `published` must be stated.
enum class PublishedRule { required, optional };

/// Reads into an empty heading, in the order of its keys.
void read_heading(const Object& object, PublishedRule rule, Heading& heading, const Parts& parts = {});

/// Adds the keys of the heading to a document, in their order.
void write_heading(nlohmann::ordered_json& document, const Heading& heading);

/// `failureProbability`, at most limits::largest_failure_probability; none where the key isn't
/// there.
[[nodiscard]] std::optional<double> read_failure_probability(const Object& object);

}  // namespace expost::report
