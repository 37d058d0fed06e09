// Models that another program trained.
#include <cmath>
#include <string>

#include "approximately.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

/// A publication with its secrets as `attach` takes one: θ, σ, λ and the noise b.
json model_with_noise(const json& publication) {
  const json& model = publication.at("report").at("model");
  return {{"theta", model.at("theta")},
          {"sigma", model.at("mechanism").at("sigma")},
          {"lambda", model.at("mechanism").at("lambda")},
          {"b", publication.at("secrets").at("b")}};
}

}  // namespace

TEST_CASE("attach: a model trained elsewhere is published as it is, with what its noise gives") {
  Service service;
  // The joint accountant, which takes longer: tests/cli/attach.test.mjs.
  json of_study = study("adaptive", "shift");
  of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 1000}, {"residual", 1e-7}};
  const json data = opened(service, of_study);
  const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
  const json& mechanism = whole.at("report").at("model").at("mechanism");
  json model = model_with_noise(whole);
  const json value = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
  const json& report = value.at("report");
  // Rounded at random, so coarsely that nothing of the low digits is left: no farther than a step.
  const json& stated = report.at("model").at("mechanism");
  for (const char* const key : {"name", "noise", "sigma", "lambda"}) {
    CHECK(stated.at(key) == mechanism.at(key));
  }
  CHECK(stated.at("x-noise") == "elsewhere");
  CHECK(stated.at("x-residual") == 1e-7);
  CHECK(stated.at("x-rows-at-most") == 1000);
  const double step = number(stated.at("x-rounding"));
  const double wanted = 0x1p-12 * number(mechanism.at("sigma")) / ((number(mechanism.at("lambda")) + 250) * 2);
  CHECK(step <= wanted);
  CHECK(step > wanted / 2);
  bool moved = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const double theta = number(report.at("model").at("theta")[i]);
    CHECK(std::fabs(theta - number(model.at("theta")[i])) < step);
    CHECK(theta == step * std::round(theta / step));
    moved = moved || theta != number(model.at("theta")[i]);
  }
  CHECK(moved);
  CHECK(report.at("model").at("theta") !=
        value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 9}})).at("report").at("model").at("theta"));
  CHECK(report.at("release").at("gradient") != whole.at("report").at("release").at("gradient"));
  CHECK(report.at("guarantee").at("epsilon").get<double>() == expost::approximately(1).epsilon(1e-3));
  CHECK(value.at("notes").at("doubts").empty());
  // Its audit is that of any report.
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  CHECK(value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("summary").at("misses") == 0);

  const auto refusal = [&](const json& changed) {
    const json error = error_of(service.call("attach", {{"data", data}, {"model", changed}}));
    return error.at("code").get<std::string>() + " " + error.at("pointer").get<std::string>();
  };
  const auto with = [&](const char* key, const json& other) {
    json changed = model;
    changed[key] = other;
    return changed;
  };
  CHECK(refusal(with("residual", 1e-7)) == "unknown-key /model/residual");
  CHECK(refusal(with("theta", {1, 2})) == "wrong-length /model/theta");
  CHECK(refusal(with("theta", {1, 2, "3", 4})) == "wrong-type /model/theta");
  CHECK(refusal(with("sigma", 0)) == "out-of-range /model/sigma");
  of_study["mechanism"]["lambda"] = 3;
  const json other = opened(service, of_study);
  CHECK(error_of(service.call("attach", {{"data", other}, {"model", model}})).at("pointer") == "/model/lambda");
  of_study["mechanism"].erase("elsewhere");
  const json unstated = opened(service, of_study);
  CHECK(error_of(service.call("attach", {{"data", unstated}, {"model", model}})).at("pointer") == "/mechanism/elsewhere");
}

TEST_CASE(
    "attach: what doesn't fit the data is told to the curator, and changes nothing of the report but theta and releases") {
  Service service;
  json of_study = study("none", "shift");
  of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 1000}, {"residual", 1e-7}};
  const json data = opened(service, of_study);
  const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
  const json model = model_with_noise(whole);
  const auto attached = [&](const json& from, const json& changed) {
    json value = value_of(service.call("attach", {{"data", from}, {"model", changed}, {"seed", 8}}));
    value["report"]["model"].erase("theta");
    return value;
  };
  const json plain = attached(data, model);
  const auto doubt = [&](const json& from, const json& changed) {
    const json value = attached(from, changed);
    CHECK(value.at("report").at("model").at("mechanism").size() == plain.at("report").at("model").at("mechanism").size());
    const json& doubts = value.at("notes").at("doubts");
    return doubts.empty() ? std::string() : doubts[0].get<std::string>();
  };
  const auto with = [&](const char* key, const json& other) {
    json changed = model;
    changed[key] = other;
    return changed;
  };
  const auto begins = [](const std::string& text, const char* beginning) { return text.rfind(beginning, 0) == 0; };
  CHECK(doubt(data, model).empty());
  // Another noise, another λ, another model: none of them fits the gradient.
  const double sigma = number(model.at("sigma"));
  for (const json& changed :
       {with("sigma", 1000 * sigma), with("sigma", sigma / 10), with("lambda", 1e5), with("theta", {50, -20, 10, 10})}) {
    CHECK(begins(doubt(data, changed), "the model does not fit the data: the gradient of the objective at theta has length "));
  }
  json b = model.at("b");
  b[0] = number(b[0]) + 1e-3;
  CHECK(begins(doubt(data, with("b", b)),
               "gradient and noise at theta have length 0.001, more than /mechanism/elsewhere/residual"));
  of_study["mechanism"]["elsewhere"]["rowsAtMost"] = 199;
  CHECK(begins(doubt(opened(service, of_study), model), "the data have more rows than /mechanism/elsewhere/rowsAtMost"));
  of_study["mechanism"]["elsewhere"]["rowsAtMost"] = 200;
  CHECK(doubt(opened(service, of_study), model).empty());
  // Other data, one row less and none: the same keys with the same values.
  for (const json& table : {rows(199), json::array()}) {
    const json other = attached(opened(service, of_study, table), model);
    of_study["mechanism"]["elsewhere"]["rowsAtMost"] = 200;
    CHECK(other.at("report") == attached(opened(service, of_study), model).at("report"));
  }
}

TEST_CASE("attach: a model of several classes has a row for each class, or one class after the other") {
  Service service;
  const auto refusal_of = [&](int coordinates, const json& theta, const json& order = nullptr) {
    json of_study = softmax_study("none");
    of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 1000}, {"residual", 1e-7}};
    if (coordinates == 3) {
      of_study["features"].erase(1);
    }
    json model = {{"theta", theta}, {"sigma", 20}, {"lambda", 4}};
    if (!order.is_null()) {
      model["order"] = order;
    }
    const ordered_json answer = service.call("attach", {{"data", opened(service, of_study)}, {"model", model}, {"seed", 1}});
    return answer.at("ok") == true ? std::string() : answer.at("error").at("message").get<std::string>();
  };
  const auto matrix = [](std::size_t rows, std::size_t columns) {
    return json(std::vector<std::vector<double>>(rows, std::vector<double>(columns, 0.25)));
  };
  const json flat = std::vector<double>(12, 0.25);
  CHECK(refusal_of(4, flat) == "");
  CHECK(refusal_of(4, matrix(3, 4)) == "");
  CHECK(refusal_of(4, matrix(4, 3)) == "theta has the shape (4, 3): rows are classes, (3, 4); transpose it");
  CHECK(refusal_of(4, matrix(12, 1)) == "theta has the shape (12, 1), but must have (3, 4), a row for each class");
  CHECK(refusal_of(4, matrix(1, 12)) == "theta has the shape (1, 12), but must have (3, 4), a row for each class");
  json ragged = matrix(3, 4);
  ragged[1].push_back(1);
  for (const json& wrong : {ragged, json{matrix(3, 4), matrix(3, 4)}, json{1, 2, {3}}, json("theta"), json{{1, "2"}, {3, 4}}}) {
    CHECK_FALSE(refusal_of(4, wrong).empty());
  }
  // Three classes and three coordinates.
  CHECK(refusal_of(3, matrix(3, 3)) ==
        "order must be \"classes-first\": theta has the shape (3, 3), and nobody else knows that its rows are classes");
  CHECK(refusal_of(3, matrix(3, 3), "classes-first") == "");
  CHECK(refusal_of(3, matrix(3, 3), "coordinates-first") ==
        "order must be \"classes-first\": transpose a model whose rows are coordinates");
  CHECK(refusal_of(3, std::vector<double>(9, 0.25)) == "");
}

TEST_CASE("attach: models of every mechanism, where the numbers fit the data and where they don't") {
  Service service;
  const auto attached = [&](const json& data, const json& model) {
    const json value = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
    CHECK(value.at("notes").at("doubts").empty());
    const json handle = value_of(service.call("load-report", {{"report", value.at("report")}})).at("handle");
    CHECK(value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("summary").at("misses") == 0);
    const json& mechanism = value.at("report").at("model").at("mechanism");
    const json& theta = value.at("report").at("model").at("theta");
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const double off = std::fabs(number(theta[i]) - number(model.at("theta")[i]));
      CHECK(off <= (mechanism.contains("x-rounding") ? number(mechanism.at("x-rounding")) : 0));
    }
    return value.at("report");
  };
  const auto doubted = [&](const json& data, const json& model) {
    const json value = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
    return value.at("notes").at("doubts").size() == 1;
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
    json of_study = softmax_study("adaptive");
    of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 500}, {"residual", 1e-6}};
    const json data = opened_for(service, of_study);
    const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
    const json& mechanism = whole.at("report").at("model").at("mechanism");
    const json model = model_with_noise(whole);
    const json report = attached(data, model);
    const json& stated = report.at("model").at("mechanism");
    CHECK(stated.at("sigma") == mechanism.at("sigma"));
    CHECK(stated.at("x-noise") == "elsewhere");
    CHECK(stated.at("x-residual") == 1e-6);
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    CHECK(doubted(data, changed(model, "sigma", number(model.at("sigma")) / 10)));
    CHECK(refusal(data, changed(model, "theta", {1, 2, 3, 4})) == "wrong-length /model/theta");
  }
  {
    json of_study = laplace_study(logistic_loss);
    of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 500}};
    const json data = opened_for(service, of_study);
    const json theta = published(service, data, 4).at("model").at("theta");
    const json model = {{"theta", theta}, {"eta", 1}, {"lambda", 2}};
    const json report = attached(data, model);
    CHECK(report.at("guarantee") == json{{"epsilon", 1}, {"delta", 0}, {"accountant", "pure"}});
    CHECK(number(report.at("model").at("mechanism").at("x-rounding")) == 0x1p-19);  // 2^-12/127, rounded down
    CHECK(refusal(data, {{"theta", theta}}) == "missing /model/eta");
    CHECK(doubted(data, changed(model, "eta", 1e4)));
    CHECK(doubted(data, changed(model, "eta", 1e-4)));
    CHECK(doubted(data, changed(model, "theta", {50, -20, 10, 10})));
    CHECK(refusal(data, changed(model, "sigma", 1)) == "unknown-key /model/sigma");
  }
  {
    const json of_study = output_study(logistic_loss);
    const json data = opened_for(service, of_study);
    const json whole = published(service, data, 4);
    const json model = {{"theta", whole.at("model").at("theta")}, {"sigma", whole.at("model").at("mechanism").at("sigma")}};
    const json report = attached(data, model);
    CHECK(!report.at("model").at("mechanism").contains("x-grid"));
    // 2^-12·σ/√d, rounded down to a power of two.
    const double step = number(report.at("model").at("mechanism").at("x-rounding"));
    const double finest = 0x1p-12 * number(model.at("sigma")) / 2;
    CHECK(step <= finest);
    CHECK(step > finest / 2);
    CHECK(report.at("model").at("mechanism").at("x-noise") == "elsewhere");
    CHECK(report.at("model").at("theta") != model.at("theta"));
    CHECK(number(report.at("guarantee").at("epsilon")) <= 1);
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    CHECK(doubted(data, changed(model, "sigma", 1000)));
    CHECK(doubted(data, changed(model, "sigma", number(model.at("sigma")) / 10)));
  }
  {
    json of_study = posterior_study();
    of_study["mechanism"].erase("gamma");
    of_study["mechanism"].erase("lambda");
    of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 500}};
    const json data = opened_for(service, of_study);
    const json theta = published(service, opened_for(service, posterior_study()), 4).at("model").at("theta");
    const json model = {{"theta", theta}, {"gamma", 0.8}, {"lambda", 5}};
    attached(data, model);
    CHECK(doubted(data, changed(model, "gamma", 0.8e-6)));
    CHECK(doubted(data, changed(model, "gamma", 800)));
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
  of_study["mechanism"]["elsewhere"] = {{"rowsAtMost", 500}};
  const double norm = 1.75;  // the study's own
  const double epsilon = 2;
  const double c = 0.5;  // so that λη < 1: the promise is above η
  // Computed here from the formulas in its source: α = 1/C; ε' = ε − 2 log(1 + R/(4α)); λ = α/R²,
  // η = ε'/2.
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
    CHECK(std::fabs(number(report.at("model").at("theta")[i]) - number(theta[i])) <= number(mechanism.at("x-rounding")));
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
