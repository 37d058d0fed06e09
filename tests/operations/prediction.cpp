// Predictions, scores and coefficients of published models (check/prediction.hpp, check/score.hpp).
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "report_fixture.hpp"

namespace expost::operations_tests {
namespace {

using operations::Service;

json predict(Service& service, const json& report, const json& header, const json& rows, bool labels = false) {
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  return value_of(service.call("predict-rows", {{"report", handle}, {"header", header}, {"rows", rows}, {"labels", labels}}));
}

/// θᵀx of a coded record, class by class.
std::vector<double> scores(const json& report, const json& x) {
  const json& theta = report.at("model").at("theta");
  std::vector<double> found(theta.size() / x.size());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    found[i / x.size()] += theta[i].get<double>() * x[i % x.size()].get<double>();
  }
  return found;
}

}  // namespace

TEST_CASE("every mechanism predicts from its theta and the record that its bounds are for") {
  for (const std::string name :
       {"adaptive", "laplace", "descent", "posterior-sample", "output-perturbation", "softmax-three-classes"}) {
    CAPTURE(name);
    const json report = report_named(name);
    const json& label = report.at("label");
    const std::string outcome = label.at("kind") == "binary" ? "positive" : "levels";
    const json y = label.at("kind") == "number"   ? json(7)
                   : label.at("kind") == "binary" ? label.at(outcome)
                                                  : label.at(outcome)[1];
    const json record = {{"age", 37}, {"sex", "male"}, {label.at("name").get<std::string>(), y}};
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const json coded = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
    const std::vector<double> expected = scores(report, coded.at("x"));
    const json found = predict(service, report, {"sex", label.at("name"), "age"}, {{"male", y, 37}}, true);
    const json unlabelled = predict(service, report, {"age", "sex"}, json::array({json::array({"37", "male"})}));
    CHECK(found.at("rows") == 1);
    CHECK_FALSE(unlabelled.contains("label"));
    CHECK_FALSE(unlabelled.contains("loss"));
    if (label.at("kind") == "category") {
      double sum = 0;
      for (const double score : expected) {
        sum += std::exp(score);
      }
      for (std::size_t k = 0; k < expected.size(); ++k) {
        CHECK(found.at("probabilities")[k][0].get<double>() == expost::approximately(std::exp(expected[k]) / sum));
      }
      CHECK(found.at("label")[0] == 1);
      CHECK(found.at("loss")[0].get<double>() == expost::approximately(std::log(sum) - expected[1]));
      CHECK(unlabelled.at("probabilities") == found.at("probabilities"));
      continue;
    }
    CHECK(found.at("score")[0].get<double>() == expost::approximately(expected[0]));
    CHECK(unlabelled.at("score") == found.at("score"));
    if (label.at("kind") == "number") {
      CHECK(found.at("prediction")[0].get<double>() == expost::approximately(5 + 5 * expected[0]));
      CHECK(found.at("label")[0].get<double>() == expost::approximately(7.0));
      CHECK_FALSE(found.contains("probability"));
    } else {
      CHECK(found.at("probability")[0].get<double>() == expost::approximately(1 / (1 + std::exp(-expected[0]))));
      CHECK(found.at("class")[0] == (expected[0] > 0 ? 1 : 0));
      CHECK(found.at("loss")[0].get<double>() == expost::approximately(std::log1p(std::exp(-expected[0]))));
    }
  }
}

TEST_CASE("large scores make probabilities of 0 and 1, and no NaN") {
  json report = report_named("coded-logistic-with-label");
  report.at("model").at("theta")[0] = 900;
  Service service;
  json header;
  json row;
  for (std::size_t i = 1; i <= report.at("model").at("theta").size(); ++i) {
    header.push_back("x" + std::to_string(i));
    row.push_back(i == 1 ? 1 : 0);
  }
  json opposite = row;
  opposite[0] = -1;
  const json found = predict(service, report, header, {row, opposite});
  CHECK(found.at("probability")[0] == 1.0);
  CHECK(found.at("probability")[1].get<double>() < 1e-300);
  CHECK(found.at("class") == json({1, 0}));
}

TEST_CASE("rows and options that are at fault are refused") {
  Service service;
  const json report = report_named("adaptive");
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json header = {"age", "sex"};
  const auto refusal = [&](json request) {
    request["report"] = handle;
    return error_of(service.call("predict-rows", request));
  };
  CHECK(refusal({{"header", header}, {"rows", {{37, "male"}}}, {"labels", true}}).at("code") == "missing-column");
  CHECK(refusal({{"header", header}, {"rows", {{37, "other"}}}, {"firstRow", 12}}).at("pointer") == "/12/sex");
  CHECK(refusal({{"header", header}, {"rows", 1}}).at("code") == "wrong-type");
  CHECK(refusal({{"header", header}, {"rows", json::array()}, {"option", 1}}).at("type") == "argument");
  CHECK(value_of(service.call("predict-rows", {{"report", handle}, {"header", header}, {"rows", json::array()}})).at("rows") ==
        0);
  CHECK(error_of(service.call("coefficients", {{"report", handle}, {"option", 1}})).at("type") == "argument");
}

TEST_CASE("columns-of: the columns that rows are read from, by names as they are trimmed, and their kinds") {
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report_named("adaptive")}})).at("handle");
  const json names = {"\ufeffage", "note", "sex\u3000", "default", "sex"};
  const auto columns = [&](json request) {
    request["report"] = handle;
    request["header"] = names;
    return value_of(service.call("columns-of", request)).at("columns");
  };
  const json numbers = {{"report", handle}, {"header", names}};
  CHECK(value_of(service.call("columns-of", numbers)).at("numbers") == json::array({0}));
  // Twice is told with the rows.
  CHECK(columns({}) == json({0, 2, 3, 4}));
  CHECK(columns({{"labels", true}}) == json({0, 2, 3, 4}));
  CHECK(columns({{"labels", false}}) == json({0, 2, 4}));
  CHECK(columns({{"labels", false}, {"kinds", {nullptr, "map<string, int64>", nullptr, "time32[s]", nullptr}}}) ==
        json({0, 2, 4}));
  const json asked = {{"report", handle}, {"header", names}, {"kinds", {nullptr, nullptr, nullptr, "time32[s]", nullptr}}};
  CHECK(error_of(service.call("columns-of", asked)).at("pointer") == "/default");
  CHECK(error_of(service.call("columns-of", asked)).at("type") == "data");
  CHECK(error_of(service.call("columns-of", {{"report", handle}})).at("pointer") == "/header");
}

TEST_CASE("what is beyond all numbers is refused, not written as infinity or NaN") {
  json report = report_named("pseudo-huber-number-label");
  report.at("label")["minimum"] = -8e307;
  report.at("label")["maximum"] = 8e307;
  report.at("model").at("theta")[0] = 1e40;
  Service service;
  json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json request = {{"report", handle}, {"header", {"acidity", "organic"}}, {"rows", {{7.5, "yes"}}}, {"firstRow", 9}};
  const json prediction = error_of(service.call("predict-rows", request));
  CHECK(prediction.at("type") == "numerics");
  CHECK(prediction.at("code") == "not-finite");
  CHECK(prediction.at("message").get<std::string>().find("the prediction of row 9 is beyond") == 0);
  CHECK(error_of(service.call("coefficients", {{"report", handle}})).at("code") == "not-finite");

  report = report_named("adaptive");
  report.at("features")[1]["minimum"] = 0;
  report.at("features")[1]["maximum"] = 5e-324;
  handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json narrow = error_of(service.call("coefficients", {{"report", handle}}));
  CHECK(narrow.at("code") == "not-finite");
  CHECK(predict(service, report, {"age", "sex"}, {{1, "male"}}).at("score")[0].is_number());
}

TEST_CASE("rows in columns have the predictions of the same rows") {
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report_named("level-aliases")}})).at("handle");
  const json header = {"age", "sex", "default"};
  const std::vector<double> ages{20, 95};
  const std::vector<double> sexes{2, 2};
  const std::vector<std::int32_t> ends{0, 3, 7};
  report::Columns columns{std::vector<report::Column>(3), 2};
  columns.columns[0].values = std::span<const double>(ages);
  columns.columns[1].values = std::span<const double>(sexes);
  columns.columns[2].values = report::Texts{ends, "no.yes."};
  const json asked = {{"report", handle}, {"header", header}, {"labels", true}};
  const json found = value_of(service.call("predict-rows", asked, columns));
  json by_rows = asked;
  by_rows["rows"] = {{20, "male", "no"}, {95, "male.", "yes"}};
  CHECK(found == value_of(service.call("predict-rows", by_rows)));
  CHECK(found.at("label") == json({0, 1}));
  CHECK(found.at("clamped") == 1);
  CHECK(error_of(service.call("predict-rows", by_rows, columns)).at("code") == "unknown-key");
  json scored = asked;
  scored.erase("labels");
  by_rows.erase("labels");
  CHECK(value_of(service.call("score-rows", scored, columns)) == value_of(service.call("score-rows", by_rows)));
  columns.columns.pop_back();
  CHECK(error_of(service.call("predict-rows", asked, columns)).at("code") == "wrong-length");
}

TEST_CASE("rows of a table or columns of a document have the predictions and scores of the same rows") {
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report_named("level-aliases")}})).at("handle");
  const json asked = {{"report", handle}, {"header", {"age", "sex", "default"}}};
  const json shapes[] = {
      {{"rows", {{"20", "male", "no"}, {"95", " male.", "yes"}}}},
      {{"columns", json::parse(R"([["20", "95"], ["male", " male."], ["no", "yes"]])")}},
  };
  const json table = value_of(service.call("open-table", json::object())).at("table");
  value_of(service.call("read-table", {{"table", table}, {"text", "age;sex;default\n20;male;no\n95;\" male.\";yes"}}));
  value_of(service.call("read-table", {{"table", table}, {"last", true}}));
  for (const char* const operation : {"predict-rows", "score-rows"}) {
    CAPTURE(operation);
    json answers;
    for (const json& shape : shapes) {
      json request = asked;
      request.update(shape);
      answers.push_back(value_of(service.call(operation, request)));
    }
    json request = asked;
    request["table"] = table;
    CHECK(value_of(service.call(operation, request)) == answers[0]);
    CHECK(answers[1] == answers[0]);
    CHECK(answers[0].at("clamped") == 1);
  }
}

TEST_CASE("scores of rows in several calls are those of one, and those of columns") {
  for (const std::string name : {"level-aliases", "posterior-sample", "softmax-three-classes"}) {
    CAPTURE(name);
    const json report = report_named(name);
    const json& label = report.at("label");
    const std::string kind = label.at("kind");
    const json values = kind == "number"   ? json({1, 2.5, 9, 4})
                        : kind == "binary" ? json({"no", "yes", "no.", "yes"})
                                           : json({"low", "high", "middle", "low"});
    json rows;
    for (std::size_t i = 0; i < 4; ++i) {
      rows.push_back({10 + 30 * i, i % 2 == 0 ? "male" : "female", values[i]});
    }
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const json header = {"age", "sex", label.at("name")};
    const json asked = {{"report", handle}, {"header", header}};
    const auto score = [&](std::size_t from, std::size_t to, const json& sums) {
      json request = asked;
      request["rows"] = json::array();
      for (std::size_t i = from; i < to; ++i) {
        request["rows"].push_back(rows[i]);
      }
      request["sums"] = sums;
      return value_of(service.call("score-rows", request));
    };
    const json none = score(0, 0, nullptr);
    CHECK(none.at("scores").is_null());
    const json whole = score(0, 4, nullptr);
    CHECK(whole.at("scores").at("rows") == 4);
    CHECK(whole.at("clamped") == 2);
    const json in_parts = score(1, 4, score(0, 1, none.at("sums")).at("sums"));
    CHECK(in_parts.at("sums") == whole.at("sums"));
    CHECK(in_parts.at("scores") == whole.at("scores"));

    const json found = predict(service, report, header, rows, true);
    if (kind == "number") {
      double squares = 0;
      double absolute = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const double error = found.at("label")[i].get<double>() - found.at("prediction")[i].get<double>();
        squares += error * error;
        absolute += std::fabs(error);
      }
      // The labels' mean is 4.125, and their squared distances from it add up to 36.1875.
      CHECK(whole.at("scores").at("r2").get<double>() == expost::approximately(1 - squares / 36.1875));
      CHECK(whole.at("scores").at("rootMeanSquaredError").get<double>() == expost::approximately(std::sqrt(squares / 4)));
      CHECK(whole.at("scores").at("meanAbsoluteError").get<double>() == expost::approximately(absolute / 4));
      CHECK(whole.at("scores").at("deviation").get<double>() == expost::approximately(std::sqrt(36.1875 / 4)));
    } else {
      double losses = 0;
      int right = 0;
      int in_bins = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        losses += found.at("loss")[i].get<double>();
        right += found.at("label")[i] == found.at("class")[i] ? 1 : 0;
      }
      for (const json& bin : whole.at("scores").at("calibration")) {
        in_bins += bin.at("rows").get<int>();
        CHECK(bin.at("mean").is_null() == (bin.at("rows") == 0));
      }
      CHECK(in_bins == 4);
      CHECK(whole.at("scores").at("logLoss").get<double>() == expost::approximately(losses / 4));
      CHECK(whole.at("scores").at("accuracy") == right / 4.0);
      CHECK(whole.at("scores").at("commonest") == 0.5);
    }

    const auto refusal = [&](const json& sums) {
      json request = asked;
      request["rows"] = rows;
      request["sums"] = sums;
      return error_of(service.call("score-rows", request));
    };
    json sums = whole.at("sums");
    sums["other"] = {0};
    CHECK(refusal(sums).at("pointer") == "/sums/other");
    for (const json& wrong : {json({-1}), json({"1"}), json({1, 1}), json(1), json({1e300})}) {
      sums = whole.at("sums");
      sums["rows"] = wrong;
      CHECK(refusal(sums).at("pointer") == "/sums/rows");
    }
    sums.erase("rows");
    CHECK(refusal(sums).at("code") == "missing");
    CHECK(refusal({1}).at("type") == "argument");
  }
}

TEST_CASE("labels that are all equal have no R², and large classes no confusion matrix") {
  Service service;
  const json report = report_named("posterior-sample");
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json name = report.at("label").at("name");
  const json rows = {{30, "male", 2.1}, {60, "female", 2.1}, {20, "male", 2.1}};
  const json found =
      value_of(service.call("score-rows", {{"report", handle}, {"header", {"age", "sex", name}}, {"rows", rows}}));
  CHECK(found.at("scores").at("r2").is_null());
  CHECK(found.at("scores").at("deviation") == 0);

  json many = coded_report("softmax-three-classes");
  many.at("model").at("loss")["classes"] = 70;
  many.at("model").at("theta") = std::vector<double>(70, 0.25);
  many.erase("guarantee");
  const json other = value_of(service.call("load-report", {{"report", many}})).at("handle");
  const json scores = value_of(service.call("score-rows", {{"report", other}, {"header", {"x1", "y"}}, {"rows", {{0.5, 69}}}}));
  CHECK(scores.at("scores").at("confusion").is_null());
  CHECK(scores.at("scores").at("accuracy") == 0);
}

TEST_CASE("coefficients of coded records are theta itself") {
  Service service;
  const json report = coded_report("adaptive");
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json found = value_of(service.call("coefficients", {{"report", handle}}));
  CHECK(found.at("outputs")[0].at("intercept") == 0);
  CHECK(found.at("outputs")[0].at("coefficients") == report.at("model").at("theta"));
  CHECK(found.at("terms")[1] == json({{"feature", "x2"}}));
  CHECK(found.at("mayScale") == false);
}

}  // namespace expost::operations_tests
