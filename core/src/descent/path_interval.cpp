#include "expost/descent/path_interval.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "descent/log_moments.hpp"
#include "descent/mixture.hpp"
#include "descent/path_size.hpp"
#include "descent/terms_checks.hpp"
#include "descent/tilt_choice.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/double_double.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// Up to this many steps their norms are taken as they are.
constexpr double most_single_steps = 512;
/// Norms are rounded up, so one that is at its cap may be this much above.
constexpr double above_cap = 1 + 1e-9;
/// A square that is still a double, of a norm that is too small to have one.
constexpr double least_norm = 1e-150;

[[noreturn]] void refuse_step() {
  throw_error(ErrorType::report, "step-above-cap", "", "a step is larger than the report's clip norm and noise allow");
}

void require_step(double step) {
  if (!(step >= 0)) {
    refuse_argument("", "the norm of a step", "must be a number from 0");
  }
}

/// Σ_t A of the steps, at each tilt.
struct Totals {
  PerTilt in_above{};
  PerTilt in_below{};
  PerTilt out_above{};
  PerTilt out_below{};

  void add(const MomentColumn& column, int first, double count) {
    for (std::size_t k = 0; k < in_above.size(); ++k) {
      const TiltMoments& at = column.moments[static_cast<std::size_t>(first - column.first) + k];
      in_above[k] += count * at.in_above;
      in_below[k] += count * at.in_below;
      out_above[k] += count * at.out_above;
      out_below[k] += count * at.out_below;
    }
  }
};

DescentInterval solved(const Totals& totals, int first, double level) {
  PerTilt tilts;
  PerTilt clamped;
  for (int k = 0; k < tilt_count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    tilts[i] = tilt(first + k);
    // Theorem 2: less published is covered for orders of −1 and below.
    clamped[i] = std::max(1.0, tilts[i]);
  }
  return {{-mixture_reaches(clamped, totals.in_below, level), mixture_reaches(tilts, totals.in_above, level)},
          {-mixture_reaches(clamped, totals.out_below, level), mixture_reaches(tilts, totals.out_above, level)}};
}

/// Σ_t A, from columns of single steps or from the table's.
Totals totals_of(const DescentTerms& terms, const std::vector<double>& steps, int first, MomentTable& table) {
  const int last = first + tilt_count - 1;
  Totals totals;
  double at_cap = 0;
  std::map<int, double> counts;
  for (const double step : steps) {
    if (step == 0) {
      continue;
    }
    if (step >= terms.cap) {
      ++at_cap;
    } else if (terms.steps <= most_single_steps) {
      totals.add(moment_column(step, terms.rate, first, last), first, 1);
    } else {
      const int cell = MomentTable::cell_above(step);
      (MomentTable::cell_end(cell) < terms.cap ? counts[cell] : at_cap) += 1;
    }
  }
  for (const auto& [cell, count] : counts) {
    totals.add(table.at(cell, first, last), first, count);
  }
  if (at_cap > 0) {
    totals.add(moment_column(terms.cap, terms.rate, first, last), first, at_cap);
  }
  return totals;
}

}  // namespace

PathSize path_size(const DescentTerms& terms, const std::vector<double>& steps) {
  if (static_cast<double>(steps.size()) > terms.steps) {
    refuse_argument("", "the number of steps", "must be at least that of the norms");
  }
  PathSize size;
  for (const double step : steps) {
    require_step(step);
    if (step > terms.cap * above_cap) {
      refuse_step();
    }
    size.moved += step > 0 ? 1 : 0;
    size.largest = std::max(size.largest, step);
  }
  return size;
}

DescentInterval surely(DescentInterval interval, const DescentTerms& terms, double moved) {
  const double sure = raised(-moved * elementary::log1p(-terms.rate));
  interval.in.lower = std::max(interval.in.lower, -sure);
  interval.out.upper = std::min(interval.out.upper, sure);
  return interval;
}

double energy_of(const std::vector<double>& steps) {
  DoubleDouble sum;
  for (const double step : steps) {
    if (step > 0) {
      const double norm = std::max(step, least_norm);
      sum += DoubleDouble(norm * norm);
    }
  }
  return upwards(sum.high);
}

DescentInterval full_batch_interval(const DescentTerms& terms, double energy) {
  require_terms(terms);
  if (terms.rate != 1) {
    refuse_argument("", "the sampling rate", "must be 1");
  }
  if (!(energy >= 0)) {
    refuse_argument("", "the sum of squared norms", "must be a number from 0");
  }
  if (energy > terms.steps * terms.cap * terms.cap * above_cap * above_cap && energy > 0x1p-900) {
    refuse_step();
  }
  return energy == 0 ? DescentInterval{} : full_batch_interval_from(first_tilt(terms), terms, energy);
}

DescentInterval full_batch_interval_from(int first, const DescentTerms& terms, double energy) {
  Totals totals;
  for (std::size_t k = 0; k < totals.in_above.size(); ++k) {
    const double lambda = tilt(first + static_cast<int>(k));
    const double clamped = std::max(1.0, lambda);
    totals.in_above[k] = 0.5 * lambda * (lambda + 1) * energy;
    totals.in_below[k] = 0.5 * clamped * (clamped - 1) * energy;
  }
  totals.out_above = totals.in_above;
  totals.out_below = totals.in_below;
  return solved(totals, first, log_level(terms));
}

DescentInterval path_interval(const DescentTerms& terms, const std::vector<double>& steps, MomentTable& table) {
  require_terms(terms);
  const double moved = path_size(terms, steps).moved;
  if (terms.rate == 1) {
    return full_batch_interval(terms, energy_of(steps));
  }
  if (table.rate() != terms.rate) {
    refuse_argument("", "the table's sampling rate", "must be that of the bound");
  }
  if (moved == 0) {
    return {};
  }
  DescentInterval interval{{-infinity, infinity}, {-infinity, infinity}};
  if (terms.cap <= largest_step) {
    const int first = first_tilt(terms);
    interval = solved(totals_of(terms, steps, first, table), first, log_level(terms));
  }
  return surely(interval, terms, moved);
}

std::vector<double> epoch_maxima(const std::vector<double>& steps, int batches) {
  if (batches < 1) {
    refuse_argument("", "the number of batches", "must be at least 1");
  }
  std::vector<double> maxima;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    require_step(steps[t]);
    if (t % static_cast<std::size_t>(batches) == 0) {
      maxima.push_back(steps[t]);
    } else {
      maxima.back() = std::max(maxima.back(), steps[t]);
    }
  }
  return maxima;
}

}  // namespace expost
