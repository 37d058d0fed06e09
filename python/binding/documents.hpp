// Documents between Python and the library: dicts, lists, texts, numbers, True, False, None.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "casters.hpp"

namespace expost::python {

/// A value that no document can hold.
class NotADocument : public std::runtime_error {
 public:
  explicit NotADocument(const std::string& reason, std::string place = "")
      : std::runtime_error(reason), pointer(std::move(place)) {}

  std::string pointer;  ///< JSON pointer to the value
};

/// A document from Python's values; numpy's scalars and arrays count as what `tolist` makes of
/// them, dates and spans of time excepted, which it makes counts of. Whole numbers are whole in the
/// document, as JSON's are in the browser: 2.0 becomes 2.
/// @throws NotADocument
[[nodiscard]] nlohmann::json document_of(nanobind::handle value);

/// A document as Python's values. `arrays`: lists of numbers alone become numpy arrays of doubles.
[[nodiscard]] nanobind::object value_of(const nlohmann::ordered_json& document, bool arrays);

}  // namespace expost::python
