// Noisy gradient descent in reports and studies: what arrives, what is written, and which promise
// its numbers imply. tests/reports has what is refused by the reader's other rules.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "cases.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/report/base64.hpp"
#include "expost/report/document_text.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"

namespace expost::report {
namespace {

using nlohmann::json;
using testing::document;

PublishedDescent descent_of(const json& report) {
  return std::get<PublishedDescent>(read_report(report).model);
}

PublishedDescent good(const std::string& name) {
  return descent_of(document("good/" + name + ".json"));
}

/// Code and pointer of the refusal, "" where the report is taken.
std::string descent_refusal(const json& report) {
  try {
    (void)read_report(report);
  } catch (const Error& error) {
    CHECK(error.type() == ErrorType::report);
    return error.code() + " " + error.pointer();
  }
  return "";
}

std::string words_of_refusal(const json& report) {
  try {
    (void)read_report(report);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

json packed(const std::vector<double>& numbers) {
  return encode_base64_doubles(numbers);
}

/// A report of the plain vector x, with D numbers in each of as many iterates as steps.
json report_with_path(int steps, std::size_t parameters) {
  json report = document("good/descent-without-path.json");
  report["model"]["theta"] = std::vector<double>(parameters, 0.5);
  report["model"]["mechanism"]["steps"] = steps;
  report["model"]["mechanism"]["update"] = {{"rate", 1}};
  report["release"]["iterates"] = {{"count", steps},
                                   {"encoding", "base64-f64le"},
                                   {"data", packed(std::vector<double>(parameters * static_cast<std::size_t>(steps), 0.25))}};
  return report;
}

TEST_CASE("a report of noisy gradient descent is read as it stands there") {
  const PublishedDescent full = good("descent");
  CHECK(full.loss.kind == LossKind::logistic);
  CHECK(full.classes == 0);
  CHECK(full.plan.clip == 1);
  CHECK(full.plan.sigma == 10.5);
  CHECK(full.plan.grid == 0x1p-23);
  CHECK(full.plan.steps == 6);
  CHECK(full.done == 6);
  CHECK(full.plan.sampling == DescentSampling::full);
  CHECK(full.plan.rate == 1);
  CHECK(full.plan.batches == 1);
  CHECK(full.plan.update == UpdateRule{true, {}, {6}, 0.9, 0.5, 24000});
  CHECK(full.plan.final_model == FinalModel::last);
  CHECK(full.plan.every == 1);
  CHECK_FALSE(full.plan.elsewhere);
  REQUIRE(full.iterates.rows() == 6);
  REQUIRE(full.iterates.cols() == 4);
  // Iterate by iterate: the second one begins with the fifth number.
  CHECK(full.iterates(0, 1) == 3 / 16.0);
  CHECK(full.iterates(1, 0) == 12 / 16.0 - 0.5);
  CHECK(full.distances.empty());
  CHECK(full.theta[3] == -0.25);

  const PublishedDescent poisson = good("descent-poisson");
  CHECK(poisson.plan.sampling == DescentSampling::poisson);
  CHECK(poisson.plan.rate == 0.01);
  CHECK(poisson.plan.steps == 12);
  CHECK(poisson.done == 7);
  CHECK(poisson.plan.update.rates.size() == 12);
  CHECK(poisson.plan.update.rates[1] == 2);
  CHECK(poisson.plan.update.divisor == 240);
  CHECK(poisson.plan.final_model == FinalModel::average);
  CHECK(poisson.plan.every == 3);
  CHECK(poisson.plan.elsewhere);
  CHECK(poisson.plan.grid == 0);
  CHECK(poisson.iterates.rows() == 3);
  CHECK(poisson.iterates(1, 1) == -0.125);
  CHECK(poisson.distances == std::vector<double>{0, 0.25, 1e-3, 0, 1, 0.5, 0});
  CHECK(poisson.path().steps == 7);
  CHECK(good("descent-rdp-thinned").distances == std::vector<double>{0, 1, 0, 2.5, 0});

  const PublishedDescent shuffled = good("descent-softmax-shuffled");
  CHECK(shuffled.classes == 3);
  CHECK(shuffled.plan.batches == 4);
  CHECK(shuffled.plan.rounds() == 2);
  CHECK_FALSE(shuffled.plan.update.standard);
  CHECK(shuffled.plan.update.words == "Adam with its default settings");
  CHECK(read_report(document("good/descent-softmax-shuffled.json")).dimension() == 2);

  const PublishedDescent alone = good("descent-without-path");
  CHECK(alone.iterates.rows() == 0);
  CHECK(alone.plan.every == 1);
  CHECK(alone.plan.update.rates == std::vector<double>{0.5});
  CHECK(alone.plan.update.divisor == 1);
}

TEST_CASE("every number of a descent is written and read back") {
  for (const char* const name :
       {"descent", "descent-poisson", "descent-rdp-thinned", "descent-softmax-shuffled", "descent-without-path"}) {
    CAPTURE(name);
    const Report report = read_report(document(std::string("good/") + name + ".json"));
    const auto& before = std::get<PublishedDescent>(report.model);
    const nlohmann::ordered_json written = write_report(report);
    const PublishedDescent after = std::get<PublishedDescent>(read_report_text(written.dump()).model);
    CHECK(after.plan == before.plan);
    CHECK(after.done == before.done);
    CHECK(after.theta == before.theta);
    CHECK(after.iterates == before.iterates);
    CHECK(after.distances == before.distances);
    CHECK(written.contains("release") == (before.iterates.rows() > 0));
    CHECK_FALSE(written["model"]["mechanism"].contains("lambda"));
    CHECK_FALSE(written["model"]["mechanism"].contains("noise"));
  }
  std::string keys;
  const nlohmann::ordered_json written = write_report(read_report(document("good/descent-poisson.json")));
  for (const auto& [key, value] : written["model"]["mechanism"].items()) {
    keys += key + " ";
  }
  CHECK(keys == "name clip sigma steps stoppedAfter sampling update final x-noise ");
}

TEST_CASE("a descent with a number that is not finite isn't written") {
  const auto refuses = [](auto&& spoil) {
    Report report = read_report(document("good/descent-rdp-thinned.json"));
    spoil(std::get<PublishedDescent>(report.model));
    CHECK_THROWS_AS((void)write_report(report), Error);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses([&](PublishedDescent& model) { model.plan.clip = nan; });
  refuses([&](PublishedDescent& model) { model.plan.sigma = nan; });
  refuses([&](PublishedDescent& model) { model.plan.rate = nan; });
  refuses([&](PublishedDescent& model) { model.plan.update.rates = {1, nan}; });
  refuses([&](PublishedDescent& model) { model.plan.update.momentum = nan; });
  refuses([&](PublishedDescent& model) { model.plan.update.divisor = nan; });
  refuses([&](PublishedDescent& model) { model.theta[0] = nan; });
  refuses([&](PublishedDescent& model) { model.iterates(2, 1) = nan; });
  refuses([&](PublishedDescent& model) { model.distances[1] = nan; });
}

TEST_CASE("the longest path is taken, and one number more is not") {
  const json report = report_with_path(1000, 4000);
  const PublishedDescent model = descent_of(report);
  CHECK(model.iterates.rows() == 1000);
  CHECK(model.iterates(999, 3999) == 0.25);
  json longer = report_with_path(1000, 4000);
  longer["model"]["mechanism"]["steps"] = 1001;
  longer["release"]["iterates"]["count"] = 1001;
  CHECK(descent_refusal(longer) == "too-large /release/iterates");
  // Sizes are looked at before there is room for them.
  json claimed = document("good/descent-without-path.json");
  claimed["model"]["mechanism"]["steps"] = 4000000;
  claimed["model"]["mechanism"]["update"] = {{"rate", 1}};
  claimed["release"]["iterates"] = {{"count", 4000000}, {"encoding", "base64-f64le"}, {"data", "AAAAAAAA8D8="}};
  CHECK(descent_refusal(claimed) == "wrong-length /release/iterates/data");
}

TEST_CASE("counts follow from the steps that were done") {
  json report = report_with_path(7, 1);
  for (int done = 1; done <= 7; ++done) {
    for (int every = 1; every <= 7; ++every) {
      const int count = (done + every - 1) / every;
      report["model"]["mechanism"]["stoppedAfter"] = done;
      for (int stated = 1; stated <= 8; ++stated) {
        report["release"]["iterates"] = {{"count", stated},
                                         {"every", every},
                                         {"encoding", "base64-f64le"},
                                         {"data", packed(std::vector<double>(static_cast<std::size_t>(stated), 1.0))}};
        CHECK(descent_refusal(report) == (stated == count ? "" : "inconsistent /release/iterates/count"));
      }
    }
  }
}

TEST_CASE("sentences of refusals say what was expected") {
  json report = document("good/descent.json");
  report["release"]["iterates"]["count"] = 7;
  CHECK(words_of_refusal(report) == "/release/iterates/count must be 6, one for each of the 6 steps, but is 7");
  report = document("good/descent-poisson.json");
  report["model"]["mechanism"]["sampling"]["rate"] = 1;
  CHECK(words_of_refusal(report) ==
        "/model/mechanism/sampling/rate must be a number between 0 and 1, both excluded; for 1 the kind is \"full\", but is 1");
  report = document("good/descent.json");
  report["guarantee"]["epsilon"] = 0.5;
  CHECK(
      words_of_refusal(report) ==
      "/guarantee is not what the report's noise gives: epsilon 0.5 is stated, but with clip, sigma, steps and sampling it is "
      "0.984 or more at delta 0.000001");
  report["guarantee"]["accountant"] = "pld";
  CHECK(words_of_refusal(report) ==
        "/guarantee/accountant must be \"gaussian\" where the sampling is \"full\", but is \"pld\"");
}

/// The promise that an accountant gives is taken to four digits, and one of 1 % less is not.
void check_promise(json report, DescentAccountant accountant, double delta) {
  report.erase("guarantee");
  const PublishedDescent model = descent_of(report);
  const double least = promised_epsilon(accountant, model.plan, model.theta.size(), delta);
  CAPTURE(least);
  REQUIRE(least > 0);
  REQUIRE(std::isfinite(least));
  const auto stated = [&](double epsilon) {
    report["guarantee"] = {{"epsilon", epsilon}, {"delta", delta}, {"accountant", name_of(accountant)}};
    return descent_refusal(report);
  };
  CHECK(stated(least).empty());
  CHECK(stated(least * 2).empty());
  CHECK(stated(least * (1 - 5e-4)).empty());
  CHECK(stated(least * 0.99) == "not-implied /guarantee");
  CHECK(stated(1e-9) == "not-implied /guarantee");
}

TEST_CASE("a promise is taken as the accountant that is named gives it") {
  for (const double delta : {1e-3, 1e-6, 1e-12}) {
    CAPTURE(delta);
    check_promise(document("good/descent.json"), DescentAccountant::gaussian, delta);
    check_promise(document("good/descent-softmax-shuffled.json"), DescentAccountant::gaussian, delta);
  }
  for (const double sigma : {0.35, 2.0}) {
    json report = document("good/descent-poisson.json");
    report["model"]["mechanism"]["sigma"] = sigma;
    report["model"]["mechanism"]["sampling"]["rate"] = 0.2;
    check_promise(report, DescentAccountant::rdp, 1e-6);
    check_promise(report, DescentAccountant::pld, 1e-6);
    check_promise(report, DescentAccountant::pld, 1e-11);
  }
}

TEST_CASE("a promise without a named accountant is compared with the sampling's default") {
  json report = document("good/descent-rdp-thinned.json");
  report["guarantee"] = {{"epsilon", 0.21}, {"delta", 1e-5}};
  CHECK(descent_refusal(report).empty());
  report["guarantee"]["accountant"] = "rdp";
  CHECK(descent_refusal(report) == "not-implied /guarantee");
  report = document("good/descent.json");
  report["guarantee"].erase("accountant");
  CHECK(descent_refusal(report).empty());
}

TEST_CASE("promises of extreme noise are compared at once, without an overflow") {
  for (const double sigma : {1e-50, 1e-3, 1e6, 1e50}) {
    for (const double clip : {1e-50, 1.0, 1e50}) {
      for (const double rate : {0x1p-40, 1e-6, 0.5, 1 - 0x1p-53}) {
        json report = document("good/descent-poisson.json");
        report["model"]["mechanism"]["sigma"] = sigma;
        report["model"]["mechanism"]["clip"] = clip;
        report["model"]["mechanism"]["sampling"]["rate"] = rate;
        for (const double delta : {1e-300, 0.999}) {
          report["guarantee"] = {{"epsilon", 1e-9}, {"delta", delta}};
          const std::string words = descent_refusal(report);
          CHECK((words.empty() || words == "not-implied /guarantee"));
        }
      }
    }
  }
}

TEST_CASE("a study of noisy gradient descent is read as it stands there") {
  const Study full = read_study(document("studies/good/descent.json"));
  CHECK(full.kind() == MechanismKind::noisy_gradient_descent);
  REQUIRE(full.descent() != nullptr);
  CHECK(full.descent()->clip == 1);
  CHECK(full.descent()->sigma == 0);
  CHECK(full.descent()->grid == 0);
  CHECK(full.descent()->steps == 100);
  CHECK(full.descent()->every == 1);
  CHECK_FALSE(full.descent()->elsewhere);
  CHECK(full.budget.epsilon == 1);
  CHECK(full.budget.delta == 1e-6);
  CHECK(std::get<DescentAccountant>(full.budget.accountant) == DescentAccountant::gaussian);
  CHECK_FALSE(full.lambda());

  const Study poisson = read_study(document("studies/good/descent-poisson.json"));
  CHECK(poisson.descent()->rate == 0.05);
  CHECK(poisson.descent()->every == 2);
  CHECK(poisson.descent()->final_model == FinalModel::average);
  CHECK(poisson.descent()->update.rates == std::vector<double>{4, 3, 2, 1});
  CHECK(std::get<DescentAccountant>(poisson.budget.accountant) == DescentAccountant::pld);
  CHECK(poisson.of<DescentSettings>().scales.model == 0.75);
  json named = document("studies/good/descent-poisson.json");
  named["budget"]["accountant"] = "rdp";
  CHECK(std::get<DescentAccountant>(read_study(named).budget.accountant) == DescentAccountant::rdp);

  const Study shuffled = read_study(document("studies/good/descent-shuffled-elsewhere.json"));
  CHECK(shuffled.descent()->elsewhere);
  CHECK(shuffled.descent()->batches == 8);
  CHECK(shuffled.classes == 3);
  CHECK(shuffled.descent()->final_model == FinalModel::last);
  CHECK(std::get<DescentAccountant>(shuffled.budget.accountant) == DescentAccountant::gaussian);
}

}  // namespace
}  // namespace expost::report
