#include "rows/coded_rows.hpp"

#include <algorithm>
#include <utility>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

}  // namespace

CodedRows::CodedRows(const json& request)
    : study_(report::read_study(Request(request).document("study"))),
      header_(report::read_header(Request(request).required("header"), ErrorType::data)),
      kinds_(Request(request), header_),
      coder_(report::FeatureMap(study_), header_, ErrorType::data, Request(request).decimal_mark()),
      counters_(coder_.counters()) {
  const Request open(request);
  open.allow_only({"study", "header", "kinds", "expectedRows", "decimalComma"});
  columns_ = report::RowCoder::columns_read(coder_.map(), header_);
  if (study_.person) {
    person_.emplace(*study_.person, header_);
    const std::size_t column = person_->column().place();
    const auto next = std::lower_bound(columns_.begin(), columns_.end(), column);
    // A person may be a feature too.
    if (next == columns_.end() || *next != column) {
      columns_.insert(next, column);
    }
  }
  kinds_.require_raw(columns_);
  if (open.has("expectedRows")) {
    reserve(open.number("expectedRows"));
  }
}

void CodedRows::reserve(double rows) {
  if (!(rows >= 0)) {
    throw Error(ErrorType::argument, "out-of-range", "/expectedRows", "expectedRows must be a number of rows, 0 or more");
  }
  // A little more than expected, so that a guess that is a little off doesn't cost a copy either;
  // and no more than a data set that fits into WebAssembly's memory can need, because it is a
  // guess.
  constexpr double most_doubles = 1 << 27;
  const double most_rows = most_doubles / static_cast<double>(dimension());
  const auto expected = static_cast<std::size_t>(std::min(rows * 1.03 + 16, most_rows));
  x_.reserve(expected * static_cast<std::size_t>(dimension()));
  y_.reserve(expected);
}

ordered_json CodedRows::append(const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"data", "rows", "columns", "table", "firstRow"});
  report::check_columns(columns, header_);
  const std::size_t rows = columns.rows;
  const std::int64_t before_this = static_cast<std::int64_t>(y_.size()) + left_out().value_or(0);
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : before_this + 1;
  const auto d = static_cast<std::size_t>(dimension());
  const std::size_t before = y_.size();
  const report::RowCounters counters_before = counters_;
  report::RowCounters others = person_ ? coder_.counters() : report::RowCounters();
  const auto keep_only = [&](std::size_t count) {
    x_.resize(count * d);
    y_.resize(count);
  };
  keep_only(before + rows);
  std::size_t next = before;
  try {
    for (std::size_t i = 0; i < rows; ++i) {
      bool kept = true;
      if (person_) {
        kept = person_->keeps(person_->column().person(columns, i, number));
      }
      coder_.code_row_of(columns, i, number, x_.data() + next * d, y_[next], kept ? counters_ : others);
      next += kept ? 1 : 0;
      ++number;
    }
  } catch (...) {
    keep_only(before);
    counters_ = counters_before;
    if (person_) {
      person_->undo();
    }
    throw;
  }
  keep_only(next);
  if (person_) {
    person_->settle();
  }
  return ObjectWriter().put_count("rows", before_this + static_cast<std::int64_t>(rows)).take();
}

CodedBlock CodedRows::coded(const json& document, const report::Columns& columns) const {
  const Request request(document);
  request.allow_only({"data", "firstRow", "counters", "limited"});
  if (person_ && !request.flag("limited")) {
    throw Error(ErrorType::study, "unsupported", "/person",
                "/person limits the rows of each person in the order of the data, and these rows are looked at apart: publish "
                "them on one machine, or leave person out of a table that has one row a person");
  }
  report::check_columns(columns, header_);
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  CodedBlock block(columns.rows, dimension(), coder_.counters());
  const auto d = static_cast<std::size_t>(dimension());
  for (std::size_t i = 0; i < columns.rows; ++i) {
    coder_.code_row_of(columns, i, number++, block.x.data() + i * d, block.y[i], block.counters);
  }
  return block;
}

void CodedRows::require_person() const {
  if (!person_) {
    throw Error(ErrorType::argument, "inconsistent", "/data", "the study of these rows has no person");
  }
}

ordered_json CodedRows::keep(const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"data", "rows", "columns", "table", "firstRow"});
  require_person();
  report::check_columns(columns, header_);
  std::int64_t number = request.integer("firstRow", 1, 2000000000);
  ordered_json::array_t kept;
  try {
    for (std::size_t i = 0; i < columns.rows; ++i) {
      kept.emplace_back(person_->keeps(person_->column().person(columns, i, number++)));
    }
  } catch (...) {
    person_->undo();
    throw;
  }
  person_->settle();
  return ObjectWriter().put("kept", ordered_json(std::move(kept))).take();
}

std::optional<std::int64_t> CodedRows::left_out() const {
  return person_ ? std::optional(person_->left_out()) : std::nullopt;
}

CodedData CodedRows::data() const {
  return {Eigen::Map<const Rows>(x_.data(), static_cast<Eigen::Index>(y_.size()), dimension()),
          Eigen::Map<const Eigen::VectorXd>(y_.data(), static_cast<Eigen::Index>(y_.size()))};
}

void CodedRows::require_rows() const {
  if (y_.empty()) {
    throw Error(ErrorType::data, "empty", "", "the data has no rows below its header");
  }
}

std::optional<std::string> CodedRows::only_label() const {
  const report::Label& label = study_.label;
  if (y_.empty() || label.kind == report::LabelKind::number ||
      !std::all_of(y_.begin(), y_.end(), [&](double y) { return y == y_[0]; })) {
    return {};
  }
  return label.kind == report::LabelKind::category ? label.levels[static_cast<std::size_t>(y_[0])]
         : y_[0] > 0                               ? label.positive
                                                   : label.negative;
}

void CodedRows::require_labels() const {
  require_rows();
  if (const std::optional<std::string> only = only_label()) {
    const report::Label& label = study_.label;
    throw Error(ErrorType::data, "one-class", "/" + label.name,
                "the column " + label.name + " holds only \"" + *only + "\"; a profile needs rows of " +
                    (label.kind == report::LabelKind::category ? "several" : "both") + " kinds");
  }
}

}  // namespace expost::operations
