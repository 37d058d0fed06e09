#include "number_grid.hpp"

#include <cmath>
#include <cstddef>
#include <optional>

#include "expost/report/base64.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {

double read_grid(const Object& object) {
  const double grid = object.optional_number("x-grid", moderate_number).value_or(0);
  int exponent = 0;
  if (grid > 0 && std::frexp(grid, &exponent) != 0.5) {
    object.at("x-grid", "a power of two").refuse_as("out-of-range", {"must be a power of two, but is ", grid});
  }
  return grid;
}

void write_grid(nlohmann::ordered_json& release, double grid) {
  if (grid > 0) {
    release["x-grid"] = number_document(grid);
  }
}

void read_packed(const Object& packed, std::span<double> numbers, const char* why) {
  (void)packed.name("encoding", {"base64-f64le"});
  const Node data = packed.at("data", "a text in base64");
  if (!data.value().is_string()) {
    data.refuse("wrong-type", "a text in base64");
  }
  const auto& text = data.value().get_ref<const std::string&>();
  const std::optional<std::size_t> bytes = base64_decoded_size(text);
  if (!bytes) {
    data.refuse_as("not-base64", {"must be base64 with padding, a multiple of 4 characters, but has ", text.size()});
  }
  if (*bytes != numbers.size_bytes()) {
    data.refuse_as("wrong-length",
                   {"must have ", numbers.size_bytes(), " bytes, ", numbers.size(), " numbers, ", why, ", but has ", *bytes});
  }
  if (!decode_base64_doubles(text, numbers)) {
    data.refuse_as("not-base64", "must be base64 of the standard alphabet, with padding and nothing else");
  }
  for (const double number : numbers) {
    if (std::fabs(number) <= limits::magnitude) {
      continue;
    }
    if (!std::isfinite(number)) {
      data.refuse_as("not-finite", "must have finite numbers only");
    }
    data.refuse_as("out-of-range", {"must have numbers between -1e50 and 1e50 only, but has ", number});
  }
}

void write_packed(nlohmann::ordered_json& packed, std::span<const double> numbers) {
  packed["encoding"] = "base64-f64le";
  packed["data"] = encode_base64_doubles(numbers);
}

nlohmann::ordered_json write_vector(const Eigen::VectorXd& vector) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  items.get_ref<nlohmann::ordered_json::array_t&>().reserve(static_cast<std::size_t>(vector.size()));
  for (const double value : vector) {
    items.push_back(number_document(value));
  }
  return items;
}

}  // namespace expost::report
