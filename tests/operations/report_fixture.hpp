// The good reports of tests/reports by name, and bounds for a record of theirs.
#pragma once

#include <Eigen/Dense>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "expost/numerics/interval.hpp"
#include "operations_fixture.hpp"
#include "places.hpp"

namespace expost::operations_tests {

using operations::check_operations;
using operations::Service;

inline json report_named(const std::string& name) {
  std::ifstream file(tests_folder() / "reports/good" / (name + ".json"));
  return json::parse(file);
}

/// A report without features, so that records are vectors.
inline json coded_report(const std::string& name) {
  json report = report_named(name);
  for (const char* const key : {"features", "scaling", "label"}) {
    report.erase(key);
  }
  return report;
}

inline json ask(const json& report, const json& x, const json& y, const json& options = json::object()) {
  Service service(check_operations());
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  return value_of(service.call("bound", {{"report", handle}, {"x", x}, {"y", y}, {"options", options}}));
}

inline json summary_of(const json& report) {
  Service service(check_operations());
  return value_of(service.call("load-report", {{"report", report}})).at("summary");
}

inline Eigen::VectorXd vector_of(const json& numbers) {
  Eigen::VectorXd vector(static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    vector(static_cast<Eigen::Index>(i)) = numbers[i].get<double>();
  }
  return vector;
}

inline void check_ends(const json& ends, const expost::Interval& expected) {
  CHECK(ends[0].get<double>() == expected.lower);
  CHECK(ends[1].get<double>() == expected.upper);
}

/// The general mechanism works with matrices and rounds ‖A‖ up: a few units in the last place.
inline void check_close(const json& ends, const expost::Interval& expected) {
  CHECK(ends[0].get<double>() == expost::approximately(expected.lower).epsilon(1e-13));
  CHECK(ends[1].get<double>() == expost::approximately(expected.upper).epsilon(1e-13));
}

inline const json somebody = {0.5, -0.25, 0.5, 0.125};
inline const std::vector<std::string> other_mechanisms = {
    "softmax-three-classes", "softmax-released-and-coded", "laplace", "laplace-softmax", "output-perturbation",
    "posterior-sample",      "adaptive-posterior-sample"};

}  // namespace expost::operations_tests
