// Reference tables of tests/vectors, read as JSON.
#pragma once

#include <Eigen/Core>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "places.hpp"

namespace expost {

using ReferenceTable = nlohmann::json;

inline ReferenceTable reference_table(const std::string& name) {
  const std::filesystem::path path = tests_folder() / "vectors" / (name + ".json");
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return ReferenceTable::parse(file);
}

/// A number of a table: a JSON number, a hexadecimal float in a string, or "inf" / "-inf".
inline double reference_number(const ReferenceTable& value) {
  if (value.is_number()) {
    return value.get<double>();
  }
  const auto text = value.get<std::string>();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    throw std::runtime_error("not a number: " + text);
  }
  return number;
}

inline Eigen::VectorXd reference_vector(const ReferenceTable& value) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(value.size()));
  for (std::size_t i = 0; i < value.size(); ++i) {
    result(static_cast<Eigen::Index>(i)) = reference_number(value[i]);
  }
  return result;
}

/// Rows of numbers, row-major as the tables have them.
inline Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> reference_matrix(const ReferenceTable& value) {
  const auto rows = static_cast<Eigen::Index>(value.size());
  const auto columns = static_cast<Eigen::Index>(value.empty() ? 0 : value[0].size());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> result(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    result.row(i) = reference_vector(value[static_cast<std::size_t>(i)]).transpose();
  }
  return result;
}

}  // namespace expost
