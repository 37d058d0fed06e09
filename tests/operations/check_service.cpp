#include <cmath>
#include <limits>

#include "approximately.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::check_operations;
using expost::operations::Service;

namespace {

json good_record() {
  return {{"age", "37"}, {"card", "day"}, {"late", "no"}};
}

json loaded(Service& service, const json& report) {
  return value_of(service.call("load-report", {{"report", report}})).at("handle");
}

json a_report(const std::string& release) {
  Service service;
  return published(service, opened(service, study(release, "shift")));
}

}  // namespace

TEST_CASE("the self-test passes and counts") {
  Service check(check_operations());
  Service all;
  const int person = value_of(check.call("self-test", json::object())).at("checks");
  const int everything = value_of(all.call("self-test", json::object())).at("checks");
  CHECK(person >= 7);
  CHECK(everything > person);
}

TEST_CASE("a summary says what the report is") {
  Service service(check_operations());
  const json value = value_of(service.call("load-report", {{"report", a_report("adaptive")}}));
  const json& summary = value.at("summary");
  CHECK(summary.at("title") == "Late library books");
  CHECK(summary.at("kind") == "adaptive");
  CHECK(summary.at("dimension") == 4);
  CHECK(summary.at("loss") == json{{"name", "logistic"}});
  CHECK(summary.at("features").size() == 3);
  CHECK(summary.at("features")[1].at("unit") == "years");
  CHECK(summary.at("features")[2].at("levels") == json{"day", "year"});
  CHECK(summary.at("label").at("positive") == "yes");
  CHECK(summary.at("guarantee").at("epsilon") == 1);
  CHECK(summary.at("insecureSeed") == true);
  CHECK(summary.at("fullDigits") == false);
  CHECK(summary.at("sample") == false);
  CHECK(summary.at("release").size() == 3);
}

TEST_CASE("a bound has every member of its shape, and its parts add up") {
  for (const char* release : {"none", "hessian", "gradient+hessian", "adaptive"}) {
    CAPTURE(release);
    Service service(check_operations());
    const json opened = value_of(service.call("load-report", {{"report", a_report(release)}}));
    const json& handle = opened.at("handle");
    const std::string kind = std::string(release) == "none"               ? "data-independent"
                             : std::string(release) == "gradient+hessian" ? "data-dependent"
                                                                          : release;
    CHECK(opened.at("summary").at("kind") == kind);
    const json bound = value_of(service.call("bound", {{"report", handle}, {"record", good_record()}}));
    for (const char* key : {"method", "member", "failureProbability", "x", "y", "epsilon", "loss", "terms", "releaseCost",
                            "total", "guarantee", "notes"}) {
      CHECK_MESSAGE(bound.contains(key), key);
    }
    CHECK(bound.at("x").size() == 4);
    CHECK(bound.at("y") == -1);
    CHECK(bound.at("member") == "unknown");
    const json& total = bound.at("total");
    CHECK(total.at("upper").get<double>() >= bound.at("epsilon").at("upper").get<double>());
    const json& parts = bound.at("components");
    const double sum = parts.at("leverage").get<double>() + parts.at("gradientNorm").get<double>() +
                       parts.at("gradient").get<double>() + parts.at("release").get<double>();
    CHECK(sum == expost::approximately(total.at("upper").get<double>()).epsilon(1e-12));
    if (std::string(release) == "none") {
      CHECK(bound.at("releaseCost").at("expost") == 0);
      CHECK(total.at("upper") == bound.at("epsilon").at("upper"));
    } else {
      CHECK(bound.at("releaseCost").at("expost").get<double>() > 0);
      CHECK(bound.at("releaseCost").at("pdp").at("epsilon").get<double>() > 0);
      // ρ for the model's bound, and as much again for what the releases gave away.
      CHECK(total.at("failureProbability").get<double>() ==
            expost::approximately(2 * bound.at("failureProbability").get<double>()));
    }
  }
}

TEST_CASE("a coded vector gives the digits of the record it was coded from") {
  Service service(check_operations());
  const json handle = loaded(service, a_report("gradient+hessian"));
  const json from_record = value_of(service.call("bound", {{"report", handle}, {"record", good_record()}}));
  const json from_vector =
      value_of(service.call("bound", {{"report", handle}, {"x", from_record.at("x")}, {"y", from_record.at("y")}}));
  CHECK(from_record.at("total") == from_vector.at("total"));
  CHECK(from_record.at("loss") == from_vector.at("loss"));
}

TEST_CASE("rows give the digits of single records") {
  Service service;
  const json handle = loaded(service, a_report("adaptive"));
  const json some = rows(20);
  const json columns = value_of(service.call("bound-rows", {{"report", handle}, {"header", header()}, {"rows", some}}));
  CHECK(columns.at("rows") == 20);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const json record = {{"late", some[i][0]}, {"age", some[i][1]}, {"card", some[i][2]}};
    const json bound = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
    CHECK(columns.at("upper")[i] == bound.at("epsilon").at("upper"));
    CHECK(columns.at("lower")[i] == bound.at("epsilon").at("lower"));
    CHECK(columns.at("total")[i] == bound.at("total").at("upper"));
    CHECK(columns.at("inLower")[i] == bound.at("loss").at("in")[0]);
    CHECK(columns.at("outUpper")[i] == bound.at("loss").at("out")[1]);
  }
}

TEST_CASE("options reach the mathematics") {
  Service service(check_operations());
  const json handle = loaded(service, a_report("gradient+hessian"));
  const auto upper = [&](const json& options) {
    return value_of(service.call("bound", {{"report", handle}, {"record", good_record()}, {"options", options}}))
        .at("epsilon")
        .at("upper")
        .get<double>();
  };
  const double plain = upper(json::object());
  CHECK(upper({{"failureProbability", 0.01}}) < plain);
  CHECK(upper({{"uniform", 1000}}) > plain);
  CHECK(upper({{"uniform", "all"}}) > plain);
  CHECK(std::max(upper({{"member", "in"}}), upper({{"member", "out"}})) == plain);
  CHECK(upper({{"failureProbability", nullptr}}) == plain);
}

TEST_CASE("the paper's method is infinite where its requirement fails, never 0") {
  json report = a_report("gradient+hessian");
  report["model"]["mechanism"]["lambda"] = 1e-3;
  report.erase("guarantee");
  Service service(check_operations());
  const json handle = loaded(service, report);
  const auto response =
      service.call("bound", {{"report", handle}, {"record", good_record()}, {"options", {{"method", "redberg2021"}}}});
  REQUIRE(response.at("ok") == true);
  // The names of version 0.2 say the same.
  CHECK(service.call("bound", {{"report", handle}, {"record", good_record()}, {"options", {{"method", "paper"}}}}) == response);
  const auto with_delta = [&](const char* key) {
    return service.call("bound", {{"report", handle}, {"record", good_record()}, {"options", {{key, 1e-3}}}});
  };
  CHECK(with_delta("overheadDelta") == with_delta("releaseCostDelta"));
  CHECK(with_delta("overheadFailureProbability") == with_delta("releaseCostFailureProbability"));
  CHECK(service
            .call("bound", {{"report", handle},
                            {"record", good_record()},
                            {"options", {{"overheadDelta", 1e-3}, {"releaseCostDelta", 1e-3}}}})
            .at("error")
            .at("pointer") == "/options/overheadDelta");
  CHECK(response.at("value").at("epsilon").at("upper").get<double>() == std::numeric_limits<double>::infinity());
  CHECK(response.at("value").at("components").is_null());
  CHECK(response.at("value").at("modelFailureProbability").get<double>() == expost::approximately(3e-6));
}

TEST_CASE("errors name what is at fault") {
  Service service(check_operations());
  const json handle = loaded(service, a_report("none"));
  struct Case {
    const char* operation;
    json request;
    const char* type;
    const char* code;
    const char* pointer;
  };
  const json record = good_record();
  json young = record;
  young["age"] = "young";
  json comma = record;
  comma["age"] = "1,5";
  json blank = record;
  blank["age"] = "";
  json odd = record;
  odd["colour"] = "red";
  const Case cases[] = {
      {"bound", {{"report", 99}, {"record", record}}, "argument", "freed", "/report"},
      {"bound", {{"report", "1"}, {"record", record}}, "argument", "wrong-type", "/report"},
      {"bound", {{"report", handle}}, "argument", "missing", "/record"},
      {"bound", {{"report", handle}, {"record", young}}, "record", "not-a-number", "/age"},
      {"bound", {{"report", handle}, {"record", comma}}, "record", "ambiguous-number", "/age"},
      {"bound", {{"report", handle}, {"record", blank}}, "record", "missing", "/age"},
      {"bound", {{"report", handle}, {"record", odd}}, "record", "unknown-field", "/colour"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"failureProbability", "0.1"}}}},
       "argument",
       "wrong-type",
       "/options/failureProbability"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"failureProbability", 1}}}},
       "argument",
       "out-of-range",
       "/failureProbability"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"methd", "redberg2021"}}}},
       "argument",
       "unknown-key",
       "/options/methd"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"member", "both"}}}},
       "argument",
       "unknown-name",
       "/options/member"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"method", "redberg2021"}, {"uniform", "all"}}}},
       "argument",
       "unsupported",
       "/uniform"},
      {"bound",
       {{"report", handle}, {"record", record}, {"options", {{"uniform", 0}}}},
       "argument",
       "out-of-range",
       "/options/uniform"},
      {"bound", {{"report", handle}, {"x", {1, 1, 1, 1}}, {"y", 1}}, "record", "out-of-range", "/x"},
      {"bound", {{"report", handle}, {"x", {0.1}}, {"y", 1}}, "record", "wrong-length", "/x"},
      {"bound", {{"report", handle}, {"x", {0.1, 0, 0, 0}}, {"y", 0}}, "record", "out-of-range", "/y"},
      {"load-report", {{"report", {{"format", "something"}}}}, "report", "not-a-report", "/format"},
      {"load-report", {{"report", "text"}}, "report", "not-a-report", ""},
      {"posterior", {{"epsilon", -1}, {"prior", 0.5}}, "argument", "out-of-range", "/epsilon"},
      {"posterior", {{"epsilon", 1}, {"prior", 1}}, "argument", "out-of-range", "/prior"},
      {"no-such", json::object(), "argument", "unknown-operation", ""},
      {"publish", json::object(), "argument", "unknown-operation", ""},
      {"bound", json::array(), "argument", "wrong-type", ""},
  };
  for (const Case& each : cases) {
    CAPTURE(each.operation);
    CAPTURE(each.request.dump());
    const json error = error_of(service.call(each.operation, each.request));
    CHECK(error.at("type") == each.type);
    CHECK(error.at("code") == each.code);
    CHECK(error.at("pointer") == each.pointer);
    CHECK(error.at("message").get<std::string>().size() > 10);
  }
}

TEST_CASE("all errors of a record at once, for a form") {
  Service service(check_operations());
  const json handle = loaded(service, a_report("none"));
  const json errors =
      value_of(service.call("check", {{"report", handle}, {"record", {{"age", "x"}, {"card", "week"}}}})).at("errors");
  REQUIRE(errors.size() == 3);
  CHECK(errors[0].at("pointer") == "/age");
  CHECK(errors[1].at("code") == "unknown-level");
  CHECK(errors[2].at("pointer") == "/late");
  // Without errors it is the answer of bound.
  const json good = {{"report", handle}, {"record", good_record()}, {"options", {{"member", "in"}}}};
  CHECK(value_of(service.call("check", good)) == json{{"bound", value_of(service.call("bound", good))}});
  CHECK(error_of(service.call("check", {{"report", handle}, {"record", good_record()}, {"options", {{"member", 1}}}}))
            .at("pointer") == "/options/member");
}

TEST_CASE("a freed report is gone, and only that one") {
  Service service(check_operations());
  const json first = loaded(service, a_report("none"));
  const json second = loaded(service, a_report("none"));
  CHECK(first != second);
  value_of(service.call("free-report", {{"report", first}}));
  CHECK(error_of(service.call("free-report", {{"report", first}})).at("code") == "freed");
  CHECK(error_of(service.call("bound", {{"report", first}, {"record", good_record()}})).at("code") == "freed");
  value_of(service.call("bound", {{"report", second}, {"record", good_record()}}));
}

TEST_CASE("clamped and scaled records are noted") {
  Service service(check_operations());
  const json handle = loaded(service, a_report("none"));
  json old = good_record();
  old["age"] = 130;
  const json bound = value_of(service.call("bound", {{"report", handle}, {"record", old}}));
  REQUIRE(bound.at("notes").size() == 1);
  CHECK(bound.at("notes")[0] == "age 130 was lowered to the report's maximum, 100");
  CHECK(bound.at("adjustments") == json::parse(R"([{"code":"lowered","field":"age","from":130.0,"to":100.0}])"));
}
