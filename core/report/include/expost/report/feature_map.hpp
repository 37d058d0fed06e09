// Raw records → coordinates x in the unit ball and a label y: the same code in training and in
// checking (report-format.md).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/adjustment.hpp"
#include "expost/report/features.hpp"
#include "expost/report/raw_value.hpp"

namespace expost::report {

struct Report;
struct Study;

/// A record as the mathematics takes it, and what had to be done to it on the way.
struct CodedRecord {
  Eigen::VectorXd x;  ///< length d, ‖x‖₂ ≤ 1
  double y = 0;       ///< −1 or +1 (binary), in [−1, 1] (number), or the number of the class from 0 (category)
  /// One for each value that was clamped or stood in for, in the order of the fields, and last for
  /// the record if it was scaled.
  std::vector<Adjustment> adjustments;
};

/// A record of which some fields aren't known, as far as the mathematics takes it.
struct CodedRegion {
  RecordRegion region;               ///< one unknown field for each name but the label's, in this order
  std::vector<std::string> unknown;  ///< names of these fields, in the order of the features, the label last
  /// Changes to known values and to ends of ranges, in the order of the fields; last, where each of
  /// the records is scaled.
  std::vector<Adjustment> adjustments;
};

/// A coordinate of x as it follows from a raw record that isn't scaled down: `offset` for a
/// constant; else `offset` + `slope` · v, where v is the value of a number inside its range, and 1
/// or 0 for a boolean and for a level.
struct CoordinateTerm {
  std::size_t feature = 0;           ///< its index
  std::optional<std::size_t> level;  ///< category
  double offset = 0;
  double slope = 0;  ///< constant: 0
};

struct Cell;
class CellPlace;

/// How raw records become x and y.
///
/// Values are numbers, texts, booleans or null. A number may be a text with a decimal point; "1,5"
/// and "1 000" are refused as ambiguous. A boolean is true/false, yes/no (in any case) or 1/0.
/// Levels match exactly, blanks at the ends aside, or by an alias; the number 1 matches the level
/// or the alias "1". Blank (absent, null, "", or "?" where no level or alias is called that) takes
/// the feature's stand-in or is refused; it is never 0.
///
/// Then x is divided by `Scaling::norm`; where ‖x‖₂ is above 1 − (d + 4)·2⁻⁵³ still, it is scaled
/// to that, so that its length is 1 at most in exact numbers too (the sensitivity that all noise is
/// planned with), and no order of summing the squares gives more.
class FeatureMap {
 public:
  /// @param features, scaling, label  as `read_report` or `read_study` checked them; at least one
  ///   feature
  FeatureMap(const std::vector<Feature>& features, const Scaling& scaling, const Label& label);
  /// Without features: a record is {"x": […], "y": …}, already coded. `classes`: of a category.
  FeatureMap(Eigen::Index dimension, LabelKind kind, Eigen::Index classes = 0);

  explicit FeatureMap(const Report& report);
  explicit FeatureMap(const Study& study);

  [[nodiscard]] Eigen::Index dimension() const { return dimension_; }
  [[nodiscard]] bool has_features() const { return !fields_.empty(); }

  /// Codes one object of raw values under the features' names and the label's. A constant may be
  /// left out; if it is given it must have its value.
  /// @throws Error (ErrorType::record) with the pointer "/<name>"; codes "missing", "not-a-number",
  ///   "ambiguous-number", "not-finite", "unknown-level", "not-a-boolean", "wrong-type",
  ///   "out-of-range", "unknown-field"; without features also "wrong-length".
  [[nodiscard]] CodedRecord code_record(const nlohmann::json& record) const;

  /// Returns ‖x‖ of a record, rounded up and at most 1; the largest there may be where values
  /// aren't known (`checked_region`). The label may be missing, and nothing of it is read.
  /// @throws Error as `code_record`
  [[nodiscard]] double longest(const nlohmann::json& record) const;

  /// As `code_record`, or everything that it would refuse, in the order of the features: for a form
  /// that shows all errors at once. None where `errors` receives any.
  [[nodiscard]] std::optional<CodedRecord> checked_record(const nlohmann::json& record, std::vector<Error>& errors) const;

  /// True if a value of the record is an object: {"from": …, "to": …}, {"oneOf": […]} or
  /// {"unknown": true} in place of a value that isn't known.
  [[nodiscard]] static bool has_unknown(const nlohmann::json& record);
  /// Codes a record in which any field, the label among them, may be such an object. A range is of
  /// numbers, and an end of it that is out of the report's range counts as the nearest; `oneOf`
  /// lists values that the field takes by itself, null where a blank has a stand-in; `unknown` is
  /// every value: the whole range, all levels, both of a boolean. With features only. None where
  /// `errors` receives any, as by `checked_record`, the pointer inside the object where it is about
  /// a part of it, as "/age/oneOf/1".
  [[nodiscard]] std::optional<CodedRegion> checked_region(const nlohmann::json& record, std::vector<Error>& errors) const;

  /// The map undone, coordinate by coordinate, as `Feature::coordinates` counts them.
  [[nodiscard]] std::vector<CoordinateTerm> terms() const;
  /// True if there is a record that is longer than 1, by more than rounding, before it is scaled
  /// down. False without features: such a record is refused.
  [[nodiscard]] bool may_scale_down() const;

  /// Checks a record that is already coded: x an array of d finite numbers with ‖x‖₂ ≤ 1 (up to
  /// 1e-9, which is scaled away as rounding), y in the loss's domain. Any report takes it.
  /// @throws Error (ErrorType::record) with the pointers "/x", "/x/3", "/y"
  [[nodiscard]] CodedRecord code_vector(const nlohmann::json& x, const nlohmann::json& y) const;
  /// The same without y.
  [[nodiscard]] Eigen::VectorXd code_coordinates(const nlohmann::json& x) const;

 private:
  friend class RowCoder;

  struct Field {
    Feature feature;
    LevelIndex levels;
    Eigen::Index start;  ///< first coordinate
  };
  enum class Event { none, raised, lowered, filled };

  /// The coordinate of a number within its feature's range.
  [[nodiscard]] double coordinate_of(const Feature& feature, double value) const;
  [[nodiscard]] Event code_field(const Field& field, const Cell& cell, const CellPlace& place, double* x) const;
  [[nodiscard]] Event code_label(const Cell& cell, const CellPlace& place, double& y) const;
  [[nodiscard]] double code_coded_label(const Cell& cell, const CellPlace& place) const;
  /// Says in words what a coded label must be.
  [[nodiscard]] std::string coded_label_in_words() const;
  /// True if the record was longer than 1 by more than rounding.
  [[nodiscard]] bool scale_down(double* x) const;
  void scale_coded(double* x, const CellPlace& place) const;
  enum class LabelPart { read, unread };
  [[nodiscard]] CodedRecord code_any(const nlohmann::json& record, LabelPart label) const;
  /// Objects are fields of `region`, where there is one; else they are refused.
  [[nodiscard]] CodedRecord code_collecting(const nlohmann::json& record, LabelPart label, std::vector<Error>& errors,
                                            CodedRegion* region = nullptr) const;
  class Choice;
  void code_choice(const Field& field, const Choice& choice, CodedRegion& region) const;
  void code_label_choice(const Choice& choice, CodedRegion& region) const;
  /// Adds what is known to the unknown fields: x with 0 for these, and y unless it is one.
  void complete(CodedRegion& region, const Eigen::VectorXd& x, double y) const;

  std::vector<Field> fields_;
  Scaling scaling_;
  std::optional<Label> label_;
  std::vector<std::string> label_names_;    ///< binary: negative, positive; category: its levels
  std::optional<LevelIndex> label_levels_;  ///< likewise
  LabelKind kind_;
  Eigen::Index classes_ = 0;  ///< category
  Eigen::Index dimension_ = 0;
};

}  // namespace expost::report
