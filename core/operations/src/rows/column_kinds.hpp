// Which columns of a table are read, and which can't be.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "expost/report/column_kind.hpp"

namespace expost::operations {

class Request;

/// The kinds of a table's columns: `kinds` of a request, an array with the name of a kind
/// (expost/report/column_kind.hpp) or null for each column of the header. Without it nothing is
/// known of any.
class ColumnKinds {
 public:
  /// @throws Error (ErrorType::argument) unless `kinds` is absent or well formed
  ColumnKinds(const Request& request, const std::vector<std::string>& header);

  /// Refuses what can't be read among these columns.
  /// @throws Error (ErrorType::data) as `report::refuse_kind`
  void require_raw(const std::vector<std::size_t>& columns) const;
  /// Returns why one of `unread` can't be read: "is of the kind …".
  [[nodiscard]] std::string why(std::size_t column) const { return report::kind_in_words(kinds_[column]); }
  /// Returns the columns that can't be read, ascending.
  [[nodiscard]] const std::vector<std::size_t>& unread() const { return unread_; }

 private:
  const std::vector<std::string>* header_;
  std::vector<std::string> kinds_;  ///< empty where nothing is known
  std::vector<std::size_t> unread_;
};

/// Columns of a header as a document: an array of their places, from 0.
[[nodiscard]] nlohmann::ordered_json places_of(const std::vector<std::size_t>& columns);

}  // namespace expost::operations
