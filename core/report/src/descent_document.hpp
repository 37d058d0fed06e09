// Noisy gradient descent in documents (report-format.md, study.md): `model.mechanism` and
// `release.iterates` of a report, `mechanism` of a study.
#pragma once

#include <nlohmann/json.hpp>

#include "document.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

/// The mechanism of a report: its plan, and how many steps were done.
struct DescentMechanism {
  DescentPlan plan;
  int done = 0;
};

/// Reached through ModelCheck alone, so that a module without this mechanism lacks its code too.
struct DescentReader {
  DescentMechanism (*read_mechanism)(const Object& mechanism);
  /// `release` of a report whose θ and mechanism are known: fills in the iterates, their distances
  /// and `plan.every`.
  void (*read_release)(const Node& release, PublishedDescent& model);
};
extern const DescentReader descent_reader;

/// `mechanism` of a study, all but loss and scales: σ is 0.
[[nodiscard]] DescentPlan read_descent_plan(const Object& mechanism);

/// Refuses a study whose published iterates, of D = `parameters` numbers each, no report can hold.
void check_path_size(const Object& mechanism, const DescentPlan& plan, Eigen::Index parameters);

[[nodiscard]] nlohmann::ordered_json write_descent(const DescentMechanism& mechanism);

/// Adds `release.iterates` to a report's document where there are any, in base64.
void write_iterates(nlohmann::ordered_json& document, const PublishedDescent& model);

}  // namespace expost::report
