// The JSON Schemas in core/report/schema are those that the lists of keys make: a key that is in
// one place only fails here. `npm run schemas` writes them, and what is made of them.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "expost/report/report.hpp"
#include "expost/report/study.hpp"
#include "places.hpp"

namespace expost::report {
namespace {

void check_schema(const char* name, const nlohmann::ordered_json& schema) {
  CAPTURE(name);
  const std::string path = (sources_folder() / "core/report/schema" / (std::string(name) + ".schema.json")).string();
  if (std::getenv("EXPOST_WRITE_SCHEMAS") != nullptr) {
    std::ofstream(path) << schema.dump(2) << '\n';
  }
  std::ifstream file(path);
  REQUIRE(file);
  const bool same = nlohmann::ordered_json::parse(file) == schema;
  CHECK_MESSAGE(same, "run npm run schemas");
}

}  // namespace

TEST_CASE("the JSON Schemas are those of the lists of keys") {
  check_schema("report", report_schema());
  check_schema("study", study_schema());
}

}  // namespace expost::report
