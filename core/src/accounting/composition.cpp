#include "expost/accounting/composition.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "accounting/composed_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// Sums of losses that are told apart; beyond, they are put on a grid.
constexpr std::size_t most_sums = std::size_t{1} << 12;
/// Pairs of losses that are added at once.
constexpr std::size_t most_pairs = std::size_t{1} << 14;
/// Losses closer than this share of the range of all sums are one loss, the larger.
constexpr double same_loss = 0x1p-40;
/// Cells of the grid of the sums, and of the one next to a Gaussian pair, which costs a profile a
/// cell.
constexpr double grid_cells = 0x1p15;
constexpr double cells_beside_gaussian = 0x1p11;
/// Kinds of sampled steps, and parts of which all are on the finest grid.
constexpr std::size_t most_kinds = 40;
constexpr std::size_t few_parts = 4;
constexpr double largest_rate = 1 - 0x1p-53;
/// Beside sampled steps: a larger shift overflows in the loss, and more steps have no number.
constexpr double largest_composed_shift = 20;
constexpr double most_steps = 1e9;
/// Larger losses are not composed.
constexpr double largest_loss = 0x1p40;
/// More than the relative error of δ_N.
constexpr double profile_rounding = 0x1p-36;
/// More than all products together lose where they are too small for a double.
constexpr double lost = 0x1p-1030;

struct Atom {
  double loss;
  double mass;
};
using Atoms = std::vector<Atom>;

double above(double value) {
  return std::nextafter(value, infinity);
}
double below(double value) {
  return std::nextafter(value, -infinity);
}

void require_pair(const GaussianPair& pair) {
  if (!(pair.shift >= 0 && pair.shift < infinity)) {
    refuse_argument("", "the shift of a Gaussian pair", "must be a number of 0 or more");
  }
  if (!(pair.slack >= 0 && pair.slack < infinity)) {
    refuse_argument("", "the slack of a Gaussian pair", "must be a number of 0 or more");
  }
}

void require_curve(const PromiseCurve& curve) {
  if (curve.empty()) {
    refuse_argument("", "a curve", "must have at least one promise");
  }
  for (const EpsilonDelta& promise : curve) {
    if (!(promise.epsilon >= 0 && promise.epsilon < infinity)) {
      refuse_argument("", "the epsilon of a promise", "must be a number of 0 or more");
    }
    if (!(promise.delta >= 0 && promise.delta <= 1)) {
      refuse_argument("", "the delta of a promise", "must lie between 0 and 1");
    }
  }
}

/// The slope between two promises of a curve times −e^ε at either, in units in which nothing
/// overflows; and nothing cancels but the two δ.
double slope_at_first(const EpsilonDelta& first, const EpsilonDelta& second) {
  return (first.delta - second.delta) / elementary::expm1(second.epsilon - first.epsilon);
}
double slope_at_second(const EpsilonDelta& first, const EpsilonDelta& second) {
  return (first.delta - second.delta) / -elementary::expm1(first.epsilon - second.epsilon);
}
/// The slope between a promise and its mirror image at −ε, times −e^ε.
double slope_at_least(const EpsilonDelta& least) {
  return (1 - least.delta) / (1 + elementary::exp(-least.epsilon));
}

/// The promises that say more than the others together: the corners of the least convex function
/// of e^ε through them, by ascending ε. (Leaving one out would say less, and still be true.)
PromiseCurve corners_of(PromiseCurve curve) {
  std::sort(curve.begin(), curve.end(), [](const EpsilonDelta& a, const EpsilonDelta& b) {
    return a.epsilon < b.epsilon || (a.epsilon == b.epsilon && a.delta < b.delta);
  });
  PromiseCurve corners;
  for (const EpsilonDelta& next : curve) {
    if (!corners.empty() && !(next.delta < corners.back().delta && next.epsilon > corners.back().epsilon)) {
      continue;
    }
    while (!corners.empty()) {
      const EpsilonDelta& last = corners.back();
      const double before = corners.size() > 1 ? slope_at_second(corners[corners.size() - 2], last) : slope_at_least(last);
      if (before > slope_at_first(last, next)) {
        break;
      }
      corners.pop_back();
    }
    corners.push_back(next);
  }
  return corners;
}

/// Finite losses of a curve with their masses, rounded up; what is missing to 1 is the last δ.
Atoms atoms_of(const PromiseCurve& corners) {
  Atoms atoms;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double before = i > 0 ? slope_at_second(corners[i - 1], corners[i]) : slope_at_least(corners[i]);
    const double after = i + 1 < corners.size() ? slope_at_first(corners[i], corners[i + 1]) : 0;
    const double mass = upwards(upwards(before) - lowered(after));
    if (mass > 0) {
      atoms.push_back({corners[i].epsilon, mass});
      atoms.push_back({-corners[i].epsilon, upwards(mass * elementary::exp(-corners[i].epsilon))});
    }
  }
  std::sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) { return a.loss < b.loss; });
  return atoms;
}

/// Makes one of losses that are next to each other: the larger.
Atoms merged(Atoms atoms, double distance) {
  std::sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) { return a.loss > b.loss; });
  Atoms result;
  for (const Atom& atom : atoms) {
    if (!result.empty() && result.back().loss - atom.loss <= distance) {
      result.back().mass = upwards(result.back().mass + atom.mass);
    } else {
      result.push_back(atom);
    }
  }
  std::reverse(result.begin(), result.end());
  return result;
}

/// Sums of one loss of each part, all told apart; none where they are too many.
std::optional<Atoms> exact_sums(const std::vector<Atoms>& parts, double range) {
  Atoms sums{{0, 1}};
  for (const Atoms& part : parts) {
    if (sums.size() * part.size() > most_pairs) {
      return std::nullopt;
    }
    Atoms next;
    next.reserve(sums.size() * part.size());
    for (const Atom& sum : sums) {
      for (const Atom& atom : part) {
        // A product that underflows stays above the truth.
        next.push_back(
            {sum_above(sum.loss, atom.loss), std::max(upwards(sum.mass * atom.mass), std::numeric_limits<double>::min())});
      }
    }
    sums = merged(std::move(next), same_loss * range);
    if (sums.size() > most_sums) {
      return std::nullopt;
    }
  }
  return sums;
}

/// Mass at whole multiples of a width.
struct Cell {
  std::int64_t index;
  double mass;
};

/// Moves the mass of each loss to the two multiples of `width` around it, so that E e^{−L} stays.
/// That raises the mean of every convex function of e^{−L}, and so every δ. Both parts are rounded
/// up.
std::vector<Cell> spread(const Atoms& atoms, double width) {
  std::vector<Cell> cells;
  cells.reserve(2 * atoms.size());
  for (const auto& [loss, mass] : atoms) {
    const double index = std::floor(loss / width);
    const double distance = loss - index * width;
    const double error = 0x1p-50 * std::fabs(loss) + 0x1p-50 * width;
    const double least = std::clamp(distance - error, 0.0, width);
    const double most = std::clamp(distance + error, 0.0, width);
    const double whole = elementary::expm1(-width);
    const auto at = static_cast<std::int64_t>(index);
    cells.push_back({at, raised(mass * elementary::exp(-least) * (elementary::expm1(least - width) / whole))});
    cells.push_back({at + 1, raised(mass * (elementary::expm1(-most) / whole))});
  }
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.index < b.index; });
  std::vector<Cell> result;
  for (const Cell& cell : cells) {
    if (!result.empty() && result.back().index == cell.index) {
      result.back().mass = upwards(result.back().mass + cell.mass);
    } else {
      result.push_back(cell);
    }
  }
  return result;
}

/// Losses on a grid, as atoms: losses rounded up.
Atoms on_grid(const std::vector<Cell>& cells, double width) {
  Atoms atoms;
  for (const auto& [index, mass] : cells) {
    if (mass > 0) {
      atoms.push_back({above(static_cast<double>(index) * width), mass});
    }
  }
  return atoms;
}

/// Sums of one loss of each part, on a grid. `rounding` grows by the relative rounding of masses.
Atoms grid_sums(const std::vector<Atoms>& parts, double width, double& rounding) {
  std::vector<double> sums{1};
  std::int64_t first = 0;
  for (const Atoms& part : parts) {
    const std::vector<Cell> cells = spread(part, width);
    const std::int64_t least = cells.front().index;
    std::vector<double> next(sums.size() + static_cast<std::size_t>(cells.back().index - least), 0.0);
    for (const Cell& cell : cells) {
      double* const target = next.data() + (cell.index - least);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        target[i] += cell.mass * sums[i];
      }
    }
    sums = std::move(next);
    first += least;
    rounding += 0x1p-52 * (static_cast<double>(cells.size()) + 2);
  }
  std::vector<Cell> cells;
  cells.reserve(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    cells.push_back({first + static_cast<std::int64_t>(i), sums[i]});
  }
  return on_grid(cells, width);
}

void require_steps(const SampledSteps& steps) {
  if (!(steps.multiplier > 0 && steps.multiplier < infinity)) {
    refuse_argument("", "the noise multiplier of sampled steps", "must be a number above 0");
  }
  if (!(steps.rate > 0 && steps.rate < 1)) {
    refuse_argument("", "the rate of sampled steps", "must be above 0 and below 1");
  }
  if (steps.steps < 1) {
    refuse_argument("", "the number of sampled steps", "must be at least 1");
  }
  if (!(steps.slack >= 0 && steps.slack < infinity)) {
    refuse_argument("", "the slack of sampled steps", "must be a number of 0 or more");
  }
}

/// Sampled steps of one kind: s = C/σ, rounded up, and q.
struct StepKind {
  double s;
  double q;
  auto operator<=>(const StepKind&) const = default;
};
using StepKinds = std::map<StepKind, double>;

/// A power of 2^finer, rounded up, that is not below a number in (0, ∞).
double power_above(double value, double finer) {
  return std::max(value, raised(elementary::pow(2, finer * std::ceil(elementary::log(value) / (finer * ln2)))));
}

/// Steps by their kinds. Of many kinds those are one that are nearly the same, by the larger s and
/// q, whose pair dominates (mathematics.md, section 7.25).
StepKinds kinds_of(const std::vector<SampledSteps>& sampled) {
  StepKinds kinds;
  for (const auto& [multiplier, rate, steps, slack] : sampled) {
    kinds[{upwards(1 / multiplier), rate}] += steps;
  }
  for (double finer = 0x1p-7; kinds.size() > most_kinds && finer < 8; finer *= 2) {
    StepKinds coarser;
    for (const auto& [kind, steps] : kinds) {
      coarser[{power_above(kind.s, finer), std::min(largest_rate, power_above(kind.q, finer))}] += steps;
    }
    kinds = std::move(coarser);
  }
  return kinds;
}

/// Losses as a part: on every grid they are spread to its multiples.
LossPart part_of(const Atoms& atoms) {
  const auto on_grid = [atoms](double width) {
    const std::vector<Cell> cells = spread(atoms, width);
    StepLosses losses;
    losses.width = width;
    losses.first = cells.front().index;
    losses.masses.assign(static_cast<std::size_t>(cells.back().index - losses.first + 1), 0.0);
    for (const auto& [index, mass] : cells) {
      losses.masses[static_cast<std::size_t>(index - losses.first)] += upwards(mass);
    }
    return losses;
  };
  return {on_grid, std::max(atoms.back().loss - atoms.front().loss, 0x1p-40), 1};
}

}  // namespace

struct ComposedPromise::Directions {
  ComposedLoss removal;
  ComposedLoss addition;
};

ComposedPromise::ComposedPromise(const std::vector<GaussianPair>& gaussians, const std::vector<PromiseCurve>& curves,
                                 const std::vector<SampledSteps>& sampled) {
  double square = 0;
  for (const GaussianPair& pair : gaussians) {
    require_pair(pair);
    square = raised(square + pair.shift * pair.shift);
    slack_ = upwards(slack_ + pair.slack);
    // A square that underflows.
    shift_ = std::max(shift_, pair.shift);
  }
  shift_ = std::max(shift_, raised(std::sqrt(square)));
  double steps = shift_ > 0 ? 1 : 0;
  for (const SampledSteps& each : sampled) {
    require_steps(each);
    slack_ = upwards(slack_ + each.slack);
    steps += each.steps;
    known_ = known_ && steps_compose(each.multiplier, each.rate);
  }
  std::vector<Atoms> parts;
  double range = 0;
  double largest = slack_;
  for (const PromiseCurve& curve : curves) {
    require_curve(curve);
    const PromiseCurve corners = corners_of(curve);
    infinite_.push_back(corners.back().delta);
    Atoms atoms = atoms_of(corners);
    // None where δ is 1.
    if (!atoms.empty()) {
      range += atoms.back().loss - atoms.front().loss;
      largest += atoms.back().loss;
      parts.push_back(std::move(atoms));
    }
  }
  known_ = known_ && largest <= largest_loss && shift_ <= largest_loss &&
           (sampled.empty() || (shift_ <= largest_composed_shift && steps <= most_steps));
  if (!known_) {
    return;
  }
  std::optional<Atoms> sums = exact_sums(parts, range);
  if (!sums) {
    sums = grid_sums(parts, range / grid_cells, rounding_);
  }
  if (!sampled.empty()) {
    const StepKinds kinds = kinds_of(sampled);
    const auto composed = [&](NeighbourDirection direction) {
      std::vector<LossPart> all;
      for (const auto& [kind, times] : kinds) {
        all.push_back(sampled_part(direction, kind.s, kind.q, static_cast<int>(times), steps));
      }
      if (shift_ > 0) {
        all.push_back(sampled_part(direction, shift_, 1, 1, steps));
      }
      if (!parts.empty()) {
        all.push_back(part_of(*sums));
      }
      return ComposedLoss(all, all.size() <= few_parts ? LossGrid::fine : LossGrid::medium);
    };
    directions_ = std::make_shared<const Directions>(
        Directions{composed(NeighbourDirection::removal), composed(NeighbourDirection::addition)});
    // Where a search for ε begins.
    losses_ = {1};
    return;
  }
  if (shift_ > 0 && static_cast<double>(sums->size()) > cells_beside_gaussian) {
    const double width = (sums->back().loss - sums->front().loss) / cells_beside_gaussian;
    sums = on_grid(spread(*sums, width), width);
  }
  for (const auto& [loss, mass] : *sums) {
    losses_.push_back(loss);
    masses_.push_back(mass);
  }
}

/// The part of δ(ε) that finite losses have.
double ComposedPromise::finite_delta(double epsilon) const {
  const double on_reals = slack_ > 0 ? below(epsilon - slack_) : epsilon;
  if (directions_) {
    return (1 + rounding_) * std::max(directions_->removal.delta(on_reals), directions_->addition.delta(on_reals));
  }
  double sum = 0;
  for (std::size_t i = losses_.size(); i-- > 0;) {
    if (shift_ > 0) {
      sum += masses_[i] * gaussian_delta(below(on_reals - losses_[i]), shift_);
    } else if (losses_[i] > on_reals) {
      sum += masses_[i] * -elementary::expm1(below(on_reals - losses_[i]));
    } else {
      // No loss from here on exceeds ε.
      break;
    }
  }
  const double functions = shift_ > 0 ? profile_rounding : few_roundings;
  return sum > 0 ? sum * (1 + rounding_ + 0x1p-52 * static_cast<double>(losses_.size()) + functions) + lost : 0;
}

double ComposedPromise::delta(double epsilon) const {
  if (!(epsilon >= 0)) {
    refuse_argument("/epsilon", "epsilon", "must be 0 or more");
  }
  if (!known_) {
    return 1;
  }
  double infinite = 0;
  for (const double part : infinite_) {
    infinite = above(infinite + above(part * (1 - infinite)));
  }
  return std::min(1.0, upwards(infinite + finite_delta(epsilon)));
}

/// δ less the mass at infinite losses, 1 − Π(1 − δ_i), never above it: δ − Σδ_i, added up with what
/// each addition loses, and what the sum has too much, Σ δ_i (1 − Π_{j<i} (1 − δ_j)).
double ComposedPromise::room(double delta) const {
  double rest = delta;
  double losses = 0;
  double size = 0;
  double infinite = 0;
  double excess = 0;
  for (const double part : infinite_) {
    const double sum = rest - part;
    const double back = sum - rest;
    const double loss = (rest - (sum - back)) + (-part - back);
    losses += loss;
    size += std::fabs(loss);
    rest = sum;
    excess += part * infinite;
    infinite += part * (1 - infinite);
  }
  const auto count = static_cast<double>(infinite_.size());
  const double difference = (rest + losses) - 0x1p-52 * count * size;
  const double certain = excess * (1 - 0x1p-50 * (count + 2));
  return (difference + certain) - 0x1p-51 * (std::fabs(difference) + certain);
}

double ComposedPromise::epsilon(double delta) const {
  if (!(delta >= 0 && delta < 1)) {
    refuse_argument("/delta", "delta", "must lie between 0 and 1, 1 excluded");
  }
  const double left = room(delta);
  if (!known_ || !(left >= 0)) {
    return infinity;
  }
  if (finite_delta(0) <= left) {
    return 0;
  }
  const double largest = losses_.empty() ? 0 : std::max(losses_.back(), 0.0);
  double high = slack_ > 0 ? upwards(largest + slack_) : largest;
  if (shift_ > 0) {
    if (!(left > lost)) {
      return infinity;
    }
    high += 0.5 * shift_ * shift_ + shift_ * (1 + std::sqrt(-2 * elementary::log(left)));
  }
  while (high < infinity && !(finite_delta(high) <= left)) {
    high *= 2;
  }
  double low = 0;
  for (int halving = 0; halving < 100 && high < infinity && high - low > 0x1p-44 * high; ++halving) {
    const double middle = 0.5 * (low + high);
    (finite_delta(middle) <= left ? high : low) = middle;
  }
  return high;
}

EpsilonDelta basic_composition(const std::vector<EpsilonDelta>& promises) {
  EpsilonDelta sums{0, 0};
  for (const auto& [epsilon, delta] : promises) {
    sums.epsilon = sum_above(sums.epsilon, epsilon);
    sums.delta = sum_above(sums.delta, delta);
  }
  return {sums.epsilon, std::min(1.0, sums.delta)};
}

}  // namespace expost
