#include "expost/descent/descent_accountant.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "accounting/composed_loss.hpp"
#include "descent/log_moments.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

/// Orders are 1 + 2^{i/4} up to this i: a small ε with a tiny δ needs a of log(1/δ)/ε and more.
constexpr int largest_order = 68;
/// The transform's rounding is absolute.
constexpr double least_pld_delta = 1e-9;
/// Moments are right to fewer digits than this.
constexpr double certified_moment = 1 + 1e-10;

void require_noise(const DescentNoise& noise) {
  require_above_zero(noise.multiplier, "", "the noise multiplier");
  if (!(noise.rate > 0 && noise.rate <= 1)) {
    refuse_argument("", "the sampling rate", "must be above 0 and at most 1");
  }
  if (noise.steps < 1) {
    refuse_argument("", "the number of steps", "must be at least 1");
  }
}

void require_accountant(DescentAccountant accountant, const DescentNoise& noise) {
  require_noise(noise);
  if ((accountant == DescentAccountant::gaussian) != (noise.rate == 1)) {
    refuse_argument("", "the sampling rate", "must be 1 for the accountant gaussian and below 1 for the others");
  }
}

void require_promise_epsilon(double epsilon) {
  if (!(epsilon >= 0)) {
    refuse_argument("/epsilon", "epsilon", "must be 0 or more");
  }
}

/// √T C/σ, rounded up.
double total_shift(const DescentNoise& noise) {
  return upwards(std::sqrt(static_cast<double>(noise.steps)) / noise.multiplier);
}

/// One order a of Rényi differential privacy, and T·A(a)/(a − 1).
struct RenyiOrder {
  double a;
  double divergence;
  /// a log(1 − 1/a) − log(a − 1), of Canonne, Kamath & Steinke 2020, Proposition 12.
  double conversion;
};

std::vector<RenyiOrder> renyi_orders(const DescentNoise& noise) {
  LogMoments moments(upwards(1 / noise.multiplier), noise.rate);
  std::vector<RenyiOrder> orders;
  for (int i = -8; i <= largest_order; ++i) {
    const double above_one = elementary::pow(2, 0.25 * i);
    const double a = 1 + above_one;
    orders.push_back({a, noise.steps * certified_moment * moments.at(a) / above_one,
                      a * elementary::log1p(-1 / a) - elementary::log(above_one)});
  }
  return orders;
}

double renyi_epsilon(const DescentNoise& noise, double delta) {
  double least = infinity;
  const double level = -elementary::log(delta);
  for (const RenyiOrder& order : renyi_orders(noise)) {
    const double gain = (level + order.conversion) / (order.a - 1);
    const double size = order.divergence + (level + std::fabs(order.conversion)) / (order.a - 1);
    least = std::min(least, order.divergence + gain + few_roundings * size);
  }
  return std::max(0.0, least);
}

double renyi_delta(const DescentNoise& noise, double epsilon) {
  double least = 0;
  for (const RenyiOrder& order : renyi_orders(noise)) {
    const double log_delta = (order.a - 1) * (order.divergence - epsilon) + order.conversion;
    const double size = (order.a - 1) * (order.divergence + epsilon) + std::fabs(order.conversion);
    if (order.divergence < infinity) {
      least = std::min(least, log_delta + few_roundings * size);
    }
  }
  return raised(elementary::exp(least));
}

ComposedLoss steps_composed(NeighbourDirection direction, const DescentNoise& noise, LossGrid grid) {
  return {{sampled_part(direction, upwards(1 / noise.multiplier), noise.rate, noise.steps, noise.steps)}, grid};
}

/// Both directions, composed once.
class ComposedPair {
 public:
  explicit ComposedPair(const DescentNoise& noise)
      : removal_(steps_composed(NeighbourDirection::removal, noise, LossGrid::fine)),
        addition_(steps_composed(NeighbourDirection::addition, noise, LossGrid::fine)) {}
  [[nodiscard]] DirectedDelta directed(double epsilon) const { return {removal_.delta(epsilon), addition_.delta(epsilon)}; }
  [[nodiscard]] double delta(double epsilon) const { return std::max(removal_.delta(epsilon), addition_.delta(epsilon)); }

 private:
  ComposedLoss removal_;
  ComposedLoss addition_;
};

/// Whether losses can be composed numerically: else `pld` is `rdp`.
bool composes(const DescentNoise& noise) {
  return steps_compose(noise.multiplier, noise.rate);
}

double composed_epsilon(const DescentNoise& noise, double delta) {
  const double renyi = renyi_epsilon(noise, delta);
  if (delta < least_pld_delta || renyi == 0 || !composes(noise)) {
    return renyi;
  }
  const ComposedPair pair(noise);
  if (pair.delta(0) <= delta) {
    return 0;
  }
  // Both are upper bounds.
  double high = renyi;
  if (high == infinity) {
    for (high = 1; high < 1e6 && pair.delta(high) > delta; high *= 2) {
    }
  }
  if (!(pair.delta(high) <= delta)) {
    return renyi;
  }
  double low = 0;
  for (int halving = 0; halving < 60 && high - low > 1e-9 * high; ++halving) {
    const double middle = 0.5 * (low + high);
    (pair.delta(middle) <= delta ? high : low) = middle;
  }
  return high;
}

double composed_delta(const DescentNoise& noise, double epsilon) {
  const double renyi = renyi_delta(noise, epsilon);
  return renyi < least_pld_delta || !composes(noise) ? renyi : std::min(renyi, ComposedPair(noise).delta(epsilon));
}

/// Whether δ is at most this, from the quickest upper bound that tells. A removal alone often tells
/// that it's not.
bool composed_within(const DescentNoise& noise, double epsilon, double delta) {
  if (renyi_delta(noise, epsilon) <= delta) {
    return true;
  }
  if (delta < least_pld_delta || !composes(noise)) {
    return false;
  }
  const auto within = [&](NeighbourDirection direction, LossGrid grid) {
    return steps_composed(direction, noise, grid).delta(epsilon) <= delta;
  };
  const auto within_on = [&](LossGrid grid) {
    return within(NeighbourDirection::removal, grid) && within(NeighbourDirection::addition, grid);
  };
  return within_on(LossGrid::coarse) || within_on(LossGrid::fine);
}

/// The least multiplier that is enough, at most `relative` above it, between one that isn't and one
/// that is.
template <class Enough>
double least_multiplier(Enough&& enough, double low, double high, double relative) {
  while (high - low > relative * high) {
    const double middle = 0.5 * (low + high);
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

double renyi_multiplier(double rate, int steps, double epsilon, double delta) {
  const auto enough = [&](double multiplier) { return renyi_epsilon({multiplier, rate, steps}, delta) <= epsilon; };
  double high = 1;
  while (high <= largest_noise_multiplier && !enough(high)) {
    high *= 2;
  }
  if (high > largest_noise_multiplier) {
    return infinity;
  }
  double low = 0.5 * high;
  while (enough(low) && low > 1e-3) {
    high = low;
    low *= 0.5;
  }
  return least_multiplier(enough, low, high, 1e-6);
}

}  // namespace

double descent_epsilon(DescentAccountant accountant, const DescentNoise& noise, double delta) {
  require_accountant(accountant, noise);
  require_probability(delta, "/delta", "delta");
  switch (accountant) {
    case DescentAccountant::gaussian:
      return gaussian_epsilon(delta, total_shift(noise));
    case DescentAccountant::rdp:
      return renyi_epsilon(noise, delta);
    case DescentAccountant::pld:
      break;
  }
  return composed_epsilon(noise, delta);
}

double descent_delta(DescentAccountant accountant, const DescentNoise& noise, double epsilon) {
  require_accountant(accountant, noise);
  require_promise_epsilon(epsilon);
  switch (accountant) {
    case DescentAccountant::gaussian:
      return std::min(1.0, raised(gaussian_delta(epsilon, total_shift(noise))));
    case DescentAccountant::rdp:
      return std::min(1.0, renyi_delta(noise, epsilon));
    case DescentAccountant::pld:
      break;
  }
  return std::min(1.0, composed_delta(noise, epsilon));
}

bool descent_within(DescentAccountant accountant, const DescentNoise& noise, double epsilon, double delta) {
  require_accountant(accountant, noise);
  require_promise_epsilon(epsilon);
  require_probability(delta, "/delta", "delta");
  return accountant == DescentAccountant::pld ? composed_within(noise, epsilon, delta)
                                              : descent_delta(accountant, noise, epsilon) <= delta;
}

DirectedDelta descent_pld_delta(const DescentNoise& noise, double epsilon) {
  require_accountant(DescentAccountant::pld, noise);
  require_promise_epsilon(epsilon);
  return composes(noise) ? ComposedPair(noise).directed(epsilon) : DirectedDelta{1, 1};
}

double descent_multiplier(DescentAccountant accountant, double rate, int steps, double epsilon, double delta) {
  require_accountant(accountant, {1, rate, steps});
  require_above_zero(epsilon, "/epsilon", "epsilon");
  require_probability(delta, "/delta", "delta");
  if (accountant == DescentAccountant::gaussian) {
    return upwards(gaussian_sigma(epsilon, delta, upwards(std::sqrt(static_cast<double>(steps)))));
  }
  const double renyi = renyi_multiplier(rate, steps, epsilon, delta);
  if (accountant == DescentAccountant::rdp || delta < least_pld_delta) {
    return renyi;
  }
  const auto enough = [&](double multiplier) { return composed_within({multiplier, rate, steps}, epsilon, delta); };
  double high = renyi;
  if (renyi == infinity) {
    // The orders of Rényi divergence end too early for a small epsilon, whatever the noise.
    for (high = 1; high <= largest_composed_multiplier && !enough(high); high *= 2) {
    }
    if (high > largest_composed_multiplier) {
      return infinity;
    }
  }
  double low = 0.9 * high;
  while (low > 1e-3 && enough(low)) {
    high = low;
    low *= 0.9;
  }
  return least_multiplier(enough, low, high, 1e-4);
}

}  // namespace expost
