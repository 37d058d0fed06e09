#include "profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "document.hpp"
#include "expost/numerics/error.hpp"
#include "noise_source.hpp"
#include "study_data.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// Bounds the error of a displacement, relative to its length, by its certificate, rounding aside.
/// What is called exact holds to so much; against 40-digit solutions it is off by some 4e-11.
constexpr double accuracy = 1e-9;
/// Neighbours solved together at most.
constexpr Eigen::Index most_block_rows = 64;
/// Multiplications in one piece of work, about: a tenth of a second or two.
constexpr double piece = 2e8;
constexpr std::size_t most_epsilons = 1000;
constexpr int most_samples = 100000;
/// Models for the accuracy on held-out rows where no number was asked for.
constexpr int usual_models = 200;
constexpr std::size_t top_rows_shown = 20;
/// Numbers that `modelCoordinates` may have: more fill no map, but a browser's memory.
constexpr Eigen::Index most_model_numbers = 4000000;
/// Products of ε, λ and lengths stay far within the range of doubles.
constexpr double smallest = 1e-100;
constexpr double largest = 1e100;

/// 25 values from 1e-2 to 1e4, four to a decade.
std::vector<double> usual_epsilons() {
  std::vector<double> values;
  for (const double decade : {1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3}) {
    for (const double step : {1.0, 1.7782794100389228, 3.1622776601683795, 5.6234132519034908}) {
      values.push_back(decade * step);
    }
  }
  values.push_back(1e4);
  return values;
}

double positive(const Request& request, const char* key) {
  const double value = request.number(key);
  if (!(value >= smallest && value <= largest)) {
    request.refuse(key, "out-of-range", "must be a number from 1e-100 to 1e100");
  }
  return value;
}

std::vector<double> read_epsilons(const Request& request) {
  if (!request.has("epsilons")) {
    return usual_epsilons();
  }
  const json& items = request.required("epsilons");
  // In pieces: of a sum of them GCC 12 says that it leaves a buffer, which it doesn't.
  std::string expected = "must be an array of 1 to ";
  expected += std::to_string(most_epsilons);
  expected += " ascending numbers from 1e-100 to 1e100";
  if (!items.is_array() || items.empty() || items.size() > most_epsilons) {
    request.refuse("epsilons", "wrong-length", expected);
  }
  std::vector<double> values;
  for (const json& item : items) {
    const double value = item.is_number() ? item.get<double>() : std::nan("");
    if (!(value >= smallest && value <= largest) || (!values.empty() && !(value > values.back()))) {
      request.refuse("epsilons", "out-of-range", expected);
    }
    values.push_back(value);
  }
  return values;
}

/// `value` of the greatest, the 99th percentile and so on of n entries in falling order: by nearest rank, values that occur.
template <class Value>
double ranked(double share, std::size_t n, Value value) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(n)));
  return value(n - std::min(n, std::max<std::size_t>(rank, 1)));
}

struct Share {
  const char* name;
  double share;
};
constexpr Share shares[] = {{"max", 1}, {"p99", 0.99}, {"p90", 0.9}, {"median", 0.5}, {"p10", 0.1}, {"min", 0}};

}  // namespace

ProfileOptions read_profile_options(const Request& request, const report::Study& study, Eigen::Index dimension) {
  ProfileOptions options;
  if (model_length(study, dimension) > displacement_maximum_dimension) {
    throw Error(Fault::study, "out-of-range", "/features",
                "a profile's model can have at most " + std::to_string(displacement_maximum_dimension) + " coordinates");
  }
  if (!request.has("lambda") && !study.lambda) {
    request.refuse("lambda", "missing", "must be given here, or in the study as mechanism.lambda");
  }
  options.lambda = request.has("lambda") ? positive(request, "lambda") : *study.lambda;
  options.lambda_of_study = !request.has("lambda");
  options.epsilons = read_epsilons(request);
  const std::string neighbours = request.optional_text("neighbours").value_or("exact");
  if (neighbours != "exact" && neighbours != "worst-case") {
    request.refuse("neighbours", "unknown-name", "must be \"exact\" or \"worst-case\"");
  }
  options.neighbours = neighbours == "exact" ? NeighbourMethod::exact : NeighbourMethod::worst_case;
  options.samples = request.has("samples") ? request.integer("samples", 0, most_samples) : 0;
  if (options.samples == 1) {
    request.refuse("samples", "out-of-range", "must be 0, or 2 or more: one model has no standard error");
  }
  // A posterior sample's study has no budget.
  const double of_study = study.budget.epsilon > 0 ? study.budget.epsilon : 1;
  options.profile_epsilon = request.has("profileEpsilon") ? positive(request, "profileEpsilon") : of_study;
  if (request.has("coordinates")) {
    const json& pair = request.required("coordinates");
    const auto coordinate = [&](std::size_t index) {
      const double value = pair.is_array() && pair.size() == 2 && pair[index].is_number() ? pair[index].get<double>() : -1;
      if (!(value >= 0 && value < static_cast<double>(dimension)) || value != std::floor(value)) {
        request.refuse("coordinates", "out-of-range",
                       "must be two whole numbers from 0 to " + std::to_string(dimension - 1) + ", the coordinates' places");
      }
      return static_cast<int>(value);
    };
    options.coordinates = std::pair(coordinate(0), coordinate(1));
  }
  options.model_coordinates = request.has("modelCoordinates") && request.flag("modelCoordinates");
  options.seed = requested_seed(request);
  return options;
}

void Profiling::Spread::add(double value, int count) {
  const double before = value - mean;
  mean += before / count;
  squares += before * (value - mean);
}

Profiling::Profiling(ProfileOptions options, const report::Study& study, const CodedData& data,
                     const std::optional<CodedData>& held_out)
    : options_(std::move(options)), study_(study), data_(data), held_out_(held_out), source_(noise_source(options_.seed)) {
  if (data.y.size() < 2) {
    throw Error(Fault::data, "too-few", "", "a profile needs two rows or more: each is compared with training without it");
  }
  model_ = profiled_model(study, data, options_.lambda);
}

double Profiling::rate(double epsilon) const {
  return profile_rate(options_.lambda, epsilon, model_->lipschitz());
}

bool Profiling::same_held_out(const std::optional<CodedData>& held_out) const {
  return held_out.has_value() == held_out_.has_value() &&
         (!held_out || (held_out->x.data() == held_out_->x.data() && held_out->y.size() == held_out_->y.size()));
}

int Profiling::held_out_models() const {
  return !held_out_ ? 0 : options_.samples > 0 ? options_.samples : usual_models;
}

void Profiling::train() {
  try {
    model_->step();
    if (model_->trained()) {
      base_ = model_->theta();
      leave_one_out_ = model_->neighbours(accuracy);
    }
  } catch (const Error& error) {
    if (error.fault() != Fault::numerics) {
      throw;
    }
    // Nothing but λ keeps the Hessian positive definite where columns depend on one another.
    const std::string reason = " is too small for these data: rounding leaves nothing of it";
    if (options_.lambda_of_study) {
      throw Error(Fault::study, "out-of-range", "/mechanism/lambda", "/mechanism/lambda" + reason);
    }
    throw Error(Fault::argument, "out-of-range", "/lambda", "lambda" + reason);
  }
}

void Profiling::advance() {
  switch (stage_) {
    case Stage::training:
      train();
      if (leave_one_out_) {
        const Eigen::Index n = data_.y.size();
        lengths_.resize(n);
        points_ = {base_, Rows(options_.samples > 0 ? n : 0, base_.size())};
        if (options_.model_coordinates) {
          moved_ = Rows(n, std::min(base_.size(), most_model_numbers / n));
        }
        stage_ = Stage::neighbours;
      }
      return;
    case Stage::neighbours:
      find_neighbours();
      return;
    case Stage::losses:
      find_losses();
      return;
    case Stage::sampling:
      if (sampled_->samples() < options_.samples) {
        draw_model();
      } else if (drawn_ < held_out_models()) {
        draw_held_out_model();
      }
      if (sampled_->samples() >= options_.samples && drawn_ >= held_out_models()) {
        stage_ = Stage::over;
      }
      return;
    case Stage::over:
      return;
  }
}

void Profiling::find_neighbours() {
  const Eigen::Index n = data_.y.size();
  const auto d = static_cast<double>(base_.size());
  double work = 0;
  if (options_.neighbours == NeighbourMethod::worst_case) {
    for (; known_ < n && work < piece; work += 8 * d) {
      take(leave_one_out_->worst_case_displacement(known_).transpose(), Eigen::VectorXd::Zero(1));
    }
  } else if (!leave_one_out_->expanded()) {
    // In whole blocks of the sums, so that the digits don't depend on the pieces.
    const double block = 128 * leave_one_out_->expansion_cost();
    leave_one_out_->expand(128 * std::max<Eigen::Index>(1, static_cast<Eigen::Index>(piece / block)));
  } else {
    while (known_ < n && work < piece) {
      const Eigen::Index before = leave_one_out_->passes();
      const Eigen::Index count = std::min(block_, n - known_);
      const LeaveOneOutBlock block = leave_one_out_->without(known_, count);
      const Eigen::Index passes = leave_one_out_->passes() - before;
      compare_with_worst_case(block);
      take(block.displacements, block.errors);
      const double cost =
          static_cast<double>(count) * leave_one_out_->row_cost() + static_cast<double>(passes) * leave_one_out_->pass_cost();
      work += cost;
      // As many the next time as make a piece if they take as much, so that a cancel is heard.
      block_ =
          std::clamp(static_cast<Eigen::Index>(piece / cost * static_cast<double>(count)), Eigen::Index{1}, most_block_rows);
    }
  }
  if (known_ == n) {
    rank();
  }
}

void Profiling::compare_with_worst_case(const LeaveOneOutBlock& block) {
  for (Eigen::Index i = 0; i < block.displacements.rows(); ++i) {
    const auto exact = block.displacements.row(i).transpose();
    const double off = (leave_one_out_->worst_case_displacement(known_ + i) - exact).norm();
    if (off > 0) {
      worst_case_deviation_ = std::max(worst_case_deviation_, off / exact.norm());
    }
  }
}

void Profiling::take(const Eigen::Ref<const Rows>& displacements, const Eigen::VectorXd& errors) {
  for (Eigen::Index i = 0; i < displacements.rows(); ++i, ++known_) {
    lengths_(known_) = displacements.row(i).norm();
    if (points_.displacements.rows() > 0) {
      points_.displacements.row(known_) = displacements.row(i);
    }
    if (moved_.cols() > 0) {
      moved_.row(known_) = displacements.row(i).head(moved_.cols());
    }
    if (errors(i) > 0) {
      displacement_error_ = std::max(displacement_error_, errors(i) / lengths_(known_));
    }
  }
}

void Profiling::rank() {
  order_.resize(static_cast<std::size_t>(known_));
  std::iota(order_.begin(), order_.end(), Eigen::Index{0});
  std::stable_sort(order_.begin(), order_.end(), [&](Eigen::Index a, Eigen::Index b) { return lengths_(a) > lengths_(b); });
  stage_ = Stage::losses;
}

void Profiling::find_losses() {
  const Eigen::Index n = data_.y.size();
  if (!table_) {
    table_ = std::make_unique<DisplacementTable>(static_cast<int>(base_.size()));
    const double beta = rate(options_.profile_epsilon);
    typical_ = lengths_.unaryExpr([&](double length) { return table_->loss(beta * length); });
    return;
  }
  for (double work = 0; means_.size() < options_.epsilons.size() && work < piece; work += 50.0 * static_cast<double>(n)) {
    const double beta = rate(options_.epsilons[means_.size()]);
    means_.push_back(lengths_.unaryExpr([&](double length) { return table_->loss(beta * length); }).mean());
  }
  if (means_.size() == options_.epsilons.size()) {
    sampled_ = std::make_unique<TypicalProfileMean>(n);
    accuracy_.resize(options_.epsilons.size());
    if (held_out_) {
      held_out_margins_ = model_->margins(held_out_->x, base_);
    }
    stage_ = options_.samples > 0 || held_out_ ? Stage::sampling : Stage::over;
  }
}

void Profiling::draw_model() {
  const double beta = rate(options_.profile_epsilon);
  const auto n = static_cast<double>(data_.y.size());
  for (double work = 0; sampled_->samples() < options_.samples && work < piece;
       work += n * (4 * static_cast<double>(base_.size()) + 200)) {
    sampled_->add(coverage_losses(points_, beta, sample_model(points_.base, beta, *source_)));
  }
}

void Profiling::draw_held_out_model() {
  // One model's noise for all ε, scaled: each ε sees models of its own distribution, and the curve against ε is smooth.
  const double rows = static_cast<double>(held_out_->y.size());
  const double cost = rows * (static_cast<double>(base_.size()) +
                              4 * static_cast<double>(accuracy_.size()) * static_cast<double>(held_out_margins_.cols()));
  for (double work = 0; drawn_ < held_out_models() && work < piece; work += cost) {
    const Eigen::VectorXd noise = sample_model(Eigen::VectorXd::Zero(base_.size()), 1, *source_);
    const Eigen::MatrixXd tilt = model_->margins(held_out_->x, noise);
    ++drawn_;
    for (std::size_t k = 0; k < accuracy_.size(); ++k) {
      const double beta = rate(options_.epsilons[k]);
      accuracy_[k].add(model_->measured(held_out_margins_ + tilt / beta, held_out_->y), drawn_);
    }
  }
}

ordered_json Profiling::progress() const {
  ObjectWriter writer;
  writer.put_flag("finished", false);
  switch (stage_) {
    case Stage::training:
      writer.put_text("phase", "training")
          .put_count("step", model_->steps())
          .put("residual", model_->residual())
          .put("tolerance", model_->tolerance());
      break;
    case Stage::neighbours:
      writer.put_text("phase", "neighbours").put_count("rows", known_).put_count("total", data_.y.size());
      break;
    case Stage::losses:
      writer.put_text("phase", "losses")
          .put_count("done", static_cast<std::int64_t>(means_.size()))
          .put_count("total", static_cast<std::int64_t>(options_.epsilons.size()));
      break;
    case Stage::sampling:
    case Stage::over:
      writer.put_text("phase", "sampling")
          .put_count("done", (sampled_ ? sampled_->samples() : 0) + drawn_)
          .put_count("total", options_.samples + held_out_models());
      break;
  }
  return writer.take();
}

ordered_json Profiling::top_rows() {
  ordered_json::array_t rows;
  const std::size_t count = std::min(order_.size(), top_rows_shown);
  for (std::size_t k = 0; k < count; ++k) {
    const Eigen::Index i = order_[k];
    const Eigen::VectorXd moved = options_.neighbours == NeighbourMethod::exact
                                      ? Eigen::VectorXd(leave_one_out_->without(i, 1).displacements.row(0).transpose())
                                      : leave_one_out_->worst_case_displacement(i);
    const RowInfluence influence = leave_one_out_->influence(i, moved);
    rows.push_back(ObjectWriter()
                       .put_count("row", i + 1)
                       .put("displacement", lengths_(i))
                       .put("typical", typical_(i))
                       .put("leverage", influence.leverage)
                       .put("derivative", influence.derivative)
                       .put("neighbourDerivative", influence.neighbour_derivative)
                       .take());
  }
  return rows;
}

ordered_json Profiling::result() {
  const int d = static_cast<int>(base_.size());
  const std::size_t n = order_.size();
  ObjectWriter writer;
  writer.put_flag("finished", true)
      .put_flag("private", true)
      .put_flag("seeded", options_.seed.has_value())
      .put_count("rows", static_cast<std::int64_t>(n))
      .put_count("dimension", d)
      .put("lambda", options_.lambda)
      .put("lipschitz", model_->lipschitz())
      .put_text("neighbours", options_.neighbours == NeighbourMethod::exact ? "exact" : "worst-case")
      .put_numbers("displacement", lengths_)
      .put("displacementError", displacement_error_);
  if (options_.neighbours == NeighbourMethod::exact) {
    writer.put("worstCaseDeviation", worst_case_deviation_);
  } else {
    writer.put_null("worstCaseDeviation");
  }
  writer.put("plateaus", ObjectWriter().put("low", displacement_floor(d)).put("high", 1));

  const auto transition = displacement_transition(d);
  const auto range = epsilon_range(lengths_, d, options_.lambda, model_->lipschitz());
  if (transition && range) {
    writer.put("transition", ObjectWriter()
                                 .put("epsilonLow", range->low)
                                 .put("epsilonHigh", range->high)
                                 .put("sLow", transition->low)
                                 .put("sHigh", transition->high)
                                 .put_count("lowRow", order_.front() + 1)
                                 .put_count("highRow", order_.back() + 1));
  } else {
    writer.put_null("transition");
  }

  // Ψ increases, so the quantiles of the losses are the losses of the quantiles of the lengths.
  writer.put_numbers("epsilons", options_.epsilons);
  ObjectWriter typical;
  for (const auto& [name, share] : shares) {
    const double length = ranked(share, n, [&](std::size_t place) { return lengths_(order_[place]); });
    std::vector<double> losses;
    for (const double epsilon : options_.epsilons) {
      losses.push_back(table_->loss(rate(epsilon) * length));
    }
    typical.put_numbers(name, losses);
  }
  writer.put("typical", typical.put_numbers("mean", means_));

  if (held_out_) {
    std::vector<double> mean;
    std::vector<double> error;
    for (const Spread& spread : accuracy_) {
      mean.push_back(spread.mean);
      error.push_back(std::sqrt(spread.squares / (static_cast<double>(drawn_ - 1) * drawn_)));
    }
    writer.put("accuracy", ObjectWriter()
                               .put_text("measure", model_->measure())
                               .put_count("rows", held_out_->y.size())
                               .put_count("models", drawn_)
                               .put_numbers("mean", mean)
                               .put_numbers("standardError", error)
                               .put("nonPrivate", model_->measured(held_out_margins_, held_out_->y)));
  } else {
    writer.put_null("accuracy");
  }

  ObjectWriter quantiles;
  for (const auto& [name, share] : shares) {
    if (share >= 0.5) {
      quantiles.put(name, ranked(share, n, [&](std::size_t place) { return typical_(order_[place]); }));
    }
  }
  ObjectWriter sorted;
  sorted.put("epsilon", options_.profile_epsilon)
      .put_numbers("typical", typical_)
      .put("quantiles", quantiles.put("mean", typical_.mean()));
  if (options_.samples > 0) {
    const TypicalProfile drawn = sampled_->result();
    sorted.put("sampled", ObjectWriter()
                              .put_count("samples", options_.samples)
                              .put_numbers("mean", drawn.mean)
                              .put_numbers("standardError", drawn.standard_error));
  } else {
    sorted.put_null("sampled");
  }
  writer.put("profile", sorted).put("top", top_rows());
  if (options_.coordinates) {
    writer.put("coordinates", ObjectWriter()
                                  .put_numbers("first", Eigen::VectorXd(data_.x.col(options_.coordinates->first)))
                                  .put_numbers("second", Eigen::VectorXd(data_.x.col(options_.coordinates->second))));
  }
  if (options_.model_coordinates) {
    const std::vector<std::string> names = model_coordinate_names(study_);
    ordered_json::array_t coordinates;
    for (Eigen::Index j = 0; j < moved_.cols(); ++j) {
      coordinates.push_back(ObjectWriter()
                                .put_text("name", names[static_cast<std::size_t>(j)])
                                .put("base", base_(j))
                                .put_numbers("displacement", Eigen::VectorXd(moved_.col(j)))
                                .take());
    }
    writer.put("modelCoordinates", std::move(coordinates));
  }
  return writer.take();
}

void StudyData::check_profile(const json& document) const {
  (void)profile_options(document);
}

ProfileOptions StudyData::profile_options(const json& document) const {
  const Request request(document);
  request.allow_only({"data", "heldOut", "lambda", "epsilons", "neighbours", "samples", "profileEpsilon", "coordinates",
                      "modelCoordinates", "seed"});
  return read_profile_options(request, study_, dimension());
}

ordered_json StudyData::profile(const json& document, const StudyData* held_out) {
  ProfileOptions options = profile_options(document);
  std::optional<CodedData> others;
  if (held_out != nullptr) {
    if (held_out->y_.empty()) {
      throw Error(Fault::data, "empty", "/heldOut", "the held-out data has no rows below its header");
    }
    others.emplace(held_out->data());
    if (others->x.cols() != dimension()) {
      Request(document).refuse("heldOut", "inconsistent", "must be opened with the same study");
    }
  }
  if (!profiling_ || profile_request_ != document || !profiling_->same_held_out(others)) {
    require_labels();
    profiling_ = std::make_unique<Profiling>(std::move(options), study_, data(), others);
    profile_request_ = document;
  }
  // What throws can't be gone on with.
  std::unique_ptr<Profiling> current = std::move(profiling_);
  current->advance();
  if (current->finished()) {
    return current->result();
  }
  profiling_ = std::move(current);
  return profiling_->progress();
}

}  // namespace expost::operations
