// `model.mechanism` and `model.theta` of a report (report-format.md), and the model that they make.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "descent_document.hpp"
#include "document.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/report.hpp"
#include "release_document.hpp"

namespace expost::report {

/// How the model was made private, as `mechanism` states it.
struct Mechanism {
  using Kind = MechanismKind;
  Kind kind = Kind::objective_gaussian;
  double noise = 0;                ///< σ, η or γ
  double lambda = 0;               ///< λ
  double residual = 0;             ///< objective_gaussian
  OutputRounding rounding = {};    ///< objective_gaussian
  double grid = 0;                 ///< output_gaussian: θ has whole multiples of it; 0: none stated
  AdaOpsBudget budget{};           ///< ada_ops
  double smallest_eigenvalue = 0;  ///< ada_ops
  double log_residual = 0;         ///< ada_ops
  std::optional<DescentMechanism> descent = {};
};

/// Returns the kind of a mechanism, of reports and studies alike. `adaptive` is true if the key of
/// that name makes it adaptive; `noise` is what it has without that key, null if it must be stated.
[[nodiscard]] MechanismKind read_kind(const Object& mechanism, bool (*adaptive)(const Node& node), const char* noise);

/// Checks that the loss goes with the mechanism, too. Without a reader of it, noisy gradient
/// descent is "unsupported".
[[nodiscard]] Mechanism read_mechanism(const Node& node, const ModelLoss& loss, const DescentReader* descent);

/// θ: its length is checked against the limit, the classes and, if there are features, their
/// coordinates.
[[nodiscard]] Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features, const ModelLoss& loss,
                                         double grid);

/// Refuses a θ off the grid that it is said to be rounded to, and a step that is coarser than the
/// study's scales allow.
void check_rounding(const Node& node, const Mechanism& mechanism, const Eigen::VectorXd& theta, const ModelLoss& loss);

[[nodiscard]] nlohmann::ordered_json write_mechanism(const Mechanism& mechanism);

[[nodiscard]] ReportModel assemble_model(const ModelLoss& loss, const Mechanism& mechanism, Eigen::VectorXd theta,
                                         Releases releases);

// The inverse of assemble_model: what a document states next to θ and the releases.

[[nodiscard]] ModelLoss loss_of(const ReportModel& model);
[[nodiscard]] Mechanism mechanism_of(const ReportModel& model);

}  // namespace expost::report
