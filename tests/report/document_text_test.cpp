// The modules of the package get documents from the engine's own parser, and their libraries are
// built without the errors of JSON text: these cases run natively.
#ifndef EXPOST_WITHOUT_JSON_TEXT
#include "expost/report/document_text.hpp"

#include <doctest/doctest.h>

#include <string>

#include "cases.hpp"
#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

std::string pointer_of(const std::string& text, const std::string& code) {
  try {
    (void)parse_document(text, ErrorType::record);
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::record);
    CHECK(error.code() == code);
    return error.pointer();
  }
  return "nothing was refused";
}

TEST_CASE("a null byte ends no document: what follows it isn't overlooked") {
  using namespace std::string_literals;
  CHECK(pointer_of("null\0\2=t"s, "not-json") == "");
  CHECK(pointer_of("{}\0"s, "not-json") == "");
  CHECK(pointer_of("\0"s, "not-json") == "");
  CHECK(pointer_of("{\"a\0\": 1}"s, "not-json") == "");
  CHECK(parse_document("{\"a\\u0000\": 1}", ErrorType::record).size() == 1);
}

TEST_CASE("a number beyond every double is refused where it stands") {
  CHECK(pointer_of("1e999", "not-finite") == "");
  CHECK(pointer_of("[1e999]", "not-finite") == "/0");
  CHECK(pointer_of("[0, [], {}, [1, 2], {\"a\": 3}, -1e999]", "not-finite") == "/5");
  CHECK(pointer_of(R"({"a": {"b": [1, null, true, "x", {"c": 1e400}]}})", "not-finite") == "/a/b/4/c");
  CHECK(pointer_of(R"({"x": 1, "a/b~c": 1e400, "y": 2})", "not-finite") == "/a~1b~0c");
}

TEST_CASE("what is not JSON is refused with its place in the text") {
  CHECK(pointer_of("", "not-json") == "");
  CHECK(pointer_of("{\"a\": 1", "not-json") == "");
  CHECK(pointer_of("{\"a\": \"\xFF\"}", "not-json") == "");
  CHECK(pointer_of("{\"a\": \"\\ud800\"}", "not-json") == "");
  try {
    (void)read_report_text("{\"format\" 7}");
    FAIL("should have been refused");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "the report must be JSON, but is not well formed at byte 11");
  }
}

TEST_CASE("a key that its object has already is refused where it stands, however it is written") {
  CHECK(pointer_of(R"({"a": 1, "b": 2, "a": 1})", "duplicate-key") == "/a");
  CHECK(pointer_of(R"({"x": [0, {"b": {"c": 1}, "d": [], "b": 2}]})", "duplicate-key") == "/x/1/b");
  CHECK(pointer_of("{\"a\": 1, \"\\u0061\": 2}", "duplicate-key") == "/a");
  CHECK(pointer_of(R"({"": 1, "": 2})", "duplicate-key") == "/");
  // The same key in different objects is none; neither is one that differs in case.
  CHECK(parse_document(R"([{"a": 1}, {"a": {"a": [{"a": 2}]}, "A": 3}])", ErrorType::report).size() == 2);
  // The text behind it doesn't count any more, well formed or not.
  CHECK(pointer_of(R"({"a": 1, "a": )", "duplicate-key") == "/a");
}

TEST_CASE("what is nested deeper than any report is refused, whatever it is") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(parse_document(nested(limits::depth), ErrorType::record).is_array());
  CHECK(pointer_of(nested(limits::depth + 1), "too-deep") == "");
  CHECK(pointer_of(std::string(100000, '['), "too-deep") == "");
  std::string report = testing::document("good/adaptive.json").dump();
  std::string objects;
  for (int level = 0; level < 65; ++level) {
    objects += "{\"a\":";
  }
  report.insert(1, "\"x-deep\":" + objects + "0" + std::string(65, '}') + ",");
  CHECK(pointer_of(report, "too-deep") == "");
  // The same sentence where another program parsed it.
  const auto said = [](auto read) {
    try {
      read();
    } catch (const Error& error) {
      return error.code() + ": " + error.what();
    }
    return std::string();
  };
  const std::string of_report = "too-deep: the report must be nested at most 32 levels deep";
  CHECK(said([&] { (void)read_report_text(report); }) == of_report);
  CHECK(said([&] { (void)read_report(nlohmann::json::parse(report)); }) == of_report);
  CHECK(said([&] { (void)read_study(nlohmann::json::parse(report)); }) ==
        "too-deep: the study must be nested at most 32 levels deep");
}

TEST_CASE("a byte order mark is skipped") {
  CHECK(read_report_text("\xEF\xBB\xBF" + testing::document("good/adaptive.json").dump()).heading.title ==
        "Credit default model, spring 2026");
}

TEST_CASE("texts above the stated size are not looked at") {
  CHECK(pointer_of(std::string(limits::text_bytes + 1, ' '), "too-large") == "");
}

TEST_CASE("a study is read from text") {
  CHECK(read_study_text(testing::document("studies/good/dependent.json").dump()).budget.epsilon == 1);
  try {
    (void)read_study_text("[");
    FAIL("should have been refused");
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::study);
    CHECK(error.code() == "not-json");
  }
}

}  // namespace
}  // namespace expost::report
#endif
