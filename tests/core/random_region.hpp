// Random sets of records, and bounds of a set against those of records in it.
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "expost/bounds/bound.hpp"
#include "expost/bounds/region_bound.hpp"
#include "random_problem.hpp"

namespace expost {

/// A record that was picked from a region, coded here and not by the library.
struct PickedRecord {
  Eigen::VectorXd x;
  double y;
};

inline PickedRecord picked(const RecordRegion& region, Draws& draws) {
  PickedRecord record{region.x, 0};
  // Corners are where bounds are largest.
  const int corners = draws.integer(0, 2);
  const auto inside = [&](Interval range) {
    if (corners == 0 || (corners == 1 && draws.coin())) {
      return draws.coin() ? range.lower : range.upper;
    }
    return range.lower + draws.uniform(0, 1) * (range.upper - range.lower);
  };
  for (const UnknownField& field : region.fields) {
    if (field.values.empty()) {
      record.x(field.start) = std::clamp(inside(field.range), field.range.lower, field.range.upper);
    } else {
      const FieldValue value =
          field.values[static_cast<std::size_t>(draws.integer(0, static_cast<int>(field.values.size()) - 1))];
      record.x(value.coordinate) = value.value;
    }
  }
  record.y = region.labels.empty()
                 ? std::clamp(inside(region.label), region.label.lower, region.label.upper)
                 : region.labels[static_cast<std::size_t>(draws.integer(0, static_cast<int>(region.labels.size()) - 1))];
  // As training and checking code a record that is longer than 1.
  double squares = 0;
  for (const double value : record.x) {
    squares += value * value;
  }
  const double shrink = 1 - (static_cast<double>(record.x.size()) + 4) * 0x1p-53;
  if (std::sqrt(squares) > shrink) {
    record.x = record.x / std::sqrt(squares) * shrink;
  }
  return record;
}

/// d coordinates in fields: numbers known and not, levels, yes or no. `length` of the longest
/// record, more or less: above 1 records are shortened.
inline RecordRegion random_region(Eigen::Index d, double length, Draws& draws) {
  RecordRegion region;
  region.x = Eigen::VectorXd::Zero(d);
  const double size = length / std::sqrt(static_cast<double>(d));
  for (Eigen::Index at = 0; at < d;) {
    switch (draws.integer(0, 4)) {
      case 0: {
        const Eigen::Index count = std::min<Eigen::Index>(draws.integer(2, 4), d - at);
        UnknownField levels{at, count, {0, 0}, {}};
        for (Eigen::Index j = 0; j < count; ++j) {
          levels.values.push_back({at + j, size * std::sqrt(static_cast<double>(count))});
        }
        region.fields.push_back(levels);
        at += count;
        break;
      }
      case 1:
        region.fields.push_back({at, 1, {0, 0}, {{at, 0}, {at, size}}});
        ++at;
        break;
      case 2: {
        const double one = draws.uniform(-size, size);
        const double other = draws.coin() ? draws.uniform(-size, size) : one + 0.1 * size;
        region.fields.push_back({at, 1, {std::min(one, other), std::max(one, other)}, {}});
        ++at;
        break;
      }
      default:
        region.x(at++) = draws.uniform(-size, size);
    }
  }
  return region;
}

/// The region's labels: those of the loss where `unknown`, else one of them.
inline void set_labels(RecordRegion& region, const Loss& loss, bool unknown, Draws& draws) {
  if (!unknown) {
    region.labels = {random_label(loss, draws)};
  } else if (loss.labels() == Labels::signs) {
    region.labels = {-1, 1};
  } else {
    const double one = draws.uniform(-1, 1);
    region.label = draws.coin() ? Interval{-1, 1} : Interval{std::min(one, 0.3), std::max(one, 0.3)};
  }
}

/// One class, or any of them.
inline void set_classes(RecordRegion& region, Eigen::Index classes, Draws& draws) {
  region.labels = {static_cast<double>(draws.integer(0, static_cast<int>(classes) - 1))};
  if (draws.coin()) {
    region.labels.clear();
    for (Eigen::Index k = 0; k < classes; ++k) {
      region.labels.push_back(static_cast<double>(k));
    }
  }
}

inline BoundOptions random_options(Draws& draws) {
  BoundOptions options;
  options.member = static_cast<Membership>(draws.integer(0, 2));
  options.failure_probability = draws.logarithmic(1e-9, 0.1);
  options.release_cost_failure_probability = draws.logarithmic(1e-9, 0.1);
  const int uniform = draws.integer(0, 3);
  if (uniform == 0) {
    options.uniformity = {Uniformity::Kind::all, 1};
  } else if (uniform == 1) {
    options.uniformity = {Uniformity::Kind::rows, 1000};
  }
  return options;
}

/// Leaves as many fields as are asked for, the others known.
inline void keep_fields(RecordRegion& region, std::size_t count, Draws& draws) {
  while (region.fields.size() > count) {
    const UnknownField field = region.fields.back();
    region.fields.pop_back();
    if (field.values.empty()) {
      region.x(field.start) = field.range.lower;
    } else {
      const auto k = static_cast<std::size_t>(draws.integer(0, static_cast<int>(field.values.size()) - 1));
      region.x(field.values[k].coordinate) = field.values[k].value;
    }
  }
}

/// Checks that no end of a region is on the wrong side of that of a record in it. `room`, relative,
/// for a record's own bound where that isn't made of ends alone. Returns the largest total of these
/// records.
inline double check_within(const RegionBound& bound, const LossEnds& record, const Interval& epsilon, const Interval& total,
                           double room = 0) {
  const auto within = [&](Interval outer, Interval inner, const char* name) {
    CHECK_MESSAGE(outer.lower <= inner.lower + room * std::fabs(inner.lower), name, " ", outer.lower, " ", inner.lower);
    CHECK_MESSAGE(outer.upper >= inner.upper - room * std::fabs(inner.upper), name, " ", outer.upper, " ", inner.upper);
  };
  within(bound.ends.in, record.in, "in");
  within(bound.ends.out, record.out, "out");
  within(bound.ends.total_in, record.total_in, "total in");
  within(bound.ends.total_out, record.total_out, "total out");
  within(bound.epsilon, epsilon, "epsilon");
  within(bound.total, total, "total");
  CHECK(bound.ends.release_cost_expost >= record.release_cost_expost);
  CHECK(bound.ends.release_cost_pdp >= record.release_cost_pdp);
  return total.upper;
}

/// Checks that no value of a field that hardly matters has a belief 1 in 100 below that of the
/// region, where the others are as in the record that the bound names. `total(x, y)` of a record.
/// Returns how many fields there are that are ranges.
template <class Total>
int check_hardly(RegionRule& rule, Membership member, const RegionBound& bound, const Total& total, Draws& draws) {
  const RecordRegion& region = rule.region();
  const auto belief = [](double loss) { return 1 / (1 + std::exp(-loss)); };
  int ranges = 0;
  for (const std::size_t place : hardly_mattering(rule, member, bound)) {
    const bool label = place == region.fields.size();
    ranges += label ? region.labels.empty() : region.fields[place].values.empty();
    for (int k = 0; k < 30; ++k) {
      RecordChoice choice = bound.record;
      const auto inside = [&](Interval range) {
        return k < 2 ? (k == 0 ? range.lower : range.upper) : range.lower + draws.uniform(0, 1) * (range.upper - range.lower);
      };
      const auto one_of = [&](std::size_t count) {
        return static_cast<std::size_t>(draws.integer(0, static_cast<int>(count) - 1));
      };
      if (label) {
        choice.label = region.labels.empty() ? inside(region.label) : region.labels[one_of(region.labels.size())];
      } else if (region.fields[place].values.empty()) {
        choice.fields[place].number = inside(region.fields[place].range);
      } else {
        choice.fields[place].index = one_of(region.fields[place].values.size());
      }
      const double own = total(record_of(region, choice), choice.label);
      CHECK(belief(bound.total.upper) - belief(own) < 0.01);
    }
  }
  return ranges;
}

}  // namespace expost
