// Operations on numbers alone.
#include "approximately.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("every service answers to the names of its operations, and to no other's") {
  Service all;
  expost::operations::CheckService page;
  const auto knows = [](auto& service, const char* operation) {
    const json answer = service.call(operation, {{"no such option", 1}});
    return answer.at("ok") == true || error_of(answer).at("code") != "unknown-operation";
  };
  for (const char* operation : expost::operations::check_operations) {
    CAPTURE(operation);
    CHECK((knows(all, operation) && knows(page, operation)));
  }
  for (const char* operation : expost::operations::curator_operations) {
    CAPTURE(operation);
    CHECK((knows(all, operation) && !knows(page, operation)));
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
