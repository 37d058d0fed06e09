// The heading and `failureProbability`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>

#include "expost/accounting/group_privacy.hpp"
#include "expost/report/heading.hpp"
#include "members.hpp"

namespace expost::report {

inline constexpr auto publisher_link_members = members_of<PublisherLinks>(
    optional_key("privacy", &PublisherLinks::privacy, Address{}, "The publisher's treatment of data about people."),
    optional_key("rights", &PublisherLinks::rights, Address{}, "Ways to ask for access, to object, to have data erased."),
    optional_key("optOut", &PublisherLinks::opt_out, Address{}, "Ways to stay out of the next publication."));
inline constexpr auto publisher_links =
    nested("PublisherLinks", "an object with privacy, rights or optOut",
           "Pages of the publisher for the people whose records were used.", publisher_link_members);

inline constexpr auto publisher_members =
    members_of<Publisher>(required_key("name", &Publisher::name, Text{{limits::name}}, "The publisher."),
                          optional_key("contact", &Publisher::contact, Text{{limits::name}}, "Their address."),
                          optional_key("x-links", &Publisher::links, publisher_links, "Pages for the people in the data."));
inline constexpr auto publisher = nested("Publisher", "an object with a name", nullptr, publisher_members);

/// The keys of a heading; whether `published` must be stated.
[[nodiscard]] constexpr auto heading_members(Presence published) {
  return members_of<Heading>(
      required_key("title", &Heading::title, Text{{limits::title}}, "One line."),
      optional_key("description", &Heading::description, Text{{limits::description, false}}, "Says what the model is for."),
      optional_key("publisher", &Heading::publisher, publisher, "The publisher of the report."),
      Member<Heading, std::string, Date>{"published", &Heading::published, {}, published, "The day of publishing."},
      required_key("unit", &Heading::unit, Text{{limits::unit}},
                   "Whom one unit of privacy stands for, as in: one person, one row."),
      optional_key("membership", &Heading::membership, Text{{limits::title}},
                   "True of everyone whose record was used, in one sentence."),
      optional_key("people", &Heading::people, RoundNumber{},
                   "How many people it is about, roughly: a round number that was fixed before the data were counted."));
}
inline constexpr auto report_heading = heading_members(Presence::required);
inline constexpr auto study_heading = heading_members(Presence::optional);

/// `rows` of a person.
inline constexpr Whole<int> person_rows{"a whole number from 1 to 2^20", 1, most_rows_of_a_person};

/// `failureProbability`.
inline constexpr Probability failure_probability{false, limits::largest_failure_probability, "0.05 or less"};

}  // namespace expost::report
