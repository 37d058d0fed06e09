#include "expost/descent/descent_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "bounds/margin_reach.hpp"
#include "bounds/margin_rule.hpp"
#include "bounds/signed_interval.hpp"
#include "descent/box_norms.hpp"
#include "descent/log_moments.hpp"
#include "descent/path_size.hpp"
#include "descent/tilt_choice.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/descent/everybody.hpp"
#include "expost/descent/gradient_norms.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/descent/tilt_table.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

[[noreturn]] void refuse_model(const char* code, const char* message) {
  throw Error(ErrorType::report, code, "", message);
}

PublishedDescent require_model(PublishedDescent model) {
  const DescentPlan& plan = model.plan;
  if (!(plan.clip > 0 && plan.sigma > 0) || plan.steps < 1 || plan.batches < 1 || plan.steps % plan.batches != 0 ||
      model.done < 1 || model.done > plan.steps || !(plan.rate > 0 && plan.rate <= 1) ||
      (plan.sampling == DescentSampling::poisson) != (plan.rate < 1) ||
      (plan.sampling != DescentSampling::shuffle && plan.batches != 1) || !(plan.grid >= 0)) {
    refuse_model("out-of-range", "clip norm, noise level, steps and sampling don't belong together");
  }
  if (model.network) {
    if (model.theta.size() != model.network->parameters() ||
        model.network->outputs() != std::max<Eigen::Index>(model.classes, 1)) {
      refuse_model("wrong-length", "the model must hold the network's parameters, whose outputs the loss takes");
    }
    if (plan.every != 1) {
      refuse_model("unsupported", "a network's path must have every iterate");
    }
  }
  if (model.theta.size() < 1 || !model.theta.allFinite() ||
      (!model.network && model.classes > 0 && model.theta.size() % model.classes != 0)) {
    refuse_model("wrong-length", "the model must hold finite numbers, as many for each class");
  }
  if (model.iterates.rows() > 0 && model.iterates.cols() != model.theta.size()) {
    refuse_model("wrong-length", "the iterates must be as long as the model");
  }
  return model;
}

EverybodyGap gap_of(const PublishedDescent& model) {
  if (model.network) {
    return EverybodyGap::network;
  }
  switch (model.plan.sampling) {
    case DescentSampling::full:
      return tells_noisy_sums(model) ? EverybodyGap::none : EverybodyGap::path;
    case DescentSampling::poisson:
    case DescentSampling::shuffle:
      break;
  }
  return EverybodyGap::sampling;
}

GradientNorms norms_of(const PublishedDescent& model, const IterateLengths& lengths, const Eigen::Ref<const Eigen::VectorXd>& x,
                       double y) {
  const DescentPath path = model.path();
  if (model.classes == 0 && !model.loss.takes(y)) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no label of this loss");
  }
  if (model.classes == 0 && !model.network) {
    return gradient_norms(model.loss, path, lengths, x, y);
  }
  if (model.classes > 0 && (!(y >= 0 && y < static_cast<double>(model.classes)) || y != std::floor(y))) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no class of this model");
  }
  if (model.network) {
    if (!x.allFinite()) {
      throw_error(ErrorType::record, "not-finite", "/x", "x must hold finite numbers only");
    }
    return gradient_norms(std::get<NetworkLoss>(model.any_loss()), path, {x, Eigen::VectorXd::Zero(x.size()), {y, y}});
  }
  return gradient_norms(Softmax{model.classes}, path, lengths, {x, static_cast<Eigen::Index>(y)});
}

/// Makes norms those of gradients as they were summed up: rounded to the grid, or computed
/// elsewhere.
void widen(GradientNorms& norms, const PublishedDescent& model) {
  const double added = rounded_longer(model.plan, model.theta.size()) / model.plan.sigma;
  const double factor = model.plan.elsewhere ? elsewhere_factor(model.theta.size()) : 1;
  if (added == 0 && factor == 1) {
    return;
  }
  const auto widened = [&](double s) { return s > 0 ? raised(s * factor + added) : 0; };
  norms.cap = widened(norms.cap);
  for (double& s : norms.steps) {
    s = widened(s);
  }
}

/// A path part's ρ, which isn't used.
constexpr double default_failure = 0.5;

/// Σ_t A with q = 1, for either membership.
std::function<double(PathEnd, int)> full_batch_moments(double energy) {
  return [energy](PathEnd end, int j) {
    const double lambda = order_of(end, j);
    const bool above = end == PathEnd::in_above || end == PathEnd::out_above;
    return 0.5 * lambda * (above ? lambda + 1 : lambda - 1) * energy;
  };
}

Interval farther(Interval interval, double by) {
  return {interval.lower - by, interval.upper + by};
}

}  // namespace

struct PreparedDescent::Shared {
  explicit Shared(double rate) : tilts(rate), moments(rate) {}

  TiltTable tilts;
  MomentTable moments;
  std::optional<EverybodyTerms> everybody;
  double everybody_failure = 0;
};

PreparedDescent::PreparedDescent(PublishedDescent model)
    : model_(require_model(std::move(model))),
      lengths_(iterate_lengths(model_.iterates, model_.network ? 0 : model_.classes)),
      gap_(gap_of(model_)),
      shared_(std::make_unique<Shared>(model_.plan.rate)) {}

PreparedDescent::~PreparedDescent() = default;

struct PreparedDescent::Summed {
  std::vector<double> steps;  ///< of shuffled epochs the largest of each
  double cap = 0;
  double energy = 0;
  double added = 0;  ///< to both ends, by the noise's grid
};

PreparedDescent::Summed PreparedDescent::summed(GradientNorms norms) const {
  const DescentPlan& plan = model_.plan;
  widen(norms, model_);
  if (plan.sampling == DescentSampling::shuffle) {
    norms.steps = epoch_maxima(norms.steps, plan.batches);
  }
  Summed summed{std::move(norms.steps), norms.cap, 0, 0};
  summed.energy = energy_of(summed.steps);
  // Noise on a grid lies within a step of the normal variable that it is coupled with.
  if (plan.grid > 0) {
    for (const double s : summed.steps) {
      summed.added += s;
    }
    summed.added = raised(grid_cost(plan, model_.theta.size()) * raised(summed.added));
  }
  return summed;
}

PreparedDescent::Summed PreparedDescent::summed_of(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  if (x.size() != model_.inputs()) {
    throw_error(ErrorType::record, "wrong-length", "/x", "x must be as long as the model");
  }
  return summed(norms_of(model_, lengths_, x, y));
}

PathPart PreparedDescent::part(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  const Summed own = summed_of(x, y);
  const DescentTerms terms{model_.plan.rate, static_cast<double>(model_.plan.rounds()), own.cap, default_failure};
  return {terms, terms.rate < 1 ? shared_->tilts.log_moments(terms, own.steps) : full_batch_moments(own.energy), own.added};
}

Interval PreparedDescent::everybody(double energy, double failure_probability) const {
  const DescentPlan& plan = model_.plan;
  const Eigen::Index parameters = model_.theta.size();
  if (gap_ != EverybodyGap::none) {
    throw_error(
        ErrorType::argument, "unsupported", "/options/uniform",
        gap_ == EverybodyGap::network
            ? "/options/uniform must be \"one\" or a number of records: of a network there is no bound for every record "
              "at once"
        : gap_ == EverybodyGap::sampling
            ? "/options/uniform must be \"one\" or a number of records: with sampled batches there is no bound for "
              "every record at once"
            : "/options/uniform must be \"one\" or a number of records: a bound for every record at once needs the "
              "whole path of the standard rule");
  }
  if (!shared_->everybody || shared_->everybody_failure != failure_probability) {
    const DescentPath path = model_.path();
    const double computed = plan.elsewhere ? plan.clip * (elsewhere_factor(parameters) - 1) : 0;
    const double rounding = raised(rounded_longer(plan, parameters) + computed);
    shared_->everybody =
        std::visit([&](const auto& loss) { return everybody_terms(loss, path, plan.steps, failure_probability, rounding); },
                   model_.any_loss());
    shared_->everybody_failure = failure_probability;
  }
  return everybody_interval(*shared_->everybody, energy);
}

DescentBound PreparedDescent::bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                                    double failure_probability, const Uniformity& uniformity) const {
  require_probability(failure_probability, "/failureProbability", "the failure probability");
  const DescentPlan& plan = model_.plan;
  const Summed own = summed_of(x, y);
  DescentTerms terms{plan.rate, static_cast<double>(plan.rounds()), own.cap, failure_probability};
  DescentBound result{};
  result.failure_probability = failure_probability;
  result.energy = own.energy;
  result.energy_cap = raised(terms.steps * own.cap * own.cap);
  result.largest_step = *std::max_element(own.steps.begin(), own.steps.end());
  DescentInterval interval;
  switch (uniformity.kind) {
    case Uniformity::Kind::rows:
      terms = terms.for_rows(uniformity.count);
      [[fallthrough]];
    case Uniformity::Kind::one:
      interval = plan.rate < 1 ? shared_->tilts.interval(terms, own.steps) : path_interval(terms, own.steps, shared_->moments);
      break;
    case Uniformity::Kind::all:
      interval.in = interval.out = everybody(own.energy, failure_probability);
      break;
  }
  result.in = farther(interval.in, own.added);
  result.out = farther(interval.out, own.added);
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

class PreparedDescent::Region final : public RegionRule {
 public:
  Region(const PreparedDescent& descent, RecordRegion region, double failure_probability, const Uniformity& uniformity)
      : descent_(&descent), region_(std::move(region)), failure_probability_(failure_probability), uniformity_(uniformity) {
    const DescentPath path = descent.model_.path();
    if (path.iterates.rows() > 0 && descent.model_.classes == 0 && !descent.model_.network) {
      sort_by_margin(region_, path.iterates.row(path.iterates.rows() - 1).transpose());
    }
    norms_ = std::visit([&](const auto& loss) { return box_norms(loss, path, descent.lengths_, region_); },
                        descent.model_.any_loss());
  }

  [[nodiscard]] const RecordRegion& region() const override { return region_; }

  // Boxes are dear where there are many steps.
  [[nodiscard]] int most_boxes() const override { return std::clamp(20000 / std::max(1, descent_->model_.done), 40, 400); }

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const DescentBound bound = descent_->bound(x, y, Membership::unknown, failure_probability_, uniformity_);
    return whole_ends(bound.in, bound.out);
  }

  [[nodiscard]] BoxEnds over(const RecordBox& box) override {
    BoxEnds found;
    if (!norms_->set(box)) {
      found.empty = true;
      return found;
    }
    const Summed most = descent_->summed(norms_->norms());
    const DescentInterval interval = interval_of(most, norms_->least_cap());
    found.ends = whole_ends(farther(interval.in, most.added), farther(interval.out, most.added));
    found.choices = norms_->choices();
    const BoxNorms::Widest widest = norms_->widest();
    found.widest = widest.field;
    // Lengths first, as long as they differ by much, or by more than a field: tilts hang on them.
    const Interval slab = norms_->slab();
    const double lengths = slab.upper / std::max(slab.lower, 1e-300) - 1;
    if (lengths > std::clamp(fields_share * widest.part, least_lengths, most_lengths)) {
      found.slab = slab;
    }
    return found;
  }

 private:
  /// How much ‖x‖² may differ, relatively, in a box of which fields are halved: as much as the
  /// widest of them, more or less.
  static constexpr double fields_share = 0.3;
  static constexpr double least_lengths = 0.02;
  static constexpr double most_lengths = 0.1;
  /// First tilts that are tried one by one.
  static constexpr std::size_t most_tilts = 12;

  // Records of a box have caps of their own, and R was chosen after the noise: every first tilt
  // that one of them may have counts.
  [[nodiscard]] DescentInterval interval_of(const Summed& most, double least_cap) {
    const DescentPlan& plan = descent_->model_.plan;
    DescentTerms terms{plan.rate, static_cast<double>(plan.rounds()), most.cap, failure_probability_};
    DescentInterval interval;
    if (uniformity_.kind == Uniformity::Kind::all) {
      interval.in = interval.out = descent_->everybody(most.energy, failure_probability_);
      return interval;
    }
    if (most.energy == 0) {
      return interval;
    }
    if (uniformity_.kind == Uniformity::Kind::rows) {
      terms = terms.for_rows(uniformity_.count);
    }
    const TiltValues high = values_at(terms, most.cap, true);
    const bool has_moments = !(plan.rate < 1) || most.cap <= largest_step;
    const double by_cap = has_moments ? largest_by_cap(terms, high) : infinity;
    interval = {{-by_cap, by_cap}, {-by_cap, by_cap}};
    if (least_cap > 0) {
      const std::vector<int> tilts = first_tilts_between(values_at(terms, least_cap, false), high);
      if (tilts.size() <= most_tilts) {
        interval = smaller(interval, with_tilts(tilts, terms, most.steps));
      }
    }
    if (plan.rate < 1) {
      const auto moved =
          static_cast<double>(std::count_if(most.steps.begin(), most.steps.end(), [](double s) { return s > 0; }));
      interval = surely(interval, terms, moved);
    }
    return interval;
  }

  [[nodiscard]] DescentInterval with_tilts(const std::vector<int>& tilts, const DescentTerms& terms,
                                           const std::vector<double>& steps) {
    DescentInterval hull{{infinity, -infinity}, {infinity, -infinity}};
    const auto join = [](Interval& outer, Interval inner) {
      outer = {std::min(outer.lower, inner.lower), std::max(outer.upper, inner.upper)};
    };
    for (const int first : tilts) {
      const DescentInterval one = terms.rate < 1 ? descent_->shared_->tilts.interval_from(first, terms, steps)
                                                 : full_batch_interval_from(first, terms, energy_of(steps));
      join(hull.in, one.in);
      join(hull.out, one.out);
    }
    // A table's interval takes tilts next to the best one, which differ from record to record.
    const double room = terms.rate < 1 ? 1 + table_room : 1;
    const auto wider = [&](Interval one) -> Interval { return {one.lower * room, one.upper * room}; };
    return {wider(hull.in), wider(hull.out)};
  }
  static constexpr double table_room = 0.002;

  [[nodiscard]] static DescentInterval smaller(const DescentInterval& a, const DescentInterval& b) {
    const auto inner = [](Interval one, Interval other) -> Interval {
      return {std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
    };
    return {inner(a.in, b.in), inner(a.out, b.out)};
  }

  /// The cells of a MomentTable that one here has.
  static constexpr int cell_width = 8;
  /// The wide cell whose end is at or before that of one of a MomentTable.
  [[nodiscard]] static int cell_at(int narrow) {
    return narrow >= 0 ? narrow / cell_width : -((cell_width - 1 - narrow) / cell_width);
  }
  /// With q < 1 caps are rounded to cells, up or down: values take milliseconds.
  [[nodiscard]] TiltValues values_at(DescentTerms terms, double cap, bool up) {
    terms.cap = cap;
    if (!(terms.rate < 1)) {
      return tilt_values(terms);
    }
    const int cell = cell_at(MomentTable::cell_above(cap) + (up ? cell_width - 1 : -1));
    const auto found = values_.find(cell);
    if (found != values_.end()) {
      return found->second;
    }
    terms.cap = MomentTable::cell_end(cell_width * cell);
    return values_.emplace(cell, tilt_values(terms)).first->second;
  }

  const PreparedDescent* descent_;
  RecordRegion region_;
  double failure_probability_;
  Uniformity uniformity_;
  std::unique_ptr<BoxNorms> norms_;
  std::map<int, TiltValues> values_;
};

std::unique_ptr<RegionRule> PreparedDescent::region_rule(RecordRegion region, double failure_probability,
                                                         const Uniformity& uniformity) const {
  require_probability(failure_probability, "/failureProbability", "the failure probability");
  return std::make_unique<Region>(*this, std::move(region), failure_probability, uniformity);
}

}  // namespace expost
