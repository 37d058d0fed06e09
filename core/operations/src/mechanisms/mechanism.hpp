// A study's mechanism as the curator runs it: training, publishing, and the exact losses of an
// audit. One class for each, in a folder of its own (every_mechanism.hpp).
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <variant>

#include "documents/request.hpp"
#include "expost/noise/random.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "expost/output/row_source.hpp"
#include "expost/release/release.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"

namespace expost::operations {

/// The outcome of a mechanism: what is published, and what stays with the curator, if he wants it.
struct Publication {
  report::ReportModel model;
  std::optional<report::Guarantee> guarantee;
  Secrets secrets;                       ///< of objective perturbation
  Eigen::VectorXd minimiser;             ///< θ̂, of the mechanisms that publish a noisy θ̂: a secret as well
  int iterations = 0;                    ///< 0: trained elsewhere, or nothing to iterate
  std::optional<double> residual = 0;    ///< bound on the length of the gradient at which training stopped; none of descents
  std::vector<std::string> doubts = {};  ///< for the curator: where a model from elsewhere doesn't fit the data
  std::optional<nlohmann::ordered_json> own_secrets = {};  ///< the document of a mechanism that has other secrets
};

/// A training under way. Its rows must outlive it.
class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;

  [[nodiscard]] virtual bool finished() const = 0;
  virtual void step() = 0;
  [[nodiscard]] virtual int steps() const = 0;
  /// None where steps aren't taken towards a minimum.
  [[nodiscard]] virtual std::optional<double> residual() const = 0;
  [[nodiscard]] virtual std::optional<double> tolerance() const = 0;
  /// How many steps there will be, where that is known.
  [[nodiscard]] virtual std::optional<int> of_steps() const { return std::nullopt; }
  /// Returns what a finished training publishes; the noise that is still to be drawn comes from
  /// `source`. Once only: the same noise must not come out twice. What is published doesn't depend
  /// on `kept`.
  [[nodiscard]] virtual Publication publication(RandomSource& source, KeptSecrets kept) = 0;
};

/// An audit's figures of a row, as a member.
struct RowFigures {
  double loss;          ///< exact, signed
  double pdp = 0;       ///< ε of her per-instance differential privacy at the audit's δ
  double leverage = 0;  ///< μ
  double residual = 0;  ///< y less the prediction of the model without her; for losses other than the squared one −f' there
};

/// Exact losses of rows at one publication.
class ExactRows {
 public:
  ExactRows() = default;
  ExactRows(const ExactRows&) = delete;
  ExactRows& operator=(const ExactRows&) = delete;
  virtual ~ExactRows() = default;

  [[nodiscard]] virtual RowFigures row(Eigen::Index index) = 0;
  /// Whether more than the loss is set.
  [[nodiscard]] virtual bool has_pdp() const { return false; }
};

class Mechanism {
 public:
  Mechanism() = default;
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;
  virtual ~Mechanism() = default;

  // Rows may be elsewhere: what is published is, to the last digit, that of the same rows in memory
  // with the same words of `source`. Where sums over rows are not enough (`rows_of`), all of these
  // throw ErrorType::study, code "unsupported".

  /// Draws the noise that training needs. Throws ErrorType::study where the budget can't be met or
  /// a scale is missing.
  [[nodiscard]] virtual std::unique_ptr<Training> training(const RowSource& rows, RandomSource& source) const = 0;
  /// A model that was trained elsewhere: `model` is what `attach` was given. Throws
  /// ErrorType::argument, code "implausible", at /model where it can't have come from these data
  /// and the stated noise.
  [[nodiscard]] virtual Publication attached(const Request& model, const RowSource& rows, RandomSource& source,
                                             KeptSecrets kept) const = 0;
  /// First and second derivatives of the objective at the published model, from which exact losses
  /// of single rows follow (`exact_at`); the same digits however the rows are divided.
  [[nodiscard]] virtual Derivatives derivatives(const report::ReportModel& published, const RowSource& rows) const;
  /// Exact losses of some of those rows, which the caller keeps; `delta` of their pDP.
  [[nodiscard]] virtual std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives,
                                                            const CodedData& data, double delta) const;
  /// Exact losses of all rows. `secrets` of the publication, null where none were given. Throws
  /// ErrorType::argument, code "inconsistent", where another mechanism published, "missing" where
  /// it needs secrets.
  [[nodiscard]] virtual std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const RowSource& rows,
                                                         double delta, const Request* secrets) const;
  /// Whether exact losses need the secrets of the publication.
  [[nodiscard]] virtual bool needs_secrets() const { return false; }
};

/// The rows themselves. Throws ErrorType::study, code "unsupported", at /mechanism where they are
/// elsewhere.
[[nodiscard]] const CodedData& rows_of(const RowSource& rows);
/// The loss of a study's models.
[[nodiscard]] ModelShape loss_of(const report::Study& study);
/// λ of a mechanism that has none of its own choosing. Throws ErrorType::study.
[[nodiscard]] double required_lambda(const report::Study& study);
/// The report is another study's: ErrorType::argument, "inconsistent".
[[noreturn]] void refuse_other_study();

/// The published model as the mechanism's own alternative. Throws ErrorType::argument,
/// "inconsistent".
template <class Model>
[[nodiscard]] const Model& published_as(const report::ReportModel& published) {
  const auto* model = std::get_if<Model>(&published);
  if (model == nullptr) {
    refuse_other_study();
  }
  return *model;
}

}  // namespace expost::operations
