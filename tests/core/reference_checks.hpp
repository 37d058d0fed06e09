// Comparisons with reference tables.
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <string>

#include "closeness.hpp"
#include "reference_table.hpp"

namespace expost {

/// Checks each entry of a vector against an array of a table.
inline void check_vector(const std::string& what, const Eigen::VectorXd& got, const ReferenceTable& expected,
                         Tolerance tolerance) {
  REQUIRE(got.size() == static_cast<Eigen::Index>(expected.size()));
  for (Eigen::Index i = 0; i < got.size(); ++i) {
    check_close(what + " " + std::to_string(i), got(i), expected[static_cast<std::size_t>(i)], tolerance);
  }
}

}  // namespace expost
