// Several rows a person: a limit, and a promise to a person (docs/study.md; mathematics.md, 7.23).
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/noise/gaussian.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::approximately;
using expost::operations::Service;
using expost::report::Columns;

namespace {

/// The fixture's shelves are persons: seven, with some 28 of 200 rows each.
json with_person(json of_study, int rows, double epsilon = 3, double delta = 1e-6) {
  of_study["unit"] = "one loan of a person, one row";
  of_study["person"] = {{"column", "shelf"}, {"rows", rows}};
  of_study["budget"]["epsilon"] = epsilon;
  if (of_study["budget"].contains("delta")) {
    of_study["budget"]["delta"] = delta;
  }
  return of_study;
}

json quick(int rows) {
  return with_person(study("none", "shift"), rows);
}

/// The first k rows of each person, by hand.
json cut(const json& of_rows, int k) {
  std::map<std::string, int> counts;
  json kept = json::array();
  for (const json& row : of_rows) {
    if (counts[row[3].get<std::string>()]++ < k) {
      kept.push_back(row);
    }
  }
  return kept;
}

json without(const json& of_rows, const std::string& person) {
  json others = json::array();
  for (const json& row : of_rows) {
    if (row[3] != person) {
      others.push_back(row);
    }
  }
  return others;
}

json empty_for(Service& service, const json& of_study) {
  return value_of(service.call("open-study", {{"study", of_study}, {"header", header()}})).at("data");
}

json answer_of(Service& service, const json& data) {
  return value_of(service.call("publish", {{"data", data}, {"seed", 1}, {"secrets", true}}));
}

/// The publication of rows under a study, with the secrets, which no other rows have.
json answer_for(const json& of_study, const json& of_rows) {
  Service service;
  return answer_of(service, opened(service, of_study, of_rows));
}

/// One text or number as the name of a person, in two rows; how many of the two stay.
std::int64_t stay(const json& first, const json& second) {
  Service service;
  const json data = empty_for(service, quick(1));
  const json pair = {{"yes", "20", "day", first}, {"no", "30", "year", second}};
  value_of(service.call("append-rows", {{"data", data}, {"rows", pair}}));
  return answer_of(service, data).at("notes").at("rows").get<std::int64_t>();
}

}  // namespace

TEST_CASE("person: the first rows of each are used, and no others") {
  for (const int k : {1, 3, 27, 1000}) {
    const json cut_rows = cut(rows(), k);
    const json all = answer_for(quick(k), rows());
    const json by_hand = answer_for(quick(k), cut_rows);
    CHECK(all.at("report") == by_hand.at("report"));
    CHECK(all.at("secrets") == by_hand.at("secrets"));
    CHECK(all.at("notes").at("rows") == cut_rows.size());
    CHECK(all.at("notes").at("leftOut") == rows().size() - cut_rows.size());
    CHECK(all.at("notes").at("clamped") == by_hand.at("notes").at("clamped"));
    CHECK(all.at("notes").at("scaled") == by_hand.at("notes").at("scaled"));
  }
  CHECK_FALSE(answer_for(study("none", "shift"), rows()).at("notes").contains("leftOut"));
}

TEST_CASE("person: no other row comes or goes with a person") {
  const json all = cut(rows(), 3);
  for (const char* const person : {"A0", "A3", "A6"}) {
    const json others = answer_for(quick(3), without(rows(), person));
    const json expected = answer_for(quick(3), without(all, person));
    CHECK(others.at("secrets") == expected.at("secrets"));
    CHECK(others.at("notes").at("rows") == all.size() - 3);
  }
}

TEST_CASE("person: counted over calls and shapes, and not by a call that is refused") {
  const json all = answer_for(quick(5), rows());
  Service service;
  const json data = empty_for(service, quick(5));
  const json of_rows = rows();
  const auto part = [&](std::size_t from, std::size_t to) {
    json result = json::array();
    for (std::size_t i = from; i < to; ++i) {
      result.push_back(of_rows[i]);
    }
    return result;
  };
  // Refused at its last row: none of it counts.
  json bad = part(0, 20);
  bad.push_back({"yes", "old", "day", "A1"});
  const json error = error_of(service.call("append-rows", {{"data", data}, {"rows", bad}}));
  CHECK(error.at("pointer") == "/21/age");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"rows", part(0, 50)}})).at("rows") == 50);
  std::string text;
  for (const json& row : part(50, 80)) {
    for (std::size_t i = 0; i < 4; ++i) {
      text += row[i].get<std::string>() + (i == 3 ? "  \n" : ",");
    }
  }
  for_each_block(service, "member,age,term,who\n" + text, [&](const json& table) {
    value_of(service.call("append-rows", {{"data", data}, {"table", table}}));
  });
  json columns = {json::array(), json::array(), json::array(), json::array()};
  for (const json& row : part(80, 200)) {
    for (std::size_t i = 0; i < 4; ++i) {
      columns[i].push_back(row[i]);
    }
  }
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"columns", columns}})).at("rows") == 200);
  const json parts = answer_of(service, data);
  CHECK(parts.at("secrets") == all.at("secrets"));
  CHECK(parts.at("notes") == all.at("notes"));
}

TEST_CASE("person: rows that are left out are read as the others are") {
  Service service;
  const json data = empty_for(service, quick(1));
  const json pair = {{"yes", "20", "day", "A"}, {"no", "old", "year", "A"}};
  CHECK(error_of(service.call("append-rows", {{"data", data}, {"rows", pair}})).at("pointer") == "/2/age");
}

TEST_CASE("person: names are texts without blanks at their ends, numbers their decimal texts") {
  CHECK(stay("A", "B") == 2);
  CHECK(stay("A", "A") == 1);
  CHECK(stay("A", " A\t") == 1);
  CHECK(stay("A", "\u00a0A") == 1);
  CHECK(stay("A", "a") == 2);
  CHECK(stay(7, "7") == 1);
  CHECK(stay(7.0, 7) == 1);
  CHECK(stay(-0.0, "0") == 1);
  CHECK(stay(0.1, "0.1") == 1);
  CHECK(stay("7", "07") == 2);
  // Parquet writes a decimal with all its places, and pandas a whole number beside a blank as 7.0.
  CHECK(stay("7", "7.0") == 1);
  CHECK(stay(7, "7.00") == 1);
  CHECK(stay("-7.10", "-7.1") == 1);
  CHECK(stay("10.0", "10") == 1);
  CHECK(stay("70", "7") == 2);
  CHECK(stay("7.", "7") == 1);
  CHECK(stay("1.2.30", "1.2.3") == 2);
  CHECK(stay("v1.0", "v1") == 2);
  CHECK(stay("+.", "+") == 2);
  CHECK(stay(9007199254740991.0, "9007199254740991") == 1);
  CHECK(stay(true, "true") == 1);
  CHECK(stay("12345678901234567890", "12345678901234567891") == 2);
}

TEST_CASE("person: a row that doesn't say whose it is is refused, with its place") {
  Service service;
  const struct {
    json name;
    const char* code;
  } cases[] = {{"", "missing"},
               {"  ", "missing"},
               {"?", "missing"},
               {nullptr, "missing"},
               // It may have been 9007199254740993.
               {9007199254740992.0, "out-of-range"},
               {-9007199254740992.0, "out-of-range"},
               {std::numeric_limits<double>::infinity(), "out-of-range"},
               {std::nan(""), "missing"},
               {json::array({1}), "wrong-type"},
               {json::object(), "wrong-type"}};
  for (const auto& each : cases) {
    const json& name = each.name;
    CAPTURE(name.dump());
    const json data = empty_for(service, quick(2));
    const json pair = {{"yes", "20", "day", "A"}, {"no", "30", "year", name}};
    const json error = error_of(service.call("append-rows", {{"data", data}, {"rows", pair}, {"firstRow", 5}}));
    CHECK(error.at("type") == "data");
    CHECK(error.at("code") == each.code);
    CHECK(error.at("pointer") == "/6/shelf");
    CHECK(error.at("message").get<std::string>().find("row 6, column \"shelf\"") == 0);
  }
}

TEST_CASE("person: what spreadsheets and databases write for nobody, or rounded, is refused and not counted as one person") {
  Service service;
  const auto refusal = [&](const json& name) {
    CAPTURE(name.dump());
    const json data = empty_for(service, quick(2));
    const json error = error_of(service.call("append-rows", {{"data", data}, {"rows", {{"yes", "20", "day", name}}}}));
    CHECK(error.at("pointer") == "/1/shelf");
    return error.at("code").get<std::string>() + ": " + error.at("message").get<std::string>();
  };
  for (const char* const none : {"NA", "N/A", "n/a", "NULL", "null", "None", "nan", "NaN", "NaT", "<NA>", "(null)", "unknown",
                                 "Missing", "-", ".", "\\N", "–", "—"}) {
    CHECK(refusal(none).find("missing: row 1, column \"shelf\" is \"") == 0);
    CHECK(refusal(none).find("a word for no value") != std::string::npos);
  }
  for (const char* const error : {"#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NV", "#BEZUG!", "########", "Err:502"}) {
    CHECK(refusal(error).find("missing: ") == 0);
    CHECK(refusal(error).find("an error of a spreadsheet") != std::string::npos);
  }
  for (const char* const rounded : {"1.23457E+11", "1,23457E+11", "1e+05", "1E+05", "1.2E11", "-1.5e-7"}) {
    CHECK(refusal(rounded).find("out-of-range: ") == 0);
    CHECK(refusal(rounded).find("rounded away") != std::string::npos);
  }
  for (const char* const day : {"1-Mar", "01-Mar", "Mar-01", "01. Mrz", "1. Okt", "Mrz 01"}) {
    CHECK(refusal(day).find("out-of-range: ") == 0);
  }
  CHECK(refusal("p\u200b1").find("wrong-type: row 1, column \"shelf\" is \"p[U+200B]1\", with a character that nobody sees") ==
        0);
  for (const char* const unseen : {"p1\ufe0f", "Anna\u00a0Berg", "p\t1", "\u202ep1"}) {
    CHECK(refusal(unseen).find("nobody sees") != std::string::npos);
  }
  // Codes that look a little like these.
  CHECK(stay("12E5", "12E6") == 2);
  CHECK(stay("#12", "#13") == 2);
  CHECK(stay("NA1", "NA2") == 2);
  CHECK(stay("MAR-01", "MAR-02") == 2);
  CHECK(stay("1-2", "1-3") == 2);
  CHECK(stay("Mar-1-01", "01.2. Mrz") == 2);
  CHECK(stay("Error 1", "Zürich 東京") == 2);
  CHECK(stay("e+5", "1.5.E+5") == 2);
}

TEST_CASE("person: the header has the column, once") {
  Service service;
  const auto refused = [&](const json& names) {
    return error_of(service.call("open-study", {{"study", quick(2)}, {"header", names}}));
  };
  CHECK(refused({"late", "age", "card"}).at("code") == "missing-column");
  CHECK(refused({"late", "age", "card"}).at("pointer") == "/shelf");
  CHECK(refused({"late", "age", "card", "shelf", " shelf"}).at("code") == "duplicate-column");
}

TEST_CASE("person: the report promises a person what the study does, and a row what group privacy leaves") {
  const json report = answer_for(with_person(study("hessian", "shift"), 3, 1, 1e-5), rows()).at("report");
  CHECK(report.at("person") == json({{"rows", 3}, {"epsilon", 1}, {"delta", 1e-5}}));
  const expost::EpsilonDelta row = expost::row_promise({1, 1e-5}, 3);
  CHECK(number(report.at("guarantee").at("epsilon")) == row.epsilon);
  CHECK(number(report.at("guarantee").at("delta")) == row.delta);
  // The noise is that of a study of rows with this budget.
  json of_row = study("hessian", "shift");
  of_row["budget"]["epsilon"] = row.epsilon;
  of_row["budget"]["delta"] = row.delta;
  const json same = answer_for(of_row, cut(rows(), 3)).at("report");
  CHECK(report.at("model") == same.at("model"));
  CHECK(report.at("release") == same.at("release"));
  CHECK_FALSE(same.contains("person"));
  CHECK(report.dump().find("shelf") == std::string::npos);

  const json pure = answer_for(with_person(laplace_study(logistic_loss), 4, 2), rows()).at("report");
  CHECK(pure.at("person") == json({{"rows", 4}, {"epsilon", 2}, {"delta", 0}}));
  CHECK(pure.at("guarantee").at("epsilon") == 0.5);
  CHECK(pure.at("guarantee").at("delta") == 0);

  // One row: the promise is the row's own.
  const json one = answer_for(with_person(study("none", "shift"), 1, 1, 1e-6), rows()).at("report");
  CHECK(one.at("guarantee").at("epsilon") == 1);
  CHECK(one.at("person") == json({{"rows", 1}, {"epsilon", 1}, {"delta", 1e-6}}));
}

TEST_CASE("person: every mechanism with a promise keeps it") {
  const json descent = {{"name", "noisy-gradient-descent"},
                        {"loss", logistic_loss},
                        {"clip", 1},
                        {"steps", 10},
                        {"sampling", {{"kind", "full"}}},
                        {"update", {{"rate", 0.5}, {"divisor", 200}}}};
  const json studies[] = {output_study(logistic_loss), ada_ops_study(), softmax_study("none", "shift"),
                          study_with(descent, one_budget)};
  for (json of_study : studies) {
    of_study["person"] = {{"column", "shelf"}, {"rows", 3}};
    const double epsilon = number(of_study.at("budget").at("epsilon"));
    const double delta = number(of_study.at("budget").at("delta"));
    CAPTURE(of_study.at("mechanism").dump());
    Service service;
    const json report = published(service, opened_for(service, of_study));
    CHECK(report.at("person") == json({{"rows", 3}, {"epsilon", epsilon}, {"delta", delta}}));
    const expost::EpsilonDelta group =
        expost::group_promise({number(report.at("guarantee").at("epsilon")), number(report.at("guarantee").at("delta"))}, 3);
    CHECK(group.epsilon <= epsilon);
    CHECK(group.delta <= delta);
    CHECK(group.epsilon >= epsilon * (1 - 1e-12));
    (void)value_of(service.call("load-report", {{"report", report}}));
  }
}

TEST_CASE("person: the summary and a bound tell what a person is promised") {
  Service service;
  const json report = published(service, opened(service, quick(3)));
  const json loaded = value_of(service.call("load-report", {{"report", report}}));
  const json person = {{"rows", 3}, {"epsilon", 3}, {"delta", 1e-6}};
  CHECK(loaded.at("summary").at("person") == person);
  const json record = {{"age", 30}, {"card", "day"}, {"late", "yes"}};
  const json request = {{"report", loaded.at("handle")}, {"record", record}};
  CHECK(value_of(service.call("bound", request)).at("person") == person);
  const json plain =
      value_of(service.call("load-report", {{"report", published(service, opened(service, study("none", "shift")))}}));
  CHECK(plain.at("summary").at("person").is_null());
}

TEST_CASE("person: the ledger's part is the person's, with a longer Gaussian pair where there is one") {
  const auto part_of = [](json of_study) {
    Service service;
    const json report = published(service, opened(service, of_study));
    json part = value_of(service.call("composition-part", {{"report", report}})).at("part");
    part["sigma"] = report.at("model").at("mechanism").at("sigma");
    return part;
  };
  json of_study = with_person(study("none"), 3);
  of_study["mechanism"]["lambda"] = 100;
  const json gaussian = part_of(of_study);
  CHECK(gaussian.at("epsilon") == 3);
  CHECK(gaussian.at("delta") == 1e-6);
  CHECK(number(gaussian.at("gaussian").at("shift")) == approximately(3 / number(gaussian.at("sigma"))).epsilon(1e-12));
  CHECK(number(gaussian.at("gaussian").at("shift")) >= 3 / number(gaussian.at("sigma")));
  // Never more than the promise itself.
  CHECK(expost::gaussian_delta(3, number(gaussian.at("gaussian").at("shift"))) < 1e-6);

  of_study["mechanism"]["lambda"] = 2;
  const json curved = part_of(of_study);
  json plain = of_study;
  plain.erase("person");
  const expost::EpsilonDelta row = expost::row_promise({3, 1e-6}, 3);
  plain["budget"]["epsilon"] = row.epsilon;
  plain["budget"]["delta"] = row.delta;
  const json of_row = part_of(plain);
  REQUIRE(curved.at("curve").size() == of_row.at("curve").size());
  for (std::size_t i = 0; i < of_row.at("curve").size(); ++i) {
    const json& own = of_row.at("curve")[i];
    const expost::EpsilonDelta group = expost::group_promise({number(own.at("epsilon")), number(own.at("delta"))}, 3);
    CHECK(number(curved.at("curve")[i].at("epsilon")) == group.epsilon);
    CHECK(number(curved.at("curve")[i].at("delta")) == group.delta);
  }

  // Grids add to the loss: no Gaussian pair is proved for several rows.
  json released = with_person(study("hessian", "shift"), 3);
  released["mechanism"]["lambda"] = 400;
  const json on_grid = part_of(released);
  CHECK_FALSE(on_grid.contains("gaussian"));
  CHECK_FALSE(on_grid.contains("curve"));
  CHECK(on_grid.at("epsilon") == 3);

  // A step takes each of her rows or not: nothing is proved of several.
  const json sampled = {{"name", "noisy-gradient-descent"},
                        {"loss", logistic_loss},
                        {"clip", 1},
                        {"steps", 10},
                        {"sampling", {{"kind", "poisson"}, {"rate", 0.1}}},
                        {"update", {{"rate", 0.5}, {"divisor", 200}}}};
  CHECK(part_of(study_with(sampled, one_budget)).contains("sampled"));
  CHECK_FALSE(part_of(with_person(study_with(sampled, one_budget), 3)).contains("sampled"));
}

TEST_CASE("person: a model trained elsewhere is refused") {
  Service service;
  const json data = opened(service, quick(3));
  const json error = error_of(service.call("attach", {{"data", data}, {"model", {{"theta", {0, 0, 0}}, {"sigma", 5}}}}));
  CHECK(error.at("type") == "study");
  CHECK(error.at("code") == "unsupported");
  CHECK(error.at("pointer") == "/person");
}

TEST_CASE("person: audits are of the rows that stay") {
  Service service;
  json of_study = quick(2);
  const json data = opened(service, of_study);
  const json report = value_of(service.call("load-report", {{"report", published(service, data)}})).at("handle");
  const json audit = value_of(service.call("audit", {{"data", data}, {"report", report}}));
  CHECK(audit.at("summary").at("rows") == 14);
}

TEST_CASE("person: blocks that are looked at apart are refused unless they were limited, and limited in order") {
  Service service;
  const json data = empty_for(service, quick(2));
  const std::vector<double> ages{20, 30, 40, 50};
  const std::string yes = "yesyesyesyes";
  const std::vector<std::int32_t> ends{0, 3, 6, 9, 12};
  const std::string day = "daydaydayday";
  const std::vector<double> shelves{1, 2, 1, 1};
  Columns columns{std::vector<expost::report::Column>(4), 4};
  columns.columns[0].values = expost::report::Texts{ends, yes};
  columns.columns[1].values = std::span<const double>(ages);
  columns.columns[2].values = expost::report::Texts{ends, day};
  columns.columns[3].values = std::span<const double>(shelves);
  const json refused = error_of(service.call("count-rows", {{"data", data}}, columns));
  CHECK(refused.at("type") == "study");
  CHECK(refused.at("pointer") == "/person");
  CHECK(error_of(service.call("answer-question", {{"data", data}, {"question", ""}}, columns)).at("pointer") == "/person");
  CHECK(value_of(service.call("count-rows", {{"data", data}, {"limited", true}}, columns)).at("counters").at("rows") == 4);
  const json kept = value_of(service.call("keep-rows", {{"data", data}, {"firstRow", 1}}, columns)).at("kept");
  CHECK(kept == json::array({true, true, true, false}));
  CHECK(value_of(service.call("keep-rows", {{"data", data}, {"firstRow", 5}}, columns)).at("kept") ==
        json::array({false, true, false, false}));
  const json plain = empty_for(service, study("none", "shift"));
  CHECK(error_of(service.call("keep-rows", {{"data", plain}, {"firstRow", 1}}, columns)).at("type") == "argument");
}

TEST_CASE("person: the same rows of a table are kept, whichever way they come") {
  Service service;
  const std::vector<std::vector<json>> rows{
      {"yes", 20, "day", 1}, {"yes", 30, "day", 2}, {"yes", 40, "day", 1}, {"yes", 50, "day", 1}, {"yes", 60, "day", 2}};
  const json expected = json::array({true, true, true, false, true});
  json columns = json::array({json::array(), json::array(), json::array(), json::array()});
  std::string text;
  for (const std::vector<json>& row : rows) {
    for (std::size_t j = 0; j < 4; ++j) {
      columns[j].push_back(row[j]);
      text += (j > 0 ? "," : "") + (row[j].is_string() ? row[j].get<std::string>() : row[j].dump());
    }
    text += "\n";
  }
  const json by_table = empty_for(service, quick(2));
  json kept = json::array();
  for_each_block(service, "member,age,term,who\n" + text, [&](const json& table) {
    const json part = {{"data", by_table}, {"table", table}, {"firstRow", kept.size() + 1}};
    const json found = value_of(service.call("keep-rows", part));
    for (const json& one : found.at("kept")) {
      kept.push_back(one);
    }
  });
  CHECK(kept == expected);
  for (json part : {json{{"rows", rows}}, json{{"columns", columns}}}) {
    part["data"] = empty_for(service, quick(2));
    part["firstRow"] = 1;
    CHECK(value_of(service.call("keep-rows", part)).at("kept") == expected);
  }
  // Blocks of one row, and one that is refused in between, which counts for nothing.
  const json data = empty_for(service, quick(2));
  json found = json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json refused = {{"data", data}, {"rows", {rows[0], {"yes", 20, "day", nullptr}}}, {"firstRow", i + 1}};
    CHECK(error_of(service.call("keep-rows", refused)).at("type") == "data");
    const json one = {{"data", data}, {"rows", {rows[i]}}, {"firstRow", i + 1}};
    found.push_back(value_of(service.call("keep-rows", one)).at("kept")[0]);
  }
  CHECK(found == expected);
  const json plain = {{"data", empty_for(service, study("none", "shift"))}, {"rows", rows}, {"firstRow", 1}};
  CHECK(error_of(service.call("keep-rows", plain)).at("type") == "argument");
}

TEST_CASE("person: a plan of a person's budget is that of a row's share") {
  Service service;
  const json request = {{"loss", "logistic"}, {"epsilon", 3}, {"delta", 1e-6}, {"accountant", "shift"}, {"lambda", 2}};
  json of_person = request;
  of_person["personRows"] = 3;
  json found = value_of(service.call("plan", of_person));
  CHECK(found.at("person") == json({{"rows", 3}, {"epsilon", 3}, {"delta", 1e-6}}));
  const expost::EpsilonDelta share = expost::row_promise({3, 1e-6}, 3);
  json of_row = request;
  of_row["epsilon"] = share.epsilon;
  of_row["delta"] = share.delta;
  found.erase("person");
  CHECK(found == value_of(service.call("plan", of_row)));
  CHECK_FALSE(value_of(service.call("plan", request)).contains("person"));
  const json pure = value_of(
      service.call("plan", {{"loss", "logistic"}, {"noise", "laplace"}, {"epsilon", 2}, {"lambda", 2}, {"personRows", 4}}));
  CHECK(pure.at("epsilon") == 0.5);
  CHECK(pure.at("person") == json({{"rows", 4}, {"epsilon", 2}, {"delta", 0}}));
  for (const json& rows : {json(0), json(1.5), json("3"), json(1048577)}) {
    of_person["personRows"] = rows;
    CHECK(error_of(service.call("plan", of_person)).at("pointer") == "/personRows");
  }
  of_person["personRows"] = 3;
  of_person["delta"] = 2;
  CHECK(error_of(service.call("plan", of_person)).at("pointer") == "/delta");
  of_person["delta"] = 1e-6;
  of_person["epsilon"] = -1;
  CHECK(error_of(service.call("plan", of_person)).at("pointer") == "/epsilon");
}
