// Publishing: seeds, secrets, training in steps, and what is refused before anything is drawn.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

/// One of each kind whose objective is perturbed, with secrets b and g.
std::vector<json> perturbed_studies() {
  return {study("adaptive", "shift"),   study("hessian", "shift"), softmax_study("adaptive"),  softmax_study("hessian"),
          laplace_study(logistic_loss), laplace_study(huber_loss), laplace_study(softmax_loss)};
}

/// All whose output is computed exactly.
std::vector<json> exact_studies() {
  std::vector<json> result = perturbed_studies();
  result.push_back(posterior_study());
  return result;
}

/// And of the others.
std::vector<json> every_study() {
  std::vector<json> result = exact_studies();
  for (json one : {output_study(logistic_loss), output_study(squared_loss), ada_ops_study()}) {
    result.push_back(std::move(one));
  }
  return result;
}

/// Takes out what the mechanism makes from the data.
void without_what_is_published(json& report) {
  report["model"].erase("theta");
  if (report["model"]["mechanism"].contains("adaptive")) {
    // They follow from λ̃ and Δ, which are published.
    report["model"].erase("mechanism");
  }
  if (report.contains("release")) {
    for (auto& [name, part] : report["release"].items()) {
      part.erase(name == "gradient" ? "values" : name == "hessian" ? "upper" : "value");
    }
  }
}

}  // namespace

TEST_CASE("publishing: the same seed gives the same report, and marks it; without one no two are alike") {
  Service service;
  const json data = opened(service, study("adaptive", "shift"));
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

TEST_CASE("publishing: whether secrets are wanted changes nothing of what is published") {
  std::vector<json> studies = every_study();
  for (json one : {study("none", "shift"), study("gradient+hessian", "shift"), softmax_study("none")}) {
    studies.push_back(std::move(one));
  }
  for (const json& one : studies) {
    CAPTURE(one.dump());
    Service service;
    const json data = opened_for(service, one);
    const json without = value_of(service.call("publish", {{"data", data}, {"seed", 3}}));
    const json with = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
    CHECK(without.at("report") == with.at("report"));
    CHECK(without.at("notes") == with.at("notes"));
    CHECK(!without.contains("secrets"));
    CHECK(!with.at("secrets").empty());
  }
}

TEST_CASE("publishing: keys in the order of the format, and nothing of the data but what is meant") {
  Service service;
  const json data = opened(service, study("adaptive", "shift"));
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
  const json data = opened(service, study("gradient+hessian", "shift"));
  const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
  const json& secrets = value.at("secrets");
  const json& model = value.at("report").at("model");
  // The first-order condition g = −b, except for the rounding of θ: by a step a coordinate, of a
  // function whose curvature is λ + n/4 at most. b itself is rounded to doubles.
  double square = 0;
  for (std::size_t i = 0; i < secrets.at("b").size(); ++i) {
    const double r = secrets.at("b")[i].get<double>() + secrets.at("gradient")[i].get<double>();
    square += r * r;
  }
  const json& mechanism = model.at("mechanism");
  CHECK(!mechanism.contains("x-residual"));
  const double curvature = number(mechanism.at("lambda")) + 0.25 * 200;
  CHECK(std::sqrt(square) <= curvature * number(mechanism.at("x-rounding")) * std::sqrt(4.0) + 1e-12);
  CHECK(mechanism.at("x-rows-at-most") == 1073741824);
  CHECK(secrets.at("hessian").at("upper").size() == 10);
  CHECK(secrets.at("smallestEigenvalue").get<double>() >= model.at("mechanism").at("lambda").get<double>());
}

TEST_CASE("exact output: other data and other noise change theta and the releases, and nothing else of a report") {
  Service service;
  for (const json& of_study : exact_studies()) {
    CAPTURE(of_study.at("mechanism").dump());
    const auto without_numbers = [&](int rows, std::uint64_t seed) {
      json report = published(service, opened_for(service, of_study, rows), seed);
      without_what_is_published(report);
      return report;
    };
    const json one = without_numbers(200, 1);
    CHECK(one.at("model").at("mechanism").contains("x-rounding"));
    CHECK(!one.at("model").at("mechanism").contains("x-residual"));
    CHECK(one == without_numbers(200, 2));
    CHECK(one == without_numbers(150, 1));
    CHECK(one == without_numbers(700, 3));
  }
}

TEST_CASE("exact output: the rows in another order give the same bytes, and so does training in steps") {
  Service service;
  for (json of_study : exact_studies()) {
    CAPTURE(of_study.at("mechanism").dump());
    if (of_study.contains("budget")) {
      of_study["budget"].erase("release");
      of_study["budget"].erase("shares");
    }
    const json at_once = published(service, opened_for(service, of_study), 5);
    json shuffled = rows_for(of_study);
    std::reverse(shuffled.begin(), shuffled.end());
    std::rotate(shuffled.begin(), shuffled.begin() + 71, shuffled.end());
    CHECK(published(service, opened(service, of_study, shuffled), 5) == at_once);
    CHECK(published(service, opened_for(service, of_study), 6).at("model").at("theta") != at_once.at("model").at("theta"));
    const json data = opened_for(service, of_study);
    while (!value_of(service.call("train", {{"data", data}, {"seed", 5}, {"steps", 1}})).at("finished").get<bool>()) {
    }
    CHECK(published(service, data, 5) == at_once);
  }
}

TEST_CASE("exact output: theta is the minimiser of the objective with the noise in the secrets, up to a step a coordinate") {
  Service service;
  for (const json& of_study : perturbed_studies()) {
    CAPTURE(of_study.at("mechanism").dump());
    const json data = opened_for(service, of_study);
    const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
    const json& mechanism = value.at("report").at("model").at("mechanism");
    const json& b = value.at("secrets").at("b");
    const json& gradient = value.at("secrets").at("gradient");
    double square = 0;
    double size = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      square += std::pow(number(b[i]) + number(gradient[i]), 2);
      size += std::pow(number(b[i]), 2);
    }
    const double curvature = number(mechanism.at("lambda")) + 0.5 * 200;
    // b and g are rounded to doubles.
    CHECK(std::sqrt(square) <= curvature * number(mechanism.at("x-rounding")) * std::sqrt(static_cast<double>(b.size())) +
                                   1e-14 * 200 + 1e-14 * size);
  }
}

TEST_CASE("squared loss: a Hessian alone needs no level but the model's, because its sensitivity is finite") {
  Service service;
  json of_study = study("hessian", "shift");
  of_study["mechanism"] = {
      {"name", "objective-perturbation"}, {"loss", {{"name", "squared"}}}, {"lambda", 4}, {"scales", {{"model", 3}}}};
  of_study["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 10}};
  json numbers = rows();
  for (json& row : numbers) {
    row[0] = row[0] == "yes" ? "8" : "2";
  }
  const json report = published(service, opened(service, of_study, numbers), 3);
  CHECK_FALSE(report.contains("guarantee"));
  CHECK_FALSE(report.at("release").contains("gradient"));
  // Alone (0.4, 4e-7)-differentially private: the Hessian moves by 1/√2 in units of its noise.
  CHECK(number(report.at("release").at("hessian").at("sigma")) > std::sqrt(0.5) / 0.4);
  value_of(service.call("load-report", {{"report", report}}));
}

TEST_CASE("linear models: scales that exact output isn't proved for are refused, whatever the data") {
  Service service;
  for (const auto& [lambda, sigma] : {std::pair{1e-13, 1.0}, {1e13, 1.0}, {1.0, 1e-13}, {1.0, 1e13}}) {
    json of_study = study("none");
    of_study["mechanism"]["lambda"] = lambda;
    of_study["mechanism"]["scales"] = {{"model", sigma}};
    const json error = error_of(service.call("publish", {{"data", opened(service, of_study)}, {"seed", 1}}));
    CHECK(error.at("type") == "study");
    CHECK(error.at("pointer") == "/mechanism");
  }
  json tiny = study("none");
  tiny["budget"]["delta"] = 1e-34;
  const json error = error_of(service.call("publish", {{"data", opened(service, tiny)}, {"seed", 1}}));
  CHECK(error.at("pointer") == "/budget/delta");
}

TEST_CASE("whether there is a report doesn't depend on the rows, nor does any key but theta and the releases") {
  Service service;
  for (const json& of_study : every_study()) {
    CAPTURE(of_study.at("mechanism").dump());
    const json some = rows_for(of_study, 3);
    json kind = json::array();
    json same = json::array();
    for (int i = 0; i < 30; ++i) {
      kind.push_back(rows_for(of_study, 30)[static_cast<std::size_t>(i)]);
      kind.back()[0] = some[0][0];
      same.push_back(some[0]);
    }
    const std::vector<json> tables = {json::array(), json::array({some[0]}), kind, same};
    json keys;
    for (const json& table : tables) {
      const json data = opened(service, of_study, table);
      const json value = value_of(service.call("publish", {{"data", data}, {"seed", 1}}));
      const json& notes = value.at("notes");
      CHECK(notes.at("rows") == table.size());
      CHECK(notes.contains("onlyLabel") == (!table.empty() && of_study.at("label").at("kind") != "number"));
      if (notes.contains("onlyLabel")) {
        CHECK(notes.at("onlyLabel") == table[0][0]);
      }
      json report = value.at("report");
      value_of(service.call("load-report", {{"report", report}}));
      for (const json& coordinate : report.at("model").at("theta")) {
        CHECK(std::isfinite(number(coordinate)));
      }
      without_what_is_published(report);
      keys = keys.is_null() ? report : keys;
      CHECK(report == keys);
    }
  }
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

TEST_CASE("training in steps gives the report of training at once") {
  Service service;
  const json data = opened(service, study("adaptive", "shift"));
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
  const json data = opened(service, study("gradient+hessian", "shift"));
  value_of(service.call("train", {{"data", data}, {"steps", 1}}));
  const auto theta = [&] { return value_of(service.call("publish", {{"data", data}})).at("report").at("model").at("theta"); };
  CHECK(theta() != theta());
}

TEST_CASE("secrets hold what the report hides, and training reports its steps") {
  Service service;
  for (const json& of_study : {output_study(logistic_loss), posterior_study(), ada_ops_study()}) {
    const json data = opened_for(service, of_study);
    const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
    CHECK(value.at("secrets").size() == 1);
    CHECK(value.at("secrets").at("minimiser").size() == 4);
    CHECK(value.at("secrets").at("minimiser") != value.at("report").at("model").at("theta"));
    CHECK(number(value.at("notes").at("residual")) < 1e-8);
  }
  for (const json& of_study : {laplace_study(logistic_loss), laplace_study(softmax_loss), softmax_study("none")}) {
    const json data = opened_for(service, of_study);
    const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
    const json& secrets = value.at("secrets");
    const json& residual = value.at("notes").at("residual");
    double square = 0;
    for (std::size_t i = 0; i < secrets.at("b").size(); ++i) {
      square += std::pow(number(secrets.at("b")[i]) + number(secrets.at("gradient")[i]), 2);
    }
    CHECK(std::sqrt(square) <= number(residual) + 1e-12);
    CHECK(number(residual) < 1e-7);
    CHECK(number(secrets.at("smallestEigenvalue")) > 1);
    CHECK(number(value.at("notes").at("iterations")) > 1);
    json progress;
    int calls = 0;
    do {
      progress = value_of(service.call("train", {{"data", data}, {"seed", 3}, {"steps", 1}}));
      ++calls;
    } while (progress.at("finished") != true && calls < 50);
    CHECK(progress.at("finished") == true);
    CHECK(number(progress.at("residual")) <= number(progress.at("tolerance")) * 2);
    CHECK(published(service, data, 3) == value.at("report"));
  }
}
