// Every mechanism end to end: published from a seed, read, bounded, audited; and models of each that were trained elsewhere.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

/// The fixture's study with another mechanism, loss, label and budget.
json study_with(const json& mechanism, const json& budget) {
  json result = study("none");
  result["mechanism"] = mechanism;
  const std::string loss = mechanism.at("loss").at("name");
  if (loss == "softmax") {
    result["label"] = {{"name", "late"}, {"kind", "category"}, {"levels", {"no", "yes", "never asked"}}};
    result["label"]["levels"].get_ref<json::array_t&>().resize(mechanism.at("loss").at("classes").get<std::size_t>());
  } else if (loss != "logistic") {
    result["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 10}};
  }
  if (budget.is_null()) {
    result.erase("budget");
  } else {
    result["budget"] = budget;
  }
  return result;
}

/// The fixture's rows with labels of the study's kind.
json rows_for(const json& of_study, int count = 200) {
  json result = rows(count);
  if (of_study.at("label").at("kind") == "number") {
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i][0] = std::to_string((result[i][0] == "yes" ? 6 : 2) + static_cast<int>(i % 3));
    }
  } else if (of_study.at("label").at("kind") == "category" && of_study.at("label").at("levels").size() > 2) {
    for (std::size_t i = 0; i < result.size(); i += 5) {
      result[i][0] = "never asked";
    }
  }
  return result;
}

json opened_for(Service& service, const json& of_study, int count = 200) {
  return opened(service, of_study, rows_for(of_study, count));
}

const json softmax = {{"name", "softmax"}, {"classes", 3}};
const json squared = {{"name", "squared"}};
const json logistic = {{"name", "logistic"}};
const json huber = {{"name", "pseudo-huber"}, {"width", 0.5}};
const json one_budget = {{"epsilon", 1}, {"delta", 1e-6}};

json softmax_study(const std::string& release, const char* accountant = "joint") {
  return study_with({{"name", "objective-perturbation"}, {"loss", softmax}, {"lambda", 4}},
                    {{"epsilon", 1},
                     {"delta", 1e-6},
                     {"accountant", accountant},
                     {"release", release},
                     {"shares", study(release).at("budget").at("shares")}});
}

json laplace_study(const json& loss, double lambda = 2) {
  return study_with({{"name", "objective-perturbation"}, {"noise", "laplace"}, {"loss", loss}, {"lambda", lambda}},
                    {{"epsilon", 1}});
}

json output_study(const json& loss) {
  json mechanism = {{"name", "output-perturbation"}, {"noise", "gaussian"}, {"loss", loss}, {"lambda", 5}};
  if (loss == squared) {
    mechanism["scales"] = {{"model", 0.5}};
  }
  return study_with(mechanism, one_budget);
}

json posterior_study() {
  return study_with({{"name", "posterior-sample"}, {"loss", squared}, {"lambda", 5}, {"gamma", 0.8}}, nullptr);
}

json ada_ops_study() {
  return study_with({{"name", "posterior-sample"}, {"loss", squared}, {"adaptive", true}}, {{"epsilon", 2}, {"delta", 1e-6}});
}

struct Audited {
  json report;
  json summary;
  json rows;
};

/// Published from a seed, loaded, audited. Infinite entries survive, as they wouldn't in text.
Audited audited(const json& of_study, std::uint64_t seed, int count = 200) {
  Service service;
  const json data = opened_for(service, of_study, count);
  const json report = published(service, data, seed);
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const ordered_json response = service.call("audit", {{"data", data}, {"report", handle}});
  INFO(response.dump());
  REQUIRE(response.at("ok") == true);
  return {report, json(response.at("value").at("summary")), json(response.at("value").at("rows"))};
}

void check_no_miss(const Audited& audit, bool has_paper) {
  CHECK(audit.summary.at("misses") == 0);
  CHECK(audit.summary.contains("missesPaper") == has_paper);
  CHECK(audit.rows.contains("paperUpper") == has_paper);
  CHECK(audit.summary.at("bound").contains("paper") == has_paper);
  CHECK(audit.summary.at("ratio").contains("paper") == has_paper);
  const auto& exact = audit.rows.at("exact");
  bool moved = false;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double loss = std::fabs(exact[i].get<double>());
    CHECK(audit.rows.at("lower")[i].get<double>() <= loss);
    CHECK(loss <= audit.rows.at("upper")[i].get<double>());
    moved = moved || loss > 1e-6;
  }
  CHECK(moved);
}

double number(const json& value) {
  return value.get<double>();
}

}  // namespace

TEST_CASE("softmax: reports of all three kinds are published, read and audited without a miss") {
  for (const char* release : {"none", "gradient+hessian", "adaptive"}) {
    CAPTURE(release);
    const Audited audit = audited(softmax_study(release), 21);
    check_no_miss(audit, false);
    CHECK(!audit.summary.contains("moments"));
    const json& model = audit.report.at("model");
    CHECK(model.at("theta").size() == 12);
    CHECK(model.at("loss") == softmax);
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
  // Θ = (−w, w)/2 is softmax's way of writing w; its ridge term is λ‖w‖²/4, so that the logistic λ is half of it, and σ too.
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
  logistic_report["model"]["mechanism"].erase("x-residual");
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

TEST_CASE("laplace noise: pure differential privacy, and bounds that no row of any release misses") {
  for (const json& loss : {logistic, huber, softmax}) {
    CAPTURE(loss.dump());
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Audited audit = audited(laplace_study(loss), seed, 60);
      check_no_miss(audit, false);
      CHECK(audit.report.at("guarantee") == json{{"epsilon", 1}, {"delta", 0}, {"accountant", "pure"}});
      // No row's exact loss is above the promise either.
      CHECK(number(audit.summary.at("exact").at("max")) <= 1);
      CHECK(!audit.report.contains("release"));
    }
  }
  // Logistic: η = ε where λη ≥ 1 (mathematics.md, section 12).
  CHECK(number(audited(laplace_study(logistic), 1, 40).report.at("model").at("mechanism").at("eta")) == 1);
  const double eta = number(audited(laplace_study(softmax), 1, 40).report.at("model").at("mechanism").at("eta"));
  CHECK(2 * std::log1p(1 / 6.0) + std::sqrt(2.0) * eta == expost::approximately(1).epsilon(1e-9));
}

TEST_CASE("laplace noise: a stated eta is used, and the promise is what it gives") {
  json stated = laplace_study(logistic);
  stated["mechanism"]["eta"] = 3;
  stated.erase("budget");
  Audited audit = audited(stated, 3, 60);
  check_no_miss(audit, false);
  CHECK(audit.report.at("model").at("mechanism").at("eta") == 3);
  CHECK(audit.report.at("guarantee").at("epsilon") == 3);
  json unbounded = laplace_study(squared);
  unbounded["mechanism"]["eta"] = 1;
  audit = audited(unbounded, 3, 60);
  check_no_miss(audit, false);
  CHECK(!audit.report.contains("guarantee"));
  Service service;
  json without = laplace_study(squared);
  const json error = error_of(service.call("publish", {{"data", opened_for(service, without)}, {"seed", 1}}));
  CHECK(error.at("type") == "study");
  CHECK(error.at("pointer") == "/budget/epsilon");
  without = laplace_study(logistic);
  without["mechanism"].erase("lambda");
  CHECK(error_of(service.call("publish", {{"data", opened_for(service, without)}, {"seed", 1}})).at("pointer") ==
        "/mechanism/lambda");
}

TEST_CASE("output perturbation: published on its grid, audited with shifts, moments and what they say of generalisation") {
  for (const json& loss : {logistic, huber, squared}) {
    CAPTURE(loss.dump());
    const Audited audit = audited(output_study(loss), 31, 80);
    check_no_miss(audit, false);
    const json& mechanism = audit.report.at("model").at("mechanism");
    const double grid = number(mechanism.at("x-grid"));
    CHECK(grid > 0);
    for (const json& value : audit.report.at("model").at("theta")) {
      CHECK(std::floor(number(value) / grid) == number(value) / grid);
    }
    CHECK(audit.report.contains("guarantee") == (loss != squared));
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
      if (loss != squared) {
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
  // Same data, same λ: θ̂ is the same, and neither depends on the noise. In closed form for one, by training without the row for the other.
  const Audited output = audited(output_study(squared), 4, 50);
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
  // By hand: θ̂ with and without the last row are secrets of two publications; L = (‖θ̃ − θ̂₋‖² − ‖θ̃ − θ̂‖²)/(2σ²).
  for (const json& loss : {logistic, huber, squared}) {
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

TEST_CASE("a posterior sample: no budget, no promise, exact losses and pDP of every row") {
  const Audited audit = audited(posterior_study(), 8);
  check_no_miss(audit, false);
  CHECK(!audit.report.contains("guarantee"));
  CHECK(audit.report.at("model").at("mechanism") == json{{"name", "posterior-sample"}, {"gamma", 0.8}, {"lambda", 5}});
  CHECK(audit.rows.at("pdp").size() == 200);
  CHECK(audit.summary.at("pdpDelta") == 1e-6);
  CHECK(number(audit.summary.at("moments").at("max")) > number(audit.summary.at("moments").at("mean")));
}

TEST_CASE("an adaptive posterior sample: lambda and gamma come out of the data, the promise by joint accounting") {
  const Audited audit = audited(ada_ops_study(), 9);
  check_no_miss(audit, false);
  const json& mechanism = audit.report.at("model").at("mechanism");
  CHECK(mechanism.at("adaptive").at("epsilon") == 2);
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
    value = number(value) + 0.1;
    CHECK(losses(changed) != losses(report));
  }
}

TEST_CASE("a loss outside its bound is counted as a miss") {
  for (const json& of_study : {softmax_study("none"), output_study(logistic)}) {
    Service service;
    const json data = opened_for(service, of_study);
    json report = published(service, data, 2);
    // No noise of these levels puts the model there.
    json& first = report["model"]["theta"][0];
    first = std::floor(number(first)) + 1000;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    CHECK(value_of(service.call("audit", {{"data", data}, {"report", handle}})).at("summary").at("misses") > 0);
  }
}

TEST_CASE("secrets hold what the report hides, and training reports its steps") {
  Service service;
  for (const json& of_study : {output_study(logistic), posterior_study(), ada_ops_study()}) {
    const json data = opened_for(service, of_study);
    const json value = value_of(service.call("publish", {{"data", data}, {"seed", 3}, {"secrets", true}}));
    CHECK(value.at("secrets").size() == 1);
    CHECK(value.at("secrets").at("minimiser").size() == 4);
    CHECK(value.at("secrets").at("minimiser") != value.at("report").at("model").at("theta"));
    CHECK(number(value.at("notes").at("residual")) < 1e-8);
  }
  for (const json& of_study : {laplace_study(logistic), laplace_study(softmax), softmax_study("none")}) {
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

TEST_CASE("an audit refuses the report of another mechanism") {
  Service service;
  const json data = opened_for(service, output_study(squared));
  const json report = published(service, opened_for(service, posterior_study()), 1);
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  CHECK(error_of(service.call("audit", {{"data", data}, {"report", handle}})).at("code") == "inconsistent");
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
    CHECK(report.at("model").at("mechanism") == mechanism);
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    CHECK(refusal(data, changed(model, "sigma", number(model.at("sigma")) / 10)) == "implausible /model");
    CHECK(refusal(data, changed(model, "theta", {1, 2, 3, 4})) == "wrong-length /model/theta");
  }
  {
    json of_study = laplace_study(logistic);
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
    const json of_study = output_study(logistic);
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
  json of_study = laplace_study(logistic);
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
