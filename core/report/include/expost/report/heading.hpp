// The texts at the top of a report, and of the study that it comes from (report-format.md).
#pragma once

#include <optional>
#include <string>

namespace expost::report {

/// Pages of a publisher for the people whose records were used: absolute https addresses in
/// printable ASCII, without a user name. Empty: none stated.
struct PublisherLinks {
  std::string privacy;  ///< how the publisher treats data about people
  std::string rights;   ///< how to ask for access, to object, to have data erased
  std::string opt_out;  ///< how to keep one's record out of the next publication
  bool operator==(const PublisherLinks&) const = default;
};

struct Publisher {
  std::string name;
  std::string contact;  ///< empty: none stated
  PublisherLinks links;
  bool operator==(const Publisher&) const = default;
};

/// Says what a model is about, and whose it is.
struct Heading {
  std::string title;
  std::string description;  ///< may be empty
  std::optional<Publisher> publisher;
  std::string published;         ///< YYYY-MM-DD; a study may leave it empty: the day of publishing
  std::string unit;              ///< whom the report is about: "one person, one row"
  std::string membership;        ///< what being in it tells, in one sentence; empty: not stated
  std::optional<double> people;  ///< how many it is about, a round number fixed beforehand
  bool operator==(const Heading&) const = default;
};

}  // namespace expost::report
