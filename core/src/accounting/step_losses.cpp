#include "accounting/step_losses.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

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
/// Relative error of one operation.
constexpr double one_rounding = 0x1p-53;
/// More than what the panels' rule and sums of densities beyond nine standard deviations can lose
/// of a step's mass.
constexpr double lost_mass = 1e-18;

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
/// Integrals are over cells of u, whose ends are places of losses.
class StepPair {
 public:
  StepPair(double s, double q, double tail)
      : s_(s),
        q_(q),
        log_q_(elementary::log(q)),
        log_rest_(elementary::log1p(-q)),
        rest_size_(q < 1 ? std::fabs(log_rest_) : 0),
        reach_(normal_upper_quantile(tail)) {}

  [[nodiscard]] double largest_loss() const { return loss(s_ + reach_); }
  [[nodiscard]] double least_loss() const { return loss(-reach_); }
  [[nodiscard]] double loss(double u) const { return elementary::log_of_sum(log_rest_, log_q_ + exponent(u)); }
  /// The u of a loss, from −nothing_beyond to s + nothing_beyond; the former where the loss is less
  /// than log(1 − q).
  [[nodiscard]] double place(double loss) const {
    double log_ratio = loss;
    if (q_ == 1) {
      // The ratio of the densities is that of the two normal laws.
    } else if (cancels(loss)) {
      const double above_least = loss - log_rest_;
      log_ratio = above_least > 0 ? elementary::log(elementary::expm1(above_least)) + (log_rest_ - log_q_) : -infinity;
    } else {
      const double odds = elementary::expm1(loss) / q_;
      log_ratio = odds > -1 ? elementary::log1p(odds) : -infinity;
    }
    return std::clamp(log_ratio / s_ + 0.5 * s_, -nothing_beyond, s_ + nothing_beyond);
  }
  /// Bounds how much the loss at the place of a loss may differ from it, for losses between these.
  [[nodiscard]] double place_error(double least, double largest) const {
    const double size = std::max(std::fabs(least), std::fabs(largest));
    const double cancelled = cancels(least) ? rest_size_ : 0;
    return one_rounding * (slope(largest) * (6 * s_ * (s_ + nothing_beyond) + 4 * s_ * s_) + 8 * size + 4 * cancelled);
  }
  /// Bounds what rounding a node of the rule changes in a loss up to this one.
  [[nodiscard]] double node_error(double largest) const {
    return 8 * one_rounding * slope(largest) * s_ * (s_ + nothing_beyond);
  }
  /// Bounds the relative error of masses and excesses.
  [[nodiscard]] double relative_error() const { return one_rounding * (256 + 8 * (s_ + 9) * (s_ + 9)); }
  /// Bounds the error of an excess above a loss that begins below every u, by the mass of its cell.
  [[nodiscard]] double cancellation(double loss) const {
    return relative_error() + 4 * one_rounding * (std::fabs(loss) + rest_size_);
  }
  [[nodiscard]] static bool below_all(double from) { return from <= -30; }
  [[nodiscard]] bool above_all(double to) const { return to >= s_ + nothing_beyond; }
  /// ∫ (1 + w)φ
  [[nodiscard]] double mass_with(double from, double to) const {
    return cell([&](double u) { return density(u) * (1 - q_) + q_ * density(u - s_); }, from, to);
  }
  /// ∫ φ
  [[nodiscard]] double mass_without(double from, double to) const {
    return cell([&](double u) { return density(u); }, from, to);
  }
  /// ∫ ((1 + w) − e^loss)φ from u = place(loss): nothing cancels, unless it's below all.
  [[nodiscard]] double excess_above(double loss, double from, double to) const {
    if (below_all(from)) {
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
  /// Where 1 + (e^loss − 1)/q would lose digits.
  [[nodiscard]] bool cancels(double loss) const { return q_ > 0.5 && loss < -0.5; }
  /// dl/du over s at a loss, which rises with it: 1 − (1 − q)e^−loss.
  [[nodiscard]] double slope(double loss) const { return std::min(1.0, -elementary::expm1(log_rest_ - loss)); }
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
  double rest_size_;  ///< of what log(1 − q) adds to a loss
  double reach_;
};

/// "Connect the dots": a cell's mass at both of its ends, so that neither of the two distributions
/// loses any. `error` bounds that of the excess, by the mass. All goes to the right where the
/// excess is no number.
void split_cell(StepLosses& losses, std::size_t i, double mass, double excess, double error) {
  const double right = std::min(mass, std::max(excess + error * mass, 0.0) / -elementary::expm1(-losses.width));
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
  const double from_loss = width * static_cast<double>(removal ? result.first : -last);
  const double to_loss = width * static_cast<double>(removal ? last : -result.first);
  result.slack = 2 * pair.place_error(from_loss, to_loss);
  const double node_error = pair.node_error(to_loss);
  const double raise = 1 + 2 * pair.relative_error();
  for (long e = result.first; e < last; ++e) {
    const auto i = static_cast<std::size_t>(e - result.first);
    const double left = width * static_cast<double>(e);
    const double right = width * static_cast<double>(e + 1);
    if (removal) {
      const double from = pair.place(left);
      const double to = pair.place(right);
      const double error = node_error + (StepPair::below_all(from) ? pair.cancellation(left) : 0);
      split_cell(result, i, raise * pair.mass_with(from, to), raise * pair.excess_above(left, from, to), error);
    } else {
      const double from = pair.place(-right);
      const double to = pair.place(-left);
      const double error = pair.above_all(to) ? infinity : node_error;
      split_cell(result, i, raise * pair.mass_without(from, to), raise * pair.excess_below(left, from, to), error);
    }
  }
  if (removal) {
    result.infinite = pair.tail_with(pair.place(to_loss));
    result.masses[0] += raise * pair.mass_with(-nothing_beyond, pair.place(from_loss));
  } else {
    result.infinite = pair.mass_without(-nothing_beyond, pair.place(from_loss));
    result.masses[0] += raise * pair.tail_without(pair.place(to_loss));
  }
  result.infinite = 1.001 * result.infinite + lost_mass;
  return result;
}

}  // namespace expost
