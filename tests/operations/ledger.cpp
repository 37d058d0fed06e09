// A curator's ledger: its form, its totals, its limit. tests/cli/ledger.test.mjs and
// python/tests/test_ledger.py have the files.
#include <cmath>
#include <string>

#include "expost/numerics/constants.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

json entry(double epsilon = 1, double delta = 1e-6) {
  return {{"published", "2026-03-01"}, {"title", "A"},   {"report", std::string(64, 'a')}, {"study", std::string(64, 'b')},
          {"epsilon", epsilon},        {"delta", delta}, {"accountant", nullptr},          {"seeded", false}};
}

json ledger(const json& entries, int version = 4) {
  return {{"format", "expost-ledger"}, {"version", version}, {"entries", entries}};
}

json total_of(const json& entries) {
  Service service;
  return value_of(service.call("ledger-total", {{"ledger", ledger(entries)}})).at("total");
}

double sum(const json& values) {
  Service service;
  return service.call("sum-upward", {{"values", values}}).at("value").at("sum").get<double>();
}

json entered(json of_ledger, const json& next, const json& more = json::object()) {
  Service service;
  json request = {{"ledger", std::move(of_ledger)}, {"key", std::string(64, 'c')}, {"entry", next}};
  request.update(more);
  return value_of(service.call("enter-ledger", request));
}

/// The refusal of a ledger with one more entry.
json refused(json of_ledger, const json& next) {
  Service service;
  return error_of(
      service.call("enter-ledger", {{"ledger", std::move(of_ledger)}, {"key", std::string(64, 'c')}, {"entry", next}}));
}

}  // namespace

TEST_CASE("sum-upward: decimals add up exactly, or are rounded up") {
  CHECK(sum(json::array()) == 0);
  CHECK(sum({0.1, 0.2, 0.3}) == 0.6);
  CHECK(sum({1e-300, 1e-300}) == 2e-300);
  CHECK(sum({1.5e3, 2.25}) == 1502.25);
  CHECK(sum({1e22, 1, 0.5}) == 1e22 + std::exp2(21));
  CHECK(sum({std::exp2(53), 1e-9}) == std::exp2(53) + 2);
  CHECK(sum({1, std::exp2(-60)}) == 1 + std::exp2(-52));
  CHECK(sum({1.7976931348623157e308, 1}) == expost::infinity);
  CHECK(sum({5e-324, 5e-324}) == 1e-323);
  CHECK(sum({1, expost::infinity}) == expost::infinity);
  CHECK(sum(json(1000, 0.001)) == 1);
  Service service;
  for (const json& values : {json({-1}), json({"1"}), json("1"), json({std::nan("")})}) {
    CHECK(error_of(service.call("sum-upward", {{"values", values}})).at("pointer") == "/values");
  }
}

TEST_CASE("ledger-total: sums, experiments, and what has no promise") {
  const json none = total_of(json::array());
  CHECK(none.at("words") == "nothing published");
  CHECK(none.at("togetherInWords") == nullptr);
  json seeded = entry(7);
  seeded["seeded"] = true;
  const json two = total_of({entry(0.1), seeded, entry(0.2, 2e-7)});
  CHECK(two.at("epsilon") == 0.3);
  CHECK(two.at("delta") == 1.2e-6);
  CHECK(two.at("publications") == 2);
  CHECK(two.at("words") == "ε = 0.3, δ = 0.0000012 (2 publications, 1 seeded experiment not counted)");
  json without = entry(1, 1);
  without["epsilon"] = "Infinity";
  Service service;
  const ordered_json raw = service.call("ledger-total", {{"ledger", ledger({entry(), without})}});
  const ordered_json& infinite = raw.at("value").at("total");
  CHECK(infinite.at("epsilon") == expost::infinity);
  CHECK(infinite.at("delta") == 1);
  CHECK(infinite.at("promised").at("epsilon") == 1);
  CHECK(infinite.at("words") ==
        "ε = ∞, δ = 1 (2 publications, 1 with a promise: ε = 1, δ = 0.000001; 1 without a finite guarantee)");
  json of_person = entry();
  of_person["rows"] = 3;
  CHECK(total_of(json::array({of_person})).at("isOfRow") == false);
  CHECK(total_of({of_person, entry()}).at("isOfRow") == true);
  CHECK(total_of(json(3, entry(1, 0.5))).at("delta") == 1);
}

TEST_CASE("ledger-total: together tightly, rounded up to four digits") {
  json gaussian = entry();
  gaussian["gaussian"] = {{"shift", 0.2}, {"slack", 0}};
  Service service;
  const json parts = json(4, {{"epsilon", 1}, {"delta", 1e-6}, {"gaussian", gaussian.at("gaussian")}});
  const double expected = value_of(service.call("compose", {{"parts", parts}, {"delta", 4e-6}})).at("epsilon");
  const json total = total_of(json(4, gaussian));
  CHECK(total.at("together").at("epsilon") == expected);
  CHECK(total.at("together").at("delta") == 4e-6);
  const std::string words = total.at("togetherInWords");
  REQUIRE(words.substr(0, std::string("together ε = 1.6").size()) == "together ε = 1.6");
  const double shown = std::stod(words.substr(std::string("together ε = ").size()));
  CHECK(shown >= expected);
  CHECK(shown < expected + 0.001);
  CHECK(words.ends_with(" at δ = 0.000004, composed tightly (if no result led to a later budget)"));
}

TEST_CASE("ledger-total: sampled steps are composed by their losses") {
  json sampled = entry();
  sampled["sampled"] = {{"multiplier", 3.30292}, {"rate", 0.1}, {"steps", 50}, {"slack", 0}};
  const json total = total_of(json(100, sampled));
  CHECK(total.at("epsilon") == 100);
  CHECK(total.at("together").at("epsilon").get<double>() < 10.6);
  CHECK(total.at("together").at("epsilon").get<double>() > 9.5);
}

TEST_CASE("ledger-total: what is left of a limit fits to the last digit, and no more does") {
  Service service;
  const auto left = [&](const json& limit, const json& entries) {
    json of_ledger = ledger(entries);
    of_ledger["limit"] = limit;
    return value_of(service.call("ledger-total", {{"ledger", of_ledger}})).at("total");
  };
  // Not 0.7000000000000002.
  const json total = left({{"epsilon", 3}, {"delta", 1e-5}}, json::array({entry(2.2), entry(0.1)}));
  CHECK(total.at("left") == json({{"epsilon", 0.7}, {"delta", 8e-6}}));
  CHECK(total.at("leftInWords") == "ε = 0.7, δ = 0.000008");
  CHECK(left({{"epsilon", 1}}, json::array()).at("left") == json({{"epsilon", 1}}));
  CHECK(left({{"epsilon", 1}}, json::array()).at("leftInWords") == "ε = 1 with any δ");
  CHECK(left({{"epsilon", 1}, {"delta", 1e-6}}, json::array({entry(1, 2e-7)})).at("left") ==
        json({{"epsilon", 0}, {"delta", 8e-7}}));
  json without = entry(1, 1);
  without["epsilon"] = "Infinity";
  CHECK(left({{"epsilon", 5}}, json::array({without})).at("left").at("epsilon") == 0);
  CHECK_FALSE(total_of(json::array({entry()})).contains("left"));
  for (const auto& [limit, spent] : {std::pair{1e6, 999999.9999}, std::pair{3.0, 1e-17}, std::pair{0.3, 0.1}}) {
    const double rest = left({{"epsilon", limit}}, json::array({entry(spent)})).at("left").at("epsilon").get<double>();
    CHECK(sum({spent, rest}) <= limit);
    CHECK(sum({spent, std::nextafter(rest, 2 * limit)}) > limit);
  }
}

TEST_CASE("enter-ledger: head, entry and totals of one more publication") {
  json older = ledger(json::array({entry()}), 1);
  older["x-note"] = "kept by the caller";
  const json value = entered(older, entry(0.5), {{"data", std::string(64, 'd')}, {"limit", {{"epsilon", 2}}}});
  CHECK(value.at("head") ==
        json({{"format", "expost-ledger"}, {"version", 4}, {"key", std::string(64, 'c')}, {"limit", {{"epsilon", 2}}}}));
  CHECK(value.at("entry").at("data") == std::string(64, 'd'));
  CHECK(value.at("entry").at("epsilon") == 0.5);
  CHECK(value.at("before").at("epsilon") == 1);
  CHECK(value.at("total").at("epsilon") == 1.5);
  CHECK(value.at("limitInWords") == "ε = 2 with any δ");
  CHECK(value.at("doubt") == nullptr);
  // A ledger keeps its key.
  json keyed = ledger(json::array());
  keyed["key"] = std::string(64, 'e');
  CHECK(entered(keyed, entry()).at("head").at("key") == std::string(64, 'e'));
}

TEST_CASE("enter-ledger: other data are told by the days of all earlier ones, experiments aside") {
  json of_ledger = ledger(json::array());
  of_ledger["key"] = std::string(64, 'e');
  for (const char* const day : {"2026-03-01", "2026-03-02", "2026-03-01", "2026-03-03"}) {
    json known = entry();
    known["published"] = day;
    known["data"] = std::string(64, 'd');
    of_ledger["entries"].push_back(known);
  }
  CHECK(entered(of_ledger, entry(), {{"data", std::string(64, 'd')}}).at("doubt") == nullptr);
  const std::string doubt = entered(of_ledger, entry(), {{"data", std::string(64, 'f')}}).at("doubt");
  CHECK(doubt.find("(2026-03-01, 2026-03-02 and 2026-03-03)") != std::string::npos);
  for (json& known : of_ledger["entries"]) {
    known["seeded"] = true;
  }
  CHECK(entered(of_ledger, entry(), {{"data", std::string(64, 'f')}}).at("doubt") == nullptr);
}

TEST_CASE("a limit: exact by the sums, which alone count, lowered and not raised") {
  json limited = ledger(json::array({entry(0.1, 0)}));
  limited["limit"] = {{"epsilon", 0.3}, {"delta", 0}};
  CHECK(entered(limited, entry(0.2, 0)).at("total").at("epsilon") == 0.3);
  const json beyond = refused(limited, entry(0.2000000001, 0));
  CHECK(beyond.at("type") == "ledger");
  CHECK(beyond.at("code") == "beyond-limit");
  CHECK(beyond.at("message") ==
        "this publication would go beyond the limit ε = 0.3, δ = 0: it adds ε = 0.2000000001, δ = 0 to ε = 0.1, δ = 0 "
        "(1 publication); nothing was written");
  CHECK(refused(limited, entry(0.1, 1e-9)).at("code") == "beyond-limit");
  json seeded = entry(9);
  seeded["seeded"] = true;
  CHECK(entered(limited, seeded).at("total").at("epsilon") == 0.1);
  // Together tightly they have less, which is no limit where the second is chosen by the first.
  json gaussian = entry(1, 1e-6);
  gaussian["gaussian"] = {{"shift", 0.2}, {"slack", 0}};
  json tight = ledger(json::array({gaussian}));
  tight["limit"] = {{"epsilon", 1.999}, {"delta", 2e-6}};
  CHECK(refused(tight, gaussian).at("code") == "beyond-limit");
  tight["limit"] = {{"epsilon", 2}, {"delta", 2e-6}};
  CHECK(entered(tight, gaussian).at("total").at("together").at("epsilon") < 1.6);
  tight["limit"] = {{"epsilon", 9}, {"delta", 1.9e-6}};
  CHECK(refused(tight, gaussian).at("code") == "beyond-limit");
  // A publication without a promise is beyond every limit, the last or an earlier one.
  json open = ledger(json::array({entry(0.1, 0)}));
  open["limit"] = {{"epsilon", 5}};
  json without = entry(0.1, 1);
  without["epsilon"] = "Infinity";
  CHECK(refused(open, without).at("code") == "beyond-limit");
  json unlimited = ledger(json::array({without}));
  unlimited["limit"] = open["limit"];
  CHECK(refused(unlimited, entry(0.1, 0)).at("code") == "beyond-limit");
  CHECK(entered(open, entry(0.1, 0.5)).at("total").at("epsilon") == 0.2);
  Service service;
  const auto checked = [&](const json& limit) { return service.call("check-ledger", {{"ledger", limited}, {"limit", limit}}); };
  CHECK(value_of(checked({{"epsilon", 0.2}, {"delta", 0}})).at("limit").at("epsilon") == 0.2);
  CHECK(error_of(checked({{"epsilon", 0.4}, {"delta", 0}})).at("pointer") == "/limit");
  // No δ is every δ.
  CHECK(error_of(checked({{"epsilon", 0.2}})).at("type") == "ledger");
}

TEST_CASE("publication-part: what a report will promise, without a row") {
  Service service;
  json report;
  report["report"] = published(service, opened(service));
  const json part = value_of(service.call("composition-part", report)).at("part");
  CHECK(value_of(service.call("publication-part", {{"study", study()}})).at("part") == part);
  json squared = study("none");
  squared["mechanism"] = {
      {"name", "objective-perturbation"}, {"loss", {{"name", "squared"}}}, {"lambda", 2}, {"scales", {{"model", 5}}}};
  squared["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 1}};
  const ordered_json none = service.call("publication-part", {{"study", squared}});
  INFO(none.dump());
  CHECK(none.at("value").at("part").at("epsilon") == expost::infinity);
  CHECK(none.at("value").at("part").at("delta") == 1);
  json broken = study();
  broken.erase("label");
  CHECK(error_of(service.call("publication-part", {{"study", broken}})).at("type") == "study");
}

TEST_CASE("a ledger that is none is refused with its place") {
  Service service;
  const auto pointer = [&](const json& document) {
    const json error = error_of(service.call("check-ledger", {{"ledger", document}}));
    CHECK(error.at("type") == "ledger");
    return error.at("pointer").get<std::string>();
  };
  CHECK(pointer(json::array()).empty());
  CHECK(pointer(nullptr).empty());
  CHECK(pointer({{"format", "expost-ledger"}, {"entries", json::array()}}) == "/version");
  CHECK(pointer({{"format", "expost-ledger"}, {"version", 1.5}, {"entries", json::array()}}) == "/version");
  CHECK(pointer({{"format", "expost-ledger"}, {"version", 4}}) == "/entries");
  json entries = json::array({entry(), entry()});
  for (const auto& [key, value] : {std::pair<const char*, json>{"epsilon", 0},
                                   {"epsilon", true},
                                   {"epsilon", expost::infinity},
                                   {"delta", 1.5},
                                   {"published", "2026-3-01"},
                                   {"published", "2026-03-011"},
                                   {"report", std::string(64, 'A')},
                                   {"title", " "},
                                   {"rows", 0},
                                   {"rows", 1.5},
                                   {"gaussian", {{"shift", 1}, {"slack", -1}}},
                                   {"curve", {{{"epsilon", 1}, {"delta", 2}}}},
                                   {"sampled", {{"multiplier", 1}, {"rate", 1}, {"steps", 5}, {"slack", 0}}},
                                   {"sampled", {{"multiplier", 0}, {"rate", 0.1}, {"steps", 5}, {"slack", 0}}},
                                   {"sampled", {{"multiplier", 1}, {"rate", 0.1}, {"steps", 0.5}, {"slack", 0}}},
                                   {"sampled", {{"multiplier", 1}, {"rate", 0.1}, {"steps", 2e9}, {"slack", 0}}},
                                   {"sampled", {{"multiplier", 1}, {"rate", 0.1}, {"steps", 5}}},
                                   {"more", 1}}) {
    json broken = entries;
    broken[1][key] = value;
    CHECK(pointer(ledger(broken)) == "/entries/1/" + std::string(key));
  }
  // A version without them.
  json older = entries;
  older[1]["sampled"] = {{"multiplier", 1}, {"rate", 0.1}, {"steps", 5}, {"slack", 0}};
  CHECK(pointer(ledger(older, 3)) == "/entries/1/sampled");
  older[1]["gaussian"] = {{"shift", 1}, {"slack", 0}};
  CHECK(pointer(ledger(older)) == "/entries/1/sampled");
  entries[0]["x-more"] = 1;
  value_of(service.call("check-ledger", {{"ledger", ledger(entries)}}));
}
