#include <string>

#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

json counted(Service& service, const json& of_rows, int first_row = 1, const json& forms = nullptr) {
  return value_of(
             service.call("count-forms", {{"header", header()}, {"rows", of_rows}, {"firstRow", first_row}, {"forms", forms}}))
      .at("forms");
}

}  // namespace

TEST_CASE("count-forms: in parts as at once, and only counts come back") {
  Service service;
  const json all = rows(100);
  json first = json::array();
  json second = json::array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    (i < 33 ? first : second).push_back(all[i]);
  }
  const json whole = counted(service, all);
  CHECK(whole == counted(service, second, 34, counted(service, first)));
  REQUIRE(whole.size() == 4);
  CHECK(whole[0] == json{{"blank", 0}, {"bit", 0}, {"word", 100}, {"number", 0}, {"text", 0}});
  CHECK(whole[1].at("number").get<int>() + whole[1].at("bit").get<int>() == 100);
  CHECK(whole[2].at("text") == 100);
}

TEST_CASE("guess-kinds: what the columns seem to hold, in their order") {
  Service service;
  const auto guessed = [&](const json& of_rows) {
    return value_of(service.call("guess-kinds", {{"header", header()}, {"forms", counted(service, of_rows)}})).at("kinds");
  };
  const json kinds = guessed(rows(100));
  REQUIRE(kinds.size() == 4);
  CHECK(kinds[0] == json{{"name", "late"}, {"kind", "boolean"}, {"twoValued", true}, {"blanks", false}});
  CHECK(kinds[1] == json{{"name", "age"}, {"kind", "number"}, {"twoValued", false}, {"blanks", false}});
  CHECK(kinds[2].at("kind") == "category");
  json blank = rows(100);
  blank[7][0] = "";
  CHECK(guessed(blank)[0] == json{{"name", "late"}, {"kind", "category"}, {"twoValued", true}, {"blanks", true}});
  // A column of times holds no values for a model.
  const json timed = {
      {"header", header()}, {"forms", counted(service, rows(100))}, {"kinds", {nullptr, "TIME_MICROS", nullptr, nullptr}}};
  const json others = value_of(service.call("guess-kinds", timed)).at("kinds");
  REQUIRE(others.size() == 3);
  CHECK(others[1] == kinds[2]);
  CHECK(error_of(service.call("guess-kinds", {{"header", header()}})).at("pointer") == "/forms");
  CHECK(error_of(service.call("guess-kinds", {{"header", header()}, {"forms", counted(service, json::array())}})).at("code") ==
        "empty");
}

TEST_CASE("scaffold: every kind is open, and publishing refuses it by name until it is filled in") {
  Service service;
  const ordered_json response = service.call("scaffold", {{"header", header()}, {"label", "late"}});
  const json scaffold = value_of(response).at("study");
  CHECK(response.at("value").at("study").begin().key() == "format");
  CHECK(scaffold.at("features")[1] == json{{"name", "age"}, {"kind", nullptr}});
  CHECK(scaffold.at("label") == json{{"name", "late"}, {"kind", nullptr}});
  json study = scaffold;
  const auto refused = [&] { return error_of(service.call("open-study", {{"study", study}, {"header", header()}})); };
  CHECK(refused().at("code") == "unfilled");
  CHECK(refused().at("pointer") == "/title");
  study["title"] = "Late library books";
  study["publisher"]["name"] = "A library";
  CHECK(refused().at("pointer") == "/publisher/x-links/privacy");
  study["publisher"].erase("x-links");
  study["unit"] = "one person, one row";
  CHECK(refused().at("pointer") == "/features/1/kind");
  CHECK(refused().at("message").get<std::string>().find("the kind of \"age\" (/features/1/kind) is not filled in yet") == 0);
  study["features"][1]["kind"] = "number";
  study["features"][1]["minimum"] = nullptr;
  study["features"][2]["kind"] = "category";
  CHECK(refused().at("pointer") == "/features/1/minimum");
  CHECK(refused().at("message").get<std::string>().find("the minimum of \"age\"") == 0);
  study["features"][1]["minimum"] = 0;
  study["features"][1]["maximum"] = 100;
  study["features"][2]["levels"] = {"day", "year"};
  study["features"].erase(3);
  CHECK(refused().at("pointer") == "/scaling/norm");
  CHECK(refused().at("message").get<std::string>().find("no record of these features is longer than 1.73206,") !=
        std::string::npos);
  study["scaling"]["norm"] = 1.75;
  CHECK(refused().at("pointer") == "/mechanism/loss/name");
  study["mechanism"]["loss"]["name"] = "logistic";
  CHECK(refused().at("pointer") == "/label/kind");
  study["label"]["kind"] = "binary";
  study["label"]["negative"] = nullptr;
  CHECK(refused().at("pointer") == "/label/negative");
  study["label"]["negative"] = "no";
  study["label"]["positive"] = "yes";
  CHECK(refused().at("pointer") == "/budget/epsilon");
  study["budget"]["epsilon"] = 1;
  study["budget"]["delta"] = 1e-6;
  const json report = published(service, opened(service, study));
  CHECK(report.at("model").at("theta").size() == 4);
}

TEST_CASE("scaffold: headers, labels and counts at fault") {
  Service service;
  const auto refused = [&](const json& request) { return error_of(service.call("scaffold", request)); };
  CHECK(value_of(service.call("scaffold", {{"header", header()}, {"label", "late"}})).contains("study"));
  CHECK(refused({{"header", header()}, {"label", "later"}}).at("type") == "data");
  CHECK(refused({{"header", {"a", "b", "a"}}, {"label", "b"}}).at("code") == "duplicate-column");
  CHECK(refused({{"header", header()}}).at("type") == "argument");
  CHECK(refused({{"header", header()}, {"label", 3}}).at("type") == "argument");
  // The rows have no say in it.
  CHECK(refused({{"header", header()}, {"label", "late"}, {"forms", json::array()}}).at("code") == "unknown-key");
  const auto guess = [&](const json& forms) {
    return error_of(service.call("guess-kinds", {{"header", header()}, {"forms", forms}})).at("pointer");
  };
  CHECK(guess(json::array()) == "/forms");
  json forms = counted(service, rows(1));
  forms[2]["text"] = -1;
  CHECK(guess(forms) == "/forms/2/text");
  json request = {{"header", header()}, {"firstRow", 12}};
  request["rows"].push_back(json::array({"no", "1"}));
  const json row = error_of(service.call("count-forms", request));
  CHECK(row.at("type") == "data");
  CHECK(row.at("pointer") == "/12");
}

TEST_CASE("scaffold: columns that no study takes are left out by name, and a label of such a kind or name is refused") {
  Service service;
  const std::string longest(201, 'x');
  const json names = {"paid", "age", "when", "two\nlines", longest, "bell\a"};
  const json kinds = {nullptr, "INT64", "TIME_MILLIS", nullptr, nullptr, nullptr};
  const json found = value_of(service.call("scaffold", {{"header", names}, {"kinds", kinds}, {"label", "paid"}}));
  CHECK(found.at("unread") == json({2}));
  CHECK(found.at("study").at("features").size() == 2);
  CHECK(found.at("study").at("features")[1].at("name") == "age");
  REQUIRE(found.at("leftOut").size() == 4);
  CHECK(found.at("leftOut")[0].at("name") == "when");
  CHECK(found.at("leftOut")[0].at("why") == "is of the kind TIME_MILLIS, which is no number, text or boolean");
  CHECK(found.at("leftOut")[1].at("why") == "has a name with line ends or control characters, which no study takes");
  CHECK(found.at("leftOut")[2].at("why") == "has a name of more than 200 characters, the most that a study takes");
  CHECK(error_of(service.call("scaffold", {{"header", names}, {"kinds", kinds}, {"label", "when"}})).at("code") ==
        "wrong-type");
  CHECK(error_of(service.call("scaffold", {{"header", names}, {"label", "two\nlines"}})).at("code") == "unfit-name");
  CHECK(error_of(service.call("scaffold", {{"header", names}, {"label", longest}})).at("type") == "data");
  CHECK(error_of(service.call("scaffold", {{"header", {"two\nlines", "paid"}}, {"label", "paid"}})).at("message") ==
        "the header has no column that can be a feature: the column \"two\\nlines\" has a name with line ends or control "
        "characters, which no study takes");
}
