#include "rows/column_kinds.hpp"

#include <algorithm>
#include <utility>

#include "documents/request.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

ColumnKinds::ColumnKinds(const Request& request, const std::vector<std::string>& header) : header_(&header) {
  const json* const kinds = request.find("kinds");
  if (kinds == nullptr) {
    return;
  }
  if (!kinds->is_array() || kinds->size() != header.size()) {
    request.refuse("kinds", "wrong-length", "must be an array with an entry for each column");
  }
  for (std::size_t i = 0; i < kinds->size(); ++i) {
    const json& kind = (*kinds)[i];
    if (!kind.is_null() && !kind.is_string()) {
      request.refuse("kinds", "wrong-type", "must be an array of texts and null");
    }
    kinds_.push_back(kind.is_null() ? std::string() : kind.get<std::string>());
    if (!report::has_raw_values(kinds_.back())) {
      unread_.push_back(i);
    }
  }
}

void ColumnKinds::require_raw(const std::vector<std::size_t>& columns) const {
  for (const std::size_t column : columns) {
    if (std::binary_search(unread_.begin(), unread_.end(), column)) {
      report::refuse_kind((*header_)[column], kinds_[column]);
    }
  }
}

ordered_json places_of(const std::vector<std::size_t>& columns) {
  ordered_json::array_t places;
  for (const std::size_t column : columns) {
    places.emplace_back(static_cast<std::int64_t>(column));
  }
  return ordered_json(std::move(places));
}

}  // namespace expost::operations
