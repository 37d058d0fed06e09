#include "expost/bounds/softmax_bound.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "bounds/convex_bounder.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/margin_reach.hpp"
#include "bounds/noise_radius.hpp"
#include "bounds/published_checks.hpp"
#include "bounds/record_checks.hpp"
#include "bounds/softmax_box.hpp"
#include "bounds/softmax_range.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

PublishedConvexModel contrasts_of(const PublishedSoftmaxModel& model) {
  if (model.classes < 2 || model.parts.theta.size() < 1 || model.parts.theta.size() % model.classes != 0) {
    refuse_report("/model/theta", "must hold one row of numbers for each of two classes or more");
  }
  require_publishable(model.parts);
  PublishedConvexModel result;
  result.lambda = model.parts.lambda;
  result.sigma = model.parts.sigma;
  result.residual = model.parts.residual;
  result.theta = in_contrasts(model.classes, model.parts.theta);
  if (model.parts.gradient) {
    const GradientRelease& gradient = *model.parts.gradient;
    result.gradient = GradientRelease{gradient.sigma, in_contrasts(model.classes, gradient.values), gradient.grid};
  }
  if (model.parts.hessian) {
    const HessianRelease& hessian = *model.parts.hessian;
    // The noise keeps its law: (Q ⊗ I)ᵀ takes orthonormal vectors to orthonormal vectors.
    result.hessian = HessianRelease{hessian.sigma, in_contrasts(model.classes, hessian.values), hessian.grid};
    result.smallest_eigenvalue = model.parts.smallest_eigenvalue;
  }
  return result;
}

/// Bounds the error of in_contrasts, relative to the ℓ₂ norm of what went in: K products a number,
/// with a Q whose entries are right to a few roundings, ‖|Q|‖ ≤ √K.
double rounding_of_contrasts(Eigen::Index classes) {
  const auto k = static_cast<double>(classes);
  return (k + 16) * std::sqrt(k) * unit_roundoff;
}

template <class Release>
double length_of(const std::optional<Release>& release) {
  return release ? raised(release->values.norm()) : 0;
}

/// No K normal variables are longer than √K and this, except for a probability of 6e-32.
constexpr double far = 12;

}  // namespace

PreparedSoftmaxReport::PreparedSoftmaxReport(PublishedSoftmaxModel model)
    : model_(std::move(model)),
      contrasts_(contrasts_of(model_), 2 * rounding_of_contrasts(model_.classes) * length_of(model_.parts.hessian)) {
  PublishedConvexModel& parts = model_.parts;
  cell_ = output_cell(model_.rounding, parts.theta, parts.lambda, softmax_smoothness);
  gradient_error_ = rounding_of_contrasts(model_.classes) * length_of(parts.gradient);
  if (parts.gradient) {
    parts.gradient->values.resize(0);
  }
  if (parts.hessian) {
    parts.hessian->values.resize(0, 0);
  }
}

/// One report and one choice of options.
class SoftmaxBoundRule::Implementation {
 public:
  Implementation(const PreparedSoftmaxReport& report, const BoundOptions& options, GradientEvent event);

  [[nodiscard]] Bound bound(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label) const;
  /// Bounds every record of a box with one class.
  [[nodiscard]] Bound bound_of(const SoftmaxBox& box, Eigen::Index label) const;
  [[nodiscard]] const Eigen::VectorXd& theta() const { return report_->model().parts.theta; }
  [[nodiscard]] Eigen::Index classes() const { return softmax_.classes; }
  [[nodiscard]] const BoundOptions& options() const { return bounder_.options(); }
  [[nodiscard]] GradientEvent event() const { return event_; }

 private:
  /// Records around x: x itself, or all of a box.
  struct Around {
    double norm;       ///< ‖x‖₂ at most
    double norm_1;     ///< ‖x‖₁ at most
    double apart = 0;  ///< how far they are from x
    double rounding;   ///< of what is computed of x, relatively
    double residual;   ///< ‖p − e_y‖ at most
    double allowance;  ///< added to each end
  };
  [[nodiscard]] LossPoint point_at(const SoftmaxRange& range, const Eigen::Ref<const Eigen::VectorXd>& x) const;
  [[nodiscard]] PointRange around(const SoftmaxRange& range, const LossPoint& point, const Around& records) const;
  [[nodiscard]] double allowance(double norm) const {
    return !(norm > 0) ? 0 : report_->model().rounding.step > 0 ? rounding_allowance : underflow;
  }

  const PreparedSoftmaxReport* report_;
  Softmax softmax_;
  ConvexBounder bounder_;
  Eigen::MatrixXd contrast_rows_;  ///< Q
  GradientEvent event_;
  double weight_ = 0;    ///< k of 5.3, 1 with fresh noise
  double radius_ = 0;    ///< of (p − e_y)ᵀ(…)x for ‖p − e_y‖‖x‖₂ = 1
  double radius_1_ = 0;  ///< … for ‖p − e_y‖‖x‖₁ = 1; infinite where there is none
};

SoftmaxBoundRule::Implementation::Implementation(const PreparedSoftmaxReport& report, const BoundOptions& options,
                                                 GradientEvent event)
    : report_(&report),
      softmax_{report.model().classes},
      bounder_(report.contrasts(), options, report.model().parts.theta.size(),
               raised(elementary::exp(raised(sqrt2 * report.cell_.length)))),
      contrast_rows_(class_contrasts(softmax_.classes)),
      event_(event) {
  const PublishedConvexModel& model = report.contrasts().model();
  const bool released = model.gradient.has_value();
  const bool fresh_allowed = may_be_fresh(model, options, event);
  const auto k = static_cast<double>(softmax_.classes);
  const auto m = static_cast<double>(report.model().features());
  const double rho_gradient = bounder_.gradient_share();
  double deviation = model.sigma;
  if (released) {
    const double ratio = model.gradient->sigma / model.sigma;
    weight_ = 1 / (1 + ratio * ratio);
    deviation = model.gradient->sigma / std::sqrt(1 + ratio * ratio);
  }
  radius_1_ = infinity;
  if (options.uniformity.kind == Uniformity::Kind::all) {
    // (p − e_y) ⊗ x lies in the (K − 1)m dimensions of contrasts; by columns, |…| ≤ Σ_j |x_j| ‖p −
    // e_y‖ ‖column j‖.
    radius_ = deviation * std::sqrt(chi_squared_upper_quantile((k - 1) * m, 0.5 * rho_gradient));
    radius_1_ = deviation * std::sqrt(chi_squared_upper_quantile(k - 1, 0.5 * rho_gradient / m));
    event_ = GradientEvent::fused;
  } else {
    const double count = records_of(options.uniformity);
    const double fused = deviation * std::sqrt(chi_squared_upper_quantile(k - 1, rho_gradient / count));
    const double fresh = fresh_allowed ? model.gradient->sigma * normal_upper_quantile(0.5 * rho_gradient / count) : infinity;
    if (event_ == GradientEvent::narrower) {
      event_ = fresh < fused ? GradientEvent::fresh : GradientEvent::fused;
    }
    radius_ = event_ == GradientEvent::fresh ? fresh : fused;
  }
  if (event_ == GradientEvent::fresh) {
    weight_ = 1;
  }
}

Bound SoftmaxBoundRule::Implementation::bound(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label) const {
  const Eigen::Index m = report_->model().features();
  const double x_norm = norm_of_record(x, m);
  if (label < 0 || label >= softmax_.classes) {
    throw Error(ErrorType::record, "out-of-range", "/y", "y must be a class from 0 to " + std::to_string(softmax_.classes - 1));
  }
  const SoftmaxRange range(softmax_, theta(), report_->cell_, x, label);
  const LossPoint point = point_at(range, x);
  const double rounding = rounding_of_sum(m) + rounding_of_contrasts(softmax_.classes);
  return bounder_.bound_with(point, around(range, point,
                                           {raised(x_norm * (1 + rounding)), x.lpNorm<1>() * (1 + rounding), 0, rounding,
                                            raised(sqrt2), allowance(x_norm)}));
}

LossPoint SoftmaxBoundRule::Implementation::point_at(const SoftmaxRange& range,
                                                     const Eigen::Ref<const Eigen::VectorXd>& x) const {
  const Eigen::Index m = x.size();
  const Eigen::VectorXd contrast = contrast_rows_ * range.residual;
  // A lazy product: the blocked one would bring along 5 kB of the check page's module.
  const Eigen::MatrixXd curvature = contrast_rows_.lazyProduct(range.curvature);
  const Eigen::Index rows = contrast_rows_.rows();
  LossPoint point{Eigen::VectorXd(rows * m), Eigen::MatrixXd(rows * m, curvature.cols())};
  for (Eigen::Index i = 0; i < rows; ++i) {
    point.gradient.segment(i * m, m) = contrast(i) * x;
    point.hessian_factor.middleRows(i * m, m) = x * curvature.row(i);
  }
  return point;
}

PointRange SoftmaxBoundRule::Implementation::around(const SoftmaxRange& range, const LossPoint& point,
                                                    const Around& records) const {
  const PublishedConvexModel& model = report_->contrasts().model();
  const double rounding = records.rounding;
  const double x_above = records.norm;
  const double norm_1 = records.norm_1;
  // ‖p − e_y‖ of any θ in the cell.
  const double norm = std::min(raised(range.residual.norm() * (1 + rounding) + range.residual_error), records.residual);
  const double length = raised(norm * x_above);
  PointRange known;
  // ∇ℓ = (p − e_y) ⊗ x moves with p, and with x.
  known.gradient = raised((range.residual_error + rounding * norm) * x_above);
  known.factor = raised((range.curvature_error + rounding * range.curvature.norm()) * x_above);
  if (records.apart > 0) {
    known.gradient = raised(known.gradient + range.residual.norm() * (1 + rounding) * records.apart);
    // ‖V‖² is at most that of diag p − ppᵀ, ½.
    known.factor = raised(known.factor + raised(range.curvature_error + 1 / sqrt2) * records.apart);
  }
  known.stretch = range.stretch;
  known.curvature = raised(softmax_smoothness * x_above * x_above);
  known.rank = static_cast<double>(softmax_.classes - 1);
  known.allowance = records.allowance;
  double reach = length > 0 ? norm * std::min(radius_ * x_above, radius_1_ * norm_1) : 0;
  // g changes over the cell, and the θ of the smallest objective is another one there than the
  // published one.
  reach += length * report_->cell_.gradient;
  if (event_ != GradientEvent::fresh) {
    reach += length * model.residual;
  }
  if (model.gradient) {
    // |p − e_y|₁ ≤ √K‖p − e_y‖
    const auto k = static_cast<double>(softmax_.classes);
    const double residual_1 = range.residual.lpNorm<1>() * (1 + rounding) + std::sqrt(k) * range.residual_error;
    reach += weight_ * grid_slack * model.gradient->grid * residual_1 * norm_1;
    // ĝᵀ∇ℓ over the cell, and its noise's share where that was bounded in one direction.
    reach += weight_ * raised(model.gradient->values.norm()) * known.gradient;
    if (event_ == GradientEvent::fresh) {
      reach += model.gradient->sigma * (std::sqrt(k) + far) * known.gradient;
    }
  }
  known.moved = bounder_.around_release(point, weight_, report_->gradient_error_, raised(reach));
  return known;
}

Bound SoftmaxBoundRule::Implementation::bound_of(const SoftmaxBox& box, Eigen::Index label) const {
  const Eigen::VectorXd x = box.coordinates.centre();
  const SoftmaxRange range(softmax_, theta(), report_->cell_, x, label, box.coordinates.sizes, box.moved);
  const LossPoint point = point_at(range, x);
  const double norm = box.coordinates.norm.upper;
  const double residual = std::min(box.residual_above(range.own), raised(sqrt2));
  PointRange known =
      around(range, point, {norm, box.coordinates.norm_1, box.coordinates.apart, box_slack, residual, allowance(norm)});
  known.length.upper = raised(residual * norm);
  known.frobenius = known.curvature;
  known.determinant = box.determinant_above(range.own, report_->contrasts().model().lambda);
  return bounder_.bound_with(point, known);
}

class SoftmaxBoundRule::Region final : public RegionRule {
 public:
  Region(const Implementation& rule, RecordRegion region) : rule_(&rule), region_(std::move(region)) {}

  [[nodiscard]] const RecordRegion& region() const override { return region_; }
  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    return rule_->bound(x, static_cast<Eigen::Index>(y));
  }
  [[nodiscard]] BoxEnds over(const RecordBox& box) override {
    SoftmaxBox records(region_, box, rule_->classes(), rule_->theta());
    BoxEnds found;
    found.ends = found.middle = rule_->bound_of(records, static_cast<Eigen::Index>(box.label.lower));
    found.choices = std::move(records.choices);
    found.widest = records.widest;
    return found;
  }

 private:
  const Implementation* rule_;
  RecordRegion region_;
};

std::unique_ptr<RegionRule> SoftmaxBoundRule::region_rule(RecordRegion region) const {
  return std::make_unique<Region>(*implementation_, std::move(region));
}

SoftmaxBoundRule::SoftmaxBoundRule(const PreparedSoftmaxReport& report, BoundOptions options, GradientEvent event)
    : implementation_(std::make_shared<const Implementation>(report, options, event)) {}

Bound SoftmaxBoundRule::bound(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label) const {
  return implementation_->bound(x, label);
}

const BoundOptions& SoftmaxBoundRule::options() const {
  return implementation_->options();
}

GradientEvent SoftmaxBoundRule::event() const {
  return implementation_->event();
}

}  // namespace expost
