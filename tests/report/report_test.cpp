#include "expost/report/report.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "cases.hpp"
#include "expost/report/document_text.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

using nlohmann::json;
using testing::cases;
using testing::document;

/// The reader's words for a bad case; "" for each part if it says nothing.
struct ReadingRefusal {
  ErrorType type = ErrorType::numerics;
  std::string code;
  std::string pointer;
  std::string message;
};

template <class Read>
ReadingRefusal reading_refusal(Read read) {
  try {
    (void)read();
  } catch (const Error& error) {
    return {error.type(), error.code(), error.pointer(), error.what()};
  }
  return {};
}

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void check_same(const PublishedModel& a, const PublishedModel& b) {
  CHECK(a.loss.kind == b.loss.kind);
  CHECK(same_bits(a.loss.width, b.loss.width));
  CHECK(same_bits(a.lambda, b.lambda));
  CHECK(same_bits(a.sigma, b.sigma));
  CHECK(same_bits(a.residual, b.residual));
  CHECK(same_bits(a.theta, b.theta));
  CHECK(a.kind() == b.kind());
  if (a.hessian && b.hessian && a.gradient && b.gradient) {
    CHECK(same_bits(a.gradient->sigma, b.gradient->sigma));
    CHECK(same_bits(a.gradient->values, b.gradient->values));
    CHECK(same_bits(a.hessian->sigma, b.hessian->sigma));
    CHECK(same_bits(a.hessian->values, b.hessian->values));
  }
  if (a.smallest_eigenvalue && b.smallest_eigenvalue) {
    CHECK(same_bits(a.smallest_eigenvalue->sigma, b.smallest_eigenvalue->sigma));
    CHECK(same_bits(a.smallest_eigenvalue->value, b.smallest_eigenvalue->value));
  }
}

void check_same(const Report& a, const Report& b) {
  CHECK(a.heading == b.heading);
  REQUIRE(a.model.index() == b.model.index());
  CHECK(same_bits(a.theta(), b.theta()));
  if (std::holds_alternative<PublishedModel>(a.model)) {
    check_same(a.linear_model(), b.linear_model());
  } else {
    CHECK(write_report(a)["model"] == write_report(b)["model"]);
    CHECK(write_report(a).contains("release") == write_report(b).contains("release"));
  }
  REQUIRE(a.features.size() == b.features.size());
  for (std::size_t i = 0; i < a.features.size(); ++i) {
    CHECK(a.features[i].name == b.features[i].name);
    CHECK(a.features[i].label == b.features[i].label);
    CHECK(a.features[i].unit == b.features[i].unit);
    CHECK(a.features[i].kind == b.features[i].kind);
    CHECK(same_bits(a.features[i].value, b.features[i].value));
    CHECK(same_bits(a.features[i].minimum, b.features[i].minimum));
    CHECK(same_bits(a.features[i].maximum, b.features[i].maximum));
    CHECK(a.features[i].missing_value == b.features[i].missing_value);
    CHECK(a.features[i].levels == b.features[i].levels);
    CHECK(a.features[i].missing_level == b.features[i].missing_level);
    CHECK(a.features[i] == b.features[i]);
  }
  CHECK(same_bits(a.scaling.lower, b.scaling.lower));
  CHECK(same_bits(a.scaling.upper, b.scaling.upper));
  CHECK(same_bits(a.scaling.norm, b.scaling.norm));
  REQUIRE(a.label.has_value() == b.label.has_value());
  if (a.label) {
    CHECK(a.label->name == b.label->name);
    CHECK(a.label->label == b.label->label);
    CHECK(a.label->unit == b.label->unit);
    CHECK(a.label->kind == b.label->kind);
    CHECK(a.label->levels == b.label->levels);
    CHECK(a.label->negative == b.label->negative);
    CHECK(a.label->positive == b.label->positive);
    CHECK(same_bits(a.label->minimum, b.label->minimum));
    CHECK(same_bits(a.label->maximum, b.label->maximum));
    CHECK(*a.label == *b.label);
  }
  REQUIRE(a.guarantee.has_value() == b.guarantee.has_value());
  if (a.guarantee) {
    CHECK(same_bits(a.guarantee->epsilon, b.guarantee->epsilon));
    CHECK(same_bits(a.guarantee->delta, b.guarantee->delta));
    CHECK(a.guarantee->accountant == b.guarantee->accountant);
  }
  CHECK(same_bits(a.failure_probability, b.failure_probability));
  CHECK(a.insecure_seed == b.insecure_seed);
  CHECK(a.sample == b.sample);
}

TEST_CASE("every good report is read, and read back to the same bits after writing") {
  const auto good = cases("good");
  REQUIRE(good.size() >= 12);
  for (const testing::Case& good_case : good) {
    CAPTURE(good_case.name);
    const json& document = good_case.document;
    const Report report = read_report(document);
    for (const HessianEncoding encoding : {HessianEncoding::automatic, HessianEncoding::numbers, HessianEncoding::base64}) {
      const nlohmann::ordered_json written = write_report(report, encoding);
      // As text, as in a file, and through MessagePack, as over the boundary of the module.
      check_same(report, read_report_text(written.dump(2)));
      check_same(report, read_report(json::from_msgpack(nlohmann::ordered_json::to_msgpack(written))));
    }
    check_same(report, read_report(testing::through_message_pack(document)));
  }
}

TEST_CASE("every bad report is refused at its place, with its code and one sentence") {
  const auto bad = testing::bad_cases("bad-reports.json", "good");
  REQUIRE(bad.size() >= 80);
  std::set<std::string> codes;
  for (const testing::BadCase& bad_case : bad) {
    CAPTURE(bad_case.name);
#ifdef EXPOST_WITHOUT_JSON_TEXT
    // As in document_text_test.cpp.
    if (bad_case.text.has_value()) {
      continue;
    }
#endif
    const ReadingRefusal refusal = reading_refusal(
        [&bad_case] { return bad_case.text.has_value() ? read_report_text(*bad_case.text) : read_report(bad_case.document); });
    CHECK(refusal.type == ErrorType::report);
    CHECK(refusal.pointer == bad_case.pointer);
    CHECK(refusal.code == bad_case.code);
    // One line, which names the place.
    CHECK(refusal.message.find('\n') == std::string::npos);
    CHECK(refusal.message.find(refusal.pointer) != std::string::npos);
    CHECK(refusal.message.size() > refusal.pointer.size() + 10);
    CHECK(refusal.message.size() < 500);
    CHECK(bad_case.why.size() > 3);
    codes.insert(refusal.code);
    if (!bad_case.text.has_value()) {
      const ReadingRefusal packed =
          reading_refusal([&bad_case] { return read_report(testing::through_message_pack(bad_case.document)); });
      CHECK(packed.pointer == refusal.pointer);
      CHECK(packed.code == refusal.code);
      const ReadingRefusal text = reading_refusal([&bad_case] { return read_report_text(bad_case.document.dump()); });
      CHECK(text.pointer == refusal.pointer);
      CHECK(text.code == refusal.code);
    }
  }
  // Each code that report.hpp names is shown by a case, except "not-text", which no JSON file can
  // hold.
  for (const char* const code : {"not-a-report", "newer-version", "unsupported",   "missing",           "unknown-key",
                                 "unknown-name", "wrong-type",    "wrong-length",  "not-finite",        "out-of-range",
                                 "too-large",    "too-long",      "empty",         "control-character", "surrounding-blanks",
                                 "duplicate",    "inconsistent",  "unknown-level", "not-a-date",        "not-base64",
                                 "not-json"}) {
#ifdef EXPOST_WITHOUT_JSON_TEXT
    if (std::string(code) == "not-json") {
      continue;
    }
#endif
    CAPTURE(code);
    CHECK(codes.count(code) == 1);
  }
}

TEST_CASE("a report of each mechanism is read as it stands there") {
  {
    const Report report = read_report(document("good/softmax-three-classes.json"));
    const auto& model = std::get<PublishedSoftmaxModel>(report.model);
    CHECK(model.classes == 3);
    CHECK(model.features() == 4);
    CHECK(report.dimension() == 4);
    CHECK(model.parts.sigma == 6.81);
    CHECK(model.parts.lambda == 20);
    CHECK(model.parts.theta[4] == 0.5);
    CHECK(report.loss().label_kind() == LabelKind::category);
    CHECK(report.label->levels == std::vector<std::string>{"low", "middle", "high"});
  }
  {
    const auto model = std::get<PublishedSoftmaxModel>(read_report(document("good/softmax-released-and-coded.json")).model);
    CHECK(model.classes == 2);
    CHECK(model.features() == 2);
    CHECK(model.parts.residual == 3.5e-11);
    CHECK(model.parts.gradient->sigma == 4);
    CHECK(model.parts.hessian->values(1, 2) == 0.125);
    CHECK(model.parts.hessian->values(2, 1) == 0.125);
    CHECK(model.parts.smallest_eigenvalue->value == 143);
  }
  {
    const Report report = read_report(document("good/laplace.json"));
    const auto& model = std::get<PublishedLaplaceModel>(report.model);
    CHECK(model.eta == 0.5);
    CHECK(model.lambda == 2.5);
    CHECK(model.classes == 0);
    CHECK(model.loss.kind == LossKind::logistic);
    CHECK(report.guarantee->delta == 0);
    CHECK(std::get<PublishedLaplaceModel>(read_report(document("good/laplace-softmax.json")).model).classes == 3);
  }
  {
    const auto model = std::get<PublishedOutputPerturbation>(read_report(document("good/output-perturbation.json")).model);
    CHECK(model.sigma == 0.08);
    CHECK(model.lambda == 40);
    CHECK(model.grid == 0x1p-20);
    CHECK(model.loss.width == 0.5);
    CHECK(model.theta[1] == -0.03125);
  }
  {
    const Report report = read_report(document("good/posterior-sample.json"));
    const auto& model = std::get<PublishedPosteriorSample>(report.model);
    CHECK(model.gamma == 3.5);
    CHECK(model.lambda == 12);
    CHECK(model.data_eigenvalue == 0);
    CHECK_FALSE(report.guarantee.has_value());
  }
  {
    const auto model = std::get<PublishedAdaOps>(read_report(document("good/adaptive-posterior-sample.json")).model);
    CHECK(model.budget.epsilon == 1);
    CHECK(model.budget.delta == 1e-6);
    CHECK(model.budget.bound_x == 1);
    CHECK(model.budget.bound_y == 1);
    CHECK(model.smallest_eigenvalue == 31.5);
    CHECK(model.log_residual == 0.75);
    CHECK(model.gamma == 0.29);
    CHECK(model.lambda == 83.5);
    CHECK(model.rounding.step == 0);
  }
  {
    const auto model = std::get<PublishedAdaOps>(read_report(document("good/rounded-adaptive-posterior-sample.json")).model);
    CHECK(model.rounding.step == 0x1p-33);
    CHECK(model.rounding.rows_at_most == 0x1p20);
  }
  {
    const auto model =
        std::get<PublishedOutputPerturbation>(read_report(document("good/output-perturbation-elsewhere.json")).model);
    CHECK(model.grid == 0);
    CHECK(model.rounding.step == 0x1p-17);
    CHECK(model.rounding.elsewhere);
  }
}

TEST_CASE("a number that is not finite isn't written, of any mechanism") {
  for (const char* const name :
       {"softmax-three-classes", "laplace", "output-perturbation", "posterior-sample", "adaptive-posterior-sample"}) {
    CAPTURE(name);
    Report report = read_report(document(std::string("good/") + name + ".json"));
    std::visit(
        [](auto& model) {
          if constexpr (requires { model.plan; }) {
            model.plan.update.ridge = std::numeric_limits<double>::infinity();
          } else if constexpr (requires { model.lambda; }) {
            model.lambda = std::numeric_limits<double>::infinity();
          } else {
            model.parts.lambda = std::numeric_limits<double>::infinity();
          }
        },
        report.model);
    CHECK_THROWS_AS((void)write_report(report), Error);
  }
}

TEST_CASE("the example of the format is read as it stands there") {
  const Report report = read_report(document("good/adaptive.json"));
  CHECK(report.heading.title == "Credit default model, spring 2026");
  REQUIRE(report.heading.publisher);
  CHECK(report.heading.publisher->contact == "privacy@example.org");
  CHECK(report.heading.published == "2026-03-01");
  CHECK(report.heading.unit == "one person, one row");
  CHECK(report.linear_model().loss.kind == LossKind::logistic);
  CHECK(report.linear_model().sigma == 4.23);
  CHECK(report.linear_model().lambda == 1);
  CHECK(report.linear_model().residual == 0);
  CHECK(report.linear_model().kind() == ReportKind::adaptive);
  REQUIRE(report.linear_model().dimension() == 4);
  CHECK(report.linear_model().theta[1] == -0.03);
  REQUIRE(report.linear_model().gradient);
  CHECK(report.linear_model().gradient->sigma == 4);
  CHECK(report.linear_model().gradient->values == Eigen::Vector4d(1.9, -0.2, 0.75, -1.1));
  REQUIRE(report.linear_model().hessian);
  Eigen::Matrix4d hessian;
  hessian << 701.2, 13.1, -2.25, 4.5,  //
      13.1, 655, 0.125, -7.75,         //
      -2.25, 0.125, 612.5, 3.5,        //
      4.5, -7.75, 3.5, 640.25;
  CHECK(report.linear_model().hessian->values == hessian);
  REQUIRE(report.linear_model().smallest_eigenvalue);
  CHECK(report.linear_model().smallest_eigenvalue->sigma == 2);
  CHECK(report.linear_model().smallest_eigenvalue->value == 143);
  REQUIRE(report.features.size() == 3);
  CHECK(report.features[0].kind == FeatureKind::constant);
  CHECK(report.features[0].words() == "intercept");
  CHECK(report.features[1].unit == "years");
  CHECK(report.features[1].maximum == 90);
  CHECK(report.features[1].words() == "Age");
  CHECK_FALSE(report.features[1].missing_value);
  CHECK(report.features[2].levels == std::vector<std::string>{"female", "male"});
  CHECK(total_coordinates(report.features) == 4);
  REQUIRE(report.label);
  CHECK(report.label->positive == "yes");
  REQUIRE(report.guarantee);
  CHECK(report.guarantee->delta == 1e-6);
  CHECK(report.guarantee->accountant == "joint");
  CHECK(report.failure_probability == 1e-6);
  CHECK_FALSE(report.insecure_seed);
  CHECK_FALSE(report.sample);
}

TEST_CASE("labels, units and words for levels are read in every language, and written where there are any") {
  const Report report = read_report(document("good/labels-per-language.json"));
  CHECK(json(report.features[0].translations) == json({{"labels", {{"de", "Achsenabschnitt"}}}}));
  CHECK(report.features[1].label == "Age");
  const json age = report.features[1].translations;
  CHECK(age["labels"] == json({{"ar", "العمر"}, {"de", "Alter"}, {"gsw", "Alter"}}));
  CHECK(age["units"] == json({{"ar", "سنة"}, {"de", "Jahre"}}));
  CHECK(report.features[2].levels == std::vector<std::string>{"female", "male"});
  CHECK(report.features[2].level_words == std::vector<std::string>{"woman", "man"});
  CHECK(report.label->level_words == std::vector<std::string>{"paid", "missed"});
  const json sex = report.features[2].translations;
  CHECK(sex["labels"].at("de") == "Geschlecht");
  CHECK(sex["levelLabels"].at("de") == std::vector<std::string>{"weiblich", "männlich"});
  CHECK(report.label->translations.at("levelLabels").at("de") == std::vector<std::string>{"nein", "ja"});
  const nlohmann::ordered_json written = write_report(report);
  CHECK(written["features"][1]["labels"].dump() == R"({"ar":"العمر","de":"Alter","gsw":"Alter"})");
  CHECK(written["features"][2]["levelWords"].dump() == R"(["woman","man"])");
  CHECK(written["label"]["levelWords"].dump() == R"(["paid","missed"])");
  CHECK(written["features"][2]["levelLabels"].dump() == R"({"de":["weiblich","männlich"]})");
  CHECK(written["label"]["levelLabels"].dump() == R"({"de":["nein","ja"]})");
  CHECK(read_report(document("good/units-per-language.json")).label->translations.at("units")["de"] == "Punkte");
  CHECK(read_report(document("good/adaptive.json")).features[1].translations.empty());
}

TEST_CASE("a promise to a person is read and written, up to the rounding of decimals") {
  const Report report = read_report(document("good/several-rows.json"));
  REQUIRE(report.person);
  CHECK(report.person->rows == 3);
  CHECK(report.person->epsilon == 3);
  CHECK(report.person->delta == 1.2e-5);
  CHECK(write_report(report)["person"].dump() == R"({"rows":3,"epsilon":3,"delta":1.2e-05})");
  CHECK(read_report(document("good/several-rows-pure.json")).person->delta == 0);
  CHECK_FALSE(write_report(read_report(document("good/independent.json"))).contains("person"));
  // 3 · 0.1 is a little above the double next to 0.3.
  json decimals = document("good/laplace.json");
  decimals["guarantee"]["epsilon"] = 1.1;
  decimals["person"] = {{"rows", 3}, {"epsilon", 3.3}, {"delta", 0}};
  CHECK(read_report(decimals).person->epsilon == 3.3);
  decimals["person"]["epsilon"] = 3.3 * (1 - 1e-13);
  CHECK_THROWS_AS((void)read_report(decimals), Error);
}

TEST_CASE("aliases of levels are read, code as their levels do, and are written where there are any") {
  const Report report = read_report(document("good/level-aliases.json"));
  CHECK(report.features[2].aliases ==
        json::object_t{{"2", "male"}, {"?", "female"}, {"F", "female"}, {"constructor", "male"}, {"male.", "male"}});
  CHECK(report.label->aliases == json::object_t{{"no.", "no"}, {"yes.", "yes"}});
  const nlohmann::ordered_json written = write_report(report);
  CHECK(written["features"][2]["aliases"].dump() ==
        R"({"2":"male","?":"female","F":"female","constructor":"male","male.":"male"})");
  CHECK(written["label"]["aliases"].dump() == R"({"no.":"no","yes.":"yes"})");
  CHECK(read_report(json(written)).features == report.features);
  CHECK_FALSE(write_report(read_report(document("good/adaptive.json")))["features"][2].contains("aliases"));

  const FeatureMap map(report);
  const auto coded = [&map](const json& sex, const char* label) {
    return map.code_record({{"age", 30}, {"sex", sex}, {"default", label}});
  };
  const CodedRecord man = coded("male", "yes");
  CHECK(man.x[2] == 0);
  CHECK(man.x[3] > 0);
  for (const json& alias : {json("male."), json("2"), json(2), json(" constructor ")}) {
    CHECK(coded(alias, "yes.").x == man.x);
    CHECK(coded(alias, "yes.").y == 1);
  }
  CHECK(coded("F", "no.").x == coded("female", "no").x);
  CHECK(coded("?", "no.").x == coded("female", "no").x);
  CHECK(coded("F", "no.").y == -1);
  for (const char* const other : {"f", "Male", "male..", "02"}) {
    CHECK_THROWS_AS((void)coded(other, "yes"), Error);
  }

  const Report classes = read_report(document("good/softmax-level-aliases.json"));
  CHECK(FeatureMap(classes).code_record({{"age", 30}, {"sex", "male"}, {"income", "very high"}}).y == 2);
  CHECK(FeatureMap(classes).code_record({{"age", 30}, {"sex", "male"}, {"income", 0.5}}).y == 0);
}

TEST_CASE("a number means a level before an alias, and its own text before another") {
  LevelIndex index({"1.0", "two", "4.00"});
  index.add({{"1", "two"}, {"2.0", "two"}, {"3", "1.0"}, {"4.0", "two"}});
  CHECK(index.find(1.0) == 0);
  CHECK(index.find(4.0) == 2);
  CHECK(index.find("4.0") == 1);
  CHECK(index.find("1") == 1);
  CHECK(index.find(2.0) == 1);
  CHECK(index.find("3") == 0);
  CHECK_FALSE(index.find("2"));
}

TEST_CASE("an alias is one line, which the refusal doesn't repeat") {
  json report = document("good/level-aliases.json");
  report.at("features")[2]["aliases"] = {{"m\u2028", "male"}};
  try {
    (void)read_report(report);
    FAIL("taken");
  } catch (const Error& error) {
    CHECK(error.code() == "control-character");
    CHECK(error.pointer() == "/features/2/aliases/m\u2028");
    CHECK(std::string(error.what()).find("\u2028") == std::string::npos);
  }
}

TEST_CASE("an alias that is a number means what the number means already") {
  json report = document("good/level-aliases.json");
  json& sex = report.at("features")[2];
  const auto pointer_of_refusal = [&](const json& levels, const json& aliases) {
    sex["levels"] = levels;
    sex["aliases"] = aliases;
    try {
      (void)read_report(report);
    } catch (const Error& error) {
      CHECK(error.code() == "duplicate");
      return error.pointer();
    }
    return std::string("taken");
  };
  const auto pointer = [](const char* alias) { return "/features/2/aliases/" + std::string(alias); };
  CHECK(pointer_of_refusal({"1.0", "2"}, {{"1", "2"}}) == pointer("1"));
  CHECK(pointer_of_refusal({"1.0", "2"}, {{"1", "1.0"}}) == "taken");
  CHECK(pointer_of_refusal({"1", "1.0"}, {{"1.00", "1.0"}}) == pointer("1.00"));
  CHECK(pointer_of_refusal({"1", "1.0"}, {{"1.00", "1"}}) == "taken");
  CHECK(pointer_of_refusal({"a", "b"}, {{"1", "a"}, {"1e0", "b"}}) == pointer("1e0"));
  CHECK(pointer_of_refusal({"a", "b"}, {{"1", "a"}, {"1.0", "a"}, {"+1", "a"}, {"10", "b"}}) == "taken");
  CHECK(pointer_of_refusal({"0", "b"}, {{"-0", "b"}}) == pointer("-0"));
}

TEST_CASE("there are at most 4096 aliases, of all features together and of the label") {
  json report = document("good/level-aliases.json");
  const auto many = [](std::size_t count, const char* level) {
    json aliases = json::object();
    for (std::size_t i = 0; i < count; ++i) {
      aliases["alias " + std::to_string(i)] = level;
    }
    return aliases;
  };
  const auto pointer_of_refusal = [&] {
    try {
      (void)read_report(report);
    } catch (const Error& error) {
      CHECK(error.code() == "too-large");
      return error.pointer();
    }
    return std::string("taken");
  };
  json& features = report.at("features");
  features[2]["aliases"] = many(limits::aliases, "male");
  CHECK(pointer_of_refusal() == "taken");
  features[1] = features[2];
  features[1]["name"] = "other";
  features[1]["aliases"] = many(1, "male");
  features[1]["levels"] = json::array({"male"});
  CHECK(pointer_of_refusal() == "/features");
  features[2]["aliases"] = many(limits::aliases + 1, "male");
  features[1].erase("aliases");
  CHECK(pointer_of_refusal() == "/features/2/aliases");
  features[2].erase("aliases");
  report.at("label")["aliases"] = many(limits::aliases + 1, "yes");
  CHECK(pointer_of_refusal() == "/label/aliases");
}

TEST_CASE("the map undone makes the coordinates of records that are not scaled down") {
  json document_with_range = document("good/level-aliases.json");
  document_with_range.at("scaling") = {{"range", {-0.25, 0.75}}, {"norm", 2}};
  const Report report = read_report(document_with_range);
  const FeatureMap map(report);
  CHECK_FALSE(map.may_scale_down());
  CHECK(FeatureMap(read_report(document("good/level-aliases.json"))).may_scale_down());
  CHECK_FALSE(FeatureMap(3, LabelKind::binary).may_scale_down());
  const std::vector<CoordinateTerm> terms = map.terms();
  REQUIRE(terms.size() == 4);
  for (const double age : {18.0, 30.0, 90.0}) {
    for (const std::size_t sex : {0U, 1U}) {
      const CodedRecord coded = map.code_record({{"age", age}, {"sex", report.features[2].levels[sex]}, {"default", "yes"}});
      const double values[] = {0, age, sex == 0 ? 1.0 : 0.0, sex == 1 ? 1.0 : 0.0};
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::fabs(terms[i].offset + terms[i].slope * values[i] - coded.x[static_cast<Eigen::Index>(i)]) < 1e-15);
      }
    }
  }
  CHECK(terms[0].slope == 0);
  CHECK(terms[1].feature == 1);
  CHECK_FALSE(terms[1].level);
  CHECK(terms[3].feature == 2);
  CHECK(terms[3].level == 1U);
  CHECK(FeatureMap(3, LabelKind::binary).terms().size() == 3);
  CHECK(FeatureMap(3, LabelKind::binary).terms()[2].slope == 1);
}

TEST_CASE("a publisher's pages and the program are read, and written where there are any") {
  const Report report = read_report(document("good/links-and-software.json"));
  REQUIRE(report.heading.publisher);
  const PublisherLinks& links = report.heading.publisher->links;
  CHECK(links.privacy == "https://example.org:8443/privacy?year=2026#models");
  CHECK(links.rights == "https://xn--bcher-kva.example");
  CHECK(links.opt_out == "https://example.org/opt-out");
  REQUIRE(report.software);
  CHECK(report.software->name == "Expost");
  CHECK(report.software->version == "0.3.0");
  const nlohmann::ordered_json written = write_report(report);
  const json source = document("good/links-and-software.json");
  CHECK(json(written)["publisher"] == source["publisher"]);
  CHECK(json(written)["x-software"] == source["x-software"]);
  const Report without = read_report(document("good/independent.json"));
  CHECK(without.heading.publisher->links == PublisherLinks());
  CHECK_FALSE(without.software);
  CHECK_FALSE(write_report(without)["publisher"].contains("x-links"));
  CHECK_FALSE(write_report(without).contains("x-software"));
}

TEST_CASE("a Hessian alone is read, and written back") {
  for (const char* const name : {"good/hessian-alone.json", "good/softmax-hessian-alone.json"}) {
    const json source = document(name);
    const Report report = read_report(source);
    const auto check = [&](const auto& parts, Eigen::Index coordinates) {
      CHECK(kind_of(parts) == ReportKind::hessian);
      CHECK_FALSE(parts.gradient);
      REQUIRE(parts.hessian);
      CHECK(parts.hessian->values.rows() == coordinates);
      CHECK(parts.hessian->sigma == source["release"]["hessian"]["sigma"]);
    };
    if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&report.model)) {
      check(softmax->parts, softmax->parts.theta.size());
    } else {
      check(report.linear_model(), 4);
    }
    CHECK(read_report(write_report(report)).heading.title == report.heading.title);
    CHECK_FALSE(json(write_report(report))["release"].contains("gradient"));
  }
}

TEST_CASE("optional parts have their stated defaults") {
  const Report report = read_report(document("good/only-what-is-needed.json"));
  CHECK_FALSE(report.heading.publisher);
  CHECK_FALSE(report.guarantee);
  CHECK(report.heading.description.empty());
  CHECK(report.failure_probability == 1e-6);
  CHECK(report.scaling.lower == -1);
  CHECK(report.scaling.upper == 1);
  CHECK(report.scaling.norm == 1);
  const Report empty = read_report(document("good/empty-release.json"));
  CHECK(empty.linear_model().kind() == ReportKind::data_independent);
}

TEST_CASE("the marks of an experiment and of a sample are read") {
  const Report report = read_report(document("good/keys-of-ones-own-everywhere.json"));
  CHECK(report.insecure_seed);
  CHECK(report.sample);
  json unmarked = document("good/keys-of-ones-own-everywhere.json");
  unmarked["x-insecure-seed"] = false;
  unmarked["x-sample"] = false;
  CHECK_FALSE(read_report(unmarked).insecure_seed);
  CHECK_FALSE(read_report(unmarked).sample);
  CHECK(read_report(document("good/pseudo-huber-number-label.json")).linear_model().residual == 3.5e-11);
}

TEST_CASE("numbers of every kind and size are read exactly, or refused") {
  json report = document("good/coded-squared.json");
  auto theta = [&report](const json& value) {
    report["model"]["theta"] = json::array({value, 0});
    return read_report(report).linear_model().theta[0];
  };
  CHECK(theta(-7) == -7);
  CHECK(theta(-1e50) == -1e50);
  CHECK(reading_refusal([&] { return theta(1.001e50); }).message ==
        "/model/theta/0 must be a number between -1e50 and 1e50, but is 1.001e+50");
  CHECK(theta(std::numeric_limits<std::uint64_t>::max()) == 0x1p64);
  CHECK(theta(std::numeric_limits<std::int64_t>::min()) == -0x1p63);
  CHECK(theta(9007199254740993) == 9007199254740992.0);
  CHECK(std::signbit(theta(-0.0)));
  CHECK(theta(5e-324) == 5e-324);
  for (const double value : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(reading_refusal([&] { return theta(value); }).code == "not-finite");
    CHECK(reading_refusal([&] { return theta(value); }).pointer == "/model/theta/0");
    json sigma = document("good/coded-squared.json");
    sigma["model"]["mechanism"]["sigma"] = value;
    CHECK(reading_refusal([&] { return read_report(sigma); }).code == "not-finite");
    json upper = document("good/adaptive.json");
    upper["release"]["hessian"]["upper"][9] = value;
    CHECK(reading_refusal([&] { return read_report(upper); }).pointer == "/release/hessian/upper/9");
    CHECK(reading_refusal([&] { return read_report(upper); }).code == "not-finite");
  }
  json residual = document("good/coded-squared.json");
  residual["model"]["mechanism"]["x-residual"] = -0.0;
  CHECK_FALSE(std::signbit(read_report(residual).linear_model().residual));
}

TEST_CASE("texts that are not Unicode are refused, as lone surrogates arrive") {
  json report = document("good/adaptive.json");
  for (const char* const text :
       {"\xED\xA0\x80", "\x80", "\xC0\xAF", "\xE0\x9F\xBF", "\xE2\x82", "\xF4\x90\x80\x80", "\xF0\x8F\xBF\xBF", "\xFF"}) {
    report["title"] = text;
    const ReadingRefusal refusal = reading_refusal([&] { return read_report(report); });
    CHECK(refusal.code == "not-text");
    CHECK(refusal.pointer == "/title");
  }
  report["title"] = "\xF4\x8F\xBF\xBF \xEF\xBF\xBD";
  CHECK_NOTHROW((void)read_report(report));
  // In a message they must not break the sentence either.
  report["title"] = "a";
  report["model"]["loss"]["name"] = "\xFFhinge";
  CHECK(reading_refusal([&] { return read_report(report); }).code == "unknown-name");
}

TEST_CASE("messages name the place, what was expected and what is there") {
  json report = document("good/adaptive.json");
  report["model"]["mechanism"]["sigma"] = -1;
  CHECK(reading_refusal([&] { return read_report(report); }).message ==
        "/model/mechanism/sigma must be a number above 0, but is -1");
  report["model"]["mechanism"]["sigma"] = std::numeric_limits<double>::infinity();
  CHECK(reading_refusal([&] { return read_report(report); }).message ==
        "/model/mechanism/sigma must be a number above 0, but is Infinity");
  report["model"]["mechanism"]["sigma"] = 1e-60;
  CHECK(reading_refusal([&] { return read_report(report); }).message ==
        "/model/mechanism/sigma must be a number from 1e-50 to 1e50, but is 1e-60");
  report["model"]["mechanism"].erase("sigma");
  CHECK(reading_refusal([&] { return read_report(report); }).message ==
        "/model/mechanism/sigma is missing: it must be a number above 0");
  CHECK(reading_refusal([] {
          return read_report(json{{"format", "expost-report"}, {"version", 2}});
        }).message == "/version is 2: the report has a newer format than this version of Expost can read (1)");
  CHECK(reading_refusal([] { return read_report(json("x")); }).message ==
        "the report must be an object whose format is \"expost-report\", but is \"x\"");
  const json long_text = std::string(10000, 'y');
  CHECK(reading_refusal([&] { return read_report(long_text); }).message.size() < 200);
  // Keys may be of any length and hold anything: the pointer has them as they are, the sentence
  // stays one line.
  json odd = document("good/adaptive.json");
  odd["a\n\xFF" + std::string(10000, 'z')] = 1;
  const ReadingRefusal refusal = reading_refusal([&] { return read_report(odd); });
  CHECK(refusal.code == "unknown-key");
  CHECK(refusal.pointer.size() == 10004);
  CHECK(refusal.message.size() < 500);
  CHECK(refusal.message.find('\n') == std::string::npos);
  CHECK(refusal.message.rfind("/a\\n\xEF\xBF\xBDzzz", 0) == 0);
}

TEST_CASE("reports are written in the order of the format, whole numbers as integers") {
  const nlohmann::ordered_json written = write_report(read_report(document("good/adaptive.json")));
  std::vector<std::string> keys;
  for (const auto& [key, value] : written.items()) {
    keys.push_back(key);
  }
  CHECK(keys == std::vector<std::string>{"format", "version", "title", "description", "publisher", "published", "unit", "model",
                                         "features", "scaling", "label", "release", "guarantee", "failureProbability"});
  CHECK(written["release"]["gradient"].dump() == R"({"sigma":4,"values":[1.9,-0.2,0.75,-1.1]})");
  CHECK(written["model"]["mechanism"].dump() ==
        R"({"name":"objective-perturbation","noise":"gaussian","sigma":4.23,"lambda":1})");
  // The file was written in that order too, so that nothing but layout differs.
  CHECK(json::parse(written.dump()) == document("good/adaptive.json"));
}

TEST_CASE("large Hessians are written in base64, small ones as numbers") {
  Report report = read_report(document("good/coded-squared.json"));
  for (const Eigen::Index dimension : {256, 257}) {
    report.linear_model().theta = Eigen::VectorXd::Constant(dimension, 0.1);
    report.linear_model().gradient = GradientRelease{1.5, Eigen::VectorXd::LinSpaced(dimension, -1, 1)};
    Eigen::MatrixXd values(dimension, dimension);
    for (Eigen::Index i = 0; i < dimension; ++i) {
      for (Eigen::Index j = 0; j < dimension; ++j) {
        values(i, j) = 1.0 / static_cast<double>(1 + i + j) + (i == j ? 3 : 0);
      }
    }
    report.linear_model().hessian = HessianRelease{0.25, values};
    const nlohmann::ordered_json written = write_report(report);
    CHECK(written["release"]["hessian"]["upper"].is_object() == (dimension > 256));
    check_same(report, read_report(json::parse(written.dump())));
  }
}

TEST_CASE("what can't be read is not written") {
  Report report = read_report(document("good/adaptive.json"));
  report.linear_model().hessian->values(1, 2) = std::numeric_limits<double>::quiet_NaN();
  const ReadingRefusal refusal = reading_refusal([&] { return write_report(report); });
  CHECK(refusal.type == ErrorType::argument);
  CHECK(refusal.code == "not-finite");
}

TEST_CASE("the largest dimension is taken, one more is not") {
  json report = document("good/coded-squared.json");
  report["model"]["theta"] = std::vector<double>(static_cast<std::size_t>(limits::dimension), 0.5);
  CHECK(read_report(report).linear_model().dimension() == limits::dimension);
  report["model"]["theta"].push_back(0.5);
  CHECK(reading_refusal([&] { return read_report(report); }).code == "too-large");
}

}  // namespace
}  // namespace expost::report
