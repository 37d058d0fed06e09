// Publications about the same people, composed.
#include <cmath>
#include <string>

#include "approximately.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::approximately;
using expost::operations::Service;

namespace {

json part(double epsilon, double delta) {
  return {{"epsilon", epsilon}, {"delta", delta}};
}

json gaussian_part(double epsilon, double delta, double shift) {
  json result = part(epsilon, delta);
  result["gaussian"] = {{"shift", shift}, {"slack", 0}};
  return result;
}

double composed(const json& parts, double delta) {
  Service service;
  const ordered_json response = service.call("compose", {{"parts", parts}, {"delta", delta}});
  INFO(response.dump());
  REQUIRE(response.at("ok") == true);
  CHECK(response.at("value").at("delta") == delta);
  return response.at("value").at("epsilon").get<double>();
}

/// The part of a report that is published from a study.
json part_of(const json& of_study, json* report = nullptr) {
  Service service;
  const json published_report = published(service, opened_for(service, of_study));
  if (report != nullptr) {
    *report = published_report;
  }
  return value_of(service.call("composition-part", {{"report", published_report}})).at("part");
}

}  // namespace

TEST_CASE("compose: Gaussian parts by the root of squares, others tightly, and never above the sum") {
  const double shift = expost::gaussian_shift(1, 1e-6);
  const json gaussian = gaussian_part(1, 1e-6, shift);
  CHECK(composed(json::array({gaussian, gaussian}), 2e-6) ==
        approximately(expost::gaussian_epsilon(2e-6, std::sqrt(2.0) * shift)).epsilon(1e-9));
  CHECK(composed(json(9, gaussian), 9e-6) < 3.2);
  CHECK(composed(json::array({part(1, 1e-6), part(0.5, 0)}), 1e-6) == 1.5);
  CHECK(composed(json(100, part(0.1, 1e-8)), 2e-6) < 6);
  CHECK(composed(json::array({gaussian}), 1e-6) == 1);
  // A form that says less than the promise doesn't count.
  CHECK(composed(json::array({gaussian_part(1, 1e-6, 9), part(1, 0)}), 1e-6) == 2);
  CHECK(composed(json::array(), 0) == 0);
}

TEST_CASE("compose: at a smaller delta only what has one there") {
  const double shift = expost::gaussian_shift(1, 1e-6);
  CHECK(composed(json::array({part(1, 1e-6), part(1, 1e-6)}), 1e-6) == expost::infinity);
  CHECK(composed(json::array({part(1, 1e-6), gaussian_part(1, 1e-6, shift)}), 1e-6) == expost::infinity);
  CHECK(composed(json(2, gaussian_part(1, 1e-6, shift)), 1e-6) < 1.6);
  CHECK(composed(json::array({part(1, 1)}), 0.5) == expost::infinity);
}

TEST_CASE("compose: a curve counts as its promises and that of the part") {
  json curved = part(1, 1e-6);
  curved["curve"] = json::array({part(0.5, 1e-3), part(2, 1e-12)});
  CHECK(composed(json::array({curved}), 1e-12) == approximately(2).epsilon(1e-9));
  CHECK(composed(json::array({curved}), 1e-6) == 1);
  CHECK(composed(json(20, curved), 1e-4) < 20);
}

TEST_CASE("compose: sampled steps by their losses, or by their promise where that says more") {
  // q = 0.1, 50 steps, ε = 1 at δ = 1e-6: a hundred have 9.588 together (dp-accounting's
  // distributions), not 75.9.
  json sampled = part(1, 1e-6);
  sampled["sampled"] = {{"multiplier", 3.30292}, {"rate", 0.1}, {"steps", 50}, {"slack", 0}};
  CHECK(composed(json(100, sampled), 2e-4) == approximately(9.588).epsilon(1e-3));
  CHECK(composed(json::array({sampled}), 1e-6) <= 1);
  json little = sampled;
  little["epsilon"] = 0.001;
  little["delta"] = 0;
  CHECK(composed(json::array({little}), 1e-6) <= 0.001);
  // Beyond what is composed only the promise counts.
  json wild = sampled;
  wild["sampled"]["multiplier"] = 1e-200;
  CHECK(composed(json(2, wild), 2e-6) == approximately(2).epsilon(1e-12));
  CHECK(composed(json::array({sampled, gaussian_part(1, 1e-6, expost::gaussian_shift(1, 1e-6)), part(0.2, 1e-9)}), 1e-5) < 1.7);
}

TEST_CASE("compose: what is wrong is named by its place") {
  Service service;
  const auto refused = [&](const json& request) { return error_of(service.call("compose", request)); };
  json both = gaussian_part(1, 1e-6, 1);
  both["curve"] = json::array({part(1, 0)});
  json idle = part(1, 0);
  idle["curve"] = json::array();
  json wrong = part(1, 0);
  wrong["curve"] = json::array({part(1, 2)});
  const auto steps = [](const char* key, const json& value) {
    json one = part(1, 0);
    one["sampled"] = {{"multiplier", 1}, {"rate", 0.5}, {"steps", 1}, {"slack", 0}};
    one["sampled"][key] = value;
    return json{{"parts", json::array({one})}, {"delta", 0.1}};
  };
  json third = gaussian_part(1, 1e-6, 1);
  third["sampled"] = steps("rate", 0.5).at("parts").at(0).at("sampled");
  const struct {
    json request;
    const char* pointer;
  } cases[] = {
      {{{"parts", json::array({part(1, 0)})}}, "/delta"},
      {{{"parts", json::array({part(1, 0)})}, {"delta", 1}}, "/delta"},
      {{{"delta", 0.1}}, "/parts"},
      {{{"parts", 3}, {"delta", 0.1}}, "/parts"},
      {{{"parts", json::array({part(1, 0), part(-1, 0)})}, {"delta", 0.1}}, "/parts/1/epsilon"},
      {{{"parts", json::array({part(expost::infinity, 0)})}, {"delta", 0.1}}, "/parts/0/epsilon"},
      {{{"parts", json::array({part(1, 1.5)})}, {"delta", 0.1}}, "/parts/0/delta"},
      {{{"parts", json::array({gaussian_part(1, 0, -1)})}, {"delta", 0.1}}, "/parts/0/gaussian/shift"},
      {{{"parts", json::array({both})}, {"delta", 0.1}}, "/parts/0/curve"},
      {{{"parts", json::array({third})}, {"delta", 0.1}}, "/parts/0/sampled"},
      {steps("multiplier", 0), "/parts/0/sampled/multiplier"},
      {steps("rate", 1), "/parts/0/sampled/rate"},
      {steps("rate", 0), "/parts/0/sampled/rate"},
      {steps("steps", 0), "/parts/0/sampled/steps"},
      {steps("steps", 1.5), "/parts/0/sampled/steps"},
      {steps("slack", -1), "/parts/0/sampled/slack"},
      {steps("more", 1), "/parts/0/sampled/more"},
      {{{"parts", json::array({idle})}, {"delta", 0.1}}, "/parts/0/curve"},
      {{{"parts", json::array({wrong})}, {"delta", 0.1}}, "/parts/0/curve/0/delta"},
      {{{"parts", json::array()}, {"delta", 0.1}, {"more", 1}}, "/more"},
  };
  for (const auto& [request, pointer] : cases) {
    CHECK(refused(request).at("pointer") == pointer);
    CHECK(refused(request).at("type") == "argument");
  }
  CHECK(error_of(service.call("composition-part", {{"report", {{"format", "other"}}}})).at("type") == "report");
}

TEST_CASE("composition-part: each mechanism in the form that is proved for it") {
  json of_study = study("none");
  json report;
  // λ = 100 is above 2σ².
  of_study["mechanism"]["lambda"] = 100;
  const json covered = part_of(of_study, &report);
  CHECK(covered.at("epsilon") == 1);
  CHECK(covered.at("delta") == 1e-6);
  const double sigma = number(report.at("model").at("mechanism").at("sigma"));
  CHECK(number(covered.at("gaussian").at("shift")) == approximately(1 / sigma).epsilon(1e-12));
  CHECK(number(covered.at("gaussian").at("slack")) == 0);

  of_study["mechanism"]["lambda"] = 2;
  const json uncovered = part_of(of_study);
  CHECK_FALSE(uncovered.contains("gaussian"));
  CHECK(uncovered.at("curve").size() == 33);
  CHECK(composed(json(10, uncovered), 1e-5) < 5);

  const json output = part_of(output_study(logistic_loss));
  CHECK(output.contains("gaussian"));
  CHECK(composed(json::array({output}), 1e-6) == approximately(1).epsilon(1e-3));
  CHECK(composed(json::array({output}), 1e-6) <= 1);

  const json laplace = part_of(laplace_study(logistic_loss));
  CHECK(laplace.at("delta") == 0);
  CHECK(laplace.size() == 2);
  CHECK(part_of(ada_ops_study()).size() == 2);
  CHECK(part_of(posterior_study()).is_null());
  CHECK(part_of(output_study(squared_loss)).is_null());

  of_study = softmax_study("none", "joint");
  CHECK(part_of(of_study).contains("curve"));
}

TEST_CASE("composition-part: releases count, with their grids") {
  json of_study = study("hessian", "shift");
  of_study["mechanism"]["lambda"] = 400;
  json report;
  const json covered = part_of(of_study, &report);
  const double sigma = number(report.at("model").at("mechanism").at("sigma"));
  const double hessian = 0.25 / (std::sqrt(2.0) * number(report.at("release").at("hessian").at("sigma")));
  CHECK(number(covered.at("gaussian").at("shift")) ==
        approximately(std::sqrt(1 / (sigma * sigma) + hessian * hessian)).epsilon(1e-5));
  CHECK(number(covered.at("gaussian").at("slack")) > 0);
  of_study["mechanism"]["lambda"] = 1;
  CHECK(part_of(of_study).contains("curve"));
}

TEST_CASE("composition-part: noisy gradient descent with everybody in each step is Gaussian") {
  const json mechanism = {{"name", "noisy-gradient-descent"},
                          {"loss", logistic_loss},
                          {"clip", 1},
                          {"steps", 10},
                          {"sampling", {{"kind", "full"}}},
                          {"update", {{"rate", 0.5}, {"divisor", 200}}}};
  const json full = part_of(study_with(mechanism, one_budget));
  CHECK(full.contains("gaussian"));
  CHECK(composed(json::array({full}), 1e-6) == approximately(1).epsilon(1e-3));
}

TEST_CASE("composition-part: Poisson sampling has its steps") {
  const json mechanism = {{"name", "noisy-gradient-descent"},
                          {"loss", logistic_loss},
                          {"clip", 1},
                          {"steps", 50},
                          {"sampling", {{"kind", "poisson"}, {"rate", 0.1}}},
                          {"update", {{"rate", 0.5}, {"divisor", 200}}}};
  json of_study = study_with(mechanism, one_budget);
  const json sampled = part_of(of_study);
  const json& steps = sampled.at("sampled");
  CHECK(number(steps.at("multiplier")) == approximately(3.303).epsilon(1e-3));
  CHECK(steps.at("rate") == 0.1);
  CHECK(steps.at("steps") == 50);
  CHECK(number(steps.at("slack")) > 0);
  CHECK(number(steps.at("slack")) < 1e-4);
  CHECK(composed(json(100, sampled), 2e-4) < 9.7);
  CHECK(composed(json::array({sampled}), 1e-6) == approximately(1).epsilon(1e-3));
}
