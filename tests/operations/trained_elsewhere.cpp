// Models that another program trained.
#include <cmath>
#include <string>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

TEST_CASE("attach: a model trained elsewhere is published as it is, with what its noise gives") {
  Service service;
  // The joint accountant, which takes longer: tests/cli/attach.test.mjs.
  json of_study = study("adaptive", "shift");
  const json data = opened(service, of_study);
  const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
  const json& mechanism = whole.at("report").at("model").at("mechanism");
  json model = {{"theta", whole.at("report").at("model").at("theta")},
                {"sigma", mechanism.at("sigma")},
                {"lambda", mechanism.at("lambda")},
                {"b", whole.at("secrets").at("b")}};
  const json attached = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
  CHECK(attached.at("report").at("model").at("theta") == model.at("theta"));
  const json& stated_mechanism = attached.at("report").at("model").at("mechanism");
  for (const char* const key : {"name", "noise", "sigma", "lambda"}) {
    CHECK(stated_mechanism.at(key) == mechanism.at(key));
  }
  // The residual from b: θ was rounded after it minimised, so the gradient is off by a step times
  // the curvature.
  CHECK(number(stated_mechanism.at("x-residual")) <= (2.5 + 0.25 * 200) * number(mechanism.at("x-rounding")) * 2 + 1e-12);
  CHECK(attached.at("report").at("release").at("gradient") != whole.at("report").at("release").at("gradient"));
  CHECK(attached.at("report").at("guarantee").at("epsilon").get<double>() == expost::approximately(1).epsilon(1e-3));
  model.erase("b");
  model["residual"] = 1e-7;
  const json stated = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
  CHECK(stated.at("report").at("model").at("mechanism").at("x-residual") == 1e-7);
  // Its audit is that of any report.
  const json report = value_of(service.call("load-report", {{"report", stated.at("report")}})).at("handle");
  CHECK(value_of(service.call("audit", {{"data", data}, {"report", report}})).at("summary").at("misses") == 0);

  const auto refusal = [&](const json& changed) {
    const json error = error_of(service.call("attach", {{"data", data}, {"model", changed}}));
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  const auto with = [&](const char* key, const json& value) {
    json changed = model;
    changed[key] = value;
    return changed;
  };
  json without = model;
  without.erase("residual");
  CHECK(refusal(without) == "missing /model/residual");
  CHECK(refusal(with("residual", -1)) == "out-of-range /model/residual");
  CHECK(refusal(with("theta", {1, 2})) == "wrong-length /model/theta");
  CHECK(refusal(with("theta", {1, 2, "3", 4})) == "wrong-type /model/theta");
  CHECK(refusal(with("sigma", 0)) == "out-of-range /model/sigma");
  // Ten times the noise, a tenth of it, another λ, no noise at all: none of them fits the gradient.
  const double sigma = model.at("sigma").get<double>();
  CHECK(refusal(with("sigma", 1000 * sigma)) == "implausible /model");
  CHECK(refusal(with("sigma", sigma / 10)) == "implausible /model");
  CHECK(refusal(with("lambda", 1e5)) == "implausible /model");
  CHECK(refusal(with("theta", {50, -20, 10, 10})) == "implausible /model");
  of_study["mechanism"]["lambda"] = 3;
  const json other = opened(service, of_study);
  CHECK(error_of(service.call("attach", {{"data", other}, {"model", model}})).at("pointer") == "/model/lambda");
}

TEST_CASE("attach: models of every mechanism, where the numbers fit the data") {
  Service service;
  const auto attached = [&](const json& of_study, const json& data, const json& model) {
    const json value = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
    const json handle = value_of(service.call("load-report", {{"report", value.at("report")}})).at("handle");
    const json audit = value_of(service.call("audit", {{"data", data}, {"report", handle}}));
    CAPTURE(of_study.at("mechanism").dump());
    CHECK(audit.at("summary").at("misses") == 0);
    CHECK(value.at("report").at("model").at("theta") == model.at("theta"));
    return value.at("report");
  };
  const auto refusal = [&](const json& data, const json& model) {
    const json error = error_of(service.call("attach", {{"data", data}, {"model", model}}));
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  const auto changed = [](json model, const char* key, const json& value) {
    model[key] = value;
    return model;
  };

  {
    const json of_study = softmax_study("adaptive");
    const json data = opened_for(service, of_study);
    const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
    const json& mechanism = whole.at("report").at("model").at("mechanism");
    const json model = {{"theta", whole.at("report").at("model").at("theta")},
                        {"sigma", mechanism.at("sigma")},
                        {"lambda", mechanism.at("lambda")},
                        {"b", whole.at("secrets").at("b")}};
    const json report = attached(of_study, data, model);
    // Elsewhere nothing is known of digits: a residual is stated, here what rounding to the grid
    // left of b.
    const json& stated = report.at("model").at("mechanism");
    CHECK(stated.at("sigma") == mechanism.at("sigma"));
    CHECK(!stated.contains("x-rounding"));
    CHECK(number(stated.at("x-residual")) <=
          (4 + 0.5 * 200) * std::sqrt(12.0) * number(mechanism.at("x-rounding")) * 2 + 1e-11);
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    CHECK(refusal(data, changed(model, "sigma", number(model.at("sigma")) / 10)) == "implausible /model");
    CHECK(refusal(data, changed(model, "theta", {1, 2, 3, 4})) == "wrong-length /model/theta");
  }
  {
    json of_study = laplace_study(logistic_loss);
    const json data = opened_for(service, of_study);
    const json theta = published(service, data, 4).at("model").at("theta");
    const json model = {{"theta", theta}, {"eta", 1}, {"lambda", 2}};
    CHECK(attached(of_study, data, model).at("guarantee") == json{{"epsilon", 1}, {"delta", 0}, {"accountant", "pure"}});
    CHECK(refusal(data, {{"theta", theta}}) == "missing /model/eta");
    CHECK(refusal(data, changed(model, "eta", 1e4)) == "implausible /model");
    CHECK(refusal(data, changed(model, "eta", 1e-4)) == "implausible /model");
    CHECK(refusal(data, changed(model, "theta", {50, -20, 10, 10})) == "implausible /model");
    CHECK(refusal(data, changed(model, "sigma", 1)) == "unknown-key /model/sigma");
  }
  {
    const json of_study = output_study(logistic_loss);
    const json data = opened_for(service, of_study);
    const json whole = published(service, data, 4);
    const json model = {{"theta", whole.at("model").at("theta")}, {"sigma", whole.at("model").at("mechanism").at("sigma")}};
    const json report = attached(of_study, data, model);
    CHECK(!report.at("model").at("mechanism").contains("x-grid"));
    CHECK(number(report.at("guarantee").at("epsilon")) <= 1);
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    CHECK(refusal(data, changed(model, "sigma", 1000)) == "implausible /model");
    CHECK(refusal(data, changed(model, "sigma", number(model.at("sigma")) / 10)) == "implausible /model");
  }
  {
    json of_study = posterior_study();
    of_study["mechanism"].erase("gamma");
    of_study["mechanism"].erase("lambda");
    const json data = opened_for(service, of_study);
    const json theta = published(service, opened_for(service, posterior_study()), 4).at("model").at("theta");
    const json model = {{"theta", theta}, {"gamma", 0.8}, {"lambda", 5}};
    attached(of_study, data, model);
    CHECK(refusal(data, changed(model, "gamma", 0.8e-6)) == "implausible /model");
    CHECK(refusal(data, changed(model, "gamma", 800)) == "implausible /model");
    CHECK(refusal(data, {{"theta", theta}, {"lambda", 5}}) == "missing /model/gamma");
    CHECK(error_of(service.call("publish", {{"data", data}, {"seed", 1}})).at("pointer") == "/mechanism/gamma");
  }
  {
    const json data = opened_for(service, ada_ops_study());
    CHECK(refusal(data, {{"theta", {1, 2, 3, 4}}}) == "unsupported /model");
  }
}

TEST_CASE("attach: logistic regression of diffprivlib, by its published formulas") {
  Service service;
  json of_study = laplace_study(logistic_loss);
  of_study["mechanism"].erase("lambda");
  const double norm = 1.75;  // the study's own
  const double epsilon = 2;
  const double c = 0.5;  // so that λη < 1: the promise is above η
  // Computed here from the formulas in its source: α = 1/C; ε' = ε − 2 log(1 + R/(4α)); λ = α/R², η = ε'/2.
  const double alpha = 1 / c;
  const double lambda = alpha / (norm * norm);
  const double eta = (epsilon - 2 * std::log(1 + norm / (4 * alpha))) / 2;
  REQUIRE(eta > 0);
  // The same objective, minimised in our terms.
  json ours = of_study;
  ours["mechanism"]["lambda"] = lambda;
  ours["mechanism"]["eta"] = eta;
  const json theta = published(service, opened_for(service, ours), 12).at("model").at("theta");
  json w = theta;
  for (json& value : w) {
    value = number(value) / norm;
  }
  const json data = opened_for(service, of_study);
  const json arguments = {{"epsilon", epsilon}, {"dataNorm", norm}, {"C", c}, {"fitIntercept", false}};
  const json report =
      value_of(service.call("attach", {{"data", data}, {"model", {{"theta", w}, {"diffprivlib", arguments}}}})).at("report");
  const json& mechanism = report.at("model").at("mechanism");
  CHECK(number(mechanism.at("lambda")) == expost::approximately(lambda).epsilon(1e-14));
  CHECK(number(mechanism.at("eta")) == expost::approximately(eta).epsilon(1e-14));
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(number(report.at("model").at("theta")[i]) == expost::approximately(number(theta[i])).epsilon(1e-14));
  }
  // log(1 + q(1−q)/λ) + ηq at its largest, on a grid: the promise is what these parameters give.
  double largest = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double q = i / 100000.0;
    largest = std::fmax(largest, std::log1p(q * (1 - q) / lambda) + eta * q);
  }
  CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(largest).epsilon(1e-8));

  const auto refusal = [&](const char* key, const json& value) {
    json other = arguments;
    if (value.is_null()) {
      other.erase(key);
    } else {
      other[key] = value;
    }
    const json error = error_of(service.call("attach", {{"data", data}, {"model", {{"theta", w}, {"diffprivlib", other}}}}));
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  CHECK(refusal("fitIntercept", true) == "unsupported /model/diffprivlib/fitIntercept");
  CHECK(refusal("fitIntercept", nullptr) == "unsupported /model/diffprivlib/fitIntercept");
  CHECK(refusal("dataNorm", 1) == "inconsistent /model/diffprivlib/dataNorm");
  CHECK(refusal("epsilon", 0) == "out-of-range /model/diffprivlib/epsilon");
  CHECK(refusal("tol", 1e-4) == "unknown-key /model/diffprivlib/tol");
  const json with_eta = {{"theta", w}, {"diffprivlib", arguments}, {"eta", 1}};
  CHECK(error_of(service.call("attach", {{"data", data}, {"model", with_eta}})).at("pointer") == "/model/eta");
}
