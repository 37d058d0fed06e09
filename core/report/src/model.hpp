// The numbers of a report: mechanism, θ and what was released beside them (report-format.md).
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "document.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/report.hpp"

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
};

/// Checks that the loss goes with the mechanism, too.
[[nodiscard]] Mechanism read_mechanism(const Node& node, const ModelLoss& loss);

/// θ: its length is checked against the limit, the classes and, if there are features, their coordinates.
[[nodiscard]] Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features, const ModelLoss& loss,
                                         double grid);

/// Refuses a θ off the grid that it is said to be rounded to, and a step that is coarser than the
/// study's scales allow.
void check_rounding(const Node& node, const Mechanism& mechanism, const Eigen::VectorXd& theta, const ModelLoss& loss);

struct Releases {
  std::optional<GradientRelease> gradient;
  std::optional<HessianRelease> hessian;
  std::optional<EigenvalueRelease> smallest_eigenvalue;
};

/// `release`, for θ of length `dimension`. Only objective perturbation with Gaussian noise has any.
[[nodiscard]] Releases read_releases(const Node& node, Mechanism::Kind kind, Eigen::Index dimension);

[[nodiscard]] ReportModel assemble_model(const ModelLoss& loss, const Mechanism& mechanism, Eigen::VectorXd theta,
                                         Releases releases);

[[nodiscard]] ModelLoss loss_of(const ReportModel& model);
[[nodiscard]] const Eigen::VectorXd& theta_of(const ReportModel& model);

/// Throws Fault::argument, "not-finite".
void check_finite(const ReportModel& model);

[[nodiscard]] nlohmann::ordered_json write_mechanism(const ReportModel& model);
[[nodiscard]] nlohmann::ordered_json write_vector(const Eigen::VectorXd& vector);
/// Adds `release` to the document where there is any.
void write_releases(nlohmann::ordered_json& document, const ReportModel& model, HessianEncoding encoding);

}  // namespace expost::report
