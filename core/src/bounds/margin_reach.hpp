// Margins and lengths of the records of a box (mathematics.md, 10.4): all that a generalised linear
// loss depends on, apart from a released Hessian and gradient.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Covers the roundings of everything that is computed of a box, relative to the size of what goes
/// in.
inline constexpr double box_slack = 0x1p-38;

/// Sorts the values of each field by their margins, so that halves of them are next to each other.
void sort_by_margin(RecordRegion& region, const Eigen::VectorXd& theta);

/// Records between two margins.
struct MarginReach {
  /// xᵀθ at every θ of the published one's cell, the roundings of its sum included; less y where
  /// that isn't known.
  Interval margin;
  double label;        ///< y to take the loss at: 0 where the margin is less y
  Interval norm;       ///< ‖x‖₂
  double norm_1;       ///< ‖x‖₁ at most
  double cell_margin;  ///< Σ|x_j|h_j at most
  double off;          ///< how much wider than the margins themselves `margin` is on either side
  Interval scale;      ///< by which records are shortened
};

/// Margins of one box at a time. With x before it is shortened, and w ≤ (lo + hi)w − lo·hi for a
/// number's square, the points (margin, ‖x‖²) lie below the upper edge of a sum of segments, one
/// for each field.
class MarginGeometry {
 public:
  /// Keeps a reference to `region`. `half_widths` of θ's cell, empty where nothing was rounded.
  MarginGeometry(const RecordRegion& region, Eigen::VectorXd theta, Eigen::VectorXd half_widths);

  /// Looks at a box, in O(k log k) for k unknown fields. Returns false where no record of it is in
  /// its slab. Slabs are of margins before records are shortened; where y is a range, of margins
  /// afterwards, less y.
  bool set(const RecordBox& box);

  /// Returns the part of the box's slab that its margins fill.
  [[nodiscard]] Interval slab() const { return slab_; }
  [[nodiscard]] const BoxLengths& lengths() const { return lengths_; }
  /// Returns bounds for the records with a margin in part of that slab.
  [[nodiscard]] MarginReach reach(Interval slab) const;
  /// Returns the largest ‖x‖² in part of the slab, before records are shortened.
  [[nodiscard]] double edge(Interval slab) const { return squares_in(margins_in(slab)); }
  /// Adds records next to the edge at a margin.
  void add_choices(double margin, std::vector<RecordChoice>& choices) const;

  /// A field at the edge: how much longer a record could be than it is, at this margin.
  struct Crossing {
    std::size_t field;  ///< the number of fields: the label, or no field at all
    double squares;     ///< of ‖x‖², at most
    double margin;      ///< the width of the field in margins
  };
  /// Returns the field that is neither at its lowest nor at its highest margin.
  [[nodiscard]] Crossing crossing(double margin) const;
  /// Returns the width of each field's squares, ‖·‖².
  [[nodiscard]] const std::vector<double>& spreads() const { return spreads_; }

 private:
  struct End {
    RecordChoice::Value value;
    double margin;
    double squares;
  };
  struct Segment {
    End low;
    End high;
    std::size_t field;
    [[nodiscard]] double width() const { return high.margin - low.margin; }
    [[nodiscard]] double rise() const { return high.squares - low.squares; }
  };
  [[nodiscard]] Segment segment_of(std::size_t field, const FieldBox& part) const;
  /// The segment that a margin crosses, and how far along it that is, from 0 to 1; behind the last
  /// one where there is none.
  struct Place {
    std::size_t segment;
    double share;
  };
  [[nodiscard]] Place place_of(double margin) const;
  [[nodiscard]] double squares_at(double margin) const;
  [[nodiscard]] double squares_in(Interval margins) const;
  /// Returns the factors that shorten records whose ‖x‖² is at most `longest`.
  [[nodiscard]] Interval scale_for(double longest) const;
  void add_at_edge(double margin, std::vector<RecordChoice>& choices) const;
  /// Where a slab may be along the edge.
  [[nodiscard]] Interval margins_in(Interval slab) const;
  /// True where the edge is of margins, and slabs of shortened ones less y.
  [[nodiscard]] bool apart() const { return less_label_ && lengths_.shortened(); }

  const RecordRegion* region_;
  Eigen::VectorXd theta_;
  Eigen::VectorXd half_widths_;
  double known_margin_ = 0;
  double known_size_ = 0;    ///< Σ|x_j θ_j|
  double known_cell_ = 0;    ///< Σ|x_j| h_j
  bool less_label_ = false;  ///< slabs are of margins less y
  // The box under way:
  BoxLengths lengths_;
  Interval scale_ = {1, 1};
  std::vector<Segment> segments_;  ///< along the edge
  std::vector<double> spreads_;
  std::vector<End> still_;  ///< where each field is that moves no margin; by the field
  Interval label_;
  double first_margin_ = 0;
  double first_squares_ = 0;
  double last_margin_ = 0;
  double size_ = 0;
  double cell_ = 0;
  Interval slab_;
};

}  // namespace expost
