#include "expost/bounds/convex_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "bounds/convex_bounder.hpp"
#include "bounds/curvature_range.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/noise_radius.hpp"
#include "bounds/published_checks.hpp"
#include "bounds/total_loss.hpp"
#include "bounds/tridiagonal_gram.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/golden_section.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// A bound at some α, and what tells two α apart where both give the same one up to rounding,
/// because caps hold.
struct Candidate {
  double bound;
  double guide;
  [[nodiscard]] bool below(const Candidate& other) const {
    constexpr double clearly = 1 - 1e-12;
    return bound < other.bound * clearly || (!(other.bound < bound * clearly) && guide < other.guide);
  }
};

/// The smallest bound that f has on [0, last]: a grid, then golden sections around its best point.
/// Any argument gives a valid bound, so an inexact one costs sharpness, not validity. f may be
/// infinite.
template <class Function>
double smallest_bound(Function&& f, double last) {
  constexpr int cells = 16;
  std::array<Candidate, cells + 1> values{};
  std::size_t best = 0;
  double smallest = infinity;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = f(last * static_cast<double>(i) / cells);
    best = values[i].below(values[best]) ? i : best;
    smallest = std::min(smallest, values[i].bound);
  }
  GoldenSection<Candidate> section(f, last * static_cast<double>(best > 0 ? best - 1 : 0) / cells,
                                   last * static_cast<double>(std::min<std::size_t>(best + 1, cells)) / cells);
  for (int step = 0; step < 40 && section.high - section.low > 1e-8 * last; ++step) {
    smallest = std::min({smallest, section.at_left.bound, section.at_right.bound});
    section.narrow(f, section.at_left.below(section.at_right));
  }
  return std::min({smallest, section.at_left.bound, section.at_right.bound});
}

}  // namespace

PreparedConvexReport::PreparedConvexReport(PublishedConvexModel model) : PreparedConvexReport(std::move(model), 0) {}

PreparedConvexReport::PreparedConvexReport(PublishedConvexModel model, double hessian_error) : model_(std::move(model)) {
  require_publishable(model_);
  if (model_.hessian) {
    hessian_ = TridiagonalMatrix(std::move(model_.hessian->values));
    hessian_.backward_error += hessian_error;
    model_.hessian->values.resize(0, 0);
  }
}

bool may_be_fresh(const PublishedConvexModel& model, const BoundOptions& options, GradientEvent event) {
  const bool possible = model.gradient.has_value() && options.uniformity.kind != Uniformity::Kind::all;
  if (event == GradientEvent::fresh && !possible) {
    throw_error(ErrorType::argument, "unsupported", "/uniform",
                "bounds from the noise of the gradient alone need a released gradient and records chosen beforehand");
  }
  return possible;
}

ConvexBounder::ConvexBounder(const PreparedConvexReport& report, const BoundOptions& options, Eigen::Index published_dimension,
                             double stretch)
    : report_(&report), options_(options), published_dimension_(published_dimension), stretch_(stretch) {
  const PublishedConvexModel& model = report.model();
  require_bound_options(options_);
  if (options_.method == Method::redberg2021) {
    throw_error(ErrorType::argument, "unsupported", "/method", "this loss has bounds by the method sharp only");
  }
  release_reach_ = release_reach(model, model.dimension(), options_);
  const double rho = options_.failure_probability;
  if (model.hessian) {
    // A matrix whose entries are off by at most e each has norm d·e at most.
    const double off_grid =
        grid_slack * model.hessian->grid * static_cast<double>(published_dimension) + report_->hessian_.backward_error;
    upper_shift_ = goe_upper_quantile(static_cast<int>(model.dimension()), 0.1 * rho) * model.hessian->sigma + off_grid;
    lower_shift_ = upper_shift_;
  }
  eigenvalue_floor_ = model.smallest_eigenvalue ? eigenvalue_floor(*model.smallest_eigenvalue, model.lambda,
                                                                   normal_upper_quantile(0.1 * rho), stretch_)
                                                : model.lambda;
}

ConvexBounder::ConvexBounder(const PreparedConvexReport& report, const BoundOptions& options, ConvexBoundChoices choices)
    : ConvexBounder(report, options, report.dimension(), 1) {
  const PublishedConvexModel& model = report.model();
  choices_ = choices;
  const bool fresh_allowed = may_be_fresh(model, options_, choices_.gradient);
  const auto d = static_cast<double>(model.dimension());
  const double rho_gradient = gradient_share();
  const double fresh = fresh_allowed
                           ? model.gradient->sigma * normal_upper_quantile(0.5 * rho_gradient / records_of(options_.uniformity))
                           : infinity;
  // Section 10: it holds for every direction, whatever the number of records.
  double deviation = model.sigma;
  if (model.gradient) {
    const double ratio = model.sigma / model.gradient->sigma;
    deviation = model.sigma / std::sqrt(1 + ratio * ratio);
  }
  const double fused = deviation * std::sqrt(chi_squared_upper_quantile(d, 0.5 * rho_gradient));
  if (choices_.gradient == GradientEvent::narrower) {
    choices_.gradient = fresh < fused ? GradientEvent::fresh : GradientEvent::fused;
  }
  if (choices_.gradient == GradientEvent::fresh) {
    radius_ = fresh;
    radius_1_ = infinity;
  } else {
    radius_ = fused;
    radius_1_ = deviation * normal_upper_quantile(0.25 * rho_gradient / d);
  }
}

double ConvexBounder::gradient_share() const {
  const PublishedConvexModel& model = report_->model();
  return (!model.hessian ? 1 : model.smallest_eigenvalue ? 0.7 : 0.8) * options_.failure_probability;
}

/// Bounds on log det(I ± Uᵀ H⁻¹ U) of one person (5.1 and 5.2), for every θ of the cell.
class ConvexBounder::Determinants {
 public:
  Determinants(const ConvexBounder& rule, const LossPoint& point, const PointRange& range, const CurvatureRange& curvature)
      : rule_(rule),
        report_(*rule.report_),
        range_(range),
        total_stretch_(raised(range.stretch * rule.stretch_)),
        factor_norm_(raised(point.hessian_factor.norm())) {
    const double lambda = report_.model().lambda;
    caps_ = curvature.above.unaryExpr([&](double value) { return raised(value / lambda); });
    for (const double cap : caps_) {
      cap_sum_ += elementary::log1p(cap);
    }
    cap_sum_ = std::min(raised(cap_sum_), range.determinant);
    in_ = {0, cap_sum_};
    out_ = {-cap_sum_, 0};
    if (report_.model().hessian && cap_sum_ > 0) {
      use_release(point.hessian_factor);
    }
  }

  [[nodiscard]] Interval in() const { return in_; }
  [[nodiscard]] Interval out() const { return out_; }

 private:
  // Eigenvalues of Wᵀ(scale·T + shift·I)⁻¹W; none where that is not positive definite.
  [[nodiscard]] std::optional<GramEigenvalues> eigenvalues_of(double scale, double shift) const {
    std::optional<Eigen::MatrixXd> gram = tridiagonal_gram(report_.hessian_, rotated_, scale, shift);
    return gram ? std::optional<GramEigenvalues>(GramEigenvalues(std::move(*gram), rotated_.cols())) : std::nullopt;
  }

  [[nodiscard]] double columns_error(double alpha, double added, double eigenvalue) const {
    return gram_columns_error(report_.hessian_, alpha, added, eigenvalue);
  }
  [[nodiscard]] double vectors_error(double eigenvalue) const {
    return (report_.hessian_.rotation_error * factor_norm_ + range_.factor) / std::sqrt(eigenvalue);
  }

  // Eigenvalues of UᵀM⁻¹U, M = α(Ĥ − t⁺σ₃I) + (1−α)·ridge·I, each at least the true one for any θ
  // of the cell; infinite where nothing is known.
  [[nodiscard]] bool eigenvalues_above(double alpha, double ridge, Eigen::VectorXd& above) const {
    const double shift = rule_.upper_shift_;
    const std::optional<GramEigenvalues> computed = eigenvalues_of(alpha, (1 - alpha) * ridge - alpha * shift);
    if (!computed) {
      return false;
    }
    const double floor = report_.hessian_.smallest - shift;
    const double eigenvalue = lowered(alpha * floor + (1 - alpha) * ridge) - few_roundings * alpha * std::fabs(floor);
    const double added = (1 - alpha) * ridge + alpha * std::fabs(shift);
    const double share = 1 - 8 * unit_roundoff * added / eigenvalue;
    if (!(eigenvalue > 0 && share > 0 && total_stretch_ < infinity)) {
      return false;
    }
    const double columns = 1 + columns_error(alpha, added, eigenvalue);
    const double vectors = vectors_error(eigenvalue);
    above = computed->values.unaryExpr([&](double value) {
      const double root = std::sqrt(value + computed->error) * columns + vectors;
      return raised(raised(root * root / share) * total_stretch_);
    });
    return true;
  }

  // Eigenvalues of Uᵀ(Ĥ + t⁻σ₃I)⁻¹U, each at most the true one.
  [[nodiscard]] std::optional<Eigen::VectorXd> eigenvalues_below() const {
    const double shift = rule_.lower_shift_;
    const double floor = report_.hessian_.smallest + shift;
    if (!(floor - 2 * report_.hessian_.backward_error > 0)) {
      return {};
    }
    const std::optional<GramEigenvalues> computed = eigenvalues_of(1, shift);
    if (!computed) {
      return {};
    }
    const double share = 1 + 8 * unit_roundoff * shift / floor;
    const double columns = 1 - columns_error(1, shift, floor);
    const double vectors = vectors_error(floor);
    return computed->values.unaryExpr([&](double value) {
      const double root = std::sqrt(std::max(0.0, value - computed->error)) * columns - vectors;
      return root > 0 ? lowered(lowered(root * root / share) / total_stretch_) : 0.0;
    });
  }

  // For a member, log(1 + o_j) is summed with the odds o = a/(1 − a), which keep their digits where
  // a is next to 1: c/(1 + c) has odds c.
  void use_release(const Eigen::MatrixXd& factor) {
    const Eigen::Index k = caps_.size();
    // Wᵀ, W = QᵀU: a column is what the tridiagonal systems go through at one step.
    rotated_.resize(factor.cols(), factor.rows());
    for (Eigen::Index j = 0; j < k; ++j) {
      Eigen::VectorXd column = factor.col(j);
      if (column.size() > 1) {
        report_.hessian_.rotate(column);
      }
      rotated_.row(j) = column.transpose();
    }
    Eigen::VectorXd s(k);
    const double floor = report_.hessian_.smallest - rule_.upper_shift_;
    const auto last = [&](double ridge) { return floor > 0 ? 1 : ridge / (ridge - floor) * (1 - barrier_margin); };
    // A ⪯ Ā(I + share·Ā)⁻¹ with the share of a member's own curvature: a = s/(1 + share·s), whose
    // odds are s/(1 − (1 − share)s).
    const auto sum_in = [&](double share) -> Candidate {
      Candidate sum{0, 0};
      for (Eigen::Index j = 0; j < k; ++j) {
        const double rest = 1 - (1 - share) * s(j) - few_roundings * (1 + s(j));
        sum.bound += elementary::log1p(std::min(rest > 0 ? raised(s(j) / rest) : infinity, caps_(j)));
        sum.guide += s(j) / (1 + share * s(j));
      }
      sum.bound = raised(sum.bound);
      return sum;
    };
    const auto sum_out = [&]() -> Candidate {
      Candidate sum{0, 0};
      for (Eigen::Index j = 0; j < k; ++j) {
        sum.bound += elementary::log1p(std::min(s(j), caps_(j)));
        sum.guide += s(j);
      }
      sum.bound = raised(sum.bound);
      return sum;
    };
    constexpr Candidate none{infinity, infinity};
    const double lambda = report_.model().lambda;
    const double ridge = rule_.eigenvalue_floor_;
    double in = cap_sum_;
    if (rule_.choices_.member_curvature) {
      in = std::min(in,
                    smallest_bound([&](double alpha) { return eigenvalues_above(alpha, lambda, s) ? sum_in(1 - alpha) : none; },
                                   last(lambda)));
    }
    if (!rule_.choices_.member_curvature || ridge > lambda) {
      in = std::min(
          in, smallest_bound([&](double alpha) { return eigenvalues_above(alpha, ridge, s) ? sum_in(0) : none; }, last(ridge)));
    }
    const double out = std::min(
        cap_sum_,
        smallest_bound([&](double alpha) { return eigenvalues_above(alpha, ridge, s) ? sum_out() : none; }, last(ridge)));
    in_.upper = in;
    out_.lower = -out;
    if (const std::optional<Eigen::VectorXd> below = eigenvalues_below()) {
      double odds_sum = 0;
      double sum = 0;
      for (const double a : *below) {
        odds_sum += elementary::log1p(a < 1 ? lowered(a / (1 - a)) : infinity);
        sum += elementary::log1p(a);
      }
      in_.lower = std::min(in, lowered(odds_sum));
      out_.upper = -std::min(out, lowered(sum));
    }
  }

  const ConvexBounder& rule_;
  const PreparedConvexReport& report_;
  const PointRange& range_;
  double total_stretch_;
  double factor_norm_;
  Eigen::VectorXd caps_;  // c_j, the eigenvalues of UᵀU/λ, largest first
  double cap_sum_ = 0;
  Eigen::MatrixXd rotated_;
  Interval in_{0, 0};
  Interval out_{0, 0};
};

Interval ConvexBounder::around_release(const LossPoint& point, double weight, double gradient_error, double reach) const {
  const PublishedConvexModel& model = report_->model();
  if (!model.gradient) {
    return {-raised(reach), raised(reach)};
  }
  const Eigen::VectorXd& values = model.gradient->values;
  const double centre = weight * values.dot(point.gradient);
  const double off =
      weight * ((rounding_of_sum(values.size()) + few_roundings) * values.cwiseAbs().dot(point.gradient.cwiseAbs()) +
                gradient_error * point.gradient.norm());
  const double radius = raised(reach + off);
  const Interval hull = around(centre, centre < 0 ? -centre : centre);
  return {hull.lower - radius, hull.upper + radius};
}

Bound ConvexBounder::bound(const LossPoint& point) const {
  const Eigen::Index d = report_->dimension();
  if (point.gradient.size() != d || (point.hessian_factor.cols() > 0 && point.hessian_factor.rows() != d)) {
    throw_error(ErrorType::record, "wrong-length", "", "the gradient and the Hessian factor must be as long as the parameters");
  }
  if (!point.gradient.allFinite() || !point.hessian_factor.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "", "the gradient and the Hessian factor must hold finite numbers only");
  }
  const PublishedConvexModel& model = report_->model();
  double weight = 0;
  if (model.gradient) {
    const double ratio = model.gradient->sigma / model.sigma;
    weight = choices_.gradient == GradientEvent::fresh ? 1 : 1 / (1 + ratio * ratio);
  }
  const double norm_1 = point.gradient.lpNorm<1>();
  const double norm_2 = point.gradient.norm();
  double reach = norm_2 > 0 ? std::min(radius_ * norm_2, radius_1_ * norm_1) : 0;
  if (model.gradient) {
    reach += weight * grid_slack * model.gradient->grid * norm_1;
  }
  // Fresh noise lies on g itself, so the solver's residual doesn't enter; elsewhere g is −b up to
  // the residual.
  if (choices_.gradient != GradientEvent::fresh) {
    reach += norm_2 * model.residual;
  }
  PointRange range;
  range.moved = around_release(point, weight, 0, reach * (1 + rounding_of_sum(d)));
  return bound_with(point, range);
}

Bound ConvexBounder::bound_with(const LossPoint& point, const PointRange& range) const {
  const PublishedConvexModel& model = report_->model();
  const double variance = model.sigma * model.sigma;
  const double norm = point.gradient.norm();
  const double sum_rounding = rounding_of_sum(point.gradient.size());
  const Interval length = {std::max({0.0, lowered(norm * (1 - sum_rounding)) - range.gradient, range.length.lower}),
                           std::min(raised(norm * (1 + sum_rounding) + range.gradient), range.length.upper)};
  Bound result;
  const double q = norm / model.sigma;
  result.gradient_norm = 0.5 * q * q;
  const double least = length.lower / model.sigma;
  const double most = length.upper / model.sigma;
  const Interval half_square = {lowered(0.5 * least * least), raised(0.5 * most * most)};

  const CurvatureRange curvature(point.hessian_factor, range.factor, range.stretch, range.curvature);
  const Determinants determinants(*this, point, range, curvature);
  result.determinant_in = determinants.in();
  result.determinant_out = determinants.out();
  result.gradient = {range.moved.lower / variance - few_roundings * std::fabs(range.moved.lower) / variance,
                     range.moved.upper / variance + few_roundings * std::fabs(range.moved.upper) / variance};
  result.in = loss_interval(result.determinant_in, half_square, negated(result.gradient), range.allowance);
  result.out = loss_interval(result.determinant_out, half_square, result.gradient, range.allowance);
  result.failure_probability = options_.failure_probability;
  result.epsilon = magnitude(of_membership(options_.member, result.in, result.out));
  const double rank = range.rank > 0 ? range.rank : static_cast<double>(point.hessian_factor.cols());
  Interval frobenius = curvature.frobenius();
  frobenius.upper = std::min(frobenius.upper, range.frobenius);
  add_releases(model, published_dimension_, {length, frobenius, {0, std::min(curvature.spectral(), range.frobenius)}, rank},
               options_, release_reach_, result);
  return result;
}

ConvexBoundRule::ConvexBoundRule(const PreparedConvexReport& report, BoundOptions options, ConvexBoundChoices choices)
    : bounder_(std::make_shared<const ConvexBounder>(report, options, choices)) {}

Bound ConvexBoundRule::bound(const LossPoint& point) const {
  return bounder_->bound(point);
}

const BoundOptions& ConvexBoundRule::options() const {
  return bounder_->options();
}

GradientEvent ConvexBoundRule::event() const {
  return bounder_->event();
}

}  // namespace expost
