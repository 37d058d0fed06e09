// Writing answers, one call a member.
//
// The JSON library's nested initializer lists read well, but compile to ten times the code of
// these calls, and the check page would have to carry it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "expost/numerics/error.hpp"
#include "expost/numerics/interval.hpp"

namespace expost::operations {

/// An object whose members stay in the order in which they were put.
class ObjectWriter {
 public:
  ObjectWriter() : document_(nlohmann::ordered_json::object()) {}

  ObjectWriter& put(const char* key, double value);
  ObjectWriter& put_count(const char* key, std::int64_t value);
  ObjectWriter& put_flag(const char* key, bool value);
  ObjectWriter& put_text(const char* key, const std::string& value);
  /// Leaves the member out where the text is empty.
  ObjectWriter& put_text_if_any(const char* key, const std::string& value);
  ObjectWriter& put_texts(const char* key, const std::vector<std::string>& values);
  ObjectWriter& put_numbers(const char* key, const Eigen::VectorXd& values);
  ObjectWriter& put_numbers(const char* key, const std::vector<double>& values);
  /// {"lower": …, "upper": …}
  ObjectWriter& put_bounds(const char* key, Interval interval);
  /// [lower, upper]
  ObjectWriter& put_ends(const char* key, Interval interval);
  /// [{"code", "pointer", "message"}, …]
  ObjectWriter& put_errors(const char* key, const std::vector<Error>& errors);
  ObjectWriter& put_null(const char* key);
  ObjectWriter& put(const char* key, nlohmann::ordered_json value);
  /// Takes the object out of `value`, which is empty afterwards.
  ObjectWriter& put(const char* key, ObjectWriter& value) { return put(key, value.take()); }
  ObjectWriter& put(const char* key, ObjectWriter&& value) { return put(key, value.take()); }

  [[nodiscard]] nlohmann::ordered_json take() { return std::move(document_); }

 private:
  nlohmann::ordered_json document_;
};

}  // namespace expost::operations
