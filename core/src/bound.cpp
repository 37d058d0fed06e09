#include "expost/bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expost/constants.hpp"
#include "expost/discrete_gaussian.hpp"
#include "expost/elementary.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "expost/goe.hpp"
#include "published_checks.hpp"
#include "total_loss.hpp"

namespace expost {
PreparedReport::PreparedReport(PublishedModel model) : model_(std::move(model)) {
  require_publishable(model_);
  if (model_.loss.kind == LossKind::pseudo_huber) {
    require_positive(model_.loss.width, "/model/loss/width");
  }
  if (model_.hessian) {
    hessian_ = TridiagonalMatrix(std::move(model_.hessian->values));
    model_.hessian->values.resize(0, 0);
  }
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
  const double off_grid = released ? grid_slack * model.hessian->grid * d : 0;
  if (options_.method == Method::paper) {
    radius_ = normal_upper_quantile(0.5 * rho);
    if (released) {
      upper_shift_ = goe_upper_quantile(d, 0.5 * rho) * model.hessian->sigma + off_grid;
    }
    if (model.smallest_eigenvalue) {
      eigenvalue_floor_ = std::max(model.lambda, eigenvalue_above(*model.smallest_eigenvalue, radius_));
    }
  } else {
    const double rho_gradient = !released ? rho : (model.smallest_eigenvalue ? 0.7 : 0.8) * rho;
    if (released) {
      const double t = goe_upper_quantile(d, 0.1 * rho);
      upper_shift_ = t * model.hessian->sigma + off_grid;
      lower_shift_ = upper_shift_;
    }
    if (model.smallest_eigenvalue) {
      eigenvalue_floor_ =
          std::max(model.lambda, eigenvalue_above(*model.smallest_eigenvalue, normal_upper_quantile(0.1 * rho)));
    }
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
  const bool valid_label = model.loss.kind == LossKind::logistic ? (y == -1 || y == 1) : (y >= -1 && y <= 1);
  if (!valid_label) {
    throw Error(Fault::record, "out-of-range", "/y",
                model.loss.kind == LossKind::logistic ? "y must be -1 or 1" : "y must lie between -1 and 1");
  }
  Bound result;
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
    bound_paper(x_norm, x, result);
  } else {
    bound_sharp(x_norm, x.lpNorm<1>(), x, result);
  }
  result.epsilon = magnitude(of_membership(options_.member, result.in, result.out));
  add_overhead(x_norm, result);
  return result;
}

// wᵀ (scale·T + shift·I)⁻¹ w by LDLᵀ of the tridiagonal matrix, which the caller knows to be positive definite; infinite where
// a pivot says otherwise. Leaves D⁻¹, L and L⁻¹w behind for leverage_at.
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
    // Divided by the pivot itself, not multiplied by its inverse: the inverse of a tiny pivot is infinite.
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
// Both are the reciprocal of a concave function of α, 1/s(α) − rank_one·α (up to a constant): 1/s(α) is a minimum over v with
// vᵀw = 1 of vᵀM(α)v, and M is affine in α. So the derivative r(α) − rank_one decreases, and its root is found by Newton steps
// kept inside a bracket, the first from `start`, a point for the same ridge. Any α gives a valid bound: an inexact root costs sharpness, not validity.
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
      // What the step would still gain is half of r times its length: nothing that 1/s could show.
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

void BoundRule::bound_sharp(double x_norm, double x_norm_1, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result) {
  const PublishedModel& model = report_->model();
  const double f1 = result.first_derivative;
  const double f2 = result.second_derivative;
  const double x_norm_squared = x_norm * x_norm;
  const double variance = model.sigma * model.sigma;

  // 5.1 and 5.2: leverage. For a member −log(1 − a) = log(1 + o) with the odds o = a/(1 − a), which keep their digits where a
  // is next to 1: A/(1 + A) has odds A.
  const auto odds = [](double a) { return a < 1 ? a / (1 - a) : infinity; };
  const double a_cap = f2 * x_norm_squared / model.lambda;
  double odds_in = a_cap;
  double a_out = a_cap;
  result.leverage = {0, x_norm_squared / eigenvalue_floor_};
  if (model.hessian && x_norm > 0) {
    const LeverageEnds ends = leverage_ends(eigenvalue_floor_);
    const LeveragePoint minimum = minimise_leverage(ends, 0, ends.zero);
    result.leverage.upper = minimum.s;
    result.alpha = minimum.alpha;
    if (report_->hessian_.smallest + lower_shift_ > 0) {
      const double lower = quadratic_form(1, lower_shift_);
      result.leverage.lower = lower < infinity ? std::min(lower, result.leverage.upper) : 0;
    }
    if (f2 > 0) {
      const bool same_ridge = model.lambda == ends.ridge;
      const LeverageEnds member_ends = same_ridge ? ends : leverage_ends(model.lambda);
      const LeveragePoint member = minimise_leverage(member_ends, f2, same_ridge ? minimum : member_ends.zero);
      // a = s/(1 + (1 − α)s) with s for f''s(α)
      const double s = f2 * member.s;
      odds_in = std::min(odds_in, member.alpha * s < 1 ? s / (1 - member.alpha * s) : infinity);
    }
    odds_in = std::min(odds_in, odds(f2 * result.leverage.upper));
    a_out = std::min(a_out, f2 * result.leverage.upper);
  }
  const double a_low = f2 * result.leverage.lower;
  const double odds_low_in = std::min(odds(a_low), odds_in);
  const double a_low_out = std::min(a_low, a_out);

  // 5.3: gradient, prior and release fused
  double k = 0;
  double deviation = model.sigma;
  double v = 0;
  double off_grid = 0;
  if (model.gradient) {
    const double noise = model.gradient->sigma;
    const double sum = variance + noise * noise;
    k = variance / sum;
    deviation = model.sigma * noise / std::sqrt(sum);
    v = model.gradient->values.dot(x);
    off_grid = k * grid_slack * model.gradient->grid * x_norm_1;
  }
  const double radius = options_.uniformity.kind == Uniformity::Kind::all
                            ? deviation * std::min(x_norm_1 * radius_all_1_, x_norm * radius_all_2_)
                            : deviation * x_norm * radius_;
  const double centre = f1 * k * v / variance;
  const double half_width = std::fabs(f1) * (radius + off_grid + x_norm * model.residual) / variance;
  result.gradient = {centre - half_width, centre + half_width};

  // 5.4: signed interval
  const double q = result.gradient_norm;
  result.in = {elementary::log1p(odds_low_in) + q - result.gradient.upper,
               elementary::log1p(odds_in) + q - result.gradient.lower};
  result.out = {-elementary::log1p(a_out) + q + result.gradient.lower,
                -elementary::log1p(a_low_out) + q + result.gradient.upper};
  result.failure_probability = options_.failure_probability;
}

void BoundRule::bound_paper(double x_norm, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result) {
  const PublishedModel& model = report_->model();
  const double f1 = std::fabs(result.first_derivative);
  const double f2 = result.second_derivative;
  const double variance = model.sigma * model.sigma;
  const double prior = model.sigma * f1 * x_norm * radius_;
  double mu = x_norm * x_norm / model.lambda;
  double gradient = prior;
  if (model.hessian) {
    const double released = f1 * std::fabs(model.gradient->values.dot(x)) + model.gradient->sigma * f1 * x_norm * radius_ +
                            f1 * grid_slack * model.gradient->grid * x.lpNorm<1>();
    const double smallest = report_->hessian_.smallest;
    if (!model.smallest_eigenvalue) {
      gradient = std::min(released, prior);
      mu = model.lambda >= 2 * upper_shift_ && smallest > 0 ? 1.5 * quadratic_form(1, 0) : infinity;
    } else {
      gradient = released;
      const double floor = eigenvalue_floor_;
      const double from_eigenvalue = x_norm * x_norm / floor;
      if (floor >= 2 * upper_shift_) {
        mu = smallest > 0 ? std::min((floor + upper_shift_) / floor * quadratic_form(1, 0), from_eigenvalue) : infinity;
      } else {
        mu = smallest + upper_shift_ > 0
                 ? std::min((floor + 2 * upper_shift_) / floor * quadratic_form(1, upper_shift_), from_eigenvalue)
                 : infinity;
      }
    }
  }
  result.leverage = {0, mu};
  const double half_width = gradient / variance + f1 * x_norm * model.residual / variance;
  result.gradient = {-half_width, half_width};
  // f'' = 0 with an infinite μ̄ still gives no bound: the requirement failed.
  const double a = mu < infinity ? f2 * mu : infinity;
  const double bound = a < 1 ? -elementary::log1p(-a) + result.gradient_norm + half_width : infinity;
  result.in = {-bound, bound};
  result.out = {-bound, bound};
  result.failure_probability = std::min(1.0, (model.hessian ? 3 : 1) * options_.failure_probability);
}

void BoundRule::add_overhead(double x_norm, Bound& result) {
  const PublishedModel& model = report_->model();
  const double curvature = result.second_derivative * x_norm * x_norm;
  add_releases(model, model.dimension(), {std::fabs(result.first_derivative) * x_norm, curvature, curvature}, options_,
               overhead_quantile_, result);
}

}  // namespace expost
