// At most k rows of each person (mathematics.md, section 7.23).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expost/report/person_column.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

/// Keeps the first k rows of each person, whatever the other rows are. Memory: the names of all
/// persons.
class PersonLimit {
 public:
  /// @throws Error (ErrorType::data) as PersonColumn
  PersonLimit(const report::StudyPerson& person, const std::vector<std::string>& header)
      : column_(person.column, header), most_(static_cast<std::uint32_t>(person.rows)) {}

  [[nodiscard]] const report::PersonColumn& column() const { return column_; }

  /// Counts one more row of a person; true if it stays.
  [[nodiscard]] bool keeps(const std::string& person) {
    std::uint32_t& count = counts_[person];
    if (count == most_) {
      ++left_out_;
      return false;
    }
    ++count;
    counted_.push_back(&count);
    return true;
  }

  /// Rows that did not stay.
  [[nodiscard]] std::int64_t left_out() const { return left_out_; }
  [[nodiscard]] std::size_t persons() const { return counts_.size(); }

  /// Makes what was counted since the last call of either be for good.
  void settle() {
    counted_.clear();
    settled_left_out_ = left_out_;
  }
  /// Takes it back.
  void undo() {
    for (std::uint32_t* const count : counted_) {
      --*count;
    }
    counted_.clear();
    left_out_ = settled_left_out_;
  }

 private:
  report::PersonColumn column_;
  std::uint32_t most_;
  std::unordered_map<std::string, std::uint32_t> counts_;  // its values stay where they are
  std::vector<std::uint32_t*> counted_;
  std::int64_t left_out_ = 0;
  std::int64_t settled_left_out_ = 0;
};

}  // namespace expost::operations
