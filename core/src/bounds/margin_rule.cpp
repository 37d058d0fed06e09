#include "bounds/margin_rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace expost {
namespace {

double largest_of(const LossEnds& ends) {
  return std::min(std::max(ends.total_in.upper, ends.total_out.upper), 1e9);
}

RecordRegion sorted(RecordRegion region, const Eigen::VectorXd& theta) {
  sort_by_margin(region, theta);
  return region;
}

}  // namespace

MarginRule::MarginRule(RecordRegion region, const Eigen::VectorXd& theta, const Eigen::VectorXd& half_widths)
    : region_(sorted(std::move(region), theta)), geometry_(region_, theta, half_widths) {}

BoxEnds MarginRule::over(const RecordBox& box) {
  BoxEnds found;
  if (!geometry_.set(box)) {
    found.empty = true;
    return found;
  }
  look_at(box);
  const Interval slab = geometry_.slab();
  found.slab = slab;
  const MarginReach whole = geometry_.reach(slab);
  found.ends = ends_in(whole, true);
  const double size = largest_of(found.ends);
  const double middle = 0.5 * slab.lower + 0.5 * slab.upper;
  found.widest = widest(whole, middle, size);
  found.middle = ends_in(geometry_.reach({middle, middle}), false);
  geometry_.add_choices(middle, found.choices);
  return found;
}

double MarginRule::least_total(const RecordBox& box, Membership member) {
  if (!geometry_.set(box)) {
    return infinity;
  }
  const MarginReach reach = geometry_.reach(geometry_.slab());
  double norm_1 = region_.x.lpNorm<1>();
  for (std::size_t i = 0; i < box.fields.size(); ++i) {
    const FieldBox& part = box.fields[i];
    double least = region_.fields[i].values.empty() ? std::max({0.0, part.range.lower, -part.range.upper}) : infinity;
    for (std::size_t k = part.first; k < part.last; ++k) {
      least = std::min(least, std::fabs(region_.fields[i].values[k].value));
    }
    norm_1 += least;
  }
  return least_in(reach, norm_1 * reach.scale.lower * (1 - box_slack), member);
}

std::size_t MarginRule::widest(const MarginReach& whole, double middle, double size) const {
  const MarginGeometry::Crossing crossing = geometry_.crossing(middle);
  const double edge = std::max(geometry_.edge({middle, middle}), 1e-300);
  std::vector<double> parts(region_.fields.size() + 1, 0);
  for (std::size_t i = 0; geometry_.lengths().shortened() && i < region_.fields.size(); ++i) {
    parts[i] = geometry_.spreads()[i] / std::max(1.0, edge) * size;
  }
  if (crossing.field < region_.fields.size()) {
    // A number is shorter than the edge, and of values there is none between two.
    parts[crossing.field] += std::min(1.0, crossing.squares > 0 ? crossing.squares / edge : crossing.margin) * size;
  }
  add_parts(whole, size, parts);
  return static_cast<std::size_t>(std::max_element(parts.begin(), parts.end()) - parts.begin());
}

}  // namespace expost
