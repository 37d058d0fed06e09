// Training on a curator's data, and the report about it.
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "document.hpp"
#include "expost/error.hpp"
#include "expost/operations/system_random.hpp"
#include "expost/release.hpp"
#include "noise_plan.hpp"
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

std::optional<std::uint64_t> read_seed(const Request& request) {
  if (!request.has("seed")) {
    return std::nullopt;
  }
  const double value = request.number("seed");
  if (!(value >= 0 && value <= 9007199254740991.0) || value != std::floor(value)) {
    request.refuse("seed", "out-of-range", "must be a whole number from 0 to 9007199254740991");
  }
  return static_cast<std::uint64_t>(value);
}

std::unique_ptr<RandomSource> source_for(std::optional<std::uint64_t> seed) {
  if (seed) {
    return std::make_unique<SeededSource>(*seed);
  }
  return std::make_unique<SystemRandom>();
}

Eigen::VectorXd read_vector(const Request& request, const char* key, Eigen::Index length) {
  const json& items = request.required(key);
  const std::string expected = "must be an array of " + std::to_string(length) + " finite numbers";
  if (!items.is_array() || static_cast<Eigen::Index>(items.size()) != length) {
    request.refuse(key, "wrong-length",
                   expected + (items.is_array() ? ", but has " + std::to_string(items.size()) : std::string()));
  }
  Eigen::VectorXd vector(length);
  for (Eigen::Index i = 0; i < length; ++i) {
    const json& item = items[static_cast<std::size_t>(i)];
    const double value = item.is_number() ? item.get<double>() : std::nan("");
    if (!std::isfinite(value)) {
      request.refuse(key, "wrong-type", expected);
    }
    vector(i) = value;
  }
  return vector;
}

/// A scale that may stand in the study and in the model's own file, but not with two values.
double agreed_scale(const Request& model, const char* key, std::optional<double> of_study, const char* study_pointer) {
  const std::optional<double> stated = model.optional_number(key);
  if (stated && !(*stated > 0 && std::isfinite(*stated))) {
    model.refuse(key, "out-of-range", "must be a number above 0");
  }
  if (stated && of_study && *stated != *of_study) {
    model.refuse(key, "inconsistent", std::string("must be that of the study's ") + study_pointer);
  }
  if (!stated && !of_study) {
    model.refuse(key, "missing", std::string("must be given here, or in the study as ") + study_pointer);
  }
  return stated ? *stated : *of_study;
}

}  // namespace

Training& StudyData::training(std::optional<std::uint64_t> seed) {
  if (!training_ || training_->seed != seed) {
    require_rows();
    const NoisePlan plan = plan_noise(study_, static_cast<int>(dimension()));
    std::unique_ptr<RandomSource> source = source_for(seed);
    Eigen::VectorXd b = objective_noise(dimension(), plan.sigma, *source);
    Minimisation minimisation({study_.loss, plan.lambda}, data(), std::move(b));
    training_ = std::make_unique<Training>(Training{seed, std::move(source), plan, std::move(minimisation)});
  }
  return *training_;
}

ordered_json StudyData::train(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "steps"});
  const int steps = request.has("steps") ? request.integer("steps", 1, 1000) : 1000;
  Minimisation& minimisation = training(read_seed(request)).minimisation;
  for (int i = 0; i < steps && !minimisation.finished(); ++i) {
    minimisation.step(data());
  }
  return ObjectWriter()
      .put_flag("finished", minimisation.finished())
      .put_count("steps", minimisation.steps())
      .put("residual", minimisation.residual())
      .put("tolerance", minimisation.tolerance())
      .take();
}

ordered_json StudyData::publish(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets"});
  // A training is used up by publishing, or by failing: its noise must not come out twice.
  Training& current = training(read_seed(request));
  const std::unique_ptr<Training> used = std::move(training_);
  while (!current.minimisation.finished()) {
    current.minimisation.step(data());
  }
  const Minimiser minimiser = current.minimisation.result();
  Release release =
      release_trained({study_.loss, current.plan.lambda}, data(), {minimiser.theta, current.plan.sigma, minimiser.residual},
                      current.plan.releases, *current.source);
  release.secrets.b = current.minimisation.b();
  release.iterations = minimiser.iterations;
  return published(std::move(release), current.plan.guarantee, current.seed.has_value(), request.flag("secrets"));
}

ordered_json StudyData::attach(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets", "model"});
  const Request model(request.required("model"), "/model");
  model.allow_only({"theta", "sigma", "lambda", "residual", "b"});
  TrainedModel trained;
  trained.theta = read_vector(model, "theta", dimension());
  report::Study study = study_;
  study.lambda = agreed_scale(model, "lambda", study_.lambda, "/mechanism/lambda");
  study.scales.model = agreed_scale(model, "sigma", study_.scales.model, "/mechanism/scales/model");
  trained.sigma = *study.scales.model;
  require_rows();
  const NoisePlan plan = plan_noise(study, static_cast<int>(dimension()));
  const Objective objective{study_.loss, plan.lambda};
  double rounding = 0;
  const Eigen::VectorXd gradient = objective.gradient(data(), trained.theta, &rounding);
  Eigen::VectorXd b;
  if (model.has("b")) {
    b = read_vector(model, "b", dimension());
    trained.residual = (gradient + b).norm() + rounding;
  } else {
    trained.residual = model.has("residual") ? model.number("residual") : -1;
    if (!(trained.residual >= 0 && std::isfinite(trained.residual))) {
      model.refuse("residual", model.has("residual") ? "out-of-range" : "missing",
                   "must be a number of 0 or more, the length of gradient + noise at theta where training stopped (or give the "
                   "noise as b, which is not published)");
    }
  }
  require_plausible(gradient, trained);
  const std::optional<std::uint64_t> seed = read_seed(request);
  const std::unique_ptr<RandomSource> source = source_for(seed);
  Release release = release_trained(objective, data(), trained, plan.releases, *source);
  release.secrets.b = b.size() > 0 ? b : Eigen::VectorXd(-gradient);
  return published(std::move(release), plan.guarantee, seed.has_value(), request.flag("secrets"));
}

ordered_json StudyData::published(Release release, const std::optional<report::Guarantee>& guarantee, bool seeded,
                                  bool secrets) const {
  report::Report report;
  report.title = study_.title;
  report.description = study_.description;
  report.publisher = study_.publisher;
  report.published = study_.published.value_or(today());
  report.unit = study_.unit;
  report.model = std::move(release.model);
  report.features = study_.features;
  report.scaling = study_.scaling;
  report.label = study_.label;
  report.guarantee = guarantee;
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
    result.put("secrets", ObjectWriter()
                              .put_numbers("b", release.secrets.b)
                              .put_numbers("gradient", release.secrets.gradient)
                              .put("hessian", ObjectWriter().put("upper", upper_of(release.secrets.hessian)))
                              .put("smallestEigenvalue", release.secrets.smallest_eigenvalue));
  }
  return result
      .put("notes", ObjectWriter()
                        .put_count("rows", static_cast<std::int64_t>(y_.size()))
                        .put("clamped", std::move(clamped))
                        .put("missing", std::move(missing))
                        .put_count("scaled", counters_.scaled)
                        .put_count("iterations", release.iterations)
                        .put("residual", report.linear_model().residual))
      .take();
}

}  // namespace expost::operations
