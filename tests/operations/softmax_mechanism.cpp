// Softmax regression end to end: published from a seed, read, bounded, audited.
#include <cmath>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("softmax: reports of all four kinds are published, read and audited without a miss") {
  for (const char* release : {"none", "hessian", "gradient+hessian", "adaptive"}) {
    CAPTURE(release);
    const Audited audit = audited(softmax_study(release), 21);
    check_no_miss(audit, false);
    CHECK(!audit.summary.contains("moments"));
    const json& model = audit.report.at("model");
    CHECK(model.at("theta").size() == 12);
    CHECK(model.at("loss") == softmax_loss);
    CHECK(audit.report.at("guarantee") == json{{"epsilon", 1}, {"delta", 1e-6}, {"accountant", "joint"}});
    CHECK(audit.report.contains("release") == (std::string(release) != "none"));
  }
  // More accountants, more noise: radius knows least.
  const auto sigma = [](const char* accountant) {
    return number(audited(softmax_study("none", accountant), 1, 40).report.at("model").at("mechanism").at("sigma"));
  };
  CHECK(sigma("joint") < sigma("shift"));
  CHECK(sigma("shift") < sigma("radius"));
}

TEST_CASE("softmax with two classes: the exact losses of logistic regression, theta halved") {
  Service service;
  json two = study_with({{"name", "objective-perturbation"}, {"loss", {{"name", "softmax"}, {"classes", 2}}}, {"lambda", 4}},
                        {{"epsilon", 1}, {"delta", 1e-6}});
  const json data = opened_for(service, two);
  json report = published(service, data, 5);
  // Θ = (−w, w)/2 is softmax's way of writing w; its ridge term is λ‖w‖²/4, so that the logistic λ
  // is half of it, and σ too.
  const json& theta = report.at("model").at("theta");
  std::vector<double> w(4);
  for (std::size_t j = 0; j < 4; ++j) {
    w[j] = number(theta[4 + j]) - number(theta[j]);
  }
  json logistic_study = study("none");
  logistic_study["mechanism"]["lambda"] = 2;
  const json logistic_data = opened(service, logistic_study);
  json logistic_report = published(service, logistic_data, 6);
  logistic_report["model"]["theta"] = w;
  logistic_report["model"]["mechanism"]["lambda"] = 2;
  // b along x is (b₁ − b₀)/2: of variance σ²/2.
  logistic_report["model"]["mechanism"]["sigma"] = number(report.at("model").at("mechanism").at("sigma")) / std::sqrt(2.0);
  for (const char* const key : {"x-rounding", "x-rows-at-most"}) {
    logistic_report["model"]["mechanism"].erase(key);
  }
  const auto losses = [&](const json& of_data, const json& of_report) {
    const json handle = value_of(service.call("load-report", {{"report", of_report}})).at("handle");
    return value_of(service.call("audit", {{"data", of_data}, {"report", handle}})).at("rows").at("exact");
  };
  const json by_softmax = losses(data, report);
  const json by_logistic = losses(logistic_data, logistic_report);
  for (std::size_t i = 0; i < 200; ++i) {
    CHECK(number(by_softmax[i]) == expost::approximately(number(by_logistic[i])).epsilon(1e-9));
  }
}
