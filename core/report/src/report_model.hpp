// A report's model, put together from its parts, and what all models have in common.
#pragma once

#include <Eigen/Core>
#include <variant>

#include "expost/report/report.hpp"
#include "mechanism_document.hpp"
#include "release_document.hpp"

namespace expost::report {

[[nodiscard]] ReportModel assemble_model(const ModelLoss& loss, const Mechanism& mechanism, Eigen::VectorXd theta,
                                         Releases releases);

[[nodiscard]] ModelLoss loss_of(const ReportModel& model);
[[nodiscard]] const Eigen::VectorXd& theta_of(const ReportModel& model);

/// Throws ErrorType::argument, "not-finite".
void check_finite(const ReportModel& model);

/// Models that may have releases: a generalised linear model, or the parts of a softmax model.
template <class Use>
void with_releases(const ReportModel& model, Use use) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    use(softmax->parts);
  } else if (const auto* linear = std::get_if<PublishedModel>(&model)) {
    use(*linear);
  }
}

}  // namespace expost::report
