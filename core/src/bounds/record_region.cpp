#include "expost/bounds/record_region.hpp"

#include <algorithm>
#include <cmath>

namespace expost {

double shorten_to_unit(double* x, Eigen::Index dimension) {
  double squares = 0;
  for (Eigen::Index i = 0; i < dimension; ++i) {
    squares += x[i] * x[i];
  }
  const double norm = std::sqrt(squares);
  // Rounding makes the computed norm off by at most (d/2 + 1) roundoffs, the division by one and
  // the product by one, and another order of summation by d/2 more: with d + 4 in hand the length
  // is 1 at most, and nobody computes one above it.
  const double shrink = 1 - (static_cast<double>(dimension) + 4) * unit_roundoff;
  if (norm > shrink) {
    for (Eigen::Index i = 0; i < dimension; ++i) {
      x[i] = x[i] / norm * shrink;
    }
  }
  return norm;
}

bool RecordBox::is_point() const {
  return !(label.lower < label.upper) &&
         std::all_of(fields.begin(), fields.end(), [](const FieldBox& field) { return field.is_point(); });
}

RecordBox RecordBox::whole(const RecordRegion& region, std::size_t label) {
  RecordBox box;
  for (const UnknownField& field : region.fields) {
    box.fields.push_back({field.range, 0, field.values.size()});
  }
  box.label = region.labels.empty() ? region.label : Interval{region.labels[label], region.labels[label]};
  return box;
}

Eigen::VectorXd record_of(const RecordRegion& region, const RecordChoice& choice) {
  Eigen::VectorXd x = region.x;
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    const UnknownField& field = region.fields[i];
    if (field.values.empty()) {
      x(field.start) = choice.fields[i].number;
    } else {
      const FieldValue& value = field.values[choice.fields[i].index];
      x(value.coordinate) = value.value;
    }
  }
  if (region.in_ball) {
    (void)shorten_to_unit(x.data(), x.size());
  }
  return x;
}

BoxLengths lengths_of(const RecordRegion& region, const RecordBox& box) {
  constexpr double slack = 0x1p-40;
  BoxLengths lengths{{region.x.squaredNorm(), region.x.squaredNorm()}, region.x.lpNorm<1>()};
  const auto add = [&](double least, double most) {
    lengths.squares.lower += least * least;
    lengths.squares.upper += most * most;
    lengths.norm_1 += most;
  };
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    const UnknownField& field = region.fields[i];
    const FieldBox& part = box.fields[i];
    if (field.values.empty()) {
      const double low = std::fabs(part.range.lower);
      const double high = std::fabs(part.range.upper);
      add(part.range.lower <= 0 && part.range.upper >= 0 ? 0 : std::min(low, high), std::max(low, high));
      continue;
    }
    double least = infinity;
    double most = 0;
    for (std::size_t k = part.first; k < part.last; ++k) {
      least = std::min(least, std::fabs(field.values[k].value));
      most = std::max(most, std::fabs(field.values[k].value));
    }
    add(least, most);
  }
  lengths.squares.lower *= 1 - slack;
  lengths.squares.upper *= 1 + slack;
  lengths.norm_1 *= 1 + slack;
  return lengths;
}

}  // namespace expost
