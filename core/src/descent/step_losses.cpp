#include "descent/step_losses.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "descent/log_moments.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

constexpr double density_at_zero = 0x1.9884533d43651p-2;
/// Nothing of a normal variable is beyond.
constexpr double nothing_beyond = 38;
/// Panels of a seven-point rule: exact to rounding for e^{su − u²/2} of moderate s.
constexpr double widest_panel = 0.4;
/// More than the rounding of a share, which decides which end of a cell gets it: to the right end.
constexpr double share_rounding = 0x1p-50;

template <class Function>
double cell_integral(Function&& f, double from, double to, double panel) {
  using Rule = boost::math::quadrature::gauss<double, 7>;
  const auto& nodes = Rule::abscissa();
  const auto& weights = Rule::weights();
  const int panels = std::max(1, static_cast<int>(std::ceil((to - from) / panel)));
  const double half = 0.5 * (to - from) / panels;
  double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const double centre = from + (2 * i + 1) * half;
    sum += weights[0] * f(centre);
    for (std::size_t k = 1; k < nodes.size(); ++k) {
      sum += weights[k] * (f(centre - half * nodes[k]) + f(centre + half * nodes[k]));
    }
  }
  return sum * half;
}

/// The pair of a step: u ~ N(0, 1) without the person, and 1 + w the ratio of the densities.
class StepPair {
 public:
  StepPair(double s, double q, double tail)
      : s_(s), q_(q), log_q_(elementary::log(q)), log_rest_(elementary::log1p(-q)), reach_(normal_upper_quantile(tail)) {}

  [[nodiscard]] double largest_loss() const { return loss(s_ + reach_); }
  [[nodiscard]] double least_loss() const { return loss(-reach_); }
  [[nodiscard]] double loss(double u) const { return log_of_sum(log_rest_, log_q_ + exponent(u)); }
  /// The u of a loss; below every u where it is less than log(1 − q).
  [[nodiscard]] double place(double loss) const {
    const double odds = elementary::expm1(loss) / q_;
    if (!(odds > -1)) {
      return -nothing_beyond;
    }
    return std::max(-nothing_beyond, elementary::log1p(odds) / s_ + 0.5 * s_);
  }
  /// ∫ (1 + w)φ
  [[nodiscard]] double mass_with(double from, double to) const {
    return cell([&](double u) { return density(u) * (1 - q_) + q_ * density(u - s_); }, from, to);
  }
  /// ∫ φ
  [[nodiscard]] double mass_without(double from, double to) const {
    return cell([&](double u) { return density(u); }, from, to);
  }
  /// ∫ ((1 + w) − e^loss)φ from u = place(loss), or from below every u: nothing cancels.
  [[nodiscard]] double excess_above(double loss, double from, double to) const {
    if (from <= -nothing_beyond) {
      const double rest = elementary::exp(loss) * elementary::expm1(log_rest_ - loss);
      return cell([&](double u) { return rest * density(u) + q_ * density(u - s_); }, from, to);
    }
    return q_ *
           cell([&](double u) { return density(from - s_) * shifted(u, from) * elementary::expm1(s_ * (u - from)); }, from, to);
  }
  /// ∫ (1 − e^loss(1 + w))φ up to u = place(−loss): nothing cancels.
  [[nodiscard]] double excess_below(double loss, double from, double to) const {
    const double scale = q_ * elementary::exp(loss + exponent(to));
    return cell([&](double u) { return density(u) * -elementary::expm1(s_ * (u - to)); }, from, to) * scale;
  }
  [[nodiscard]] double tail_with(double from) const { return (1 - q_) * normal_cdf(-from) + q_ * normal_cdf(s_ - from); }
  [[nodiscard]] double tail_without(double from) const { return normal_cdf(-from); }

 private:
  [[nodiscard]] double exponent(double u) const { return s_ * u - 0.5 * s_ * s_; }
  [[nodiscard]] static double density(double u) { return density_at_zero * elementary::exp(-0.5 * u * u); }
  /// e^{s·from − s²/2}φ(u)/φ(from − s): its first factor times φ(from) is φ(from − s).
  [[nodiscard]] static double shifted(double u, double from) { return elementary::exp(-0.5 * (u - from) * (u + from)); }
  template <class Function>
  [[nodiscard]] double cell(Function&& f, double from, double to) const {
    return to > from ? cell_integral(f, from, to, std::min(widest_panel, 1 / s_)) : 0;
  }

  double s_;
  double q_;
  double log_q_;
  double log_rest_;
  double reach_;
};

/// "Connect the dots": a cell's mass at both of its ends, so that neither of the two distributions
/// loses any.
void split_cell(StepLosses& losses, std::size_t i, double mass, double excess) {
  const double share = excess / -elementary::expm1(-losses.width) + share_rounding / losses.width * mass;
  const double right = std::clamp(share, 0.0, mass);
  losses.masses[i] += mass - right;
  losses.masses[i + 1] += right;
}

}  // namespace

double range_of_losses(double s, double q, double tail) {
  const StepPair pair(s, q, tail);
  return pair.largest_loss() - pair.least_loss();
}

StepLosses step_losses(NeighbourDirection direction, double s, double q, double width, double tail) {
  const StepPair pair(s, q, tail);
  const double largest = pair.largest_loss();
  const double least = pair.least_loss();
  const bool removal = direction == NeighbourDirection::removal;
  StepLosses result;
  result.width = width;
  result.first = static_cast<long>(std::floor((removal ? least : -largest) / width));
  const auto last = static_cast<long>(std::ceil((removal ? largest : -least) / width));
  result.masses.assign(static_cast<std::size_t>(last - result.first + 1), 0.0);
  for (long e = result.first; e < last; ++e) {
    const auto i = static_cast<std::size_t>(e - result.first);
    const double left = width * static_cast<double>(e);
    const double right = width * static_cast<double>(e + 1);
    if (removal) {
      const double from = pair.place(left);
      const double to = pair.place(right);
      split_cell(result, i, pair.mass_with(from, to), pair.excess_above(left, from, to));
    } else {
      const double from = pair.place(-right);
      const double to = pair.place(-left);
      split_cell(result, i, pair.mass_without(from, to), pair.excess_below(left, from, to));
    }
  }
  if (removal) {
    result.infinite = pair.tail_with(pair.place(width * static_cast<double>(last)));
    result.masses[0] += pair.mass_with(-nothing_beyond, pair.place(width * static_cast<double>(result.first)));
  } else {
    result.infinite = pair.mass_without(-nothing_beyond, pair.place(-width * static_cast<double>(last)));
    result.masses[0] += pair.tail_without(pair.place(-width * static_cast<double>(result.first)));
  }
  return result;
}

}  // namespace expost
