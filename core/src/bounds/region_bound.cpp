#include "expost/bounds/region_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "bounds/signed_interval.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

/// How many boxes more are looked at for each other end than the total's upper one, as a share.
constexpr int more_boxes = 50;
/// The share of an end to which it is to be known, and a number of nats that is as good.
constexpr double wanted_share = 0.001;
constexpr double wanted_nats = 1e-6;
/// Values of a field, and labels, that are tried one by one in looking for large bounds.
constexpr std::size_t most_tried = 16;

/// The least change of a belief that matters, and the pieces of a range that are looked at for it.
constexpr double mattering = 0.01;
constexpr int range_pieces = 32;

/// Everything that a search makes small, each the larger the wider the bound: the first decides
/// which record is named.
constexpr std::size_t end_count = 14;
using Ends = std::array<double, end_count>;

Ends numbers_of(const LossEnds& ends, Membership member) {
  const Interval epsilon = magnitude(of_membership(member, ends.in, ends.out));
  const Interval total = magnitude(of_membership(member, ends.total_in, ends.total_out));
  return {total.upper,
          epsilon.upper,
          ends.in.upper,
          -ends.in.lower,
          ends.out.upper,
          -ends.out.lower,
          ends.total_in.upper,
          -ends.total_in.lower,
          ends.total_out.upper,
          -ends.total_out.lower,
          -total.lower,
          -epsilon.lower,
          ends.release_cost_expost,
          ends.release_cost_pdp};
}

struct Leaf {
  RecordBox box;
  Ends ends;
  Ends middle;
  std::optional<Interval> slab;
  std::size_t widest;
  double attained;  ///< the largest total among the records that were tried in it
  bool final;       ///< one record, or nothing that could be cut
};

class Search {
 public:
  Search(RegionRule& rule, Membership member) : rule_(rule), region_(rule.region()), member_(member) {
    attained_.fill(-infinity);
  }

  RegionBound run() {
    const std::size_t labels = std::max<std::size_t>(region_.labels.size(), 1);
    climb(labels);
    for (std::size_t i = 0; i < labels; ++i) {
      look_at(RecordBox::whole(region_, i));
    }
    for (std::size_t end = 0; end < end_count; ++end) {
      narrow(end, boxes_ + (end == 0 ? rule_.most_boxes() : rule_.most_boxes() / more_boxes));
    }
    return result();
  }

 private:
  double attain(const RecordChoice& choice) {
    const Eigen::VectorXd x = record_of(region_, choice);
    const Ends ends = numbers_of(rule_.at(x, choice.label), member_);
    if (best_.x.size() == 0 || ends[0] > attained_[0]) {
      best_.x = x;
      best_.y = choice.label;
      best_.record = choice;
    }
    for (std::size_t i = 0; i < end_count; ++i) {
      attained_[i] = std::max(attained_[i], ends[i]);
    }
    return ends[0];
  }

  /// Tries the ends of each field in turn, and keeps the better one: a large bound to begin with.
  void climb(std::size_t labels) {
    RecordChoice best;
    for (const UnknownField& field : region_.fields) {
      best.fields.push_back({0.5 * field.range.lower + 0.5 * field.range.upper, 0});
    }
    best.label = region_.labels.empty() ? region_.label.lower : region_.labels.front();
    double largest = attain(best);
    const auto attempt = [&](const RecordChoice& choice) {
      if (const double total = attain(choice); total > largest) {
        largest = total;
        best = choice;
      }
    };
    RecordChoice choice = best;
    for (std::size_t i = 1; i < std::min(labels, most_tried); ++i) {
      choice.label = region_.labels[i];
      attempt(choice);
    }
    if (region_.labels.empty()) {
      choice.label = region_.label.upper;
      attempt(choice);
    }
    for (std::size_t i = 0; i < region_.fields.size(); ++i) {
      const UnknownField& field = region_.fields[i];
      choice = best;
      if (field.values.empty()) {
        for (const double number : {field.range.lower, field.range.upper}) {
          choice.fields[i].number = number;
          attempt(choice);
        }
      }
      for (std::size_t k = 0; k < std::min(field.values.size(), most_tried); ++k) {
        choice.fields[i].index = k;
        attempt(choice);
      }
    }
  }

  /// The only record of a box.
  [[nodiscard]] RecordChoice record_in(const RecordBox& box) const {
    RecordChoice choice;
    for (const FieldBox& field : box.fields) {
      choice.fields.push_back({field.range.lower, field.first});
    }
    choice.label = box.label.lower;
    return choice;
  }

  void look_at(RecordBox box) {
    ++boxes_;
    if (box.is_point()) {
      const RecordChoice choice = record_in(box);
      const double total = attain(choice);
      const Ends ends = numbers_of(rule_.at(record_of(region_, choice), choice.label), member_);
      leaves_.push_back({std::move(box), ends, ends, {}, 0, total, true});
      return;
    }
    BoxEnds found = rule_.over(box);
    if (found.empty) {
      return;
    }
    Leaf leaf{
        std::move(box), numbers_of(found.ends, member_), numbers_of(found.middle, member_), found.slab, found.widest, -infinity,
        false};
    for (const RecordChoice& choice : found.choices) {
      leaf.attained = std::max(leaf.attained, attain(choice));
    }
    leaves_.push_back(std::move(leaf));
  }

  void narrow(std::size_t end, int last_box) {
    while (boxes_ < last_box && !leaves_.empty()) {
      const auto worst = std::max_element(leaves_.begin(), leaves_.end(),
                                          [end](const Leaf& a, const Leaf& b) { return a.ends[end] < b.ends[end]; });
      const double wanted = std::max(wanted_share * std::fabs(worst->ends[end]), wanted_nats);
      if (worst->final || !(worst->ends[end] - attained_[end] > wanted)) {
        return;
      }
      const Leaf leaf = std::move(*worst);
      *worst = std::move(leaves_.back());
      leaves_.pop_back();
      if (!cut(leaf, end)) {
        leaves_.push_back(leaf);
        leaves_.back().final = true;
      }
    }
  }

  /// Looks at the two halves of a leaf; false where it has none.
  bool cut(const Leaf& leaf, std::size_t end) {
    RecordBox lower = leaf.box;
    RecordBox upper = leaf.box;
    const auto halve = [](Interval& below, Interval& above, double at) {
      below.upper = above.lower = at;
      return below.lower < at && at < above.upper;
    };
    const auto middle_of = [](Interval range) { return 0.5 * range.lower + 0.5 * range.upper; };
    bool done = false;
    // The slab's width costs at least as much as all that is unknown at one place of it.
    const double reached = end == 0 ? leaf.attained : attained_[end];
    const bool slab_first = leaf.slab && leaf.ends[end] - leaf.middle[end] >= leaf.middle[end] - reached;
    const auto cut_slab = [&] {
      if (!leaf.slab) {
        return false;
      }
      lower.slab = upper.slab = *leaf.slab;
      return halve(lower.slab, upper.slab, middle_of(*leaf.slab));
    };
    const auto cut_field = [&](std::size_t i) {
      if (i == region_.fields.size()) {
        return halve(lower.label, upper.label, middle_of(leaf.box.label));
      }
      const FieldBox& field = leaf.box.fields[i];
      if (field.last == 0) {
        return halve(lower.fields[i].range, upper.fields[i].range, middle_of(field.range));
      }
      lower.fields[i].last = upper.fields[i].first = field.first + (field.last - field.first) / 2;
      return field.last - field.first > 1;
    };
    if (slab_first) {
      done = cut_slab();
    }
    for (std::size_t k = 0; !done && k <= region_.fields.size(); ++k) {
      lower = upper = leaf.box;
      done = cut_field((leaf.widest + k) % (region_.fields.size() + 1));
    }
    if (!done) {
      lower = upper = leaf.box;
      done = cut_slab();
    }
    if (done) {
      look_at(std::move(lower));
      look_at(std::move(upper));
    }
    return done;
  }

  RegionBound result() {
    Ends hull;
    hull.fill(-infinity);
    for (const Leaf& leaf : leaves_) {
      for (std::size_t i = 0; i < end_count; ++i) {
        hull[i] = std::max(hull[i], leaf.ends[i]);
      }
    }
    RegionBound bound = std::move(best_);
    // No record of the region is above, up to roundings.
    for (std::size_t i = 0; i < end_count; ++i) {
      hull[i] = std::max(hull[i], attained_[i]);
    }
    const auto below = [&](std::size_t i) { return 0.0 - hull[i]; };
    bound.total = {below(10), hull[0]};
    bound.epsilon = {below(11), hull[1]};
    bound.ends = {{below(3), hull[2]}, {below(5), hull[4]}, {below(7), hull[6]}, {below(9), hull[8]}, hull[13], hull[12]};
    bound.gap = hull[0] > attained_[0] ? hull[0] - attained_[0] : 0;
    bound.boxes = boxes_;
    return bound;
  }

  RegionRule& rule_;
  const RecordRegion& region_;
  Membership member_;
  std::vector<Leaf> leaves_;
  Ends attained_{};
  RegionBound best_;
  int boxes_ = 0;
};

double belief_of(double loss) {
  return 1 / (1 + elementary::exp(-loss));
}

}  // namespace

std::vector<std::size_t> hardly_mattering(RegionRule& rule, Membership member, const RegionBound& bound) {
  const RecordRegion& region = rule.region();
  const double most = belief_of(bound.total.upper);
  const auto hardly_below = [&](double total) { return most - belief_of(total) < mattering - 1e-9; };
  const auto at = [&](const RecordChoice& choice) {
    return hardly_below(numbers_of(rule.at(record_of(region, choice), choice.label), member)[0]);
  };
  RecordBox record;
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    const RecordChoice::Value& value = bound.record.fields[i];
    const bool range = region.fields[i].values.empty();
    record.fields.push_back({{value.number, value.number}, range ? 0 : value.index, range ? 0 : value.index + 1});
  }
  record.label = {bound.record.label, bound.record.label};
  const auto in_pieces = [&](Interval range, const auto& part_of) {
    bool hardly = true;
    for (int k = 0; hardly && k < range_pieces; ++k) {
      const auto end = [&](int i) { return range.lower + (range.upper - range.lower) * i / range_pieces; };
      RecordBox box = record;
      part_of(box) = {end(k), k + 1 == range_pieces ? range.upper : end(k + 1)};
      hardly = hardly_below(rule.least_total(box, member));
    }
    return hardly;
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    const UnknownField& field = region.fields[i];
    bool hardly =
        !field.values.empty() || in_pieces(field.range, [i](RecordBox& box) -> Interval& { return box.fields[i].range; });
    for (std::size_t k = 0; hardly && k < field.values.size(); ++k) {
      RecordChoice choice = bound.record;
      choice.fields[i].index = k;
      hardly = at(choice);
    }
    if (hardly) {
      found.push_back(i);
    }
  }
  bool hardly = region.labels.size() != 1 &&
                (!region.labels.empty() || in_pieces(region.label, [](RecordBox& box) -> Interval& { return box.label; }));
  for (std::size_t k = 0; hardly && k < region.labels.size(); ++k) {
    RecordChoice choice = bound.record;
    choice.label = region.labels[k];
    hardly = at(choice);
  }
  if (hardly) {
    found.push_back(region.fields.size());
  }
  return found;
}

RegionBound bound_over_region(RegionRule& rule, Membership member) {
  return Search(rule, member).run();
}

}  // namespace expost
