// The heading and `failureProbability`, of reports and studies alike (report-format.md).
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "document.hpp"
#include "expost/report/heading.hpp"
#include "expost/report/limits.hpp"

namespace expost::report {

/// The keys of a heading, for Object::allow.
inline constexpr std::array heading_keys{"title", "description", "publisher", "published", "unit"};

/// The keys of a publisher's `x-links`, in the order they are written.
inline constexpr std::array publisher_link_keys{"privacy", "rights", "optOut"};

[[nodiscard]] Publisher read_publisher(const Node& node);

/// Whether `published` must be stated.
enum class PublishedRule { required, optional };

/// Reads into an empty heading, in the order of its keys.
///
/// @param part  called with the reading of each text, and runs it: a study goes on after an error
template <class Part>
void read_heading(const Object& object, PublishedRule rule, Heading& heading, Part part) {
  part([&] { heading.title = object.text("title", {limits::title}); });
  part([&] { heading.description = object.optional_text("description", {limits::description, false}); });
  part([&] {
    if (const std::optional<Node> publisher = object.find("publisher")) {
      heading.publisher = read_publisher(*publisher);
    }
  });
  part([&] {
    if (rule == PublishedRule::required || object.find("published")) {
      heading.published = read_date(object.at("published", "a date like 2026-03-01"));
    }
  });
  part([&] { heading.unit = object.text("unit", {limits::unit}); });
}

/// Adds the keys of the heading to a document, in their order.
void write_heading(nlohmann::ordered_json& document, const Heading& heading);

/// `failureProbability`, at most limits::largest_failure_probability; none where the key isn't
/// there.
[[nodiscard]] std::optional<double> read_failure_probability(const Object& object);

}  // namespace expost::report
