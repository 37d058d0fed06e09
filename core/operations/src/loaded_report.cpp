#include "loaded_report.hpp"

#include <cstdint>
#include <utility>

#include "bound_options.hpp"
#include "names.hpp"
#include "request.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json pair_of(Interval interval) { return ordered_json::array({interval.lower, interval.upper}); }

ordered_json object_of(Interval interval) { return {{"lower", interval.lower}, {"upper", interval.upper}}; }

ordered_json array_of(const Eigen::VectorXd& values) {
  ordered_json array = ordered_json::array();
  for (const double value : values) {
    array.push_back(value);
  }
  return array;
}

ordered_json guarantee_of(const report::Report& report) {
  if (!report.guarantee) {
    return nullptr;
  }
  ordered_json guarantee{{"epsilon", report.guarantee->epsilon}, {"delta", report.guarantee->delta}};
  if (!report.guarantee->accountant.empty()) {
    guarantee["accountant"] = report.guarantee->accountant;
  }
  return guarantee;
}

ordered_json feature_document(const report::Feature& feature) {
  ordered_json document{{"name", feature.name}, {"label", feature.words()}};
  switch (feature.kind) {
    case report::FeatureKind::constant:
      document["kind"] = "constant";
      document["value"] = feature.value;
      break;
    case report::FeatureKind::number:
      document["kind"] = "number";
      if (!feature.unit.empty()) {
        document["unit"] = feature.unit;
      }
      document["minimum"] = feature.minimum;
      document["maximum"] = feature.maximum;
      if (feature.missing_value) {
        document["missing"] = *feature.missing_value;
      }
      break;
    case report::FeatureKind::boolean:
      document["kind"] = "boolean";
      break;
    case report::FeatureKind::category:
      document["kind"] = "category";
      document["levels"] = feature.levels;
      if (feature.missing_level) {
        document["missing"] = feature.levels[*feature.missing_level];
      }
      break;
  }
  return document;
}

ordered_json label_document(const report::Label& label) {
  ordered_json document{{"name", label.name}, {"label", label.words()}};
  if (label.kind == report::LabelKind::binary) {
    document["kind"] = "binary";
    document["negative"] = label.negative;
    document["positive"] = label.positive;
  } else {
    document["kind"] = "number";
    if (!label.unit.empty()) {
      document["unit"] = label.unit;
    }
    document["minimum"] = label.minimum;
    document["maximum"] = label.maximum;
  }
  return document;
}

ordered_json components_document(const std::optional<Components>& components) {
  if (!components) {
    return nullptr;
  }
  return {{"member", name_of(components->member)},      {"end", components->upper_end ? "upper" : "lower"},
          {"leverage", components->leverage},           {"gradientNorm", components->gradient_norm},
          {"gradient", components->gradient},           {"release", components->release}};
}

ordered_json bound_document(const Bound& bound, const BoundOptions& options, const report::CodedRecord& record,
                            const report::Report& report) {
  ordered_json document{{"method", name_of(options.method)},
                        {"member", name_of(options.member)},
                        {"failureProbability", options.failure_probability},
                        {"totalFailureProbability", bound.failure_probability},
                        {"uniform", document_of(options.uniformity)},
                        {"x", array_of(record.x)},
                        {"y", record.y},
                        {"epsilon", object_of(bound.epsilon)},
                        {"loss", {{"in", pair_of(bound.in)}, {"out", pair_of(bound.out)}}},
                        {"terms",
                         {{"leverage", object_of(bound.leverage)},
                          {"gradientNorm", bound.gradient_norm},
                          {"gradient", object_of(bound.gradient)},
                          {"firstDerivative", bound.first_derivative},
                          {"secondDerivative", bound.second_derivative}}},
                        {"overhead",
                         {{"pdp", {{"epsilon", bound.overhead_pdp}, {"delta", options.overhead_delta}}}, {"expost", bound.overhead_expost}}},
                        {"total",
                         {{"lower", bound.total.lower},
                          {"upper", bound.total.upper},
                          {"failureProbability", bound.total_failure_probability},
                          {"loss", {{"in", pair_of(bound.total_in)}, {"out", pair_of(bound.total_out)}}}}},
                        {"components", components_document(bound.components)},
                        {"guarantee", guarantee_of(report)},
                        {"notes", record.notes}};
  if (options.method == Method::paper && report.model.gradient) {
    document["notes"].push_back("the papers' bound holds with probability 1 - 3 times the failure probability");
  }
  return document;
}

}  // namespace

LoadedReport::LoadedReport(const json& document) : report_(report::read_report(document)), map_(report_) {
  // The summary needs the scales of the releases, not their values: those live in the prepared report alone.
  PublishedModel summary_model;
  summary_model.loss = report_.model.loss;
  summary_model.lambda = report_.model.lambda;
  summary_model.sigma = report_.model.sigma;
  if (report_.model.gradient) {
    summary_model.gradient = GradientRelease{report_.model.gradient->sigma, {}};
    summary_model.hessian = HessianRelease{report_.model.hessian->sigma, {}};
  }
  summary_model.smallest_eigenvalue = report_.model.smallest_eigenvalue;
  prepared_ = std::make_unique<PreparedReport>(std::move(report_.model));
  report_.model = std::move(summary_model);
}

ordered_json LoadedReport::summary() const {
  const PublishedModel& model = report_.model;
  ordered_json release = ordered_json::object();
  if (model.gradient) {
    release["gradient"] = {{"sigma", model.gradient->sigma}};
    release["hessian"] = {{"sigma", model.hessian->sigma}};
  }
  if (model.smallest_eigenvalue) {
    release["smallestEigenvalue"] = {{"sigma", model.smallest_eigenvalue->sigma}};
  }
  ordered_json features = nullptr;
  if (map_.has_features()) {
    features = ordered_json::array();
    for (const report::Feature& feature : report_.features) {
      features.push_back(feature_document(feature));
    }
  }
  ordered_json publisher = nullptr;
  if (report_.publisher) {
    publisher = {{"name", report_.publisher->name}};
    if (!report_.publisher->contact.empty()) {
      publisher["contact"] = report_.publisher->contact;
    }
  }
  return {{"title", report_.title},
          {"description", report_.description},
          {"publisher", publisher},
          {"published", report_.published},
          {"unit", report_.unit},
          {"kind", name_of(prepared_->model().kind())},
          {"dimension", prepared_->dimension()},
          {"loss", document_of(model.loss)},
          {"mechanism",
           {{"name", "objective-perturbation"}, {"noise", "gaussian"}, {"sigma", model.sigma}, {"lambda", model.lambda}}},
          {"release", release},
          {"features", features},
          {"label", report_.label ? label_document(*report_.label) : ordered_json(nullptr)},
          {"guarantee", guarantee_of(report_)},
          {"failureProbability", report_.failure_probability},
          {"insecureSeed", report_.insecure_seed},
          {"sample", report_.sample}};
}

ordered_json LoadedReport::bound(const json& document) {
  const Request request(document);
  request.allow_only({"report", "record", "x", "y", "options"});
  static const json none;
  const BoundOptions options = read_bound_options(request.has("options") ? request.required("options") : none, report_);
  BoundRule rule(*prepared_, options);
  const report::CodedRecord record =
      request.has("record") ? map_.code_record(request.required("record")) : map_.code_vector(request.required("x"), request.required("y"));
  return bound_document(rule.bound(record.x, record.y), options, record, report_);
}

ordered_json LoadedReport::record_faults(const json& document) const {
  const Request request(document);
  request.allow_only({"report", "record"});
  ordered_json faults = ordered_json::array();
  for (const Error& fault : map_.record_faults(request.required("record"))) {
    faults.push_back({{"code", fault.code()}, {"pointer", fault.pointer()}, {"message", fault.what()}});
  }
  return {{"faults", faults}};
}

ordered_json LoadedReport::bound_rows(const json& document) {
  const Request request(document);
  request.allow_only({"report", "header", "rows", "firstRow", "options"});
  static const json none;
  BoundOptions options = read_bound_options(request.has("options") ? request.required("options") : none, report_);
  options.overhead_pdp = false;  // a root a row, and no column shows it
  BoundRule rule(*prepared_, options);
  const report::RowCoder coder(map_, report::read_header(request.required("header"), Fault::record), Fault::record);
  report::RowCounters counters = coder.counters();
  const json& rows = request.required("rows");
  if (!rows.is_array()) {
    request.refuse("rows", "wrong-type", "must be an array of rows");
  }
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  struct Column {
    const char* name;
    ordered_json::array_t values;
  };
  Column columns[] = {{"lower", {}}, {"upper", {}}, {"total", {}}, {"inLower", {}}, {"inUpper", {}}, {"outLower", {}}, {"outUpper", {}}};
  for (Column& column : columns) {
    column.values.reserve(rows.size());
  }
  Eigen::VectorXd x(map_.dimension());
  double y = 0;
  for (const json& row : rows) {
    coder.code_row(row, number, x.data(), y, counters);
    const Bound bound = rule.bound(x, y);
    const double values[] = {bound.epsilon.lower, bound.epsilon.upper, bound.total.upper, bound.in.lower,
                             bound.in.upper,      bound.out.lower,     bound.out.upper};
    for (std::size_t i = 0; i < std::size(values); ++i) {
      columns[i].values.emplace_back(values[i]);
    }
    ++number;
  }
  ordered_json result{{"rows", rows.size()}};
  for (Column& column : columns) {
    result[column.name] = std::move(column.values);
  }
  result["clamped"] = counters.clamped_rows;
  result["scaled"] = counters.scaled;
  return result;
}

}  // namespace expost::operations
