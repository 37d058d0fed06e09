// `model.release` of a report (report-format.md).
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>

#include "document.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

struct Releases {
  std::optional<GradientRelease> gradient;
  std::optional<HessianRelease> hessian;
  std::optional<EigenvalueRelease> smallest_eigenvalue;
};

/// `release`, for θ of length `dimension`. Only objective perturbation with Gaussian noise has any.
[[nodiscard]] Releases read_releases(const Node& node, MechanismKind kind, Eigen::Index dimension);

/// Adds `release` to the document where there is any.
void write_releases(nlohmann::ordered_json& document, const ReportModel& model, HessianEncoding encoding);

}  // namespace expost::report
