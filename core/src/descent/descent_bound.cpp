#include "expost/descent/descent_bound.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "bounds/signed_interval.hpp"
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
  if (model.theta.size() < 1 || !model.theta.allFinite() || (model.classes > 0 && model.theta.size() % model.classes != 0)) {
    refuse_model("wrong-length", "the model must hold finite numbers, as many for each class");
  }
  if (model.iterates.rows() > 0 && model.iterates.cols() != model.theta.size()) {
    refuse_model("wrong-length", "the iterates must be as long as the model");
  }
  return model;
}

EverybodyGap gap_of(const PublishedDescent& model) {
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
  if (model.classes == 0) {
    return gradient_norms(model.loss, path, lengths, x, y);
  }
  if (!(y >= 0 && y < static_cast<double>(model.classes)) || y != std::floor(y)) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no class of this model");
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
      lengths_(iterate_lengths(model_.iterates, model_.classes)),
      gap_(gap_of(model_)),
      shared_(std::make_unique<Shared>(model_.plan.rate)) {}

PreparedDescent::~PreparedDescent() = default;

DescentBound PreparedDescent::bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                                    double failure_probability, const Uniformity& uniformity) const {
  require_probability(failure_probability, "/failureProbability", "the failure probability");
  if (x.size() * std::max<Eigen::Index>(model_.classes, 1) != model_.theta.size()) {
    throw_error(ErrorType::record, "wrong-length", "/x", "x must be as long as the model");
  }
  const DescentPlan& plan = model_.plan;
  const Eigen::Index parameters = model_.theta.size();
  GradientNorms norms = norms_of(model_, lengths_, x, y);
  widen(norms, model_);
  if (plan.sampling == DescentSampling::shuffle) {
    norms.steps = epoch_maxima(norms.steps, plan.batches);
  }
  DescentTerms terms{plan.rate, static_cast<double>(plan.rounds()), norms.cap, failure_probability};
  DescentBound result{};
  result.failure_probability = failure_probability;
  result.energy = energy_of(norms.steps);
  result.energy_cap = raised(terms.steps * norms.cap * norms.cap);
  result.largest_step = *std::max_element(norms.steps.begin(), norms.steps.end());
  // Noise on a grid lies within a step of the normal variable that it is coupled with.
  double added = 0;
  if (plan.grid > 0) {
    for (const double s : norms.steps) {
      added += s;
    }
    added = raised(grid_cost(plan, parameters) * raised(added));
  }
  DescentInterval interval;
  switch (uniformity.kind) {
    case Uniformity::Kind::rows:
      terms = terms.for_rows(uniformity.count);
      [[fallthrough]];
    case Uniformity::Kind::one:
      interval =
          plan.rate < 1 ? shared_->tilts.interval(terms, norms.steps) : path_interval(terms, norms.steps, shared_->moments);
      break;
    case Uniformity::Kind::all:
      if (gap_ != EverybodyGap::none) {
        throw_error(ErrorType::argument, "unsupported", "/options/uniform",
                    gap_ == EverybodyGap::sampling
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
      interval.in = interval.out = everybody_interval(*shared_->everybody, result.energy);
      break;
  }
  result.in = farther(interval.in, added);
  result.out = farther(interval.out, added);
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

}  // namespace expost
