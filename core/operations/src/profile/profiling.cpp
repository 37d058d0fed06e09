#include "profile/profiling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "expost/numerics/error.hpp"
#include "randomness/noise_source.hpp"

namespace expost::operations {

namespace {

/// Bounds the error of a displacement, relative to its length, by its certificate, rounding aside.
/// Displacements that are called exact hold to so much; against 40-digit solutions it is off by
/// some 4e-11.
constexpr double accuracy = 1e-9;
/// Neighbours solved together at most.
constexpr Eigen::Index most_block_rows = 64;
/// Multiplications in one piece of work, about: a tenth of a second or two.
constexpr double piece = 2e8;
/// Models for the accuracy on held-out rows where no number was asked for.
constexpr int usual_models = 200;
/// And trainings for each ε, where a model has to be trained.
constexpr int usual_trainings = 4;
/// Numbers that `modelCoordinates` may have: more fill no map, but a browser's memory.
constexpr Eigen::Index most_model_numbers = 4000000;
}  // namespace

void Profiling::Spread::add(double value, int count) {
  const double before = value - mean;
  mean += before / count;
  squares += before * (value - mean);
}

Profiling::Profiling(ProfileOptions options, const report::Study& study, const CodedData& data,
                     const std::optional<CodedData>& held_out)
    : options_(std::move(options)), study_(study), data_(data), held_out_(held_out), source_(noise_source(options_.seed)) {
  if (data.y.size() < 2) {
    throw Error(ErrorType::data, "too-few", "", "a profile needs two rows or more: each is compared with training without it");
  }
  if (study.network) {
    throw Error(ErrorType::study, "unsupported", "/mechanism/network",
                "/mechanism/network must be left out for a profile, which is of convex losses");
  }
  model_ = profiled_model(study, data, options_.lambda);
  if (held_out_ && study.descent() != nullptr) {
    descents_ = std::make_unique<DescentModels>(study, data);
  }
}

double Profiling::rate(double epsilon) const {
  return profile_rate(options_.lambda, epsilon, model_->lipschitz());
}

bool Profiling::same_held_out(const std::optional<CodedData>& held_out) const {
  return held_out.has_value() == held_out_.has_value() &&
         (!held_out || (held_out->x.data() == held_out_->x.data() && held_out->y.size() == held_out_->y.size()));
}

int Profiling::held_out_models() const {
  const int usual = descents_ ? usual_trainings : usual_models;
  return !held_out_ ? 0 : options_.samples > 0 ? options_.samples : usual;
}

void Profiling::train() {
  try {
    model_->training().step();
    if (model_->training().finished()) {
      base_ = model_->training().result().theta;
      leave_one_out_ = model_->neighbours(accuracy);
    }
  } catch (const Error& error) {
    if (error.type() != ErrorType::numerics) {
      throw;
    }
    // Nothing but λ keeps the Hessian positive definite where columns depend on one another.
    const std::string reason = " is too small for these data: rounding leaves nothing of it";
    if (options_.lambda_of_study) {
      throw Error(ErrorType::study, "out-of-range", "/mechanism/lambda", "/mechanism/lambda" + reason);
    }
    throw Error(ErrorType::argument, "out-of-range", "/lambda", "lambda" + reason);
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
        if (descents_) {
          train_held_out_model();
        } else {
          draw_held_out_model();
        }
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
  // One model's noise for all ε, scaled: each ε sees models of its own distribution, and the curve
  // against ε is smooth.
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

void Profiling::train_held_out_model() {
  const auto models = static_cast<std::size_t>(std::max(1, held_out_models()));
  const std::size_t k = trained_ / models;
  const std::size_t place = trained_ % models;
  const Eigen::VectorXd theta = descents_->train(options_.epsilons[k], *source_);
  accuracy_[k].add(model_->measured(model_->margins(held_out_->x, theta), held_out_->y), static_cast<int>(place) + 1);
  ++trained_;
  if (trained_ == models * options_.epsilons.size()) {
    drawn_ = held_out_models();
  }
}

}  // namespace expost::operations
