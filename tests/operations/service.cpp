// Operations on numbers alone.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "operations_fixture.hpp"
#include "places.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("every service answers to the names of its operations, and to no other's") {
  Service all;
  expost::operations::Service page(expost::operations::check_operations());
  const auto knows = [](auto& service, const char* operation) {
    const json answer = service.call(operation, {{"no such option", 1}});
    return answer.at("ok") == true || error_of(answer).at("code") != "unknown-operation";
  };
  std::vector<std::string> names;
  for (const auto& operation : expost::operations::check_operations()) {
    names.emplace_back(operation.name);
    CAPTURE(operation.name);
    CHECK((knows(all, operation.name) && knows(page, operation.name)));
  }
  for (const auto& operation : expost::operations::curator_operations()) {
    CAPTURE(operation.name);
    const bool replaces = std::find(names.begin(), names.end(), operation.name) != names.end();
    CHECK((knows(all, operation.name) && knows(page, operation.name) == replaces));
    names.emplace_back(operation.name);
  }
  // docs/operations.md has a row for each.
  std::ifstream file(expost::sources_folder() / "docs/operations.md");
  const std::string guide{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& name : names) {
    CAPTURE(name);
    const bool has_row = guide.find('`' + name + '`') != std::string::npos;
    CHECK((has_row || guide.find("call(\"" + name) != std::string::npos));
  }
  CHECK_FALSE(knows(all, "no-such"));
}

TEST_CASE("goe-quantile and gaussian-sigma: reference values") {
  Service service;
  CHECK(value_of(service.call("goe-quantile", {{"dimension", 50}, {"tail", 4.2325e-6}})).at("quantile").get<double>() ==
        expost::approximately(16.97056091).epsilon(1e-9));
  CHECK(value_of(service.call("gaussian-sigma", {{"epsilon", 1}, {"delta", 1e-5}, {"sensitivity", 2}}))
            .at("sigma")
            .get<double>() == expost::approximately(2 * 3.730631634815942).epsilon(1e-11));
  for (const json& bad : {json{{"dimension", 0}, {"tail", 0.1}}, json{{"dimension", 2.5}, {"tail", 0.1}},
                          json{{"dimension", 10001}, {"tail", 0.1}}, json{{"dimension", 5}, {"tail", 0}},
                          json{{"dimension", 5}, {"tail", "0.1"}}, json{{"dimension", 5}}}) {
    CHECK(error_of(service.call("goe-quantile", bad)).at("type") == "argument");
  }
  for (const json& bad :
       {json{{"epsilon", 0}, {"delta", 0.1}, {"sensitivity", 1}}, json{{"epsilon", 1}, {"delta", 1}, {"sensitivity", 1}},
        json{{"epsilon", 1}, {"delta", 0.1}, {"sensitivity", -1}}}) {
    CHECK(error_of(service.call("gaussian-sigma", bad)).at("type") == "argument");
  }
}
