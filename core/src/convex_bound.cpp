#include "expost/convex_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "expost/constants.hpp"
#include "expost/discrete_gaussian.hpp"
#include "expost/elementary.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "expost/goe.hpp"
#include "published_checks.hpp"
#include "semidefinite_eigenvalues.hpp"
#include "total_loss.hpp"

namespace expost {
namespace {

/// A bound at some α, and what tells two α apart where both give the same one up to rounding, because caps hold.
struct Candidate {
  double bound;
  double guide;
  [[nodiscard]] bool below(const Candidate& other) const {
    constexpr double clearly = 1 - 1e-12;
    return bound < other.bound * clearly || (!(other.bound < bound * clearly) && guide < other.guide);
  }
};

/// The smallest bound that f has on [0, last]: a grid, then golden sections around its best point. Any argument gives a valid
/// bound, so an inexact one costs sharpness, not validity. f may be infinite.
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
  constexpr double golden = 0x1.3c6ef372fe95p-1;
  double low = last * static_cast<double>(best > 0 ? best - 1 : 0) / cells;
  double high = last * static_cast<double>(std::min<std::size_t>(best + 1, cells)) / cells;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  Candidate f_left = f(left);
  Candidate f_right = f(right);
  for (int step = 0; step < 40 && high - low > 1e-8 * last; ++step) {
    smallest = std::min({smallest, f_left.bound, f_right.bound});
    if (f_left.below(f_right)) {
      high = right;
      right = left;
      f_right = f_left;
      left = high - golden * (high - low);
      f_left = f(left);
    } else {
      low = left;
      left = right;
      f_left = f_right;
      right = low + golden * (high - low);
      f_right = f(right);
    }
  }
  return std::min({smallest, f_left.bound, f_right.bound});
}

}  // namespace

PreparedConvexReport::PreparedConvexReport(PublishedConvexModel model) : model_(std::move(model)) {
  require_publishable(model_);
  if (model_.hessian) {
    hessian_ = TridiagonalMatrix(std::move(model_.hessian->values));
    model_.hessian->values.resize(0, 0);
  }
}

ConvexBoundRule::ConvexBoundRule(const PreparedConvexReport& report, BoundOptions options, Eigen::Index published_dimension)
    : report_(&report), options_(options) {
  set_up(published_dimension);
}

ConvexBoundRule::ConvexBoundRule(const PreparedConvexReport& report, BoundOptions options, ConvexBoundChoices choices)
    : report_(&report), options_(options), choices_(choices) {
  const PublishedConvexModel& model = report.model();
  set_up(model.dimension());
  const bool released = model.gradient.has_value();
  const bool may_be_fresh = released && options_.uniformity.kind != Uniformity::Kind::all;
  if (choices_.gradient == GradientEvent::fresh && !may_be_fresh) {
    throw Error(Fault::argument, "unsupported", "/uniform",
                "bounds from the noise of the gradient alone need a released gradient and records chosen beforehand");
  }
  const auto d = static_cast<double>(model.dimension());
  const double rho_gradient = gradient_share();
  double fresh = infinity;
  if (may_be_fresh) {
    const double count = options_.uniformity.kind == Uniformity::Kind::rows ? options_.uniformity.count : 1;
    fresh = model.gradient->sigma * normal_upper_quantile(0.5 * rho_gradient / count);
  }
  // Section 10: it holds for every direction, whatever the number of records.
  double deviation = model.sigma;
  if (released) {
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

double ConvexBoundRule::gradient_share() const {
  const PublishedConvexModel& model = report_->model();
  return (!model.hessian ? 1 : model.smallest_eigenvalue ? 0.7 : 0.8) * options_.failure_probability;
}

void ConvexBoundRule::set_up(Eigen::Index published_dimension) {
  const PublishedConvexModel& model = report_->model();
  require_bound_options(options_);
  if (options_.method == Method::paper) {
    throw Error(Fault::argument, "unsupported", "/method", "this loss has bounds by the method sharp only");
  }
  published_dimension_ = published_dimension;
  overhead_quantile_ = normal_upper_quantile(0.5 * options_.overhead_failure_probability);
  eigenvalue_floor_ = model.lambda;
  const double rho = options_.failure_probability;
  if (model.hessian) {
    // A matrix whose entries are off by at most e each has norm d·e at most.
    const double off_grid = grid_slack * model.hessian->grid * static_cast<double>(published_dimension);
    upper_shift_ = goe_upper_quantile(static_cast<int>(model.dimension()), 0.1 * rho) * model.hessian->sigma + off_grid;
    lower_shift_ = upper_shift_;
  }
  if (model.smallest_eigenvalue) {
    eigenvalue_floor_ = std::max(model.lambda, eigenvalue_above(*model.smallest_eigenvalue, normal_upper_quantile(0.1 * rho)));
  }
}

// Eigenvalues of Wᵀ(scale·T + shift·I)⁻¹W, largest first, by LDLᵀ of the tridiagonal matrix; false where it is not positive definite.
bool ConvexBoundRule::form_eigenvalues(const Eigen::MatrixXd& rotated, double scale, double shift,
                                       Eigen::VectorXd& eigenvalues) const {
  const TridiagonalMatrix& t = report_->hessian_;
  const Eigen::Index d = rotated.cols();
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(rotated.rows(), rotated.rows());
  Eigen::VectorXd z = rotated.col(0);
  double pivot = scale * t.diagonal(0) + shift;
  for (Eigen::Index i = 0;; ++i) {
    if (!(pivot > 0)) {
      return false;
    }
    gram.selfadjointView<Eigen::Lower>().rankUpdate(z, 1 / pivot);
    if (i + 1 == d) {
      break;
    }
    const double off = scale * t.sub_diagonal(i);
    const double multiplier = off / pivot;
    pivot = scale * t.diagonal(i + 1) + shift - multiplier * off;
    z = rotated.col(i + 1) - multiplier * z;
  }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  if (!gram.allFinite()) {
    return false;
  }
  eigenvalues = semidefinite_eigenvalues(std::move(gram));
  return true;
}

// caps: c_j, the eigenvalues of UᵀU/λ, largest first. Of a member, log(1 + o_j) is summed with the odds o = a/(1 − a), which keep their
// digits where a is next to 1: c/(1 + c) has odds c.
void ConvexBoundRule::bound_determinants(const LossPoint& point, const Eigen::VectorXd& caps, ConvexBound& result) const {
  const PublishedConvexModel& model = report_->model();
  const Eigen::Index k = caps.size();
  double cap_sum = 0;
  for (Eigen::Index j = 0; j < k; ++j) {
    cap_sum += elementary::log1p(caps(j));
  }
  result.determinant_in = {0, cap_sum};
  result.determinant_out = {-cap_sum, 0};
  if (!model.hessian || !(cap_sum > 0)) {
    return;
  }
  // Wᵀ, W = QᵀU: a column is what the tridiagonal systems go through at one step.
  Eigen::MatrixXd rotated(point.hessian_factor.cols(), point.hessian_factor.rows());
  for (Eigen::Index j = 0; j < k; ++j) {
    Eigen::VectorXd column = point.hessian_factor.col(j);
    if (column.size() > 1) {
      report_->hessian_.rotate(column);
    }
    rotated.row(j) = column.transpose();
  }
  Eigen::VectorXd s(k);
  const auto at = [&](double alpha, double ridge) {
    return form_eigenvalues(rotated, alpha, (1 - alpha) * ridge - alpha * upper_shift_, s);
  };
  const double floor = report_->hessian_.smallest - upper_shift_;
  const auto last = [&](double ridge) { return floor > 0 ? 1 : ridge / (ridge - floor) * (1 - barrier_margin); };
  // A ⪯ Ā(I + share·Ā)⁻¹ with the share of a member's own curvature: a = s/(1 + share·s), whose odds are s/(1 − (1 − share)s).
  const auto sum_in = [&](double share) -> Candidate {
    Candidate sum{0, 0};
    for (Eigen::Index j = 0; j < k; ++j) {
      const double rest = 1 - (1 - share) * s(j);
      sum.bound += elementary::log1p(std::min(rest > 0 ? s(j) / rest : infinity, caps(j)));
      sum.guide += s(j) / (1 + share * s(j));
    }
    return sum;
  };
  const auto sum_out = [&]() -> Candidate {
    Candidate sum{0, 0};
    for (Eigen::Index j = 0; j < k; ++j) {
      sum.bound += elementary::log1p(std::min(s(j), caps(j)));
      sum.guide += s(j);
    }
    return sum;
  };
  constexpr Candidate none{infinity, infinity};
  const double ridge = eigenvalue_floor_;
  double in = cap_sum;
  if (choices_.member_curvature) {
    in = std::min(in, smallest_bound([&](double alpha) { return at(alpha, model.lambda) ? sum_in(1 - alpha) : none; },
                                     last(model.lambda)));
  }
  if (!choices_.member_curvature || ridge > model.lambda) {
    in = std::min(in, smallest_bound([&](double alpha) { return at(alpha, ridge) ? sum_in(0) : none; }, last(ridge)));
  }
  const double out =
      std::min(cap_sum, smallest_bound([&](double alpha) { return at(alpha, ridge) ? sum_out() : none; }, last(ridge)));
  result.determinant_in.upper = in;
  result.determinant_out.lower = -out;
  if (report_->hessian_.smallest + lower_shift_ > 0 && form_eigenvalues(rotated, 1, lower_shift_, s)) {
    result.determinant_in.lower = std::min(in, sum_in(0).bound);
    result.determinant_out.upper = -std::min(out, sum_out().bound);
  }
}

ConvexBound ConvexBoundRule::bound(const LossPoint& point) const {
  const Eigen::Index d = report_->dimension();
  if (point.gradient.size() != d || (point.hessian_factor.cols() > 0 && point.hessian_factor.rows() != d)) {
    throw Error(Fault::record, "wrong-length", "", "the gradient and the Hessian factor must be as long as the parameters");
  }
  if (!point.gradient.allFinite() || !point.hessian_factor.allFinite()) {
    throw Error(Fault::record, "not-finite", "", "the gradient and the Hessian factor must hold finite numbers only");
  }
  const PublishedConvexModel& model = report_->model();
  GradientTerm term{0, 0};
  if (model.gradient) {
    const double ratio = model.gradient->sigma / model.sigma;
    term.weight = choices_.gradient == GradientEvent::fresh ? 1 : 1 / (1 + ratio * ratio);
  }
  const double norm_1 = point.gradient.lpNorm<1>();
  const double norm_2 = point.gradient.norm();
  term.radius = norm_2 > 0 ? std::min(radius_ * norm_2, radius_1_ * norm_1) : 0;
  return bound_with(point, term, norm_1);
}

ConvexBound ConvexBoundRule::bound_with(const LossPoint& point, GradientTerm term, double gradient_norm_1) const {
  const PublishedConvexModel& model = report_->model();
  const double variance = model.sigma * model.sigma;
  const double norm = point.gradient.norm();
  ConvexBound result;
  const double q = norm / model.sigma;
  result.gradient_norm = 0.5 * q * q;

  const Eigen::VectorXd curvatures = semidefinite_eigenvalues(gram_of(point.hessian_factor));
  bound_determinants(point, curvatures / model.lambda, result);

  double centre = 0;
  double off_grid = 0;
  if (model.gradient) {
    centre = term.weight * model.gradient->values.dot(point.gradient) / variance;
    off_grid = term.weight * grid_slack * model.gradient->grid * gradient_norm_1;
  }
  // Fresh noise lies on g itself, so the solver's residual doesn't enter; elsewhere g is −b up to the residual.
  const double off_minimum = choices_.gradient == GradientEvent::fresh ? 0 : norm * model.residual;
  const double half_width = (term.radius + off_grid + off_minimum) / variance;
  result.gradient = {centre - half_width, centre + half_width};

  result.in = {result.determinant_in.lower + result.gradient_norm - result.gradient.upper,
               result.determinant_in.upper + result.gradient_norm - result.gradient.lower};
  result.out = {result.determinant_out.lower + result.gradient_norm + result.gradient.lower,
                result.determinant_out.upper + result.gradient_norm + result.gradient.upper};
  result.failure_probability = options_.failure_probability;
  result.epsilon = magnitude(of_membership(options_.member, result.in, result.out));
  const double spectral = curvatures.size() > 0 ? curvatures(0) : 0;
  add_releases(model, published_dimension_, {{norm, norm}, {curvatures.norm(), curvatures.norm()}, {0, spectral}}, options_,
               overhead_quantile_, result);
  return result;
}

}  // namespace expost
