#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using emscripten::val;
using Handle = emscripten::EM_VAL;

// In values.js, which says what each does.
extern "C" {
int expost_kind(Handle value);
double expost_number(Handle value);
int expost_length(Handle value);
Handle expost_item(Handle list, int index);
Handle expost_members(Handle object);
Handle expost_bytes(Handle value);
void expost_copy_bytes(Handle bytes, char* start);
void expost_copy_numbers(Handle numbers, double* start);
Handle expost_flag(bool flag);
Handle expost_double(double number);
Handle expost_text(const char* bytes, int size);
Handle expost_numbers(const double* numbers, int size);
void expost_push(Handle list, Handle item);
Handle expost_object(Handle members);
}

namespace expost::wasm {

std::string copied(const val& bytes) {
  std::string text(static_cast<std::size_t>(expost_length(bytes.as_handle())), '\0');
  expost_copy_bytes(bytes.as_handle(), text.data());
  return text;
}

std::string bytes_of(const val& value) {
  return copied(val::take_ownership(expost_bytes(value.as_handle())));
}

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int deepest = 64;

/// As expost_kind counts them. `numbers` and `texts` are not empty, and no text of `texts` has a
/// zero or a lone surrogate in it.
enum class Kind { nothing, flag, number, text, numbers, texts, list, object, other };

val owned(Handle handle) {
  return val::take_ownership(handle);
}

json number_document(double value) {
  constexpr double most = 9007199254740991;  // 2⁵³ − 1: the whole numbers that a double tells apart
  if (value == std::trunc(value) && std::abs(value) <= most) {
    return value < 0 ? json(static_cast<std::int64_t>(value)) : json(static_cast<std::uint64_t>(value));
  }
  return value;
}

json numbers_document(const val& value) {
  std::vector<double> numbers(static_cast<std::size_t>(expost_length(value.as_handle())));
  expost_copy_numbers(value.as_handle(), numbers.data());
  json list = json::array();
  auto& items = list.get_ref<json::array_t&>();
  items.reserve(numbers.size());
  for (const double number : numbers) {
    items.push_back(number_document(number));
  }
  return list;
}

json texts_document(const val& value) {
  const std::string texts = bytes_of(value);
  json list = json::array();
  auto& items = list.get_ref<json::array_t&>();
  items.reserve(static_cast<std::size_t>(expost_length(value.as_handle())));
  for (std::size_t start = 0; start <= texts.size();) {
    const std::size_t end = std::min(texts.find('\0', start), texts.size());
    items.emplace_back(texts.substr(start, end - start));
    start = end + 1;
  }
  return list;
}

json document_at(const val& value, int depth);

json list_document(const val& value, int depth) {
  json list = json::array();
  auto& items = list.get_ref<json::array_t&>();
  const int size = expost_length(value.as_handle());
  items.reserve(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) {
    items.push_back(document_at(owned(expost_item(value.as_handle(), i)), depth));
  }
  return list;
}

json object_document(const val& value, int depth) {
  const val members = owned(expost_members(value.as_handle()));
  if (members.isUndefined()) {
    throw NotADocument("a member of an object can't be read");
  }
  const json names = document_at(owned(expost_item(members.as_handle(), 0)), depth);
  json values = list_document(owned(expost_item(members.as_handle(), 1)), depth);
  json object = json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    object.get_ref<json::object_t&>().insert_or_assign(names[i].get_ref<const std::string&>(), std::move(values[i]));
  }
  return object;
}

json document_at(const val& value, int depth) {
  switch (static_cast<Kind>(expost_kind(value.as_handle()))) {
    case Kind::nothing:
      return nullptr;
    case Kind::flag:
      return value.isTrue();
    case Kind::number:
      return number_document(expost_number(value.as_handle()));
    case Kind::text:
      return bytes_of(value);
    case Kind::numbers:
      return numbers_document(value);
    case Kind::texts:
      return texts_document(value);
    case Kind::list:
    case Kind::object:
      if (depth == deepest) {
        throw NotADocument("it is nested too deep");
      }
      return expost_kind(value.as_handle()) == static_cast<int>(Kind::list) ? list_document(value, depth + 1)
                                                                            : object_document(value, depth + 1);
    case Kind::other:
      break;
  }
  throw NotADocument("it holds a value of another kind");
}

val text_value(const std::string& text) {
  return owned(expost_text(text.data(), static_cast<int>(text.size())));
}

bool holds_numbers(const ordered_json& list) {
  return std::all_of(list.begin(), list.end(), [](const ordered_json& item) { return item.is_number(); });
}

val numbers_value(const ordered_json& list) {
  std::vector<double> numbers;
  numbers.reserve(list.size());
  for (const ordered_json& item : list) {
    numbers.push_back(item.get<double>());
  }
  return owned(expost_numbers(numbers.data(), static_cast<int>(numbers.size())));
}

}  // namespace

bool is_texts(const val& value) {
  return static_cast<Kind>(expost_kind(value.as_handle())) == Kind::texts;
}

json document_of(const val& value) {
  return document_at(value, 0);
}

val value_of(const ordered_json& document) {
  switch (document.type()) {
    case ordered_json::value_t::object: {
      const val members = val::array();
      for (const auto& [name, member] : document.get_ref<const ordered_json::object_t&>()) {
        const val pair = val::array();
        expost_push(pair.as_handle(), text_value(name).as_handle());
        expost_push(pair.as_handle(), value_of(member).as_handle());
        expost_push(members.as_handle(), pair.as_handle());
      }
      return owned(expost_object(members.as_handle()));
    }
    case ordered_json::value_t::array: {
      if (holds_numbers(document)) {
        return numbers_value(document);
      }
      val list = val::array();
      for (const ordered_json& item : document.get_ref<const ordered_json::array_t&>()) {
        expost_push(list.as_handle(), value_of(item).as_handle());
      }
      return list;
    }
    case ordered_json::value_t::string:
      return text_value(document.get_ref<const std::string&>());
    case ordered_json::value_t::boolean:
      return owned(expost_flag(document.get<bool>()));
    case ordered_json::value_t::number_integer:
    case ordered_json::value_t::number_unsigned:
    case ordered_json::value_t::number_float:
      return owned(expost_double(document.get<double>()));
    case ordered_json::value_t::null:
    case ordered_json::value_t::binary:
    case ordered_json::value_t::discarded:
      break;
  }
  return val::null();
}

}  // namespace expost::wasm
