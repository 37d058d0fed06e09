// Reports of output perturbation: the bound document, against the core's own functions.
#include "approximately.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;

TEST_CASE("output perturbation: the bound document is the core's bound, on the grid where there is one") {
  const json report = coded_report("output-perturbation");
  const Eigen::VectorXd theta = vector_of(report.at("model").at("theta"));
  const expost::Loss loss{expost::LossKind::pseudo_huber, 0.5};
  // Its own grid, which is coarser than the one of ours.
  const expost::IsotropicPerturbation grid(4, 0.08, 0x1p-20);
  const expost::OutputPerturbation reals(Eigen::MatrixXd::Identity(4, 4), 1 / (0.08 * 0.08));
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}});
  const auto expected = grid.bound({loss, 40}, theta, vector_of(somebody), -0.5, 0.01);
  check_close(bound.at("loss").at("in"), expected.loss);
  check_close(bound.at("loss").at("out"), expected.loss);
  CHECK(bound.at("terms").at("shift").get<double>() == expost::approximately(expected.shift).epsilon(1e-13));
  CHECK(bound.at("terms").at("derivative").get<double>() == expost::approximately(expected.largest_derivative).epsilon(1e-13));
  json off = report;
  off["model"]["mechanism"].erase("x-grid");
  const auto without = reals.bound({loss, 40}, theta, vector_of(somebody), -0.5, 0.01);
  check_close(ask(off, somebody, -0.5, {{"failureProbability", 0.01}}).at("loss").at("in"), without.loss);
  CHECK(ask(report, somebody, -0.5, {{"uniform", "all"}}).at("epsilon").at("upper") >
        ask(report, somebody, -0.5).at("epsilon").at("upper"));
  CHECK(summary_of(report).at("mechanism") == json{{"kind", "output-gaussian"},
                                                   {"name", "output-perturbation"},
                                                   {"noise", "gaussian"},
                                                   {"sigma", 0.08},
                                                   {"lambda", 40}});
}
