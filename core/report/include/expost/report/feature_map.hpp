// Raw records → coordinates x in the unit ball and a label y: the same code in training and in checking (report-format.md).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expost/numerics/error.hpp"
#include "expost/report/features.hpp"

namespace expost::report {

struct Report;
struct Study;

/// What had to be done to a record, the same as in training.
struct Adjustment {
  enum class Kind {
    raised,   ///< a value, to the report's minimum
    lowered,  ///< a value, to the report's maximum
    filled,   ///< a blank, with the report's stand-in
    scaled,   ///< the whole record, onto the unit ball, by more than rounding
  };
  Kind kind;
  std::string field;    ///< the feature's or the label's name; empty for `scaled`
  nlohmann::json from;  ///< the number that was given; null for `filled` and `scaled`
  nlohmann::json to;    ///< the number or level that it counts as; null for `scaled`
};

/// The adjustment in one English sentence, with the field's name.
[[nodiscard]] std::string sentence_of(const Adjustment& adjustment);

/// A record as the mathematics takes it, and what had to be done to it on the way.
struct CodedRecord {
  Eigen::VectorXd x;  ///< length d, ‖x‖₂ ≤ 1
  double y = 0;       ///< −1 or +1 (binary), in [−1, 1] (number), or the number of the class from 0 (category)
  /// One for each value that was clamped or stood in for, in the order of the fields, and last for the record if it was scaled.
  std::vector<Adjustment> adjustments;
};

/// What was done to many rows; for the curator, not for publication. The last entry of the vectors is the label's.
struct RowCounters {
  std::int64_t rows = 0;
  std::int64_t clamped_rows = 0;      ///< rows in which at least one value was clamped
  std::int64_t scaled = 0;            ///< rows scaled onto the unit ball, by more than rounding
  std::vector<std::int64_t> clamped;  ///< by field
  std::vector<std::int64_t> missing;  ///< blanks that were stood in for, by field
};

/// What a raw value looks like by the rules of `FeatureMap`, whatever it means.
enum class ValueForm {
  blank,   ///< absent, null, "" or "?"
  bit,     ///< 0 or 1: a number and a boolean
  word,    ///< true/false, yes/no: a boolean
  number,  ///< any other number; also "1,5" and "1e309", which look like one and are refused by name when they are coded
  text,    ///< anything else
};

/// @throws Error (Fault::argument) "wrong-type" for what is no raw value: an array, an object
[[nodiscard]] ValueForm form_of(const nlohmann::json& value);

/// Levels of a category, or of a binary label, by their text or their number.
class LevelIndex {
 public:
  explicit LevelIndex(const std::vector<std::string>& levels);

  [[nodiscard]] std::optional<std::size_t> find(std::string_view text) const;
  /// The level whose text is this number: 1 is "1", and also "1.0" if there is no "1".
  [[nodiscard]] std::optional<std::size_t> find(double number) const;

 private:
  std::map<std::string, std::size_t, std::less<>> texts_;
  std::map<double, std::size_t> numbers_;
};

struct Cell;
class CellPlace;

/// How raw records become x and y.
///
/// Values are numbers, texts, booleans or null. A number may be a text with a decimal point; "1,5" and "1 000" are refused as
/// ambiguous. A boolean is true/false, yes/no (in any case) or 1/0. Levels match exactly, blanks at the ends aside; the
/// number 1 matches the level "1". Blank (absent, null, "", or "?" where no level is called that) takes the feature's stand-in
/// or is refused; it is never 0.
///
/// Then x is divided by `Scaling::norm`; where ‖x‖₂ is above 1 − (d + 4)·2⁻⁵³ still, it is scaled
/// to that, so that its length is 1 at most in exact numbers too (the sensitivity that all noise is
/// planned with), and no order of summing the squares gives more.
class FeatureMap {
 public:
  /// @param features, scaling, label  as `read_report` or `read_study` checked them; at least one feature
  FeatureMap(const std::vector<Feature>& features, const Scaling& scaling, const Label& label);
  /// Without features: a record is {"x": […], "y": …}, already coded. `classes`: of a category.
  FeatureMap(Eigen::Index dimension, LabelKind kind, Eigen::Index classes = 0);

  explicit FeatureMap(const Report& report);
  explicit FeatureMap(const Study& study);

  [[nodiscard]] Eigen::Index dimension() const { return dimension_; }
  [[nodiscard]] bool has_features() const { return !fields_.empty(); }

  /// Codes one object of raw values under the features' names and the label's. A constant may be left out; if it is given it
  /// must have its value.
  /// @throws Error (Fault::record) with the pointer "/<name>"; codes "missing", "not-a-number", "ambiguous-number",
  ///   "not-finite", "unknown-level", "not-a-boolean", "wrong-type", "out-of-range", "unknown-field"; without features also
  ///   "wrong-length".
  [[nodiscard]] CodedRecord code_record(const nlohmann::json& record) const;

  /// Everything that `code_record` would refuse, in the order of the features: for a form that shows all faults at once.
  [[nodiscard]] std::vector<Error> record_faults(const nlohmann::json& record) const;

  /// Checks a record that is already coded: x an array of d finite numbers with ‖x‖₂ ≤ 1 (up to 1e-9, which is scaled away
  /// as rounding), y in the loss's domain. Any report takes it.
  /// @throws Error (Fault::record) with the pointers "/x", "/x/3", "/y"
  [[nodiscard]] CodedRecord code_vector(const nlohmann::json& x, const nlohmann::json& y) const;

 private:
  friend class RowCoder;

  struct Field {
    Feature feature;
    LevelIndex levels;
    Eigen::Index start;  ///< first coordinate
  };
  enum class Event { none, raised, lowered, filled };

  [[nodiscard]] Event code_field(const Field& field, const Cell& cell, const CellPlace& place, double* x) const;
  [[nodiscard]] Event code_label(const Cell& cell, const CellPlace& place, double& y) const;
  [[nodiscard]] double code_coded_label(const Cell& cell, const CellPlace& place) const;
  /// What a coded label must be, in words.
  [[nodiscard]] std::string coded_label_in_words() const;
  /// True if the record was longer than 1 by more than rounding.
  [[nodiscard]] bool scale_down(double* x) const;
  void scale_coded(double* x, const CellPlace& place) const;
  [[nodiscard]] CodedRecord code_collecting(const nlohmann::json& record, std::vector<Error>& faults) const;

  std::vector<Field> fields_;
  Scaling scaling_;
  std::optional<Label> label_;
  std::vector<std::string> label_names_;    ///< binary: negative, positive; category: its levels
  std::optional<LevelIndex> label_levels_;  ///< likewise
  LabelKind kind_;
  Eigen::Index classes_ = 0;  ///< category
  Eigen::Index dimension_ = 0;
};

/// Codes rows of raw values under a header: no allocation per row, unless the row is refused.
///
/// The header names the features (constants aside) and the label in any order; other columns are ignored. Without features:
/// x1, …, xd and y.
class RowCoder {
 public:
  /// @throws Error (`fault`) "missing-column", "duplicate-column" with the pointer "/<name>"
  RowCoder(FeatureMap map, const std::vector<std::string>& header, Fault fault = Fault::data);

  [[nodiscard]] const FeatureMap& map() const { return map_; }
  /// Counters of the right length, all 0.
  [[nodiscard]] RowCounters counters() const;

  /// Codes one row, an array of raw values as long as the header.
  /// @param number  of the row in messages
  /// @param x       d doubles, overwritten
  /// @throws Error (`fault`) with the pointer "/<number>/<name>" and codes as `FeatureMap::code_record`; "wrong-length" where
  ///   the row doesn't fit the header. Then x, y and the counters may be half done.
  void code_row(const nlohmann::json& row, std::int64_t number, double* x, double& y, RowCounters& counters) const;
  /// The same for texts, as a CSV reader has them.
  void code_text_row(std::span<const std::string_view> row, std::int64_t number, double* x, double& y,
                     RowCounters& counters) const;

 private:
  template <class CellOf>
  void code(std::size_t cells, CellOf cell_of, std::int64_t number, double* x, double& y, RowCounters& counters) const;

  static constexpr std::size_t no_column = static_cast<std::size_t>(-1);

  FeatureMap map_;
  Fault fault_;
  std::size_t header_size_;
  std::vector<std::string> names_;    ///< of the fields, then of the label; without features of the coordinates
  std::vector<std::size_t> columns_;  ///< likewise; `no_column` for constants
};

/// The header as a document: an array of texts, trimmed, without a byte order mark.
/// @throws Error (`fault`) "wrong-type" with the pointer "/header" or "/header/3"
[[nodiscard]] std::vector<std::string> read_header(const nlohmann::json& header, Fault fault = Fault::data);

}  // namespace expost::report
