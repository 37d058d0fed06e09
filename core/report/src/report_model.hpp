// Everything that models of reports have in common.
#pragma once

#include <Eigen/Core>
#include <variant>

#include "expost/report/report.hpp"

namespace expost::report {

[[nodiscard]] const Eigen::VectorXd& theta_of(const ReportModel& model);

/// Throws ErrorType::argument, "not-finite".
void check_finite(const ReportModel& model);

/// Calls `use` with a model that may have releases, or with the parts of a softmax model.
template <class Use>
void with_releases(const ReportModel& model, Use use) {
  std::visit(
      [&use](const auto& each) {
        if constexpr (requires { each.parts.hessian; }) {
          use(each.parts);
        } else if constexpr (requires { each.hessian; }) {
          use(each);
        }
      },
      model);
}

}  // namespace expost::report
