#include <cmath>
#include <limits>
#include <vector>

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
  CHECK(accountants.at("kifer").at("sigma").get<double>() == expost::approximately(10.96).epsilon(1e-3));
  CHECK(accountants.at("kifer").at("lambda") == 0.5);
  CHECK(accountants.at("joint").at("sigma").get<double>() == expost::approximately(4.225).epsilon(1e-3));
  CHECK(accountants.at("lecture").at("lambda") == 0.5);
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

TEST_CASE("plan: softmax has accountants of its own, and needs a lambda") {
  Service service;
  const json base = {{"loss", {{"name", "softmax"}, {"classes", 3}}}, {"epsilon", 1}, {"delta", 1e-6}, {"lambda", 4}};
  const json plan = value_of(service.call("plan", base));
  CHECK(plan.at("mechanism") == json{{"name", "objective-perturbation"}, {"noise", "gaussian"}});
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

TEST_CASE("goe-quantile and gaussian-sigma: values of the specification") {
  Service service;
  CHECK(value_of(service.call("goe-quantile", {{"dimension", 50}, {"tail", 4.2325e-6}})).at("quantile").get<double>() ==
        expost::approximately(16.97056091).epsilon(1e-9));
  CHECK(value_of(service.call("gaussian-sigma", {{"epsilon", 1}, {"delta", 1e-5}, {"sensitivity", 2}}))
            .at("sigma")
            .get<double>() == expost::approximately(2 * 3.730631634815942).epsilon(1e-11));
  for (const json& bad : {json{{"dimension", 0}, {"tail", 0.1}}, json{{"dimension", 2.5}, {"tail", 0.1}},
                          json{{"dimension", 10001}, {"tail", 0.1}}, json{{"dimension", 5}, {"tail", 0}},
                          json{{"dimension", 5}, {"tail", "0.1"}}, json{{"dimension", 5}}}) {
    CHECK(error_of(service.call("goe-quantile", bad)).at("type") == "argument");
  }
  for (const json& bad :
       {json{{"epsilon", 0}, {"delta", 0.1}, {"sensitivity", 1}}, json{{"epsilon", 1}, {"delta", 1}, {"sensitivity", 1}},
        json{{"epsilon", 1}, {"delta", 0.1}, {"sensitivity", -1}}}) {
    CHECK(error_of(service.call("gaussian-sigma", bad)).at("type") == "argument");
  }
}

TEST_CASE("publishing: the same seed gives the same report, and marks it; without one no two are alike") {
  Service service;
  const json data = opened(service, study("adaptive"));
  const json first = published(service, data, 5);
  CHECK(first == published(service, data, 5));
  CHECK(first != published(service, data, 6));
  CHECK(first.contains("x-insecure-seed"));
  const json secure = value_of(service.call("publish", {{"data", data}})).at("report");
  const json again = value_of(service.call("publish", {{"data", data}})).at("report");
  CHECK(!secure.contains("x-insecure-seed"));
  CHECK(secure.at("model").at("theta") != again.at("model").at("theta"));
  CHECK(secure.at("release").at("hessian") != again.at("release").at("hessian"));
}

TEST_CASE("publishing: keys in the order of the format, and nothing of the data but what is meant") {
  Service service;
  const json data = opened(service, study("adaptive"));
  const ordered_json response = service.call("publish", {{"data", data}, {"seed", 1}});
  REQUIRE(response.at("ok") == true);
  const ordered_json& report = response.at("value").at("report");
  std::vector<std::string> keys;
  for (const auto& item : report.items()) {
    keys.push_back(item.key());
  }
  CHECK(keys.front() == "format");
  CHECK(keys[1] == "version");
  CHECK(!response.at("value").contains("secrets"));
  CHECK(!report.contains("notes"));
  const auto& notes = response.at("value").at("notes");
  CHECK(notes.at("rows") == 200);
  CHECK(notes.at("clamped").at("age").get<int>() > 0);
}

TEST_CASE("publishing: secrets are what the report hides") {
  Service service;
  const json data = opened(service, study("gradient+hessian"));
  const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
  const json& secrets = value.at("secrets");
  const json& model = value.at("report").at("model");
  // The first-order condition g = −b, at the published residual.
  double square = 0;
  for (std::size_t i = 0; i < secrets.at("b").size(); ++i) {
    const double r = secrets.at("b")[i].get<double>() + secrets.at("gradient")[i].get<double>();
    square += r * r;
  }
  CHECK(std::sqrt(square) <= model.at("mechanism").at("x-residual").get<double>() * (1 + 1e-6) + 1e-13);
  CHECK(secrets.at("hessian").at("upper").size() == 10);
  CHECK(secrets.at("smallestEigenvalue").get<double>() >= model.at("mechanism").at("lambda").get<double>());
}

TEST_CASE("an audit finds no miss, and lower ≤ exact ≤ upper in every row") {
  for (const char* release : {"none", "gradient+hessian", "adaptive"}) {
    CAPTURE(release);
    Service service;
    const json data = opened(service, study(release));
    const json report = value_of(service.call("load-report", {{"report", published(service, data, 11)}})).at("handle");
    const ordered_json response = service.call("audit", {{"data", data}, {"report", report}});
    REQUIRE(response.at("ok") == true);
    const auto& summary = response.at("value").at("summary");
    CHECK(summary.at("rows") == 200);
    CHECK(summary.at("misses") == 0);
    CHECK(summary.at("missesPaper") == 0);
    CHECK(summary.at("exact").at("max").get<double>() > 0);
    CHECK(summary.at("exact").at("median").get<double>() <= summary.at("exact").at("p99").get<double>());
    CHECK(summary.at("bound").at("sharp").at("max").get<double>() <= summary.at("bound").at("paper").at("max").get<double>());
    const auto& columns = response.at("value").at("rows");
    for (std::size_t i = 0; i < 200; ++i) {
      const double exact = std::fabs(columns.at("exact")[i].get<double>());
      CHECK(columns.at("lower")[i].get<double>() <= exact);
      CHECK(exact <= columns.at("upper")[i].get<double>());
      CHECK(columns.at("ratio")[i].get<double>() >= 1);
    }
  }
}

TEST_CASE("an audit refuses a report of another study") {
  Service service;
  const json data = opened(service);
  json other = study();
  other["features"][1]["maximum"] = 120;
  const json report =
      value_of(service.call("load-report", {{"report", published(service, opened(service, other))}})).at("handle");
  CHECK(error_of(service.call("audit", {{"data", data}, {"report", report}})).at("code") == "inconsistent");
}

TEST_CASE("rows that do not fit name their place, and none of their call counts") {
  Service service;
  const json data = opened(service);
  json bad = rows(3);
  bad[1][1] = "many";
  const json error = error_of(service.call("append-rows", {{"data", data}, {"rows", bad}, {"firstRow", 201}}));
  CHECK(error.at("type") == "data");
  CHECK(error.at("code") == "not-a-number");
  CHECK(error.at("pointer") == "/202/age");
  CHECK(value_of(service.call("append-rows", {{"data", data}, {"rows", rows(3)}, {"firstRow", 201}})).at("rows") == 203);
}

TEST_CASE("how many rows were expected changes nothing but the memory, however wrong it is") {
  Service service;
  const json plain = published(service, opened(service));
  for (const double expected : {0.0, 1.5, 200.0, 1e9, 1e300}) {
    CAPTURE(expected);
    const json data =
        value_of(service.call("open-study", {{"study", study()}, {"header", header()}, {"expectedRows", expected}})).at("data");
    value_of(service.call("append-rows", {{"data", data}, {"rows", rows()}}));
    CHECK(published(service, data) == plain);
    value_of(service.call("free-data", {{"data", data}}));
  }
  for (const json& wrong : {json(-1), json("many"), json(true)}) {
    const json error =
        error_of(service.call("open-study", {{"study", study()}, {"header", header()}, {"expectedRows", wrong}}));
    CHECK(error.at("type") == "argument");
    CHECK(error.at("pointer") == "/expectedRows");
  }
}

TEST_CASE("no rows and one class are refused before anything is drawn") {
  Service service;
  const json data = value_of(service.call("open-study", {{"study", study()}, {"header", header()}})).at("data");
  CHECK(error_of(service.call("publish", {{"data", data}})).at("code") == "empty");
  json same = json::array();
  for (int i = 0; i < 5; ++i) {
    same.push_back({"no", "30", "day", "A"});
  }
  value_of(service.call("append-rows", {{"data", data}, {"rows", same}}));
  const json error = error_of(service.call("publish", {{"data", data}}));
  CHECK(error.at("code") == "one-class");
  CHECK(error.at("pointer") == "/late");
}

TEST_CASE("a budget that can't be met and a wrong seed are refused") {
  Service service;
  json impossible = study("none");
  impossible["mechanism"]["lambda"] = 1e-9;
  impossible["budget"]["epsilon"] = 0.01;
  impossible["budget"]["accountant"] = "shift";
  CHECK(error_of(service.call("publish", {{"data", opened(service, impossible)}, {"seed", 1}})).at("type") == "study");
  const json data = opened(service);
  for (const json& seed : {json(-1), json(0.5), json("1"), json(1e300)}) {
    CHECK(error_of(service.call("publish", {{"data", data}, {"seed", seed}})).at("pointer") == "/seed");
  }
}

TEST_CASE("freed data is gone") {
  Service service;
  const json data = opened(service);
  value_of(service.call("free-data", {{"data", data}}));
  CHECK(error_of(service.call("publish", {{"data", data}})).at("code") == "freed");
}

TEST_CASE("training in steps gives the report of training at once") {
  Service service;
  const json data = opened(service, study("adaptive"));
  const json at_once = published(service, data, 9);
  json progress;
  int calls = 0;
  do {
    progress = value_of(service.call("train", {{"data", data}, {"seed", 9}, {"steps", 1}}));
    ++calls;
    CHECK(progress.at("steps").get<int>() <= calls);
  } while (progress.at("finished") != true);
  CHECK(calls > 3);
  CHECK(progress.at("residual").get<double>() <= progress.at("tolerance").get<double>());
  CHECK(published(service, data, 9) == at_once);
  // With another seed, or more rows, it is another training.
  value_of(service.call("train", {{"data", data}, {"seed", 9}, {"steps", 2}}));
  CHECK(published(service, data, 10) != at_once);
  value_of(service.call("train", {{"data", data}, {"seed", 9}, {"steps", 2}}));
  value_of(service.call("append-rows", {{"data", data}, {"rows", rows(3)}}));
  CHECK(value_of(service.call("train", {{"data", data}, {"seed", 9}, {"steps", 1}})).at("steps") == 1);
  CHECK(published(service, data, 9) != at_once);
}

TEST_CASE("the noise of a training comes out once") {
  Service service;
  const json data = opened(service);
  value_of(service.call("train", {{"data", data}, {"steps", 1}}));
  const auto theta = [&] { return value_of(service.call("publish", {{"data", data}})).at("report").at("model").at("theta"); };
  CHECK(theta() != theta());
}

TEST_CASE("an audit in pieces is the audit at once") {
  Service service;
  const json data = opened(service);
  const json report = value_of(service.call("load-report", {{"report", published(service, data)}})).at("handle");
  const json at_once = value_of(service.call("audit", {{"data", data}, {"report", report}}));
  CHECK(at_once.at("finished") == true);
  const json first = value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
  CHECK(first == json{{"finished", false}, {"rows", 150}});
  CHECK(value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}})) == at_once);
  // Begun and then asked otherwise: from the start.
  value_of(service.call("audit", {{"data", data}, {"report", report}, {"rows", 150}}));
  const json other = {{"data", data}, {"report", report}, {"options", {{"failureProbability", 0.01}}}};
  CHECK(value_of(service.call("audit", other)).at("summary").at("rows") == 200);
  for (const char* column : {"exact", "lower", "upper", "ratio", "paperUpper", "paperRatio"}) {
    CHECK(at_once.at("rows").at(column).size() == 200);
  }
}

TEST_CASE("attach: a model trained elsewhere is published as it is, with what its noise gives") {
  Service service;
  json of_study = study("adaptive");
  const json data = opened(service, of_study);
  const json whole = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
  const json& mechanism = whole.at("report").at("model").at("mechanism");
  json model = {{"theta", whole.at("report").at("model").at("theta")},
                {"sigma", mechanism.at("sigma")},
                {"lambda", mechanism.at("lambda")},
                {"b", whole.at("secrets").at("b")}};
  const json attached = value_of(service.call("attach", {{"data", data}, {"model", model}, {"seed", 8}}));
  CHECK(attached.at("report").at("model").at("theta") == model.at("theta"));
  CHECK(attached.at("report").at("model").at("mechanism") == mechanism);  // the residual from b is that of training
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
