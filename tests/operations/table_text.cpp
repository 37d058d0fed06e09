// The operation "table-lines": one table has one text, whichever way its rows come.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;
namespace report = expost::report;

namespace {

std::string lines_of(const json& request) {
  Service service;
  return value_of(service.call("table-lines", request)).at("lines").get<std::string>();
}

json refusal_of(const json& request) {
  Service service;
  const json error = error_of(service.call("table-lines", request));
  return json::array({error.at("type"), error.at("code"), error.at("pointer")});
}

}  // namespace

TEST_CASE("table-lines: rows, columns, lines and Arrow's columns of one table have one text") {
  const json header = json::array({"age", " town \""});
  const std::string expected = "[\"37\",\"Aix \\\"en\\\"\"]\n[\"-4.5\",\"\"]\n[\"1e+21\",\"é\"]\n";
  const json rows = json::parse(R"([[37, " Aix \"en\" "], [-4.5, null], [1e21, "\u00a0é\ufeff"]])");
  CHECK(lines_of({{"header", header}, {"rows", rows}}) == expected);
  const json columns = json::parse(R"([[37, -4.5, 1e21], [" Aix \"en\" ", null, "\u00a0é\ufeff"]])");
  CHECK(lines_of({{"header", header}, {"columns", columns}}) == expected);

  const std::vector<double> ages{37, -4.5, 1e21};
  constexpr std::string_view towns = " Aix \"en\" é";
  const std::vector<std::int32_t> ends{0, 10, 10, 12};
  const report::Columns held{
      {report::Column{std::span<const double>(ages), {}}, report::Column{report::Texts{ends, towns}, {}}}, 3};
  Service service;
  CHECK(value_of(service.call("table-lines", {{"header", header}}, held)).at("lines") == expected);

  std::string lines;
  for_each_block(service, "age; town\r\n37 ;\" Aix \"\"en\"\"\"\r\n-4.5;\n 1e+21;\u00e9", [&](const json& table) {
    lines += value_of(service.call("table-lines", {{"header", header}, {"table", table}})).at("lines").get<std::string>();
  });
  CHECK(lines == expected);
  CHECK(lines_of({{"header", header}, {"rows", json::array()}}).empty());
}

TEST_CASE("table-lines: values are written as JavaScript writes them") {
  const json rows = json::parse(R"([[0.1, 5, -0.0, 1e-7, 123456789012345680000, true, false, null, "", "true"]])");
  CHECK(lines_of({{"header", json::array({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})}, {"rows", rows}}) ==
        "[\"0.1\",\"5\",\"0\",\"1e-7\",\"123456789012345680000\",\"true\",\"false\",\"\",\"\",\"true\"]\n");
}

TEST_CASE("table-lines: anything but rows of values under a header is refused") {
  const json header = json::array({"a", "b"});
  const json row = json::array({json::array({1, 2})});
  CHECK(refusal_of({{"header", header}}) == json::array({"argument", "missing", "/rows"}));
  CHECK(refusal_of({{"header", "ab"}, {"rows", row}}) == json::array({"argument", "wrong-type", "/header"}));
  CHECK(refusal_of({{"header", json::object()}, {"rows", row}}) == json::array({"argument", "wrong-type", "/header"}));
  CHECK(refusal_of({{"header", json::array()}, {"rows", row}}) == json::array({"argument", "wrong-type", "/header"}));
  CHECK(refusal_of({{"header", json::array({1, 2})}, {"rows", row}}) == json::array({"argument", "wrong-type", "/header"}));
  CHECK(refusal_of({{"header", header}, {"rows", row}, {"columns", row}}) == json::array({"argument", "wrong-type", "/rows"}));
  CHECK(refusal_of({{"header", header}, {"rows", json::parse("[[1, 2], [1]]")}}) ==
        json::array({"data", "wrong-length", "/2"}));
  CHECK(refusal_of({{"header", header}, {"rows", json::parse("[[1, 2], 5]")}}) == json::array({"data", "wrong-type", "/2"}));
  CHECK(refusal_of({{"header", header}, {"rows", json::parse("[[1, []]]")}}) == json::array({"data", "wrong-type", "/1"}));
  CHECK(refusal_of({{"header", header}, {"table", 7}}) == json::array({"argument", "freed", "/table"}));
}
