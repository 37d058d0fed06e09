#include "expost/report/scaffold.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "expost/report/row_coder.hpp"
#include "expost/report/study.hpp"
#include "json_row.hpp"

namespace expost::report {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ColumnForms forms_of(const std::vector<json>& values) {
  ColumnForms forms;
  for (const json& value : values) {
    forms.count(form_of(value));
  }
  return forms;
}

FeatureKind kind_of(const std::vector<json>& values) {
  return forms_of(values).kind();
}

/// The error of `call`; fails where there is none.
template <class Call>
Error refusal(Call call) {
  try {
    (void)call();
  } catch (const Error& error) {
    return error;
  }
  FAIL("should have been refused");
  return {ErrorType::argument, "", "", ""};
}

/// Fills the first thing that `read_study` misses, again and again; returns the pointers in that
/// order.
std::vector<std::string> filled(json& study) {
  std::vector<std::string> pointers;
  for (int i = 0; i < 100; ++i) {
    try {
      (void)read_study(study);
      return pointers;
    } catch (const Error& error) {
      REQUIRE_MESSAGE(error.code() == "unfilled", std::string(error.what()));
      CHECK(error.type() == ErrorType::study);
      CHECK(std::string(error.what()).find(error.pointer()) != std::string::npos);
      pointers.push_back(error.pointer());
      json& place = study[json::json_pointer(error.pointer())];
      REQUIRE(place.is_null());
      const std::string key = error.pointer().substr(error.pointer().rfind('/') + 1);
      if (key == "minimum" || key == "delta") {
        place = 0.25;
      } else if (key == "maximum" || key == "epsilon" || key == "width") {
        place = 1;
      } else if (key == "norm") {
        // The sentence says which number.
        const std::string message = error.what();
        const std::string before = "no record of these features is longer than ";
        const std::size_t start = message.find(before);
        REQUIRE(start != std::string::npos);
        place = std::stod(message.substr(start + before.size()));
      } else if (error.pointer().rfind("/features/", 0) == 0 && key == "kind") {
        json& feature = study[json::json_pointer(error.pointer()).parent_pointer()];
        const std::string name = feature["name"];
        place = name == "member" || name == "b" ? "boolean" : name == "town" || name == "c" ? "category" : "number";
        if (place == "number") {
          feature["minimum"] = nullptr;
          feature["maximum"] = nullptr;
        } else if (place == "category") {
          feature["levels"] = nullptr;
        }
      } else if (error.pointer() == "/label/kind") {
        place = "binary";
        study["label"]["negative"] = "no";
        study["label"]["positive"] = "yes";
      } else if (error.pointer() == "/mechanism/loss/name") {
        place = "logistic";
      } else if (key == "levels") {
        place = {"a", "b"};
      } else if (key == "privacy" || key == "rights" || key == "optOut") {
        place = "https://example.org/" + key;
      } else {
        place = key;
      }
    }
  }
  FAIL("never filled");
  return {};
}

std::size_t nulls_in(const json& document) {
  std::size_t count = document.is_null() ? 1 : 0;
  if (document.is_structured()) {
    for (const auto& item : document) {
      count += nulls_in(item);
    }
  }
  return count;
}

TEST_CASE("forms are those that the coding of rows knows") {
  for (const json& blank : {json(nullptr), json(""), json("  "), json("?"), json(" ? ")}) {
    CHECK(form_of(blank) == ValueForm::blank);
  }
  for (const json& bit : {json(0), json(1), json(1.0), json("0"), json(" 1 "), json("1.0")}) {
    CHECK(form_of(bit) == ValueForm::bit);
  }
  for (const json& word : {json(true), json(false), json("yes"), json("No"), json("TRUE"), json("false ")}) {
    CHECK(form_of(word) == ValueForm::word);
  }
  for (const json& number : {json(2), json(-0.5), json("1.5"), json("2"), json("+3e-4"), json(" 7 "), json("1,5"),
                             json("1 000"), json("1e309"), json(std::numeric_limits<double>::quiet_NaN())}) {
    CAPTURE(number.dump());
    CHECK(form_of(number) == ValueForm::number);
  }
  for (const json& text : {json("a"), json("NaN"), json("inf"), json("0x10"), json("2026-01-01"), json("y"), json("??")}) {
    CAPTURE(text.dump());
    CHECK(form_of(text) == ValueForm::text);
  }
  CHECK_THROWS_AS((void)form_of(json::array()), Error);
  CHECK_THROWS_AS((void)form_of(json::object()), Error);
}

TEST_CASE("kinds: the forms of a column decide, a stray value does not") {
  CHECK(kind_of({"17", "18.5", "0"}) == FeatureKind::number);
  CHECK(kind_of({"17", "18.5", "none"}) == FeatureKind::number);
  CHECK(kind_of({"17", "none", "?", ""}) == FeatureKind::category);
  CHECK(kind_of({"0", "1", "0", "2"}) == FeatureKind::number);
  CHECK(kind_of({"1,5", "2,5"}) == FeatureKind::number);
  CHECK(kind_of({"0", "1"}) == FeatureKind::boolean);
  CHECK(kind_of({"yes", "NO"}) == FeatureKind::boolean);
  CHECK(kind_of({true, false}) == FeatureKind::boolean);
  // A boolean has nothing in place of a blank.
  CHECK(kind_of({"yes", "NO", ""}) == FeatureKind::category);
  CHECK(kind_of({"yes", "no", "maybe"}) == FeatureKind::category);
  CHECK(kind_of({"north", "south"}) == FeatureKind::category);
  CHECK(kind_of({"", "?", nullptr}) == FeatureKind::category);
  CHECK(kind_of({}) == FeatureKind::category);
}

TEST_CASE("a scaffold is a study once everything that it leaves open is filled in, and each gap has its name") {
  const ordered_json scaffold = scaffold_study({"age", "member", "town", "", "left"}, " left ");
  json study = json::parse(scaffold.dump());
  CHECK(study["features"] == json{{{"name", "intercept"}, {"kind", "constant"}, {"value", 1}},
                                  {{"name", "age"}, {"kind", nullptr}},
                                  {{"name", "member"}, {"kind", nullptr}},
                                  {{"name", "town"}, {"kind", nullptr}}});
  CHECK(study["label"] == json{{"name", "left"}, {"kind", nullptr}});
  CHECK(study["mechanism"]["loss"] == json{{"name", nullptr}});
  CHECK(study["scaling"]["norm"].is_null());
  CHECK(study["publisher"] ==
        json{{"name", nullptr}, {"x-links", {{"privacy", nullptr}, {"rights", nullptr}, {"optOut", nullptr}}}});
  const std::size_t open = nulls_in(study);
  const std::vector<std::string> pointers = filled(study);
  // All but mechanism.lambda, for which null has a meaning; and the ends and levels of kinds.
  CHECK(pointers.size() == open - 1 + 3);
  CHECK(study["mechanism"]["lambda"].is_null());
  // An intercept, a number, a boolean and a category: four coordinates of 1.
  CHECK(study["scaling"]["norm"] == 2);
  CHECK(std::set<std::string>(pointers.begin(), pointers.end()) ==
        std::set<std::string>{"/title", "/publisher/name", "/publisher/x-links/privacy", "/publisher/x-links/rights",
                              "/publisher/x-links/optOut", "/unit", "/features/1/kind", "/features/1/minimum",
                              "/features/1/maximum", "/features/2/kind", "/features/3/kind", "/features/3/levels",
                              "/scaling/norm", "/label/kind", "/mechanism/loss/name", "/budget/epsilon", "/budget/delta"});
}

TEST_CASE("with every range filled in, no record is longer than 1") {
  const std::vector<std::string> header = {"a", "b", "c", "y"};
  json study = json::parse(scaffold_study(header, "y").dump());
  (void)filled(study);
  RowCoder coder{FeatureMap(read_study(study)), header};
  RowCounters counters = coder.counters();
  std::vector<double> x(static_cast<std::size_t>(coder.map().dimension()));
  double y = 0;
  for (const char* const a : {"0.25", "1"}) {
    testing::code_json_row(coder, {a, "yes", "b", "no"}, 1, x.data(), y, counters);
  }
  CHECK(counters.scaled == 0);
}

TEST_CASE("the intercept is called what no column is called") {
  const std::vector<std::string> header = {"intercept", "intercept 2", "y"};
  json study = json::parse(scaffold_study(header, "y").dump());
  CHECK(study["features"][0]["name"] == "intercept 3");
  (void)filled(study);
}

TEST_CASE("headers at fault are refused") {
  const auto scaffold = [](const std::vector<std::string>& header, const std::string& label) {
    return refusal([&] { return scaffold_study(header, label); });
  };
  const Error twice = scaffold({"a", "b", "a"}, "b");
  CHECK(twice.type() == ErrorType::data);
  CHECK(twice.code() == "duplicate-column");
  CHECK(std::string(twice.what()) == "the header has the column \"a\" twice");
  CHECK(scaffold({"a", "b"}, "c").code() == "missing-column");
  CHECK(std::string(scaffold({"a", "b"}, "c").what()) ==
        "the header must have a column \"c\", the label, but has \"a\" and \"b\"");
  CHECK(scaffold({"a", ""}, "").code() == "missing-column");
  CHECK(scaffold({"a"}, "a").code() == "wrong-length");
  CHECK(scaffold({"a", "", ""}, "a").code() == "wrong-length");
}

TEST_CASE("rows that don't fit are refused by their number") {
  std::vector<ColumnForms> columns(2);
  const auto refused = [&](const json& row) {
    return refusal([&] {
      const json::array_t rows{row};
      count_forms(columns_of_rows(rows, 2, 7, ErrorType::data), 7, {"a", "b/c"}, columns);
      return 0;
    });
  };
  CHECK(refused(json::array({1})).pointer() == "/7");
  CHECK(refused(json::array({1})).code() == "wrong-length");
  CHECK(refused(json("1,2")).code() == "wrong-type");
  const Error nested = refused(json::array({1, json::array()}));
  CHECK(nested.pointer() == "/7/b~1c");
  CHECK(nested.type() == ErrorType::data);
  CHECK(std::string(nested.what()) ==
        "row 7, column \"b/c\" must be a number, a text, true, false or null, but is an array of 0");
}

}  // namespace
}  // namespace expost::report
