// A curator's rows, coded as they are read.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expost/report/columns.hpp"
#include "expost/report/row_coder.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"
#include "rows/column_kinds.hpp"
#include "rows/person_limit.hpp"

namespace expost::operations {

class Request;

/// Some rows, coded, with the counts of what was done to them.
class CodedBlock {
 public:
  CodedBlock(std::size_t rows, Eigen::Index dimension, report::RowCounters counters)
      : x(rows * static_cast<std::size_t>(dimension)), y(rows), counters(std::move(counters)), dimension_(dimension) {}

  [[nodiscard]] CodedData data() const {
    return {Eigen::Map<const Rows>(x.data(), static_cast<Eigen::Index>(y.size()), dimension_),
            Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size()))};
  }

  std::vector<double> x;  ///< rows one after the other
  std::vector<double> y;
  report::RowCounters counters;

 private:
  Eigen::Index dimension_;
};

class CodedRows {
 public:
  /// {study, header, kinds?, expectedRows?, decimalComma?}. About how many rows there will be is a
  /// hint: memory is asked for once. Throws ErrorType::study or ErrorType::data.
  explicit CodedRows(const nlohmann::json& request);
  CodedRows(const CodedRows&) = delete;
  CodedRows& operator=(const CodedRows&) = delete;

  [[nodiscard]] const report::Study& study() const { return study_; }
  /// As the file has it, each name trimmed.
  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  /// The columns that are read, ascending: the features', the label's, the person's.
  [[nodiscard]] const std::vector<std::size_t>& columns() const { return columns_; }
  /// Those of them whose values are numbers.
  [[nodiscard]] std::vector<std::size_t> numbers() const { return report::RowCoder::numbers_read(coder_.map(), header_); }
  /// The columns that can't be read, ascending: none of them is read.
  [[nodiscard]] const std::vector<std::size_t>& unread() const { return kinds_.unread(); }
  [[nodiscard]] Eigen::Index dimension() const { return coder_.map().dimension(); }
  [[nodiscard]] std::size_t count() const { return y_.size(); }
  /// Views that last until the next `append`.
  [[nodiscard]] CodedData data() const;
  [[nodiscard]] const report::RowCounters& counters() const { return counters_; }

  /// Rows in columns, one for each name of the header: {firstRow}. Returns {rows}, all so far, with
  /// those that the study's `person` leaves out. These are read as the others are. Throws
  /// ErrorType::data naming row and column; then none of the rows of this call counts.
  [[nodiscard]] nlohmann::ordered_json append(const nlohmann::json& request, const report::Columns& columns);

  /// Rows in columns, coded and not kept: {firstRow?, limited?}. Throws as `append` does, and
  /// ErrorType::study, "unsupported", where the study has `person` and `limited` doesn't say that
  /// `keep` was asked about the rows.
  [[nodiscard]] CodedBlock coded(const nlohmann::json& request, const report::Columns& columns) const;
  /// Which rows of a block the study's `person` keeps, block after block in the order of the data:
  /// as `append`. Returns {kept}, a boolean a row. Throws ErrorType::data, and ErrorType::argument
  /// where the study has no `person`.
  [[nodiscard]] nlohmann::ordered_json keep(const nlohmann::json& request, const report::Columns& columns);

  // For what the curator alone sees. Whether there is a report must not depend on the data.
  /// Throws ErrorType::data where there are no rows.
  void require_rows() const;
  /// Throws ErrorType::data where there are no rows, or none but of one label.
  void require_labels() const;
  /// Rows that were read and left out; none where the study has no `person`.
  [[nodiscard]] std::optional<std::int64_t> left_out() const;
  /// The label of all rows, where there are rows and they have one between them.
  [[nodiscard]] std::optional<std::string> only_label() const;

 private:
  void reserve(double rows);
  /// Throws ErrorType::argument unless the study has `person`.
  void require_person() const;

  report::Study study_;
  std::vector<std::string> header_;
  ColumnKinds kinds_;  // refers to header_
  report::RowCoder coder_;
  report::RowCounters counters_;
  std::optional<PersonLimit> person_;
  std::vector<std::size_t> columns_;
  std::vector<double> x_;  // rows one after the other
  std::vector<double> y_;
};

}  // namespace expost::operations
