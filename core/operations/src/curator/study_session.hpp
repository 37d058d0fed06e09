// A curator's data set between calls, and what is made from it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "curator/audit.hpp"
#include "curator/publishing.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "profile/profile_run.hpp"
#include "rows/coded_rows.hpp"

namespace expost::operations {

class StudySession {
 public:
  /// As CodedRows.
  explicit StudySession(const nlohmann::json& request)
      : rows_(request), mechanism_(mechanism_of(rows_.study(), rows_.dimension())) {}
  StudySession(const StudySession&) = delete;
  StudySession& operator=(const StudySession&) = delete;

  [[nodiscard]] const CodedRows& rows() const { return rows_; }

  /// As CodedRows::append. Whatever was under way saw fewer rows, and holds the noise of a model
  /// that is now another's: it is discarded.
  [[nodiscard]] nlohmann::ordered_json append(const nlohmann::json& request, const report::Columns& columns) {
    publishing_.discard();
    auditing_.discard();
    profile_.discard();
    return rows_.append(request, columns);
  }

  /// As CodedRows::keep.
  [[nodiscard]] nlohmann::ordered_json keep(const nlohmann::json& request, const report::Columns& columns) {
    return rows_.keep(request, columns);
  }

  [[nodiscard]] const Mechanism& mechanism() const { return *mechanism_; }
  [[nodiscard]] Publishing& publishing() { return publishing_; }
  [[nodiscard]] Auditing& auditing() { return auditing_; }
  [[nodiscard]] ProfileRun& profile() { return profile_; }

 private:
  CodedRows rows_;
  std::unique_ptr<Mechanism> mechanism_;  // refers to the study of rows_
  Publishing publishing_{rows_, *mechanism_};
  Auditing auditing_{rows_, *mechanism_};
  ProfileRun profile_{rows_};
};

}  // namespace expost::operations
