// AdaOPS end to end.
#include <cmath>

#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("an adaptive posterior sample: lambda and gamma come out of the data, the promise by joint accounting") {
  const Audited audit = audited(ada_ops_study(), 9);
  check_no_miss(audit, false);
  const json& mechanism = audit.report.at("model").at("mechanism");
  CHECK(mechanism.at("adaptive").at("epsilon") == 2);
  CHECK(mechanism.at("x-rows-at-most") == 1073741824);
  for (const json& value : audit.report.at("model").at("theta")) {
    const double steps = number(value) / number(mechanism.at("x-rounding"));
    CHECK(steps == std::nearbyint(steps));
  }
  CHECK(audit.report.at("guarantee") == json{{"epsilon", 2}, {"delta", 1e-6}, {"accountant", "joint numerical accounting"}});
  CHECK(audit.report.at("model").at("mechanism") != audited(ada_ops_study(), 10).report.at("model").at("mechanism"));
}

TEST_CASE("what an adaptive posterior sample says of its selection is part of the exact losses") {
  Service service;
  const json data = opened_for(service, ada_ops_study());
  const json report = published(service, data, 9);
  const auto losses = [&](const json& of_report) {
    const json handle = value_of(service.call("load-report", {{"report", of_report}})).at("handle");
    return value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("rows").at("exact");
  };
  for (const char* key : {"logResidual", "smallestEigenvalue"}) {
    json changed = report;
    json& value = changed["model"]["mechanism"]["adaptive"][key];
    value = number(value) + 0.125;
    // The promise isn't theirs, and the grids leave an eighth.
    changed.erase("guarantee");
    CHECK(losses(changed) != losses(report));
  }
}
