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

TEST_CASE("open-study: the header is told as it was trimmed, and which of its columns are read") {
  Service service;
  const json names = {"\ufeff\ufefflate", "note", "\u2003age ", "one", "\u00a0card\ufeff", "shelf"};
  const json opened = value_of(service.call("open-study", {{"study", study()}, {"header", names}}));
  CHECK(opened.at("header") == json({"late", "note", "age", "one", "card", "shelf"}));
  CHECK(opened.at("columns") == json({0, 2, 4}));
  CHECK(opened.at("numbers") == json({2}));
  CHECK(opened.at("unread") == json::array());
  const json kinds = {nullptr, "list<item: int64>", "double", "TIME_MICROS", "UTF8", "duration[s]"};
  const json of_kinds = value_of(service.call("open-study", {{"study", study()}, {"header", names}, {"kinds", kinds}}));
  CHECK(of_kinds.at("columns") == json({0, 2, 4}));
  CHECK(of_kinds.at("unread") == json({1, 3, 5}));
  const json error = error_of(
      service.call("open-study", {{"study", study()}, {"header", names}, {"kinds", {nullptr, "", "time64[us]", "", "", ""}}}));
  CHECK(error.at("type") == "data");
  CHECK(error.at("code") == "wrong-type");
  CHECK(error.at("pointer") == "/age");
  CHECK(error.at("message") ==
        "the column \"age\" is of the kind time64[us], which is no number, text or boolean: make it one of these");
  for (const json& wrong : {json({"double"}), json("double"), json({1, 2, 3, 4, 5, 6})}) {
    CHECK(error_of(service.call("open-study", {{"study", study()}, {"header", names}, {"kinds", wrong}})).at("pointer") ==
          "/kinds");
  }
}

TEST_CASE("open-study: the column of the person is read, and its kind matters") {
  Service service;
  json of_study = study("none");
  of_study["person"] = {{"column", "shelf"}, {"rows", 2}};
  const json names = {"shelf", "late", "age", "card"};
  const json opened = value_of(service.call("open-study", {{"study", of_study}, {"header", names}}));
  CHECK(opened.at("columns") == json({0, 1, 2, 3}));
  const json kinds = {"struct<a: int64>", nullptr, nullptr, nullptr};
  CHECK(error_of(service.call("open-study", {{"study", of_study}, {"header", names}, {"kinds", kinds}})).at("pointer") ==
        "/shelf");
}
