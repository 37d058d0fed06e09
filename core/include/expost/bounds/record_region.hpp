// Records of which some values aren't known: a set R (mathematics.md, 10.3), and boxes of it.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// One value of a field: this number in one of its coordinates, and 0 in its others.
struct FieldValue {
  Eigen::Index coordinate;  ///< of x, within the field
  double value;             ///< of that coordinate
};

/// A field whose value isn't known.
struct UnknownField {
  Eigen::Index start = 0;          ///< its first coordinate
  Eigen::Index count = 1;          ///< how many coordinates it has; 1 for a range
  Interval range = {0, 0};         ///< any value from here to there, where `values` is empty
  std::vector<FieldValue> values;  ///< else one of these
};

/// All records with a value of each field's: coordinates before a record is shortened to length 1.
struct RecordRegion {
  Eigen::VectorXd x;                 ///< of length d: the known coordinates, and 0 for the others
  std::vector<UnknownField> fields;  ///< no two have a coordinate in common
  std::vector<double> labels;        ///< y is one of these
  Interval label = {0, 0};           ///< where there are none: any y from here to there
  bool in_ball = true;               ///< whether records longer than 1 are shortened
};

/// Divides x of length d by its length where that is above 1 − (d + 4)·2⁻⁵³, so that it is 1 at
/// most in exact numbers too, and no order of summing squares gives more. Returns the length that x
/// had.
double shorten_to_unit(double* x, Eigen::Index dimension);

/// The part of a field that a box has.
struct FieldBox {
  Interval range = {0, 0};  ///< of a range
  std::size_t first = 0;    ///< the first of the values
  std::size_t last = 0;     ///< one after the last of them; 0 for a range

  /// True if there is one value only.
  [[nodiscard]] bool is_point() const { return last > 0 ? last - first == 1 : !(range.lower < range.upper); }
};

/// A product of parts of a region's fields.
struct RecordBox {
  std::vector<FieldBox> fields;           ///< one for each of the region's
  Interval label = {0, 0};                ///< of y
  Interval slab = {-infinity, infinity};  ///< of a quantity that the rule names: only records with it count
  [[nodiscard]] bool is_point() const;    ///< true if there is one record only
  /// The whole region with one of its labels; with an index of 0 where these are a range.
  [[nodiscard]] static RecordBox whole(const RecordRegion& region, std::size_t label);
};

/// The value that each field of a record takes, and its label.
struct RecordChoice {
  /// The value of one field.
  struct Value {
    double number = 0;      ///< of a range
    std::size_t index = 0;  ///< of the values
  };
  std::vector<Value> fields;  ///< one for each of the region's
  double label = 0;           ///< y
};

/// Returns x of a choice, shortened as a record is.
[[nodiscard]] Eigen::VectorXd record_of(const RecordRegion& region, const RecordChoice& choice);

/// Where the records of a box lie, before they are shortened, whatever their slab.
struct BoxLengths {
  Interval squares = {0, 0};  ///< ‖x‖²
  double norm_1 = 0;          ///< ‖x‖₁ at most
  /// Above 1 a little where nothing has to be shortened; then all of them are as they are.
  [[nodiscard]] bool shortened() const { return squares.upper > 1 - 0x1p-30; }
};
/// Returns these, in numbers that are right to 2⁻⁴⁰.
[[nodiscard]] BoxLengths lengths_of(const RecordRegion& region, const RecordBox& box);

}  // namespace expost
