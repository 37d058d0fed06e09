#include "expost/bounds/bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bounds/joint_total.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/published_checks.hpp"
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

// λ̲, which holds for every θ of the published one's cell.
double BoundRule::floor_above(const PublishedModel& model, double z) const {
  const EigenvalueRelease& release = *model.smallest_eigenvalue;
  const double above = eigenvalue_above(release, z);
  const double rounded = above - few_roundings * (std::fabs(release.value) + release.sigma * z);
  return std::max(model.lambda, rounded / stretch_);
}

BoundRule::BoundRule(const PreparedReport& report, BoundOptions options) : report_(&report), options_(options) {
  const PublishedModel& model = report.model();
  const int d = static_cast<int>(model.dimension());
  const double rho = options_.failure_probability;
  require_bound_options(options_);
  overhead_quantile_ = normal_upper_quantile(0.5 * options_.overhead_failure_probability);
  eigenvalue_floor_ = model.lambda;
  const bool released = model.hessian.has_value();
  // A matrix whose entries are off by at most e each has norm d·e at most.
  const double off_grid = released ? grid_slack * model.hessian->grid * d + report.hessian_.backward_error : 0;
  stretch_ = raised(elementary::exp(model.loss.derivative_ratio(3) * report.cell_.length));
  if (options_.method == Method::paper) {
    radius_ = normal_upper_quantile(0.5 * rho);
    if (released) {
      upper_shift_ = goe_upper_quantile(d, 0.5 * rho) * model.hessian->sigma + off_grid;
    }
    if (model.smallest_eigenvalue) {
      eigenvalue_floor_ = floor_above(model, radius_);
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
    if (model.smallest_eigenvalue) {
      eigenvalue_floor_ = floor_above(model, normal_upper_quantile(0.1 * rho));
    }
    joint_radius_ = joint_radius(model, options_, rho_gradient / rho);
    switch (options_.uniformity.kind) {
      case Uniformity::Kind::one:
        radius_ = normal_upper_quantile(0.5 * rho_gradient);
        break;
      case Uniformity::Kind::rows:
        radius_ = normal_upper_quantile(0.5 * rho_gradient / options_.uniformity.count);
        break;
      case Uniformity::Kind::all:
        radius_all_1_ = normal_upper_quantile(0.25 * rho_gradient / d);
        radius_all_2_ = std::sqrt(chi_squared_upper_quantile(d, 0.5 * rho_gradient));
        break;
    }
  }
  if (released) {
    w_.resize(d);
    inverse_pivots_.resize(d);
    multipliers_.resize(d);
    solution_.resize(d);
    product_.resize(d);
  }
}

Bound BoundRule::bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  const PublishedModel& model = report_->model();
  if (x.size() != model.dimension()) {
    throw Error(Fault::record, "wrong-length", "/x",
                "x must have " + std::to_string(model.dimension()) + " numbers, but has " + std::to_string(x.size()));
  }
  if (!x.allFinite()) {
    throw Error(Fault::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  const double x_norm = x.norm();
  // The feature map scales onto the unit ball; a few ulp are rounding.
  if (x_norm > 1 + 1e-12) {
    throw Error(Fault::record, "out-of-range", "/x", "x must have length 1 or less");
  }
  if (!model.loss.takes(y)) {
    throw Error(Fault::record, "out-of-range", "/y",
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
    w_ = x;
    report_->hessian_.rotate(w_);
  }
  if (options_.method == Method::paper) {
    bound_paper(person, x, result);
  } else {
    bound_sharp(person, x, result);
  }
  result.epsilon = magnitude(of_membership(options_.member, result.in, result.out));
  add_overhead(person, x, result);
  return result;
}

// A record's quantities as intervals that hold the true ones.
BoundRule::Person BoundRule::person_of(const Eigen::Ref<const Eigen::VectorXd>& x, double x_norm, double y) const {
  const PublishedModel& model = report_->model();
  const double sum_rounding = rounding_of_sum(x.size());
  Person person;
  person.norm = {x_norm * (1 - sum_rounding), x_norm * (1 + sum_rounding)};
  person.norm_1 = x.lpNorm<1>() * (1 + sum_rounding);
  const DerivativeRanges ranges = derivative_ranges(model.loss, margin_range(x, model.theta, report_->cell_), y);
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
  person.allowance = !(x_norm > 0) ? 0 : model.rounding.step > 0 ? rounding_allowance : underflow;
  return person;
}

// wᵀ (scale·T + shift·I)⁻¹ w by LDLᵀ of the tridiagonal matrix, which the caller knows to be
// positive definite; infinite where a pivot says otherwise. Leaves D⁻¹, L and L⁻¹w behind for
// leverage_at.
double BoundRule::quadratic_form(double scale, double shift) {
  const Eigen::Index d = w_.size();
  const double* const diagonal = report_->hessian_.diagonal.data();
  const double* const sub = report_->hessian_.sub_diagonal.data();
  double pivot = scale * diagonal[0] + shift;
  double z = w_(0);
  double sum = 0;
  for (Eigen::Index i = 0;; ++i) {
    if (!(pivot > 0)) {
      return infinity;
    }
    const double inverse = 1 / pivot;
    inverse_pivots_(i) = inverse;
    solution_(i) = z;
    sum += z * z * inverse;
    if (i + 1 == d) {
      return sum;
    }
    // Divided by the pivot itself, not multiplied by its inverse: the inverse of a tiny pivot is
    // infinite.
    const double off = scale * sub[i];
    const double multiplier = off / pivot;
    multipliers_(i) = multiplier;
    pivot = scale * diagonal[i + 1] + shift - multiplier * off;
    z = w_(i + 1) - multiplier * z;
  }
}

BoundRule::LeveragePoint BoundRule::leverage_at(double alpha, double ridge) {
  const Eigen::Index d = w_.size();
  const double s = quadratic_form(alpha, (1 - alpha) * ridge - alpha * upper_shift_);
  if (!(s < infinity)) {
    return {alpha, infinity, -infinity, 0};
  }
  // u = M⁻¹w: back substitution.
  double u = 0;
  for (Eigen::Index i = d - 1; i >= 0; --i) {
    u = solution_(i) * inverse_pivots_(i) - (i + 1 < d ? multipliers_(i) * u : 0);
    solution_(i) = u;
  }
  // B = dM/dα = T − offset·I; product = Bu, form = uᵀBu = −s'
  const double offset = upper_shift_ + ridge;
  product_ = (report_->hessian_.diagonal.array() - offset) * solution_.array();
  product_.head(d - 1).array() += report_->hessian_.sub_diagonal.array() * solution_.tail(d - 1).array();
  product_.tail(d - 1).array() += report_->hessian_.sub_diagonal.array() * solution_.head(d - 1).array();
  const double form = product_.dot(solution_);
  // (Bu)ᵀM⁻¹(Bu) = s''/2, by the same factorisation
  double z = product_(0);
  double curvature = z * z * inverse_pivots_(0);
  for (Eigen::Index i = 1; i < d; ++i) {
    z = product_(i) - multipliers_(i - 1) * z;
    curvature += z * z * inverse_pivots_(i);
  }
  return {alpha, s, form / (s * s), 2 * (form * form / s - curvature) / (s * s)};
}

// At least s(α) for the x whose rotation w was computed, and for every θ of the cell.
double BoundRule::leverage_above(const LeveragePoint& point, double ridge, const Person& person) const {
  if (!(point.alpha > 0)) {
    return raised(raised(person.norm.upper * person.norm.upper / ridge));
  }
  const double floor = report_->hessian_.smallest - upper_shift_;
  const double eigenvalue =
      lowered(point.alpha * floor + (1 - point.alpha) * ridge) - few_roundings * point.alpha * std::fabs(floor);
  return form_above(point.s, eigenvalue, (1 - point.alpha) * ridge + point.alpha * std::fabs(upper_shift_), person);
}

// From a computed wᵀM⁻¹w to the true one for any θ of the cell, or more: `eigenvalue` the least of
// M, `added` the size of what was added to multiples of T.
double BoundRule::form_above(double computed, double eigenvalue, double added, const Person& person) const {
  // M is at least (1 − error/eigenvalue) times the matrix that was factorised.
  const double share = 1 - 8 * unit_roundoff * added / eigenvalue;
  if (!(eigenvalue > 0 && share > 0)) {
    return infinity;
  }
  // √(uᵀM⁻¹u) is a norm, and w is off by so much.
  const double root = std::sqrt(computed) + report_->hessian_.rotation_error * person.norm.upper / std::sqrt(eigenvalue);
  return raised(raised(root * root / share) * stretch_);
}

// The least of `value(α, s or more)` at a point and a little before it: next to the barrier, where
// M is hardly positive definite, its inverse is known to fewer digits than a smaller α costs.
template <class Value>
double BoundRule::least_above(const LeveragePoint& point, double ridge, const Person& person, Value value) {
  const double above = leverage_above(point, ridge, person);
  double least = value(point.alpha, above);
  if (point.alpha > 0 && !(above <= point.s * stretch_ * (1 + 1e-10))) {
    for (const double before : {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
      const LeveragePoint other = leverage_at(point.alpha * (1 - before), ridge);
      least = std::min(least, value(other.alpha, leverage_above(other, ridge, person)));
    }
  }
  return least;
}

BoundRule::LeverageEnds BoundRule::leverage_ends(double ridge) {
  const Eigen::Index d = w_.size();
  // M(0) is a multiple of I.
  const double squared_norm = w_.squaredNorm();
  double form = (report_->hessian_.diagonal.array() * w_.array().square()).sum();
  form += 2 * (report_->hessian_.sub_diagonal.array() * w_.head(d - 1).array() * w_.tail(d - 1).array()).sum();
  form /= squared_norm;
  const LeveragePoint zero{0, squared_norm / ridge, (form - upper_shift_ - ridge) / squared_norm, 0};
  const double floor = report_->hessian_.smallest - upper_shift_;  // smallest eigenvalue of T − t⁺σ₃I
  const double last = floor > 0 ? 1 : ridge / (ridge - floor) * (1 - barrier_margin);
  // Where 1/s decreases from 0 on, 0 is the minimum for every rank_one.
  return {ridge, zero, zero.r > 0 ? leverage_at(last, ridge) : zero};
}

// Minimises s(α), or s/(1 + (1−α)·rank_one·s) where rank_one > 0, for α between the ends.
//
// Both are the reciprocal of a concave function of α, 1/s(α) − rank_one·α (up to a constant):
// 1/s(α) is a minimum over v with vᵀw = 1 of vᵀM(α)v, and M is affine in α. So the derivative r(α)
// − rank_one decreases, and its root is found by Newton steps kept inside a bracket, the first
// from `start`, a point for the same ridge. Any α gives a valid bound: an inexact root costs
// sharpness, not validity.
BoundRule::LeveragePoint BoundRule::minimise_leverage(const LeverageEnds& ends, double rank_one, const LeveragePoint& start) {
  const double ridge = ends.ridge;
  const auto objective = [&](const LeveragePoint& point) { return point.s / (1 + (1 - point.alpha) * rank_one * point.s); };
  LeveragePoint best = ends.zero;
  double best_objective = objective(best);
  const auto consider = [&](const LeveragePoint& point) {
    if (point.s < infinity && objective(point) < best_objective) {
      best_objective = objective(point);
      best = point;
    }
  };
  if (!(ends.zero.r > rank_one)) {
    return best;
  }
  consider(ends.high);
  if (ends.high.r >= rank_one) {
    return best;
  }
  consider(start);
  double low = 0;
  double high = ends.high.alpha;
  double alpha = start.alpha - (start.r - rank_one) / start.slope;
  if (start.alpha > 0 && start.alpha < high && alpha > 0 && alpha < high) {
    (start.r > rank_one ? low : high) = start.alpha;
  } else {
    // A first guess by the secant of r where it is finite at both ends, else the middle.
    const double secant = (ends.zero.r - rank_one) / (ends.zero.r - ends.high.r) * high;
    alpha = ends.high.s < infinity ? std::clamp(secant, 0.05 * high, 0.95 * high) : 0.5 * high;
  }
  for (int iteration = 0; iteration < 100; ++iteration) {
    const LeveragePoint point = leverage_at(alpha, ridge);
    consider(point);
    const double r = point.r - rank_one;
    (r > 0 ? low : high) = alpha;
    if (high - low <= 1e-15 * high || r == 0) {
      break;
    }
    const double next = alpha - r / point.slope;
    if (next > low && next < high) {
      // The gain of a further step is half of r times its length: nothing that 1/s could show.
      if (std::fabs(r * (next - alpha)) * point.s <= 1e-16) {
        break;
      }
      alpha = next;
    } else {
      alpha = 0.5 * (low + high);
    }
  }
  return best;
}

void BoundRule::bound_sharp(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result) {
  const PublishedModel& model = report_->model();
  const double least_curvature = person.second.lower;
  const double curvature = person.second.upper;
  const double squared_norm = raised(person.norm.upper * person.norm.upper);

  // 5.1 and 5.2: leverage. For a member −log(1 − a) = log(1 + o) with the odds o = a/(1 − a),
  // which keep their digits where a is next to 1: A/(1 + A) has odds A.
  const auto odds = [](double a) { return a < 1 ? a / (1 - a) : infinity; };
  const double a_cap = raised(person.curvature.upper / model.lambda);
  double odds_in = a_cap;
  double a_out = a_cap;
  result.leverage = {0, raised(squared_norm / eigenvalue_floor_)};
  if (model.hessian && person.norm.upper > 0) {
    const LeverageEnds ends = leverage_ends(eigenvalue_floor_);
    const LeveragePoint minimum = minimise_leverage(ends, 0, ends.zero);
    result.alpha = minimum.alpha;
    result.leverage.upper =
        std::min(result.leverage.upper, least_above(minimum, ends.ridge, person, [](double, double above) { return above; }));
    const double floor = report_->hessian_.smallest + lower_shift_;
    // Where Ĥ + t⁻σ₃I isn't certainly positive definite, nothing is known from below.
    if (floor - 2 * report_->hessian_.backward_error > 0) {
      const double lower = quadratic_form(1, lower_shift_);
      const double root = std::sqrt(lower) - report_->hessian_.rotation_error * person.norm.upper / std::sqrt(floor);
      const double share = 1 + 8 * unit_roundoff * lower_shift_ / floor;
      result.leverage.lower =
          lower < infinity && root > 0 ? std::min(lowered(root * root / share / stretch_), result.leverage.upper) : 0;
    }
    if (curvature > 0) {
      const bool same_ridge = model.lambda == ends.ridge;
      const LeverageEnds member_ends = same_ridge ? ends : leverage_ends(model.lambda);
      const LeveragePoint member = minimise_leverage(member_ends, curvature, same_ridge ? minimum : member_ends.zero);
      // a = f''s/(1 + (1 − α)f''s), with the largest f'' of the cell above and the least below.
      const auto odds_above = [&](double alpha, double s) {
        const double above = curvature * s;
        const double rest = 1 + (1 - alpha) * least_curvature * s - above;
        const double certain = rest - few_roundings * (1 + 2 * above);
        return above < infinity && certain > 0 ? raised(above / certain) : infinity;
      };
      odds_in = std::min(odds_in, least_above(member, member_ends.ridge, person, odds_above));
    }
    const double a = curvature * result.leverage.upper;
    odds_in = std::min(odds_in, a < 1 ? raised(a / (1 - raised(a))) : infinity);
    if (odds_in < 0) {
      odds_in = a_cap;  // raised(a) was 1 or more
    }
    a_out = std::min(a_out, raised(curvature * result.leverage.upper));
  }
  const double a_low = lowered(least_curvature * result.leverage.lower);
  const double odds_low_in = std::min(lowered(odds(a_low)), odds_in);
  const double a_low_out = std::min(a_low, a_out);

  // 5.3: gradient, prior and release fused
  const double variance = model.sigma * model.sigma;
  double k = 0;
  double deviation = model.sigma;
  double centre = 0;
  double off_centre = 0;
  if (model.gradient) {
    const double noise = model.gradient->sigma;
    const double sum = variance + noise * noise;
    k = variance / sum;
    deviation = model.sigma * noise / std::sqrt(sum);
    centre = k * model.gradient->values.dot(x);
    const double sum_rounding = rounding_of_sum(x.size()) + few_roundings;
    off_centre = k * (grid_slack * model.gradient->grid * person.norm_1 +
                      sum_rounding * model.gradient->values.cwiseAbs().dot(x.cwiseAbs()));
  }
  const double radius = options_.uniformity.kind == Uniformity::Kind::all
                            ? deviation * std::min(person.norm_1 * radius_all_1_, person.norm.upper * radius_all_2_)
                            : deviation * person.norm.upper * radius_;
  const double reach = raised(radius + off_centre);
  const Interval direction = around(centre, 0);
  const Interval moved = product(person.first, {direction.lower - reach, direction.upper + reach});
  const double residual = person.gradient.upper * (model.residual + report_->cell_.gradient);
  result.gradient = {moved.lower / variance - raised(residual / variance) - few_roundings * std::fabs(moved.lower) / variance,
                     moved.upper / variance + raised(residual / variance) + few_roundings * std::fabs(moved.upper) / variance};

  // 5.4: signed interval
  const auto lower_end = [&](double determinant, double gradient) {
    return determinant + person.half_square.lower + gradient -
           few_roundings * (std::fabs(determinant) + person.half_square.lower + std::fabs(gradient)) - person.allowance;
  };
  const auto upper_end = [&](double determinant, double gradient) {
    return determinant + person.half_square.upper + gradient +
           few_roundings * (std::fabs(determinant) + person.half_square.upper + std::fabs(gradient)) + person.allowance;
  };
  result.in = {lower_end(elementary::log1p(odds_low_in), -result.gradient.upper),
               upper_end(elementary::log1p(odds_in), -result.gradient.lower)};
  result.out = {lower_end(-elementary::log1p(a_out), result.gradient.lower),
                upper_end(-elementary::log1p(a_low_out), result.gradient.upper)};
  result.failure_probability = options_.failure_probability;
  determinant_in_ = {elementary::log1p(odds_low_in), elementary::log1p(odds_in)};
  determinant_out_ = {-elementary::log1p(a_out), -elementary::log1p(a_low_out)};
}

void BoundRule::bound_paper(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result) {
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
      return floor > 0 ? form_above(quadratic_form(1, shift - t.backward_error), floor, shift, person) : infinity;
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

void BoundRule::add_overhead(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result) {
  const PublishedModel& model = report_->model();
  const ReleaseDistances distances{person.gradient, person.curvature, person.curvature};
  add_releases(model, model.dimension(), distances, options_, overhead_quantile_, result);
  if (!(joint_radius_ > 0)) {
    return;
  }
  const OutputCell& cell = report_->cell_;
  const double variance = model.sigma * model.sigma;
  double slack = person.gradient.upper * (model.residual + cell.gradient) / variance;
  if (cell.half_widths.size() > 0) {
    // f' differs from that at the published θ by as much, and |xᵀb| is at most 12σ‖x‖ but for a
    // probability of 4·10⁻³³.
    const double margin = x.cwiseAbs().dot(cell.half_widths) * (1 + rounding_of_sum(x.size()));
    slack += model.loss.smoothness() * margin * person.norm.upper * 12 / model.sigma;
  }
  join_totals(model, distances,
              {determinant_in_,
               determinant_out_,
               {lowered(person.gradient.lower / model.sigma), raised(person.gradient.upper / model.sigma)},
               raised(slack),
               person.allowance},
              joint_radius_, options_.member, result);
}

}  // namespace expost
