// The promise to one person: what the noise of a publication guarantees her, before it is drawn and
// whatever the data, by the length of her record alone (docs/mathematics/accounting.md, 7.24).
//
// It is never above the promise to everybody, and an upper bound like that one.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <variant>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

/// The levels of objective perturbation, by the loss's kind.
struct ObjectiveLevels {
  std::variant<ModelMechanism, SoftmaxMechanism> mechanism;
  ReleaseNoise releases;
};
/// Those of Laplace-type noise.
struct LaplaceLevels {
  ModelLoss loss;
  double lambda;  ///< λ > 0
  double eta;     ///< η > 0
};
/// Those of noisy gradient descent.
struct DescentLevels {
  DescentLoss loss;
  DescentPlan plan;
  Eigen::Index features;        ///< length of x
  CodingRoundings coding = {};  ///< of a program that trained elsewhere
};
/// All that promises to single persons depend on; nothing for posterior samples and AdaOPS, which
/// promise by no length. θ of output perturbation counts by its size alone.
using PromisedLevels = std::variant<std::monostate, ObjectiveLevels, LaplaceLevels, PublishedOutputPerturbation, DescentLevels>;

/// Those of a published model.
[[nodiscard]] PromisedLevels promised_levels(const ReportModel& model);

/// Returns ‖x‖ of a finite x in the unit ball, rounded up, and 1 at most.
[[nodiscard]] double record_length(const Eigen::VectorXd& x);

/// Returns ε at δ for a record of length ‖x‖ ≤ `length`: 0 for length 0, infinite where there is
/// none. `length` in [0, 1], rounded up. Laplace-type noise has it at δ = 0.
[[nodiscard]] double personal_epsilon(const PromisedLevels& levels, double length, double delta);

/// The promise to her.
struct PersonalPromise {
  double length = 1;              ///< of her longest record
  std::optional<double> epsilon;  ///< of that record, at the guarantee's δ; none where there is no finite one
  bool by_length = false;         ///< whether it is below the guarantee
  std::optional<double> person;   ///< ε of all her rows, at the person's δ; none without a promise to a person
};

/// Returns min(ε of the guarantee, ε by length), and for a person's rows at most k of them added
/// up; where they are more than 16, each counts up to 1/64 longer than it is.
/// @param lengths  of her records, rounded up, at least one
/// @param all  whether these are all her records; otherwise the others, up to k, may have length 1
[[nodiscard]] PersonalPromise personal_promise(const PromisedLevels& levels, const std::optional<Guarantee>& guarantee,
                                               const std::optional<PersonPromise>& person, std::span<const double> lengths,
                                               bool all);

}  // namespace expost::report
