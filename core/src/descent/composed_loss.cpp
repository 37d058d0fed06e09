#include "descent/composed_loss.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "descent/fourier.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

/// The first grid has so many times fewer cells: the second one's width is found from it.
constexpr std::size_t pilot_share = 32;
/// Mass on either side of the window.
constexpr double outside_mass = 0x1p-41;
/// Mass of one step beyond its grid, for all steps together.
constexpr double tail_mass = 1e-16;
/// Errors of the transforms for each step: those of convolution_power at every point of the grid.
constexpr double transform_error = 0x1p-70;
/// More than the relative rounding of a sum over the grid, of factors and of masses.
constexpr double sum_rounding = 0x1p-35;
/// A factor of 130.
constexpr int most_widenings = 100;

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

/// The composed loss is beyond this with at most `outside_mass`: above for an order above 0, below
/// for one under it.
double window_end(const StepLosses& losses, int steps, double order) {
  return (steps * log_moment_of(losses, order) - elementary::log(outside_mass)) / order;
}

WindowOrders best_orders(const StepLosses& losses, int steps) {
  WindowOrders best;
  double highest = -infinity;
  double lowest = infinity;
  for (int i = -16; i <= 28; ++i) {
    const double order = std::ldexp(i % 2 == 0 ? 1.0 : sqrt2, (i - (i % 2 != 0 ? 1 : 0)) / 2);
    const double above = window_end(losses, steps, order);
    const double below = window_end(losses, steps, -order);
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

ComposedLoss::ComposedLoss(NeighbourDirection direction, double s, double q, int steps, LossGrid grid) {
  const std::size_t grid_size = std::size_t{1} << static_cast<unsigned>(grid);
  const std::size_t whole_cells = grid_size / pilot_share;
  const auto pilot_cells = static_cast<double>(whole_cells);
  const double tail = tail_mass / steps;
  StepLosses losses = step_losses(direction, s, q, range_of_losses(s, q, tail) / pilot_cells, tail);
  const WindowOrders orders = best_orders(losses, steps);
  double lower = window_end(losses, steps, orders.below);
  double upper = window_end(losses, steps, orders.above);
  // A finer grid has a window that is hardly wider, if at all.
  const double cells = static_cast<double>(grid_size) - 2;
  double width = (upper - lower) / cells;
  int widenings = 0;
  for (;; width *= 1.05) {
    losses = step_losses(direction, s, q, width, tail);
    lower = window_end(losses, steps, orders.below);
    upper = window_end(losses, steps, orders.above);
    if (upper - lower <= width * cells) {
      break;
    }
    // Next to q = 1 the window may grow with its cells for ever, and losses may overflow: then
    // nothing is known.
    if (!(upper - lower < infinity) || ++widenings > most_widenings) {
      beyond_ = 1;
      return;
    }
  }
  width_ = losses.width;
  first_ = std::floor(lower / width_);
  const auto size = static_cast<long>(grid_size);
  const auto place = [&](double multiple) {
    const long rest = static_cast<long>(std::fmod(multiple, static_cast<double>(grid_size)));
    return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
  };
  std::vector<double> step(grid_size, 0.0);
  for (std::size_t i = 0; i < losses.masses.size(); ++i) {
    step[place(static_cast<double>(losses.first) + static_cast<double>(i))] += losses.masses[i];
  }
  // Mass outside the window comes back in at its other end; it is counted in full below.
  const std::vector<double> sums = convolution_power(step, steps);
  masses_.resize(grid_size);
  for (std::size_t i = 0; i < grid_size; ++i) {
    masses_[i] = sums[place(first_ + static_cast<double>(i))];
  }
  beyond_ = 4 * outside_mass + steps * (losses.infinite + transform_error);
  slack_ = 1.01 * steps * losses.slack + 0x1p-50 * std::max(std::fabs(lower), std::fabs(upper));
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
