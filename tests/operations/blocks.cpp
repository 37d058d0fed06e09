// Rows as a table of CSV and as columns of a document: the same answers, to the bit, as the same
// rows one by one.
#include <string>

#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

std::string text_of(const json& of_rows, const std::string& separator, const std::string& line_end = "\n") {
  std::string text = "late" + separator + "age" + separator + "card" + separator + "shelf" + line_end;
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

/// The report of the rows of a text.
json report_by_table(Service& service, const std::string& text) {
  const json data = empty_data(service);
  int rows = 0;
  for_each_block(service, text, [&](const json& table) {
    rows = value_of(service.call("append-rows", {{"data", data}, {"table", table}, {"firstRow", rows + 1}})).at("rows");
  });
  CHECK(rows == 200);
  return published(service, data);
}

}  // namespace

TEST_CASE("a report of text or columns is that of the rows, and so are its bounds") {
  Service service;
  const json by_rows = published(service, opened(service));
  for (const char* const separator : {",", ";", "\t"}) {
    CHECK(report_by_table(service, text_of(rows(), separator)) == by_rows);
  }
  CHECK(report_by_table(service, text_of(rows(), ",", "\r\n")) == by_rows);
  CHECK(report_by(service, {{"columns", columns_of(rows())}}) == by_rows);

  const json report = value_of(service.call("load-report", {{"report", by_rows}})).at("handle");
  json request = {{"report", report}, {"header", header()}, {"rows", rows()}};
  const json expected = value_of(service.call("bound-rows", request));
  CHECK(expected.at("upper").size() == 200);
  request.erase("rows");
  request["columns"] = columns_of(rows());
  CHECK(value_of(service.call("bound-rows", request)) == expected);
  request.erase("columns");
  std::size_t bounded = 0;
  for_each_block(service, text_of(rows(), ";"), [&](const json& table) {
    request["table"] = table;
    const json found = value_of(service.call("bound-rows", request));
    for (const json& upper : found.at("upper")) {
      CHECK(upper == expected.at("upper").at(bounded++));
    }
  });
  CHECK(bounded == 200);
}

TEST_CASE("a refused value of text or columns is named by row and column, and none of its call counts") {
  Service service;
  const json data = empty_data(service);
  json wrong = rows(3);
  wrong[2][1] = "1e999";
  const auto check = [&](json request, const char* pointer) {
    request["data"] = data;
    request["firstRow"] = 11;
    const json error = error_of(service.call("append-rows", request));
    CHECK(error.at("type") == "data");
    CHECK(error.at("code") == "not-finite");
    CHECK(error.at("pointer") == pointer);
  };
  check({{"columns", columns_of(wrong)}}, "/13/age");
  const json table = value_of(service.call("open-table", json::object())).at("table");
  const std::string text = text_of(wrong, ",") + "no,1,day,x\n";
  CHECK(value_of(service.call("read-table", {{"table", table}, {"text", text}})).at("rows") == 0);
  CHECK(value_of(service.call("read-table", {{"table", table}, {"last", true}})).at("rows") == 4);
  check({{"table", table}}, "/13/age");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"columns", columns_of(rows(2))}})).at("rows") == 2);
}

TEST_CASE("a table tells its rows' texts and lines, and is gone once it is closed") {
  Service service;
  const json table = value_of(service.call("open-table", {{"decimalComma", true}})).at("table");
  CHECK(value_of(service.call("read-table", {{"table", table}, {"text", "a;b\n1,5;\"x\ny\"\n"}})).at("header").is_null());
  const json last = {{"table", table}, {"last", true}};
  CHECK(value_of(service.call("read-table", last)) == json{{"rows", 1}, {"header", {"a", "b"}}, {"more", true}});
  CHECK(value_of(service.call("table-texts", {{"table", table}, {"columns", {1, 0}}})).at("texts") == json{"x\ny", "1,5"});
  CHECK(value_of(service.call("line-of-row", {{"table", table}, {"row", 1}})).at("line") == 2);
  CHECK(value_of(service.call("line-of-row", {{"table", table}, {"row", 2}})).at("line").is_null());
  CHECK(error_of(service.call("table-texts", {{"table", table}, {"columns", {2}}})).at("code") == "out-of-range");
  CHECK(value_of(service.call("read-table", last)) ==
        json{{"rows", 0}, {"header", {"a", "b"}}, {"more", false}, {"thousands", json::array()}});
  CHECK(error_of(service.call("read-table", {{"table", table}, {"damaged", true}})).at("code") == "not-a-table");
  value_of(service.call("close-table", {{"table", table}}));
  CHECK(error_of(service.call("read-table", last)).at("code") == "freed");
}

TEST_CASE("a table that was read tells the columns whose points may stand for thousands") {
  Service service;
  const json table = value_of(service.call("open-table", json::object())).at("table");
  value_of(service.call("read-table", {{"table", table}, {"text", "a;b;c\n1;1.5;1.045\n2;1.5;2.000\n3;1.5;3.000\n"}}));
  const json last = {{"table", table}, {"last", true}};
  CHECK(!value_of(service.call("read-table", last)).contains("thousands"));
  CHECK(value_of(service.call("read-table", last)).at("thousands") == json({2}));
}

TEST_CASE("records in a text are a header and rows, up to a thousand") {
  Service service;
  const auto read = [&](const std::string& text) { return service.call("read-records", {{"text", text}}); };
  const auto code = [&](const std::string& text) { return error_of(read(text)).at("code"); };
  CHECK(value_of(read("Age, in years\tb\n 4,5\t\"x\"\n")) ==
        json{{"header", {"Age, in years", "b"}}, {"rows", json::parse(R"([["4,5", "x"]])")}, {"separator", "\t"}});
  CHECK(value_of(read("a,b\n1,2\n\n3,\n")).at("rows") == json::parse(R"([["1", "2"], ["3", ""]])"));
  std::string long_text = "a,b\n";
  for (int i = 0; i < 1000; ++i) {
    long_text += std::to_string(i) + ",x\n";
  }
  const json rows = value_of(read(long_text)).at("rows");
  CHECK(rows.size() == 1000);
  CHECK(rows.back() == json{"999", "x"});
  CHECK(code(long_text + "1000,x\n") == "several-rows");
  CHECK(code("a,b\n") == "no-row");
  CHECK(code("a,b\n1,2\n3") == "wrong-length");
  CHECK(code("a,b\n1,2,3") == "wrong-length");
  CHECK(code("a,b,a\n1,2,3") == "duplicate-column");
  CHECK(code(" \n") == "empty");
  CHECK(code("a,b\n1,\"2") == "unclosed-quote");
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
  CHECK(code({{"rows", 7}}) == "wrong-type /rows");
  CHECK(code({{"columns", 7}}) == "wrong-type /columns");
  CHECK(code({{"columns", {7, 7, 7, 7}}}) == "wrong-type /columns");
  CHECK(code({{"columns", {json::array()}}}) == "wrong-length /columns");
  json uneven = columns_of(rows(2));
  uneven[3].push_back("1");
  CHECK(code({{"columns", uneven}}) == "wrong-length /columns");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"columns", columns_of(json::array())}})).at("rows") == 0);
}
