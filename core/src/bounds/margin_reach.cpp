#include "bounds/margin_reach.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bounds/margin_range.hpp"
#include "numerics/outward.hpp"

namespace expost {

void sort_by_margin(RecordRegion& region, const Eigen::VectorXd& theta) {
  const auto margin_of = [&](const FieldValue& value) { return theta(value.coordinate) * value.value; };
  for (UnknownField& field : region.fields) {
    // Insertion, once a region: the library's sorts would bring along 5 kB of the check page's
    // module.
    for (auto value = field.values.begin(); value != field.values.end(); ++value) {
      for (auto at = value; at != field.values.begin() && margin_of(*at) < margin_of(*(at - 1)); --at) {
        std::swap(*at, *(at - 1));
      }
    }
  }
}

MarginGeometry::MarginGeometry(const RecordRegion& region, Eigen::VectorXd theta, Eigen::VectorXd half_widths)
    : region_(&region), theta_(std::move(theta)), half_widths_(std::move(half_widths)) {
  known_margin_ = region.x.dot(theta_);
  known_size_ = region.x.cwiseAbs().dot(theta_.cwiseAbs());
  known_cell_ = half_widths_.size() > 0 ? region.x.cwiseAbs().dot(half_widths_) : 0;
  less_label_ = region.labels.empty();
}

MarginGeometry::Segment MarginGeometry::segment_of(std::size_t field, const FieldBox& part) const {
  const UnknownField& unknown = region_->fields[field];
  const auto end_of = [&](Eigen::Index coordinate, double value, std::size_t index) -> End {
    return {{value, index}, theta_(coordinate) * value, value * value};
  };
  Segment segment{};
  segment.field = field;
  if (unknown.values.empty()) {
    segment.low = end_of(unknown.start, part.range.lower, 0);
    segment.high = end_of(unknown.start, part.range.upper, 0);
    if (segment.low.margin > segment.high.margin) {
      std::swap(segment.low, segment.high);
    }
  } else {
    const auto at = [&](std::size_t k) { return end_of(unknown.values[k].coordinate, unknown.values[k].value, k); };
    segment.low = segment.high = at(part.first);
    for (std::size_t k = part.first; k < part.last; ++k) {
      const End own = at(k);
      segment.low = own.margin < segment.low.margin ? own : segment.low;
      segment.high = own.margin > segment.high.margin ? own : segment.high;
    }
    for (std::size_t k = part.first; k < part.last; ++k) {
      const End between = at(k);
      const double share = segment.width() > 0 ? (between.margin - segment.low.margin) / segment.width() : 0;
      if (between.squares > segment.low.squares + share * segment.rise()) {
        segment.low.squares = segment.high.squares = std::max({segment.low.squares, segment.high.squares, between.squares});
      }
    }
  }
  if (!(segment.width() > 0)) {
    // No margin moves: the longest.
    const double longest = std::max(segment.low.squares, segment.high.squares);
    (segment.low.squares < longest ? segment.low : segment.high) = segment.low.squares < longest ? segment.high : segment.low;
  }
  return segment;
}

bool MarginGeometry::set(const RecordBox& box) {
  lengths_ = lengths_of(*region_, box);
  scale_ = scale_for(lengths_.squares.upper);
  label_ = box.label;
  segments_.clear();
  spreads_.assign(box.fields.size(), 0);
  still_.resize(box.fields.size());
  first_margin_ = known_margin_;
  first_squares_ = region_->x.squaredNorm();
  size_ = known_size_;
  cell_ = known_cell_;
  const auto add = [&](const Segment& segment) {
    first_margin_ += segment.low.margin;
    first_squares_ += segment.low.squares;
    if (segment.width() > 0) {
      segments_.push_back(segment);
    }
  };
  last_margin_ = 0;
  for (std::size_t i = 0; i < box.fields.size(); ++i) {
    const UnknownField& field = region_->fields[i];
    const FieldBox& part = box.fields[i];
    const Segment segment = segment_of(i, part);
    last_margin_ += segment.width();
    still_[i] = segment.low;
    add(segment);
    double size = 0;
    double cell = 0;
    double least = infinity;
    double most = 0;
    const auto measure = [&](Eigen::Index coordinate, double value) {
      least = std::min(least, value * value);
      most = std::max(most, value * value);
      size = std::max(size, std::fabs(theta_(coordinate) * value));
      cell = std::max(cell, half_widths_.size() > 0 ? half_widths_(coordinate) * std::fabs(value) : 0);
    };
    if (field.values.empty()) {
      measure(field.start, part.range.lower);
      measure(field.start, part.range.upper);
      least = part.range.lower < 0 && part.range.upper > 0 ? 0 : least;
    }
    for (std::size_t k = part.first; k < part.last; ++k) {
      measure(field.values[k].coordinate, field.values[k].value);
    }
    spreads_[i] = most - least;
    size_ += size;
    cell_ += cell;
  }
  if (less_label_ && !apart()) {
    add({{{label_.upper, 0}, -label_.upper, 0}, {{label_.lower, 0}, -label_.lower, 0}, box.fields.size()});
    last_margin_ += label_.upper - label_.lower;
  }
  last_margin_ += first_margin_;
  // The steepest first: they make the edge concave.
  // A heap: a fifth of what std::sort takes of the check page's module.
  const auto before = [](const Segment& a, const Segment& b) {
    const double left = a.rise() * b.width();
    const double right = b.rise() * a.width();
    return left != right ? left > right : a.field < b.field;
  };
  std::make_heap(segments_.begin(), segments_.end(), before);
  std::sort_heap(segments_.begin(), segments_.end(), before);
  last_margin_ = std::max(first_margin_, last_margin_);
  Interval all = {first_margin_, last_margin_};
  if (apart()) {
    all = product(all, scale_);
    all = {all.lower - label_.upper, all.upper - label_.lower};
  }
  slab_ = {std::max(box.slab.lower, all.lower), std::min(box.slab.upper, all.upper)};
  // A slab that a rounding has emptied is of one margin.
  const double rounding = box_slack * (size_ + std::fabs(label_.lower) + std::fabs(label_.upper));
  if (slab_.lower > slab_.upper && slab_.lower - slab_.upper <= rounding) {
    slab_.lower = slab_.upper = std::clamp(slab_.lower, all.lower, all.upper);
  }
  return slab_.lower <= slab_.upper;
}

Interval MarginGeometry::scale_for(double longest) const {
  if (!lengths_.shortened()) {
    return {1, 1};
  }
  return {(1 - box_slack) / std::sqrt(std::max(1.0, longest)),
          std::min(1.0, (1 + box_slack) / std::sqrt(std::max(1.0, lengths_.squares.lower)))};
}

Interval MarginGeometry::margins_in(Interval slab) const {
  if (!apart()) {
    return slab;
  }
  const Interval shortened = {slab.lower + label_.lower, slab.upper + label_.upper};
  const Interval margins = product(shortened, {1 / scale_.upper, 1 / scale_.lower});
  const auto on_edge = [this](double margin) { return std::clamp(margin, first_margin_, last_margin_); };
  return {on_edge(margins.lower - box_slack * size_), on_edge(margins.upper + box_slack * size_)};
}

MarginGeometry::Place MarginGeometry::place_of(double margin) const {
  double at = first_margin_;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const double width = segments_[i].width();
    if (margin < at + width) {
      return {i, std::clamp((margin - at) / width, 0.0, 1.0)};
    }
    at += width;
  }
  return {segments_.size(), 0};
}

double MarginGeometry::squares_at(double margin) const {
  const Place place = place_of(margin);
  double squares = first_squares_;
  for (std::size_t i = 0; i < place.segment; ++i) {
    squares += segments_[i].rise();
  }
  return place.segment < segments_.size() ? squares + place.share * segments_[place.segment].rise() : squares;
}

double MarginGeometry::squares_in(Interval slab) const {
  double most = std::max(squares_at(slab.lower), squares_at(slab.upper));
  // A corner of the edge in between.
  double at = first_margin_;
  double squares = first_squares_;
  for (const Segment& segment : segments_) {
    at += segment.width();
    squares += segment.rise();
    if (at > slab.lower && at < slab.upper) {
      most = std::max(most, squares);
    }
  }
  return std::min(most * (1 + box_slack), lengths_.squares.upper);
}

MarginReach MarginGeometry::reach(Interval slab) const {
  const double longest = edge(slab);
  const double shortest = lengths_.squares.lower;
  MarginReach reach{};
  reach.scale = scale_for(longest);
  reach.norm = {(1 - box_slack) * std::sqrt(std::min(1.0, shortest)), (1 + box_slack) * std::sqrt(std::min(1.0, longest))};
  reach.norm_1 =
      std::min(lengths_.norm_1 * reach.scale.upper, std::sqrt(static_cast<double>(theta_.size())) * reach.norm.upper) *
      (1 + box_slack);
  reach.cell_margin = cell_ * reach.scale.upper * (1 + box_slack);
  const double label_size = std::max(std::fabs(label_.lower), std::fabs(label_.upper));
  reach.off = 8 * rounding_of_sum(theta_.size()) * (size_ + label_size) + reach.cell_margin;
  reach.label = less_label_ ? 0 : label_.lower;
  reach.margin = less_label_ ? slab : product(slab, reach.scale);
  reach.margin = {reach.margin.lower - reach.off, reach.margin.upper + reach.off};
  return reach;
}

void MarginGeometry::add_choices(double margin, std::vector<RecordChoice>& choices) const {
  if (!apart()) {
    add_at_edge(margin, choices);
    return;
  }
  // Records of every margin that has such a y.
  const Interval margins = margins_in({margin, margin});
  std::vector<RecordChoice> found;
  for (const double at : {margins.lower, 0.5 * margins.lower + 0.5 * margins.upper, margins.upper}) {
    add_at_edge(at, found);
  }
  for (RecordChoice& choice : found) {
    choice.label = std::clamp(record_of(*region_, choice).dot(theta_) - margin, label_.lower, label_.upper);
    choices.push_back(std::move(choice));
  }
}

void MarginGeometry::add_at_edge(double margin, std::vector<RecordChoice>& choices) const {
  const Place place = place_of(margin);
  RecordChoice choice;
  choice.fields.reserve(still_.size());
  for (const End& end : still_) {
    choice.fields.push_back(end.value);
  }
  choice.label = label_.lower;
  const auto put = [&](std::size_t field, RecordChoice::Value value) {
    if (field < choice.fields.size()) {
      choice.fields[field] = value;
    } else {
      choice.label = value.number;
    }
  };
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    put(segments_[i].field, i < place.segment ? segments_[i].high.value : segments_[i].low.value);
  }
  choices.push_back(choice);
  if (place.segment == segments_.size()) {
    return;
  }
  const Segment& crossed = segments_[place.segment];
  put(crossed.field, crossed.high.value);
  choices.push_back(choice);
  if (crossed.field == choice.fields.size() || region_->fields[crossed.field].values.empty()) {
    const double low = crossed.low.value.number;
    put(crossed.field, {low + place.share * (crossed.high.value.number - low), 0});
    choices.push_back(choice);
  }
}

MarginGeometry::Crossing MarginGeometry::crossing(double margin) const {
  const Place place = place_of(margin);
  if (apart() || place.segment == segments_.size()) {
    return {still_.size(), 0, 0};
  }
  const Segment& crossed = segments_[place.segment];
  const bool is_range = crossed.field < still_.size() && region_->fields[crossed.field].values.empty();
  const double width = crossed.high.value.number - crossed.low.value.number;
  return {crossed.field, is_range ? place.share * (1 - place.share) * width * width : 0, crossed.width()};
}

}  // namespace expost
