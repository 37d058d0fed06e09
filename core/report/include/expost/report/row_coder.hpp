// Rows of a file → coordinates and labels, by the header above them (report-format.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expost/numerics/error.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {

/// Counts of changes to many rows; for the curator, not for publication. The last entry of the
/// vectors is the label's.
struct RowCounters {
  std::int64_t rows = 0;
  std::int64_t clamped_rows = 0;      ///< rows in which at least one value was clamped
  std::int64_t scaled = 0;            ///< rows scaled onto the unit ball, by more than rounding
  std::vector<std::int64_t> clamped;  ///< by field
  std::vector<std::int64_t> missing;  ///< blanks that were stood in for, by field
};

/// Whether the rows have the label.
enum class LabelColumn {
  needed,
  unread,  ///< the header may lack it, and nothing of it is read: y is 0
};

/// Codes rows of raw values under a header: no allocation per row, unless the row is refused.
///
/// The header names the features (constants aside) and the label in any order; other columns are
/// ignored. Without features: x1, …, xd and y.
class RowCoder {
 public:
  /// @param mark  of the numbers in texts; levels, booleans and two-level labels are texts whatever
  ///   it is
  /// @throws Error (`type`) "missing-column", "duplicate-column" with the pointer "/<name>"
  RowCoder(FeatureMap map, const std::vector<std::string>& header, ErrorType type = ErrorType::data,
           DecimalMark mark = DecimalMark::point, LabelColumn label = LabelColumn::needed);

  /// Returns the columns of a header that are read, ascending: those of the features, constants
  /// aside, and of the label. All of a name that is there twice, and none of one that is missing,
  /// as the constructor refuses both.
  [[nodiscard]] static std::vector<std::size_t> columns_read(const FeatureMap& map, const std::vector<std::string>& header,
                                                             LabelColumn label = LabelColumn::needed);
  /// Returns those of `columns_read` whose values are numbers.
  [[nodiscard]] static std::vector<std::size_t> numbers_read(const FeatureMap& map, const std::vector<std::string>& header,
                                                             LabelColumn label = LabelColumn::needed);

  [[nodiscard]] const FeatureMap& map() const { return map_; }
  /// Counters of the right length, all 0.
  [[nodiscard]] RowCounters counters() const;

  /// Codes row `row` of columns that `check_columns` took, one for each name of the header.
  /// @param number  of the row in messages
  /// @param x       d doubles, overwritten
  /// @throws Error (`type`) with the pointer "/<number>/<name>" and codes as
  ///   `FeatureMap::code_record`; then x, y and the counters may be half done.
  void code_row_of(const Columns& columns, std::size_t row, std::int64_t number, double* x, double& y,
                   RowCounters& counters) const;

  /// From now on values of rows may be unknown: a cell with this text, white space at its ends
  /// aside, may be any value, as `{"unknown": true}` of FeatureMap::checked_region; and a cell of
  /// numbers may be a range, "20..30".
  /// @throws Error (ErrorType::argument) with the pointer "/unknown" where the text is empty, reads
  ///   as a number, a boolean or a range, or is a level or an alias, and without features
  void allow_unknown(const std::string& text);
  /// As `code_row_of` for a row of which `allow_unknown` lets a value be unknown, and nothing else;
  /// without the label, where it is unread, its y is 0. None where all values are known.
  [[nodiscard]] std::optional<CodedRegion> region_of(const Columns& columns, std::size_t row, std::int64_t number,
                                                     RowCounters& counters) const;

 private:
  static constexpr std::size_t no_column = static_cast<std::size_t>(-1);

  FeatureMap map_;
  ErrorType error_type_;
  DecimalMark mark_;
  std::vector<std::string> names_;    ///< of the fields, then of the label; without features of the coordinates
  std::vector<std::size_t> columns_;  ///< likewise; `no_column` for constants and an unread label
  std::string unknown_;               ///< the text of an unknown value; empty where there is none
};

/// Reads a header: an array of texts, each trimmed, byte order marks included.
/// @throws Error (`type`) "wrong-type" with the pointer "/header" or "/header/3"
[[nodiscard]] std::vector<std::string> read_header(const nlohmann::json& header, ErrorType type = ErrorType::data);

}  // namespace expost::report
