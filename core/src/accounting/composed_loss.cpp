#include "accounting/composed_loss.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "accounting/fourier.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// The first grid has so many times fewer cells: the second one's width is found from it.
constexpr std::size_t pilot_share = 32;
/// Mass on either side of the window.
constexpr double outside_mass = 0x1p-41;
/// Mass of one step beyond its grid, for all steps together.
constexpr double tail_mass = 1e-16;
/// Errors of the transforms for each step: those of convolution_of at every point of the grid.
constexpr double transform_error = 0x1p-70;
/// More than the relative rounding of a sum over the grid, of factors and of masses.
constexpr double sum_rounding = 0x1p-35;
/// A factor of 130.
constexpr int most_widenings = 100;
/// s = C/σ and q.
constexpr double largest_step_ratio = 20;
constexpr double least_rate = 1e-9;
/// Cells of one part, within the window or not.
constexpr double most_cells = 0x1p22;

/// The orders of Chernoff's bounds.
struct WindowOrders {
  double above = 1;
  double below = 1;
};

/// log E e^{λL} of one step's finite losses, rounded up.
double log_moment_of(const StepLosses& losses, double order) {
  const auto exponent = [&](std::size_t i) {
    return order * losses.width * (static_cast<double>(losses.first) + static_cast<double>(i));
  };
  const double largest = std::max(exponent(0), exponent(losses.masses.size() - 1));
  double sum = 0;
  for (std::size_t i = 0; i < losses.masses.size(); ++i) {
    // No number stays one, and tells that nothing is known.
    if (losses.masses[i] != 0) {
      sum += losses.masses[i] * elementary::exp(exponent(i) - largest);
    }
  }
  const double size = std::max(std::fabs(exponent(0)), std::fabs(exponent(losses.masses.size() - 1)));
  const double roundings = 0x1p-53 * (static_cast<double>(losses.masses.size()) + 8 * size + 1024);
  // Exponentials that underflow are below the addition.
  return largest + elementary::log(sum + 1e-300) + roundings;
}

/// Losses of each part on grids of the same width, or of their own, and how often.
class Kinds {
 public:
  explicit Kinds(const std::vector<LossPart>& parts) : parts_(parts), losses_(parts.size()) {}

  /// The width that each part has for itself, in so many cells.
  void put_on_own_grids(double cells) {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      losses_[k] = parts_[k].on_grid(parts_[k].range / cells);
    }
  }
  void put_on_grid(double width) {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      losses_[k] = parts_[k].on_grid(width);
    }
  }
  /// The sum is beyond this with at most `outside_mass`: above for an order above 0, below for one
  /// under it.
  [[nodiscard]] double window_end(double order) const {
    double moment = 0;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      moment += parts_[k].times * log_moment_of(losses_[k], order);
    }
    return (moment - elementary::log(outside_mass)) / order;
  }
  [[nodiscard]] const std::vector<StepLosses>& losses() const { return losses_; }

 private:
  const std::vector<LossPart>& parts_;
  std::vector<StepLosses> losses_;
};

WindowOrders best_orders(const Kinds& kinds) {
  WindowOrders best;
  double highest = -infinity;
  double lowest = infinity;
  for (int i = -16; i <= 28; ++i) {
    const double order = std::ldexp(i % 2 == 0 ? 1.0 : sqrt2, (i - (i % 2 != 0 ? 1 : 0)) / 2);
    const double above = kinds.window_end(order);
    const double below = kinds.window_end(-order);
    if (above < lowest) {
      lowest = above;
      best.above = order;
    }
    if (below > highest) {
      highest = below;
      best.below = -order;
    }
  }
  return best;
}

}  // namespace

bool steps_compose(double multiplier, double rate) {
  return upwards(1 / multiplier) <= largest_step_ratio && multiplier <= largest_composed_multiplier && rate >= least_rate;
}

LossPart sampled_part(NeighbourDirection direction, double s, double q, int steps, double all_steps) {
  const double tail = tail_mass / all_steps;
  return {[=](double width) { return step_losses(direction, s, q, width, tail); }, range_of_losses(s, q, tail), steps};
}

ComposedLoss::ComposedLoss(const std::vector<LossPart>& parts, LossGrid grid) {
  const std::size_t grid_size = std::size_t{1} << static_cast<unsigned>(grid);
  const std::size_t pilot_cells = grid_size / pilot_share;
  Kinds kinds(parts);
  kinds.put_on_own_grids(static_cast<double>(pilot_cells));
  const WindowOrders orders = best_orders(kinds);
  double lower = kinds.window_end(orders.below);
  double upper = kinds.window_end(orders.above);
  // A finer grid has a window that is hardly wider, if at all.
  const double cells = static_cast<double>(grid_size) - 2;
  width_ = (upper - lower) / cells;
  // Rare losses may be far beyond the window.
  for (const LossPart& part : parts) {
    width_ = std::max(width_, part.range / most_cells);
  }
  int widenings = 0;
  for (;; width_ *= 1.05) {
    // Next to q = 1 the window may grow with its cells for ever, and losses may overflow: then
    // nothing is known.
    if (!(width_ < infinity && upper - lower < infinity) || ++widenings > most_widenings) {
      beyond_ = 1;
      return;
    }
    kinds.put_on_grid(width_);
    lower = kinds.window_end(orders.below);
    upper = kinds.window_end(orders.above);
    if (upper - lower <= width_ * cells) {
      break;
    }
  }
  first_ = std::floor(lower / width_);
  const auto size = static_cast<long>(grid_size);
  const auto place = [&](double multiple) {
    const long rest = static_cast<long>(std::fmod(multiple, static_cast<double>(grid_size)));
    return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
  };
  std::vector<Convolved> factors;
  beyond_ = 4 * outside_mass;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const StepLosses& losses = kinds.losses()[k];
    const int times = parts[k].times;
    std::vector<double> step(grid_size, 0.0);
    for (std::size_t i = 0; i < losses.masses.size(); ++i) {
      step[place(static_cast<double>(losses.first) + static_cast<double>(i))] += losses.masses[i];
    }
    factors.push_back({std::move(step), times});
    beyond_ += times * (losses.infinite + transform_error);
    slack_ += 1.01 * times * losses.slack;
  }
  // Mass outside the window comes back in at its other end; it is counted in full below.
  const std::vector<double> sums = convolution_of(factors);
  masses_.resize(grid_size);
  for (std::size_t i = 0; i < grid_size; ++i) {
    masses_[i] = sums[place(first_ + static_cast<double>(i))];
  }
  slack_ += 0x1p-50 * std::max(std::fabs(lower), std::fabs(upper));
}

double ComposedLoss::delta(double epsilon) const {
  double sum = 0;
  for (std::size_t i = masses_.size(); i-- > 0;) {
    const double excess = width_ * (first_ + static_cast<double>(i)) + slack_ - epsilon;
    if (!(excess > 0)) {
      break;
    }
    sum += std::max(masses_[i], 0.0) * -elementary::expm1(-excess);
  }
  const double result = (1 + sum_rounding) * (sum + beyond_);
  return result < 1 ? result : 1;
}

}  // namespace expost
