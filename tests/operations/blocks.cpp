// Rows as lines of text and as columns of a document: the same answers, to the bit, as the same
// rows one by one.
#include <string>

#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

std::string text_of(const json& of_rows, const std::string& separator, const std::string& line_end = "\n") {
  std::string text;
  for (const json& row : of_rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += (i == 0 ? "" : separator) + row[i].get<std::string>();
    }
    text += line_end;
  }
  return text;
}

json columns_of(const json& of_rows) {
  json columns = {json::array(), json::array(), json::array(), json::array()};
  for (const json& row : of_rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[i].push_back(row[i]);
    }
  }
  return columns;
}

json empty_data(Service& service) {
  return value_of(service.call("open-study", {{"study", study()}, {"header", header()}})).at("data");
}

/// The report of rows that were appended by `request` (with data and firstRow).
json report_by(Service& service, json request) {
  const json data = empty_data(service);
  request["data"] = data;
  request["firstRow"] = 1;
  CHECK(value_of(service.call("append-rows", request)).at("rows") == 200);
  return published(service, data);
}

}  // namespace

TEST_CASE("a report of text or columns is that of the rows, and so are its bounds") {
  Service service;
  const json by_rows = published(service, opened(service));
  for (const char* const separator : {",", ";", "|", "\t"}) {
    CHECK(report_by(service, {{"text", text_of(rows(), separator)}, {"separator", separator}}) == by_rows);
  }
  CHECK(report_by(service, {{"text", text_of(rows(), ",", "\r\n")}, {"separator", ","}}) == by_rows);
  CHECK(report_by(service, {{"columns", columns_of(rows())}}) == by_rows);

  const json report = value_of(service.call("load-report", {{"report", by_rows}})).at("handle");
  json request = {{"report", report}, {"header", header()}, {"rows", rows()}};
  const json expected = value_of(service.call("bound-rows", request));
  CHECK(expected.at("upper").size() == 200);
  request.erase("rows");
  request["columns"] = columns_of(rows());
  CHECK(value_of(service.call("bound-rows", request)) == expected);
  request.erase("columns");
  request["text"] = text_of(rows(), ";");
  request["separator"] = ";";
  CHECK(value_of(service.call("bound-rows", request)) == expected);
}

TEST_CASE("a refused value of text or columns is named by row and column, and none of its call counts") {
  Service service;
  const json data = empty_data(service);
  json wrong = rows(3);
  wrong[2][1] = "1e999";
  for (json request : {json{{"text", text_of(wrong, ",")}, {"separator", ","}}, json{{"columns", columns_of(wrong)}}}) {
    request["data"] = data;
    request["firstRow"] = 11;
    const json error = error_of(service.call("append-rows", request));
    CHECK(error.at("type") == "data");
    CHECK(error.at("code") == "not-finite");
    CHECK(error.at("pointer") == "/13/age");
  }
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"columns", columns_of(rows(2))}})).at("rows") == 2);
}

TEST_CASE("text that needs a reader of CSV is refused, and none of it counts") {
  Service service;
  const json data = empty_data(service);
  const std::string text = text_of(rows(3), ",");
  for (const std::string& irregular : {text + "\n", text + "\"no\",20,day,3\n", text + "no,20,day\n"}) {
    const json error = error_of(service.call("append-rows", {{"data", data}, {"text", irregular}, {"separator", ","}}));
    CHECK(error.at("type") == "argument");
    CHECK(error.at("code") == "irregular-text");
  }
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"text", text}, {"separator", ","}})).at("rows") == 3);
}

TEST_CASE("rows are given in one way, of the right kind") {
  Service service;
  const json data = empty_data(service);
  const auto code = [&](json request) {
    request["data"] = data;
    const json error = error_of(service.call("append-rows", request));
    CHECK(error.at("type") == "argument");
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  CHECK(code(json::object()) == "missing /rows");
  CHECK(code({{"rows", rows(1)}, {"columns", columns_of(rows(1))}}) == "wrong-type /rows");
  CHECK(code({{"rows", rows(1)}, {"text", ""}, {"separator", ","}}) == "wrong-type /rows");
  CHECK(code({{"columns", columns_of(rows(1))}, {"text", ""}, {"separator", ","}}) == "wrong-type /rows");
  CHECK(code({{"rows", 7}}) == "wrong-type /rows");
  CHECK(code({{"columns", 7}}) == "wrong-type /columns");
  CHECK(code({{"columns", {7, 7, 7, 7}}}) == "wrong-type /columns");
  CHECK(code({{"columns", {json::array()}}}) == "wrong-length /columns");
  json uneven = columns_of(rows(2));
  uneven[3].push_back("1");
  CHECK(code({{"columns", uneven}}) == "wrong-length /columns");
  CHECK(code({{"text", 7}, {"separator", ","}}) == "wrong-type /text");
  for (const json& separator : {json(nullptr), json(""), json(" "), json("\n"), json("\""), json("a"), json(",,")}) {
    CHECK(code({{"text", "a,b,c,d\n"}, {"separator", separator}}) == "out-of-range /separator");
  }
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"columns", columns_of(json::array())}})).at("rows") == 0);
}
