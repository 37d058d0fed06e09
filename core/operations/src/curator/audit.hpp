// A curator's audit: the exact losses of all rows, next to the report's bounds on them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "check/bound_options.hpp"
#include "check/loaded_report.hpp"
#include "documents/object_writer.hpp"
#include "expost/bounds/bound.hpp"
#include "mechanisms/mechanism.hpp"
#include "rows/coded_rows.hpp"

namespace expost::operations {

/// A row's figures, as a member.
struct AuditedRow {
  double loss;   ///< exact, signed
  double lower;  ///< of |L|
  double upper;
  double ratio;  ///< upper over |L|
  bool missed;   ///< the loss is outside its bound
  // Redberg & Wang's bound, where the mechanism has it.
  double redberg2021_upper = 0;
  double redberg2021_ratio = 0;
  bool redberg2021_missed = false;
};

/// The report's bounds that exact losses are compared with. The loaded report must outlive it.
class AuditRules {
 public:
  AuditRules(const LoadedReport& loaded, const BoundOptions& options);

  /// Whether there is Redberg & Wang's bound: of Gaussian objective perturbation with a generalised
  /// linear loss.
  [[nodiscard]] bool has_redberg2021() const { return redberg2021_rule_ != nullptr; }
  [[nodiscard]] AuditedRow row(double loss, const Eigen::VectorXd& x, double y);

 private:
  std::unique_ptr<RecordRule> sharp_rule_;
  std::unique_ptr<RecordRule> redberg2021_rule_;
};

/// Quantiles of the rows' |L|, bounds or ratios.
struct Quantiles {
  double median;
  double p99;
  double largest;
};
/// How many of them there are without Redberg & Wang's bound: |L|, then bound and ratio.
inline constexpr std::size_t sharp_figures = 3;
inline constexpr std::size_t all_figures = 5;

struct AuditCounts {
  std::int64_t rows = 0;
  std::int64_t misses = 0;
  std::int64_t redberg2021_misses = 0;
};

/// AuditSummary of index.d.ts. `quantiles`: of |L|, of bound and ratio, and of Redberg & Wang's,
/// where there is one.
[[nodiscard]] ObjectWriter summary_of(const AuditCounts& counts, const std::vector<Quantiles>& quantiles,
                                      const BoundOptions& options);

/// {failureProbability?, secrets?} of an audit.
[[nodiscard]] BoundOptions audit_options(const nlohmann::json& document, const LoadedReport& loaded);
/// Throws ErrorType::argument, "inconsistent", for the report of another study.
void require_same_study(const LoadedReport& loaded, const report::Study& study);

/// Rows done so far. The loaded report and the data must outlive it.
class Audit {
 public:
  Audit(const LoadedReport& loaded, const BoundOptions& wanted, std::unique_ptr<ExactRows> rows);

  [[nodiscard]] bool is_of(const LoadedReport& loaded) const { return report_ == &loaded; }
  /// Whether it answers these questions.
  [[nodiscard]] bool is_of(const LoadedReport& loaded, const BoundOptions& wanted) const {
    return is_of(loaded) && options_.failure_probability == wanted.failure_probability;
  }
  [[nodiscard]] std::size_t rows() const { return losses_.size(); }
  /// The next row, as a member.
  void add(const Eigen::VectorXd& x, double y);
  /// {finished: true, summary, rows}
  [[nodiscard]] nlohmann::ordered_json document() const;

 private:
  /// Bounds and ratios of one method, a row each.
  struct Column {
    std::vector<double> upper;
    std::vector<double> ratio;
    std::int64_t misses = 0;

    void add(double bound, double bound_ratio, bool missed);
  };
  /// Columns of the mechanisms that have them.
  struct PersonColumns {
    std::vector<double> pdp;
    std::vector<double> leverage;
    std::vector<double> residual;
  };

  const LoadedReport* report_;
  BoundOptions options_;
  std::unique_ptr<ExactRows> exact_;
  AuditRules rules_;
  std::vector<double> losses_;  ///< signed
  std::vector<double> lower_;
  Column sharp_;
  Column redberg2021_;
  std::optional<PersonColumns> persons_;
};

/// Audits of one data set, a piece a call.
class Auditing {
 public:
  /// Both must outlive it.
  Auditing(const CodedRows& rows, const Mechanism& mechanism);

  /// {options, rows?} → {finished: true, summary, rows} (Audit of index.d.ts): exact losses of all
  /// rows as members, and their bounds. With `rows` at most so many in this call, and {finished:
  /// false, rows} until all are done. `options.secrets`: those of the publication, for descents.
  [[nodiscard]] nlohmann::ordered_json advance(const nlohmann::json& request, const LoadedReport& report);

  /// Forgets the audit under way, as it must when rows are added.
  void discard() { audit_.reset(); }
  /// Forgets the audit of a report that goes.
  void discard(const LoadedReport& report) {
    if (audit_ && audit_->is_of(report)) {
      audit_.reset();
    }
  }

 private:
  const CodedRows& rows_;
  const Mechanism& mechanism_;
  std::unique_ptr<Audit> audit_;
  nlohmann::json secrets_;  ///< those that it was asked with
};

}  // namespace expost::operations
