// Reports of softmax regression: the bound document, against the core's own functions.
#include <string>

#include "approximately.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::check_operations;
using expost::operations::Service;

TEST_CASE("softmax: the bound document is the core's bound") {
  const json report = coded_report("softmax-three-classes");
  expost::PublishedSoftmaxModel model;
  model.classes = 3;
  model.parts.lambda = 20;
  model.parts.sigma = 6.81;
  model.parts.theta = vector_of(report.at("model").at("theta"));
  const expost::PreparedSoftmaxReport prepared(model);
  const expost::SoftmaxBoundRule rule(prepared, {});
  for (int label = 0; label < 3; ++label) {
    CAPTURE(label);
    const expost::Bound expected = rule.bound(vector_of(somebody), label);
    const json bound = ask(report, somebody, label);
    check_ends(bound.at("loss").at("in"), expected.in);
    check_ends(bound.at("loss").at("out"), expected.out);
    check_ends(bound.at("terms").at("determinant").at("in"), expected.determinant_in);
    check_ends(bound.at("terms").at("determinant").at("out"), expected.determinant_out);
    CHECK(bound.at("terms").at("gradientNorm") == expected.gradient_norm);
    CHECK(bound.at("y") == label);
  }
  const json all = ask(report, somebody, 1, {{"uniform", "all"}});
  CHECK(all.at("epsilon").at("upper") > ask(report, somebody, 1).at("epsilon").at("upper"));
}

TEST_CASE("softmax: records by their levels, and what is no class is refused") {
  const json report = report_named("softmax-three-classes");
  Service service(check_operations());
  const json value = value_of(service.call("load-report", {{"report", report}}));
  const json summary = value.at("summary");
  CHECK(summary.at("dimension") == 4);
  CHECK(summary.at("loss") == json{{"name", "softmax"}, {"classes", 3}});
  CHECK(summary.at("label").at("kind") == "category");
  CHECK(summary.at("label").at("levels") == json{"low", "middle", "high"});
  const json handle = value.at("handle");
  const json record = {{"age", 37}, {"sex", "female"}, {"income", "high"}};
  const json bound = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
  CHECK(bound.at("y") == 2);
  json unknown = record;
  unknown["income"] = "highest";
  CHECK(error_of(service.call("bound", {{"report", handle}, {"record", unknown}})).at("code") == "unknown-level");
  for (const json& y : {json(3), json(-1), json(0.5)}) {
    const json error = error_of(service.call("bound", {{"report", handle}, {"x", somebody}, {"y", y}}));
    CHECK(error.at("pointer") == "/y");
    CHECK(error.at("message").get<std::string>().find("a whole number from 0 to 2") != std::string::npos);
  }
}

TEST_CASE("softmax: a released report has a release cost and a kind") {
  const json report = report_named("softmax-released-and-coded");
  CHECK(summary_of(report).at("kind") == "adaptive");
  CHECK(summary_of(report).at("release").at("smallestEigenvalue").at("sigma") == 2);
  const json bound = ask(report, {0.5, -0.25}, 1);
  CHECK(bound.at("releaseCost").at("expost") > 0);
  CHECK(bound.at("total").at("upper") > bound.at("epsilon").at("upper"));
  CHECK(bound.at("total").at("failureProbability").get<double>() == expost::approximately(2e-6));
}
