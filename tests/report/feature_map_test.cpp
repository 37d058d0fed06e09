#include "expost/report/feature_map.hpp"

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "cases.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/report.hpp"
#include "expost/report/row_coder.hpp"
#include "expost/report/study.hpp"
#include "json_row.hpp"

namespace expost::report {
namespace {

using nlohmann::json;

/// A record of length 1 as it is coded: short of it by what rounding may have hidden.
Eigen::VectorXd just_inside(const Eigen::VectorXd& x) {
  return x * (1 - static_cast<double>(x.size() + 4) * 0x1p-53);
}

Feature constant(const std::string& name, double value) {
  Feature feature;
  feature.name = name;
  feature.kind = FeatureKind::constant;
  feature.value = value;
  return feature;
}

Feature number(const std::string& name, double minimum, double maximum, std::optional<double> missing = std::nullopt) {
  Feature feature;
  feature.name = name;
  feature.kind = FeatureKind::number;
  feature.minimum = minimum;
  feature.maximum = maximum;
  feature.missing_value = missing;
  return feature;
}

Feature boolean(const std::string& name) {
  Feature feature;
  feature.name = name;
  feature.kind = FeatureKind::boolean;
  return feature;
}

Feature category(const std::string& name, std::vector<std::string> levels, std::optional<std::size_t> missing = std::nullopt) {
  Feature feature;
  feature.name = name;
  feature.kind = FeatureKind::category;
  feature.levels = std::move(levels);
  feature.missing_level = missing;
  return feature;
}

Label binary(const std::string& name, const std::string& negative, const std::string& positive) {
  Label label;
  label.name = name;
  label.kind = LabelKind::binary;
  label.negative = negative;
  label.positive = positive;
  return label;
}

Label real(const std::string& name, double minimum, double maximum) {
  Label label;
  label.name = name;
  label.kind = LabelKind::number;
  label.minimum = minimum;
  label.maximum = maximum;
  return label;
}

/// Wide enough that nothing is scaled onto the unit ball.
const Scaling roomy{-1, 1, 8};

/// age (18 to 90), income with a stand-in, smokes, sex with a stand-in, code of numbers; default
/// no/yes.
FeatureMap person_map(const Scaling& scaling = roomy) {
  return {{constant("intercept", 1), number("age", 18, 90), number("income", 0, 1e6, 2.5e5), boolean("smokes"),
           category("sex", {"female", "male"}, 1), category("code", {"1", "2", "2.0", "10"})},
          scaling,
          binary("default", "no", "yes")};
}

json person() {
  return {{"age", 54}, {"income", 250000}, {"smokes", true}, {"sex", "female"}, {"code", "1"}, {"default", "no"}};
}

struct Refusal {
  std::string code;
  std::string pointer;
  std::string message;
};

template <class Code>
Refusal refusal_of(Code code, ErrorType type = ErrorType::record) {
  try {
    (void)code();
  } catch (const Error& error) {
    CHECK(error.type() == type);
    return {error.code(), error.pointer(), error.what()};
  }
  return {};
}

Refusal refused_with(const std::string& name, const json& value) {
  json record = person();
  record[name] = value;
  const Refusal refusal = refusal_of([&] { return person_map().code_record(record); });
  CHECK(refusal.pointer == "/" + name);
  return refusal;
}

double coordinate(const std::string& name, const json& value, Eigen::Index index) {
  json record = person();
  record[name] = value;
  return person_map().code_record(record).x[index] * roomy.norm;
}

std::vector<std::string> notes_of(const CodedRecord& coded) {
  std::vector<std::string> notes;
  for (const Adjustment& adjustment : coded.adjustments) {
    notes.push_back(sentence_of(adjustment));
  }
  return notes;
}

std::int64_t count_of(const CodedRecord& coded, Adjustment::Kind kind) {
  return std::count_if(coded.adjustments.begin(), coded.adjustments.end(),
                       [kind](const Adjustment& adjustment) { return adjustment.kind == kind; });
}

std::int64_t clamped_in(const CodedRecord& coded) {
  return count_of(coded, Adjustment::Kind::raised) + count_of(coded, Adjustment::Kind::lowered);
}

TEST_CASE("each kind of feature fills its coordinates, in order") {
  const CodedRecord coded = person_map().code_record(person());
  Eigen::VectorXd expected(10);
  expected << 1, 0, -0.5, 1, 1, 0, 1, 0, 0, 0;
  CHECK(coded.x == expected / 8);
  CHECK(coded.y == -1);
  CHECK(coded.adjustments.empty());
}

TEST_CASE("numbers go linearly from minimum and maximum to the ends of the range") {
  CHECK(coordinate("age", 18, 1) == -1);
  CHECK(coordinate("age", 90, 1) == 1);
  CHECK(coordinate("age", 36, 1) == -0.5);
  CHECK(coordinate("age", "36", 1) == -0.5);
  CHECK(coordinate("age", " 36.0 ", 1) == -0.5);
  CHECK(coordinate("age", "+3.6e1", 1) == -0.5);
  const FeatureMap map({number("a", -4, 4)}, {0.25, 0.75, 2}, real("y", 0, 1));
  CHECK(map.code_record({{"a", -4}, {"y", 0}}).x[0] == 0.125);
  CHECK(map.code_record({{"a", 0}, {"y", 0}}).x[0] == 0.25);
  CHECK(map.code_record({{"a", 4}, {"y", 0}}).x[0] == 0.375);
}

TEST_CASE("values outside the range are clamped, and the person is told") {
  json record = person();
  record["age"] = 17;
  record["income"] = "1500000.5";
  const CodedRecord coded = person_map().code_record(record);
  CHECK(coded.x[1] * 8 == -1);
  CHECK(coded.x[2] * 8 == 1);
  CHECK(notes_of(coded) == std::vector<std::string>{"age 17 was raised to the report's minimum, 18",
                                                    "income 1500000.5 was lowered to the report's maximum, 1000000"});
  record["age"] = -1e308;
  record["income"] = 1e308;
  CHECK(notes_of(person_map().code_record(record)).size() == 2);
  // At the ends nothing is clamped.
  record["age"] = 18;
  record["income"] = 1e6;
  CHECK(person_map().code_record(record).adjustments.empty());
}

TEST_CASE("a blank takes the report's stand-in, and the person is told; it is never 0") {
  for (const json& blank : {json(), json(""), json("  "), json("?"), json(" ? "), json("\xC2\xA0")}) {
    CAPTURE(blank.dump());
    json record = person();
    record["income"] = blank;
    record["sex"] = blank;
    const CodedRecord coded = person_map().code_record(record);
    CHECK(coded.x[2] * 8 == -0.5);
    CHECK(coded.x[4] == 0);
    CHECK(coded.x[5] * 8 == 1);
    CHECK(notes_of(coded) == std::vector<std::string>{"income was blank; the report's stand-in, 250000, was used",
                                                      "sex was blank; the report's stand-in, male, was used"});
    for (const char* const name : {"age", "smokes", "code", "default"}) {
      CHECK(refused_with(name, blank).code == "missing");
    }
  }
  json record = person();
  record.erase("income");
  record.erase("sex");
  CHECK(notes_of(person_map().code_record(record)).size() == 2);
  for (const char* const name : {"age", "smokes", "code", "default"}) {
    record = person();
    record.erase(name);
    const Refusal refusal = refusal_of([&] { return person_map().code_record(record); });
    CHECK(refusal.code == "missing");
    CHECK(refusal.pointer == std::string("/").append(name));
  }
}

TEST_CASE("a question mark is a level where a level is called that") {
  const FeatureMap map({category("work", {"Private", "?"}, 0)}, {}, binary("y", "a", "?"));
  const CodedRecord coded = map.code_record({{"work", "?"}, {"y", " ? "}});
  CHECK(coded.x == just_inside(Eigen::Vector2d(0, 1)));
  CHECK(coded.y == 1);
  CHECK(coded.adjustments.empty());
  CHECK(map.code_record({{"work", ""}, {"y", "a"}}).x == just_inside(Eigen::Vector2d(1, 0)));
}

TEST_CASE("numbers that can be misread are refused") {
  CHECK(refused_with("age", "1,5").code == "ambiguous-number");
  CHECK(refused_with("age", "1 000").code == "ambiguous-number");
  CHECK(refused_with("age", "abc").code == "not-a-number");
  CHECK(refused_with("age", "NaN").code == "not-a-number");
  CHECK(refused_with("age", "inf").code == "not-a-number");
  CHECK(refused_with("age", "0x20").code == "not-a-number");
  CHECK(refused_with("age", "1e309").code == "not-finite");
  CHECK(refused_with("age", std::numeric_limits<double>::infinity()).code == "not-finite");
  CHECK(refused_with("age", std::numeric_limits<double>::quiet_NaN()).code == "not-finite");
  CHECK(refused_with("age", true).code == "wrong-type");
  CHECK(refused_with("age", json::array({45})).code == "wrong-type");
  CHECK(refused_with("age", json::object()).code == "wrong-type");
  CHECK(refused_with("age", "abc").message == "/age must be a number, like 45 or 0.5, but is \"abc\"");
  CHECK(refused_with("age", " 1,5").message ==
        "/age is \" 1,5\", which is ambiguous: it must be a number with a decimal point and no separators, like 1234.5");
}

TEST_CASE("booleans are said in several ways") {
  for (const json& yes :
       {json(true), json(1), json(1.0), json("1"), json("1.0"), json("yes"), json("Yes"), json("TRUE"), json(" true ")}) {
    CAPTURE(yes.dump());
    CHECK(coordinate("smokes", yes, 3) == 1);
  }
  for (const json& no :
       {json(false), json(0), json(-0.0), json("0"), json("0.00"), json("no"), json("NO"), json("False"), json(" false ")}) {
    CAPTURE(no.dump());
    CHECK(coordinate("smokes", no, 3) == 0);
  }
  for (const json& neither : {json("maybe"), json(2), json(0.5), json("y"), json("2"), json("01"), json("1e0"), json("ja")}) {
    CAPTURE(neither.dump());
    CHECK(refused_with("smokes", neither).code == "not-a-boolean");
  }
  CHECK(refused_with("smokes", json::array()).code == "wrong-type");
}

TEST_CASE("levels match exactly, blanks at the ends aside; numbers match by value") {
  CHECK(coordinate("sex", " male\t", 5) == 1);
  CHECK(refused_with("sex", "Male").code == "unknown-level");
  CHECK(refused_with("sex", "mal").code == "unknown-level");
  CHECK(refused_with("sex", true).code == "unknown-level");
  CHECK(refused_with("sex", json::array({"male"})).code == "wrong-type");
  CHECK(refused_with("sex", "diverse").message == "/sex must be one of \"female\" or \"male\", but is \"diverse\"");
  CHECK(coordinate("code", 1, 6) == 1);
  CHECK(coordinate("code", 1.0, 6) == 1);
  CHECK(coordinate("code", 2, 7) == 1);      // "2" before "2.0"
  CHECK(coordinate("code", "2.0", 8) == 1);  // a text is itself
  CHECK(coordinate("code", 10, 9) == 1);
  CHECK(coordinate("code", "1.0", 6) == 1);  // as the number is
  CHECK(coordinate("code", "1.", 6) == 1);
  CHECK(coordinate("code", "10.00", 9) == 1);
  CHECK(refused_with("code", "01").code == "unknown-level");
  CHECK(refused_with("code", "1e0").code == "unknown-level");
  CHECK(refused_with("code", 3).code == "unknown-level");
  CHECK(refused_with("code", std::numeric_limits<double>::quiet_NaN()).code == "unknown-level");

  std::vector<std::string> many;
  for (int i = 0; i < 11; ++i) {
    many.push_back("level " + std::to_string(i));
  }
  const FeatureMap map({category("c", many)}, {}, real("y", 0, 1));
  CHECK(map.code_record({{"c", "level 10"}, {"y", 0}}).x == just_inside(Eigen::VectorXd::Unit(11, 10)));
  CHECK(refusal_of([&] {
          return map.code_record({{"c", "level 11"}, {"y", 0}});
        }).message == "/c must be one of the 11 levels of the report, but is \"level 11\"");
  const FeatureMap truth({category("c", {"false", "true"})}, {}, real("y", 0, 1));
  CHECK(truth.code_record({{"c", true}, {"y", 0}}).x == just_inside(Eigen::Vector2d(0, 1)));
}

TEST_CASE("a boolean, its text and its number are the level that means it, where there is one") {
  const auto level = [](const std::vector<std::string>& levels, const json& value) {
    const FeatureMap map({category("c", levels)}, {}, real("y", 0, 1));
    const Eigen::VectorXd x = map.code_record({{"c", value}, {"y", 0}}).x;
    Eigen::Index place = 0;
    (void)x.maxCoeff(&place);
    return levels[static_cast<std::size_t>(place)];
  };
  const auto refused = [&](const std::vector<std::string>& levels, const json& value) {
    return refusal_of([&] { return level(levels, value); }).code == "unknown-level";
  };
  for (const std::vector<std::string>& levels : {std::vector<std::string>{"no", "yes"},
                                                 {"False", "True"},
                                                 {"FALSE", "TRUE"},
                                                 {"0", "1"},
                                                 {"0.0", "1.0"},
                                                 {"no", "unknown", "yes"}}) {
    for (const json& yes : {json(true), json("true"), json("True"), json("YES"), json(1), json("1"), json("1.0")}) {
      CAPTURE(yes.dump());
      CHECK(level(levels, yes) == levels.back());
    }
    for (const json& no : {json(false), json("false"), json("No"), json(0), json("0"), json("0.0")}) {
      CAPTURE(no.dump());
      CHECK(level(levels, no) == levels.front());
    }
    CHECK(refused(levels, "y"));
    CHECK(refused(levels, 2));
  }
  // The text itself comes first, then "true".
  CHECK(level({"yes", "Yes", "true"}, "Yes") == "Yes");
  CHECK(level({"yes", "true"}, true) == "true");
  // Two that mean it: nobody knows which.
  CHECK(refused({"yes", "1"}, true));
  CHECK(refused({"yes", "Yes"}, "YES"));
  CHECK(refused({"north", "south"}, true));
}

TEST_CASE("labels are coded to -1 and 1, numbers between") {
  json record = person();
  record["default"] = "yes";
  CHECK(person_map().code_record(record).y == 1);
  CHECK(refused_with("default", "maybe").message == "/default must be one of \"no\" or \"yes\", but is \"maybe\"");
  record["default"] = true;
  CHECK(person_map().code_record(record).y == 1);
  const FeatureMap zero_one({boolean("a")}, {}, binary("y", "0", "1"));
  CHECK(zero_one.code_record({{"a", 0}, {"y", 0}}).y == -1);
  CHECK(zero_one.code_record({{"a", 0}, {"y", "1"}}).y == 1);

  const FeatureMap map({boolean("a")}, {}, real("quality", 0, 10));
  const auto coded = [&map](const json& label) { return map.code_record({{"a", 0}, {"quality", label}}); };
  CHECK(coded(0).y == -1);
  CHECK(coded(5).y == 0);
  CHECK(coded("7.5").y == 0.5);
  CHECK(coded(10).y == 1);
  CHECK(coded(12).y == 1);
  CHECK(notes_of(coded(12)) == std::vector<std::string>{"quality 12 was lowered to the report's maximum, 10"});
  CHECK(notes_of(coded("-1")) == std::vector<std::string>{"quality -1 was raised to the report's minimum, 0"});
  CHECK(refusal_of([&] { return coded("high"); }).code == "not-a-number");
}

TEST_CASE("a constant may be left out, and can't be another number") {
  json record = person();
  record["intercept"] = 1;
  CHECK(person_map().code_record(record).x == person_map().code_record(person()).x);
  record["intercept"] = "";
  CHECK_NOTHROW((void)person_map().code_record(record));
  CHECK(refused_with("intercept", 0).code == "out-of-range");
  CHECK(refused_with("intercept", 0).message == "/intercept must be the constant 1, but is 0");
}

TEST_CASE("a field that the report doesn't know is refused, as typos would go unseen") {
  CHECK(refused_with("Age", 54).code == "unknown-field");
  CHECK(refused_with("x-age", 54).code == "unknown-field");
  json record = person();
  record["a/b~c"] = 1;
  const Refusal refusal = refusal_of([&] { return person_map().code_record(record); });
  CHECK(refusal.pointer == "/a~1b~0c");
  CHECK(refusal_of([] { return person_map().code_record(json::array()); }).code == "wrong-type");
  CHECK(refusal_of([] { return person_map().code_record(json()); }).message ==
        "the record must be an object of values under the fields' names, but is null");
}

TEST_CASE("all errors of a record are told at once, in the order of the form") {
  const json record = {{"age", "1,5"}, {"smokes", "maybe"}, {"sex", "x"}, {"code", 1}, {"ages", 3}};
  const auto pointers_of = [](const FeatureMap& map, const json& checked) {
    std::vector<Error> errors;
    const std::optional<CodedRecord> coded = map.checked_record(checked, errors);
    CHECK(coded.has_value() == errors.empty());
    std::vector<std::string> pointers;
    for (const Error& error : errors) {
      pointers.push_back(error.pointer());
    }
    return pointers;
  };
  CHECK(pointers_of(person_map(), record) == std::vector<std::string>{"/age", "/smokes", "/sex", "/default", "/ages"});
  CHECK(pointers_of(person_map(), person()).empty());
  CHECK(pointers_of(person_map(), json(1)).size() == 1);
  const FeatureMap coded(1, LabelKind::number);
  CHECK(pointers_of(coded, {{"x", {0.5}}, {"y", 0}}).empty());
  CHECK(pointers_of(coded, {{"x", {0.5}}}).size() == 1);
}

TEST_CASE("a record longer than 1 is scaled onto the unit ball, as in training") {
  const CodedRecord coded = person_map({-1, 1, 1}).code_record(person());
  CHECK(coded.adjustments.back().kind == Adjustment::Kind::scaled);
  CHECK(notes_of(coded) == std::vector<std::string>{"the record was scaled down to length 1, as in training"});
  const Eigen::VectorXd direction = person_map().code_record(person()).x.normalized();
  CHECK((coded.x - direction).norm() < 1e-14);
  CHECK(coded.x.norm() <= 1);
  // Rounding is scaled away without a word.
  const FeatureMap rounded({constant("c", 1 + 1e-12)}, {}, real("y", 0, 1));
  const CodedRecord silent = rounded.code_record({{"y", 0}});
  CHECK(silent.x[0] <= 1);
  CHECK(silent.adjustments.empty());
  // So is a length of 1: whether it is a little more nobody sees in doubles.
  const FeatureMap one({category("c", {"a", "b"})}, {}, real("y", 0, 1));
  const CodedRecord exact = one.code_record({{"c", "b"}, {"y", 0}});
  CHECK(exact.x == just_inside(Eigen::Vector2d(0, 1)));
  CHECK(exact.adjustments.empty());
}

TEST_CASE("no coded record is longer than 1 in exact numbers") {
  using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<300, boost::multiprecision::digit_base_2>,
                                              boost::multiprecision::et_off>;
  std::mt19937_64 engine(20261224);
  std::normal_distribution<double> normal;
  int at_one = 0;
  for (int i = 0; i < 20000; ++i) {
    const Eigen::Index d = 1 + i % 40;
    const FeatureMap map(d, LabelKind::number);
    Eigen::VectorXd direction = Eigen::VectorXd::NullaryExpr(d, [&] { return normal(engine); }).normalized();
    // Rounding leaves their computed lengths at 1 and a little above and below, their true ones
    // too.
    json x = json::array();
    for (const double value : direction) {
      x.push_back(value);
    }
    at_one += direction.norm() == 1 ? 1 : 0;
    const CodedRecord coded = map.code_record({{"x", x}, {"y", 0}});
    Exact squares = 0;
    for (const double value : coded.x) {
      squares += Exact(value) * value;
    }
    CHECK(squares <= 1);
    CHECK(coded.x.norm() > 1 - static_cast<double>(d + 6) * 0x1p-52);
  }
  CHECK(at_one > 5000);
}

TEST_CASE("no order of summing the squares gives a length above 1") {
  std::mt19937_64 words(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Eigen::Index dimension : {1, 2, 3, 7, 24, 200, 1000, 4096}) {
    std::vector<Feature> features;
    for (Eigen::Index i = 0; i < dimension; ++i) {
      features.push_back(number(std::to_string(i), -1, 1));
    }
    const FeatureMap map(features, {-1, 1, 0.01}, real("y", -1, 1));
    for (int repetition = 0; repetition < 20; ++repetition) {
      json record = {{"y", 0}};
      for (const Feature& feature : features) {
        record[feature.name] = uniform(words);
      }
      const Eigen::VectorXd x = map.code_record(record).x;
      double forward = 0;
      double backward = 0;
      for (Eigen::Index i = 0; i < dimension; ++i) {
        forward += x[i] * x[i];
        backward += x[dimension - 1 - i] * x[dimension - 1 - i];
      }
      CHECK(forward <= 1);
      CHECK(backward <= 1);
      CHECK(x.squaredNorm() <= 1);
      CHECK(x.norm() <= 1);
      CHECK(x.stableNorm() <= 1);
      CHECK(x.norm() > 1 - 1e-12);
    }
  }
}

TEST_CASE("the largest scales that are allowed overflow nowhere") {
  const double most = limits::magnitude;
  const FeatureMap map({constant("c", most), number("a", -1e308, 0.7e308), boolean("b")}, {-most, most, limits::smallest_scale},
                       real("y", -1e308, 0.7e308));
  const CodedRecord coded = map.code_record({{"a", 1e308}, {"b", 1}, {"y", 0}});
  CHECK(coded.x.allFinite());
  CHECK(coded.adjustments.back().kind == Adjustment::Kind::scaled);
  CHECK(coded.x.norm() <= 1);
  CHECK(coded.x[0] == expost::approximately(std::sqrt(0.5)));
  CHECK(coded.x[1] == expost::approximately(std::sqrt(0.5)));
  CHECK(std::isfinite(coded.y));
  const FeatureMap tiny({number("a", 0, 5e-324)}, {0, 1, 1}, real("y", 0, 1));
  CHECK(tiny.code_record({{"a", 5e-324}, {"y", 0}}).x == just_inside(Eigen::VectorXd::Ones(1)));
}

TEST_CASE("without features a record is x and y, and is checked") {
  const FeatureMap map(2, LabelKind::binary);
  CHECK_FALSE(map.has_features());
  const CodedRecord coded = map.code_record({{"x", {0.6, "-0.8"}}, {"y", 1}});
  CHECK(coded.x == just_inside(Eigen::Vector2d(0.6, -0.8)));
  CHECK(coded.y == 1);
  const auto refusal = [&map](const json& record) { return refusal_of([&] { return map.code_record(record); }); };
  CHECK(refusal({{"y", 1}}).pointer == "/x");
  CHECK(refusal({{"y", 1}}).code == "missing");
  CHECK(refusal({{"x", {0, 0}}}).pointer == "/y");
  CHECK(refusal({{"x", {0, 0}}}).code == "missing");
  CHECK(refusal({{"x", {0, 0}}, {"y", nullptr}}).code == "missing");
  CHECK(refusal({{"x", {0, 0}}, {"y", 1}, {"z", 1}}).code == "unknown-field");
  CHECK(refusal({{"x", {0, 0}}, {"y", 1}, {"z", 1}}).pointer == "/z");
  CHECK(refusal({{"x", {0}}, {"y", 1}}).code == "wrong-length");
  CHECK(refusal({{"x", {0, 0, 0}}, {"y", 1}}).pointer == "/x");
  CHECK(refusal({{"x", "0, 0"}, {"y", 1}}).code == "wrong-type");
  CHECK(refusal({{"x", {0, nullptr}}, {"y", 1}}).pointer == "/x/1");
  CHECK(refusal({{"x", {0, nullptr}}, {"y", 1}}).code == "missing");
  CHECK(refusal({{"x", {true, 0}}, {"y", 1}}).code == "wrong-type");
  CHECK(refusal({{"x", {"0,5", 0}}, {"y", 1}}).code == "ambiguous-number");
  CHECK(refusal({{"x", {1e308 * 10, 0}}, {"y", 1}}).code == "not-finite");
  CHECK(refusal({{"x", {1, 0.1}}, {"y", 1}}).code == "out-of-range");
  CHECK(refusal({{"x", {1, 0.1}}, {"y", 1}}).pointer == "/x");
  CHECK(refusal({{"x", {1e300, 0.1}}, {"y", 1}}).message == "the record must have length 1 or less, but x has length Infinity");
  CHECK(refusal({{"x", {0, 0}}, {"y", 0}}).pointer == "/y");
  CHECK(refusal({{"x", {0, 0}}, {"y", 0}}).message == "/y must be -1 or 1, but is 0");
  CHECK(refusal(json::array({0, 0})).code == "wrong-type");

  const FeatureMap squared(2, LabelKind::number);
  CHECK(squared.code_record({{"x", {0, 0}}, {"y", 0.25}}).y == 0.25);
  CHECK(refusal_of([&] { return squared.code_record({{"x", {0, 0}}, {"y", 1.5}}); }).code == "out-of-range");
}

TEST_CASE("a coded record that is longer than 1 by rounding only is taken, scaled") {
  const FeatureMap map(3, LabelKind::number);
  const double third = std::sqrt(1.0 / 3) * (1 + 1e-15);
  const CodedRecord coded = map.code_vector({third, third, third}, 0);
  CHECK(coded.x.norm() <= 1);
  CHECK(coded.x.norm() > 1 - 1e-14);
  CHECK(coded.adjustments.empty());
  CHECK_THROWS_AS((void)map.code_vector({1 + 2e-9, 0, 0}, 0), Error);
}

TEST_CASE("a report with features takes coded records too") {
  const Report report = read_report(testing::document("good/adaptive.json"));
  const FeatureMap map(report);
  CHECK(map.dimension() == 4);
  CHECK(map.code_vector({0.5, 0.5, 0, 0.5}, 1).x == Eigen::Vector4d(0.5, 0.5, 0, 0.5));
  CHECK(refusal_of([&] { return map.code_vector({0.5, 0.5, 0, 0.5}, "yes"); }).pointer == "/y");
}

TEST_CASE("a report and its study code alike") {
  const FeatureMap of_report(read_report(testing::document("good/adaptive.json")));
  const FeatureMap of_study(read_study(testing::document("studies/good/dependent.json")));
  const json record = {{"age", 37}, {"sex", "female"}, {"default", "no"}};
  const CodedRecord a = of_report.code_record(record);
  const CodedRecord b = of_study.code_record(record);
  CHECK(a.x == b.x);
  CHECK(a.y == b.y);
  CHECK(count_of(a, Adjustment::Kind::scaled) == 1);
  const double age = -1 + 2 * (37.0 - 18) / (90 - 18);
  CHECK((a.x - Eigen::Vector4d(1, age, 1, 0).normalized()).norm() < 1e-15);
  CHECK(FeatureMap(read_report(testing::document("good/coded-squared.json"))).dimension() == 2);
}

// Rows.

const std::vector<std::string> header = {"id", "default", "code", "sex", "smokes", "income", "age", "note"};

json row_of(const json& record) {
  json row = json::array();
  for (const std::string& name : header) {
    row.push_back(record.contains(name) ? record[name] : json(name == "id" ? "7" : ""));
  }
  return row;
}

struct CodedRow {
  Eigen::VectorXd x;
  double y = 0;
  RowCounters counters;
};

CodedRow code_row(const RowCoder& coder, const json& row) {
  CodedRow coded{Eigen::VectorXd::Constant(coder.map().dimension(), std::numeric_limits<double>::quiet_NaN()), 0,
                 coder.counters()};
  testing::code_json_row(coder, row, 17, coded.x.data(), coded.y, coded.counters);
  return coded;
}

CodedRow code_text_row(const RowCoder& coder, const std::vector<std::string_view>& row) {
  CodedRow coded{Eigen::VectorXd::Constant(coder.map().dimension(), std::numeric_limits<double>::quiet_NaN()), 0,
                 coder.counters()};
  std::vector<std::vector<std::int32_t>> ends;
  Columns columns{{}, 1};
  for (const std::string_view cell : row) {
    ends.push_back({0, static_cast<std::int32_t>(cell.size())});
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    columns.columns.push_back({Texts{ends[i], row[i]}, {}});
  }
  coder.code_row_of(columns, 0, 17, coded.x.data(), coded.y, coded.counters);
  return coded;
}

TEST_CASE("rows are coded as records are, texts and values alike") {
  std::mt19937_64 words(5);
  std::uniform_real_distribution<double> age(0, 110);
  std::uniform_real_distribution<double> income(-1e5, 1.5e6);
  for (const double norm : {1.0, 8.0}) {
    const RowCoder coder(person_map({-1, 1, norm}), header);
    RowCounters all = coder.counters();
    std::int64_t clamped = 0;
    std::int64_t filled = 0;
    std::int64_t scaled = 0;
    for (int i = 0; i < 2000; ++i) {
      json record = person();
      record["age"] = age(words);
      record["income"] = income(words);
      record["smokes"] = words() % 2 == 0 ? "yes" : "no";
      record["sex"] = words() % 2 == 0 ? "female" : "male";
      record["code"] = std::vector<std::string>{"1", "2", "2.0", "10"}[words() % 4];
      record["default"] = words() % 2 == 0 ? "no" : "yes";
      if (words() % 3 == 0) {
        record["income"] = nullptr;
      }
      if (words() % 3 == 0) {
        record["sex"] = "";
      }
      const CodedRecord expected = coder.map().code_record(record);
      const CodedRow values = code_row(coder, row_of(record));
      CHECK(values.x == expected.x);
      CHECK(values.y == expected.y);
      CHECK(values.counters.rows == 1);
      CHECK(values.counters.clamped_rows == (clamped_in(expected) > 0 ? 1 : 0));
      CHECK(values.counters.scaled == count_of(expected, Adjustment::Kind::scaled));

      std::vector<std::string> texts;
      for (const json& value : row_of(record)) {
        texts.push_back(value.is_number() ? format_number(value.get<double>()) + " "
                        : value.is_null() ? "?"
                                          : value.get<std::string>());
      }
      const CodedRow text = code_text_row(coder, {texts.begin(), texts.end()});
      CHECK(text.x == expected.x);
      CHECK(text.y == expected.y);

      Eigen::VectorXd x(coder.map().dimension());
      double y = 0;
      testing::code_json_row(coder, row_of(record), i, x.data(), y, all);
      clamped += clamped_in(expected);
      filled += count_of(expected, Adjustment::Kind::filled);
      scaled += count_of(expected, Adjustment::Kind::scaled);
    }
    CHECK(all.rows == 2000);
    CHECK(all.scaled == scaled);
    CHECK(scaled == (norm == 1.0 ? 2000 : 0));
    REQUIRE(all.clamped.size() == 7);
    CHECK(all.clamped[1] + all.clamped[2] == clamped);
    CHECK(all.clamped[1] > 100);
    CHECK(all.missing[2] + all.missing[4] == filled);
    CHECK(all.missing[2] > 100);
    CHECK(all.missing[1] == 0);
    CHECK(all.clamped_rows <= clamped);
  }
}

TEST_CASE("a decimal comma is one in numbers, and a character in levels") {
  Label label;
  label.name = "grade";
  label.kind = LabelKind::binary;
  label.negative = "1,5";
  label.positive = "2.5";
  const std::vector<std::string> columns = {"dose", "size", "flag", "grade"};
  const std::vector<Feature> features = {number("dose", 0, 10), category("size", {"1,5", "1.5", "2"}), boolean("flag")};
  const RowCoder coder(FeatureMap(features, {0, 1, 2}, label), columns, ErrorType::data, DecimalMark::comma);
  const CodedRow row = code_text_row(coder, {"2,5", "1,5", "1", "1,5"});
  CHECK(row.x == Eigen::VectorXd{{0.125, 0.5, 0, 0, 0.5}});
  CHECK(row.y == -1);
  CHECK(code_row(coder, {"2,5", "1.5", "yes", "2.5"}).x == Eigen::VectorXd{{0.125, 0, 0.5, 0, 0.5}});
  CHECK(code_row(coder, {2.5, "1.5", "yes", "2.5"}).y == 1);
  const auto refusal = [&](const std::vector<std::string_view>& cells) {
    return refusal_of([&] { return code_text_row(coder, cells); }, ErrorType::data);
  };
  CHECK(refusal({"1", "2,0", "1", "1,5"}).code == "unknown-level");
  CHECK(refusal({"1", "1,5", "1,0", "1,5"}).code == "not-a-boolean");
  CHECK(refusal({"1", "1,5", "1", "2,5"}).code == "unknown-level");
  CHECK(refusal({"1.234", "1,5", "1", "1,5"}).message ==
        "row 17, column \"dose\" is \"1.234\", which is ambiguous: it must be a number with a decimal comma and no separators, "
        "like 1234,5");

  label.kind = LabelKind::number;
  label.minimum = 0;
  label.maximum = 4;
  const RowCoder numbers(FeatureMap(features, {0, 1, 2}, label), columns, ErrorType::data, DecimalMark::comma);
  CHECK(code_text_row(numbers, {"2,5", "2", "no", "3,5"}).y == 0.75);
  const RowCoder coded(FeatureMap(1, LabelKind::number), {"x1", "y"}, ErrorType::data, DecimalMark::comma);
  CHECK(code_text_row(coded, {"0,5", "-0,25"}).x[0] == 0.5);
  CHECK(code_text_row(coded, {"0,5", "-0,25"}).y == -0.25);
}

TEST_CASE("an error in a row names row and column") {
  const RowCoder coder(person_map(), header);
  const auto refusal = [&](const std::string& name, const json& value) {
    json record = person();
    record[name] = value;
    return refusal_of([&] { return code_row(coder, row_of(record)); }, ErrorType::data);
  };
  CHECK(refusal("age", "1,5").code == "ambiguous-number");
  CHECK(refusal("age", "1,5").pointer == "/17/age");
  CHECK(refusal("age", "abc").message == "row 17, column \"age\" must be a number, like 45 or 0.5, but is \"abc\"");
  CHECK(refusal("age", nullptr).message == "row 17, column \"age\" is missing: it must be a number, like 45 or 0.5");
  CHECK(refusal("age", nullptr).code == "missing");
  CHECK(refusal("smokes", "perhaps").code == "not-a-boolean");
  CHECK(refusal("sex", "x").pointer == "/17/sex");
  CHECK(refusal("default", "x").pointer == "/17/default");
  CHECK(refusal("age", json::array()).code == "wrong-type");

  const auto shaped = [](const json& row, ErrorType type) {
    return refusal_of([&] { return columns_of_rows(json::array_t{row}, 8, 17, type); }, type);
  };
  const Refusal shorter = shaped({1, 2}, ErrorType::data);
  CHECK(shorter.code == "wrong-length");
  CHECK(shorter.pointer == "/17");
  CHECK(shorter.message == "row 17 must have 8 cells, as the header has, but has 2");
  CHECK(shaped(person(), ErrorType::data).code == "wrong-type");
  CHECK(shaped({1, 2, 3, 4, 5, 6, 7, 8, 9}, ErrorType::record).code == "wrong-length");
}

TEST_CASE("the header must have every column once") {
  std::vector<std::string> columns = {"age", "sex", "default", "code"};
  const auto refusal = [&] { return refusal_of([&] { return RowCoder(person_map(), columns); }, ErrorType::data); };
  CHECK(refusal().code == "missing-column");
  CHECK(refusal().pointer == "/income");
  CHECK(refusal().message ==
        "the header must have columns \"income\", \"smokes\", but has \"age\", \"sex\", \"default\" and \"code\"");
  columns.push_back("smokes");
  CHECK(refusal().message ==
        "the header must have a column \"income\", but has \"age\", \"sex\", \"default\", \"code\" and \"smokes\"");
  columns.emplace_back("a\nb");
  CHECK(refusal().message.find(", \"smokes\" and \"a\\nb\"") != std::string::npos);
  columns.emplace_back("last");
  CHECK(refusal().message.find("but has \"age\", \"sex\", \"default\", \"code\", \"smokes\" and 2 more") != std::string::npos);
  columns.clear();
  CHECK(refusal().message.find(", but has no column") != std::string::npos);
  columns = {"age", "sex", "default", "code", "income", "smokes", "sex"};
  CHECK(refusal().code == "duplicate-column");
  CHECK(refusal().pointer == "/sex");
  columns = {" age ", "sex", "default", "code", "income", "smokes", "other", "other", "intercept"};
  CHECK_NOTHROW(RowCoder(person_map(), columns));
}

TEST_CASE("headers come as documents") {
  CHECK(read_header({"\xEF\xBB\xBF"
                     "age",
                     " default payment next month "}) == std::vector<std::string>{"age", "default payment next month"});
  CHECK(refusal_of([] { return read_header({"age", 7}); }, ErrorType::data).pointer == "/header/1");
  CHECK(refusal_of([] { return read_header("age,sex"); }, ErrorType::data).code == "wrong-type");
}

TEST_CASE("without features the columns are x1, x2, … and y") {
  const RowCoder coder(FeatureMap(2, LabelKind::binary), {"y", "x2", "x1"});
  const CodedRow coded = code_row(coder, {-1, 0.25, "0.5"});
  CHECK(coded.x == Eigen::Vector2d(0.5, 0.25));
  CHECK(coded.y == -1);
  CHECK(code_text_row(coder, {"1", "0", "-0.5"}).x == Eigen::Vector2d(-0.5, 0));
  CHECK(refusal_of([&] { return code_row(coder, {2, 0, 0}); }, ErrorType::data).pointer == "/17/y");
  CHECK(refusal_of([&] { return code_row(coder, {1, 0, ""}); }, ErrorType::data).pointer == "/17/x1");
  CHECK(refusal_of(
            [&] {
              return code_row(coder, {1, 1, 1});
            },
            ErrorType::data)
            .message == "row 17 must have length 1 or less, but x has length 1.4142135623730951");
  CHECK(refusal_of([] { return RowCoder(FeatureMap(2, LabelKind::binary), {"x1", "y"}); }, ErrorType::data).pointer == "/x2");
}

}  // namespace
}  // namespace expost::report
