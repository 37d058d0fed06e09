#include "expost/report/study.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cases.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/row_coder.hpp"
#include "json_row.hpp"

namespace expost::report {
namespace {

using nlohmann::json;
using testing::cases;
using testing::document;

TEST_CASE("every good study is read") {
  const auto good = cases("studies/good");
  REQUIRE(good.size() >= 6);
  for (const testing::Case& good_case : good) {
    CAPTURE(good_case.name);
    const json& document = good_case.document;
    CHECK_NOTHROW((void)read_study(document));
    CHECK_NOTHROW((void)read_study(testing::through_message_pack(document)));
    CHECK(study_errors(document).empty());
  }
}

TEST_CASE("every bad study is refused at its place, with its code and one sentence") {
  const auto bad = testing::bad_cases("bad-studies.json", "studies/good");
  REQUIRE(bad.size() >= 50);
  for (const testing::BadCase& bad_case : bad) {
    CAPTURE(bad_case.name);
    try {
      (void)read_study(bad_case.document);
      FAIL_CHECK("should have been refused");
    } catch (const Error& error) {
      const std::string message = error.what();
      CHECK(error.type() == ErrorType::study);
      CHECK(error.pointer() == bad_case.pointer);
      CHECK(error.code() == bad_case.code);
      CHECK(message.find(error.pointer()) != std::string::npos);
      CHECK(message.find('\n') == std::string::npos);
      // Collected, the errors begin with the one that is thrown.
      const std::vector<Error> errors = study_errors(bad_case.document);
      REQUIRE_FALSE(errors.empty());
      CHECK(errors.front().pointer() == bad_case.pointer);
      CHECK(errors.front().code() == bad_case.code);
      CHECK(errors.front().what() == message);
    }
  }
}

TEST_CASE("all errors of a study at once, one for a part, in its order") {
  json study = document("studies/good/adaptive-sum.json");
  study["title"] = "";
  study["features"][1]["minimum"] = 90;
  study["features"][1]["maximum"] = 18;
  study["features"][2]["kind"] = "colour";
  study["scaling"]["range"] = {1, -1};
  study["budget"]["epsilon"] = 0;
  study["budget"]["delta"] = 1;
  study["budget"]["shares"]["hessian"] = "most";
  study["failureProbability"] = 0.5;
  std::vector<std::string> pointers;
  for (const Error& error : study_errors(study)) {
    CHECK(error.type() == ErrorType::study);
    pointers.push_back(error.pointer());
  }
  const std::vector<std::string> expected = {
      "/title",          "/features/1/maximum", "/features/2/kind",       "/scaling/range/1",
      "/budget/epsilon", "/budget/delta",       "/budget/shares/hessian", "/failureProbability"};
  CHECK(pointers == expected);
  study["mechanism"]["loss"]["name"] = "hinge";
  study["label"] = 7;
  std::vector<std::string> fewer;
  for (const Error& error : study_errors(study)) {
    fewer.push_back(error.pointer());
  }
  // Without a loss nothing is known of label and budget.
  const std::vector<std::string> without = {"/title",           "/features/1/maximum",  "/features/2/kind",
                                            "/scaling/range/1", "/mechanism/loss/name", "/failureProbability"};
  CHECK(fewer == without);
  CHECK(study_errors(json(7)).size() == 1);
}

TEST_CASE("every gap of a scaffold is named at once, in the study's order") {
  const json scaffold = json::parse(R"({
    "title": null, "publisher": {"name": null, "x-links": {"privacy": null, "rights": null, "optOut": null}}, "unit": null,
    "features": [
      {"name": "intercept", "kind": "constant", "value": 1},
      {"name": "age", "kind": "number", "minimum": null, "maximum": null, "missing": null},
      {"name": "town", "kind": "category", "levels": null, "missing": null}
    ],
    "scaling": {"range": [-2, 1], "norm": null},
    "label": {"name": "late", "kind": "binary", "negative": null, "positive": null},
    "mechanism": {"name": "objective-perturbation", "loss": {"name": "logistic"}, "lambda": null},
    "budget": {"epsilon": null, "delta": null}
  })");
  const auto pointers_of = [](const json& study) {
    std::vector<std::string> pointers;
    for (const Error& error : study_errors(study)) {
      CAPTURE(std::string(error.what()));
      CHECK(error.code() == "unfilled");
      CHECK(std::string(error.what()).find(error.pointer()) != std::string::npos);
      pointers.push_back(error.pointer());
    }
    return pointers;
  };
  const std::vector<std::string> until_label = {"/title",
                                                "/publisher/name",
                                                "/publisher/x-links/privacy",
                                                "/publisher/x-links/rights",
                                                "/publisher/x-links/optOut",
                                                "/unit",
                                                "/features/1/minimum",
                                                "/features/1/maximum",
                                                "/features/1/missing",
                                                "/features/2/levels",
                                                "/features/2/missing",
                                                "/scaling/norm"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = until_label;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  CHECK(pointers_of(scaffold) == with({"/label/negative", "/label/positive", "/budget/epsilon", "/budget/delta"}));
  json unknown = scaffold;
  unknown["label"] = {{"name", "late"}, {"kind", nullptr}};
  unknown["mechanism"]["loss"]["name"] = nullptr;
  CHECK(pointers_of(unknown) == with({"/mechanism/loss/name", "/label/kind", "/budget/epsilon", "/budget/delta"}));
  json width = scaffold;
  width["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", nullptr}, {"maximum", nullptr}};
  width["mechanism"]["loss"] = {{"name", "pseudo-huber"}, {"width", nullptr}};
  CHECK(pointers_of(width) ==
        with({"/mechanism/loss/width", "/label/minimum", "/label/maximum", "/budget/epsilon", "/budget/delta"}));
  // 1 of the constant, 2 of the number, 1 of the category: the root of 6, rounded up.
  for (const Error& error : study_errors(scaffold)) {
    if (error.pointer() == "/scaling/norm") {
      CHECK(std::string(error.what()).find("is longer than 2.44949,") != std::string::npos);
    }
  }
}

TEST_CASE("the greatest length is that of the longest record there is") {
  const Scaling scalings[] = {{-1, 1, 1}, {0, 1, 1}, {-3, 1, 1}, {-1, 0.25, 1}};
  const std::vector<Feature> features = read_study(document("studies/good/adaptive-sum.json")).features;
  for (const Scaling& scaling : scalings) {
    // Every record of ends and levels, coded.
    Label label;
    label.name = "label";
    label.negative = "n";
    label.positive = "p";
    double longest = 0;
    std::vector<json> records = {json::array()};
    std::vector<std::string> header;
    for (const Feature& feature : features) {
      std::vector<json> cells;
      switch (feature.kind) {
        case FeatureKind::constant:
          continue;
        case FeatureKind::number:
          cells = {feature.minimum, feature.maximum};
          break;
        case FeatureKind::boolean:
          cells = {"yes", "no"};
          break;
        case FeatureKind::category:
          cells.assign(feature.levels.begin(), feature.levels.end());
          break;
      }
      header.push_back(feature.name);
      std::vector<json> longer;
      for (const json& record : records) {
        for (const json& cell : cells) {
          longer.push_back(record);
          longer.back().push_back(cell);
        }
      }
      records = longer;
    }
    header.push_back("label");
    Scaling wide = scaling;
    wide.norm = 1024;
    RowCoder coder{FeatureMap(features, wide, label), header};
    RowCounters counters = coder.counters();
    std::vector<double> x(static_cast<std::size_t>(coder.map().dimension()));
    double y = 0;
    for (json& record : records) {
      record.push_back("p");
      testing::code_json_row(coder, record, 1, x.data(), y, counters);
      double squares = 0;
      for (const double coordinate : x) {
        squares += coordinate * coordinate;
      }
      longest = std::max(longest, 1024 * std::sqrt(squares));
    }
    CHECK(records.size() >= 4);
    CHECK(greatest_length(features, scaling) == doctest::Approx(longest).epsilon(1e-14));
  }
}

TEST_CASE("names of version 0.2 are read, and mean what the present ones mean") {
  json study = document("studies/good/adaptive-sum.json");
  const auto budget_of = [&study](const char* accountant, const char* key, const char* composition) {
    study["budget"]["accountant"] = accountant;
    study["budget"].erase("accounting");
    study["budget"].erase("composition");
    study["budget"][key] = composition;
    return read_study(study).budget;
  };
  CHECK(std::get<Accountant>(budget_of("kifer", "accounting", "sum").accountant) == Accountant::kst2012);
  CHECK(std::get<Accountant>(budget_of("lecture", "accounting", "sum").accountant) == Accountant::wang2021);
  CHECK(std::get<Accountant>(budget_of("kst2012", "composition", "basic").accountant) == Accountant::kst2012);
  CHECK(budget_of("wang2021", "composition", "basic").composition == Composition::basic);
  CHECK(budget_of("joint", "accounting", "sum").composition == Composition::basic);
  CHECK(budget_of("joint", "accounting", "whole").composition == Composition::joint);
  CHECK(budget_of("joint", "composition", "joint").composition == Composition::joint);
  study["budget"]["accounting"] = "whole";
  const std::vector<Error> errors = study_errors(study);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].pointer() == "/budget/accounting");
}

TEST_CASE("a study's values arrive") {
  const Study study = read_study(document("studies/good/adaptive-sum.json"));
  CHECK(study.heading.title == "Credit default model, spring 2026");
  CHECK(study.heading.published == "2026-03-01");
  CHECK(study.features.size() == 3);
  CHECK(study.label.negative == "no");
  CHECK(study.loss.kind == LossKind::logistic);
  CHECK(study.lambda() == 16.0);
  CHECK(study.budget.epsilon == 1);
  CHECK(study.budget.delta == 1e-6);
  CHECK(std::get<Accountant>(study.budget.accountant) == Accountant::kst2012);
  CHECK(study.budget.release == ReportKind::adaptive);
  CHECK(study.budget.composition == Composition::basic);
  CHECK(study.budget.split.model == 0.2);
  CHECK(study.budget.split.hessian == 0.6);
  CHECK(study.budget.split.gradient == 0.1);
  CHECK(study.budget.split.smallest_eigenvalue == 0.1);
  CHECK(study.sample);
  CHECK(read_study(document("studies/good/dependent.json")).budget.release == ReportKind::data_dependent);
  const Study hessian = read_study(document("studies/good/hessian.json"));
  CHECK(hessian.budget.release == ReportKind::hessian);
  CHECK(hessian.budget.split.model == 0.6);
  CHECK(hessian.budget.split.hessian == 0.4);
  CHECK_FALSE(hessian.budget.split.gradient.has_value());
}

TEST_CASE("a study's defaults are those that are stated") {
  const Study study = read_study(document("studies/good/only-what-is-needed.json"));
  CHECK(study.heading.published.empty());
  CHECK_FALSE(study.heading.publisher);
  CHECK_FALSE(study.lambda());
  CHECK(std::get<Accountant>(study.budget.accountant) == Accountant::joint);
  CHECK(study.budget.release == ReportKind::data_independent);
  CHECK(study.budget.composition == Composition::joint);
  CHECK(study.budget.split.model == 1);
  CHECK_FALSE(study.budget.split.hessian.has_value());
  CHECK(study.failure_probability == 1e-6);
  CHECK(study.scaling.norm == 1);
  CHECK_FALSE(study.sample);
  const Study squared = read_study(document("studies/good/squared-with-fixed-scales.json"));
  CHECK(squared.of<ObjectiveSettings>().scales.model == 3.0);
  CHECK(squared.of<ObjectiveSettings>().scales.gradient == 2.0);
  CHECK_FALSE(squared.of<ObjectiveSettings>().scales.hessian);
  CHECK(squared.label.kind == LabelKind::number);
}

TEST_CASE("what the mechanisms' studies hold") {
  Study study = read_study(document("studies/good/softmax.json"));
  CHECK(study.kind() == MechanismKind::objective_gaussian);
  CHECK(study.classes == 3);
  CHECK(study.label.levels == std::vector<std::string>{"low", "middle", "high"});
  CHECK(std::get<SoftmaxAccountant>(study.budget.accountant) == SoftmaxAccountant::radius);
  CHECK(study.budget.release == ReportKind::data_dependent);
  study = read_study(document("studies/good/laplace-eta.json"));
  CHECK(study.kind() == MechanismKind::objective_laplace);
  CHECK(study.lambda() == 2.0);
  CHECK(study.of<LaplaceSettings>().eta == 0.5);
  CHECK(study.budget.epsilon == 0);
  study = read_study(document("studies/good/laplace-delta-zero.json"));
  CHECK_FALSE(study.of<LaplaceSettings>().eta);
  CHECK(study.budget.epsilon == 1);
  CHECK(study.budget.delta == 0);
  study = read_study(document("studies/good/laplace-softmax.json"));
  CHECK(study.kind() == MechanismKind::objective_laplace);
  CHECK(study.model_loss().blocks() == 3);
  study = read_study(document("studies/good/output-perturbation-squared.json"));
  CHECK(study.kind() == MechanismKind::output_gaussian);
  CHECK(study.of<OutputSettings>().scales.model == 0.5);
  CHECK(study.budget.delta == 1e-6);
  CHECK(study.budget.release == ReportKind::data_independent);
  study = read_study(document("studies/good/posterior-sample.json"));
  CHECK(study.kind() == MechanismKind::posterior_sample);
  CHECK(study.of<PosteriorSettings>().gamma == 0.5);
  CHECK(study.loss.kind == LossKind::squared);
  study = read_study(document("studies/good/posterior-sample-adaptive.json"));
  CHECK(study.kind() == MechanismKind::ada_ops);
  CHECK_FALSE(study.lambda());
  // A null is not filled in, as for Gaussian noise.
  json open = document("studies/good/laplace.json");
  open["mechanism"]["lambda"] = nullptr;
  CHECK_FALSE(read_study(open).lambda());
  open = document("studies/good/posterior-sample-adaptive.json");
  open["mechanism"]["adaptive"] = false;
  open.erase("budget");
  CHECK(read_study(open).kind() == MechanismKind::posterior_sample);
}

TEST_CASE("a person's budget leaves each row its share") {
  const Study study = read_study(document("studies/good/several-rows.json"));
  REQUIRE(study.person);
  CHECK(study.person->column == "customer_id");
  CHECK(study.person->rows == 3);
  CHECK(study.person->epsilon == 1);
  CHECK(study.person->delta == 1e-6);
  CHECK(3 * study.budget.epsilon <= 1);
  CHECK(study.budget.epsilon > 0.333333);
  // 1e-6 / (1 + e^(1/3) + e^(2/3))
  CHECK(study.budget.delta == doctest::Approx(2.3024e-7).epsilon(1e-4));
  CHECK_FALSE(read_study(document("studies/good/dependent.json")).person);
}

TEST_CASE("an unfilled range is refused by the name of its field") {
  json study = document("studies/good/dependent.json");
  study["features"][1]["maximum"] = nullptr;
  try {
    (void)read_study(study);
    FAIL("should have been refused");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) ==
          "the maximum of \"age\" (/features/1/maximum) is not filled in yet: state it from public knowledge, never from the "
          "data");
  }
}

TEST_CASE("shares add up to 1 within 1e-9") {
  json study = document("studies/good/dependent.json");
  study["budget"]["shares"]["model"] = 0.2 + 0.9e-9;
  CHECK_NOTHROW((void)read_study(study));
  study["budget"]["shares"]["model"] = 0.2 + 1.1e-9;
  CHECK_THROWS_AS((void)read_study(study), Error);
  study["budget"]["shares"]["model"] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS((void)read_study(study), Error);
}

}  // namespace
}  // namespace expost::report
