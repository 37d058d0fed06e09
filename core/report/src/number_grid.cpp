#include "number_grid.hpp"

#include <cmath>

#include "expost/report/number_text.hpp"

namespace expost::report {

double read_grid(const Object& object) {
  const double grid = object.optional_number("x-grid", moderate_number).value_or(0);
  int exponent = 0;
  if (grid > 0 && std::frexp(grid, &exponent) != 0.5) {
    object.at("x-grid", "a power of two").refuse_as("out-of-range", "must be a power of two, but is " + format_number(grid));
  }
  return grid;
}

void write_grid(nlohmann::ordered_json& release, double grid) {
  if (grid > 0) {
    release["x-grid"] = number_document(grid);
  }
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
