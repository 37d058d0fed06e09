// The operation "bound-series": one bound for several reports, each with the fields that it has.
//
// How the number could come out too small:
// - a bound of one report that isn't its own, or one left out ("one bound for several reports");
// - the same publication, or noise from the same seed, counted as two ("refused");
// - probabilities that add up to more than is said ("its probability").
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "report_fixture.hpp"

namespace expost::operations_tests {
namespace {

struct Series {
  Service service{check_operations()};
  std::vector<json> reports;
  json handles = json::array();

  explicit Series(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      add(report_named(name));
    }
  }
  void add(const json& report) {
    reports.push_back(report);
    handles.push_back(value_of(service.call("load-report", {{"report", report}})).at("handle"));
  }
  [[nodiscard]] json asked(json request) {
    request["reports"] = handles;
    return service.call("bound-series", request);
  }
  [[nodiscard]] json own(std::size_t i, const json& record, const json& options = json::object()) {
    return value_of(service.call("bound", {{"report", handles[i]}, {"record", record}, {"options", options}}));
  }
};

/// A record of a report's: lowest values and first levels.
json record_for(const json& report) {
  json record = json::object();
  for (const json& feature : report.at("features")) {
    const std::string kind = feature.at("kind");
    if (kind == "number") {
      record[feature.at("name")] = feature.at("maximum");
    } else if (kind == "boolean") {
      record[feature.at("name")] = true;
    } else if (kind == "category") {
      record[feature.at("name")] = feature.at("levels").front();
    }
  }
  const json& label = report.at("label");
  if (label.at("kind") == "binary") {
    record[label.at("name")] = label.at("positive");
  } else if (label.at("kind") == "number") {
    record[label.at("name")] = label.at("maximum");
  } else {
    record[label.at("name")] = label.at("levels").front();
  }
  return record;
}

double upper_of(const json& bound) {
  return bound.at("total").at("upper").get<double>();
}

}  // namespace

TEST_CASE("series: one bound for several reports, each with the fields that it has") {
  Series series({"independent", "adaptive", "dependent", "descent", "laplace", "softmax-three-classes"});
  json records = json::array();
  for (const json& report : series.reports) {
    records.push_back(record_for(report));
  }
  const json answer = value_of(series.asked({{"records", records}}));
  REQUIRE(answer.at("bounds").size() == 6);
  double sum = 0;
  double at_shares = 0;
  const double rho = answer.at("total").at("failureProbability").get<double>();
  for (std::size_t i = 0; i < 6; ++i) {
    const json own = series.own(i, records[i]);
    CHECK(answer.at("bounds")[i] == own);
    sum += upper_of(own);
    const double place = static_cast<double>(i) + 1;
    const bool releases = i == 1 || i == 2;
    at_shares +=
        upper_of(series.own(i, records[i], {{"failureProbability", rho / (2 * place * (place + 1)) / (releases ? 2 : 1)}}));
  }
  const double together = upper_of(answer);
  CHECK(rho == series.own(0, records[0]).at("total").at("failureProbability").get<double>());
  CHECK(together <= at_shares);
  CHECK(together > 0.3 * sum);
  CHECK(answer.at("total").at("loss")[0].get<double>() <= 0);
  CHECK(together == std::max(-answer.at("total").at("loss")[0].get<double>(), answer.at("total").at("loss")[1].get<double>()));
}

TEST_CASE("series: one report of each kind has its own bound, with its share of the probability") {
  Series series({"adaptive", "output-perturbation", "descent"});
  json records = json::array();
  for (std::size_t i = 0; i < 3; ++i) {
    records.push_back(record_for(series.reports[i]));
  }
  const json answer = value_of(series.asked({{"records", records}, {"options", {{"uniform", 7}}}}));
  const double rho = answer.at("total").at("failureProbability").get<double>();
  double lower = 0;
  double upper = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double place = static_cast<double>(i) + 1;
    const double share = rho / (2 * place * (place + 1)) / (i == 0 ? 2 : 1);
    const json own = series.own(i, records[i], {{"failureProbability", share}, {"uniform", 7}});
    const json& loss = own.at("total").at("loss");
    lower += std::min({0.0, loss.at("in")[0].get<double>(), loss.at("out")[0].get<double>()});
    upper += std::max({0.0, loss.at("in")[1].get<double>(), loss.at("out")[1].get<double>()});
  }
  CHECK(answer.at("total").at("loss")[0].get<double>() == approximately(lower).epsilon(1e-12));
  CHECK(answer.at("total").at("loss")[1].get<double>() == approximately(upper).epsilon(1e-12));
}

TEST_CASE("series: of one record each report takes what it has fields for") {
  Series series({"independent"});
  json other = report_named("independent");
  other["title"] = "Another year";
  other["model"]["theta"][0] = other["model"]["theta"][0].get<double>() + 0.125;
  series.add(other);
  const json record = record_for(series.reports[0]);
  const json one = value_of(series.asked({{"record", record}}));
  CHECK(one == value_of(series.asked({{"records", {record, record}}})));
  // Three years of one model cost less than three bounds, with one probability.
  json third = other;
  third["model"]["theta"][0] = third["model"]["theta"][0].get<double>() + 0.125;
  series.add(third);
  const json three = value_of(series.asked({{"record", record}}));
  double sum = 0;
  for (const json& bound : three.at("bounds")) {
    sum += upper_of(bound);
  }
  CHECK(upper_of(three) < 0.85 * sum);
  CHECK(upper_of(three) > upper_of(one));
  // Unknown values: the sum of the reports' bounds over the region.
  json unknown = record;
  unknown[series.reports[0].at("features")[1].at("name").get<std::string>()] = {{"unknown", true}};
  CHECK(upper_of(value_of(series.asked({{"record", unknown}}))) > upper_of(three));
  for (const char* const member : {"in", "out"}) {
    CHECK(upper_of(value_of(series.asked({{"record", record}, {"options", {{"member", member}}}}))) <= upper_of(three));
  }
  const json many = {{"record", record}, {"options", {{"uniform", 1000}}}};
  CHECK(upper_of(value_of(series.asked(many))) > upper_of(three));
  const json all = {{"record", record}, {"options", {{"uniform", "all"}}}};
  CHECK(upper_of(value_of(series.asked(all))) > upper_of(value_of(series.asked(many))) * 0.5);
}

TEST_CASE("series: its probability is the first report's, or none where no bound can fail") {
  Series never({"laplace"});
  json other = report_named("laplace");
  other["model"]["theta"][0] = other["model"]["theta"][0].get<double>() + 0.125;
  never.add(other);
  const json record = record_for(never.reports[0]);
  const json sure = value_of(never.asked({{"record", record}}));
  const double own = never.own(0, record).at("total").at("failureProbability").get<double>();
  CHECK((sure.at("total").at("failureProbability").get<double>() == 0) == (own == 0));
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"independent", "laplace"}, {"laplace", "independent"}}) {
    Series mixed(names);
    const json both = {record_for(mixed.reports[0]), record_for(mixed.reports[1])};
    CHECK(value_of(mixed.asked({{"records", both}})).at("total").at("failureProbability").get<double>() > 0);
  }
  Series often({"adaptive", "independent"});
  const json records = {record_for(often.reports[0]), record_for(often.reports[1])};
  const json answer = value_of(often.asked({{"records", records}, {"options", {{"failureProbability", 0.9}}}}));
  CHECK(answer.at("total").at("failureProbability").get<double>() >= 0.999);
}

TEST_CASE("series: what can't be told is refused, with its place") {
  Series series({"independent", "adaptive"});
  const json records = {record_for(series.reports[0]), record_for(series.reports[1])};
  const auto refused = [&](const json& request, const char* code, const char* pointer) {
    const json error = error_of(series.asked(request));
    CHECK(error.at("code") == code);
    CHECK(error.at("pointer") == pointer);
  };
  json spoilt = records;
  spoilt[1].erase(spoilt[1].begin());
  CHECK(error_of(series.asked({{"records", spoilt}})).at("pointer").get<std::string>().rfind("/records/1/", 0) == 0);
  json unknown = records[0];
  unknown["no such field"] = 1;
  refused({{"record", unknown}}, "unknown-key", "/record");
  refused({{"records", {records[0]}}}, "wrong-length", "/records");
  refused({}, "missing", "/records");
  refused({{"records", records}, {"options", {{"method", "redberg2021"}}}}, "unsupported", "/options/method");
  json again = series.reports[0];
  again["title"] = "The same, under another name";
  series.add(again);
  refused({{"record", records[0]}}, "duplicate", "/reports/2");
  Series seeded({});
  for (const double theta : {0.25, 0.5}) {
    json report = report_named("independent");
    report["x-insecure-seed"] = 7;
    report["model"]["theta"][0] = theta;
    seeded.add(report);
  }
  CHECK(error_of(seeded.asked({{"record", records[0]}})).at("code") == "same-seed");
  Series one({"independent"});
  CHECK(error_of(one.asked({{"record", records[0]}})).at("pointer") == "/reports");
  one.handles.push_back(99);
  CHECK(error_of(one.asked({{"record", records[0]}})).at("code") == "freed");
}

}  // namespace expost::operations_tests
