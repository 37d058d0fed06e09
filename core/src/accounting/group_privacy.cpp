#include "expost/accounting/group_privacy.hpp"

#include <algorithm>
#include <cmath>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// Beyond, halves of ε may be no doubles; below, products of δ lose digits.
constexpr double largest_split = 0x1p900;
constexpr double smallest_exact = 0x1p-900;
/// 2^27 + 1: a double's first 26 binary digits (Veltkamp).
constexpr double splitter = 0x1p27 + 1;

void require_promise(const EpsilonDelta& promise, int rows) {
  if (!(promise.epsilon >= 0 && promise.epsilon < infinity)) {
    refuse_argument("", "the epsilon of a promise", "must be a number of 0 or more");
  }
  if (!(promise.delta >= 0 && promise.delta <= 1)) {
    refuse_argument("", "the delta of a promise", "must lie between 0 and 1");
  }
  if (!(rows >= 1 && rows <= most_rows_of_a_person)) {
    refuse_argument("", "the rows of a person", "must be a whole number from 1 to 2^20");
  }
}

/// kε, rounded up; exact where a double is.
double times_above(int k, double epsilon) {
  if (epsilon > largest_split) {
    return times_above(k, epsilon * 0x1p-100) * 0x1p100;
  }
  const double scaled = splitter * epsilon;
  const double high = scaled - (scaled - epsilon);
  return sum_above(k * high, k * (epsilon - high));
}

/// A bound from above on 1 + e^ε + … + e^{(k−1)ε} = e^{(k−1)ε}(1 − e^{−kε})/(1 − e^{−ε}), as a
/// product: the whole may be beyond every double where δ of it isn't. `total` ≥ kε.
struct Terms {
  double half;      ///< e^{(k−1)ε/2}
  double quotient;  ///< the rest

  Terms(int k, double epsilon, double total)
      : half(raised(elementary::exp(sum_above(total, -epsilon) / 2))),
        quotient(epsilon > 0 ? raised(elementary::expm1(-total) / elementary::expm1(-epsilon)) : k) {}

  [[nodiscard]] double times(double delta) const {
    if (!(delta > 0)) {
      return 0;
    }
    const double scale = delta < smallest_exact ? 0x1p500 : 1;
    return std::min(1.0, std::nextafter(upwards(delta * scale * half * quotient * half) / scale, infinity));
  }
};

}  // namespace

EpsilonDelta group_promise(const EpsilonDelta& row, int rows) {
  require_promise(row, rows);
  if (rows == 1) {
    return row;
  }
  const double epsilon = times_above(rows, row.epsilon);
  return {epsilon, Terms(rows, row.epsilon, epsilon).times(row.delta)};
}

EpsilonDelta row_promise(const EpsilonDelta& person, int rows) {
  require_promise(person, rows);
  if (rows == 1) {
    return person;
  }
  EpsilonDelta row{person.epsilon / rows, 0};
  while (times_above(rows, row.epsilon) > person.epsilon) {
    row.epsilon = std::nextafter(row.epsilon, 0);
  }
  const Terms terms(rows, row.epsilon, times_above(rows, row.epsilon));
  row.delta = person.delta / terms.half / terms.quotient / terms.half;
  while (row.delta > 0 && terms.times(row.delta) > person.delta) {
    row.delta = std::min(lowered(row.delta), std::nextafter(row.delta, 0));
  }
  return row;
}

}  // namespace expost
