// An object in place of a value that isn't known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document.hpp"
#include "expost/report/feature_map.hpp"
#include "raw_cell.hpp"

namespace expost::report {

/// Length above 1 that is put down to rounding, by us or by who coded the record.
inline constexpr double length_rounding = 1e-9;

/// {"from": …, "to": …}, {"oneOf": […]} or {"unknown": true}, as far as it is checked without its
/// field.
class FeatureMap::Choice {
 public:
  enum class Kind { range, values, everything };

  /// Keeps references. Throws ErrorType::record where it is no such object, code "wrong-type",
  /// "missing" or "empty".
  Choice(const Json& value, const std::string& name);
  /// The same of a row: a range "from..to" where the cell's text has "..", else any value. Throws
  /// at `place`, "not-a-number", where the text is no such range.
  Choice(const Cell& cell, const CellPlace& place, const std::string& name);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& name() const { return *name_; }
  [[nodiscard]] CellPlace place() const { return row_place_.value_or(CellPlace(ErrorType::record, *name_)); }

  /// The ends of a range, in order. Throws "out-of-range" where they aren't, and as `number_of`.
  [[nodiscard]] Interval range() const;
  /// The same, clamped to [minimum, maximum]; `adjustments` receives what that did.
  [[nodiscard]] Interval range_within(double minimum, double maximum, std::vector<Adjustment>& adjustments) const;
  /// Refuses a range of a field that has no numbers.
  void require_values() const;

  /// Calls `use(cell, place)` for each value.
  template <class Use>
  void for_each(Use&& use) const {
    const Json& items = value_->at("oneOf");
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string index = std::to_string(i);
      use(Cell(&items[i]), CellPlace(ErrorType::record, index, parent_of_values_));
    }
  }

 private:
  const Json* value_ = nullptr;         ///< of a record
  std::optional<CellPlace> row_place_;  ///< of a row, with the ends of its range
  Cell from_;
  Cell to_;
  const std::string* name_;
  std::string parent_;            ///< of its keys, escaped as in a pointer
  std::string parent_of_values_;  ///< likewise
  Kind kind_ = Kind::everything;
};

}  // namespace expost::report
