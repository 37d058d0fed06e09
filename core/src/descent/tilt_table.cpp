#include "expost/descent/tilt_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "descent/log_moments.hpp"
#include "descent/mixture.hpp"
#include "descent/path_size.hpp"
#include "descent/terms_checks.hpp"
#include "descent/tilt_search.hpp"
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
/// Columns that are kept: some 10 kB each.
constexpr std::size_t most_columns = 4000;

/// The a of A(a) at an end and its λ.
double moment_order(PathEnd end, double lambda) {
  switch (end) {
    case PathEnd::in_above:
      return 1 + lambda;
    case PathEnd::in_below:
      return 1 - lambda;
    case PathEnd::out_above:
      return -lambda;
    case PathEnd::out_below:
      break;
  }
  return lambda;
}

}  // namespace

struct TiltTable::Column {
  Column(double step, double rate) : s(step), moments(step, rate) {}

  [[nodiscard]] double at(PathEnd end, int j) {
    const double a = moment_order(end, order_of(end, j));
    const auto found = known.find(a);
    if (found != known.end()) {
      return found->second;
    }
    return known.emplace(a, moments.at(a)).first->second;
  }

  double s;
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
    const std::vector<std::pair<Column*, double>> columns = columns_of(terms, steps, size.largest);
    double energy = 0;
    for (const auto& [one, count] : columns) {
      energy += count * one->s * one->s;
    }
    // Which tilts are best is first found as if all steps were alike; any choice is safe.
    // The cap of a record next to 0 may be smaller than any norm that has moments in doubles.
    Column typical(std::max(1e-150, std::min(std::sqrt(energy / size.moved), terms.cap)), rate_);
    const int first = first_of_another ? *first_of_another : first_tilt(terms);
    const double level = log_level(terms);
    const auto end_at = [&](PathEnd end) {
      int start = 0;
      double least = infinity;
      for (int k = 0; k < tilt_count; ++k) {
        const double here =
            (size.moved * typical.at(end, first + k) + level - elementary::log(tilt_weight(k))) / order_of(end, first + k);
        if (here < least) {
          least = here;
          start = k;
        } else if (here > 2 * least) {
          break;
        }
      }
      return reach_near(end, first, level, start, tilt_weight, [&](int k) { return sum_at(columns, end, first + k); });
    };
    interval = {{-end_at(PathEnd::in_below), end_at(PathEnd::in_above)},
                {-end_at(PathEnd::out_below), end_at(PathEnd::out_above)}};
  }
  return surely(interval, terms, size.moved);
}

std::function<double(PathEnd, int)> TiltTable::log_moments(const DescentTerms& terms, const std::vector<double>& steps) {
  require_terms(terms);
  const PathSize size = path_size(terms, steps);
  if (!(terms.cap <= largest_step)) {
    return [](PathEnd, int) { return infinity; };
  }
  return [columns = columns_of(terms, steps, size.largest)](PathEnd end, int j) { return sum_at(columns, end, j); };
}

std::vector<std::pair<TiltTable::Column*, double>> TiltTable::columns_of(const DescentTerms& terms,
                                                                         const std::vector<double>& steps, double largest) {
  if (columns_.size() > most_columns) {
    columns_.clear();
  }
  std::map<double, double> counts;
  for (const double step : steps) {
    if (step > 0) {
      const int width = step < small_share * largest ? coarse_cells : fine_cells;
      const int cell = MomentTable::cell_above(step);
      const int rounded = cell + ((width - cell % width) % width);
      counts[std::min(MomentTable::cell_end(rounded), terms.cap)] += 1;
    }
  }
  std::vector<std::pair<Column*, double>> columns;
  for (const auto& [s, count] : counts) {
    columns.emplace_back(&column(s), count);
  }
  return columns;
}

double TiltTable::sum_at(const std::vector<std::pair<Column*, double>>& columns, PathEnd end, int j) {
  double sum = 0;
  for (const auto& [one, count] : columns) {
    sum += count * one->at(end, j);
  }
  return sum;
}

double order_of(PathEnd end, int j) {
  switch (end) {
    case PathEnd::in_above:
    case PathEnd::out_above:
      return tilt(j);
    case PathEnd::in_below:
    case PathEnd::out_below:
      break;
  }
  // Theorem 2: less published is covered for orders of −1 and below.
  return std::max(1.0, tilt(j));
}

}  // namespace expost
