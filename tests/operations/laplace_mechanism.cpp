// Laplace-type noise end to end.
#include <cmath>
#include <cstdint>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("laplace noise: pure differential privacy, and bounds that no row of any release misses") {
  for (const json& loss : {logistic_loss, huber_loss, softmax_loss}) {
    CAPTURE(loss.dump());
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Audited audit = audited(laplace_study(loss), seed, 60);
      check_no_miss(audit, false);
      CHECK(audit.report.at("guarantee") == json{{"epsilon", 1}, {"delta", 0}, {"accountant", "pure"}});
      // No row's exact loss is above the promise either.
      CHECK(number(audit.summary.at("exact").at("max")) <= 1);
      CHECK(!audit.report.contains("release"));
    }
  }
  // Logistic: η = ε where λη ≥ 1 (mathematics.md, section 12).
  CHECK(number(audited(laplace_study(logistic_loss), 1, 40).report.at("model").at("mechanism").at("eta")) == 1);
  const double eta = number(audited(laplace_study(softmax_loss), 1, 40).report.at("model").at("mechanism").at("eta"));
  CHECK(2 * std::log1p(1 / 6.0) + std::sqrt(2.0) * eta == expost::approximately(1).epsilon(1e-9));
}

TEST_CASE("laplace noise: a stated eta is used, and the promise is what it gives") {
  json stated = laplace_study(logistic_loss);
  stated["mechanism"]["eta"] = 3;
  stated.erase("budget");
  Audited audit = audited(stated, 3, 60);
  check_no_miss(audit, false);
  CHECK(audit.report.at("model").at("mechanism").at("eta") == 3);
  CHECK(audit.report.at("guarantee").at("epsilon") == 3);
  json unbounded = laplace_study(squared_loss);
  unbounded["mechanism"]["eta"] = 1;
  audit = audited(unbounded, 3, 60);
  check_no_miss(audit, false);
  CHECK(!audit.report.contains("guarantee"));
  Service service;
  json without = laplace_study(squared_loss);
  const json error = error_of(service.call("publish", {{"data", opened_for(service, without)}, {"seed", 1}}));
  CHECK(error.at("type") == "study");
  CHECK(error.at("pointer") == "/budget/epsilon");
  without = laplace_study(logistic_loss);
  without["mechanism"].erase("lambda");
  CHECK(error_of(service.call("publish", {{"data", opened_for(service, without)}, {"seed", 1}})).at("pointer") ==
        "/mechanism/lambda");
}
