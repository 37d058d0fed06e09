// A posterior sample end to end.
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;

TEST_CASE("a posterior sample: no budget, no promise, exact losses and pDP of every row") {
  const Audited audit = audited(posterior_study(), 8);
  check_no_miss(audit, false);
  CHECK(!audit.report.contains("guarantee"));
  CHECK(audit.report.at("model").at("mechanism") == json{{"name", "posterior-sample"},
                                                         {"gamma", 0.8},
                                                         {"lambda", 5},
                                                         {"x-rounding", 0x1p-38},
                                                         {"x-rows-at-most", 1073741824}});
  CHECK(audit.rows.at("pdp").size() == 200);
  CHECK(audit.summary.at("pdpDelta") == 1e-6);
  CHECK(number(audit.summary.at("moments").at("max")) > number(audit.summary.at("moments").at("mean")));
}
