// A curator's data set, coded row by row as it is read, and what is made from it.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "audit.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"
#include "loaded_report.hpp"
#include "mechanism.hpp"

namespace expost::operations {

class Profiling;
struct ProfileOptions;

class StudyData {
 public:
  /// {study, header, expectedRows?}. About how many rows there will be is a hint: memory is asked for once. Throws Fault::study
  /// or Fault::data.
  explicit StudyData(const nlohmann::json& request);
  StudyData(const StudyData&) = delete;
  StudyData& operator=(const StudyData&) = delete;
  ~StudyData();

  [[nodiscard]] Eigen::Index dimension() const { return coder_.map().dimension(); }

  /// {rows, firstRow}: rows of raw values. Returns {rows}, all so far. Throws Fault::data naming row and column; then none of
  /// the rows of this call counts.
  [[nodiscard]] nlohmann::ordered_json append(const nlohmann::json& request);

  /// {seed?, steps?} → {finished, steps, residual, tolerance}: trains, at most `steps` Newton steps in this call. The training is kept
  /// for `publish` with the same seed; rows appended meanwhile discard it.
  [[nodiscard]] nlohmann::ordered_json train(const nlohmann::json& request);

  /// {seed?, secrets?} → {report, secrets?, notes}. Trains what is not trained yet, releases and writes the report. Without a
  /// seed the noise comes from the system; with one the report is marked.
  [[nodiscard]] nlohmann::ordered_json publish(const nlohmann::json& request);

  /// {model, seed?, secrets?} → as `publish`, for a model that was trained elsewhere by the study's mechanism on these rows: {theta}
  /// with its scales, which may stand in the study instead (TrainedModel of index.d.ts). Throws Fault::argument at /model, code
  /// "implausible", where theta can't have come from these data and noise of those scales.
  [[nodiscard]] nlohmann::ordered_json attach(const nlohmann::json& request);

  /// {options, rows?} → {finished: true, summary, rows} (Audit of index.d.ts): exact losses of all rows as members, and their
  /// bounds. With `rows` at most so many in this call, and {finished: false, rows} until all are done.
  [[nodiscard]] nlohmann::ordered_json audit(const nlohmann::json& request, const LoadedReport& report);

  /// Throws Fault::argument or Fault::study for options that `profile` would refuse, whatever the rows.
  void check_profile(const nlohmann::json& request) const;

  /// {lambda?, epsilons?, neighbours?, samples?, profileEpsilon?, coordinates?, modelCoordinates?, seed?} → {finished: true, …} (Profile of index.d.ts). One piece of
  /// work a call: {finished: false, phase, …} until all are done. `held_out`: rows of the same study that were not trained on, or none.
  [[nodiscard]] nlohmann::ordered_json profile(const nlohmann::json& request, const StudyData* held_out);

 private:
  void reserve(double rows);
  /// What a training was begun with.
  struct SeededTraining {
    std::optional<std::uint64_t> seed;
    std::unique_ptr<RandomSource> source;  ///< the noise of training is drawn, that of releases is not
    std::unique_ptr<Training> training;
  };
  /// The training for a seed: the one under way, or a new one.
  [[nodiscard]] SeededTraining& training(std::optional<std::uint64_t> seed);
  [[nodiscard]] nlohmann::ordered_json published(Publication publication, bool seeded, bool secrets) const;
  [[nodiscard]] CodedData data() const;
  // For what the curator alone sees. Whether there is a report must not depend on the data.
  void require_rows() const;
  void require_labels() const;
  /// The label of all rows, where there are rows and they have one between them.
  [[nodiscard]] std::optional<std::string> only_label() const;
  [[nodiscard]] ProfileOptions profile_options(const nlohmann::json& request) const;

  report::Study study_;
  report::RowCoder coder_;
  report::RowCounters counters_;
  std::vector<double> x_;  // rows one after the other
  std::vector<double> y_;
  std::unique_ptr<Mechanism> mechanism_;      // refers to study_
  std::unique_ptr<SeededTraining> training_;  // under way, or none
  std::unique_ptr<Audit> audit_;
  std::unique_ptr<Profiling> profiling_;
  nlohmann::json profile_request_;  // that of `profiling_`
};

}  // namespace expost::operations
