// One bound on what several publications revealed about one person together: a model a year, her
// record in all of them, in some or in none (docs/mathematics/bounds.md, 10.4).
#pragma once

#include <variant>
#include <vector>

#include "expost/bounds/linear_part.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/descent/path_part.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// A publication's part in an event over all of its kind; nothing where its own bound is all.
using SeriesPart = std::variant<std::monostate, LinearPart, PathPart>;

/// One publication of a series and one person.
struct SeriesTerm {
  Interval in;      ///< the loss of everything published of a member, with the ρ of `series_failure`
  Interval out;     ///< the same of a non-member
  SeriesPart part;  ///< in an event over all of its kind
};

/// Returns the ρ that the own bound of the `place`-th publication has to hold with: ρ/(2·i(i + 1)),
/// i = 1, 2, …, which add up to half of the `failure` of the whole series, however long it gets.
[[nodiscard]] double series_failure(double failure, int place);

/// Bounds the signed loss L of all publications of a series up to the last one of interest, in the
/// order in which they were drawn, in nats; 0 is in it. It holds with probability 1 − `failure`:
/// for records that were settled before their publication's noise, and an alternative membership
/// that is settled beforehand. How many publications there are, and their levels, may depend on
/// earlier ones. `records`: for how many records at once, 1 or more. Rounded outwards. Errors:
/// ErrorType::argument.
[[nodiscard]] Interval series_bound(const std::vector<SeriesTerm>& terms, Membership member, double failure, double records);

}  // namespace expost
