#include "curator/study_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/json_text.hpp"
#include "expost/report/number_text.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The number that JavaScript takes a key for, which then goes before all other keys.
std::optional<std::uint64_t> index_of(const std::string& key) {
  constexpr std::uint64_t least_other = 4294967295;  // 2³² − 1
  constexpr std::size_t most_digits = 10;
  const bool is_number = !key.empty() && key.size() <= most_digits && (key == "0" || key.front() != '0') &&
                         std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  for (const char c : key) {
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return number < least_other ? std::optional(number) : std::nullopt;
}

/// The order of UTF-16's code units. That of UTF-8's bytes is the same but for characters beyond
/// U+FFFF, whose first unit is below U+E000.
bool is_before(const std::string& a, const std::string& b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() || in_b == b.end()) {
    return in_a == a.end() && in_b != b.end();
  }
  constexpr unsigned from_e000 = 0xEE;
  constexpr unsigned beyond_ffff = 0xF0;
  const auto first = static_cast<unsigned char>(*in_a);
  const auto second = static_cast<unsigned char>(*in_b);
  if ((first >= beyond_ffff && second >= from_e000 && second < beyond_ffff) ||
      (second >= beyond_ffff && first >= from_e000 && first < beyond_ffff)) {
    return first >= beyond_ffff;
  }
  return first < second;
}

void append(std::string& text, const json& value);

void append_object(std::string& text, const json& object) {
  std::vector<std::pair<std::optional<std::uint64_t>, const std::string*>> keys;
  for (const auto& [key, member] : object.get_ref<const json::object_t&>()) {
    keys.emplace_back(index_of(key), &key);
  }
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
    if (a.first || b.first) {
      return a.first && (!b.first || *a.first < *b.first);
    }
    return is_before(*a.second, *b.second);
  });
  const char* before = "{";
  for (const auto& [index, key] : keys) {
    text += before;
    report::append_json_text(text, *key);
    text += ':';
    append(text, object.at(*key));
    before = ",";
  }
  text += object.empty() ? "{}" : "}";
}

void append(std::string& text, const json& value) {
  if (value.is_object()) {
    append_object(text, value);
  } else if (value.is_array()) {
    text += '[';
    for (std::size_t i = 0; i < value.size(); ++i) {
      text += i == 0 ? "" : ",";
      append(text, value.at(i));
    }
    text += ']';
  } else if (value.is_string()) {
    report::append_json_text(text, value.get_ref<const std::string&>());
  } else if (value.is_boolean()) {
    text += value.get<bool>() ? "true" : "false";
  } else if (value.is_number()) {
    text += report::format_number(value.get<double>());
  } else {
    text += "null";
  }
}

}  // namespace

ordered_json study_text(const json& document) {
  const Request request(document);
  request.allow_only({"study"});
  std::string text;
  append(text, request.document("study"));
  return ObjectWriter().put_text("text", text).take();
}

}  // namespace expost::operations
