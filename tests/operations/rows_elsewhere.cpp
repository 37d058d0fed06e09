// Rows in blocks that only answer questions: what is published of them is what is published of rows
// in memory, and an audit says the same of them.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "expost/report/columns.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::AddUp;
using expost::operations::Service;

namespace {

/// A study's rows, in blocks of 37, each where nobody else sees it.
class Blocks {
 public:
  explicit Blocks(const json& of_study) : study_(of_study), rows_(rows_for(of_study)) {}

  [[nodiscard]] json counters() const {
    Service service;
    return value_of(service.call("count-rows", {{"data", empty(service)}}, block(rows_))).at("counters");
  }

  /// Each block answers by itself, and the answers are put together backwards.
  [[nodiscard]] AddUp answers(const json& report = nullptr) {
    return [this, report](std::string_view question) {
      questions.emplace_back(question);
      std::string sum;
      for (std::size_t start = 0; start < rows_.size(); start += 37) {
        const std::size_t end = std::min(start + 37, rows_.size());
        const json some(rows_.begin() + static_cast<std::ptrdiff_t>(start), rows_.begin() + static_cast<std::ptrdiff_t>(end));
        std::string answer = value_of(asked(question, some, report)).at("answer");
        sum = sum.empty() ? std::move(answer) : added(answer, sum);
      }
      return sum;
    };
  }

  [[nodiscard]] json made(const char* operation, json request) {
    Service service;
    request["data"] = empty(service);
    request["counters"] = counters();
    return json(service.call(operation, request, answers()));
  }
  [[nodiscard]] json audited(const json& report, const AddUp& asked, int count = 200) const {
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    return json(service.call("audit", {{"data", empty(service)}, {"report", handle}, {"count", count}}, asked));
  }

  /// The response of a block to a question.
  [[nodiscard]] json asked(std::string_view question, const json& rows, const json& report = nullptr) const {
    Service service;
    json request = {{"data", empty(service)}, {"question", question}};
    if (!report.is_null()) {
      request["report"] = value_of(service.call("load-report", {{"report", report}})).at("handle");
    }
    return json(service.call("answer-question", request, block(rows)));
  }

  std::vector<std::string> questions;

 private:
  [[nodiscard]] json empty(Service& service) const {
    return value_of(service.call("open-study", {{"study", study_}, {"header", header()}})).at("data");
  }
  [[nodiscard]] expost::report::Columns block(const json& rows) const {
    return expost::report::columns_of_rows(rows.get_ref<const json::array_t&>(), header().size(), 1, expost::ErrorType::data);
  }
  static std::string added(const std::string& first, const std::string& second) {
    Service service;
    return value_of(service.call("add-answers", {{"first", first}, {"second", second}})).at("answer");
  }

  json study_;
  json rows_;
};

/// Counts and maxima are those of rows in memory, quantiles at most 2^-10 above.
void check_summary(const json& found, const json& expected) {
  for (const auto& item : found.items()) {
    const std::string key = item.key();
    const json& value = item.value();
    CAPTURE(key);
    if (value.is_object()) {
      check_summary(value, expected.at(key));
    } else if (key == "median" || key == "p99") {
      CHECK(number(value) >= number(expected.at(key)));
      CHECK(number(value) <= number(expected.at(key)) * (1 + 0x1p-10));
    } else {
      CHECK(value == expected.at(key));
    }
  }
}

TEST_CASE("rows elsewhere: models and releases are those of rows in memory, to the last digit") {
  for (const json& of_study :
       {study("gradient+hessian"), softmax_study("adaptive"), softmax_study("none"), laplace_study(logistic_loss),
        laplace_study(softmax_loss, 4), output_study(logistic_loss), output_study(squared_loss), output_study(huber_loss)}) {
    CAPTURE(of_study.dump());
    Blocks blocks(of_study);
    Service service;
    const json expected = published(service, opened_for(service, of_study), 9);
    const json found = value_of(blocks.made("publish", {{"seed", 9}})).at("report");
    CHECK(found == expected);
    CHECK(blocks.questions.size() <= 16);
  }
}

TEST_CASE("rows elsewhere: audits say of them what they say of rows in memory") {
  for (const json& of_study : {study("hessian"), softmax_study("hessian"), laplace_study(logistic_loss),
                               laplace_study(softmax_loss, 4), posterior_study(), ada_ops_study()}) {
    CAPTURE(of_study.dump());
    Blocks blocks(of_study);
    const Audited expected = audited(of_study, 9);
    const json answer = blocks.audited(expected.report, blocks.answers(expected.report));
    REQUIRE(answer.at("ok") == true);
    const json& summary = answer.at("value").at("summary");
    check_summary(summary, expected.summary);
    CHECK(summary.at("rows") == 200);
    CHECK(summary.contains("missesRedberg2021") == expected.summary.contains("missesRedberg2021"));
    CHECK_FALSE(summary.contains("moments"));
  }
}

TEST_CASE("rows elsewhere: mechanisms that need the rows themselves say so") {
  for (const json& of_study : {posterior_study(), ada_ops_study()}) {
    Blocks blocks(of_study);
    const json error = error_of(blocks.made("publish", {{"seed", 9}}));
    CHECK(error.at("code") == "unsupported");
    CHECK(error.at("pointer") == "/mechanism");
    CHECK(blocks.questions.empty());
  }
  Blocks blocks(output_study(logistic_loss));
  const Audited expected = audited(output_study(logistic_loss), 9);
  CHECK(error_of(blocks.audited(expected.report, blocks.answers(expected.report))).at("code") == "unsupported");
}

TEST_CASE("rows elsewhere: answers about other rows, or that are none, make no audit") {
  const Audited expected = audited(study("none"), 9);
  Blocks blocks(study("none"));
  const AddUp right = blocks.answers(expected.report);
  CHECK(error_of(blocks.audited(expected.report, right, 199)).at("code") == "changed");
  CHECK(error_of(blocks.audited(expected.report, right, 0)).at("type") == "data");
  // The audit's own question is the last one; those before it are about sums.
  REQUIRE(blocks.audited(expected.report, right).at("ok") == true);
  const std::string of_sums = blocks.questions.front();
  const std::string of_audit = blocks.questions.back();
  const AddUp another = [&](std::string_view question) { return right(question == of_audit ? of_sums : question); };
  CHECK(error_of(blocks.audited(expected.report, another)).at("code") == "not-sums");
  // Rows that went between the passes over sums and the audit's own.
  const AddUp fewer = [&](std::string_view question) {
    const json some = rows_for(study("none"), 199);
    return question == of_audit ? value_of(blocks.asked(question, some, expected.report)).at("answer").get<std::string>()
                                : right(question);
  };
  CHECK(error_of(blocks.audited(expected.report, fewer)).at("code") == "changed");
  for (const char* const wrong : {"", "no", "f", "fw==", "fwAA"}) {
    CHECK(error_of(blocks.audited(expected.report, [&](std::string_view) { return std::string(wrong); })).at("code") ==
          "not-sums");
  }
  // It needs the report that it is about.
  const json error = error_of(blocks.asked(of_audit, rows_for(study("none"))));
  CHECK(error.at("code") == "missing");
  CHECK(error.at("pointer") == "/report");
  Service service;
  CHECK(error_of(service.call("train", json::object(), right)).at("code") == "unknown-operation");
}

}  // namespace
