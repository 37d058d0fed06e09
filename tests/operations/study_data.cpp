// The rows of a study: what fits, what is refused, what is freed.
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("rows that do not fit name their place, and none of their call counts") {
  Service service;
  const json data = opened(service);
  json bad = rows(3);
  bad[1][1] = "many";
  const json error = error_of(service.call("append-rows", {{"data", data}, {"rows", bad}, {"firstRow", 201}}));
  CHECK(error.at("type") == "data");
  CHECK(error.at("code") == "not-a-number");
  CHECK(error.at("pointer") == "/202/age");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"rows", rows(3)}, {"firstRow", 201}})).at("rows") == 203);
}

TEST_CASE("a study that is null is refused as any text that is no study, and one that isn't there as missing") {
  Service service;
  const json null = error_of(service.call("open-study", {{"study", nullptr}, {"header", header()}}));
  CHECK(null.at("type") == "study");
  CHECK(null.at("pointer") == "");
  const json missing = error_of(service.call("open-study", {{"header", header()}}));
  CHECK(missing.at("type") == "argument");
  CHECK(missing.at("code") == "missing");
}

TEST_CASE("how many rows were expected changes nothing but the memory, however wrong it is") {
  Service service;
  const json of_study = study("gradient+hessian", "shift");
  const json plain = published(service, opened(service, of_study));
  for (const double expected : {0.0, 1.5, 200.0, 1e9, 1e300}) {
    CAPTURE(expected);
    const json data =
        value_of(service.call("open-study", {{"study", of_study}, {"header", header()}, {"expectedRows", expected}}))
            .at("data");
    value_of(service.call("append-rows", {{"data", data}, {"rows", rows()}}));
    CHECK(published(service, data) == plain);
    value_of(service.call("free-data", {{"data", data}}));
  }
  for (const json& wrong : {json(-1), json("many"), json(true)}) {
    const json error =
        error_of(service.call("open-study", {{"study", study()}, {"header", header()}, {"expectedRows", wrong}}));
    CHECK(error.at("type") == "argument");
    CHECK(error.at("pointer") == "/expectedRows");
  }
}

TEST_CASE("freed data is gone") {
  Service service;
  const json data = opened(service);
  value_of(service.call("free-data", {{"data", data}}));
  CHECK(error_of(service.call("publish", {{"data", data}})).at("code") == "freed");
}
