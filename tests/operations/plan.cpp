// Noise levels before there are data.
#include <cmath>
#include <limits>
#include <string>

#include "approximately.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("plan: the accountants of section 7 at epsilon 1, delta 1e-6") {
  Service service;
  const json plan = value_of(service.call("plan", {{"loss", "logistic"}, {"epsilon", 1}, {"delta", 1e-6}}));
  const json& accountants = plan.at("accountants");
  REQUIRE(accountants.size() == 5);
  // mathematics.md, section 7, four digits
  CHECK(accountants.at("kst2012").at("sigma").get<double>() == expost::approximately(10.96).epsilon(1e-3));
  CHECK(accountants.at("kst2012").at("lambda") == 0.5);
  CHECK(accountants.at("joint").at("sigma").get<double>() == expost::approximately(4.225).epsilon(1e-3));
  CHECK(accountants.at("wang2021").at("lambda") == 0.5);
  CHECK(plan.at("release").empty());
  CHECK(plan.at("total").at("epsilon") == 1);
  CHECK(plan.at("beliefs").size() == 3);
}

TEST_CASE("plan: a target out of reach is infinite and says why") {
  Service service;
  const auto response = service.call("plan", {{"loss", "logistic"}, {"epsilon", 0.1}, {"delta", 1e-9}, {"lambda", 0.5}});
  REQUIRE(response.at("ok") == true);
  const auto& shift = response.at("value").at("accountants").at("shift");
  CHECK(shift.at("sigma").get<double>() == std::numeric_limits<double>::infinity());
  CHECK(shift.at("reason").get<std::string>().find("raise lambda") != std::string::npos);
  const auto squared = service.call("plan", {{"loss", "squared"}, {"epsilon", 1}, {"delta", 1e-6}});
  REQUIRE(squared.at("ok") == true);
  for (const auto& item : squared.at("value").at("accountants").items()) {
    CHECK(item.value().at("sigma").get<double>() == std::numeric_limits<double>::infinity());
    CHECK(!item.value().at("reason").get<std::string>().empty());
  }
}

TEST_CASE("plan: accounting for the whole needs less noise than adding up, in every part") {
  Service service;
  const json shares = {{"model", 0.2}, {"gradient", 0.1}, {"hessian", 0.6}, {"smallestEigenvalue", 0.1}};
  const json base = {{"epsilon", 1}, {"delta", 1e-6}, {"shares", shares}, {"dimension", 24}};
  json adding = base;
  adding["accounting"] = "sum";
  const json whole = value_of(service.call("plan", base));
  const json sum = value_of(service.call("plan", adding));
  CHECK(whole.at("model").at("sigma").get<double>() < sum.at("model").at("sigma").get<double>());
  for (const char* part : {"gradient", "hessian", "smallestEigenvalue"}) {
    CHECK(whole.at("release").at(part).at("sigma").get<double>() < sum.at("release").at(part).at("sigma").get<double>());
    CHECK(sum.at("release").at(part).at("epsilon").get<double>() <= shares.at(part).get<double>() * (1 + 1e-9));
  }
  CHECK(whole.at("hessianShift").get<double>() > 0);
}

TEST_CASE("plan: a Hessian alone, also with a share of 0 for the gradient") {
  Service service;
  for (const bool stated : {false, true}) {
    json shares = {{"model", 0.7}, {"hessian", 0.3}};
    if (stated) {
      shares["gradient"] = 0;
    }
    for (const char* const loss : {"logistic", "pseudo-huber"}) {
      const json plan = value_of(service.call(
          "plan", {{"loss", loss}, {"epsilon", 1}, {"delta", 1e-6}, {"lambda", 4}, {"shares", shares}, {"dimension", 5}}));
      CHECK(plan.at("release").size() == 1);
      CHECK(plan.at("release").at("hessian").at("sigma").get<double>() > 0);
      CHECK(plan.at("total").at("epsilon") == 1);
      CHECK(plan.at("hessianShift").get<double>() > 0);
    }
  }
}

TEST_CASE("plan: softmax has accountants of its own, and needs a lambda") {
  Service service;
  const json base = {{"loss", {{"name", "softmax"}, {"classes", 3}}}, {"epsilon", 1}, {"delta", 1e-6}, {"lambda", 4}};
  const json plan = value_of(service.call("plan", base));
  CHECK(plan.at("mechanism") ==
        json{{"kind", "objective-gaussian"}, {"name", "objective-perturbation"}, {"noise", "gaussian"}});
  CHECK(plan.at("classes") == 3);
  const json& accountants = plan.at("accountants");
  REQUIRE(accountants.size() == 3);
  const auto sigma = [&](const char* name) { return accountants.at(name).at("sigma").get<double>(); };
  CHECK(sigma("joint") < sigma("shift"));
  CHECK(sigma("shift") < sigma("radius"));
  CHECK(plan.at("model").at("sigma") == accountants.at("joint").at("sigma"));
  CHECK(plan.at("model").at("epsilon").get<double>() == expost::approximately(1).epsilon(1e-6));
  json shared = base;
  shared["shares"] = {{"model", 0.3}, {"gradient", 0.3}, {"hessian", 0.4}};
  shared["dimension"] = 5;
  const json released = value_of(service.call("plan", shared));
  CHECK(released.at("release").size() == 2);
  CHECK(released.at("hessianShift").get<double>() > 0);
  // Two classes are logistic regression with half the λ and σ/√2 (mathematics.md, section 11).
  json two = base;
  two["loss"]["classes"] = 2;
  const json of_two = value_of(service.call("plan", two));
  const json of_logistic =
      value_of(service.call("plan", {{"loss", "logistic"}, {"epsilon", 1}, {"delta", 1e-6}, {"lambda", 2}}));
  CHECK(of_two.at("accountants").at("shift").at("sigma").get<double>() ==
        expost::approximately(std::sqrt(2.0) * of_logistic.at("accountants").at("shift").at("sigma").get<double>())
            .epsilon(1e-6));
  const auto refusal = [&](const char* key, const json& value) {
    json changed = base;
    changed[key] = value;
    return error_of(service.call("plan", changed)).at("pointer").get<std::string>();
  };
  CHECK(refusal("lambda", nullptr) == "/lambda");
  CHECK(refusal("accountant", "kifer") == "/accountant");
  CHECK(refusal("accounting", "sum") == "/accounting");
  CHECK(refusal("loss", "softmax") == "/loss");
  CHECK(refusal("loss", {{"name", "softmax"}, {"classes", 1}}) == "/loss/classes");
}

TEST_CASE("plan: mechanisms that publish the model alone") {
  Service service;
  json laplace = {{"noise", "laplace"}, {"loss", "logistic"}, {"epsilon", 1}, {"lambda", 0.5}};
  json plan = value_of(service.call("plan", laplace));
  const double eta = plan.at("model").at("eta");
  CHECK(plan.at("delta") == 0);
  CHECK(!plan.contains("accountants"));
  // λη < 1: the largest of log(1 + q(1−q)/λ) + ηq is at q = 1 or inside; it is ε.
  double largest = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double q = i / 100000.0;
    largest = std::fmax(largest, std::log1p(q * (1 - q) / 0.5) + eta * q);
  }
  CHECK(largest == expost::approximately(1).epsilon(1e-8));
  laplace["lambda"] = 1e-3;
  const ordered_json none = service.call("plan", laplace);
  REQUIRE(none.at("ok") == true);
  CHECK(!none.at("value").at("model").contains("eta"));
  CHECK(none.at("value").at("model").at("reason").get<std::string>().find("raise lambda") != std::string::npos);
  CHECK(none.at("value").at("total").at("epsilon").get<double>() == std::numeric_limits<double>::infinity());
  CHECK(none.at("value").at("beliefs").empty());

  const json output = {
      {"mechanism", "output-perturbation"}, {"loss", "logistic"}, {"epsilon", 1}, {"delta", 1e-5}, {"lambda", 4}};
  plan = value_of(service.call("plan", output));
  CHECK(plan.at("model").at("sigma").get<double>() == expost::approximately(3.730631634815942 / 4).epsilon(1e-9));
  json on_grid = output;
  on_grid["dimension"] = 10;
  const double grid_sigma = value_of(service.call("plan", on_grid)).at("model").at("sigma");
  CHECK(grid_sigma > plan.at("model").at("sigma").get<double>());
  CHECK(grid_sigma == expost::approximately(plan.at("model").at("sigma").get<double>()).epsilon(1e-5));

  const json adaptive = {
      {"mechanism", "posterior-sample"}, {"adaptive", true}, {"loss", "squared"}, {"epsilon", 1}, {"delta", 1e-6}};
  plan = value_of(service.call("plan", adaptive));
  CHECK(plan.at("model").at("reason").get<std::string>().find("from the data") != std::string::npos);
  CHECK(plan.at("total").at("epsilon") == 1);

  const auto refusal = [&](json request, const char* key, const json& value) {
    request[key] = value;
    const json error = error_of(service.call("plan", request));
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  CHECK(refusal(laplace, "delta", 1e-6) == "out-of-range /delta");
  CHECK(refusal(laplace, "accountant", "joint") == "inconsistent /accountant");
  CHECK(refusal(laplace, "lambda", nullptr) == "missing /lambda");
  CHECK(refusal(output, "shares", {{"model", 1}}) == "inconsistent /shares");
  CHECK(refusal(output, "noise", "laplace") == "unsupported /noise");
  CHECK(refusal(output, "loss", {{"name", "softmax"}, {"classes", 3}}) == "unsupported /loss");
  CHECK(refusal(output, "adaptive", true) == "inconsistent /adaptive");
  CHECK(refusal(adaptive, "adaptive", false) == "unsupported /mechanism");
  CHECK(refusal(adaptive, "loss", "logistic") == "inconsistent /loss");
  CHECK(refusal(adaptive, "lambda", 1) == "inconsistent /lambda");
  CHECK(refusal(output, "mechanism", "input-perturbation") == "unknown-name /mechanism");
}
