#include "expost/descent/everybody.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "descent/mixture.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/double_double.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// r: every record is this close to one of the net.
constexpr double net_radius = 1e-4;
/// The quantile of χ² is known up to here.
constexpr double most_degrees = 65536;
/// More than the error of a quantile.
constexpr double above_quantile = 1 + 0x1p-36;
/// Cells of the search for the lower end.
constexpr int most_cells = 500;

/// A loss as a net sees it: log N, and how steeply a clipped gradient depends on the record.
struct NetOfRecords {
  double log_size;
  double slope_at_zero;
  double slope;    ///< per ‖θ‖
  bool two_parts;  ///< x and y both move: the root of the sum of squares with 1
};

NetOfRecords net_of(const Loss& loss, Eigen::Index d) {
  const auto dimension = static_cast<double>(d);
  const double pairs = (dimension + 1) * elementary::log1p(2 * sqrt2 / net_radius);
  switch (loss.kind) {
    case LossKind::logistic:
      return {dimension * elementary::log1p(2 / net_radius) + ln2, 1, 0.25, false};
    case LossKind::squared:
      return {pairs, 1, 2, true};
    case LossKind::pseudo_huber:
      return {pairs, loss.width, 1, true};
  }
  return {infinity, 0, 0, false};
}

NetOfRecords net_of(const Softmax& loss, Eigen::Index d) {
  const auto classes = static_cast<double>(loss.classes);
  return {static_cast<double>(d) * elementary::log1p(2 / net_radius) + elementary::log(classes), sqrt2, 0.5, false};
}

/// At least the 1 − p quantile of χ with k degrees of freedom.
double chi_above(double k, double p) {
  if (k <= most_degrees) {
    return above_quantile * std::sqrt(chi_squared_upper_quantile(k, p));
  }
  // Laurent & Massart 2000, Lemma 1.
  const double t = -elementary::log(p);
  return raised(std::sqrt(k + 2 * std::sqrt(k * t) + 2 * t));
}

EverybodyTerms terms_of(const NetOfRecords& net, const DescentPath& path, int most_steps, double failure, double rounding) {
  require_probability(failure, "", "the failure probability");
  if (most_steps < path.steps) {
    refuse_argument("", "the number of steps", "must be at least that of the path");
  }
  require_above_zero(path.clip, "", "the clip norm");
  require_above_zero(path.sigma, "", "the noise level");
  if (!(rounding >= 0)) {
    refuse_argument("", "the rounding of gradients", "must be a number from 0");
  }
  if (path.every != 1 || path.steps < 1 || path.iterates.rows() != path.steps || !path.iterates.allFinite()) {
    throw_error(ErrorType::report, "wrong-length", "",
                "bounds for everybody need every iterate of the path, in finite numbers");
  }
  // Roundings of a margin in doubles, and of a product.
  const double roundings = (static_cast<double>(path.iterates.cols()) + 16) * 4 * unit_roundoff;
  DoubleDouble squares;
  for (Eigen::Index t = 0; t < path.iterates.rows(); ++t) {
    const double length = path.iterates.row(t).norm();
    const double slope = net.slope_at_zero + net.slope * length;
    const double moved = net_radius * std::sqrt(slope * slope + (net.two_parts ? 1 : 0));
    // Computed in doubles: its margin, and a few products.
    const double off = rounding == 0 ? 0 : rounding + roundings * (net.slope * length + path.clip);
    squares += DoubleDouble((moved + off) * (moved + off));
  }
  const double degrees = static_cast<double>(most_steps) * static_cast<double>(path.iterates.cols());
  const double ratio = (path.clip + rounding) / path.sigma;
  // Norms of D numbers, and sums of a few.
  const double above = 1 + roundings;
  EverybodyTerms terms;
  terms.chi = chi_above(degrees, 0.5 * failure);
  terms.net_error = raised(above / path.sigma * std::sqrt(squares.high));
  terms.log_net = raised(2 * ln2 - elementary::log(failure) + net.log_size);
  terms.energy_cap = raised(most_steps * ratio * ratio);
  return terms;
}

/// B_N at this energy.
double net_boundary(const EverybodyTerms& terms, double energy) {
  const double best = elementary::log(2 * terms.log_net / terms.energy_cap) / ln2;
  const int first = static_cast<int>(std::floor(std::clamp(best, -1000.0, 1000.0) + 0.5));
  PerTilt tilts;
  PerTilt moments;
  for (int k = 0; k < tilt_count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    tilts[i] = tilt(first + k);
    moments[i] = 0.5 * tilts[i] * tilts[i] * energy;
  }
  return mixture_reaches(tilts, moments, terms.log_net);
}

double least_width(const EverybodyTerms& terms, double energy) {
  const EverybodyWidth width = everybody_width(terms, energy);
  return std::min(width.direct, width.net);
}

/// At least the largest b(v) − v/2 for v up to an energy, by branch and bound: on a cell of √v, b
/// is at most that of its upper end, and v at least that of its lower one.
double largest_below(const EverybodyTerms& terms, double energy) {
  struct Cell {
    double from, to, bound;
  };
  double reached = 0;
  const auto cell = [&](double from, double to) {
    const double width = least_width(terms, std::min(upwards(to * to), energy));
    reached = std::max(reached, width - 0.5 * to * to);
    return Cell{from, to, width - 0.5 * lowered(from * from)};
  };
  std::vector<Cell> cells{cell(0, upwards(std::sqrt(energy)))};
  for (;;) {
    const auto worst =
        std::max_element(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.bound < b.bound; });
    if (worst->bound <= reached * (1 + 0x1p-36) || cells.size() >= most_cells) {
      return raised(worst->bound);
    }
    const Cell split = *worst;
    const double middle = 0.5 * (split.from + split.to);
    *worst = cell(split.from, middle);
    cells.push_back(cell(middle, split.to));
  }
}

}  // namespace

EverybodyTerms everybody_terms(const Loss& loss, const DescentPath& path, int most_steps, double failure, double rounding) {
  return terms_of(net_of(loss, path.iterates.cols()), path, most_steps, failure, rounding);
}

EverybodyTerms everybody_terms(const Softmax& loss, const DescentPath& path, int most_steps, double failure, double rounding) {
  if (loss.classes < 2 || path.iterates.cols() % loss.classes != 0) {
    throw_error(ErrorType::report, "wrong-length", "",
                "the iterates of a softmax model must hold as many numbers for each class");
  }
  return terms_of(net_of(loss, path.iterates.cols() / loss.classes), path, most_steps, failure, rounding);
}

EverybodyTerms everybody_terms(const NetworkLoss&, const DescentPath&, int, double, double) {
  throw_error(ErrorType::argument, "unsupported", "", "of a network there is no bound for every record at once");
}

EverybodyWidth everybody_width(const EverybodyTerms& terms, double energy) {
  if (!(energy >= 0 && energy < infinity)) {
    refuse_argument("", "the sum of squared norms", "must be a number from 0");
  }
  const double root = std::sqrt(energy);
  const double moved = raised((root + terms.net_error) * (root + terms.net_error));
  return {raised(root * terms.chi),
          raised(net_boundary(terms, std::min(moved, terms.energy_cap)) + terms.net_error * terms.chi)};
}

Interval everybody_interval(const EverybodyTerms& terms, double energy) {
  const double width = least_width(terms, energy);
  if (energy == 0) {
    return {0, 0};
  }
  return {-largest_below(terms, energy), raised(0.5 * energy + width)};
}

}  // namespace expost
