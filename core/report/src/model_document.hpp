// `model` of a report (report-format.md): the loss, the mechanism and theta.
#pragma once

#include <Eigen/Core>
#include <variant>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

/// Returns the kind of a mechanism, of reports and studies alike. `adaptive` is true if the key of
/// that name makes it adaptive; `noise` is what it has without that key, null if it must be stated.
[[nodiscard]] MechanismKind read_kind(const Object& mechanism, bool (*adaptive)(const Node& node), const char* noise);

/// Reads `model`: all of it but the releases. The loss goes with the mechanism, and θ is as long as
/// loss and features make it, and on the grid that it is said to be on, which is no coarser than
/// the study's scales allow.
[[nodiscard]] ReportModel read_model(const Node& node, const std::vector<Feature>& features);
[[nodiscard]] OrderedJson write_model(const ReportModel& model);
[[nodiscard]] OrderedJson describe_model(Definitions& definitions);

[[nodiscard]] ModelLoss loss_of(const ReportModel& model);
[[nodiscard]] MechanismKind kind_of(const ReportModel& model);
[[nodiscard]] const Eigen::VectorXd& theta_of(const ReportModel& model);

/// Calls `use` with a model that may have releases, or with the parts of a softmax model.
template <class Model, class Use>
void with_releases(Model& model, Use use) {
  std::visit(
      [&use](auto& each) {
        if constexpr (requires { each.parts.hessian; }) {
          use(each.parts);
        } else if constexpr (requires { each.hessian; }) {
          use(each);
        }
      },
      model);
}

}  // namespace expost::report
