// Rows in columns: the same answers, to the bit, as the same rows one by one.
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;
using expost::report::Bits;
using expost::report::Columns;
using expost::report::Dictionary;
using expost::report::Texts;

namespace {

/// The rows of the fixture as a data frame has them: late and shelf as texts, age as numbers, card
/// as codes.
class Frame {
 public:
  explicit Frame(const json& rows) {
    for (const json& row : rows) {
      append(late_, row[0]);
      ages_.push_back(std::stod(row[1].get<std::string>()));
      cards_.push_back(row[2] == "day" ? 1 : 0);
      append(shelf_, row[3]);
    }
    append(levels_, "year");
    append(levels_, "day");
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  [[nodiscard]] Columns columns() const {
    Columns result{std::vector<expost::report::Column>(4), ages_.size()};
    result.columns[0].values = late_.view();
    result.columns[1].values = std::span<const double>(ages_);
    result.columns[2].values = Dictionary{cards_, levels_.view()};
    result.columns[3].values = shelf_.view();
    return result;
  }

 private:
  struct Held {
    std::vector<std::int32_t> ends{0};
    std::string bytes;
    [[nodiscard]] Texts view() const { return {ends, bytes}; }
  };
  static void append(Held& held, const std::string& text) {
    held.bytes += text;
    held.ends.push_back(static_cast<std::int32_t>(held.bytes.size()));
  }

  Held late_;
  Held shelf_;
  Held levels_;
  std::vector<double> ages_;
  std::vector<std::int32_t> cards_;
};

json opened_in_columns(Service& service, const json& of_study, const Columns& columns) {
  const json data = value_of(service.call("open-study", {{"study", of_study}, {"header", header()}})).at("data");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"firstRow", 1}}, columns)).at("rows") == columns.rows);
  return data;
}

}  // namespace

TEST_CASE("a report of rows in columns is that of the rows, and so are its bounds") {
  Service service;
  const Frame frame(rows());
  const json of_study = study("hessian", "shift");
  const json by_rows = published(service, opened(service, of_study));
  const json by_columns = published(service, opened_in_columns(service, of_study, frame.columns()));
  CHECK(by_columns == by_rows);

  const json report = value_of(service.call("load-report", {{"report", by_rows}})).at("handle");
  const json options = {{"member", "in"}};
  const json expected =
      value_of(service.call("bound-rows", {{"report", report}, {"header", header()}, {"rows", rows()}, {"options", options}}));
  CHECK(expected.at("upper").size() == 200);
  CHECK(value_of(service.call("bound-rows", {{"report", report}, {"header", header()}, {"options", options}},
                              frame.columns())) == expected);
}

TEST_CASE("the forms of columns add up with those of rows") {
  Service service;
  const Frame frame(rows());
  // Ages are texts in the rows, and numbers in the columns: the same form.
  const json first = value_of(service.call("count-forms", {{"header", header()}, {"rows", rows()}}));
  const json both =
      value_of(service.call("count-forms", {{"header", header()}, {"forms", first.at("forms")}}, frame.columns()));
  for (std::size_t i = 0; i < 4; ++i) {
    for (const auto& [form, count] : first.at("forms")[i].items()) {
      CHECK(both.at("forms")[i].at(form) == 2 * count.get<int>());
    }
  }
}

TEST_CASE("columns that do not fit name their place, and none of their call counts") {
  Service service;
  const json data = opened(service);
  Frame frame(rows(3));
  Columns columns = frame.columns();
  const std::vector<double> ages{20, 30, std::numeric_limits<double>::infinity()};
  columns.columns[1].values = std::span<const double>(ages);
  const json infinite = error_of(service.call("append-rows", {{"data", data}, {"firstRow", 201}}, columns));
  CHECK(infinite.at("type") == "data");
  CHECK(infinite.at("code") == "not-finite");
  CHECK(infinite.at("pointer") == "/203/age");

  columns = frame.columns();
  columns.columns.pop_back();
  const json fewer = error_of(service.call("append-rows", {{"data", data}}, columns));
  CHECK(fewer.at("type") == "argument");
  CHECK(fewer.at("code") == "wrong-length");
  columns = frame.columns();
  columns.rows = 4;
  CHECK(error_of(service.call("append-rows", {{"data", data}}, columns)).at("pointer") == "/late");
  CHECK(error_of(service.call("append-rows", {{"data", data}, {"rows", rows()}}, frame.columns())).at("code") == "unknown-key");
  CHECK(error_of(service.call("bound", {{"report", 1}}, frame.columns())).at("code") == "unknown-operation");
  CHECK(value_of(service.call("append-rows", {{"data", data}}, frame.columns())).at("rows") == 203);
}
