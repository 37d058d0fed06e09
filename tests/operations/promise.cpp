// The operation "promise": of reports and of studies.
#include <cmath>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;
using expost::approximately;
using expost::operations::check_operations;
using expost::operations::Service;

namespace {

json promise_of(const json& report, json request) {
  Service service(check_operations());
  request["report"] = value_of(service.call("load-report", {{"report", report}})).at("handle");
  return value_of(service.call("promise", request));
}

json refusal_of(const json& report, json request) {
  Service service(check_operations());
  request["report"] = value_of(service.call("load-report", {{"report", report}})).at("handle");
  return error_of(service.call("promise", request));
}

}  // namespace

TEST_CASE("promise: of every report, from nothing for no record to everybody's for the longest") {
  for (const std::string name : {"adaptive", "dependent", "hessian-alone", "independent", "on-grids", "laplace",
                                 "output-perturbation", "softmax-three-classes", "descent", "descent-poisson",
                                 "descent-rdp-thinned", "descent-softmax-shuffled", "adaptive-posterior-sample"}) {
    CAPTURE(name);
    const json report = report_named(name);
    const double stated = report.at("guarantee").at("epsilon").get<double>();
    const json longest = promise_of(report, {{"length", 1}});
    CHECK(longest.at("epsilon").get<double>() <= stated);
    // A tighter accountant than the stated one may find less than half.
    CHECK(longest.at("epsilon").get<double>() > 0.3 * stated);
    CHECK(longest.at("delta") == report.at("guarantee").at("delta"));
    CHECK(longest.at("guarantee").at("epsilon") == stated);
    // Shorter than any clip norm here.
    const json shorter = promise_of(report, {{"length", 0.1}});
    const bool by_length = name != "adaptive-posterior-sample";
    CHECK(shorter.at("byLength") == by_length);
    // Gradients of the squared loss are clipped at any length.
    const bool bounded = report.at("model").at("loss").at("name") != "squared";
    CHECK((shorter.at("epsilon").get<double>() < longest.at("epsilon").get<double>()) == (by_length && bounded));
    CHECK(promise_of(report, {{"length", 0}}).at("epsilon") == 0);
    CHECK(shorter.at("person").is_null());
  }
}

TEST_CASE("promise: a record is coded as always, and its label is not read") {
  const json report = report_named("independent");
  json record = json::object();
  for (const json& feature : report.at("features")) {
    if (feature.at("kind") != "constant") {
      record[feature.at("name").get<std::string>()] =
          feature.at("kind") == "number" ? feature.at("maximum") : feature.at("levels").at(0);
    }
  }
  const json without_label = promise_of(report, {{"record", record}});
  record[report.at("label").at("name").get<std::string>()] = "no such thing";
  CHECK(promise_of(report, {{"record", record}}) == without_label);
  CHECK(without_label.at("length").get<double>() > 0);
  CHECK(without_label == promise_of(report, {{"length", without_label.at("length")}}));
  record["mistyped"] = 1;
  CHECK(refusal_of(report, {{"record", record}}).at("code") == "unknown-field");
  const json coded = report_named("coded-squared");
  CHECK(promise_of(coded, {{"record", {{"x", json::array({0.0, 0.0})}}}}).at("epsilon") == 0);
  const json unbounded = promise_of(coded, {{"record", {{"x", json::array({0.6, 0.0})}}}});
  CHECK(unbounded.at("epsilon").is_null());
  CHECK(unbounded.at("guarantee").is_null());
  CHECK(unbounded.at("length").get<double>() == approximately(0.6).epsilon(1e-12));
}

TEST_CASE("promise: values that she doesn't know count as the longest that they may be") {
  json report = report_named("independent");
  report["scaling"]["norm"] = 2;  // no record is shortened
  const auto length = [&](const json& age, const json& sex) {
    return promise_of(report, {{"record", {{"age", age}, {"sex", sex}}}}).at("length").get<double>();
  };
  const json unknown = {{"unknown", true}};
  CHECK(length(unknown, "male") == approximately(std::fmax(length(18, "male"), length(90, "male"))).epsilon(1e-10));
  CHECK(length(unknown, "male") >= length(90, "male"));
  CHECK(length(54, "male") < length(90, "male"));
  const json range = {{"from", 20}, {"to", 60}};
  CHECK(length(range, "male") == approximately(std::fmax(length(20, "male"), length(60, "male"))).epsilon(1e-10));
  CHECK(length(40, {{"oneOf", {"female", "male"}}}) >= length(40, "female"));
  CHECK(refusal_of(report, {{"record", {{"age", {{"from", 60}, {"to", 20}}}, {"sex", "male"}}}}).at("type") == "record");
}

TEST_CASE("promise: of a person with several rows") {
  const json report = report_named("several-rows");
  const json one = promise_of(report, {{"length", 0.5}});
  CHECK(one.at("person").at("rows") == 3);
  CHECK(one.at("person").at("guarantee") == 3);
  CHECK(one.at("person").at("delta") == 1.2e-5);
  // Two more may be as long as can be.
  const double longest = promise_of(report, {{"length", 1}}).at("epsilon").get<double>();
  CHECK(one.at("person").at("epsilon").get<double>() ==
        approximately(std::fmin(3, one.at("epsilon").get<double>() + 2 * longest)).epsilon(1e-9));
  CHECK(refusal_of(report_named("independent"), {{"records", json::array({json::object()})}}).at("pointer") == "/records");
  CHECK(refusal_of(report, {{"records", json::array()}}).at("code") == "wrong-length");
}

TEST_CASE("promise: one of record, records and length") {
  const json report = report_named("independent");
  CHECK(refusal_of(report, json::object()).at("code") == "missing");
  CHECK(refusal_of(report, {{"length", 1}, {"record", json::object()}}).at("code") == "missing");
  for (const json& length : {json(-0.1), json(1.1), json("1"), json(nullptr)}) {
    CHECK(refusal_of(report, {{"length", length}}).at("type") == "argument");
  }
}

TEST_CASE("promise: a study promises what its publications do, whatever the data") {
  for (const json& of_study : {study(), study("none"), laplace_study(logistic_loss), output_study(logistic_loss)}) {
    CAPTURE(of_study.dump());
    Service service;
    const json report = published(service, opened(service, of_study));
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    for (const double length : {0.3, 1.0}) {
      CHECK(value_of(service.call("promise", {{"study", of_study}, {"length", length}})) ==
            value_of(service.call("promise", {{"report", handle}, {"length", length}})));
    }
    const json record = {{"age", 30}, {"card", "day"}};
    CHECK(value_of(service.call("promise", {{"study", of_study}, {"record", record}})) ==
          value_of(service.call("promise", {{"report", handle}, {"record", record}})));
  }
  Service service;
  CHECK(error_of(service.call("promise", {{"study", {{"title", "nothing"}}}, {"length", 1}})).at("type") == "study");
  Service persons(check_operations());
  CHECK(error_of(persons.call("promise", {{"study", study()}, {"length", 1}})).at("type") == "argument");
}
