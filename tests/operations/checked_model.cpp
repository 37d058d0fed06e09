// Rules for the bound document of every mechanism.
#include <cmath>
#include <string>

#include "approximately.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::check_operations;
using expost::operations::Service;

TEST_CASE("every mechanism's bound has the members of its shape") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    const json report = coded_report(name);
    const bool classes = report.at("model").at("loss").contains("classes");
    const json x = name == "softmax-released-and-coded" ? json{0.5, -0.25} : somebody;
    for (const char* const member : {"in", "out", "unknown"}) {
      CAPTURE(member);
      const json bound = ask(report, x, classes || name == "laplace" ? 1.0 : -0.5, {{"member", member}});
      const json& loss = bound.at("loss");
      for (const char* const side : {"in", "out"}) {
        CHECK(loss.at(side)[0].get<double>() <= loss.at(side)[1].get<double>());
      }
      double largest = 0;
      for (const char* const side : {"in", "out"}) {
        if (std::string(member) == "unknown" || std::string(member) == side) {
          largest = std::fmax(largest, std::fmax(-loss.at(side)[0].get<double>(), loss.at(side)[1].get<double>()));
        }
      }
      CHECK(bound.at("epsilon").at("upper").get<double>() == largest);
      CHECK(largest > 0);
      CHECK(std::isfinite(largest));
      CHECK(bound.at("total").at("upper").get<double>() >= largest);
      if (const json& parts = bound.at("components"); !parts.is_null()) {
        const double sum = parts.at("leverage").get<double>() + parts.at("gradientNorm").get<double>() +
                           parts.at("gradient").get<double>() + parts.at("release").get<double>();
        CHECK(sum == expost::approximately(bound.at("total").at("upper").get<double>()).epsilon(1e-12));
        CHECK((std::string(member) == "unknown" || parts.at("member") == member));
      } else {
        CHECK(name.find("posterior") != std::string::npos);
      }
      CHECK(bound.at("terms").is_object());
      CHECK(bound.at("terms").size() >= 1);
    }
  }
}

TEST_CASE("what a mechanism has no bound for is refused in one sentence") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    const json report = coded_report(name);
    const json x = name == "softmax-released-and-coded" ? json{0.5, -0.25} : somebody;
    Service service(check_operations());
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const auto refused = [&](const json& options) {
      return error_of(service.call("bound", {{"report", handle}, {"x", x}, {"y", 1}, {"options", options}}));
    };
    const json paper = refused({{"method", "redberg2021"}});
    CHECK(paper.at("type") == "argument");
    CHECK(paper.at("code") == "unsupported");
    for (const double rho : {0.0, 1.0, -0.5}) {
      const json error = refused({{"failureProbability", rho}});
      CHECK(error.at("type") == "argument");
      CHECK(error.at("code") == "out-of-range");
    }
  }
}

TEST_CASE("a released value that may have been cut off is no basis for a bound, and the sentence names it") {
  for (const char* const pointer :
       {"/release/gradient/values/0", "/release/hessian/upper/0", "/release/smallestEigenvalue/value"}) {
    json report = report_named("on-grids");
    Service service(check_operations());
    CHECK(service.call("load-report", {{"report", report}}).at("ok") == true);
    // A power of two, as a multiple of any grid has to be.
    report[json::json_pointer(pointer)] = 0x1p60;
    const json error = error_of(service.call("load-report", {{"report", report}}));
    CHECK(error.at("code") == "out-of-range");
    CHECK(std::string(pointer).starts_with(error.at("pointer").get<std::string>()));
  }
}

TEST_CASE("rows of every mechanism are bounded as single records are") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    expost::operations::Service service;
    const json report = coded_report(name);
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const bool two = name == "softmax-released-and-coded";
    const json x = two ? json{0.5, -0.25} : somebody;
    json header = json::array();
    json row = json::array();
    for (std::size_t i = 0; i < x.size(); ++i) {
      header.push_back("x" + std::to_string(i + 1));
      row.push_back(x[i]);
    }
    header.push_back("y");
    row.push_back(1);
    const json rows = value_of(service.call("bound-rows", {{"report", handle}, {"header", header}, {"rows", {row, row}}}));
    const json one = ask(report, x, 1);
    CHECK(rows.at("upper")[1] == one.at("epsilon").at("upper"));
    CHECK(rows.at("total")[0] == one.at("total").at("upper"));
    CHECK(rows.at("outLower")[0] == one.at("loss").at("out")[0]);
  }
}
