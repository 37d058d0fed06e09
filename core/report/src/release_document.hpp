// `release` of a report (report-format.md).
#pragma once

#include "definitions.hpp"
#include "document.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

/// Reads `release` into a model whose θ and mechanism are known. Objective perturbation with
/// Gaussian noise has gradient, Hessian and smallest eigenvalue, noisy gradient descent its
/// iterates, and no other mechanism has anything.
void read_releases(const Node& node, ReportModel& model);

/// Returns `release`; null where there is nothing.
[[nodiscard]] OrderedJson write_releases(const ReportModel& model, HessianEncoding encoding);
[[nodiscard]] OrderedJson describe_releases(Definitions& definitions);

}  // namespace expost::report
