#include "documents/request.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace expost::operations {

Request::Request(const nlohmann::json& document, std::string pointer) : document_(&document), pointer_(std::move(pointer)) {
  if (!document.is_object() && !document.is_null()) {
    report::throw_error(ErrorType::argument, "wrong-type", pointer_,
                        {pointer_.empty() ? "the request" : pointer_.c_str() + 1, " must be an object"});
  }
}

void Request::allow_only(std::initializer_list<const char*> keys) const {
  if (document_->is_null()) {
    return;
  }
  for (const auto& item : document_->items()) {
    if (std::none_of(keys.begin(), keys.end(), [&](const char* key) { return item.key() == key; })) {
      report::throw_error(ErrorType::argument, "unknown-key", place(item.key().c_str()),
                          {"the option ", item.key(), " is not known"});
    }
  }
}

const nlohmann::json* Request::find(const char* key) const {
  if (document_->is_null()) {
    return nullptr;
  }
  const auto found = document_->find(key);
  return found == document_->end() || found->is_null() ? nullptr : &*found;
}

const nlohmann::json& Request::required(const char* key) const {
  const nlohmann::json* value = find(key);
  if (value == nullptr) {
    refuse(key, "missing", "must be given");
  }
  return *value;
}

const nlohmann::json& Request::document(const char* key) const {
  return document_->is_object() && document_->contains(key) ? document_->at(key) : required(key);
}

double Request::number(const char* key) const {
  const nlohmann::json& value = required(key);
  if (!value.is_number() || std::isnan(value.get<double>())) {
    refuse(key, "wrong-type", "must be a number");
  }
  return value.get<double>();
}

std::optional<double> Request::optional_number(const char* key) const {
  return has(key) ? std::optional<double>(number(key)) : std::nullopt;
}

int Request::integer(const char* key, int least, int most) const {
  const double value = number(key);
  if (!(value >= least && value <= most) || value != std::floor(value)) {
    refuse(key, "out-of-range", {"must be a whole number from ", least, " to ", most});
  }
  return static_cast<int>(value);
}

std::optional<std::string> Request::optional_text(const char* key) const {
  const nlohmann::json* value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_string()) {
    refuse(key, "wrong-type", "must be a text");
  }
  return value->get<std::string>();
}

bool Request::flag(const char* key) const {
  const nlohmann::json* value = find(key);
  if (value == nullptr) {
    return false;
  }
  if (!value->is_boolean()) {
    refuse(key, "wrong-type", "must be true or false");
  }
  return value->get<bool>();
}

report::DecimalMark Request::decimal_mark() const {
  return flag("decimalComma") ? report::DecimalMark::comma : report::DecimalMark::point;
}

void Request::refuse(const char* key, const char* code, std::initializer_list<report::Phrase> expectation) const {
  report::throw_error(ErrorType::argument, code, place(key), {key, " ", report::sentence(expectation)});
}

void Request::refuse(const char* key, const char* code, const char* expectation) const {
  refuse(key, code, {report::Phrase(expectation)});
}

}  // namespace expost::operations
