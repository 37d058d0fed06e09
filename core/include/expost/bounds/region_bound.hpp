// One bound for every record of a set R: what somebody gets who doesn't know all her values
// (mathematics.md, 10.3 and 10.4).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// The parts of a bound that change from record to record, in nats.
struct LossEnds {
  Interval in;                     ///< L of a member, of the model alone
  Interval out;                    ///< L of a non-member
  Interval total_in;               ///< L of everything published, member
  Interval total_out;              ///< … non-member
  double release_cost_pdp = 0;     ///< ε at release_cost_delta of publishing the releases (0 where nothing was released)
  double release_cost_expost = 0;  ///< upper bound on the releases' own ex-post loss
};

/// Ends for all records of a box.
struct BoxEnds {
  bool empty = false;                 ///< no record of the box is in its slab
  LossEnds ends;                      ///< no lower end above, and no upper end below, that of any record
  std::optional<Interval> slab;       ///< of these records; none where the rule knows no such quantity
  LossEnds middle;                    ///< about what is left of the ends in the middle of the slab
  std::vector<RecordChoice> choices;  ///< records of the box whose bounds may be large
  std::size_t widest = 0;             ///< the field that adds most to the ends; the number of fields: the label
};

/// Bounds of one report and one choice of options, for records and for boxes of one region.
class RegionRule {
 public:
  RegionRule() = default;
  RegionRule(const RegionRule&) = delete;
  RegionRule& operator=(const RegionRule&) = delete;
  virtual ~RegionRule() = default;

  /// Returns the region; the order of a field's values is the rule's.
  [[nodiscard]] virtual const RecordRegion& region() const = 0;
  /// Returns the ends of a coded record, as its own bound has them.
  [[nodiscard]] virtual LossEnds at(const Eigen::VectorXd& x, double y) = 0;
  /// Bounds the ends of every record of a box with more than one. Its label is one number, unless
  /// the region's labels are a range.
  [[nodiscard]] virtual BoxEnds over(const RecordBox& box) = 0;
  /// Returns a number that the total's upper end of no record of a box is below, for a membership.
  /// It is 0 where the rule knows none.
  [[nodiscard]] virtual double least_total(const RecordBox&, Membership) { return 0; }
  /// Returns how many boxes a search may look at for the total's upper end.
  [[nodiscard]] virtual int most_boxes() const { return 500; }
};

/// One bound for every record of a region.
struct RegionBound {
  LossEnds ends;        ///< lower ends are at most the infimum over the region, upper ends at least the supremum
  Interval epsilon;     ///< bounds on |L| of the model alone, for the membership asked for
  Interval total;       ///< … of everything published
  double gap = 0;       ///< total.upper less the largest one that was found at a record of the region
  Eigen::VectorXd x;    ///< that record, coded
  double y = 0;         ///< its label
  RecordChoice record;  ///< the same, field by field, with the values in the rule's order
  int boxes = 0;        ///< how many boxes were looked at
};

/// Searches the region by branch and bound: the same boxes on every machine. Ends where `total` is
/// known to a thousandth of it, or after a fixed number of boxes.
[[nodiscard]] RegionBound bound_over_region(RegionRule& rule, Membership member);

/// Returns the fields that hardly matter, by their places in the rule's region, whose label is one
/// after the last: `bound` is that of the region, and where the others are as in the record that it
/// names, no value of the field has a total whose belief, from 50 in 100, is 1 in 100 below that of
/// the region's. So knowing the field can't lower the bound by as much. Certified: a field may be
/// missing, as numbers are where the rule knows no least total.
[[nodiscard]] std::vector<std::size_t> hardly_mattering(RegionRule& rule, Membership member, const RegionBound& bound);

}  // namespace expost
