// Reports with Laplace-type noise: the bound document, by hand.
#include <cmath>

#include "approximately.hpp"
#include "report_fixture.hpp"

using namespace expost::operations_tests;

TEST_CASE("Laplace-type noise: a bound that never fails, by hand") {
  // ℓ' = −y/(1 + e^{yt}) and ℓ'' at t = xᵀθ: mathematics.md 12 with λ = 2.5, η = 0.5.
  const json report = coded_report("laplace");
  const double t = 0.5 * 0.12 + 0.25 * 0.03 + 0.5 * 0.4 - 0.125 * 0.25;
  const double norm = std::sqrt(0.25 + 0.0625 + 0.25 + 0.015625);
  const double slope = 1 / (1 + std::exp(t));
  const double kappa = std::log1p(slope * (1 - slope) * norm * norm / 2.5);
  const double noise = 0.5 * slope * norm;
  const json bound = ask(report, somebody, 1);
  // Rounded outwards, by less than the tolerance.
  const auto end = [](const json& value, double exact, double direction) {
    CHECK(direction * value.get<double>() >= direction * exact);
    CHECK(value.get<double>() == expost::approximately(exact).epsilon(1e-12));
  };
  end(bound.at("loss").at("in")[0], -noise, -1);
  end(bound.at("loss").at("in")[1], kappa + noise, 1);
  end(bound.at("loss").at("out")[0], -kappa - noise, -1);
  end(bound.at("loss").at("out")[1], noise, 1);
  end(bound.at("terms").at("determinant"), kappa, 1);
  end(bound.at("terms").at("noise"), noise, 1);
  CHECK(bound.at("failureProbability") == 1e-6);
  CHECK(bound.at("modelFailureProbability") == 0);
  CHECK(bound.at("total").at("failureProbability") == 0);
  CHECK(bound.at("guarantee").at("delta") == 0);
  // For every record at once, without paying for it.
  CHECK(ask(report, somebody, 1, {{"uniform", "all"}}).at("epsilon") == bound.at("epsilon"));
  const json mechanism = summary_of(report).at("mechanism");
  CHECK(mechanism == json{{"kind", "objective-laplace"},
                          {"name", "objective-perturbation"},
                          {"noise", "laplace"},
                          {"eta", 0.5},
                          {"lambda", 2.5}});
}

TEST_CASE("Laplace-type noise with two classes of softmax is that of logistic regression at half the ridge") {
  // Θ = (−θ/2, θ/2) has the logistic model's probabilities; ‖∇ℓ‖ is √2 and curvature 2 times as
  // large.
  json report = coded_report("laplace");
  const Eigen::VectorXd theta = vector_of(report.at("model").at("theta"));
  json two = report;
  two["model"]["loss"] = {{"name", "softmax"}, {"classes", 2}};
  json numbers = json::array();
  for (const double sign : {-0.5, 0.5}) {
    for (const double value : theta) {
      numbers.push_back(sign * value);
    }
  }
  two["model"]["theta"] = numbers;
  two["model"]["mechanism"]["eta"] = 0.5 / std::sqrt(2.0);
  two["model"]["mechanism"]["lambda"] = 5;
  const json logistic = ask(report, somebody, 1);
  const json softmax = ask(two, somebody, 1);
  for (int end = 0; end < 2; ++end) {
    CHECK(softmax.at("loss").at("in")[static_cast<std::size_t>(end)].get<double>() ==
          expost::approximately(logistic.at("loss").at("in")[static_cast<std::size_t>(end)].get<double>()).epsilon(1e-13));
  }
}
