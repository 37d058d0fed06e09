// AdaOPS end to end.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "expost/mechanisms/ada_ops.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("an adaptive posterior sample: lambda and gamma come out of the data, the promise by joint accounting") {
  const Audited audit = audited(ada_ops_study(), 9);
  check_no_miss(audit, false);
  const json& mechanism = audit.report.at("model").at("mechanism");
  CHECK(mechanism.at("adaptive").at("epsilon") == 2);
  CHECK(mechanism.at("x-rows-at-most") == 1073741824);
  for (const json& value : audit.report.at("model").at("theta")) {
    const double steps = number(value) / number(mechanism.at("x-rounding"));
    CHECK(steps == std::nearbyint(steps));
  }
  CHECK(audit.report.at("guarantee") == json{{"epsilon", 2}, {"delta", 1e-6}, {"accountant", "joint numerical accounting"}});
  CHECK(audit.report.at("model").at("mechanism") != audited(ada_ops_study(), 10).report.at("model").at("mechanism"));
}

TEST_CASE("what an adaptive posterior sample says of its selection is part of the exact losses") {
  Service service;
  const json data = opened_for(service, ada_ops_study());
  const json report = published(service, data, 9);
  const auto losses = [&](const json& of_report) {
    const json handle = value_of(service.call("load-report", {{"report", of_report}})).at("handle");
    return value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("rows").at("exact");
  };
  for (const char* key : {"logResidual", "smallestEigenvalue"}) {
    json changed = report;
    json& value = changed["model"]["mechanism"]["adaptive"][key];
    value = number(value) + 0.125;
    // The promise isn't theirs, and the grids leave an eighth.
    changed.erase("guarantee");
    CHECK(losses(changed) != losses(report));
  }
}

TEST_CASE("an adaptive posterior sample: exact losses are those of the normal equations of all rows") {
  const json of_study = ada_ops_study();
  const Audited audit = audited(of_study, 9);
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", audit.report}})).at("handle");
  std::vector<Eigen::VectorXd> x;
  std::vector<double> y;
  for (const json& row : rows_for(of_study)) {
    // Records are refused where rows are clamped.
    const json record = {{"late", row[0]}, {"age", std::min(std::stoi(row[1].get<std::string>()), 100)}, {"card", row[2]}};
    const json bound = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
    const auto coded = bound.at("x").get<std::vector<double>>();
    x.emplace_back(Eigen::Map<const Eigen::VectorXd>(coded.data(), static_cast<Eigen::Index>(coded.size())));
    y.push_back(number(bound.at("y")));
  }
  const Eigen::Index d = x.front().size();
  expost::NormalEquations equations{Eigen::MatrixXd::Zero(d, d), Eigen::VectorXd::Zero(d)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    equations.xtx += x[i] * x[i].transpose();
    equations.xty += y[i] * x[i];
  }
  const json& model = audit.report.at("model");
  const json& mechanism = model.at("mechanism");
  const json& adaptive = mechanism.at("adaptive");
  const auto theta = model.at("theta").get<std::vector<double>>();
  expost::AdaOpsRelease release{};
  release.theta = Eigen::Map<const Eigen::VectorXd>(theta.data(), d);
  release.lambda = number(mechanism.at("lambda"));
  release.gamma = number(mechanism.at("gamma"));
  release.smallest_eigenvalue = number(adaptive.at("smallestEigenvalue"));
  release.log_residual = number(adaptive.at("logResidual"));
  release.lipschitz = std::exp(release.log_residual);
  release.rounding = {number(mechanism.at("x-rounding")), number(mechanism.at("x-rows-at-most"))};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = expost::ada_ops_loss(equations, {2, 1e-6}, release, x[i], y[i], expost::Membership::in);
    CHECK(number(audit.rows.at("exact")[i]) == doctest::Approx(expected).epsilon(1e-9));
  }
}
