#include "expost/series/series_bound.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/signed_interval.hpp"
#include "descent/mixture.hpp"
#include "descent/tilt_search.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// An event's share of ρ; the publications' own bounds have half of it.
constexpr double event_share = 0.25;
/// The place of j₀ among the 64 tilts.
constexpr int middle_tilt = tilt_count / 2 - 1;

/// The loss of one publication, where the alternative may have the same membership: then it is 0.
Interval with_none(Interval loss) {
  return {std::min(loss.lower, 0.0), std::max(loss.upper, 0.0)};
}

Interval sum_of(Interval a, Interval b) {
  return {-sum_above(-a.lower, -b.lower), sum_above(a.upper, b.upper)};
}

/// Whichever is smaller, at each end.
Interval narrower(Interval a, Interval b) {
  return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// All reports of objective perturbation under one event: the length of their normal variables.
Interval linear_together(const std::vector<const LinearPart*>& parts, Membership member, double failure) {
  Interval determinant = {0, 0};
  double squares = 0;
  double slack = 0;
  int variables = 0;
  for (const LinearPart* part : parts) {
    determinant = sum_of(determinant, with_none(of_membership(member, part->determinant_in, part->determinant_out)));
    squares = sum_above(squares, upwards(part->length * part->length));
    slack = sum_above(slack, part->slack);
    variables += part->variables;
  }
  const double length = raised(std::sqrt(squares));
  // A union over the number of variables, which may depend on what was published.
  const double tail = 2 * failure / (static_cast<double>(variables) * (variables + 1));
  const double chi = raised(std::sqrt(chi_squared_upper_quantile(variables, tail)));
  const double up = raised(0.5 * length * length + length * chi) + slack;
  const double turn = std::min(chi, length);
  const double down = 0.5 * turn * turn - turn * chi - few_roundings * (turn * turn + turn * chi) - slack;
  return sum_of(determinant, {down, up});
}

/// All steps of all paths as one composition.
Interval paths_together(const std::vector<const PathPart*>& parts, Membership member, double failure) {
  const auto first_that_moves =
      std::find_if(parts.begin(), parts.end(), [](const PathPart* part) { return part->terms.cap > 0; });
  if (first_that_moves == parts.end()) {
    return {0, 0};
  }
  DescentTerms terms = (*first_that_moves)->terms;
  terms.failure = failure;
  const int first = first_tilt(terms) - middle_tilt;
  const double level = ln2 - elementary::log(failure);
  double added = 0;
  for (const PathPart* part : parts) {
    added = sum_above(added, part->added);
  }
  const auto reach = [&](PathEnd of_member, PathEnd of_others) {
    return reach_near(of_member, first, level, middle_tilt, centred_weight, [&](int k) {
      double sum = 0;
      for (const PathPart* part : parts) {
        const double in = member == Membership::out ? 0 : part->log_moments(of_member, first + k);
        const double out = member == Membership::in ? 0 : part->log_moments(of_others, first + k);
        sum += std::max(in, out);
      }
      return sum;
    });
  };
  return {-reach(PathEnd::in_below, PathEnd::out_below) - added, reach(PathEnd::in_above, PathEnd::out_above) + added};
}

}  // namespace

double series_failure(double failure, int place) {
  return failure * (1 - 2 * event_share) / (static_cast<double>(place) * (place + 1.0));
}

Interval series_bound(const std::vector<SeriesTerm>& terms, Membership member, double failure, double records) {
  require_probability(failure, "/failureProbability", "the failure probability");
  if (!(records >= 1 && records < infinity)) {
    refuse_argument("", "the number of records", "must be 1 or more");
  }
  Interval rest = {0, 0};
  Interval linear_apart = {0, 0};
  Interval paths_apart = {0, 0};
  std::vector<const LinearPart*> linear;
  std::vector<const PathPart*> paths;
  for (const SeriesTerm& term : terms) {
    const Interval own = with_none(of_membership(member, term.in, term.out));
    if (const auto* const of_model = std::get_if<LinearPart>(&term.part)) {
      linear.push_back(of_model);
      linear_apart = sum_of(linear_apart, own);
    } else if (const auto* const of_path = std::get_if<PathPart>(&term.part)) {
      paths.push_back(of_path);
      paths_apart = sum_of(paths_apart, own);
    } else {
      rest = sum_of(rest, own);
    }
  }
  const double share = event_share * failure / records;
  if (linear.size() > 1) {
    linear_apart = narrower(linear_apart, linear_together(linear, member, share));
  }
  if (paths.size() > 1) {
    paths_apart = narrower(paths_apart, paths_together(paths, member, share));
  }
  return sum_of(rest, sum_of(linear_apart, paths_apart));
}

}  // namespace expost
