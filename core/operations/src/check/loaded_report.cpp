#include "check/loaded_report.hpp"

#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "check/bound_options.hpp"
#include "documents/names.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/warnings.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Records of one person: more than any report's rows.
constexpr std::size_t most_records = 1000000;

ordered_json components_document(const std::optional<Components>& components) {
  if (!components) {
    return nullptr;
  }
  return ObjectWriter()
      .put_text("member", name_of(components->member))
      .put_text("end", components->upper_end ? "upper" : "lower")
      .put("leverage", components->leverage)
      .put("gradientNorm", components->gradient_norm)
      .put("gradient", components->gradient)
      .put("release", components->release)
      .take();
}

ordered_json adjustment_document(const report::Adjustment& adjustment) {
  ObjectWriter document;
  document.put_text("code", name_of(adjustment.kind));
  if (adjustment.kind == report::Adjustment::Kind::scaled) {
    return document.take();
  }
  document.put_text("field", adjustment.field);
  if (!adjustment.from.is_null()) {
    document.put("from", ordered_json(adjustment.from));
  }
  return document.put("to", ordered_json(adjustment.to)).take();
}

// Not inlined, as it is called twice: it would be in the check page's module twice.
[[gnu::noinline]] ObjectWriter bound_document(const Bound& bound, ObjectWriter terms, const BoundOptions& options,
                                              const report::CodedRecord& record, const ordered_json& summary) {
  ObjectWriter document;
  document.put_text("method", name_of(options.method))
      .put_text("member", name_of(options.member))
      .put("failureProbability", options.failure_probability)
      .put("modelFailureProbability", bound.failure_probability)
      .put("uniform", document_of(options.uniformity))
      .put_numbers("x", record.x)
      .put("y", record.y)
      .put_bounds("epsilon", bound.epsilon)
      .put("loss", ObjectWriter().put_ends("in", bound.in).put_ends("out", bound.out))
      .put("terms", std::move(terms))
      .put("releaseCost",
           ObjectWriter()
               .put("pdp", ObjectWriter().put("epsilon", bound.release_cost_pdp).put("delta", options.release_cost_delta))
               .put("expost", bound.release_cost_expost))
      .put("total", ObjectWriter()
                        .put("lower", bound.total.lower)
                        .put("upper", bound.total.upper)
                        .put("failureProbability", bound.total_failure_probability)
                        .put("loss", ObjectWriter().put_ends("in", bound.total_in).put_ends("out", bound.total_out)))
      .put("components", components_document(bound.components))
      .put("guarantee", ordered_json(summary.at("guarantee")))
      .put("person", ordered_json(summary.at("person")));
  std::vector<std::string> notes;
  ordered_json::array_t adjustments;
  for (const report::Adjustment& adjustment : record.adjustments) {
    notes.push_back(report::sentence_of(adjustment));
    adjustments.push_back(adjustment_document(adjustment));
  }
  if (bound.failure_probability > options.failure_probability) {
    notes.emplace_back("the papers' bound holds with probability 1 - 3 times the failure probability");
  }
  document.put_texts("notes", notes).put("adjustments", ordered_json(std::move(adjustments)));
  return document;
}

/// Hashes what a bound is computed from; nothing of a document that isn't an object.
std::size_t publication_of(const json& document) {
  std::size_t hash = 0;
  for (const char* key : {"model", "release"}) {
    if (document.is_object() && document.contains(key)) {
      hash = hash * 31 + std::hash<json>()(document.at(key));
    }
  }
  return hash;
}

/// The bounds of a region in place of a record's.
void take_ends(const RegionBound& found, Bound& bound) {
  bound.in = found.ends.in;
  bound.out = found.ends.out;
  bound.epsilon = found.epsilon;
  bound.total_in = found.ends.total_in;
  bound.total_out = found.ends.total_out;
  bound.total = found.total;
}

/// A report whose path isn't missing.
report::Report with_path(report::Report report) {
  if (const std::optional<report::PathFile> file = report::path_file(report); file && file->missing) {
    report::throw_error(
        ErrorType::report, "path-missing", "/release/iterates",
        {"the report leaves its path to the file ", file->name, ", which was published beside it and is missing"});
  }
  return report;
}

}  // namespace

LoadedReport::LoadedReport(const json& document) : LoadedReport(report::read_report(document), document) {}

LoadedReport::LoadedReport(report::Report report, const json& document)
    : publication_(publication_of(document)),
      report_(with_path(std::move(report))),
      stated_(report::summary_of(report_)),
      levels_(report::promised_levels(report_.model)),
      map_(report_),
      loss_(report_.loss()),
      network_(report_.network()),
      model_(checked_model_of_any(std::move(report_.model))) {
  report_.model = report::ReportModel();
  if (report_.insecure_seed) {
    seed_ = document.at("x-insecure-seed");
  }
}

ordered_json LoadedReport::summary() const {
  ordered_json summary = stated_;
  ordered_json::array_t warnings;
  for (const report::Warning& warning : report::warnings_of(report_, model_->full_digits())) {
    warnings.push_back(ObjectWriter().put_text("code", warning.code).put_text("level", name_of(warning.level)).take());
  }
  summary.update(ObjectWriter()
                     .put_text("kind", name_of(model_->kind()))
                     .put_count("dimension", map_.dimension())
                     .put("loss", document_of(loss_))
                     .put("mechanism", model_->mechanism())
                     .put("release", model_->release())
                     .put_flag("fullDigits", model_->full_digits())
                     .put("warnings", ordered_json(std::move(warnings)))
                     .take());
  return summary;
}

void LoadedReport::watch(std::function<void()> told) {
  if (network_ != nullptr) {
    network_->watch(std::move(told));
  }
}

BoundOptions LoadedReport::options_of(const Request& request) const {
  static const json none;
  return options_in(request.has("options") ? request.required("options") : none);
}

BoundOptions LoadedReport::options_in(const json& options) const {
  return read_bound_options(options, report_);
}

std::vector<std::string> LoadedReport::record_keys() const {
  if (!map_.has_features()) {
    return {"x", "y"};
  }
  std::vector<std::string> keys;
  for (const report::Feature& feature : report_.features) {
    keys.push_back(feature.name);
  }
  keys.push_back(report_.label->name);
  return keys;
}

SeriesTerm LoadedReport::series_term(const json& record, BoundOptions options, double failure) {
  options.release_cost_pdp = false;
  options.failure_probability = options.release_cost_failure_probability =
      model_->kind() == ReportKind::data_independent ? failure : 0.5 * failure;
  const std::unique_ptr<RecordRule> rule = model_->rule(options);
  if (map_.has_features() && report::FeatureMap::has_unknown(record)) {
    std::vector<Error> errors;
    const std::optional<report::CodedRegion> region = map_.checked_region(record, errors);
    if (!region) {
      throw Error(errors.front());
    }
    const RegionBound found = bound_over_region(*rule->region_rule(region->region), options.member);
    return {found.ends.total_in, found.ends.total_out, {}};
  }
  const report::CodedRecord coded = map_.code_record(record);
  const Bound bound = rule->bound(coded.x, coded.y);
  return {bound.total_in, bound.total_out, bound.part ? SeriesPart(*bound.part) : rule->series_part(coded.x, coded.y)};
}

ordered_json LoadedReport::bound_of(const Request& request, const report::CodedRecord& record) {
  const BoundOptions options = options_of(request);
  const std::unique_ptr<RecordRule> rule = model_->rule(options);
  const Bound bound = rule->bound(record.x, record.y);
  return bound_document(bound, rule->terms(), options, record, stated_).take();
}

ordered_json LoadedReport::bound_of(const Request& request, const report::CodedRegion& region) {
  const BoundOptions options = options_of(request);
  const std::unique_ptr<RecordRule> rule = model_->rule(options);
  const std::unique_ptr<RegionRule> over = rule->region_rule(region.region);
  const RegionBound found = bound_over_region(*over, options.member);
  std::vector<std::string> hardly;
  for (const std::size_t place : hardly_mattering(*over, options.member, found)) {
    hardly.push_back(region.unknown[place]);
  }
  // Terms and components are those of the record with the largest bound that was found.
  Bound bound = rule->bound(found.x, found.y);
  take_ends(found, bound);
  bound.release_cost_pdp = found.ends.release_cost_pdp;
  bound.release_cost_expost = found.ends.release_cost_expost;
  return bound_document(bound, rule->terms(), options, {found.x, found.y, region.adjustments}, stated_)
      .put_texts("unknown", region.unknown)
      .put_texts("hardlyMatter", hardly)
      .put("gap", found.gap)
      .take();
}

ordered_json LoadedReport::bound(const json& document) {
  const Request request(document);
  request.allow_only({"report", "record", "x", "y", "options"});
  if (request.has("record")) {
    const json& record = request.required("record");
    if (!map_.has_features() || !report::FeatureMap::has_unknown(record)) {
      return bound_of(request, map_.code_record(record));
    }
    std::vector<Error> errors;
    const std::optional<report::CodedRegion> region = map_.checked_region(record, errors);
    if (!region) {
      throw Error(errors.front());
    }
    return bound_of(request, *region);
  }
  if (!request.has("x")) {
    request.refuse("record", "missing", "must be given (or x and y, already coded)");
  }
  return bound_of(request, map_.code_vector(request.required("x"), request.required("y")));
}

ordered_json LoadedReport::check(const json& document) {
  const Request request(document);
  request.allow_only({"report", "record", "options"});
  const json& given = request.required("record");
  std::vector<Error> errors;
  const auto answered = [&](const auto& record) {
    return record ? ObjectWriter().put("bound", bound_of(request, *record)).take()
                  : ObjectWriter().put_errors("errors", errors).take();
  };
  return map_.has_features() && report::FeatureMap::has_unknown(given) ? answered(map_.checked_region(given, errors))
                                                                       : answered(map_.checked_record(given, errors));
}

ordered_json LoadedReport::promise(const json& document) const {
  const Request request(document);
  request.allow_only({"report", "study", "model", "record", "records", "x", "length"});
  if (request.has("record") + request.has("records") + request.has("x") + request.has("length") != 1) {
    request.refuse("record", "missing", "must be given, or records, x or length: one of them");
  }
  std::vector<double> lengths;
  if (request.has("length")) {
    lengths.push_back(request.number("length"));
    if (!(lengths.front() >= 0 && lengths.front() <= 1)) {
      request.refuse("length", "out-of-range", "must be a number from 0 to 1: the length of a coded record");
    }
  } else if (request.has("x")) {
    lengths.push_back(report::record_length(map_.code_coordinates(request.required("x"))));
  } else if (request.has("record")) {
    lengths.push_back(map_.longest(request.required("record")));
  } else {
    const json& records = request.required("records");
    if (!report_.person) {
      request.refuse("records", "inconsistent", "must be left out: this promises one record of a person (give record)");
    }
    if (!records.is_array() || records.empty() || records.size() > most_records) {
      request.refuse("records", "wrong-length", "must be a list of a person's records, from 1 to 1000000");
    }
    for (const json& record : records) {
      lengths.push_back(map_.longest(record));
    }
  }
  const report::PersonalPromise promise =
      report::personal_promise(levels_, report_.guarantee, report_.person, lengths, request.has("records"));
  ObjectWriter answer;
  answer.put("length", promise.length)
      .put("epsilon", promise.epsilon ? ordered_json(*promise.epsilon) : ordered_json())
      .put("delta", report_.guarantee ? ordered_json(report_.guarantee->delta) : ordered_json())
      .put_flag("byLength", promise.by_length)
      .put("guarantee", ordered_json(stated_.at("guarantee")));
  if (promise.person) {
    answer.put("person", ObjectWriter()
                             .put_count("rows", report_.person->rows)
                             .put("epsilon", *promise.person)
                             .put("delta", report_.person->delta)
                             .put("guarantee", report_.person->epsilon));
  } else {
    answer.put_null("person");
  }
  return answer.take();
}

ordered_json LoadedReport::bound_rows(const json& document, const report::Columns& rows) {
  const Request request(document);
  request.allow_only({"report", "header", "rows", "columns", "table", "firstRow", "decimalComma", "unknown", "options"});
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::record);
  report::check_columns(rows, header);
  BoundOptions options = options_of(request);
  options.release_cost_pdp = false;  // a root a row, and no column shows it
  const std::unique_ptr<RecordRule> rule = model_->rule(options);
  report::RowCoder coder(map_, header, ErrorType::record, request.decimal_mark());
  const std::optional<std::string> unknown = request.optional_text("unknown");
  if (unknown) {
    coder.allow_unknown(*unknown);
  }
  report::RowCounters counters = coder.counters();
  std::int64_t number = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  constexpr const char* names[] = {"lower", "upper", "total", "inLower", "inUpper", "outLower", "outUpper"};
  ordered_json::array_t columns[std::size(names)];
  for (ordered_json::array_t& column : columns) {
    column.reserve(rows.rows);
  }
  std::vector<double> gaps;
  Eigen::VectorXd x(map_.dimension());
  double y = 0;
  const auto bound_of_row = [&](std::size_t row) {
    std::optional<report::CodedRegion> region = coder.region_of(rows, row, number, counters);
    if (region) {
      const RegionBound found = bound_over_region(*rule->region_rule(std::move(region->region)), options.member);
      Bound bound;
      take_ends(found, bound);
      gaps.push_back(found.gap);
      return bound;
    }
    coder.code_row_of(rows, row, number, x.data(), y, counters);
    gaps.push_back(0);
    return rule->bound(x, y);
  };
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const Bound bound = bound_of_row(row);
    const double values[] = {bound.epsilon.lower, bound.epsilon.upper, bound.total.upper, bound.in.lower,
                             bound.in.upper,      bound.out.lower,     bound.out.upper};
    for (std::size_t i = 0; i < std::size(values); ++i) {
      columns[i].emplace_back(values[i]);
    }
    ++number;
  }
  ObjectWriter result;
  result.put_count("rows", static_cast<std::int64_t>(rows.rows));
  for (std::size_t i = 0; i < std::size(names); ++i) {
    result.put(names[i], ordered_json(std::move(columns[i])));
  }
  if (unknown) {
    result.put_numbers("gap", gaps);
  }
  return result.put_count("clamped", counters.clamped_rows).put_count("scaled", counters.scaled).take();
}

}  // namespace expost::operations
