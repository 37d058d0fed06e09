// Training on a curator's rows, and the report about it.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "mechanisms/mechanism.hpp"
#include "rows/coded_rows.hpp"

namespace expost::operations {

/// Counts of the rows, for the curator.
struct RowNotes {
  report::RowCounters counters;
  std::optional<std::string> only_label;
  std::optional<std::int64_t> left_out;  ///< rows beyond the limit of a person; none without one
};

/// {data, counters?, firstRow?} → {counters}: what coding does to rows in columns, added to the
/// counters of earlier ones. The rows are not kept.
[[nodiscard]] nlohmann::ordered_json count_rows(const nlohmann::json& request, const CodedRows& rows,
                                                const report::Columns& columns);

class Publishing {
 public:
  /// Both must outlive it.
  Publishing(const CodedRows& rows, const Mechanism& mechanism);
  Publishing(const Publishing&) = delete;
  Publishing& operator=(const Publishing&) = delete;
  ~Publishing();

  /// {seed?, steps?} → {finished, steps, residual, tolerance, ofSteps?}: trains, at most `steps`
  /// steps in this call. Residual and tolerance are null of descents, `ofSteps` is all of theirs.
  /// The training is kept for `publish` with the same seed.
  [[nodiscard]] nlohmann::ordered_json train(const nlohmann::json& request);

  /// {seed?, secrets?} → {report, secrets?, notes}. Trains what is not trained yet, releases and
  /// writes the report. Without a seed the noise comes from the system; with one the report is
  /// marked.
  [[nodiscard]] nlohmann::ordered_json publish(const nlohmann::json& request);

  /// {model, seed?, secrets?} → as `publish`, for a model that was trained elsewhere by the
  /// study's mechanism on these rows: {theta} with its scales, which may be in the study
  /// instead (TrainedModel of index.d.ts). Throws ErrorType::argument at /model, code
  /// "implausible", where theta can't have come from these data and noise of those scales.
  [[nodiscard]] nlohmann::ordered_json attach(const nlohmann::json& request);

  // Rows that are elsewhere: `counters` are those of all of them (count_rows), where the study has
  // `person` of all that stay, and `add_up` answers questions about them.
  /// {counters, leftOut?, seed?, secrets?} → as `publish`; `leftOut` is how many don't stay.
  [[nodiscard]] nlohmann::ordered_json publish_elsewhere(const nlohmann::json& request, AddUp add_up) const;
  /// {model, counters, seed?, secrets?} → as `attach`.
  [[nodiscard]] nlohmann::ordered_json attach_elsewhere(const nlohmann::json& request, AddUp add_up) const;

  /// Forgets the training under way, as it must when rows are added: it saw fewer of them.
  void discard();

 private:
  /// A training with the seed and the noise that it was begun with.
  struct SeededTraining;
  /// The training for a seed: the one under way, or a new one.
  [[nodiscard]] SeededTraining& training(std::optional<std::uint64_t> seed);
  /// The `model` of an attachment.
  [[nodiscard]] Request model_of(const Request& request) const;
  template <class Made>
  [[nodiscard]] nlohmann::ordered_json published_elsewhere(const Request& request, AddUp add_up, Made made) const;
  [[nodiscard]] nlohmann::ordered_json published(Publication publication, const RowNotes& notes, bool seeded,
                                                 KeptSecrets kept) const;

  const CodedRows& rows_;
  const Mechanism& mechanism_;
  std::unique_ptr<SeededTraining> training_;  // under way, or none
};

}  // namespace expost::operations
