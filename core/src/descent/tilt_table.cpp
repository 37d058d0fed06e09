#include "expost/descent/tilt_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "descent/log_moments.hpp"
#include "descent/mixture.hpp"
#include "descent/path_size.hpp"
#include "descent/terms_checks.hpp"
#include "expost/descent/moment_table.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// The table's cells are 2^{i/256}; of them every so many are used.
constexpr int fine_cells = 4;
constexpr int coarse_cells = 16;
/// Norms below this share of the largest are rounded up to coarse cells.
constexpr double small_share = 0.125;
/// Tilts on either side of the best one.
constexpr int tilts_beside = 4;
/// Columns that are kept: some 10 kB each.
constexpr std::size_t most_columns = 4000;

/// The four ends of an interval.
enum class End { in_above, in_below, out_above, out_below };

/// λ of an end at the j-th tilt.
double order_of(End end, int j) {
  switch (end) {
    case End::in_above:
    case End::out_above:
      return tilt(j);
    case End::in_below:
    case End::out_below:
      break;
  }
  // Theorem 2: less published is covered for orders of −1 and below.
  return std::max(1.0, tilt(j));
}

/// The a of A(a) at an end and its λ.
double moment_order(End end, double lambda) {
  switch (end) {
    case End::in_above:
      return 1 + lambda;
    case End::in_below:
      return 1 - lambda;
    case End::out_above:
      return -lambda;
    case End::out_below:
      break;
  }
  return lambda;
}

}  // namespace

struct TiltTable::Column {
  Column(double s, double rate) : moments(s, rate) {}

  [[nodiscard]] double at(End end, int j) {
    const double a = moment_order(end, order_of(end, j));
    const auto found = known.find(a);
    if (found != known.end()) {
      return found->second;
    }
    return known.emplace(a, moments.at(a)).first->second;
  }

  LogMoments moments;
  std::map<double, double> known;  ///< by a
};

TiltTable::TiltTable(double rate) : rate_(rate) {}
TiltTable::~TiltTable() = default;
TiltTable::TiltTable(TiltTable&&) noexcept = default;
TiltTable& TiltTable::operator=(TiltTable&&) noexcept = default;

TiltTable::Column& TiltTable::column(double s) {
  std::unique_ptr<Column>& found = columns_[s];
  if (!found) {
    found = std::make_unique<Column>(s, rate_);
  }
  return *found;
}

DescentInterval TiltTable::interval(const DescentTerms& terms, const std::vector<double>& steps) {
  return interval_from(std::nullopt, terms, steps);
}

DescentInterval TiltTable::interval_from(std::optional<int> first_of_another, const DescentTerms& terms,
                                         const std::vector<double>& steps) {
  require_terms(terms);
  if (terms.rate != rate_) {
    refuse_argument("", "the table's sampling rate", "must be that of the bound");
  }
  const PathSize size = path_size(terms, steps);
  if (size.moved == 0) {
    return {};
  }
  DescentInterval interval{{-infinity, infinity}, {-infinity, infinity}};
  if (terms.cap <= largest_step) {
    if (columns_.size() > most_columns) {
      columns_.clear();
    }
    std::map<double, double> counts;
    for (const double step : steps) {
      if (step > 0) {
        const int width = step < small_share * size.largest ? coarse_cells : fine_cells;
        const int cell = MomentTable::cell_above(step);
        const int rounded = cell + ((width - cell % width) % width);
        counts[std::min(MomentTable::cell_end(rounded), terms.cap)] += 1;
      }
    }
    std::vector<std::pair<Column*, double>> columns;
    double energy = 0;
    for (const auto& [s, count] : counts) {
      columns.emplace_back(&column(s), count);
      energy += count * s * s;
    }
    // Which tilts are best is first found as if all steps were alike; any choice is safe.
    // The cap of a record next to 0 may be smaller than any norm that has moments in doubles.
    Column typical(std::max(1e-150, std::min(std::sqrt(energy / size.moved), terms.cap)), rate_);
    const int first = first_of_another ? *first_of_another : first_tilt(terms);
    const double level = log_level(terms);
    const auto end_at = [&](End end) {
      std::array<double, tilt_count> sums;
      sums.fill(-1);
      const auto sum_at = [&](int k) {
        double& sum = sums[static_cast<std::size_t>(k)];
        if (sum < 0) {
          sum = 0;
          for (const auto& [one, count] : columns) {
            sum += count * one->at(end, first + k);
          }
        }
        return sum;
      };
      const auto value = [&](double sum, int k) {
        return (sum + level - elementary::log(tilt_weight(k))) / order_of(end, first + k);
      };
      int best = 0;
      double least = infinity;
      for (int k = 0; k < tilt_count; ++k) {
        const double here = value(size.moved * typical.at(end, first + k), k);
        if (here < least) {
          least = here;
          best = k;
        } else if (here > 2 * least) {
          break;
        }
      }
      // From there to where the sum itself is best.
      while (best > 0 && !(value(sum_at(best - 1), best - 1) > value(sum_at(best), best))) {
        --best;
      }
      while (best + 1 < tilt_count && value(sum_at(best + 1), best + 1) < value(sum_at(best), best)) {
        ++best;
      }
      PerTilt tilts;
      PerTilt moments;
      tilts.fill(1);
      moments.fill(infinity);
      for (int k = std::max(0, best - tilts_beside); k <= std::min(tilt_count - 1, best + tilts_beside); ++k) {
        const auto i = static_cast<std::size_t>(k);
        tilts[i] = order_of(end, first + k);
        moments[i] = sum_at(k);
      }
      return mixture_reaches(tilts, moments, level);
    };
    interval = {{-end_at(End::in_below), end_at(End::in_above)}, {-end_at(End::out_below), end_at(End::out_above)}};
  }
  return surely(interval, terms, size.moved);
}

}  // namespace expost
