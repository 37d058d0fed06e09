#include "expost/descent/moment_table.hpp"

#include <algorithm>
#include <cmath>

#include "descent/log_moments.hpp"
#include "expost/descent/descent_terms.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

constexpr double cells_per_octave = 256;

}  // namespace

MomentColumn moment_column(double s, double rate, int first, int last) {
  LogMoments moments(s, rate);
  MomentColumn column{first, {}};
  for (int j = first; j <= last; ++j) {
    const double lambda = tilt(j);
    const double clamped = std::max(1.0, lambda);
    column.moments.push_back({moments.at(1 + lambda), moments.at(1 - clamped), moments.at(-lambda), moments.at(clamped)});
  }
  return column;
}

double MomentTable::cell_end(int i) {
  return elementary::pow(2, i / cells_per_octave);
}

int MomentTable::cell_above(double s) {
  int exponent = 0;
  const double mantissa = std::frexp(s, &exponent);
  const double log2 = exponent + elementary::log(mantissa) / ln2;
  int cell = static_cast<int>(std::ceil(cells_per_octave * log2 - 0x1p-20));
  while (cell_end(cell) < s) {
    ++cell;
  }
  return cell;
}

const MomentColumn& MomentTable::at(int cell, int first, int last) {
  MomentColumn& column = columns_[cell];
  const int end = column.first + static_cast<int>(column.moments.size()) - 1;
  if (column.moments.empty()) {
    column = moment_column(cell_end(cell), rate_, first, last);
  } else if (first < column.first || last > end) {
    column = moment_column(cell_end(cell), rate_, std::min(first, column.first), std::max(last, end));
  }
  return column;
}

}  // namespace expost
