#include "bounds/leverage_minimiser.hpp"

#include <cmath>

#include "bounds/published_checks.hpp"
#include "expost/numerics/constants.hpp"
#include "numerics/outward.hpp"

namespace expost {

LeverageMinimiser::LeverageMinimiser(const TridiagonalMatrix& hessian) : hessian_(&hessian) {
  const Eigen::Index d = hessian.diagonal.size();
  w_.resize(d);
  inverse_pivots_.resize(d);
  multipliers_.resize(d);
  solution_.resize(d);
  product_.resize(d);
}

void LeverageMinimiser::set_uncertainty(double shift, double stretch) {
  shift_ = shift;
  stretch_ = stretch;
}

void LeverageMinimiser::set_record(const Eigen::Ref<const Eigen::VectorXd>& x, double norm) {
  norm_ = norm;
  w_ = x;
  hessian_->rotate(w_);
}

// Uses the LDLᵀ of the tridiagonal matrix, and leaves D⁻¹, L and L⁻¹w behind for `at`.
double LeverageMinimiser::quadratic_form(double scale, double added) {
  const Eigen::Index d = w_.size();
  const double* const diagonal = hessian_->diagonal.data();
  const double* const sub = hessian_->sub_diagonal.data();
  double pivot = scale * diagonal[0] + added;
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
    pivot = scale * diagonal[i + 1] + added - multiplier * off;
    z = w_(i + 1) - multiplier * z;
  }
}

LeverageMinimiser::Point LeverageMinimiser::at(double alpha, double ridge) {
  const Eigen::Index d = w_.size();
  const double s = quadratic_form(alpha, (1 - alpha) * ridge - alpha * shift_);
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
  const double offset = shift_ + ridge;
  product_ = (hessian_->diagonal.array() - offset) * solution_.array();
  product_.head(d - 1).array() += hessian_->sub_diagonal.array() * solution_.tail(d - 1).array();
  product_.tail(d - 1).array() += hessian_->sub_diagonal.array() * solution_.head(d - 1).array();
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

double LeverageMinimiser::s_above(const Point& point, double ridge) const {
  if (!(point.alpha > 0)) {
    return raised(raised(norm_ * norm_ / ridge));
  }
  const double floor = hessian_->smallest - shift_;
  const double eigenvalue =
      lowered(point.alpha * floor + (1 - point.alpha) * ridge) - few_roundings * point.alpha * std::fabs(floor);
  return form_above(point.s, eigenvalue, (1 - point.alpha) * ridge + point.alpha * std::fabs(shift_));
}

double LeverageMinimiser::form_above(double computed, double eigenvalue, double added) const {
  // M is at least (1 − error/eigenvalue) times the matrix that was factorised.
  const double share = 1 - 8 * unit_roundoff * added / eigenvalue;
  if (!(eigenvalue > 0 && share > 0)) {
    return infinity;
  }
  // √(uᵀM⁻¹u) is a norm, and w is off by so much.
  const double root = std::sqrt(computed) + hessian_->rotation_error * norm_ / std::sqrt(eigenvalue);
  return raised(raised(root * root / share) * stretch_);
}

LeverageMinimiser::Ends LeverageMinimiser::ends(double ridge) {
  const Eigen::Index d = w_.size();
  // M(0) is a multiple of I.
  const double squared_norm = w_.squaredNorm();
  double form = (hessian_->diagonal.array() * w_.array().square()).sum();
  form += 2 * (hessian_->sub_diagonal.array() * w_.head(d - 1).array() * w_.tail(d - 1).array()).sum();
  form /= squared_norm;
  const Point zero{0, squared_norm / ridge, (form - shift_ - ridge) / squared_norm, 0};
  const double floor = hessian_->smallest - shift_;  // smallest eigenvalue of T − t⁺σ₃I
  const double last = floor > 0 ? 1 : ridge / (ridge - floor) * (1 - barrier_margin);
  // Where 1/s decreases from 0 on, 0 is the minimum for every rank_one.
  return {ridge, zero, zero.r > 0 ? at(last, ridge) : zero};
}

// Both are the reciprocal of a concave function of α, 1/s(α) − rank_one·α (up to a constant):
// 1/s(α) is a minimum over v with vᵀw = 1 of vᵀM(α)v, and M is affine in α. So the derivative r(α)
// − rank_one decreases, and its root is found by Newton steps kept inside a bracket, the first
// from `start`, a point for the same ridge. Any α gives a valid bound: an inexact root costs
// sharpness, not validity.
LeverageMinimiser::Point LeverageMinimiser::minimise(const Ends& ends, double rank_one, const Point& start) {
  const double ridge = ends.ridge;
  const auto objective = [&](const Point& point) { return point.s / (1 + (1 - point.alpha) * rank_one * point.s); };
  Point best = ends.zero;
  double best_objective = objective(best);
  const auto consider = [&](const Point& point) {
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
    const Point point = at(alpha, ridge);
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

}  // namespace expost
