#include "descent/log_moments.hpp"

#include <algorithm>
#include <cmath>

#include "expost/descent/log_moment.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

constexpr double inverse_sqrt_two_pi = 0x1.9884533d43651p-2;
/// Beyond this exponent of the integrand a tilt is left out.
constexpr double largest_exponent = 300;
/// Standard deviations beyond a peak that the rule reaches: the rest is below 1e-27 of the whole.
constexpr double reach = 11;
/// The window follows the peak of a > 1 up to here only.
constexpr double farthest_peak = 64;
constexpr double tail_start = farthest_peak + reach;
/// A peak farther down has an exponent above 300: it is at least u²/2.
constexpr double lowest_peak = -24.6;
/// Smaller arguments would lose w² below the smallest double; A rises in both.
constexpr double smallest_argument = 1e-60;

template <class... Coefficients>
double polynomial(double x, double sum, Coefficients... others) {
  ((sum = sum * x + others), ...);
  return sum;
}

/// The distance of nodes. Branch points are at Im u = π/s. Small steps leave the integrand so close
/// to a normal density that fewer nodes are as good: with a curvature of at most 1 + 24.5s
/// (|a|s²p(1 − p) ≤ s|u*|) the rule's error is e^{−2π²/(h²(1 + 24.5s))} or less, below e^−44.
double node_distance(double s) {
  return s <= 0x1p-5 ? 0.5 : s <= 0.25 ? 0.25 : std::min(0.125, 0.375 / s);
}

/// e^y − 1 − y for |y| < ½, by its series to degree 16.
double exponential_rest(double y) {
  return y * y *
         polynomial(y, 1.0 / 20922789888000.0, 1.0 / 1307674368000.0, 1.0 / 87178291200.0, 1.0 / 6227020800.0,
                    1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040, 1.0 / 720,
                    1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2);
}

/// log(1 + w) − w for |w| < ½. Near 0 by log(1 + w) = 2 atanh r, r = w/(2 + w).
double logarithm_rest(double w) {
  if (std::fabs(w) >= 0.125) {
    return elementary::log1p(w) - w;
  }
  const double r = w / (2 + w);
  const double z = r * r;
  const double series = polynomial(z, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3);
  return 2 * r * z * series - r * w;
}

}  // namespace

LogMoments::LogMoments(double s, double q)
    : s_(s > 0 ? std::max(s, smallest_argument) : s),
      q_(q > 0 ? std::max(q, smallest_argument) : q),
      log_q_(elementary::log(q_)),
      log_rest_of_q_(elementary::log1p(-q_)),
      step_(node_distance(s_)) {
  if (!(s >= 0 && s < infinity)) {
    refuse_argument("", "the norm of a step", "must be a number from 0");
  }
  if (!(q > 0 && q <= 1)) {
    refuse_argument("", "the sampling rate", "must be above 0 and at most 1");
  }
}

double LogMoments::log_ratio_at(double u) const {
  return elementary::log_of_sum(log_rest_of_q_, log_q_ + s_ * u - 0.5 * s_ * s_);
}

LogMoments::Node LogMoments::node_at(double u) const {
  const double w = q_ * elementary::expm1(s_ * u - 0.5 * s_ * s_);
  const double half_square = 0.5 * u * u;
  const double density = elementary::exp(-half_square);
  if (std::fabs(w) < 0.5) {
    return {elementary::log1p(w), logarithm_rest(w), half_square, density, w * density};
  }
  // w e^{−u²/2} as a difference of densities, so that no infinity meets a zero.
  const double shifted = elementary::exp(-0.5 * (u - s_) * (u - s_));
  return {log_ratio_at(u), infinity, half_square, density, q_ * (shifted - density)};
}

const LogMoments::Node& LogMoments::node(std::ptrdiff_t i) {
  std::vector<Node>& side = i >= 0 ? above_ : below_;
  const auto place = static_cast<std::size_t>(i >= 0 ? i : -1 - i);
  while (side.size() <= place) {
    const auto next = static_cast<double>(side.size());
    side.push_back(node_at(i >= 0 ? next * step_ : -(next + 1) * step_));
  }
  return side[place];
}

double LogMoments::peak_below(double a) const {
  // The exponent a log(1 + w) − u²/2 is concave; its slope is 0 where u = a s p(u), p the share of
  // q e^{su − s²/2} in 1 + w.
  const auto beyond = [&](double u) {
    const double odds = elementary::exp(log_rest_of_q_ - log_q_ - s_ * u + 0.5 * s_ * s_);
    return u - a * s_ / (1 + odds);
  };
  double low = lowest_peak;
  double high = 0;
  if (beyond(low) > 0) {
    return -infinity;
  }
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) > 0 ? high : low) = middle;
  }
  return low;
}

bool LogMoments::tail_is_small(double a) const {
  double from = tail_start;
  for (;;) {
    const double to = 1.01 * from;
    if (!(a * elementary::log_of_sum(0, log_q_ + s_ * to) <= 0.45 * from * from)) {
      return false;
    }
    // From here on a(log 2 + su) is below, and its slope as well.
    if (a * (ln2 + s_ * to) <= 0.45 * from * from && a * s_ <= 0.9 * from) {
      return true;
    }
    from = to;
  }
}

double LogMoments::integral(double a, std::ptrdiff_t first, std::ptrdiff_t last) {
  double sum = 0;
  for (std::ptrdiff_t i = last; i >= first; --i) {
    const Node& at = node(i);
    // The integrand is (1 + w)^a − 1 − aw, because E w = 0: never negative (Bernoulli).
    const double y = a * at.log_ratio;
    if (y - at.half_square > largest_exponent) {
      return infinity;
    }
    if (at.log_rest == infinity) {
      sum += elementary::exp(y - at.half_square) - at.density - a * at.ratio_density;
    } else if (std::fabs(y) < 0.5) {
      sum += at.density * (exponential_rest(y) + a * at.log_rest);
    } else if (y < 30) {
      sum += at.density * (elementary::expm1(y) - y + a * at.log_rest);
    } else {
      sum += elementary::exp(y - at.half_square) + at.density * (a * at.log_rest - 1 - y);
    }
  }
  return sum * step_ * inverse_sqrt_two_pi;
}

double LogMoments::at(double a) {
  if (!(a >= 1 || a <= 0) || std::isinf(a)) {
    refuse_argument("", "the order of a moment", "must be a number at most 0 or at least 1");
  }
  if (s_ == 0 || a == 0 || a == 1) {
    return 0;
  }
  if (q_ == 1) {
    return 0.5 * a * (a - 1) * s_ * s_;
  }
  if (s_ > largest_step) {
    return infinity;
  }
  double from = -reach;
  double to = reach;
  if (a > 0) {
    const double peak = a * s_;
    if (peak > farthest_peak && !tail_is_small(a)) {
      return infinity;
    }
    to += std::min(peak, farthest_peak);
  } else {
    const double peak = peak_below(a);
    if (peak == -infinity || a * log_ratio_at(peak) - 0.5 * peak * peak > largest_exponent) {
      return infinity;
    }
    from += peak;
    // a·w counts too, and q e^{su − s²/2} e^{−u²/2} has its mass around u = s.
    to += s_;
  }
  const auto first = static_cast<std::ptrdiff_t>(std::floor(from / step_));
  const auto last = static_cast<std::ptrdiff_t>(std::ceil(to / step_));
  const double value = elementary::log1p(integral(a, first, last));
  if (std::isnan(value)) {
    throw_error(ErrorType::numerics, "not-a-number", "", "a moment of the privacy loss came out as no number");
  }
  // Rounding may leave a sum of zeros below 0.
  return std::max(value, 0.0);
}

double log_moment(double a, double s, double q) {
  return LogMoments(s, q).at(a);
}

}  // namespace expost
