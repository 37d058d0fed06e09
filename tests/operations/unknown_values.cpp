// Values that a person doesn't know: ranges, several values, all of them (check/loaded_report.hpp,
// FeatureMap::checked_region).
//
// How the number could come out too small:
// - a value coded otherwise than in a record: not clamped, an alias or a stand-in forgotten, not
//   shortened, a wrong end of a range ("never below");
// - an outcome or a level left out ("never below");
// - a range taken as its middle, or read as a text ("the same as that value");
// - rows that read a range or the text for any value otherwise ("in rows: what is said of …").
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "places.hpp"
#include "report_fixture.hpp"

namespace expost::operations_tests {
namespace {

class Picks {
 public:
  explicit Picks(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return engine_() % count; }
  bool coin() { return below(2) == 0; }
  double share() { return static_cast<double>(engine_()) / 4294967296.0; }

 private:
  std::mt19937 engine_;
};

/// A field's object in a record, and values that it stands for.
struct Unknown {
  json object;
  std::vector<json> values;
};

/// Raw values of a feature or a number label: beyond its range too, by aliases, and blanks.
Unknown unknown_number(const json& field, Picks& picks) {
  const double low = field.at("minimum").get<double>();
  const double high = field.at("maximum").get<double>();
  const double width = high - low;
  const auto somewhere = [&] { return low + width * (1.4 * picks.share() - 0.2); };
  const auto between = [&](double from, double to) {
    std::vector<json> values{from, to};
    for (int i = 0; i < 6; ++i) {
      values.emplace_back(from + (to - from) * picks.share());
    }
    return values;
  };
  switch (picks.below(3)) {
    case 0: {
      const double one = somewhere();
      const double other = somewhere();
      const double from = std::min(one, other);
      const double to = std::max(one, other);
      return {{{"from", from}, {"to", to}}, between(from, to)};
    }
    case 1: {
      std::vector<json> values{somewhere(), somewhere(), somewhere()};
      return {{{"oneOf", values}}, values};
    }
    default: {
      std::vector<json> values = between(low - width, high + width);
      if (field.contains("missing")) {
        values.emplace_back(nullptr);
      }
      return {{{"unknown", true}}, values};
    }
  }
}

Unknown unknown_level(const json& levels, const json& field, Picks& picks) {
  std::vector<json> values(levels.begin(), levels.end());
  if (field.contains("aliases")) {
    for (const auto& [alias, level] : field.at("aliases").items()) {
      values.emplace_back(alias);
    }
  }
  if (field.contains("missing")) {
    values.emplace_back(nullptr);
  }
  if (picks.coin()) {
    return {{{"unknown", true}}, values};
  }
  std::vector<json> some;
  for (const json& value : values) {
    if (some.empty() || picks.coin()) {
      some.push_back(value);
    }
  }
  return {{{"oneOf", some}}, some};
}

Unknown unknown_value(const json& field, Picks& picks) {
  const std::string kind = field.at("kind");
  if (kind == "number") {
    return unknown_number(field, picks);
  }
  if (kind == "boolean") {
    return {{{"unknown", true}}, {true, false, "yes", 0}};
  }
  const json levels = kind == "binary" ? json{field.at("negative"), field.at("positive")} : field.at("levels");
  return unknown_level(levels, field, picks);
}

struct Question {
  json record;                                           ///< with objects
  std::vector<std::pair<std::string, Unknown>> unknown;  ///< by the field's name
};

Question random_question(const json& report, Picks& picks) {
  Question question;
  const auto add = [&](const json& field) {
    const std::string name = field.at("name");
    const Unknown unknown = unknown_value(field, picks);
    if (picks.below(3) == 0) {
      question.record[name] = unknown.values[picks.below(unknown.values.size())];
    } else {
      question.record[name] = unknown.object;
      question.unknown.emplace_back(name, unknown);
    }
  };
  for (const json& feature : report.at("features")) {
    if (feature.at("kind") != "constant") {
      add(feature);
    }
  }
  add(report.at("label"));
  return question;
}

/// The same with values for the objects.
json a_record(const Question& question, Picks& picks) {
  json record = question.record;
  for (const auto& [name, unknown] : question.unknown) {
    record[name] = unknown.values[picks.below(unknown.values.size())];
  }
  return record;
}

constexpr const char* any_value = "n/a";

/// A header and a row of a record, with its objects as texts of cells; one of several as the first.
std::pair<json, json> row_of(json& record) {
  json header = json::array();
  json row = json::array();
  for (auto& [name, value] : record.items()) {
    header.push_back(name);
    if (value.is_object() && value.contains("oneOf")) {
      value = json(value.at("oneOf").at(0));
    }
    row.push_back(!value.is_object()          ? value
                  : value.contains("unknown") ? json(any_value)
                                              : json(value.at("from").dump() + " .. " + value.at("to").dump()));
  }
  return {header, row};
}

double upper(const json& interval) {
  return interval.is_array() ? interval[1].get<double>() : interval.at("upper").get<double>();
}
double lower(const json& interval) {
  return interval.is_array() ? interval[0].get<double>() : interval.at("lower").get<double>();
}

void check_around(const json& outer, const json& inner) {
  CHECK(lower(outer) <= lower(inner));
  CHECK(upper(outer) >= upper(inner));
}

struct Loaded {
  Service service{check_operations()};
  json handle;

  explicit Loaded(const json& report) { handle = value_of(service.call("load-report", {{"report", report}})).at("handle"); }
  json bound(const json& record, const json& options = json::object()) {
    return value_of(service.call("bound", {{"report", handle}, {"record", record}, {"options", options}}));
  }
  json refused(const json& record) { return error_of(service.call("bound", {{"report", handle}, {"record", record}})); }
};

}  // namespace

TEST_CASE("unknown values: never below the bound of a record that it may be, in every report with features") {
  Picks picks(1);
  int reports = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests_folder() / "reports/good")) {
    const std::string name = entry.path().stem();
    const json report = report_named(name);
    if (!report.contains("features")) {
      continue;
    }
    CAPTURE(name);
    ++reports;
    Loaded loaded(report);
    for (int i = 0; i < 4; ++i) {
      Question question = random_question(report, picks);
      while (question.unknown.empty()) {
        question = random_question(report, picks);
      }
      const json options = {{"member", std::vector<std::string>{"in", "out", "unknown"}[picks.below(3)]}};
      const json bound = loaded.bound(question.record, options);
      INFO(question.record.dump());
      std::vector<std::string> names;
      for (const auto& [field, unknown] : question.unknown) {
        names.push_back(field);
      }
      CHECK(bound.at("unknown") == names);
      CHECK(bound.at("gap").get<double>() >= 0);
      for (const json& hardly : bound.at("hardlyMatter")) {
        CHECK(std::count(names.begin(), names.end(), hardly.get<std::string>()) == 1);
      }
      double largest = 0;
      for (int k = 0; k < 8; ++k) {
        const json record = a_record(question, picks);
        const json own = loaded.bound(record, options);
        CHECK_FALSE(own.contains("unknown"));
        check_around(bound.at("epsilon"), own.at("epsilon"));
        check_around(bound.at("total"), own.at("total"));
        for (const char* const side : {"in", "out"}) {
          check_around(bound.at("loss").at(side), own.at("loss").at(side));
          check_around(bound.at("total").at("loss").at(side), own.at("total").at("loss").at(side));
        }
        CHECK(bound.at("releaseCost").at("expost").get<double>() >= own.at("releaseCost").at("expost").get<double>());
        CHECK(bound.at("releaseCost").at("pdp").at("epsilon").get<double>() >=
              own.at("releaseCost").at("pdp").at("epsilon").get<double>());
        CHECK(bound.at("total").at("failureProbability") == own.at("total").at("failureProbability"));
        largest = std::max(largest, upper(own.at("total")));
      }
      // `x` and `y` are a record that has the bound, less the gap.
      const double total = upper(bound.at("total"));
      CHECK(total >= largest);
      const json own = value_of(loaded.service.call(
          "bound", {{"report", loaded.handle}, {"x", bound.at("x")}, {"y", bound.at("y")}, {"options", options}}));
      if (std::isfinite(total)) {
        CHECK(upper(own.at("total")) == doctest::Approx(total - bound.at("gap").get<double>()).epsilon(1e-9));
      }
      // `check` gives the same.
      const json checked = value_of(
          loaded.service.call("check", {{"report", loaded.handle}, {"record", question.record}, {"options", options}}));
      CHECK(checked.at("bound") == bound);
    }
  }
  CHECK(reports > 25);
}

TEST_CASE("unknown values: one value is the same as that value, and no value unknown changes nothing") {
  for (const std::string name : {"adaptive", "laplace", "descent", "output-perturbation"}) {
    CAPTURE(name);
    Loaded loaded(report_named(name));
    const json label = report_named(name).at("label");
    const std::string outcome = label.at("name");
    const json y = label.at("kind") == "binary" ? label.at("positive") : json(7);
    json own = loaded.bound({{"age", 37}, {"sex", "male"}, {outcome, y}});
    CHECK_FALSE(own.contains("unknown"));
    CHECK_FALSE(own.contains("hardlyMatter"));
    CHECK_FALSE(own.contains("gap"));
    json found =
        loaded.bound({{"age", {{"from", 37}, {"to", "37"}}}, {"sex", {{"oneOf", {"male"}}}}, {outcome, {{"oneOf", {y}}}}});
    CHECK(found.at("unknown") == json{"age", "sex", outcome});
    CHECK(found.at("gap") == 0);
    CHECK(found.at("hardlyMatter").dump().find("sex") != std::string::npos);
    found.erase("unknown");
    found.erase("hardlyMatter");
    found.erase("gap");
    CHECK(found == own);
  }
}

TEST_CASE("unknown values: an end beyond the report's range counts as the nearest, and is said") {
  json report = report_named("independent");
  report["scaling"]["norm"] = 2;  // so that no record is shortened
  Loaded loaded(report);
  const json found = loaded.bound({{"age", {{"from", 10}, {"to", 200}}}, {"sex", "male"}, {"default", "no"}});
  const json all = loaded.bound({{"age", {{"unknown", true}}}, {"sex", "male"}, {"default", "no"}});
  CHECK(found.at("total") == all.at("total"));
  CHECK(all.at("adjustments").empty());
  CHECK(found.at("adjustments") == json{{{"code", "raised"}, {"field", "age"}, {"from", 10}, {"to", 18}},
                                        {{"code", "lowered"}, {"field", "age"}, {"from", 200}, {"to", 90}}});
  const json listed = loaded.bound({{"age", {{"oneOf", {17, 50}}}}, {"sex", "male"}, {"default", "no"}});
  CHECK(listed.at("adjustments") == json{{{"code", "raised"}, {"field", "age"}, {"from", 17}, {"to", 18}}});
}

TEST_CASE("unknown values: a wrong one is refused in one sentence, with its place") {
  Loaded loaded(report_named("independent"));
  const auto refused = [&](const char* field, const json& value, const char* code, const char* pointer, const char* words) {
    json record = {{"age", 37}, {"sex", "male"}, {"default", "no"}};
    record[field] = value;
    const json error = loaded.refused(record);
    INFO(error.dump());
    CHECK(error.at("type") == "record");
    CHECK(error.at("code") == code);
    CHECK(error.at("pointer") == pointer);
    CHECK(error.at("message").get<std::string>().find(words) != std::string::npos);
  };
  refused("age", {{"from", 40}, {"to", 20}}, "out-of-range", "/age", "goes from 40 to 20");
  refused("age", {{"from", "old"}, {"to", 20}}, "not-a-number", "/age/from", "\"old\"");
  refused("age", {{"from", 20}, {"to", nullptr}}, "missing", "/age/to", "must be a number");
  refused("age", {{"from", 20}}, "wrong-type", "/age", "{\"from\": …, \"to\": …}, {\"oneOf\": […]} or {\"unknown\": true}");
  refused("age", json::object(), "wrong-type", "/age", "must be a value");
  refused("age", {{"from", 20}, {"to", 30}, {"oneOf", {1}}}, "wrong-type", "/age", "must be a value");
  refused("age", {{"oneOf", json::array()}}, "empty", "/age/oneOf", "at least one value");
  refused("age", {{"oneOf", 20}}, "wrong-type", "/age/oneOf", "an array of values");
  refused("age", {{"oneOf", {20, "old"}}}, "not-a-number", "/age/oneOf/1", "\"old\"");
  refused("age", {{"oneOf", {20, nullptr}}}, "missing", "/age/oneOf/1", "a number");
  refused("age", {{"oneOf", {{{"unknown", true}}}}}, "wrong-type", "/age/oneOf/0", "a number");
  refused("age", {{"oneOf", std::vector<int>(4097, 20)}}, "too-large", "/age/oneOf", "4096");
  refused("age", {{"unknown", false}}, "wrong-type", "/age/unknown", "must be true");
  refused("sex", {{"from", "female"}, {"to", "male"}}, "wrong-type", "/sex", "no numbers to range over");
  refused("sex", {{"oneOf", {"male", "cat"}}}, "unknown-level", "/sex/oneOf/1", "\"cat\"");
  refused("default", {{"from", 0}, {"to", 1}}, "wrong-type", "/default", "no numbers to range over");
  refused("default", {{"oneOf", {"perhaps"}}}, "unknown-level", "/default/oneOf/0", "\"perhaps\"");
  refused("shoe", {{"unknown", true}}, "unknown-field", "/shoe", "is not a field");
  // Everything that is wrong at once.
  const json record = {{"age", {{"from", 40}, {"to", 20}}}, {"sex", {{"oneOf", {"cat"}}}}, {"default", {{"unknown", 1}}}};
  const json errors = value_of(loaded.service.call("check", {{"report", loaded.handle}, {"record", record}})).at("errors");
  CHECK(errors.size() == 3);
  CHECK(errors[2].at("pointer") == "/default/unknown");
}

TEST_CASE("unknown values: keys of a name with a slash in it are escaped in pointers") {
  json report = report_named("independent");
  report["features"][1]["name"] = "age/years~";
  Loaded loaded(report);
  const json error = loaded.refused({{"age/years~", {{"oneOf", {"old"}}}}, {"sex", "male"}, {"default", "no"}});
  CHECK(error.at("pointer") == "/age~1years~0/oneOf/0");
}

TEST_CASE("unknown values: a constant is known, whatever is said of it") {
  Loaded loaded(report_named("independent"));
  const json known = loaded.bound({{"age", 37}, {"sex", "male"}, {"default", "no"}});
  const json found = loaded.bound({{"intercept", {{"unknown", true}}}, {"age", 37}, {"sex", "male"}, {"default", "no"}});
  CHECK(found.at("unknown").empty());
  CHECK(found.at("total") == known.at("total"));
}

TEST_CASE("unknown values in rows: what is said of the same record, and predictions around its records'") {
  Picks picks(2);
  int rows = 0;
  int predictions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests_folder() / "reports/good")) {
    const std::string name = entry.path().stem();
    const json report = report_named(name);
    if (!report.contains("features")) {
      continue;
    }
    CAPTURE(name);
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const std::string outcome = report.at("label").at("name");
    for (int i = 0; i < 4; ++i) {
      Question question = random_question(report, picks);
      const std::pair<json, json> table = row_of(question.record);
      const json& header = table.first;
      const json& row = table.second;
      std::erase_if(question.unknown, [&](const auto& field) { return !question.record.at(field.first).is_object(); });
      INFO(question.record.dump());
      const json bound = value_of(service.call("bound", {{"report", handle}, {"record", question.record}}));
      const json found = value_of(service.call(
          "bound-rows", {{"report", handle}, {"header", header}, {"rows", json::array({row})}, {"unknown", any_value}}));
      CHECK(found.at("total")[0] == bound.at("total").at("upper"));
      CHECK(found.at("lower")[0] == bound.at("epsilon").at("lower"));
      CHECK(found.at("upper")[0] == bound.at("epsilon").at("upper"));
      CHECK(json{found.at("inLower")[0], found.at("inUpper")[0]} == bound.at("loss").at("in"));
      CHECK(json{found.at("outLower")[0], found.at("outUpper")[0]} == bound.at("loss").at("out"));
      CHECK(found.at("gap")[0] == (bound.contains("gap") ? bound.at("gap") : json(0)));
      CHECK(found.at("scaled") == (bound.at("notes").dump().find("scaled") != std::string::npos ? 1 : 0));
      rows += static_cast<int>(question.unknown.size());
      const auto predict = [&](const json& of, bool unknown) {
        json request = {{"report", handle}, {"header", header}, {"rows", json::array({of})}};
        if (unknown) {
          request["unknown"] = any_value;
        }
        return value_of(service.call("predict-rows", request));
      };
      const json ends = predict(row, true);
      for (int k = 0; k < 8; ++k) {
        json record = a_record(question, picks);
        const json own = predict(row_of(record).second, false);
        const auto inside = [&](const json& value, const json& least, const json& most) {
          CHECK(least.get<double>() <= value.get<double>());
          CHECK(value.get<double>() <= most.get<double>());
          ++predictions;
        };
        for (const std::string column : {"score", "probability", "prediction"}) {
          CHECK_FALSE(ends.contains(column));
          if (own.contains(column)) {
            inside(own.at(column)[0], ends.at(column + "Lower")[0], ends.at(column + "Upper")[0]);
          }
        }
        for (std::size_t j = 0; own.contains("probabilities") && j < own.at("probabilities").size(); ++j) {
          inside(own.at("probabilities")[j][0], ends.at("probabilitiesLower")[j][0], ends.at("probabilitiesUpper")[j][0]);
        }
        if (own.contains("class")) {
          const bool either = ends.at("class")[0] == -1 || ends.at("class")[0] == own.at("class")[0];
          CHECK(either);
        }
      }
      const bool known = question.unknown.empty() || (question.unknown.size() == 1 && question.unknown[0].first == outcome);
      if (known && ends.contains("scoreLower")) {
        CHECK(ends.at("scoreLower") == ends.at("scoreUpper"));
      }
    }
  }
  CHECK(rows > 100);
  CHECK(predictions > 500);
}

TEST_CASE("unknown values in rows: the ends of a prediction are those of records") {
  json report = report_named("independent");
  report["scaling"]["norm"] = 2;  // so that no record is shortened
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json header = {"age", "sex"};
  const auto predict = [&](const json& rows) {
    return value_of(service.call("predict-rows", {{"report", handle}, {"header", header}, {"rows", rows}, {"unknown", "?"}}));
  };
  const json known = predict({{20, "male"}, {30, "male"}, {20, "female"}, {30, "female"}}).at("scoreLower");
  const auto [least, most] = std::minmax_element(known.begin(), known.end());
  const json ends = predict(json::array({json::array({"20..30", "?"})}));
  CHECK(ends.at("scoreLower")[0].get<double>() == doctest::Approx(least->get<double>()).epsilon(1e-9));
  CHECK(ends.at("scoreUpper")[0].get<double>() == doctest::Approx(most->get<double>()).epsilon(1e-9));
}

TEST_CASE("unknown values in rows: only where it is asked for, and what is no value is refused in its place") {
  Service service;
  const auto load = [&](const json& report) {
    return value_of(service.call("load-report", {{"report", report}})).at("handle");
  };
  const json header = {"age", "sex", "default"};
  const json handle = load(report_named("independent"));
  const auto ask = [&](const json& row, const json& more) {
    json request = {{"report", handle}, {"header", header}, {"rows", {{37, "male", "no"}, row}}, {"firstRow", 7}};
    request.update(more);
    return service.call("bound-rows", request);
  };
  const auto refused = [&](const json& row, const char* code, const char* field, const char* words, const json& more) {
    const json error = error_of(ask(row, more));
    INFO(error.dump());
    CHECK(error.at("type") == "record");
    CHECK(error.at("code") == code);
    CHECK(error.at("pointer") == std::string("/8/") + field);
    CHECK(error.at("message").get<std::string>().find(words) != std::string::npos);
  };
  const json on = {{"unknown", "?"}};
  refused({"20..30", "male", "no"}, "ambiguous-number", "age", "must be a number", json::object());
  refused({"?", "male", "no"}, "missing", "age", "must be a number", json::object());
  refused({37, "?", "no"}, "missing", "sex", "one of", json::object());
  refused({37, "male", "?"}, "missing", "default", "one of", json::object());
  CHECK(value_of(ask({" ? ", "?", "?"}, on)).at("rows") == 2);
  refused({"30..20", "male", "no"}, "out-of-range", "age", "goes from 30 to 20", on);
  for (const char* const text : {"20..", "..30", "..", "20...30", "20..30..40", "20....30"}) {
    refused({text, "male", "no"}, "not-a-number", "age", "a range of two like 20..30", on);
  }
  refused({"NaN..30", "male", "no"}, "not-a-number", "age", "\"NaN\"", on);
  refused({"20..inf", "male", "no"}, "not-a-number", "age", "\"inf\"", on);
  refused({"20..1e309", "male", "no"}, "not-finite", "age", "1e309", on);
  refused({"20,5..30", "male", "no"}, "ambiguous-number", "age", "20,5", on);
  refused({"? ?", "male", "no"}, "not-a-number", "age", "\"? ?\"", on);
  refused({37, "female..male", "no"}, "unknown-level", "sex", "female..male", on);
  refused({37, "male", "no..yes"}, "unknown-level", "default", "no..yes", on);
  refused({json{{"unknown", true}}, "male", "no"}, "wrong-type", "age", "must be a number", on);
  // A comma for decimals, and an end beyond the report's range, which counts as the nearest.
  const json comma = value_of(ask({"20,5..30,5", "male", "no"}, {{"unknown", "?"}, {"decimalComma", true}}));
  CHECK(comma.at("total") == value_of(ask({"20.5..30.5", "male", "no"}, on)).at("total"));
  refused({"1.500..2.500", "male", "no"}, "ambiguous-number", "age", "1.500", {{"unknown", "?"}, {"decimalComma", true}});
  const json beyond = value_of(ask({"1..200", "male", "no"}, on));
  CHECK(beyond.at("clamped") == 1);
  CHECK(beyond.at("total") == value_of(ask({"?", "male", "no"}, on)).at("total"));
  // A text that is a value, or none.
  for (const char* const text : {"", " ", "1", "1,5", "no", "True", "1..2", "male"}) {
    const json error = error_of(ask({37, "male", "no"}, {{"unknown", text}}));
    CAPTURE(text);
    CHECK(error.at("type") == "argument");
    CHECK(error.at("pointer") == "/unknown");
  }
  json levels = report_named("independent");
  levels["features"][2]["aliases"] = {{"?", "male"}};
  const json error = error_of(service.call("bound-rows", {{"report", load(levels)},
                                                          {"header", header},
                                                          {"rows", json::array({json::array({37, "male", "no"})})},
                                                          {"unknown", "?"}}));
  CHECK(error.at("code") == "duplicate");
  CHECK(error.at("message").get<std::string>().find("a value of the column \"sex\"") != std::string::npos);
  const json coded = error_of(service.call("bound-rows", {{"report", load(coded_report("independent"))},
                                                          {"header", {"x1", "x2", "x3", "x4", "y"}},
                                                          {"rows", json::array({json::array({0, 0, 0, 0, 1})})},
                                                          {"unknown", "?"}}));
  CHECK(coded.at("code") == "unsupported");
  const json labels = error_of(service.call(
      "predict-rows", {{"report", handle}, {"header", header}, {"rows", json::array()}, {"unknown", "?"}, {"labels", true}}));
  CHECK(labels.at("code") == "inconsistent");
  CHECK(
      error_of(service.call("score-rows", {{"report", handle}, {"header", header}, {"rows", json::array()}, {"unknown", "?"}}))
          .at("code") == "unknown-key");
}

TEST_CASE("unknown values: never in tables, and not by the papers' bound") {
  Service everything;
  const json handle = value_of(everything.call("load-report", {{"report", report_named("independent")}})).at("handle");
  const json rows = json::array({json::array({{{"from", 20}, {"to", 30}}, "male", "no"})});
  const json table =
      error_of(everything.call("bound-rows", {{"report", handle}, {"header", {"age", "sex", "default"}}, {"rows", rows}}));
  CHECK(table.at("code") == "wrong-type");
  CHECK(table.at("pointer") == "/1/age");
  Service curator;
  const json data = value_of(curator.call("open-study", {{"study", study("none", "shift")}, {"header", header()}})).at("data");
  const json training = json::array({json::array({"yes", {{"unknown", true}}, "day", "A1"})});
  const json refused = error_of(curator.call("append-rows", {{"data", data}, {"rows", training}, {"firstRow", 1}}));
  CHECK(refused.at("code") == "wrong-type");
  CHECK(refused.at("pointer") == "/1/age");
  for (const std::string name : {"adaptive", "laplace", "descent"}) {
    Loaded other(report_named(name));
    const json label = report_named(name).at("label");
    const json record = {
        {"age", {{"unknown", true}}}, {"sex", "male"}, {label.at("name").get<std::string>(), {{"unknown", true}}}};
    const json error = error_of(
        other.service.call("bound", {{"report", other.handle}, {"record", record}, {"options", {{"method", "redberg2021"}}}}));
    CHECK(error.at("code") == "unsupported");
    CHECK(error.at("pointer") == "/options/method");
  }
}

}  // namespace expost::operations_tests
