// Profiles of one data set, a piece a call.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "profile/profiling.hpp"
#include "rows/coded_rows.hpp"

namespace expost::operations {

class ProfileRun {
 public:
  /// The rows must outlive it.
  explicit ProfileRun(const CodedRows& rows) : rows_(rows) {}

  /// Throws ErrorType::argument or ErrorType::study for options that `advance` would refuse,
  /// whatever the rows.
  void check(const nlohmann::json& request) const;

  /// {lambda?, epsilons?, neighbours?, samples?, profileEpsilon?, coordinates?, modelCoordinates?,
  /// seed?} → {finished: true, …} (Profile of index.d.ts). One piece of work a call: {finished:
  /// false, phase, …} until all are done. `held_out`: rows of the same study that were not trained
  /// on, or null.
  [[nodiscard]] nlohmann::ordered_json advance(const nlohmann::json& request, const CodedRows* held_out);

  /// Forgets the profile under way, as it must when rows are added.
  void discard() { profiling_.reset(); }

 private:
  [[nodiscard]] ProfileOptions options(const nlohmann::json& request) const;

  const CodedRows& rows_;
  std::unique_ptr<Profiling> profiling_;
  nlohmann::json request_;  // that of `profiling_`
};

}  // namespace expost::operations
