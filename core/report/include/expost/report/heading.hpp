// The texts at the top of a report, and of the study that it comes from (report-format.md).
#pragma once

#include <optional>
#include <string>

namespace expost::report {

struct Publisher {
  std::string name;
  std::string contact;  ///< empty: none stated
  bool operator==(const Publisher&) const = default;
};

/// Says what a model is about, and whose it is.
struct Heading {
  std::string title;
  std::string description;  ///< may be empty
  std::optional<Publisher> publisher;
  std::string published;  ///< YYYY-MM-DD; a study may leave it empty: the day of publishing
  std::string unit;       ///< whom the report is about: "one person, one row"
  bool operator==(const Heading&) const = default;
};

}  // namespace expost::report
