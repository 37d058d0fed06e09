// Output perturbation end to end.
#include <cmath>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("output perturbation: published on its grid, audited with shifts, moments and what they say of generalisation") {
  for (const json& loss : {logistic_loss, huber_loss, squared_loss}) {
    CAPTURE(loss.dump());
    const Audited audit = audited(output_study(loss), 31, 80);
    check_no_miss(audit, false);
    const json& mechanism = audit.report.at("model").at("mechanism");
    const double grid = number(mechanism.at("x-grid"));
    CHECK(grid > 0);
    for (const json& value : audit.report.at("model").at("theta")) {
      CHECK(std::floor(number(value) / grid) == number(value) / grid);
    }
    CHECK(audit.report.contains("guarantee") == (loss != squared_loss));
    const json& moments = audit.summary.at("moments");
    double largest = 0;
    double sum = 0;
    for (std::size_t i = 0; i < 80; ++i) {
      const double pdp = number(audit.rows.at("pdp")[i]);
      const double leverage = number(audit.rows.at("leverage")[i]);
      CHECK(leverage > 0);
      CHECK(leverage < 1);
      CHECK(pdp >= 0);
      largest = std::fmax(largest, pdp);
      sum += pdp;
      if (loss != squared_loss) {
        CHECK(pdp <= 1);  // nobody's is above everybody's
      }
    }
    CHECK(number(moments.at("max")) == largest);
    CHECK(number(moments.at("mean")) == expost::approximately(sum / 80));
    CHECK(number(moments.at("median")) <= number(moments.at("p99")));
    CHECK(audit.summary.at("pdpDelta") == 1e-6);
    const double gap = number(audit.summary.at("generalisationGap"));
    CHECK(gap > 0);
    CHECK(gap <= std::tanh(largest / 2) + 2e-6);
  }
}

TEST_CASE(
    "output perturbation and a posterior sample of ridge regression: the rows have the same leverage and leave-one-out "
    "residual") {
  // Same data, same λ: θ̂ is the same, and neither depends on the noise. In closed form for one,
  // by training without the row for the other.
  const Audited output = audited(output_study(squared_loss), 4, 50);
  const Audited posterior = audited(posterior_study(), 4, 50);
  for (std::size_t i = 0; i < 50; ++i) {
    CHECK(number(output.rows.at("residual")[i]) ==
          expost::approximately(number(posterior.rows.at("residual")[i])).epsilon(1e-8));
    CHECK(number(output.rows.at("leverage")[i]) ==
          expost::approximately(number(posterior.rows.at("leverage")[i])).epsilon(1e-10));
    CHECK(std::fabs(number(output.rows.at("residual")[i])) > 0);
  }
}

TEST_CASE("output perturbation: exact losses and residuals by training without a row") {
  // Worked out by hand: θ̂ with and without the last row are secrets of two publications; L = (‖θ̃
  // − θ̂₋‖² − ‖θ̃ − θ̂‖²)/(2σ²).
  for (const json& loss : {logistic_loss, huber_loss, squared_loss}) {
    Service service;
    const json of_study = output_study(loss);
    json some = rows_for(of_study, 40);
    const json data = opened(service, of_study, some);
    const json with = value_of(service.call("publish", {{"data", data}, {"seed", 7}, {"secrets", true}}));
    some.erase(some.size() - 1);
    const json without =
        value_of(service.call("publish", {{"data", opened(service, of_study, some)}, {"seed", 7}, {"secrets", true}}));
    const json& theta = with.at("report").at("model").at("theta");
    const double sigma = number(with.at("report").at("model").at("mechanism").at("sigma"));
    double difference = 0;
    double shift = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const double near = number(with.at("secrets").at("minimiser")[j]);
      const double far = number(without.at("secrets").at("minimiser")[j]);
      difference += (far - near) * (far + near - 2 * number(theta[j]));
      shift += (far - near) * (far - near);
    }
    const json handle = value_of(service.call("load-report", {{"report", with.at("report")}})).at("handle");
    const json audit = value_of(service.call("audit", {{"data", data}, {"report", handle}}));
    CHECK(number(audit.at("rows").at("exact")[39]) == expost::approximately(difference / (2 * sigma * sigma)).epsilon(1e-5));
    // pDP of a Gaussian shifted by ‖Δ‖/σ: σ of the analytic mechanism at that ε is 1/shift.
    const double pdp = number(audit.at("rows").at("pdp")[39]);
    const json gaussian = value_of(
        service.call("gaussian-sigma", {{"epsilon", pdp}, {"delta", 1e-6}, {"sensitivity", std::sqrt(shift) / sigma}}));
    CHECK(number(gaussian.at("sigma")) == expost::approximately(1).epsilon(1e-4));
  }
}
