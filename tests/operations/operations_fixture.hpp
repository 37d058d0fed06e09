// A small study and its rows, and calling operations on them.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "expost/operations/operations.hpp"

namespace expost::operations_tests {

using nlohmann::json;
using nlohmann::ordered_json;

/// Returns a study. The accountant "joint" takes a second for each plan of noise levels. "shift"
/// takes a tenth of it, for tests in which these levels don't matter.
inline json study(const std::string& release = "gradient+hessian", const std::string& accountant = "joint") {
  json shares = {{"model", 1}};
  if (release == "hessian") {
    shares = {{"model", 0.6}, {"hessian", 0.4}};
  } else if (release == "gradient+hessian") {
    shares = {{"model", 0.2}, {"hessian", 0.7}, {"gradient", 0.1}};
  } else if (release == "adaptive") {
    shares = {{"model", 0.2}, {"hessian", 0.6}, {"gradient", 0.1}, {"smallestEigenvalue", 0.1}};
  }
  return {{"title", "Late library books"},
          {"unit", "one person, one row"},
          {"features",
           {{{"name", "one"}, {"kind", "constant"}, {"value", 1}},
            {{"name", "age"}, {"kind", "number"}, {"unit", "years"}, {"minimum", 0}, {"maximum", 100}},
            {{"name", "card"}, {"kind", "category"}, {"levels", {"day", "year"}}}}},
          {"scaling", {{"range", {-1, 1}}, {"norm", 1.75}}},
          {"label", {{"name", "late"}, {"kind", "binary"}, {"negative", "no"}, {"positive", "yes"}}},
          {"mechanism", {{"name", "objective-perturbation"}, {"loss", {{"name", "logistic"}}}, {"lambda", nullptr}}},
          {"budget", {{"epsilon", 1}, {"delta", 1e-6}, {"accountant", accountant}, {"release", release}, {"shares", shares}}}};
}

inline json header() {
  return {"late", "age", "card", "shelf"};
}

/// 200 rows with a pattern to learn, some of them out of range.
inline json rows(int count = 200) {
  json result = json::array();
  std::uint32_t state = 12345;
  const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 8U; };
  for (int i = 0; i < count; ++i) {
    const int age = static_cast<int>(next() % 104);
    const bool day = next() % 3 == 0;
    const bool late = next() % 100 < (day ? 70U : 20U);
    result.push_back({late ? "yes" : "no", std::to_string(age), day ? "day" : "year", "A" + std::to_string(i % 7)});
  }
  return result;
}

inline json value_of(const ordered_json& response) {
  INFO(response.dump());
  REQUIRE(response.at("ok") == true);
  return json::parse(response.at("value").dump());
}

inline json error_of(const ordered_json& response) {
  INFO(response.dump());
  REQUIRE(response.at("ok") == false);
  return json::parse(response.at("error").dump());
}

/// A data set with the rows in it; its handle.
inline json opened(operations::Service& service, const json& of_study = study(), const json& of_rows = rows()) {
  const json data = value_of(service.call("open-study", {{"study", of_study}, {"header", header()}})).at("data");
  value_of(service.call("append-rows", {{"data", data}, {"rows", of_rows}, {"firstRow", 1}}));
  return data;
}

inline json published(operations::Service& service, const json& data, std::uint64_t seed = 1) {
  return value_of(service.call("publish", {{"data", data}, {"seed", seed}})).at("report");
}

/// Reads a text as a table in pieces of 1000 bytes: `use(table)` for each block.
template <class Use>
void for_each_block(operations::Service& service, const std::string& text, Use use) {
  const json table = value_of(service.call("open-table", json::object())).at("table");
  for (std::size_t from = 0; from < text.size(); from += 1000) {
    const ordered_json read = service.call("read-table", {{"table", table}}, std::string_view(text).substr(from, 1000));
    if (value_of(read).at("rows") > 0) {
      use(table);
    }
  }
  while (true) {
    const json read = value_of(service.call("read-table", {{"table", table}, {"last", true}}));
    if (read.at("rows") > 0) {
      use(table);
    }
    if (read.at("more") == false) {
      break;
    }
  }
  value_of(service.call("close-table", {{"table", table}}));
}

}  // namespace expost::operations_tests
