#include "expost/bounds/bound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bounds/bound_rule.hpp"
#include "bounds/joint_total.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/published_checks.hpp"
#include "bounds/record_checks.hpp"
#include "bounds/total_loss.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"

namespace expost {

PreparedReport::PreparedReport(PublishedModel model) : model_(std::move(model)) {
  require_publishable(model_);
  if (model_.loss.has_width()) {
    require_positive(model_.loss.width, "/model/loss/width");
  }
  cell_ = output_cell(model_.rounding, model_.theta, model_.lambda, model_.loss.smoothness());
  if (model_.hessian) {
    hessian_ = TridiagonalMatrix(std::move(model_.hessian->values));
    model_.hessian->values.resize(0, 0);
  }
}

BoundRule::Implementation::Implementation(const PreparedReport& report, const BoundOptions& options)
    : report_(&report), options_(options), leverage_(report.hessian_) {
  const PublishedModel& model = report.model();
  const int d = static_cast<int>(model.dimension());
  const double rho = options_.failure_probability;
  require_bound_options(options_);
  release_reach_ = release_reach(model, model.dimension(), options_);
  eigenvalue_floor_ = model.lambda;
  const bool released = model.hessian.has_value();
  // A matrix whose entries are off by at most e each has norm d·e at most.
  const double off_grid = released ? grid_slack * model.hessian->grid * d + report.hessian_.backward_error : 0;
  stretch_ = raised(elementary::exp(model.loss.derivative_ratio(3) * report.cell_.length));
  if (options_.method == Method::redberg2021) {
    radius_ = normal_upper_quantile(0.5 * rho);
    if (released) {
      upper_shift_ = goe_upper_quantile(d, 0.5 * rho) * model.hessian->sigma + off_grid;
    }
  } else {
    const double rho_gradient = !released ? rho : (model.smallest_eigenvalue ? 0.7 : 0.8) * rho;
    if (released) {
      const double t = goe_upper_quantile(d, 0.1 * rho);
      lower_shift_ = t * model.hessian->sigma + off_grid;
      // For records chosen beforehand one direction of the noise counts, H⁻¹x, which it doesn't
      // depend on.
      const double direction = options_.uniformity.kind == Uniformity::Kind::all
                                   ? infinity
                                   : sqrt2 * normal_upper_quantile(0.1 * rho / records_of(options_.uniformity));
      upper_shift_ = std::min(t, raised(direction)) * model.hessian->sigma + off_grid;
    }
    joint_radius_ = joint_radius(model, options_, rho_gradient / rho);
    switch (options_.uniformity.kind) {
      case Uniformity::Kind::one:
      case Uniformity::Kind::rows:
        radius_ = normal_upper_quantile(0.5 * rho_gradient / records_of(options_.uniformity));
        break;
      case Uniformity::Kind::all:
        radius_all_1_ = normal_upper_quantile(0.25 * rho_gradient / d);
        radius_all_2_ = std::sqrt(chi_squared_upper_quantile(d, 0.5 * rho_gradient));
        break;
    }
  }
  if (model.smallest_eigenvalue) {
    const double z = options_.method == Method::redberg2021 ? radius_ : normal_upper_quantile(0.1 * rho);
    eigenvalue_floor_ = eigenvalue_floor(*model.smallest_eigenvalue, model.lambda, z, stretch_);
  }
  leverage_.set_uncertainty(upper_shift_, stretch_);
}

Bound BoundRule::Implementation::bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  const PublishedModel& model = report_->model();
  const double x_norm = norm_of_record(x, model.dimension());
  if (!model.loss.takes(y)) {
    throw_error(ErrorType::record, "out-of-range", "/y",
                model.loss.labels() == Labels::signs ? "y must be -1 or 1" : "y must lie between -1 and 1");
  }
  Bound result;
  const Person person = person_of(x, x_norm, y);
  const double t = x.dot(model.theta);
  result.first_derivative = model.loss.first_derivative(t, y);
  result.second_derivative = model.loss.second_derivative(t, y);
  const double q = std::fabs(result.first_derivative) * x_norm / model.sigma;
  result.gradient_norm = 0.5 * q * q;
  if (model.hessian) {
    leverage_.set_record(x, person.norm.upper);
  }
  if (options_.method == Method::redberg2021) {
    bound_redberg2021(person, x, result);
  } else {
    const Leverage leverage = leverage_of(person, result);
    bound_sharp(person, leverage, direction_of(person, x), result);
  }
  result.epsilon = magnitude(of_membership(options_.member, result.in, result.out));
  add_release_cost(person, result);
  return result;
}

// A record's quantities as intervals that hold the true ones.
BoundRule::Implementation::Person BoundRule::Implementation::person_of(const Eigen::Ref<const Eigen::VectorXd>& x,
                                                                       double x_norm, double y) const {
  const PublishedModel& model = report_->model();
  const double sum_rounding = rounding_of_sum(x.size());
  Person person = person_of({x_norm * (1 - sum_rounding), x_norm * (1 + sum_rounding)}, x.lpNorm<1>() * (1 + sum_rounding),
                            derivative_ranges(model.loss, margin_range(x, model.theta, report_->cell_), y));
  if (report_->cell_.half_widths.size() > 0) {
    person.cell_margin = x.cwiseAbs().dot(report_->cell_.half_widths) * (1 + rounding_of_sum(x.size()));
  }
  return person;
}

BoundRule::Implementation::Person BoundRule::Implementation::person_of(Interval norm, double norm_1,
                                                                       const DerivativeRanges& ranges) const {
  const PublishedModel& model = report_->model();
  Person person;
  person.norm = norm;
  person.norm_1 = norm_1;
  person.cell_margin = 0;
  person.first = ranges.first;
  person.second = ranges.second;
  const Interval size = magnitude(ranges.first);
  person.gradient = {lowered(size.lower * person.norm.lower), raised(size.upper * person.norm.upper)};
  person.curvature = {lowered(ranges.second.lower * person.norm.lower * person.norm.lower),
                      raised(ranges.second.upper * person.norm.upper * person.norm.upper)};
  const double least = person.gradient.lower / model.sigma;
  const double most = person.gradient.upper / model.sigma;
  person.half_square = {lowered(0.5 * least * least), raised(0.5 * most * most)};
  // 0 for a record of length 0: its own data set and the neighbour's have the same outputs.
  person.allowance = !(norm.upper > 0) ? 0 : model.rounding.step > 0 ? rounding_allowance : underflow;
  return person;
}

// 5.1 and 5.2. For a member −log(1 − a) = log(1 + o) with the odds o = a/(1 − a), which keep their
// digits where a is next to 1: A/(1 + A) has odds A.
BoundRule::Implementation::Leverage BoundRule::Implementation::leverage_of(const Person& person, Bound& result) {
  const PublishedModel& model = report_->model();
  const double least_curvature = person.second.lower;
  const double curvature = person.second.upper;
  const double squared_norm = raised(person.norm.upper * person.norm.upper);
  const double a_cap = raised(person.curvature.upper / model.lambda);
  double odds_in = a_cap;
  double a_out = a_cap;
  result.leverage = {0, raised(squared_norm / eigenvalue_floor_)};
  if (model.hessian && person.norm.upper > 0) {
    const LeverageMinimiser::Ends ends = leverage_.ends(eigenvalue_floor_);
    const LeverageMinimiser::Point minimum = leverage_.minimise(ends, 0, ends.zero);
    result.alpha = minimum.alpha;
    result.leverage.upper =
        std::min(result.leverage.upper, leverage_.least_above(minimum, ends.ridge, [](double, double above) { return above; }));
    const double floor = report_->hessian_.smallest + lower_shift_;
    // Where Ĥ + t⁻σ₃I isn't certainly positive definite, nothing is known from below.
    if (floor - 2 * report_->hessian_.backward_error > 0) {
      const double lower = leverage_.quadratic_form(1, lower_shift_);
      const double root = std::sqrt(lower) - report_->hessian_.rotation_error * person.norm.upper / std::sqrt(floor);
      const double share = 1 + 8 * unit_roundoff * lower_shift_ / floor;
      result.leverage.lower =
          lower < infinity && root > 0 ? std::min(lowered(root * root / share / stretch_), result.leverage.upper) : 0;
    }
    if (curvature > 0) {
      const bool same_ridge = model.lambda == ends.ridge;
      const LeverageMinimiser::Ends member_ends = same_ridge ? ends : leverage_.ends(model.lambda);
      const LeverageMinimiser::Point member =
          leverage_.minimise(member_ends, curvature, same_ridge ? minimum : member_ends.zero);
      // a = f''s/(1 + (1 − α)f''s), with the largest f'' of the cell above and the least below.
      const auto odds_above = [&](double alpha, double s) {
        const double above = curvature * s;
        const double rest = 1 + (1 - alpha) * least_curvature * s - above;
        const double certain = rest - few_roundings * (1 + 2 * above);
        return above < infinity && certain > 0 ? raised(above / certain) : infinity;
      };
      odds_in = std::min(odds_in, leverage_.least_above(member, member_ends.ridge, odds_above));
    }
    const double a = curvature * result.leverage.upper;
    odds_in = std::min(odds_in, a < 1 ? raised(a / (1 - raised(a))) : infinity);
    if (odds_in < 0) {
      odds_in = a_cap;  // raised(a) was 1 or more
    }
    a_out = std::min(a_out, raised(curvature * result.leverage.upper));
  }
  return with_lower_ends(person, result, odds_in, a_out);
}

BoundRule::Implementation::Leverage BoundRule::Implementation::with_lower_ends(const Person& person, const Bound& result,
                                                                               double odds_in, double a_out) {
  const double a_low = lowered(person.second.lower * result.leverage.lower);
  const double odds = a_low < 1 ? a_low / (1 - a_low) : infinity;
  return {odds_in, std::min(lowered(odds), odds_in), a_out, std::min(a_low, a_out)};
}

BoundRule::Implementation::Fused BoundRule::Implementation::fused() const {
  const PublishedModel& model = report_->model();
  if (!model.gradient) {
    return {0, model.sigma};
  }
  const double variance = model.sigma * model.sigma;
  const double noise = model.gradient->sigma;
  const double sum = variance + noise * noise;
  return {variance / sum, model.sigma * noise / std::sqrt(sum)};
}

double BoundRule::Implementation::noise_reach(const Person& person, double deviation) const {
  return options_.uniformity.kind == Uniformity::Kind::all
             ? deviation * std::min(person.norm_1 * radius_all_1_, person.norm.upper * radius_all_2_)
             : deviation * person.norm.upper * radius_;
}

// 5.3: gradient, prior and release fused
Interval BoundRule::Implementation::direction_of(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x) const {
  const PublishedModel& model = report_->model();
  const Fused parts = fused();
  double centre = 0;
  double off_centre = 0;
  if (model.gradient) {
    centre = parts.weight * model.gradient->values.dot(x);
    const double sum_rounding = rounding_of_sum(x.size()) + few_roundings;
    off_centre = parts.weight * (grid_slack * model.gradient->grid * person.norm_1 +
                                 sum_rounding * model.gradient->values.cwiseAbs().dot(x.cwiseAbs()));
  }
  const double reach = raised(noise_reach(person, parts.deviation) + off_centre);
  const Interval direction = around(centre, 0);
  return {direction.lower - reach, direction.upper + reach};
}

void BoundRule::Implementation::bound_sharp(const Person& person, const Leverage& leverage, Interval direction, Bound& result) {
  const PublishedModel& model = report_->model();
  const double variance = model.sigma * model.sigma;
  const Interval moved = product(person.first, direction);
  const double residual = person.gradient.upper * (model.residual + report_->cell_.gradient);
  result.gradient = {moved.lower / variance - raised(residual / variance) - few_roundings * std::fabs(moved.lower) / variance,
                     moved.upper / variance + raised(residual / variance) + few_roundings * std::fabs(moved.upper) / variance};

  // 5.4: signed interval
  result.determinant_in = {elementary::log1p(leverage.odds_low_in), elementary::log1p(leverage.odds_in)};
  result.determinant_out = {-elementary::log1p(leverage.a_out), -elementary::log1p(leverage.a_low_out)};
  result.in = loss_interval(result.determinant_in, person.half_square, negated(result.gradient), person.allowance);
  result.out = loss_interval(result.determinant_out, person.half_square, result.gradient, person.allowance);
  result.failure_probability = options_.failure_probability;
}

void BoundRule::Implementation::bound_redberg2021(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x,
                                                  Bound& result) {
  const PublishedModel& model = report_->model();
  const double gradient_length = person.gradient.upper;
  const double squared_norm = raised(person.norm.upper * person.norm.upper);
  const double variance = model.sigma * model.sigma;
  const double prior = model.sigma * gradient_length * radius_;
  double mu = raised(squared_norm / model.lambda);
  double gradient = prior;
  if (model.hessian) {
    const TridiagonalMatrix& t = report_->hessian_;
    // xᵀ(Ĥ + shift·I)⁻¹x, or more.
    const auto inverse_form = [&](double shift) {
      const double floor = t.smallest + shift - t.backward_error;
      return floor > 0 ? leverage_.form_above(leverage_.quadratic_form(1, shift - t.backward_error), floor, shift) : infinity;
    };
    const double size = std::max(std::fabs(person.first.lower), std::fabs(person.first.upper));
    double released = infinity;
    if (model.gradient) {
      const double sum_rounding = rounding_of_sum(x.size());
      const double v =
          std::fabs(model.gradient->values.dot(x)) + sum_rounding * model.gradient->values.cwiseAbs().dot(x.cwiseAbs());
      released = size * v + model.gradient->sigma * gradient_length * radius_ +
                 size * grid_slack * model.gradient->grid * person.norm_1;
    }
    if (!model.smallest_eigenvalue) {
      gradient = std::min(released, prior);
      mu = model.lambda >= 2 * upper_shift_ ? 1.5 * inverse_form(0) : infinity;
    } else {
      gradient = released;
      const double floor = eigenvalue_floor_;
      const double from_eigenvalue = raised(squared_norm / floor);
      const auto at_most = [&](double factor, double form) {
        return form < infinity ? std::min(raised(factor * form), from_eigenvalue) : infinity;
      };
      mu = floor >= 2 * upper_shift_ ? at_most((floor + upper_shift_) / floor, inverse_form(0))
                                     : at_most((floor + 2 * upper_shift_) / floor, inverse_form(upper_shift_));
    }
  }
  result.leverage = {0, mu};
  const double residual = gradient_length * (model.residual + report_->cell_.gradient);
  const double half_width = raised(raised(gradient / variance) + raised(residual / variance));
  result.gradient = {-half_width, half_width};
  // f'' = 0 with an infinite μ̄ still gives no bound: the requirement failed.
  const double a = mu < infinity ? raised(person.second.upper * mu) : infinity;
  const double bound =
      a < 1 ? raised(-elementary::log1p(-a) + person.half_square.upper + half_width) + person.allowance : infinity;
  result.in = {-bound, bound};
  result.out = {-bound, bound};
  result.failure_probability = std::min(1.0, (model.hessian ? 3 : 1) * options_.failure_probability);
}

void BoundRule::Implementation::add_release_cost(const Person& person, Bound& result) {
  const PublishedModel& model = report_->model();
  const ReleaseDistances distances{person.gradient, person.curvature, person.curvature};
  add_releases(model, model.dimension(), distances, options_, release_reach_, result);
  if (options_.method == Method::redberg2021 || options_.uniformity.kind == Uniformity::Kind::all) {
    return;
  }
  const OutputCell& cell = report_->cell_;
  const double variance = model.sigma * model.sigma;
  double slack = person.gradient.upper * (model.residual + cell.gradient) / variance;
  if (cell.half_widths.size() > 0) {
    // f' differs from that at the published θ by as much, and |xᵀb| is at most 12σ‖x‖ except for a
    // probability of 4·10⁻³³.
    slack += model.loss.smoothness() * person.cell_margin * person.norm.upper * 12 / model.sigma;
  }
  const Interval shift = {lowered(person.gradient.lower / model.sigma), raised(person.gradient.upper / model.sigma)};
  join_totals(model, distances, {shift, raised(slack), person.allowance}, joint_radius_, options_.member, result);
}

BoundRule::BoundRule(const PreparedReport& report, BoundOptions options)
    : implementation_(std::make_unique<Implementation>(report, options)) {}
BoundRule::BoundRule(const BoundRule& other) : implementation_(std::make_unique<Implementation>(*other.implementation_)) {}
BoundRule::BoundRule(BoundRule&& other) noexcept = default;
BoundRule& BoundRule::operator=(BoundRule other) noexcept {
  implementation_ = std::move(other.implementation_);
  return *this;
}
BoundRule::~BoundRule() = default;

Bound BoundRule::bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  return implementation_->bound(x, y);
}

const BoundOptions& BoundRule::options() const {
  return implementation_->options();
}

std::unique_ptr<RegionRule> BoundRule::region_rule(RecordRegion region) const {
  return implementation_->region_rule(std::move(region));
}

}  // namespace expost
