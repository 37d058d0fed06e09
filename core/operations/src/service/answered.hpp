// The answer of an operation: its value, or its error.
#pragma once

#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "documents/names.hpp"
#include "documents/object_writer.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {

/// {ok: false, error}
[[nodiscard]] nlohmann::ordered_json failure(const std::string& type, const std::string& code, const std::string& pointer,
                                             const std::string& message);
[[nodiscard]] bool has_nan(const nlohmann::ordered_json& document);

/// Never throws, whatever `value()` throws; a value that holds a NaN is an error.
template <class Value>
[[nodiscard]] nlohmann::ordered_json answered(Value value) {
  try {
    nlohmann::ordered_json document = value();
    if (has_nan(document)) {
      return failure("internal", "not-a-number", "",
                     "a number could not be computed, so none is shown; this is an internal error");
    }
    return ObjectWriter().put_flag("ok", true).put("value", std::move(document)).take();
  } catch (const Error& error) {
    return failure(name_of(error.type()), error.code(), error.pointer(), error.what());
  } catch (const std::bad_alloc&) {
    return failure("internal", "out-of-memory", "", "the memory that this needs could not be had");
  } catch (const std::exception& error) {
    return failure("internal", "unexpected", "", error.what());
  } catch (...) {
    return failure("internal", "unexpected", "", "an unknown error in the library");
  }
}

}  // namespace expost::operations
