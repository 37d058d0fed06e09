#include "documents/object_writer.hpp"

#include <utility>

namespace expost::operations {

using nlohmann::ordered_json;

ObjectWriter& ObjectWriter::put(const char* key, ordered_json value) {
  document_.get_ref<ordered_json::object_t&>().emplace(std::string(key), std::move(value));
  return *this;
}

ObjectWriter& ObjectWriter::put(const char* key, double value) {
  return put(key, ordered_json(value));
}

ObjectWriter& ObjectWriter::put_count(const char* key, std::int64_t value) {
  return put(key, ordered_json(value));
}

ObjectWriter& ObjectWriter::put_flag(const char* key, bool value) {
  return put(key, ordered_json(value));
}

ObjectWriter& ObjectWriter::put_text(const char* key, const std::string& value) {
  return put(key, ordered_json(value));
}

ObjectWriter& ObjectWriter::put_text_if_any(const char* key, const std::string& value) {
  return value.empty() ? *this : put_text(key, value);
}

ObjectWriter& ObjectWriter::put_texts(const char* key, const std::vector<std::string>& values) {
  ordered_json::array_t array;
  array.reserve(values.size());
  for (const std::string& value : values) {
    array.emplace_back(value);
  }
  return put(key, ordered_json(std::move(array)));
}

ObjectWriter& ObjectWriter::put_numbers(const char* key, const Eigen::VectorXd& values) {
  ordered_json::array_t array;
  array.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) {
    array.emplace_back(value);
  }
  return put(key, ordered_json(std::move(array)));
}

ObjectWriter& ObjectWriter::put_numbers(const char* key, const std::vector<double>& values) {
  return put_numbers(
      key, Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()))));
}

ObjectWriter& ObjectWriter::put_bounds(const char* key, Interval interval) {
  return put(key, ObjectWriter().put("lower", interval.lower).put("upper", interval.upper).take());
}

ObjectWriter& ObjectWriter::put_ends(const char* key, Interval interval) {
  return put_numbers(key, std::vector<double>{interval.lower, interval.upper});
}

ObjectWriter& ObjectWriter::put_errors(const char* key, const std::vector<Error>& errors) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const Error& error : errors) {
    items.push_back(ObjectWriter()
                        .put_text("code", error.code())
                        .put_text("pointer", error.pointer())
                        .put_text("message", error.what())
                        .take());
  }
  return put(key, std::move(items));
}

ObjectWriter& ObjectWriter::put_null(const char* key) {
  return put(key, ordered_json(nullptr));
}

}  // namespace expost::operations
