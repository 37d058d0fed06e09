// Noisy gradient descent from the study to a person's bound, and models trained elsewhere.
//
// How a report could be made that says too little, or tells of the data:
// - Anything beside the path depends on the data: keys, refusals ("every other key is the
//   study's").
// - A guarantee that is the study's wish and not what the noise gives ("a stated level").
// - Steps that are taken after the iterates were stored, a mean for a sum, half the noise: seen by
//   the curator alone ("attached paths that don't fit").
// - Another program's own coding of a record left out, where floats of its values are far apart.
// - Exact losses of other samples than those of the training ("audit").
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "expost/report/base64.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

json descent_study(const json& loss, const json& sampling = {{"kind", "full"}}, int steps = 20) {
  return study_with({{"name", "noisy-gradient-descent"},
                     {"loss", loss},
                     {"clip", 1},
                     {"steps", steps},
                     {"sampling", sampling},
                     {"update", {{"rate", 1}, {"momentum", 0.5}, {"divisor", 200}}}},
                    one_budget);
}

const json full = {{"kind", "full"}};
const json poisson = {{"kind", "poisson"}, {"rate", 0.2}};
const json shuffle = {{"kind", "shuffle"}, {"batches", 5}};

std::vector<double> doubles_of(const json& text) {
  const auto& data = text.get_ref<const std::string&>();
  std::vector<double> numbers(*expost::report::base64_decoded_size(data) / sizeof(double));
  REQUIRE(expost::report::decode_base64_doubles(data, numbers));
  return numbers;
}

json text_of(const std::vector<double>& numbers) {
  return expost::report::encode_base64_doubles(numbers);
}

/// Published with its secrets, and audited with them.
struct Descent {
  json report;
  json secrets;
  json summary;
  json rows;
};

Descent published_descent(const json& of_study, std::uint64_t seed, int count = 200) {
  Service service;
  const json data = opened_for(service, of_study, count);
  const json publication = value_of(service.call("publish", {{"data", data}, {"seed", seed}, {"secrets", true}}));
  const json report = publication.at("report");
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const ordered_json audit =
      service.call("audit", {{"data", data}, {"report", handle}, {"options", {{"secrets", publication.at("secrets")}}}});
  INFO(audit.dump());
  REQUIRE(audit.at("ok") == true);
  return {report, publication.at("secrets"), json(audit.at("value").at("summary")), json(audit.at("value").at("rows"))};
}

/// The model of a report as another program would hand it over.
json model_of(const json& report) {
  json iterates = report.at("release").at("iterates");
  return {{"theta", report.at("model").at("theta")},
          {"sigma", report.at("model").at("mechanism").at("sigma")},
          {"iterates", {{"count", iterates.at("count")}, {"encoding", "base64-f64le"}, {"data", iterates.at("data")}}}};
}

json elsewhere(json of_study) {
  of_study["mechanism"]["elsewhere"] = true;
  return of_study;
}

}  // namespace

TEST_CASE("descent: published, checked, audited with its secrets, for every loss and sampling") {
  for (const json& sampling : {full, poisson, shuffle}) {
    for (const json& loss : {logistic_loss, squared_loss, huber_loss, softmax_loss}) {
      CAPTURE(loss.dump() + sampling.dump());
      const Descent descent = published_descent(descent_study(loss, sampling), 31);
      check_no_miss({descent.report, descent.summary, descent.rows}, false);
      const json& mechanism = descent.report.at("model").at("mechanism");
      const double grid = number(mechanism.at("x-grid"));
      CHECK(grid > 0);
      for (const double value : doubles_of(descent.secrets.at("noisySums"))) {
        REQUIRE(std::floor(value / grid) == value / grid);
      }
      CHECK(descent.secrets.contains("samples") == (sampling == poisson));
      CHECK(descent.secrets.contains("order") == (sampling == shuffle));
      CHECK(descent.report.at("guarantee").at("epsilon") == 1);
      CHECK(descent.report.at("guarantee").at("accountant") == (sampling == poisson ? "pld" : "gaussian"));
      CHECK(descent.report.at("release").at("iterates").at("count") == 20);
    }
  }
}

TEST_CASE("descent: secret samples have the first row in the lowest bit") {
  // 60 rows: 8 bytes a step, of whose last one the four highest bits are no row's.
  const Descent descent = published_descent(descent_study(logistic_loss, poisson), 12, 60);
  const auto& text = descent.secrets.at("samples").get_ref<const std::string&>();
  std::vector<std::uint8_t> bytes(20 * 8);
  REQUIRE(expost::report::decode_base64_bytes(text, bytes));
  int used = 0;
  for (std::size_t t = 0; t < 20; ++t) {
    CHECK(bytes[8 * t + 7] < 16);
    used |= bytes[8 * t + 7];
  }
  CHECK(used > 0);
}

TEST_CASE("descent: exact losses by hand, from the secrets and what the report says") {
  const Descent descent = published_descent(descent_study(logistic_loss), 5, 60);
  const std::vector<double> iterates = doubles_of(descent.report.at("release").at("iterates").at("data"));
  const std::vector<double> sums = doubles_of(descent.secrets.at("noisySums"));
  const double sigma = number(descent.report.at("model").at("mechanism").at("sigma"));
  // The rows as the report codes them, from bounds on them.
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", descent.report}})).at("handle");
  const json of_rows = rows_for(descent_study(logistic_loss), 60);
  std::vector<std::vector<double>> x;
  std::vector<double> y;
  for (const json& row : of_rows) {
    const json bound = value_of(service.call(
        "bound",
        {{"report", handle}, {"record", {{"late", row[0]}, {"age", std::stoi(row[1].get<std::string>())}, {"card", row[2]}}}}));
    x.push_back(bound.at("x").get<std::vector<double>>());
    y.push_back(number(bound.at("y")));
  }
  const std::size_t d = x[0].size();
  for (const std::size_t own : {std::size_t{0}, std::size_t{17}, std::size_t{59}}) {
    double loss = 0;
    for (std::size_t t = 0; t < 20; ++t) {
      std::vector<double> others(d);
      std::vector<double> mine(d);
      for (std::size_t i = 0; i < x.size(); ++i) {
        double margin = 0;
        for (std::size_t j = 0; j < d; ++j) {
          margin += x[i][j] * iterates[t * d + j];
        }
        const double slope = -y[i] / (1 + std::exp(y[i] * margin));
        for (std::size_t j = 0; j < d; ++j) {
          (i == own ? mine : others)[j] += slope * x[i][j];
        }
      }
      for (std::size_t j = 0; j < d; ++j) {
        const double u = sums[t * d + j] - others[j];
        loss += (2 * mine[j] * u - mine[j] * mine[j]) / (2 * sigma * sigma);
      }
    }
    // A gradient is rounded to 2^-26 of the noise.
    CHECK(number(descent.rows.at("exact")[own]) == expost::approximately(loss).epsilon(1e-5));
  }
}

TEST_CASE("descent: no exact losses of a path that was cut off, as it tells less than the sums") {
  json of_study = descent_study(logistic_loss, full, 40);
  of_study["mechanism"]["update"] = {{"rate", 1e30}, {"momentum", 0.5}, {"ridge", 1}, {"divisor", 1}};
  Service service;
  const json data = opened_for(service, of_study);
  const json publication = value_of(service.call("publish", {{"data", data}, {"seed", 4}, {"secrets", true}}));
  const json handle = value_of(service.call("load-report", {{"report", publication.at("report")}})).at("handle");
  const json refused = error_of(
      service.call("audit", {{"data", data}, {"report", handle}, {"options", {{"secrets", publication.at("secrets")}}}}));
  CHECK(refused.at("code") == "unsupported");
  CHECK(refused.at("pointer") == "/report");
}

TEST_CASE("descent: every other key is the study's, whatever the data are") {
  for (const json& sampling : {full, poisson, shuffle}) {
    const json of_study = descent_study(logistic_loss, sampling);
    Service service;
    std::vector<json> reports;
    for (const int count : {0, 1, 150}) {
      const json data = opened_for(service, of_study, count);
      reports.push_back(value_of(service.call("publish", {{"data", data}})).at("report"));
      reports.back()["model"].erase("theta");
      reports.back()["release"]["iterates"].erase("data");
    }
    CHECK(reports[0] == reports[1]);
    CHECK(reports[1] == reports[2]);
  }
}

TEST_CASE("descent: training goes in steps, and says how many there are") {
  Service service;
  const json data = opened_for(service, descent_study(logistic_loss));
  const json progress = value_of(service.call("train", {{"data", data}, {"seed", 3}, {"steps", 7}}));
  CHECK(progress == json{{"finished", false}, {"steps", 7}, {"residual", nullptr}, {"tolerance", nullptr}, {"ofSteps", 20}});
  const json in_steps = value_of(service.call("publish", {{"data", data}, {"seed", 3}}));
  const json at_once = value_of(service.call("publish", {{"data", data}, {"seed", 3}}));
  CHECK(in_steps.at("report") == at_once.at("report"));
  CHECK(in_steps.at("notes").at("iterations") == 20);
}

TEST_CASE("descent: the summary and a bound say what there is to say") {
  json of_study = descent_study(logistic_loss, poisson);
  of_study["mechanism"]["every"] = 4;
  of_study["mechanism"]["final"] = "average";
  Service service;
  const json report = published(service, opened_for(service, of_study), 2);
  CHECK(report.at("release").at("iterates").at("every") == 4);
  const json loaded = value_of(service.call("load-report", {{"report", report}}));
  const json& mechanism = loaded.at("summary").at("mechanism");
  CHECK(mechanism.at("name") == "noisy-gradient-descent");
  CHECK(mechanism.at("sampling") == poisson);
  CHECK(mechanism.at("path") == "every");
  CHECK(mechanism.at("every") == 4);
  CHECK(mechanism.at("final") == "average");
  CHECK(mechanism.at("boundsEverybody") == false);
  CHECK(mechanism.at("update").at("momentum") == 0.5);
  CHECK(loaded.at("summary").at("fullDigits") == false);
  const json record = {{"late", "yes"}, {"age", 40}, {"card", "day"}};
  const auto bound_with = [&](const json& options) {
    return service.call("bound", {{"report", loaded.at("handle")}, {"record", record}, {"options", options}});
  };
  const json bound = value_of(bound_with(json::object()));
  CHECK(bound.at("terms").at("steps") == 20);
  CHECK(number(bound.at("terms").at("energy")) <= number(bound.at("terms").at("energyCap")));
  CHECK(number(bound.at("epsilon").at("upper")) > 0);
  CHECK(bound.at("releaseCost").at("expost") == 0);
  CHECK(number(value_of(bound_with({{"uniform", 100}})).at("epsilon").at("upper")) > number(bound.at("epsilon").at("upper")));
  const json refused = error_of(bound_with({{"uniform", "all"}}));
  CHECK(refused.at("pointer") == "/options/uniform");
  CHECK(refused.at("code") == "unsupported");
}

TEST_CASE("descent: a stated level is promised for what it gives") {
  json of_study = descent_study(logistic_loss);
  of_study["mechanism"]["scales"] = {{"model", 3}};
  Service service;
  const json report = published(service, opened_for(service, of_study), 2);
  // √20/3 = 1.49: more than ε = 1.
  CHECK(number(report.at("guarantee").at("epsilon")) > 7);
  CHECK(number(report.at("guarantee").at("epsilon")) < 9);
}

TEST_CASE("descent: attached paths, with the noise as stated and not") {
  for (const json& sampling : {full, poisson}) {
    CAPTURE(sampling.dump());
    const json of_study = descent_study(logistic_loss, sampling);
    Service service;
    const json trained = opened_for(service, of_study);
    const json publication = value_of(service.call("publish", {{"data", trained}, {"seed", 8}, {"secrets", true}}));
    const json data = opened_for(service, elsewhere(of_study));
    const auto attach = [&](const json& model) { return service.call("attach", {{"data", data}, {"model", model}}); };
    json model = model_of(publication.at("report"));
    if (sampling == poisson) {
      model["samples"] = publication.at("secrets").at("samples");
    }
    const json attached = value_of(attach(model));
    // Nothing here knows the order of the rows, or sums that steps were made of.
    const json kept = {{"data", data}, {"model", model}, {"secrets", true}};
    CHECK(error_of(service.call("attach", kept)).at("pointer") == "/secrets");
    CHECK(attached.at("notes").at("doubts").empty());
    const json& report = attached.at("report");
    // A ledger asks beforehand, without a row that samples could be about.
    const json part = value_of(service.call("composition-part", {{"report", report}})).at("part");
    CHECK(value_of(service.call("publication-part", {{"study", elsewhere(of_study)}, {"model", model}})).at("part") == part);
    CHECK(report.at("model").at("mechanism").at("x-noise") == "elsewhere");
    CHECK_FALSE(report.at("model").at("mechanism").contains("x-grid"));
    CHECK(report.at("release").at("iterates").at("data") == publication.at("report").at("release").at("iterates").at("data"));
    CHECK(number(report.at("guarantee").at("epsilon")) == expost::approximately(1).epsilon(1e-3));
    value_of(service.call("load-report", {{"report", report}}));

    // Half and twice the noise, a divisor that was counted twice.
    for (const double factor : {0.5, 2.0}) {
      json wrong = model;
      wrong["sigma"] = factor * number(model.at("sigma"));
      CHECK(value_of(attach(wrong)).at("notes").at("doubts").size() == 1);
    }
    json mean = elsewhere(of_study);
    mean["mechanism"]["update"]["divisor"] = 40000;
    const json other = opened_for(service, mean);
    CHECK(value_of(service.call("attach", {{"data", other}, {"model", model}})).at("notes").at("doubts").size() == 1);
  }
}

TEST_CASE("descent: where nobody says who took part, a path far from any is still doubted") {
  for (const json& sampling : {poisson, shuffle}) {
    CAPTURE(sampling.dump());
    const json of_study = descent_study(logistic_loss, sampling);
    Service service;
    const json trained = opened_for(service, of_study);
    const json data = opened_for(service, elsewhere(of_study));
    const auto doubts = [&](const json& rows, const json& model) {
      return value_of(service.call("attach", {{"data", rows}, {"model", model}})).at("notes").at("doubts").size();
    };
    json model;
    for (int seed = 1; seed <= 5; ++seed) {
      model = model_of(published(service, trained, seed));
      CHECK(doubts(data, model) == 0);
    }
    // Too little noise for σ; and another divisor, whose sums are 200 times as long.
    json wrong = model;
    wrong["sigma"] = 10 * number(model.at("sigma"));
    CHECK(doubts(data, wrong) == 1);
    json mean = elsewhere(of_study);
    mean["mechanism"]["update"]["divisor"] = 40000;
    CHECK(doubts(opened_for(service, mean), model) == 1);
    // Numbers that no training made: all of them, or θ alone.
    std::vector<double> iterates = doubles_of(model.at("iterates").at("data"));
    for (std::size_t i = 0; i < iterates.size(); ++i) {
      iterates[i] = 1000 * std::sin(static_cast<double>(i * i));
    }
    wrong = model;
    wrong["iterates"]["data"] = text_of(iterates);
    CHECK(doubts(data, wrong) == 1);
    wrong = model;
    wrong["theta"][0] = 1000;
    CHECK(doubts(data, wrong) == 1);
    // Sums from elsewhere are looked at just so.
    wrong = model;
    wrong["noisySums"] = {{"count", 20}, {"encoding", "base64-f64le"}, {"data", text_of(iterates)}};
    CHECK(doubts(data, wrong) == 1);
    // No row can add what one row of them could.
    CHECK(doubts(opened_for(service, elsewhere(of_study), 0), model) <= 1);
  }
}

TEST_CASE("descent: a path of several classes has a row for each class") {
  const json of_study = study_with({{"name", "noisy-gradient-descent"},
                                    {"loss", {{"name", "softmax"}, {"classes", 3}}},
                                    {"clip", 1},
                                    {"steps", 4},
                                    {"sampling", full},
                                    {"update", {{"rate", 1}, {"divisor", 200}}}},
                                   one_budget);
  Service service;
  json changed = elsewhere(of_study);
  changed["label"] = {{"name", "late"}, {"kind", "category"}, {"levels", {"no", "yes", "never asked"}}};
  const json data = opened_for(service, changed);
  const std::vector<double> path(48, 0.5);
  const json theta = std::vector<double>(12, 1);
  const auto refused = [&](const json& shape) {
    const json iterates = {{"count", 4}, {"encoding", "base64-f64le"}, {"data", text_of(path)}, {"shape", shape}};
    const ordered_json answer =
        service.call("attach", {{"data", data}, {"model", {{"theta", theta}, {"sigma", 3}, {"iterates", iterates}}}});
    return answer.at("ok") == true ? std::string() : answer.at("error").at("message").get<std::string>();
  };
  CHECK(refused(nullptr) == "");
  CHECK(refused({3, 4}) == "");
  CHECK(refused({4, 3}) == "iterates has the shape (4, 3): rows are classes, (3, 4); transpose it");
  CHECK(refused({2, 6}) == "iterates has the shape (2, 6), but must have (3, 4), a row for each class");
  for (const json& shape : {json(12), json{12}, json{3.5, 4}, json{-3, 4}, json{"3", "4"}}) {
    CHECK(refused(shape).find("two whole numbers") != std::string::npos);
  }
}

TEST_CASE("descent: an attached path of another program's noise is wider, and its doubts leave the report alone") {
  const json of_study = descent_study(logistic_loss);
  Service service;
  const json report = published(service, opened_for(service, of_study, 2000), 8);
  const json model = model_of(report);
  const json near =
      value_of(service.call("attach", {{"data", opened_for(service, elsewhere(of_study), 2000)}, {"model", model}}));
  const json far = value_of(service.call("attach", {{"data", opened_for(service, elsewhere(of_study), 3)}, {"model", model}}));
  CHECK(near.at("report") == far.at("report"));
  CHECK(near.at("notes").at("doubts").empty());
  CHECK(far.at("notes").at("doubts").size() == 1);
  CHECK_FALSE(near.at("report").at("model").at("mechanism").contains("x-grid"));
  json stated = report;
  stated["model"]["mechanism"].erase("x-grid");
  const auto energy = [&](const json& document) {
    const json handle = value_of(service.call("load-report", {{"report", document}})).at("handle");
    const json record = {{"late", "yes"}, {"age", 40}, {"card", "day"}};
    return number(value_of(service.call("bound", {{"report", handle}, {"record", record}})).at("terms").at("energy"));
  };
  // Factors of 1 + 1e-5, and what floats lose next to 1.
  CHECK(energy(near.at("report")) >= energy(stated) * (1 + 2e-5));
  CHECK(energy(near.at("report")) <= energy(stated) * (1 + 2e-4));
  CHECK(energy(report) > energy(stated));
}

TEST_CASE("descent: another program's own coding of a record is counted") {
  // Floats near a million are 1/16 apart, and a whole range is 1.
  for (const json& loss : {logistic_loss, squared_loss, huber_loss, softmax_loss}) {
    CAPTURE(loss.dump());
    json of_study = descent_study(loss);
    Service service;
    const json model = model_of(published(service, opened_for(service, of_study), 8));
    of_study["features"][1]["minimum"] = 1000000;
    of_study["features"][1]["maximum"] = 1000001;
    const json data = opened_for(service, elsewhere(of_study));
    const json report = value_of(service.call("attach", {{"data", data}, {"model", model}})).at("report");
    // The same program, had it coded the record in doubles.
    json in_doubles = report;
    in_doubles["features"][1]["minimum"] = 0;
    in_doubles["features"][1]["maximum"] = 1;
    const auto answer = [&](const json& document, const json& age, const char* operation) {
      const json handle = value_of(service.call("load-report", {{"report", document}})).at("handle");
      json record = {{"card", "day"}};
      if (operation == std::string("bound")) {
        record["late"] = loss == squared_loss || loss == huber_loss ? json(7) : json("yes");
      }
      if (!age.is_null()) {
        record["age"] = age;
      }
      return value_of(service.call(operation, {{"report", handle}, {"record", record}}));
    };
    const auto energy = [&](const json& document, double age) {
      return number(answer(document, age, "bound").at("terms").at("energy"));
    };
    const auto promised = [&](const json& document, double age) {
      return number(answer(document, age, "promise").at("epsilon"));
    };
    for (const double age : {0.03, 0.47, 0.97}) {
      const double counted = energy(report, 1000000 + age);
      const double promise = promised(report, 1000000 + age);
      for (const double other : {std::floor(age * 16) / 16, std::ceil(age * 16) / 16}) {
        CHECK(counted >= energy(in_doubles, other));
        CHECK(promise >= promised(in_doubles, other));
      }
      CHECK(counted <= 8 * energy(in_doubles, age));
    }
  }
}

TEST_CASE("descent: paths that show by themselves that they are none") {
  const json of_study = descent_study(logistic_loss);
  Service service;
  const json report = published(service, opened_for(service, of_study), 8);
  const json data = opened_for(service, elsewhere(of_study));
  const json model = model_of(report);
  const auto refused = [&](const json& wrong, const char* pointer, const char* code) {
    const json error = error_of(service.call("attach", {{"data", data}, {"model", wrong}}));
    CHECK(error.at("pointer") == pointer);
    CHECK(error.at("code") == code);
    return error.at("message").get<std::string>();
  };
  json after = model;
  std::vector<double> iterates = doubles_of(model.at("iterates").at("data"));
  const std::vector<double> theta = model.at("theta").get<std::vector<double>>();
  iterates.erase(iterates.begin(), iterates.begin() + static_cast<std::ptrdiff_t>(theta.size()));
  iterates.insert(iterates.end(), theta.begin(), theta.end());
  after["iterates"]["data"] = text_of(iterates);
  CHECK(refused(after, "/model/iterates", "inconsistent").find("before each step") != std::string::npos);
  json few = model;
  few["iterates"]["count"] = 19;
  refused(few, "/model/iterates/data", "wrong-length");
  few["iterates"]["data"] = text_of(std::vector<double>(iterates.begin(), iterates.end() - 4));
  refused(few, "/model/iterates", "wrong-length");
  json infinite = model;
  iterates[3] = HUGE_VAL;
  infinite["iterates"]["data"] = text_of(iterates);
  refused(infinite, "/model/iterates/data", "not-finite");
  json missing = model;
  missing.erase("sigma");
  refused(missing, "/model/sigma", "missing");
  json stopped = model;
  stopped["stoppedAfter"] = 21;
  refused(stopped, "/model/stoppedAfter", "out-of-range");
  const json here = error_of(service.call("attach", {{"data", opened_for(service, of_study)}, {"model", model}}));
  CHECK(here.at("pointer") == "/mechanism/elsewhere");
  const json there = error_of(service.call("publish", {{"data", data}}));
  CHECK(there.at("pointer") == "/mechanism/elsewhere");
}

TEST_CASE("descent: what can't be trained is refused before a row is read") {
  Service service;
  const auto refused = [&](const json& of_study, const char* pointer) {
    const json error = error_of(service.call("open-study", {{"study", of_study}, {"header", header()}}));
    CHECK(error.at("pointer") == pointer);
    const ordered_json response = service.call("open-study", {{"study", elsewhere(of_study)}, {"header", header()}});
    CAPTURE(response.dump());
    CHECK(response.at("ok") == true);
  };
  json rule = descent_study(logistic_loss);
  rule["mechanism"]["update"] = {{"rule", "other"}, {"words", "Adam with rate 0.1"}};
  refused(rule, "/mechanism/update");
  json other = descent_study(logistic_loss);
  other["mechanism"]["final"] = "other";
  refused(other, "/mechanism/final");
  // Few of the iterates are published, but all are held while it is trained.
  json many = descent_study(softmax_loss, full, 4000000);
  many["mechanism"]["every"] = 100;
  refused(many, "/mechanism/steps");
}

TEST_CASE("descent: an audit needs the secrets of its own publication") {
  const json of_study = descent_study(logistic_loss, poisson);
  Service service;
  const json data = opened_for(service, of_study, 50);
  const json publication = value_of(service.call("publish", {{"data", data}, {"seed", 1}, {"secrets", true}}));
  const json handle = value_of(service.call("load-report", {{"report", publication.at("report")}})).at("handle");
  const auto refused = [&](const json& options, const char* pointer) {
    const json error = error_of(service.call("audit", {{"data", data}, {"report", handle}, {"options", options}}));
    CHECK(error.at("pointer") == pointer);
  };
  refused(json::object(), "/options/secrets");
  json secrets = publication.at("secrets");
  secrets.erase("samples");
  refused({{"secrets", secrets}}, "/options/secrets/samples");
  secrets["samples"] = "AAAA";
  refused({{"secrets", secrets}}, "/options/secrets/samples");
  secrets = publication.at("secrets");
  secrets["noisySums"] = text_of(std::vector<double>(79));
  refused({{"secrets", secrets}}, "/options/secrets/noisySums");
  // Begun with the right ones, it isn't gone on with by others.
  const json begun = {{"data", data}, {"report", handle}, {"rows", 40}, {"options", {{"secrets", publication.at("secrets")}}}};
  REQUIRE(value_of(service.call("audit", begun)) == json{{"finished", false}, {"rows", 40}});
  refused({{"secrets", secrets}}, "/options/secrets/noisySums");
  refused(json::object(), "/options/secrets");
  CHECK(value_of(service.call("audit", begun)).at("summary").at("misses") == 0);
  // Others need none.
  const json plain = opened_for(service, output_study(logistic_loss), 50);
  const json report = value_of(service.call("publish", {{"data", plain}, {"seed", 1}})).at("report");
  const json other = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json error =
      error_of(service.call("audit", {{"data", plain}, {"report", other}, {"options", {{"secrets", json::object()}}}}));
  CHECK(error.at("pointer") == "/options/secrets");
}

TEST_CASE("descent: plans") {
  Service service;
  const json request = {
      {"mechanism", "noisy-gradient-descent"}, {"clip", 2}, {"steps", 100}, {"epsilon", 1}, {"delta", 1e-6}, {"dimension", 24}};
  const auto plan_with = [&](const json& more) {
    json merged = request;
    merged.update(more);
    return service.call("plan", merged);
  };
  const json plain = value_of(plan_with(json::object()));
  const json& model = plain.at("model");
  CHECK(model.at("accountant") == "gaussian");
  // docs/noisy-gradient-descent.md, section 6: σ = √T C/m, m = 0.23646 for (1, 1e-6).
  CHECK(number(model.at("sigma")) == expost::approximately(84.5).epsilon(1e-2));
  CHECK(number(model.at("energyCap")) ==
        expost::approximately(100 * 4 / std::pow(number(model.at("sigma")), 2)).epsilon(1e-12));
  CHECK(plain.at("total").at("epsilon") == 1);
  const json epochs = value_of(plan_with({{"batches", 10}}));
  CHECK(number(epochs.at("model").at("sigma")) ==
        expost::approximately(number(model.at("sigma")) / std::sqrt(10)).epsilon(1e-5));
  const json pld = value_of(plan_with({{"rate", 0.05}}));
  const json rdp = value_of(plan_with({{"rate", 0.05}, {"accountant", "rdp"}}));
  CHECK(pld.at("model").at("accountant") == "pld");
  CHECK(number(pld.at("model").at("sigma")) < number(rdp.at("model").at("sigma")));
  CHECK(number(rdp.at("model").at("sigma")) < number(model.at("sigma")));
  const auto refused = [&](const json& more, const char* pointer) {
    CHECK(error_of(plan_with(more)).at("pointer") == pointer);
  };
  refused({{"rate", 0.5}, {"batches", 10}}, "/rate");
  refused({{"batches", 3}}, "/batches");
  refused({{"rate", 1}}, "/rate");
  refused({{"clip", 0}}, "/clip");
  refused({{"accountant", "pld"}}, "/accountant");
  refused({{"rate", 0.5}, {"accountant", "gaussian"}}, "/accountant");
  refused({{"lambda", 1}}, "/lambda");
  refused({{"mechanism", "output-perturbation"}, {"lambda", 1}}, "/clip");
}

TEST_CASE("descent: accuracy on held-out rows is that of trainings by the study's own descent") {
  const json of_study = descent_study(logistic_loss);
  Service service;
  const json data = opened_for(service, of_study, 300);
  const json held_out = opened_for(service, of_study, 200);
  json profile;
  int calls = 0;
  do {
    profile = value_of(service.call(
        "profile", {{"data", data}, {"heldOut", held_out}, {"lambda", 1}, {"epsilons", {0.01, 100}}, {"seed", 2}}));
    ++calls;
  } while (profile.at("finished") == false);
  CHECK(calls > 8);
  const json& accuracy = profile.at("accuracy");
  CHECK(accuracy.at("models") == 4);
  CHECK(number(accuracy.at("mean")[1]) > number(accuracy.at("mean")[0]) + 0.05);
  CHECK(number(accuracy.at("standardError")[0]) > 0);
  const json error = error_of(
      service.call("profile", {{"data", opened_for(service, elsewhere(of_study), 300)}, {"heldOut", held_out}, {"lambda", 1}}));
  CHECK(error.at("pointer") == "/mechanism/elsewhere");
}
