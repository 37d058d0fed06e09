#include "expost/bound.hpp"

#include <Eigen/Eigenvalues>  // Tridiagonalization
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "expost/discrete_gaussian.hpp"
#include "expost/elementary.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "expost/goe.hpp"

namespace expost {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse_model(const std::string& pointer, const std::string& message) {
  throw Error(Fault::report, "out-of-range", pointer, message);
}

void require_positive(double value, const std::string& pointer) {
  if (!(value > 0 && value < infinity)) {
    refuse_model(pointer, pointer + " must be a number above 0");
  }
}

void require_probability(double value, const char* pointer, const char* name) {
  if (!(value > 0 && value < 1)) {
    throw Error(Fault::argument, "out-of-range", pointer, std::string(name) + " must lie strictly between 0 and 1");
  }
}

/// Bounds on |L| from bounds on L.
Interval absolute(Interval signed_loss) {
  const double upper = std::max(std::fabs(signed_loss.lower), std::fabs(signed_loss.upper));
  if (signed_loss.lower <= 0 && signed_loss.upper >= 0) {
    return {0, upper};
  }
  return {std::min(std::fabs(signed_loss.lower), std::fabs(signed_loss.upper)), upper};
}

Interval for_membership(Membership member, Interval in, Interval out) {
  switch (member) {
    case Membership::in:
      return in;
    case Membership::out:
      return out;
    case Membership::unknown:
      break;
  }
  return {std::min(in.lower, out.lower), std::max(in.upper, out.upper)};
}

// The smallest eigenvalue of a symmetric tridiagonal matrix, at most 2^-51 of its norm below the true one: sections by whether
// the shifted matrix is positive definite. (Eigen's iteration for tridiagonal matrices stops at a threshold that depends on the
// matrix's unit, and does not converge for some well-scaled matrices with equal eigenvalues.)
double smallest_tridiagonal_eigenvalue(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub_diagonal) {
  const Eigen::Index d = diagonal.size();
  double norm = 0;
  double low = infinity;
  for (Eigen::Index i = 0; i < d; ++i) {
    const double radius = (i > 0 ? std::fabs(sub_diagonal(i - 1)) : 0) + (i + 1 < d ? std::fabs(sub_diagonal(i)) : 0);
    low = std::min(low, diagonal(i) - radius);  // Gershgorin
    norm = std::max(norm, std::fabs(diagonal(i)) + radius);
  }
  // Several shifts at a time: a pivot waits for the one before it, so that the others cost no more time.
  constexpr std::size_t sections = 5;
  std::array<double, sections - 1> shifts;
  std::array<double, sections - 1> pivots;
  std::array<bool, sections - 1> positive_definite;
  double high = diagonal.minCoeff();
  while (high - low > 0x1p-52 * norm) {
    for (std::size_t k = 0; k < shifts.size(); ++k) {
      shifts[k] = low + (high - low) * (static_cast<double>(k + 1) / sections);
      pivots[k] = diagonal(0) - shifts[k];
      positive_definite[k] = pivots[k] > 0;
    }
    for (Eigen::Index i = 1; i < d; ++i) {
      for (std::size_t k = 0; k < shifts.size(); ++k) {
        pivots[k] = diagonal(i) - shifts[k] - sub_diagonal(i - 1) / pivots[k] * sub_diagonal(i - 1);
        positive_definite[k] = positive_definite[k] && pivots[k] > 0;
      }
    }
    std::size_t passed = 0;
    while (passed < shifts.size() && positive_definite[passed]) {
      ++passed;
    }
    const double below = passed > 0 ? shifts[passed - 1] : low;
    high = passed < shifts.size() ? shifts[passed] : high;
    low = below;
  }
  return low;
}

// What λ_min(H) is at least, but for the tail of z standard deviations.
double eigenvalue_above(const EigenvalueRelease& release, double z) {
  return release.value - release.sigma * z - grid_slack * release.grid;
}

// How far below its barrier α is kept, relatively: the matrix stays positive definite in floating point.
constexpr double barrier_margin = 1e-9;

}  // namespace

PreparedReport::PreparedReport(PublishedModel model) : model_(std::move(model)) {
  const Eigen::Index d = model_.dimension();
  if (d < 1 || d > goe_maximum_dimension) {
    refuse_model("/model/theta", "/model/theta must have between 1 and " + std::to_string(goe_maximum_dimension) + " numbers");
  }
  require_positive(model_.lambda, "/model/mechanism/lambda");
  require_positive(model_.sigma, "/model/mechanism/sigma");
  if (model_.loss.kind == LossKind::pseudo_huber) {
    require_positive(model_.loss.width, "/model/loss/width");
  }
  if (!model_.theta.allFinite()) {
    refuse_model("/model/theta", "/model/theta must hold finite numbers only");
  }
  if (!(model_.residual >= 0 && model_.residual < infinity)) {
    refuse_model("/model/mechanism/x-residual", "/model/mechanism/x-residual must be a number of 0 or more");
  }
  if (model_.gradient.has_value() != model_.hessian.has_value()) {
    refuse_model("/release", "/release must hold both gradient and hessian, or neither");
  }
  if (model_.smallest_eigenvalue && !model_.hessian) {
    refuse_model("/release/smallestEigenvalue", "/release/smallestEigenvalue needs gradient and hessian beside it");
  }
  for (const double grid : {model_.gradient ? model_.gradient->grid : 0, model_.hessian ? model_.hessian->grid : 0,
                            model_.smallest_eigenvalue ? model_.smallest_eigenvalue->grid : 0}) {
    if (!(grid >= 0 && grid < infinity)) {
      refuse_model("/release", "the grids of /release must be numbers of 0 or more");
    }
  }
  if (model_.smallest_eigenvalue) {
    require_positive(model_.smallest_eigenvalue->sigma, "/release/smallestEigenvalue/sigma");
    if (!std::isfinite(model_.smallest_eigenvalue->value)) {
      refuse_model("/release/smallestEigenvalue/value", "/release/smallestEigenvalue/value must be a finite number");
    }
  }
  if (!model_.hessian) {
    return;
  }
  require_positive(model_.gradient->sigma, "/release/gradient/sigma");
  require_positive(model_.hessian->sigma, "/release/hessian/sigma");
  if (model_.gradient->values.size() != d || !model_.gradient->values.allFinite()) {
    refuse_model("/release/gradient/values", "/release/gradient/values must hold as many finite numbers as /model/theta");
  }
  Eigen::MatrixXd& h = model_.hessian->values;
  if (h.rows() != d || h.cols() != d || !h.allFinite() || h != h.transpose()) {
    refuse_model("/release/hessian/upper",
                 "/release/hessian must be a symmetric matrix of finite numbers, as large as /model/theta");
  }
  if (d == 1) {
    diagonal_ = h.diagonal();
    sub_diagonal_.resize(0);
    smallest_ = diagonal_(0);
    h.resize(0, 0);
    return;
  }
  const Eigen::Tridiagonalization<Eigen::MatrixXd> decomposition(h);
  reflectors_ = decomposition.packedMatrix();
  reflector_coefficients_ = decomposition.householderCoefficients();
  diagonal_ = decomposition.diagonal();
  sub_diagonal_ = decomposition.subDiagonal();
  smallest_ = smallest_tridiagonal_eigenvalue(diagonal_, sub_diagonal_);
  // The decomposition holds all of it; keeping Ĥ too would double the memory of large reports.
  h.resize(0, 0);
}

BoundRule::BoundRule(const PreparedReport& report, BoundOptions options) : report_(&report), options_(options) {
  const PublishedModel& model = report.model();
  const int d = static_cast<int>(model.dimension());
  const double rho = options_.failure_probability;
  require_probability(rho, "/failureProbability", "the failure probability");
  require_probability(options_.overhead_delta, "/overheadDelta", "the delta of the overhead");
  require_probability(options_.overhead_failure_probability, "/overheadFailureProbability",
                      "the failure probability of the overhead");
  if (options_.method == Method::paper && options_.uniformity.kind != Uniformity::Kind::one) {
    throw Error(Fault::argument, "unsupported", "/uniform",
                "bounds for several records at once are offered by the method sharp only");
  }
  if (options_.uniformity.kind == Uniformity::Kind::rows &&
      !(options_.uniformity.count >= 1 && options_.uniformity.count < infinity)) {
    throw Error(Fault::argument, "out-of-range", "/uniform", "the number of records must be 1 or more");
  }
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
    rotate(x);
  }
  if (options_.method == Method::paper) {
    bound_paper(x_norm, x, result);
  } else {
    bound_sharp(x_norm, x.lpNorm<1>(), x, result);
  }
  result.epsilon = absolute(for_membership(options_.member, result.in, result.out));
  add_overhead(x_norm, result);
  return result;
}

// w = Qᵀx, one Householder reflector after the other.
void BoundRule::rotate(const Eigen::Ref<const Eigen::VectorXd>& x) {
  const Eigen::Index d = x.size();
  w_ = x;
  for (Eigen::Index k = 0; k + 1 < d; ++k) {
    const Eigen::Index rest = d - k - 2;
    auto reflector = report_->reflectors_.col(k).tail(rest);
    const double projection = report_->reflector_coefficients_(k) * (w_(k + 1) + reflector.dot(w_.tail(rest)));
    w_(k + 1) -= projection;
    w_.tail(rest) -= projection * reflector;
  }
}

// wᵀ (scale·T + shift·I)⁻¹ w by LDLᵀ of the tridiagonal matrix, which the caller knows to be positive definite; infinite where
// a pivot says otherwise. Leaves D⁻¹, L and L⁻¹w behind for leverage_at.
double BoundRule::quadratic_form(double scale, double shift) {
  const Eigen::Index d = w_.size();
  const double* const diagonal = report_->diagonal_.data();
  const double* const sub = report_->sub_diagonal_.data();
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
  product_ = (report_->diagonal_.array() - offset) * solution_.array();
  product_.head(d - 1).array() += report_->sub_diagonal_.array() * solution_.tail(d - 1).array();
  product_.tail(d - 1).array() += report_->sub_diagonal_.array() * solution_.head(d - 1).array();
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
  double form = (report_->diagonal_.array() * w_.array().square()).sum();
  form += 2 * (report_->sub_diagonal_.array() * w_.head(d - 1).array() * w_.tail(d - 1).array()).sum();
  form /= squared_norm;
  const LeveragePoint zero{0, squared_norm / ridge, (form - upper_shift_ - ridge) / squared_norm, 0};
  const double floor = report_->smallest_ - upper_shift_;  // smallest eigenvalue of T − t⁺σ₃I
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
    if (report_->smallest_ + lower_shift_ > 0) {
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
    const double smallest = report_->smallest_;
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
  result.total_in = result.in;
  result.total_out = result.out;
  result.total_failure_probability = result.failure_probability;
  double up = 0;
  double down = 0;
  if (model.hessian) {
    constexpr double sqrt2 = 0x1.6a09e667f3bcdp+0;
    const double curvature = result.second_derivative * x_norm * x_norm;
    const auto d = static_cast<double>(model.dimension());
    // How many standard deviations one person moves a release, at least and at most: its grid rounds √(number of values) =
    // `coordinates` times at most.
    double off_grid = 0;
    const auto moved = [&](double distance, double sigma, double grid, double coordinates) -> Interval {
      if (!(distance > 0)) {
        return {0, 0};
      }
      const double rounding = grid_slack * grid * coordinates;
      const Interval m = {std::max(0.0, distance - rounding) / sigma, (distance + rounding) / sigma};
      off_grid += m.upper * coordinates * grid / sigma;
      return m;
    };
    const Interval m2 =
        moved(std::fabs(result.first_derivative) * x_norm, model.gradient->sigma, model.gradient->grid, std::sqrt(d));
    const Interval m3 = moved(curvature, sqrt2 * model.hessian->sigma, model.hessian->grid, d);
    const double m4 = model.smallest_eigenvalue
                          ? moved(curvature, model.smallest_eigenvalue->sigma, model.smallest_eigenvalue->grid, 1).upper
                          : 0;
    const double least = std::sqrt(m2.lower * m2.lower + m3.lower * m3.lower);
    const double m = std::sqrt(m2.upper * m2.upper + m3.upper * m3.upper + m4 * m4);
    if (options_.overhead_pdp && m > 0) {
      if (options_.method == Method::paper) {
        const double factor = std::sqrt(-2 * elementary::log(options_.overhead_delta));
        result.overhead_pdp = 0.5 * m * m + (m2.upper + m3.upper + m4) * factor + off_grid;
      } else {
        result.overhead_pdp = gaussian_epsilon(options_.overhead_delta, m) + off_grid;
      }
    }
    const double z = overhead_quantile_;
    up = 0.5 * m * m + m * z + off_grid;
    const double v = std::clamp(z, least, m);
    down = 0.5 * v * v - v * z - off_grid;
    result.overhead_expost = up;
    result.total_in = {result.in.lower + down, result.in.upper + up};
    result.total_out = {result.out.lower + down, result.out.upper + up};
    result.total_failure_probability = std::min(1.0, result.failure_probability + options_.overhead_failure_probability);
  }
  result.total = absolute(for_membership(options_.member, result.total_in, result.total_out));
  if (options_.method == Method::paper || !(result.total.upper < infinity)) {
    return;
  }
  const bool use_in = options_.member != Membership::out;
  const bool use_out = options_.member != Membership::in;
  const double q = result.gradient_norm;
  const Interval c = result.gradient;
  // Read each logarithm off the interval it went into, so that the parts add up to what is shown.
  if (use_in && result.total.upper == result.total_in.upper) {
    result.components = {Membership::in, true, result.in.upper - q + c.lower, q, -c.lower, up};
  } else if (use_out && result.total.upper == result.total_out.upper) {
    result.components = {Membership::out, true, result.out.upper - q - c.upper, q, c.upper, up};
  } else if (use_in && result.total.upper == -result.total_in.lower) {
    result.components = {Membership::in, false, -(result.in.lower - q + c.upper), -q, c.upper, -down};
  } else {
    result.components = {Membership::out, false, -(result.out.lower - q - c.lower), -q, -c.lower, -down};
  }
}

}  // namespace expost
