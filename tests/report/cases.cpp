#include "cases.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "places.hpp"

namespace expost::report::testing {
namespace {

const std::filesystem::path folder_of_reports = tests_folder() / "reports";

nlohmann::json parse_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("can't open " + path.string());
  }
  return nlohmann::json::parse(file);
}

std::string number_text(int number, int radix) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, radix).ptr;
  return {digits.data(), end};
}

/// `value` with the short forms written out.
nlohmann::json expanded(const nlohmann::json& value) {
  if (value.is_object() && value.contains("$names")) {
    nlohmann::json names = nlohmann::json::array();
    for (int i = 0; i < value.at("$names").get<int>(); ++i) {
      names.push_back(number_text(i, value.at("radix").get<int>()));
    }
    return names;
  }
  if (value.is_object() && value.contains("$times")) {
    const auto times = value.at("$times").get<std::size_t>();
    if (!value.contains("text")) {
      return std::vector<nlohmann::json>(times, expanded(value.at("item")));
    }
    std::string text;
    for (std::size_t i = 0; i < times; ++i) {
      text += value.at("text").get<std::string>();
    }
    return text;
  }
  nlohmann::json copy = value;
  if (copy.is_structured()) {
    for (auto& item : copy) {
      item = expanded(item);
    }
  }
  return copy;
}

void whole_numbers_to_integers(nlohmann::json& value) {
  if (value.is_structured()) {
    for (auto& item : value) {
      whole_numbers_to_integers(item);
    }
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::floor(number) == number && std::fabs(number) <= 9007199254740991.0 && !(number == 0 && std::signbit(number))) {
      value = static_cast<std::int64_t>(number);
    }
  } else if (value.is_number_integer() && std::fabs(value.get<double>()) > 9007199254740991.0) {
    value = value.get<double>();
  }
}

}  // namespace

std::vector<Case> cases(const std::string& folder) {
  std::vector<Case> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of_reports / folder)) {
    if (entry.path().extension() == ".json") {
      found.push_back({entry.path().stem().string(), parse_file(entry.path())});
    }
  }
  std::sort(found.begin(), found.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return found;
}

std::vector<BadCase> bad_cases(const std::string& table, const std::string& good) {
  std::vector<BadCase> found;
  for (const nlohmann::json& entry : document(table)) {
    BadCase bad;
    bad.name = entry.at("name").get<std::string>();
    if (entry.contains("text") + entry.contains("document") + entry.contains("patch") != 1) {
      throw std::runtime_error(bad.name + ": needs one of patch, document and text");
    }
    if (entry.contains("text")) {
      bad.text = entry.at("text").get<std::string>();
    } else if (entry.contains("document")) {
      bad.document = expanded(entry.at("document"));
    } else {
      bad.document = document(good + "/" + entry.at("base").get<std::string>() + ".json").patch(expanded(entry.at("patch")));
    }
    bad.pointer = entry.at("pointer").get<std::string>();
    bad.code = entry.at("code").get<std::string>();
    bad.why = entry.at("why").get<std::string>();
    found.push_back(std::move(bad));
  }
  return found;
}

nlohmann::json document(const std::string& path) {
  return parse_file(folder_of_reports / path);
}

nlohmann::json through_message_pack(const nlohmann::json& document) {
  nlohmann::json copy = document;
  whole_numbers_to_integers(copy);
  return nlohmann::json::from_msgpack(nlohmann::json::to_msgpack(copy));
}

}  // namespace expost::report::testing
