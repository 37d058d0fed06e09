#include "expost/descent/descent_terms.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "descent/log_moments.hpp"
#include "descent/mixture.hpp"
#include "descent/terms_checks.hpp"
#include "descent/tilt_choice.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// Values this close to the least are as good: which of them is chosen must not hang on rounding.
constexpr double tie = 1e-12;
/// Covers what values are off by (section 5), and the tie.
constexpr double value_error = 1e-9;

}  // namespace

void require_terms(const DescentTerms& terms) {
  if (!(terms.rate > 0 && terms.rate <= 1)) {
    refuse_argument("", "the sampling rate", "must be above 0 and at most 1");
  }
  if (!(terms.steps >= 1 && terms.steps < infinity)) {
    refuse_argument("", "the number of steps", "must be at least 1");
  }
  if (!(terms.cap >= 0 && terms.cap < infinity)) {
    refuse_argument("", "the largest norm of a step", "must be a number from 0");
  }
  require_probability(terms.failure, "", "the failure probability");
}

double log_level(const DescentTerms& terms) {
  return ln2 - elementary::log(terms.failure);
}

double tilt(int j) {
  const int half = j >= 0 ? j / 2 : -((1 - j) / 2);
  return std::ldexp(j - 2 * half == 0 ? 1.0 : sqrt2, half);
}

TiltValues tilt_values(const DescentTerms& terms) {
  require_terms(terms);
  LogMoments moments(terms.cap, terms.rate);
  TiltValues values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double lambda = tilt(lowest_tilt + static_cast<int>(i));
    values[i] = (terms.steps * moments.at(1 + lambda) + log_level(terms)) / lambda;
  }
  return values;
}

// Values are A's, right to a few digits less than doubles have, and rise with s_z.
std::vector<int> first_tilts_between(const TiltValues& low, const TiltValues& high) {
  const double least = *std::min_element(high.begin(), high.end());
  std::vector<int> tilts;
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (low[i] <= least * (1 + value_error)) {
      tilts.push_back(lowest_tilt + static_cast<int>(i));
    }
  }
  return tilts;
}

double largest_by_cap(const DescentTerms& terms, const TiltValues& high) {
  const double least = *std::min_element(high.begin(), high.end());
  return raised(least * (1 + value_error) * (1 - elementary::log(tilt_weight(0)) / log_level(terms)));
}

int first_tilt(const DescentTerms& terms) {
  const TiltValues values = tilt_values(terms);
  double least = infinity;
  for (const double value : values) {
    least = std::fmin(least, value);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= least * (1 + tie)) {
      return lowest_tilt + static_cast<int>(i);
    }
  }
  throw_error(ErrorType::numerics, "not-a-number", "", "the first tilt of a bound came out as no number");
}

}  // namespace expost
