// A study of every mechanism with rows for it, and an audit of what is published from it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "operations_fixture.hpp"

namespace expost::operations_tests {

using operations::Service;

/// The fixture's study with another mechanism, loss, label and budget.
inline json study_with(const json& mechanism, const json& budget) {
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
inline json rows_for(const json& of_study, int count = 200) {
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

inline json opened_for(Service& service, const json& of_study, int count = 200) {
  return opened(service, of_study, rows_for(of_study, count));
}

inline const json softmax_loss = {{"name", "softmax"}, {"classes", 3}};
inline const json squared_loss = {{"name", "squared"}};
inline const json logistic_loss = {{"name", "logistic"}};
inline const json huber_loss = {{"name", "pseudo-huber"}, {"width", 0.5}};
inline const json one_budget = {{"epsilon", 1}, {"delta", 1e-6}};

inline json softmax_study(const std::string& release, const char* accountant = "joint") {
  return study_with({{"name", "objective-perturbation"}, {"loss", softmax_loss}, {"lambda", 4}},
                    {{"epsilon", 1},
                     {"delta", 1e-6},
                     {"accountant", accountant},
                     {"release", release},
                     {"shares", study(release).at("budget").at("shares")}});
}

inline json laplace_study(const json& loss, double lambda = 2) {
  return study_with({{"name", "objective-perturbation"}, {"noise", "laplace"}, {"loss", loss}, {"lambda", lambda}},
                    {{"epsilon", 1}});
}

inline json output_study(const json& loss) {
  json mechanism = {{"name", "output-perturbation"}, {"noise", "gaussian"}, {"loss", loss}, {"lambda", 5}};
  if (loss == squared_loss) {
    mechanism["scales"] = {{"model", 0.5}};
  }
  return study_with(mechanism, one_budget);
}

inline json posterior_study() {
  return study_with({{"name", "posterior-sample"}, {"loss", squared_loss}, {"lambda", 5}, {"gamma", 0.8}}, nullptr);
}

inline json ada_ops_study() {
  return study_with({{"name", "posterior-sample"}, {"loss", squared_loss}, {"adaptive", true}},
                    {{"epsilon", 2}, {"delta", 1e-6}});
}

struct Audited {
  json report;
  json summary;
  json rows;
};

/// Published from a seed, loaded, audited. Infinite entries survive, as they wouldn't in text.
inline Audited audited(const json& of_study, std::uint64_t seed, int count = 200) {
  Service service;
  const json data = opened_for(service, of_study, count);
  const json report = published(service, data, seed);
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const ordered_json response = service.call("audit", {{"data", data}, {"report", handle}});
  INFO(response.dump());
  REQUIRE(response.at("ok") == true);
  return {report, json(response.at("value").at("summary")), json(response.at("value").at("rows"))};
}

inline void check_no_miss(const Audited& audit, bool has_paper) {
  CHECK(audit.summary.at("misses") == 0);
  CHECK(audit.summary.contains("missesRedberg2021") == has_paper);
  CHECK(audit.rows.contains("redberg2021Upper") == has_paper);
  CHECK(audit.summary.at("bound").contains("redberg2021") == has_paper);
  CHECK(audit.summary.at("ratio").contains("redberg2021") == has_paper);
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

inline double number(const json& value) {
  return value.get<double>();
}

}  // namespace expost::operations_tests
