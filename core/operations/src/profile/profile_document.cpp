// A profile as the document that the curator gets.
#include <algorithm>
#include <cmath>
#include <string>

#include "documents/object_writer.hpp"
#include "expost/numerics/nearest_rank.hpp"
#include "profile/profiling.hpp"

namespace expost::operations {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t top_rows_shown = 20;

/// `value` of the greatest, the 99th percentile and so on of n entries in falling order: by
/// nearest rank, values that occur.
template <class Value>
double ranked(double share, std::size_t n, Value value) {
  return value(n - nearest_rank(share, n));
}

struct Share {
  const char* name;
  double share;
};
constexpr Share shares[] = {{"max", 1}, {"p99", 0.99}, {"p90", 0.9}, {"median", 0.5}, {"p10", 0.1}, {"min", 0}};

}  // namespace

ordered_json Profiling::progress() const {
  ObjectWriter writer;
  writer.put_flag("finished", false);
  switch (stage_) {
    case Stage::training:
      writer.put_text("phase", "training")
          .put_count("step", model_->training().steps())
          .put("residual", model_->training().residual())
          .put("tolerance", model_->training().tolerance());
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
    case Stage::over: {
      const auto each = static_cast<std::int64_t>(descents_ ? options_.epsilons.size() : 1);
      writer.put_text("phase", "sampling")
          .put_count("done", (sampled_ ? sampled_->samples() : 0) + (descents_ ? static_cast<std::int64_t>(trained_) : drawn_))
          .put_count("total", options_.samples + each * held_out_models());
      break;
    }
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

}  // namespace expost::operations
