// The curator's side of a report: what to train on which columns, and how much of the budget each
// part gets (docs/study.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/descent/descent_accountant.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/losses/loss.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/published_model.hpp"
#include "expost/report/features.hpp"
#include "expost/report/heading.hpp"
#include "expost/report/image_input.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// That of generalised linear losses, of softmax, or of noisy gradient descent, where it fits the
/// sampling.
using BudgetAccountant = std::variant<Accountant, SoftmaxAccountant, DescentAccountant>;

/// Mechanisms other than Gaussian objective perturbation have ε and δ alone, noisy gradient descent
/// an accountant as well.
struct Budget {
  double epsilon = 0;  ///< > 0, in nats; 0 where the study has no budget
  double delta = 0;    ///< in (0, 1); 0 with Laplace-type noise: pure differential privacy
  BudgetAccountant accountant = Accountant::joint;
  ReportKind release = ReportKind::data_independent;
  BudgetSplit split;
  Composition composition = Composition::joint;
};

/// Standard deviations that the curator fixes instead of having them calibrated from the budget.
/// The squared loss has no finite sensitivity (mathematics.md 7), so that nothing can be
/// calibrated for its model and gradient.
struct FixedScales {
  std::optional<double> model;
  std::optional<double> gradient;
  std::optional<double> hessian;
  std::optional<double> smallest_eigenvalue;
};

/// Stated beforehand of a model that another program trains.
struct TrainedElsewhere {
  double rows_at_most = 0;  ///< n_max: a round public number, from 1 to 2^40
  double residual = 0;      ///< bound on ‖∇J + b‖ where training stops; Gaussian objective perturbation only
};

// A study's settings of each mechanism. Where λ, η, γ or a scale isn't there, it comes from the
// budget, or with a model trained elsewhere.

/// Objective perturbation with Gaussian noise.
struct ObjectiveSettings {
  std::optional<double> lambda;  ///< none: the accountant picks it
  FixedScales scales;
  std::optional<TrainedElsewhere> elsewhere;
};
/// Objective perturbation with Laplace-type noise.
struct LaplaceSettings {
  std::optional<double> lambda;
  std::optional<double> eta;
  std::optional<TrainedElsewhere> elsewhere;
};
struct OutputSettings {
  std::optional<double> lambda;
  FixedScales scales;
};
struct PosteriorSettings {
  std::optional<double> lambda;
  std::optional<double> gamma;
  std::optional<TrainedElsewhere> elsewhere;
};
/// AdaOPS chooses λ and γ from the data.
struct AdaOpsSettings {};
struct DescentSettings {
  DescentPlan plan;  ///< its sigma is 0
  FixedScales scales;
};
/// In the order of MechanismKind.
using MechanismSettings =
    std::variant<ObjectiveSettings, LaplaceSettings, OutputSettings, PosteriorSettings, AdaOpsSettings, DescentSettings>;

/// A study's promise to a person with several rows, `person` (docs/study.md).
struct StudyPerson {
  std::string column;  ///< of the rows: says whose they are; no feature, not the label, never published
  int rows = 1;        ///< k: so many rows of each person are used, the first of the data
  double epsilon = 0;  ///< of all of them, as the study's budget states it
  double delta = 0;    ///< likewise; 0: pure differential privacy
};

/// A study whose every rule was checked by `read_study`.
struct Study {
  Heading heading;
  std::vector<Feature> features;  ///< at least one
  Scaling scaling;
  Label label;
  std::optional<ImageInput> input;  ///< "x-input": records are images
  MechanismSettings mechanism;
  Loss loss;                                       ///< where `classes` is 0
  Eigen::Index classes = 0;                        ///< K ≥ 2 of softmax
  std::shared_ptr<const PreparedNetwork> network;  ///< of noisy gradient descent; none: scores are linear
  Budget budget;                                   ///< of one row: with `person`, the stated one by group privacy
  std::optional<StudyPerson> person;
  double failure_probability = 1e-6;
  bool sample = false;  ///< "x-sample": made-up data; the report is marked likewise

  [[nodiscard]] ModelLoss model_loss() const { return {loss, classes}; }
  /// D, the length of θ.
  [[nodiscard]] Eigen::Index parameters() const {
    return network ? network->parameters() : total_coordinates(features) * model_loss().blocks();
  }
  [[nodiscard]] MechanismKind kind() const { return static_cast<MechanismKind>(mechanism.index()); }
  /// The settings of a study of this mechanism.
  /// @throws std::bad_variant_access for one of another
  template <class Settings>
  [[nodiscard]] const Settings& of() const {
    return std::get<Settings>(mechanism);
  }
  /// λ as the study states it; none where it doesn't, or the mechanism has none.
  [[nodiscard]] std::optional<double> lambda() const;
  /// The plan of noisy gradient descent, null of others.
  [[nodiscard]] const DescentPlan* descent() const;
};

/// Reads a study.
///
/// Among its keys: `description`, `published`, `failureProbability`, `budget.composition`
/// ("joint" | "basic"; in version 0.2 `accounting`, "whole" | "sum"), `budget.accountant` (default
/// "joint"), `mechanism.scales` (see FixedScales), and `format` "expost-study" with `version` 1.
/// With `person` the budget is promised to a person, and what is returned is a row's share of it
/// (row_promise). `weights` and the like are refused, "unsupported".
/// docs/study.md says which keys a study of each mechanism has.
/// @throws Error (ErrorType::study) with the codes of `read_report`, and "unfilled" where a value
///   is still null, as `expost init` leaves what only the curator can know; the message names the
///   feature.
[[nodiscard]] Study read_study(const nlohmann::json& document);

/// The JSON Schema of studies: their keys, and what each may be.
[[nodiscard]] nlohmann::ordered_json study_schema();

/// Returns what is wrong with a study, in its order and at most one error for a part (a text, a
/// feature, a share, …); empty if and only if `read_study` takes it. Label and budget are looked
/// at where the mechanism is known.
[[nodiscard]] std::vector<Error> study_errors(const nlohmann::json& document);

}  // namespace expost::report
