#include "cases.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace expost::report::testing {
namespace {

const std::filesystem::path folder_of_reports = std::filesystem::path(EXPOST_TESTS_DIR) / "reports";

nlohmann::json parse_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("can't open " + path.string());
  }
  return nlohmann::json::parse(file);
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

nlohmann::json document(const std::string& path) {
  return parse_file(folder_of_reports / path);
}

nlohmann::json through_message_pack(const nlohmann::json& document) {
  nlohmann::json copy = document;
  whole_numbers_to_integers(copy);
  return nlohmann::json::from_msgpack(nlohmann::json::to_msgpack(copy));
}

}  // namespace expost::report::testing
