// Reports of a posterior sample, with AdaOPS too: the bound document, against the core's functions.
#include "approximately.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;
using expost::Membership;

TEST_CASE("a posterior sample: the bound document is the core's bound") {
  const json report = coded_report("posterior-sample");
  const expost::PublishedPosteriorSample model{vector_of(report.at("model").at("theta")), 12, 3.5};
  const auto expected =
      posterior_sample_bound(model, vector_of(somebody), -0.5, Membership::out, 0.01, {expost::Uniformity::Kind::rows, 7});
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}, {"member", "out"}, {"uniform", 7}});
  check_ends(bound.at("loss").at("in"), expected.in);
  check_ends(bound.at("loss").at("out"), expected.out);
  CHECK(bound.at("epsilon").at("upper") == expected.epsilon.upper);
  CHECK(bound.at("terms") == json{{"publishedResidual", expected.published_residual}});
  CHECK(bound.at("components").is_null());
  CHECK(bound.at("guarantee").is_null());
  CHECK(summary_of(report).at("mechanism") ==
        json{{"kind", "posterior-sample"}, {"name", "posterior-sample"}, {"gamma", 3.5}, {"lambda", 12}});
}

TEST_CASE("AdaOPS: the bound covers all three steps") {
  const json report = coded_report("adaptive-posterior-sample");
  const expost::PublishedAdaOps model{{1, 1e-6}, vector_of(report.at("model").at("theta")), 83.5, 0.29, 31.5, 0.75};
  const auto expected = ada_ops_bound(model, vector_of(somebody), -0.5, Membership::in, 0.01);
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}, {"member", "in"}});
  check_ends(bound.at("loss").at("in"), expected.in);
  CHECK(bound.at("terms") ==
        json{{"publishedResidual", expected.sample.published_residual}, {"dataEigenvalue", expected.data_eigenvalue}});
  // More than the sample by itself would cost.
  json alone = report;
  alone["model"]["mechanism"].erase("adaptive");
  CHECK(bound.at("epsilon").at("upper") > expected.sample.epsilon.upper);
  const json adaptive = summary_of(report).at("mechanism").at("adaptive");
  CHECK(adaptive.at("epsilon") == 1);
  CHECK(adaptive.at("delta") == 1e-6);
  // √log(6/δ)/(ε/4), and that times log(1 + 1/(λ + λ̃)), λ + λ̃ = 115, by Python's decimal with 40
  // digits.
  CHECK(adaptive.at("noise").at("dataEigenvalue").get<double>() == expost::approximately(15.802415019074690).epsilon(1e-14));
  CHECK(adaptive.at("noise").at("logResidual").get<double>() == expost::approximately(0.13681830072788487).epsilon(1e-13));
}
