// Bounds of every record of a region where they depend on margins and lengths, and perhaps on more.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "bounds/margin_reach.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Ends where the model is all that was published.
inline LossEnds whole_ends(Interval in, Interval out) {
  return {in, out, in, out, 0, 0};
}

/// A rule whose slabs are of margins.
class MarginRule : public RegionRule {
 public:
  [[nodiscard]] const RecordRegion& region() const override { return region_; }
  [[nodiscard]] BoxEnds over(const RecordBox& box) override;
  [[nodiscard]] double least_total(const RecordBox& box, Membership member) override;

 protected:
  /// `half_widths` of the published θ's cell, empty where nothing was rounded.
  MarginRule(RecordRegion region, const Eigen::VectorXd& theta, const Eigen::VectorXd& half_widths);

  /// Takes the box whose reaches are asked for next, where the ends depend on more than these.
  virtual void look_at(const RecordBox&) {}
  /// Bounds the ends of every record with such margins and lengths. `whole` for the box itself, and
  /// not for the middle of its slab.
  [[nodiscard]] virtual LossEnds ends_in(const MarginReach& reach, bool whole) = 0;
  /// As `least_total`, for records with such margins and lengths; ‖x‖₁ is `norm_1` at least.
  [[nodiscard]] virtual double least_in(const MarginReach& /*reach*/, double /*norm_1*/, Membership) const { return 0; }
  /// Adds to each field's part, roughly in nats, what would be gained by knowing it; `size` of the
  /// bound.
  virtual void add_parts(const MarginReach& /*whole*/, double /*size*/, std::vector<double>& /*parts*/) const {}

 private:
  [[nodiscard]] std::size_t widest(const MarginReach& whole, double middle, double size) const;

  RecordRegion region_;
  MarginGeometry geometry_;
};

}  // namespace expost
