#include "expost/softmax_bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expost/constants.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "published_checks.hpp"

namespace expost {
namespace {

PublishedConvexModel contrasts_of(const PublishedSoftmaxModel& model) {
  if (model.classes < 2 || model.parts.theta.size() < 1 || model.parts.theta.size() % model.classes != 0) {
    refuse_model("/model/theta", "/model/theta must hold one row of numbers for each of two classes or more");
  }
  require_publishable(model.parts);
  PublishedConvexModel result;
  result.lambda = model.parts.lambda;
  result.sigma = model.parts.sigma;
  result.residual = model.parts.residual;
  result.theta = in_contrasts(model.classes, model.parts.theta);
  if (model.parts.hessian) {
    const GradientRelease& gradient = *model.parts.gradient;
    const HessianRelease& hessian = *model.parts.hessian;
    result.gradient = GradientRelease{gradient.sigma, in_contrasts(model.classes, gradient.values), gradient.grid};
    // The noise keeps its law: (Q ⊗ I)ᵀ takes orthonormal vectors to orthonormal vectors.
    result.hessian = HessianRelease{hessian.sigma, in_contrasts(model.classes, hessian.values), hessian.grid};
    result.smallest_eigenvalue = model.parts.smallest_eigenvalue;
  }
  return result;
}

}  // namespace

PreparedSoftmaxReport::PreparedSoftmaxReport(const PublishedSoftmaxModel& model)
    : softmax_{model.classes}, theta_(model.parts.theta), contrasts_(contrasts_of(model)) {}

SoftmaxBoundRule::SoftmaxBoundRule(const PreparedSoftmaxReport& report, BoundOptions options, GradientEvent event)
    : report_(&report),
      rule_(report.contrasts(), options, report.theta().size()),
      contrast_rows_(class_contrasts(report.classes())),
      event_(event) {
  const PublishedConvexModel& model = report.contrasts().model();
  const bool released = model.gradient.has_value();
  const bool may_be_fresh = released && options.uniformity.kind != Uniformity::Kind::all;
  if (event == GradientEvent::fresh && !may_be_fresh) {
    throw Error(Fault::argument, "unsupported", "/uniform",
                "bounds from the noise of the gradient alone need a released gradient and records chosen beforehand");
  }
  const auto k = static_cast<double>(report.classes());
  const auto m = static_cast<double>(report.features());
  const double rho_gradient = rule_.gradient_share();
  double deviation = model.sigma;
  if (released) {
    const double ratio = model.gradient->sigma / model.sigma;
    weight_ = 1 / (1 + ratio * ratio);
    deviation = model.gradient->sigma / std::sqrt(1 + ratio * ratio);
  }
  radius_1_ = infinity;
  if (options.uniformity.kind == Uniformity::Kind::all) {
    // (p − e_y) ⊗ x lies in the (K − 1)m dimensions of contrasts; by columns, |…| ≤ Σ_j |x_j| ‖p − e_y‖ ‖column j‖.
    radius_ = deviation * std::sqrt(chi_squared_upper_quantile((k - 1) * m, 0.5 * rho_gradient));
    radius_1_ = deviation * std::sqrt(chi_squared_upper_quantile(k - 1, 0.5 * rho_gradient / m));
    event_ = GradientEvent::fused;
  } else {
    const double count = options.uniformity.kind == Uniformity::Kind::rows ? options.uniformity.count : 1;
    const double fused = deviation * std::sqrt(chi_squared_upper_quantile(k - 1, rho_gradient / count));
    const double fresh = released ? model.gradient->sigma * normal_upper_quantile(0.5 * rho_gradient / count) : infinity;
    if (event_ == GradientEvent::narrower) {
      event_ = fresh < fused ? GradientEvent::fresh : GradientEvent::fused;
    }
    radius_ = event_ == GradientEvent::fresh ? fresh : fused;
  }
  if (event_ == GradientEvent::fresh) {
    weight_ = 1;
  }
  rule_.choices_.gradient = event_;
}

ConvexBound SoftmaxBoundRule::bound(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label) const {
  const Eigen::Index m = report_->features();
  if (x.size() != m) {
    throw Error(Fault::record, "wrong-length", "/x",
                "x must have " + std::to_string(m) + " numbers, but has " + std::to_string(x.size()));
  }
  if (!x.allFinite()) {
    throw Error(Fault::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  const double x_norm = x.norm();
  // The feature map scales onto the unit ball; a few ulp are rounding.
  if (x_norm > 1 + 1e-12) {
    throw Error(Fault::record, "out-of-range", "/x", "x must have length 1 or less");
  }
  if (label < 0 || label >= report_->classes()) {
    throw Error(Fault::record, "out-of-range", "/y", "y must be a class from 0 to " + std::to_string(report_->classes() - 1));
  }
  const Softmax& loss = report_->loss();
  const Softmax::Probabilities probabilities = loss.probabilities(report_->theta(), x);
  const Eigen::VectorXd residual = loss.residual(probabilities, label);
  const Eigen::VectorXd contrast = contrast_rows_ * residual;
  // A lazy product: the blocked one would bring along 5 kB of the check page's module.
  const Eigen::MatrixXd curvature = contrast_rows_.lazyProduct(loss.curvature_factor(probabilities));
  const Eigen::Index rows = contrast_rows_.rows();
  LossPoint point{Eigen::VectorXd(rows * m), Eigen::MatrixXd(rows * m, curvature.cols())};
  for (Eigen::Index i = 0; i < rows; ++i) {
    point.gradient.segment(i * m, m) = contrast(i) * x;
    point.hessian_factor.middleRows(i * m, m) = x * curvature.row(i);
  }
  const double norm = residual.norm();
  const double norm_1 = x.lpNorm<1>();
  const double radius = norm * x_norm > 0 ? norm * std::min(radius_ * x_norm, radius_1_ * norm_1) : 0;
  return rule_.bound_with(point, {weight_, radius}, residual.lpNorm<1>() * norm_1);
}

}  // namespace expost
