// Records that are images (x-input): what is read of them, and what a summary says. The cases in
// tests/reports have what is refused.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cases.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"

using namespace expost;
using namespace expost::report;
using nlohmann::json;

TEST_CASE("image: its range may begin with the larger number, and 256 shades are the rule") {
  const Report report = read_report(testing::document("good/network-image.json"));
  REQUIRE(report.input);
  CHECK(report.input->darkest == 16);
  CHECK(report.input->lightest == 0);
  CHECK(report.input->shades == 256);
  CHECK(summary_of(report).at("input").dump() == R"({"shape":[1,2,3],"image":{"kind":"image","range":[16,0],"shades":256}})");
  CHECK(write_report(report).at("x-input").dump() == R"({"kind":"image","range":[16,0],"shades":256})");
}

TEST_CASE("image: another program's coding of a pixel is counted") {
  const Report report = read_report(testing::document("good/network-coded-image.json"));
  const Eigen::VectorXd& coding = std::get<PublishedDescent>(report.model).coding.absolute;
  CHECK(coding.size() == 6);
  CHECK(coding.minCoeff() == 6);
  json without = testing::document("good/network-coded-image.json");
  without.erase("x-input");
  CHECK(std::get<PublishedDescent>(read_report(without).model).coding.absolute.size() == 0);
  CHECK(summary_of(read_report(without)).at("input").dump() == R"({"shape":[1,2,3],"image":null})");
}

TEST_CASE("image: none where scores are linear") {
  CHECK(summary_of(read_report(testing::document("good/descent.json"))).at("input").is_null());
}

TEST_CASE("image: a study states it likewise") {
  const Study study = read_study(testing::document("studies/good/network-image.json"));
  REQUIRE(study.input);
  CHECK(study.input->lightest == 16);
  CHECK(study.input->shades == 17);
}
