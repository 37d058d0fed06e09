#include "check/prediction.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/report/row_coder.hpp"
#include "rows/column_kinds.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

Eigen::VectorXd published_theta(const LoadedReport& loaded) {
  report::Report published;
  published.model = loaded.model().published();
  return published.theta();
}

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
  LinearColumns(const LoadedReport& loaded, Eigen::VectorXd theta)
      : loss_(loaded.loss().linear),
        binary_(loaded.loss().label_kind() == report::LabelKind::binary),
        scale_(loaded),
        theta_(std::move(theta)) {}

  void add(const Eigen::VectorXd& x, std::int64_t row) {
    margin_ = x.dot(theta_);
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
  Eigen::VectorXd theta_;
  double margin_ = 0;
  std::vector<double> score_, probability_, class_, prediction_, label_, value_;
};

/// Columns of a softmax model.
class ClassColumns {
 public:
  ClassColumns(const LoadedReport& loaded, Eigen::VectorXd theta)
      : softmax_{loaded.loss().classes},
        theta_(std::move(theta)),
        probabilities_(static_cast<std::size_t>(loaded.loss().classes)) {}

  void add(const Eigen::VectorXd& x, std::int64_t) {
    const Eigen::VectorXd margins = softmax_.margins(theta_, x);
    const Softmax::Probabilities found = Softmax::probabilities_at(margins);
    for (std::size_t k = 0; k < probabilities_.size(); ++k) {
      probabilities_[k].push_back(found.p[static_cast<Eigen::Index>(k)]);
    }
    Eigen::Index most = 0;
    margins.maxCoeff(&most);
    class_.push_back(static_cast<double>(most));
  }
  void add_label(const Eigen::VectorXd& x, double y) {
    label_.push_back(y);
    value_.push_back(softmax_.value(theta_, {x, static_cast<Eigen::Index>(y)}));
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
  Softmax softmax_;
  Eigen::VectorXd theta_;
  std::vector<std::vector<double>> probabilities_;
  std::vector<double> class_, label_, value_;
};

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
  Eigen::VectorXd theta = published_theta(loaded);
  return loaded.loss().is_softmax() ? predicted(loaded, request, header, labels, rows, ClassColumns(loaded, std::move(theta)))
                                    : predicted(loaded, request, header, labels, rows, LinearColumns(loaded, std::move(theta)));
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
  request.allow_only({"report", "header", "rows", "columns", "table", "firstRow", "decimalComma", "labels"});
  return predictions(loaded, request, columns, request.flag("labels"));
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
  const Eigen::VectorXd theta = published_theta(loaded);
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
