// Audits: exact losses against bounds, at once and in pieces.
#include <cmath>

#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("an audit finds no miss, and lower ≤ exact ≤ upper in every row") {
  for (const char* release : {"none", "hessian", "gradient+hessian", "adaptive"}) {
    CAPTURE(release);
    Service service;
    const json data = opened(service, study(release, "shift"));
    const json report = value_of(service.call("load-report", {{"report", published(service, data, 11)}})).at("handle");
    const ordered_json response = service.call("audit", {{"data", data}, {"report", report}});
    REQUIRE(response.at("ok") == true);
    const auto& summary = response.at("value").at("summary");
    CHECK(summary.at("rows") == 200);
    CHECK(summary.at("misses") == 0);
    CHECK(summary.at("missesRedberg2021") == 0);
    CHECK(summary.at("exact").at("max").get<double>() > 0);
    CHECK(summary.at("exact").at("median").get<double>() <= summary.at("exact").at("p99").get<double>());
    CHECK(summary.at("bound").at("sharp").at("max").get<double>() <=
          summary.at("bound").at("redberg2021").at("max").get<double>());
    const auto& columns = response.at("value").at("rows");
    for (std::size_t i = 0; i < 200; ++i) {
      const double exact = std::fabs(columns.at("exact")[i].get<double>());
      CHECK(columns.at("lower")[i].get<double>() <= exact);
      CHECK(exact <= columns.at("upper")[i].get<double>());
      CHECK(columns.at("ratio")[i].get<double>() >= 1);
    }
  }
}

TEST_CASE("an audit in pieces is the audit at once") {
  Service service;
  const json data = opened(service, study("gradient+hessian", "shift"));
  const json report = value_of(service.call("load-report", {{"report", published(service, data)}})).at("handle");
  const json at_once = value_of(service.call("audit", {{"data", data}, {"report", report}}));
  CHECK(at_once.at("finished") == true);
  const json first = value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
  CHECK(first == json{{"finished", false}, {"rows", 150}});
  CHECK(value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}})) == at_once);
  // Begun and then asked otherwise: from the start.
  value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
  const json other = {{"data", data}, {"report", report}, {"options", {{"failureProbability", 0.01}}}};
  CHECK(value_of(service.call("audit", other)).at("summary").at("rows") == 200);
  for (const char* column : {"exact", "lower", "upper", "ratio", "redberg2021Upper", "redberg2021Ratio"}) {
    CHECK(at_once.at("rows").at(column).size() == 200);
  }
}

TEST_CASE("an audit that was begun goes with its report") {
  Service service;
  const json data = opened(service, study("gradient+hessian", "shift"));
  const json document = published(service, data);
  // A report that takes the place of another in memory is not taken for it.
  for (int turn = 0; turn < 20; ++turn) {
    const json report = value_of(service.call("load-report", {{"report", document}})).at("handle");
    const json begun = value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
    REQUIRE(begun == json{{"finished", false}, {"rows", 150}});
    value_of(service.call("free-report", {{"report", report}}));
  }
  // Another report's goes on.
  const json report = value_of(service.call("load-report", {{"report", document}})).at("handle");
  const json other = value_of(service.call("load-report", {{"report", document}})).at("handle");
  value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
  value_of(service.call("free-report", {{"report", other}}));
  CHECK(value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}})).at("finished") == true);
}

TEST_CASE("a loss outside its bound is counted as a miss") {
  for (const json& of_study : {softmax_study("none"), output_study(logistic_loss)}) {
    Service service;
    const json data = opened_for(service, of_study);
    json report = published(service, data, 2);
    // No noise of these levels puts the model there.
    json& first = report["model"]["theta"][0];
    first = std::floor(number(first)) + 1000;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    CHECK(value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("summary").at("misses") > 0);
  }
}

TEST_CASE("an audit refuses a report of another study") {
  Service service;
  const json data = opened(service, study("gradient+hessian", "shift"));
  json other = study("gradient+hessian", "shift");
  other["features"][1]["maximum"] = 120;
  const json report =
      value_of(service.call("load-report", {{"report", published(service, opened(service, other))}})).at("handle");
  CHECK(error_of(service.call("audit", {{"data", data}, {"report", report}})).at("code") == "inconsistent");
}

TEST_CASE("an audit refuses the report of another mechanism") {
  Service service;
  const json data = opened_for(service, output_study(squared_loss));
  const json report = published(service, opened_for(service, posterior_study()), 1);
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  CHECK(error_of(service.call("audit", {{"data", data}, {"report", handle}})).at("code") == "inconsistent");
}
