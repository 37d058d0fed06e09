#include "curator/publishing.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/base64.hpp"
#include "randomness/noise_source.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

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

/// The number, or null.
void put_if_any(ObjectWriter& document, const char* key, std::optional<double> value) {
  if (value) {
    document.put(key, *value);
  } else {
    document.put_null(key);
  }
}

/// The secrets that the report hides: never to be published.
ordered_json secrets_of(Publication& publication) {
  if (publication.own_secrets) {
    return std::move(*publication.own_secrets);
  }
  ObjectWriter document;
  if (publication.minimiser.size() > 0) {
    return document.put_numbers("minimiser", publication.minimiser).take();
  }
  return document.put_numbers("b", publication.secrets.b)
      .put_numbers("gradient", publication.secrets.gradient)
      .put("hessian", ObjectWriter().put("upper", upper_of(publication.secrets.hessian)))
      .put("smallestEigenvalue", publication.secrets.smallest_eigenvalue)
      .take();
}

KeptSecrets kept_secrets(const Request& request) {
  return request.flag("secrets") ? KeptSecrets::all : KeptSecrets::none;
}

/// Takes the steps that are left.
Publication finished(Training& training, RandomSource& source, KeptSecrets kept) {
  while (!training.finished()) {
    training.step();
  }
  return training.publication(source, kept);
}

RowNotes notes_of(const CodedRows& rows) {
  return {rows.counters(), rows.only_label(), rows.left_out()};
}

/// The study's promise to a person, of which a row's guarantee is a share.
report::PersonPromise person_promise(const report::StudyPerson& person, const std::optional<report::Guarantee>& guarantee) {
  const EpsilonDelta group =
      guarantee ? group_promise({guarantee->epsilon, guarantee->delta}, person.rows) : EpsilonDelta{infinity, 1};
  if (!(group.epsilon <= person.epsilon && group.delta <= person.delta)) {
    throw Error(ErrorType::numerics, "not-implied", "/person", "the noise does not keep what is promised to a person");
  }
  return {person.rows, person.epsilon, person.delta};
}

constexpr std::int64_t most_rows = 9007199254740992;  // 2⁵³: whole numbers that doubles tell apart

std::int64_t read_count(const Request& request, const char* key) {
  const double count = request.number(key);
  if (!(count >= 0 && count <= static_cast<double>(most_rows) && count == std::floor(count))) {
    request.refuse(key, "out-of-range", "must be a count");
  }
  return static_cast<std::int64_t>(count);
}

std::vector<std::int64_t> read_counts(const Request& request, const char* key, std::size_t size) {
  const json& list = request.required(key);
  if (!list.is_array() || list.size() != size) {
    request.refuse(key, "wrong-length", {"must be a list of ", size, " counts"});
  }
  std::vector<std::int64_t> counts;
  for (const json& item : list) {
    if (!item.is_number_unsigned()) {
      request.refuse(key, "wrong-type", "must be a list of counts");
    }
    counts.push_back(item.get<std::int64_t>());
  }
  return counts;
}

/// Counters as count_rows wrote them; `like` are of the same study.
report::RowCounters read_counters(const Request& request, const report::RowCounters& like) {
  request.allow_only({"rows", "clampedRows", "scaled", "clamped", "missing"});
  report::RowCounters counters;
  counters.rows = read_count(request, "rows");
  counters.clamped_rows = read_count(request, "clampedRows");
  counters.scaled = read_count(request, "scaled");
  counters.clamped = read_counts(request, "clamped", like.clamped.size());
  counters.missing = read_counts(request, "missing", like.missing.size());
  return counters;
}

void add_counts(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& others) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += others[i];
  }
}

}  // namespace

ordered_json count_rows(const json& document, const CodedRows& rows, const report::Columns& columns) {
  const Request request(document);
  report::RowCounters counters = rows.coded(document, columns).counters;
  if (request.has("counters")) {
    const report::RowCounters earlier = read_counters(Request(request.required("counters"), "/counters"), counters);
    counters.rows += earlier.rows;
    counters.clamped_rows += earlier.clamped_rows;
    counters.scaled += earlier.scaled;
    add_counts(counters.clamped, earlier.clamped);
    add_counts(counters.missing, earlier.missing);
  }
  return ObjectWriter()
      .put("counters", ObjectWriter()
                           .put_count("rows", counters.rows)
                           .put_count("clampedRows", counters.clamped_rows)
                           .put_count("scaled", counters.scaled)
                           .put("clamped", ordered_json(counters.clamped))
                           .put("missing", ordered_json(counters.missing)))
      .take();
}

struct Publishing::SeededTraining {
  std::unique_ptr<RowSource> rows;
  std::optional<std::uint64_t> seed;
  std::unique_ptr<RandomSource> source;  ///< the noise of training is drawn, that of releases is not
  std::unique_ptr<Training> training;
};

Publishing::Publishing(const CodedRows& rows, const Mechanism& mechanism) : rows_(rows), mechanism_(mechanism) {}

Publishing::~Publishing() = default;

void Publishing::discard() {
  training_.reset();
}

Publishing::SeededTraining& Publishing::training(std::optional<std::uint64_t> seed) {
  if (!training_ || training_->seed != seed) {
    std::unique_ptr<RandomSource> source = noise_source(seed);
    std::unique_ptr<RowSource> rows = rows_in_memory(rows_.data());
    std::unique_ptr<Training> begun = mechanism_.training(*rows, *source);
    training_ = std::make_unique<SeededTraining>(SeededTraining{std::move(rows), seed, std::move(source), std::move(begun)});
  }
  return *training_;
}

ordered_json Publishing::train(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "steps"});
  const int steps = request.has("steps") ? request.integer("steps", 1, 1000) : 1000;
  Training& current = *training(requested_seed(request)).training;
  for (int i = 0; i < steps && !current.finished(); ++i) {
    current.step();
  }
  ObjectWriter progress;
  progress.put_flag("finished", current.finished()).put_count("steps", current.steps());
  put_if_any(progress, "residual", current.residual());
  put_if_any(progress, "tolerance", current.tolerance());
  if (const std::optional<int> all = current.of_steps()) {
    progress.put_count("ofSteps", *all);
  }
  return progress.take();
}

ordered_json Publishing::publish(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets"});
  const KeptSecrets kept = kept_secrets(request);
  // A training is used up by publishing, or by failing: its noise must not come out twice.
  (void)training(requested_seed(request));
  const std::unique_ptr<SeededTraining> used = std::move(training_);
  return published(finished(*used->training, *used->source, kept), notes_of(rows_), used->seed.has_value(), kept);
}

ordered_json Publishing::attach(const json& document) {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets", "model"});
  const KeptSecrets kept = kept_secrets(request);
  const Request model = model_of(request);
  const std::optional<std::uint64_t> seed = requested_seed(request);
  const std::unique_ptr<RandomSource> source = noise_source(seed);
  return published(mechanism_.attached(model, *rows_in_memory(rows_.data()), *source, kept), notes_of(rows_), seed.has_value(),
                   kept);
}

Request Publishing::model_of(const Request& request) const {
  if (rows_.study().person) {
    throw Error(
        ErrorType::study, "unsupported", "/person",
        "/person must be left out for a model that was trained elsewhere: which rows of a person its training used can't "
        "be seen here");
  }
  return Request(request.required("model"), "/model");
}

ordered_json Publishing::publish_elsewhere(const json& document, AddUp add_up) const {
  const Request request(document);
  request.allow_only({"data", "counters", "leftOut", "seed", "secrets"});
  return published_elsewhere(request, std::move(add_up), [&](const RowSource& rows, RandomSource& source, KeptSecrets kept) {
    return finished(*mechanism_.training(rows, source), source, kept);
  });
}

ordered_json Publishing::attach_elsewhere(const json& document, AddUp add_up) const {
  const Request request(document);
  const Request model = model_of(request);
  request.allow_only({"data", "counters", "seed", "secrets", "model"});
  return published_elsewhere(request, std::move(add_up), [&](const RowSource& rows, RandomSource& source, KeptSecrets kept) {
    return mechanism_.attached(model, rows, source, kept);
  });
}

template <class Made>
ordered_json Publishing::published_elsewhere(const Request& request, AddUp add_up, Made made) const {
  const KeptSecrets kept = kept_secrets(request);
  RowNotes notes{read_counters(Request(request.required("counters"), "/counters"), rows_.counters()), {}, {}};
  if (request.has("leftOut")) {
    notes.left_out = read_count(request, "leftOut");
  }
  if (rows_.study().person.has_value() != notes.left_out.has_value()) {
    request.refuse("leftOut", "inconsistent", "must be given where the study has person, and nowhere else");
  }
  const std::optional<std::uint64_t> seed = requested_seed(request);
  const std::unique_ptr<RandomSource> source = noise_source(seed);
  const std::unique_ptr<RowSource> rows = rows_elsewhere(rows_.dimension(), notes.counters.rows, std::move(add_up));
  return published(made(*rows, *source, kept), notes, seed.has_value(), kept);
}

ordered_json Publishing::published(Publication publication, const RowNotes& row_notes, bool seeded, KeptSecrets kept) const {
  const report::Study& study = rows_.study();
  const report::RowCounters& counters = row_notes.counters;
  report::Report report;
  report.heading = study.heading;
  if (report.heading.published.empty()) {
    report.heading.published = today();
  }
  report.model = std::move(publication.model);
  report.features = study.features;
  report.scaling = study.scaling;
  report.label = study.label;
  report.input = study.input;
  report.guarantee = publication.guarantee;
  if (study.person) {
    report.person = person_promise(*study.person, report.guarantee);
  }
  report.failure_probability = study.failure_probability;
  report.insecure_seed = seeded;
  report.sample = study.sample;
  report.software = report::Software{.name = "Expost", .version = EXPOST_VERSION};

  ObjectWriter clamped;
  ObjectWriter missing;
  for (std::size_t i = 0; i < counters.clamped.size(); ++i) {
    const std::string& name = i < study.features.size() ? study.features[i].name : study.label.name;
    if (counters.clamped[i] > 0) {
      clamped.put_count(name.c_str(), counters.clamped[i]);
    }
    if (counters.missing[i] > 0) {
      missing.put_count(name.c_str(), counters.missing[i]);
    }
  }
  ObjectWriter result;
  report::leave_to_file(report);
  result.put("report", report::write_report(report));
  if (const std::optional<report::PathFile> file = report::path_file(report)) {
    const std::vector<std::uint8_t>& bytes = std::get<PublishedDescent>(report.model).packed->bytes;
    result.put("path", ObjectWriter().put_text("name", file->name).put_text("data", report::encode_base64_bytes(bytes)));
  }
  if (kept == KeptSecrets::all) {
    result.put("secrets", secrets_of(publication));
  }
  ObjectWriter notes;
  notes.put_count("rows", counters.rows);
  if (row_notes.left_out) {
    notes.put_count("leftOut", *row_notes.left_out);
  }
  notes.put_text_if_any("onlyLabel", row_notes.only_label.value_or(""));
  notes.put("clamped", std::move(clamped))
      .put("missing", std::move(missing))
      .put_count("scaled", counters.scaled)
      .put_count("iterations", publication.iterations);
  put_if_any(notes, "residual", publication.residual);
  return result.put("notes", notes.put_texts("doubts", publication.doubts)).take();
}

}  // namespace expost::operations
