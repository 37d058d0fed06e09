#include "expost/descent/descent_terms.hpp"

#include <array>
#include <cmath>

#include "descent/log_moments.hpp"
#include "descent/terms_checks.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

constexpr int lowest_tilt = -20;
constexpr int highest_tilt = 200;
/// Values this close to the least are as good: which of them is chosen must not hang on rounding.
constexpr double tie = 1e-12;

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

int first_tilt(const DescentTerms& terms) {
  require_terms(terms);
  LogMoments moments(terms.cap, terms.rate);
  std::array<double, highest_tilt - lowest_tilt + 1> values;
  double least = infinity;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double lambda = tilt(lowest_tilt + static_cast<int>(i));
    values[i] = (terms.steps * moments.at(1 + lambda) + log_level(terms)) / lambda;
    least = std::fmin(least, values[i]);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= least * (1 + tie)) {
      return lowest_tilt + static_cast<int>(i);
    }
  }
  throw_error(ErrorType::numerics, "not-a-number", "", "the first tilt of a bound came out as no number");
}

}  // namespace expost
