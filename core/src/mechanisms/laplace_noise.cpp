#include "expost/mechanisms/laplace_noise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "accounting/removal_loss.hpp"
#include "bounds/curvature_range.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/margin_rule.hpp"
#include "bounds/softmax_box.hpp"
#include "bounds/softmax_range.hpp"
#include "bounds/total_loss.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/positive_definite.hpp"
#include "expost/numerics/require.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"
#include "numerics/root.hpp"
#include "numerics/semidefinite_eigenvalues.hpp"

namespace expost {
namespace {

void require_mechanism(double lambda, double eta) {
  require_above_zero(lambda, "", "lambda");
  require_above_zero(eta, "", "eta");
}

}  // namespace

double standard_exponential(RandomSource& source) {
  double zeros = 0;
  std::uint64_t word = source.next();
  while (word == 0) {
    zeros += 64;
    word = source.next();
  }
  zeros += std::countl_zero(word);
  // U = 2^−zeros·(1 − v), v uniform in (0, ½): small values keep their digits too.
  const double v = (static_cast<double>(source.next() >> 11U) + 0.5) * 0x1p-54;
  return zeros * ln2 - elementary::log1p(-v);
}

Eigen::VectorXd laplace_objective_noise(Eigen::Index d, double eta, RandomSource& source) {
  require_above_zero(eta, "", "eta");
  double length = 0;
  for (Eigen::Index i = 0; i < d; ++i) {
    length += standard_exponential(source);
  }
  Eigen::VectorXd direction(d);
  for (double& value : direction) {
    value = standard_normal(source);
  }
  return direction * (length / eta / direction.norm());
}

ExactLaplaceLosses::ExactLaplaceLosses(double eta, Eigen::VectorXd gradient, const Eigen::MatrixXd& hessian)
    : eta_(eta), gradient_(std::move(gradient)), factor_(factorised(hessian)) {}

ExactLaplaceLoss ExactLaplaceLosses::parts(const LossPoint& point, double sign) const {
  ExactLaplaceLoss result{};
  result.determinant = determinant_loss(factor_, point.hessian_factor, sign);
  // ‖g ∓ ∇ℓ‖ − ‖g‖ by the difference of squares: nothing cancels where ‖g‖ is much the larger.
  const double norms = (gradient_ - sign * point.gradient).norm() + gradient_.norm();
  const double squares = point.gradient.squaredNorm() - 2 * sign * gradient_.dot(point.gradient);
  result.noise = norms > 0 ? eta_ * (squares / norms) : 0;
  result.loss = result.determinant + result.noise;
  return result;
}

ExactLaplaceLoss ExactLaplaceLosses::member(const LossPoint& point) const {
  return parts(point, 1);
}

ExactLaplaceLoss ExactLaplaceLosses::non_member(const LossPoint& point) const {
  return parts(point, -1);
}

LaplaceBound laplace_bound(const LossPoint& point, double lambda, double eta, Membership member) {
  require_mechanism(lambda, eta);
  if (!point.gradient.allFinite() || !point.hessian_factor.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "", "the gradient and the Hessian factor must hold finite numbers only");
  }
  LaplaceBound result{};
  const Eigen::VectorXd curvatures = semidefinite_eigenvalues(gram_of(point.hessian_factor));
  for (const double curvature : curvatures) {
    result.determinant += elementary::log1p(curvature / lambda);
  }
  result.noise = eta * point.gradient.norm();
  // It never fails, so it may not fail by a rounding either.
  const double noise = upwards(result.noise);
  const double both = upwards(result.determinant + result.noise);
  result.in = {-noise, both};
  result.out = {-both, noise};
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

namespace {

/// From ‖∇ℓ‖ and κ, or more, of a record whose length is at most `norm`.
LaplaceBound laplace_ends(const PublishedLaplaceModel& model, double norm, double gradient, double determinant) {
  LaplaceBound result{};
  result.determinant = raised(determinant);
  result.noise = raised(model.eta * gradient);
  const double allowance = !(norm > 0) ? 0 : model.rounding.step > 0 ? rounding_allowance : underflow;
  const double noise = raised(result.noise + allowance);
  const double both = raised(result.determinant + result.noise + allowance);
  result.in = {-noise, both};
  result.out = {-both, noise};
  return result;
}

/// The same for a generalised linear loss with derivatives in these ranges.
LaplaceBound linear_laplace_ends(const PublishedLaplaceModel& model, double norm, const DerivativeRanges& ranges) {
  return laplace_ends(model, norm, raised(magnitude(ranges.first).upper * norm),
                      elementary::log1p(raised(raised(ranges.second.upper * norm * norm) / model.lambda)));
}

/// The same for softmax. `residual` caps ‖p − e_y‖, `most` the determinant.
LaplaceBound softmax_laplace_ends(const PublishedLaplaceModel& model, double norm, const SoftmaxRange& range, double residual,
                                  double most) {
  const double length = raised(range.residual.norm() + range.residual_error);
  double determinant = 0;
  const CurvatureRange curvature(range.curvature, range.curvature_error, range.stretch, softmax_smoothness);
  for (const double value : curvature.above) {
    determinant += elementary::log1p(raised(raised(value * norm * norm) / model.lambda));
  }
  return laplace_ends(model, norm, raised(std::min(length, residual) * norm), std::min(determinant, most));
}

class LaplaceSoftmaxRegion final : public RegionRule {
 public:
  LaplaceSoftmaxRegion(const PublishedLaplaceModel& model, RecordRegion region, OutputCell cell)
      : model_(&model), region_(std::move(region)), cell_(std::move(cell)) {}

  [[nodiscard]] const RecordRegion& region() const override { return region_; }
  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const LaplaceBound bound = laplace_bound(*model_, x, y, Membership::unknown);
    return whole_ends(bound.in, bound.out);
  }
  [[nodiscard]] BoxEnds over(const RecordBox& box) override {
    SoftmaxBox records(region_, box, model_->classes, model_->theta);
    const SoftmaxRange range({model_->classes}, model_->theta, cell_, records.coordinates.centre(),
                             static_cast<Eigen::Index>(box.label.lower), records.coordinates.sizes, records.moved);
    const double norm = records.coordinates.norm.upper;
    const double residual = std::min(records.residual_above(range.own), raised(sqrt2));
    const LaplaceBound bound =
        softmax_laplace_ends(*model_, norm, range, residual, records.determinant_above(range.own, model_->lambda));
    BoxEnds found;
    found.ends = found.middle = whole_ends(bound.in, bound.out);
    found.choices = std::move(records.choices);
    found.widest = records.widest;
    return found;
  }

 private:
  const PublishedLaplaceModel* model_;
  RecordRegion region_;
  OutputCell cell_;
};

class LaplaceRegion final : public MarginRule {
 public:
  LaplaceRegion(const PublishedLaplaceModel& model, RecordRegion unsorted, const OutputCell& cell)
      : MarginRule(std::move(unsorted), model.theta, cell.half_widths), model_(&model) {}

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const LaplaceBound bound = laplace_bound(*model_, x, y, Membership::unknown);
    return whole_ends(bound.in, bound.out);
  }

 private:
  [[nodiscard]] LossEnds ends_in(const MarginReach& reach, bool) override {
    const LaplaceBound bound =
        linear_laplace_ends(*model_, reach.norm.upper, derivative_ranges(model_->loss, reach.margin, reach.label));
    return whole_ends(bound.in, bound.out);
  }
  // Both parts rise with |f'|, f'' and the length.
  [[nodiscard]] double least_in(const MarginReach& reach, double /*norm_1*/, Membership) const override {
    const LaplaceBound bound =
        linear_laplace_ends(*model_, reach.norm.lower, least_of(derivative_ranges(model_->loss, reach.margin, reach.label)));
    return (1 - box_slack) * bound.in.upper;
  }

  const PublishedLaplaceModel* model_;
};

}  // namespace

std::unique_ptr<RegionRule> laplace_region_rule(const PublishedLaplaceModel& model, RecordRegion region) {
  require_mechanism(model.lambda, model.eta);
  if (model.classes > 0) {
    return std::make_unique<LaplaceSoftmaxRegion>(model, std::move(region),
                                                  output_cell(model.rounding, model.theta, model.lambda, softmax_smoothness));
  }
  return std::make_unique<LaplaceRegion>(model, std::move(region),
                                         output_cell(model.rounding, model.theta, model.lambda, model.loss.smoothness()));
}

LaplaceBound laplace_bound(const PublishedLaplaceModel& model, const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                           Membership member) {
  require_mechanism(model.lambda, model.eta);
  if (!x.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  const bool softmax = model.classes > 0;
  const OutputCell cell =
      output_cell(model.rounding, model.theta, model.lambda, softmax ? softmax_smoothness : model.loss.smoothness());
  const double norm = raised(x.norm() * (1 + rounding_of_sum(x.size())));
  LaplaceBound result{};
  if (softmax) {
    const SoftmaxRange range({model.classes}, model.theta, cell, x, static_cast<Eigen::Index>(y));
    result = softmax_laplace_ends(model, norm, range, raised(sqrt2), infinity);
  } else {
    result = linear_laplace_ends(model, norm, derivative_ranges(model.loss, margin_range(x, model.theta, cell), y));
  }
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

double laplace_shift_epsilon(double curvature, double gradient, double eta) {
  require_above_zero(eta, "", "eta");
  if (!(curvature >= 0 && gradient >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the sensitivities of a loss must be 0 or more");
  }
  return upwards(curvature + eta * gradient);
}

double laplace_epsilon(const Loss& loss, double lambda, double eta) {
  require_mechanism(lambda, eta);
  return largest_laplace_removal_loss(loss, lambda, eta);
}

double laplace_softmax_epsilon(int classes, double lambda, double eta) {
  require_mechanism(lambda, eta);
  if (classes < 2) {
    throw_error(ErrorType::argument, "out-of-range", "", "there must be two classes or more");
  }
  const double k = classes;
  return laplace_shift_epsilon((k - 1) * elementary::log1p(1 / (k * lambda)), sqrt2, eta);
}

namespace {

/// Largest η with epsilon_at(η) ≤ ε, which is never below ηG.
template <class EpsilonAt>
LaplaceCalibration largest_rate(EpsilonAt epsilon_at, double lipschitz, double lambda, double epsilon) {
  const auto excess = [&](double eta) { return epsilon_at(eta) - epsilon; };
  const double high = epsilon / lipschitz;
  if (excess(high) <= 0) {
    return {high, ""};
  }
  // Nobody would want more noise than this.
  const double low = high * 1e-12;
  if (excess(low) > 0) {
    return {0, "no noise level reaches this epsilon with lambda " + std::to_string(lambda) + "; raise lambda"};
  }
  return {bracket_root(excess, low, high).first, ""};
}

}  // namespace

LaplaceCalibration calibrate_laplace(const Loss& loss, double lambda, double epsilon) {
  require_above_zero(lambda, "", "lambda");
  require_above_zero(epsilon, "", "epsilon");
  if (loss.lipschitz() == infinity) {
    return {0, "the squared loss on all of R^d has unbounded gradients, so no noise level gives the model a finite guarantee"};
  }
  return largest_rate([&](double eta) { return laplace_epsilon(loss, lambda, eta); }, loss.lipschitz(), lambda, epsilon);
}

LaplaceCalibration calibrate_laplace_softmax(int classes, double lambda, double epsilon) {
  require_above_zero(lambda, "", "lambda");
  require_above_zero(epsilon, "", "epsilon");
  return largest_rate([&](double eta) { return laplace_softmax_epsilon(classes, lambda, eta); }, sqrt2, lambda, epsilon);
}

}  // namespace expost
