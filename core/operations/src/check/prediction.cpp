#include "check/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/bounds/region_products.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/report/row_coder.hpp"
#include "rows/column_kinds.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The published model's scores: xᵀθ, one for each class where there are some, or a network's.
class Scores {
 public:
  explicit Scores(const LoadedReport& loaded) : blocks_(loaded.loss().blocks()) {
    report::Report published;
    published.model = loaded.model().published();
    theta_ = published.theta();
    if (const auto* const descent = std::get_if<PublishedDescent>(&published.model)) {
      network_ = descent->network;
    }
  }

  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }
  [[nodiscard]] bool is_linear() const { return network_ == nullptr; }
  [[nodiscard]] Eigen::VectorXd at(const Eigen::VectorXd& x) const {
    if (network_) {
      return network_scores(*network_, theta_, x);
    }
    return blocks_ == 1 ? Eigen::VectorXd::Constant(1, x.dot(theta_)) : Softmax{blocks_}.margins(theta_, x);
  }
  /// Scores of all records of a region.
  class Over;

 private:
  Eigen::Index blocks_;
  Eigen::VectorXd theta_;
  std::shared_ptr<const PreparedNetwork> network_;
};

class Scores::Over {
 public:
  Over(const Scores& scores, const RecordRegion& region) : scores_(&scores) {
    if (scores.network_) {
      ranges_ = network_ranges(*scores.network_, scores.theta_, records_of(region, RecordBox::whole(region, 0)));
    } else {
      products_.emplace(region);
    }
  }
  [[nodiscard]] Interval range(Eigen::Index j) const {
    return products_ ? products_->range(scores_->theta_) : ranges_[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] Interval difference(Eigen::Index j, Eigen::Index k) const {
    if (products_) {
      const Eigen::Index m = scores_->theta_.size() / scores_->blocks_;
      return products_->range(scores_->theta_.segment(j * m, m) - scores_->theta_.segment(k * m, m));
    }
    const Interval first = ranges_[static_cast<std::size_t>(j)];
    const Interval second = ranges_[static_cast<std::size_t>(k)];
    return {first.lower - second.upper, first.upper - second.lower};
  }

 private:
  const Scores* scores_;
  std::vector<Interval> ranges_;
  std::optional<RegionProducts> products_;
};

/// 1/(1 + e^−t), without overflow.
double logistic_probability(double t) {
  const double small = elementary::exp(t < 0 ? t : -t);
  return t < 0 ? small / (1 + small) : 1 / (1 + small);
}

/// `value`, unless it is beyond doubles: ranges may be as wide or as narrow as doubles are.
double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) {
    throw Error(ErrorType::numerics, "not-finite", "",
                what + " is beyond all numbers, as the report's ranges are that wide or narrow");
  }
  return value;
}

/// From a coded number, −1 to 1 inside the label's range, to its unit; itself without features.
struct LabelScale {
  double middle = 0;
  double half = 1;

  explicit LabelScale(const LoadedReport& loaded) {
    const report::Report& report = loaded.report();
    if (loaded.map().has_features() && report.label->kind == report::LabelKind::number) {
      half = (report.label->maximum - report.label->minimum) / 2;
      middle = report.label->minimum + half;
    }
  }
  [[nodiscard]] double in_unit(double coded) const { return middle + half * coded; }
};

/// Columns of a generalised linear model.
class LinearColumns {
 public:
  LinearColumns(const LoadedReport& loaded, Scores scores)
      : loss_(loaded.loss().linear),
        binary_(loaded.loss().label_kind() == report::LabelKind::binary),
        scale_(loaded),
        scores_(std::move(scores)) {}

  void add(const Eigen::VectorXd& x, std::int64_t row) {
    margin_ = scores_.at(x)(0);
    score_.push_back(margin_);
    if (binary_) {
      probability_.push_back(logistic_probability(margin_));
      class_.push_back(margin_ > 0 ? 1 : 0);
    } else {
      prediction_.push_back(finite(scale_.in_unit(margin_), "the prediction of row " + std::to_string(row)));
    }
  }
  void add_label(const Eigen::VectorXd&, double y) {
    label_.push_back(!binary_ ? scale_.in_unit(y) : y > 0 ? 1 : 0);
    value_.push_back(loss_.value(margin_, y));
  }
  void write(ObjectWriter& document, bool labels) const {
    document.put_numbers("score", score_);
    if (binary_) {
      document.put_numbers("probability", probability_).put_numbers("class", class_);
    } else {
      document.put_numbers("prediction", prediction_);
    }
    if (labels) {
      document.put_numbers("label", label_).put_numbers("loss", value_);
    }
  }

 private:
  Loss loss_;
  bool binary_;
  LabelScale scale_;
  Scores scores_;
  double margin_ = 0;
  std::vector<double> score_, probability_, class_, prediction_, label_, value_;
};

/// Columns of a softmax model.
class ClassColumns {
 public:
  ClassColumns(const LoadedReport& loaded, Scores scores)
      : scores_(std::move(scores)), probabilities_(static_cast<std::size_t>(loaded.loss().classes)) {}

  void add(const Eigen::VectorXd& x, std::int64_t) {
    margins_ = scores_.at(x);
    const Softmax::Probabilities found = Softmax::probabilities_at(margins_);
    for (std::size_t k = 0; k < probabilities_.size(); ++k) {
      probabilities_[k].push_back(found.p[static_cast<Eigen::Index>(k)]);
    }
    Eigen::Index most = 0;
    margins_.maxCoeff(&most);
    class_.push_back(static_cast<double>(most));
  }
  void add_label(const Eigen::VectorXd&, double y) {
    label_.push_back(y);
    value_.push_back(Softmax::value_at(margins_, static_cast<Eigen::Index>(y)));
  }
  void write(ObjectWriter& document, bool labels) const {
    ordered_json::array_t all;
    for (const std::vector<double>& column : probabilities_) {
      all.emplace_back(column);
    }
    document.put("probabilities", ordered_json(std::move(all))).put_numbers("class", class_);
    if (labels) {
      document.put_numbers("label", label_).put_numbers("loss", value_);
    }
  }

 private:
  Scores scores_;
  Eigen::VectorXd margins_;
  std::vector<std::vector<double>> probabilities_;
  std::vector<double> class_, label_, value_;
};

/// A class that isn't the same for all records that a row may be.
constexpr double no_class = -1;

/// Two columns, the ends of an interval a row.
struct EndColumns {
  std::vector<double> lower;
  std::vector<double> upper;

  void add(Interval ends) {
    lower.push_back(ends.lower);
    upper.push_back(ends.upper);
  }
  void write(ObjectWriter& document, const std::string& name) const {
    document.put_numbers((name + "Lower").c_str(), lower).put_numbers((name + "Upper").c_str(), upper);
  }
};

/// Ends that a few roundings led to from an interval, moved outward by as much, relative to `size`;
/// of a point as they are.
Interval outward(Interval ends, bool point, double size) {
  const double rounding = point ? 0 : 0x1p-46 * size + 0x1p-900;
  return {ends.lower - rounding, ends.upper + rounding};
}
Interval probability_ends(Interval ends, bool point) {
  const Interval found = outward(ends, point, ends.upper);
  return {std::max(found.lower, 0.0), std::min(found.upper, 1.0)};
}

/// Columns of a generalised linear model, of rows with unknown values.
class LinearRanges {
 public:
  LinearRanges(const LoadedReport& loaded, Scores scores)
      : binary_(loaded.loss().label_kind() == report::LabelKind::binary), scale_(loaded), scores_(std::move(scores)) {}

  void add(const Eigen::VectorXd& x, std::int64_t row) {
    const double margin = scores_.at(x)(0);
    add({margin, margin}, true, row);
  }
  void add(const RecordRegion& region, std::int64_t row) { add(Scores::Over(scores_, region).range(0), false, row); }
  void write(ObjectWriter& document) const {
    score_.write(document, "score");
    if (binary_) {
      probability_.write(document, "probability");
      document.put_numbers("class", class_);
    } else {
      prediction_.write(document, "prediction");
    }
  }

 private:
  void add(Interval margin, bool point, std::int64_t row) {
    score_.add(margin);
    if (binary_) {
      probability_.add(probability_ends({logistic_probability(margin.lower), logistic_probability(margin.upper)}, point));
      class_.push_back(margin.lower > 0 ? 1 : margin.upper > 0 ? no_class : 0);
      return;
    }
    const auto in_unit = [&](double coded) {
      return finite(scale_.in_unit(coded), "the prediction of row " + std::to_string(row));
    };
    const double size = std::fabs(scale_.middle) + scale_.half * std::max(std::fabs(margin.lower), std::fabs(margin.upper));
    prediction_.add(outward({in_unit(margin.lower), in_unit(margin.upper)}, point, size));
  }

  bool binary_;
  LabelScale scale_;
  Scores scores_;
  EndColumns score_, probability_, prediction_;
  std::vector<double> class_;
};

/// Columns of a softmax model, of rows with unknown values.
class ClassRanges {
 public:
  ClassRanges(const LoadedReport& loaded, Scores scores)
      : classes_(loaded.loss().classes), scores_(std::move(scores)), probabilities_(static_cast<std::size_t>(classes_)) {}

  void add(const Eigen::VectorXd& x, std::int64_t) {
    const Eigen::VectorXd margins = scores_.at(x);
    const Softmax::Probabilities found = Softmax::probabilities_at(margins);
    for (Eigen::Index k = 0; k < classes_; ++k) {
      probabilities_[static_cast<std::size_t>(k)].add({found.p[k], found.p[k]});
    }
    Eigen::Index most = 0;
    margins.maxCoeff(&most);
    class_.push_back(static_cast<double>(most));
  }
  // p_k = 1/(1 + Σe^{t_j − t_k}) falls in every difference of margins.
  void add(const RecordRegion& region, std::int64_t) {
    const Scores::Over scores(scores_, region);
    double found = no_class;
    for (Eigen::Index k = 0; k < classes_; ++k) {
      double least = 1;
      double most = 1;
      bool largest = true;
      for (Eigen::Index j = 0; j < classes_; ++j) {
        if (j == k) {
          continue;
        }
        const Interval difference = scores.difference(j, k);
        least += elementary::exp(difference.lower);
        most += elementary::exp(difference.upper);
        largest = largest && (difference.upper < 0 || (difference.upper == 0 && k < j));
      }
      probabilities_[static_cast<std::size_t>(k)].add(probability_ends({1 / most, 1 / least}, false));
      found = largest ? static_cast<double>(k) : found;
    }
    class_.push_back(found);
  }
  void write(ObjectWriter& document) const {
    ordered_json::array_t lower;
    ordered_json::array_t upper;
    for (const EndColumns& ends : probabilities_) {
      lower.emplace_back(ends.lower);
      upper.emplace_back(ends.upper);
    }
    document.put("probabilitiesLower", ordered_json(std::move(lower)))
        .put("probabilitiesUpper", ordered_json(std::move(upper)))
        .put_numbers("class", class_);
  }

 private:
  Eigen::Index classes_;
  Scores scores_;
  std::vector<EndColumns> probabilities_;
  std::vector<double> class_;
};

/// Ends of predictions for rows in which values may be unknown.
template <class Ranges>
ordered_json predicted_ranges(const LoadedReport& loaded, const Request& request, const std::vector<std::string>& header,
                              const report::Columns& rows, Ranges ranges) {
  report::RowCoder coder(loaded.map(), header, ErrorType::data, request.decimal_mark(), report::LabelColumn::unread);
  coder.allow_unknown(*request.optional_text("unknown"));
  report::RowCounters counters = coder.counters();
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  Eigen::VectorXd x(loaded.map().dimension());
  double y = 0;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    if (const std::optional<report::CodedRegion> region = coder.region_of(rows, row, number, counters)) {
      ranges.add(region->region, number);
    } else {
      coder.code_row_of(rows, row, number, x.data(), y, counters);
      ranges.add(x, number);
    }
    ++number;
  }
  ObjectWriter result;
  result.put_count("rows", counters.rows);
  ranges.write(result);
  return result.put_count("clamped", counters.clamped_rows).put_count("scaled", counters.scaled).take();
}

ordered_json predicted_ranges(const LoadedReport& loaded, const Request& request, const std::vector<std::string>& header,
                              const report::Columns& rows) {
  return loaded.loss().is_softmax() ? predicted_ranges(loaded, request, header, rows, ClassRanges(loaded, Scores(loaded)))
                                    : predicted_ranges(loaded, request, header, rows, LinearRanges(loaded, Scores(loaded)));
}

/// `code(coder, i, number, x, y, counters)` codes row i of `rows`.
template <class Predictions>
ordered_json predicted(const LoadedReport& loaded, const Request& request, const std::vector<std::string>& header, bool labels,
                       const report::Columns& rows, Predictions predictions) {
  const report::RowCoder coder(loaded.map(), header, ErrorType::data, request.decimal_mark(),
                               labels ? report::LabelColumn::needed : report::LabelColumn::unread);
  report::RowCounters counters = coder.counters();
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  Eigen::VectorXd x(loaded.map().dimension());
  double y = 0;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    coder.code_row_of(rows, row, number, x.data(), y, counters);
    predictions.add(x, number);
    if (labels) {
      predictions.add_label(x, y);
    }
    ++number;
  }
  ObjectWriter result;
  result.put_count("rows", counters.rows);
  predictions.write(result, labels);
  return result.put_count("clamped", counters.clamped_rows).put_count("scaled", counters.scaled).take();
}

ordered_json predicted(const LoadedReport& loaded, const Request& request, const std::vector<std::string>& header, bool labels,
                       const report::Columns& rows) {
  return loaded.loss().is_softmax() ? predicted(loaded, request, header, labels, rows, ClassColumns(loaded, Scores(loaded)))
                                    : predicted(loaded, request, header, labels, rows, LinearColumns(loaded, Scores(loaded)));
}

/// A coefficient's place in the answer, and the coordinate that it belongs to.
std::vector<ordered_json> named_terms(const LoadedReport& loaded, const std::vector<report::CoordinateTerm>& terms) {
  std::vector<ordered_json> named;
  for (const report::CoordinateTerm& term : terms) {
    ObjectWriter document;
    if (loaded.map().has_features()) {
      const report::Feature& feature = loaded.report().features[term.feature];
      document.put_text("feature", feature.name).put_text_if_any("unit", feature.unit);
      if (term.level) {
        document.put_text("level", feature.levels[*term.level]);
      }
    } else {
      document.put_text("feature", "x" + std::to_string(term.feature + 1));
    }
    named.push_back(document.take());
  }
  return named;
}

}  // namespace

ordered_json predictions(const LoadedReport& loaded, const Request& request, const report::Columns& columns, bool labels) {
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  report::check_columns(columns, header);
  return predicted(loaded, request, header, labels, columns);
}

ordered_json predict_rows(const LoadedReport& loaded, const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"report", "header", "rows", "columns", "table", "firstRow", "decimalComma", "labels", "unknown"});
  if (!request.has("unknown")) {
    return predictions(loaded, request, columns, request.flag("labels"));
  }
  if (request.flag("labels")) {
    request.refuse("unknown", "inconsistent", "must be left out where labels are read: a loss is one record's");
  }
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  report::check_columns(columns, header);
  return predicted_ranges(loaded, request, header, columns);
}

ordered_json columns_of(const LoadedReport& loaded, const json& document) {
  const Request request(document);
  request.allow_only({"report", "header", "kinds", "labels"});
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  const bool labels = !request.has("labels") || request.flag("labels");
  const report::LabelColumn label = labels ? report::LabelColumn::needed : report::LabelColumn::unread;
  const std::vector<std::size_t> columns = report::RowCoder::columns_read(loaded.map(), header, label);
  ColumnKinds(request, header).require_raw(columns);
  return ObjectWriter()
      .put_texts("header", header)
      .put("columns", places_of(columns))
      .put("numbers", places_of(report::RowCoder::numbers_read(loaded.map(), header, label)))
      .take();
}

ordered_json coefficients(const LoadedReport& loaded, const json& document) {
  Request(document).allow_only({"report"});
  const std::vector<report::CoordinateTerm> terms = loaded.map().terms();
  const std::vector<ordered_json> named = named_terms(loaded, terms);
  const Scores scores(loaded);
  if (!scores.is_linear()) {
    throw Error(ErrorType::argument, "unsupported", "/report",
                "/report must be of a linear model: a network has no coefficients");
  }
  const Eigen::VectorXd& theta = scores.theta();
  const LabelScale scale(loaded);
  const auto is_constant = [&loaded](const report::CoordinateTerm& term) {
    return loaded.map().has_features() && loaded.report().features[term.feature].kind == report::FeatureKind::constant;
  };
  ordered_json::array_t varying;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!is_constant(terms[i])) {
      varying.push_back(named[i]);
    }
  }
  ordered_json::array_t outputs;
  for (Eigen::Index k = 0, at = 0; k < loaded.loss().blocks(); ++k) {
    double intercept = 0;
    std::vector<double> slopes;
    for (const report::CoordinateTerm& term : terms) {
      const double number = theta[at++];
      intercept += number * term.offset;
      if (!is_constant(term)) {
        slopes.push_back(finite(number * term.slope * scale.half, "a coefficient"));
      }
    }
    outputs.push_back(ObjectWriter()
                          .put("intercept", finite(scale.in_unit(intercept), "the intercept"))
                          .put_numbers("coefficients", slopes)
                          .take());
  }
  return ObjectWriter()
      .put("terms", ordered_json(std::move(varying)))
      .put("outputs", ordered_json(std::move(outputs)))
      .put_flag("mayScale", loaded.map().may_scale_down())
      .take();
}

}  // namespace expost::operations
