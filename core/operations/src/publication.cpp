// Training on a curator's data, and the report about it.
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "document.hpp"
#include "noise_source.hpp"
#include "request.hpp"
#include "study_data.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

std::string today() {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(days);
  const auto two = [](unsigned value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(static_cast<int>(date.year())) + "-" + two(static_cast<unsigned>(date.month())) + "-" +
         two(static_cast<unsigned>(date.day()));
}

ordered_json upper_of(const Eigen::MatrixXd& matrix) {
  ordered_json array = ordered_json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = i; j < matrix.cols(); ++j) {
      array.push_back(matrix(i, j));
    }
  }
  return array;
}

/// What the report hides: never to be published.
ObjectWriter secrets_of(const Publication& publication) {
  ObjectWriter document;
  if (publication.minimiser.size() > 0) {
    document.put_numbers("minimiser", publication.minimiser);
    return document;
  }
  document.put_numbers("b", publication.secrets.b)
      .put_numbers("gradient", publication.secrets.gradient)
      .put("hessian", ObjectWriter().put("upper", upper_of(publication.secrets.hessian)))
      .put("smallestEigenvalue", publication.secrets.smallest_eigenvalue);
  return document;
}

}  // namespace

StudyData::SeededTraining& StudyData::training(std::optional<std::uint64_t> seed) {
  if (!training_ || training_->seed != seed) {
    std::unique_ptr<RandomSource> source = noise_source(seed);
    std::unique_ptr<Training> begun = mechanism_->training(data(), *source);
    training_ = std::make_unique<SeededTraining>(SeededTraining{seed, std::move(source), std::move(begun)});
  }
  return *training_;
}

ordered_json StudyData::train(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "steps"});
  const int steps = request.has("steps") ? request.integer("steps", 1, 1000) : 1000;
  Training& current = *training(requested_seed(request)).training;
  for (int i = 0; i < steps && !current.finished(); ++i) {
    current.step(data());
  }
  return ObjectWriter()
      .put_flag("finished", current.finished())
      .put_count("steps", current.steps())
      .put("residual", current.residual())
      .put("tolerance", current.tolerance())
      .take();
}

ordered_json StudyData::publish(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets"});
  // A training is used up by publishing, or by failing: its noise must not come out twice.
  (void)training(requested_seed(request));
  const std::unique_ptr<SeededTraining> used = std::move(training_);
  while (!used->training->finished()) {
    used->training->step(data());
  }
  return published(used->training->publication(data(), *used->source), used->seed.has_value(), request.flag("secrets"));
}

ordered_json StudyData::attach(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets", "model"});
  const Request model(request.required("model"), "/model");
  const std::optional<std::uint64_t> seed = requested_seed(request);
  const std::unique_ptr<RandomSource> source = noise_source(seed);
  return published(mechanism_->attached(model, data(), *source), seed.has_value(), request.flag("secrets"));
}

ordered_json StudyData::published(Publication publication, bool seeded, bool secrets) const {
  report::Report report;
  report.title = study_.title;
  report.description = study_.description;
  report.publisher = study_.publisher;
  report.published = study_.published.value_or(today());
  report.unit = study_.unit;
  report.model = std::move(publication.model);
  report.features = study_.features;
  report.scaling = study_.scaling;
  report.label = study_.label;
  report.guarantee = publication.guarantee;
  report.failure_probability = study_.failure_probability;
  report.insecure_seed = seeded;
  report.sample = study_.sample;

  ObjectWriter clamped;
  ObjectWriter missing;
  for (std::size_t i = 0; i < counters_.clamped.size(); ++i) {
    const std::string& name = i < study_.features.size() ? study_.features[i].name : study_.label.name;
    if (counters_.clamped[i] > 0) {
      clamped.put_count(name.c_str(), counters_.clamped[i]);
    }
    if (counters_.missing[i] > 0) {
      missing.put_count(name.c_str(), counters_.missing[i]);
    }
  }
  ObjectWriter result;
  result.put("report", report::write_report(report));
  if (secrets) {
    result.put("secrets", secrets_of(publication));
  }
  ObjectWriter notes;
  notes.put_count("rows", static_cast<std::int64_t>(y_.size()));
  if (const std::optional<std::string> only = only_label()) {
    notes.put_text("onlyLabel", *only);
  }
  return result
      .put("notes", notes.put("clamped", std::move(clamped))
                        .put("missing", std::move(missing))
                        .put_count("scaled", counters_.scaled)
                        .put_count("iterations", publication.iterations)
                        .put("residual", publication.residual)
                        .put("doubts", publication.doubts))
      .take();
}

}  // namespace expost::operations
