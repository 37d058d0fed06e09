#include "expost/mechanisms/output_perturbation.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "bounds/margin_range.hpp"
#include "bounds/margin_rule.hpp"
#include "bounds/noise_radius.hpp"
#include "bounds/published_checks.hpp"
#include "bounds/record_checks.hpp"
#include "bounds/signed_interval.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

constexpr double rounding_up = 1 + 0x1p-48;

void require_study(const OutputPerturbationStudy& study) {
  if (!(study.lambda > 0 && study.lambda < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
}

double spectral_norm(const Eigen::MatrixXd& metric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(metric, Eigen::EigenvaluesOnly);
  if (eigen.info() != Eigen::Success) {
    throw_error(ErrorType::numerics, "not-converged", "", "the eigenvalues of the metric could not be computed");
  }
  return eigen.eigenvalues()(metric.rows() - 1) * (1 + static_cast<double>(metric.rows()) * 0x1p-50);
}

// 0·∞ is 0 here: who moves nothing moves nothing.
double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

/// The numbers of a mechanism that the bounds need.
struct Noise {
  Eigen::Index dimension;
  double gamma;
  double grid;
  double norm;  ///< ‖A‖

  [[nodiscard]] double root() const { return std::sqrt(static_cast<double>(dimension)); }
  // √d coordinates' worth of rounding, as for the releases of a report.
  [[nodiscard]] double off_grid_shift() const { return grid_slack * ratio(); }
  [[nodiscard]] double off_grid_loss(double shift) const { return product(shift, ratio()); }
  [[nodiscard]] double ratio() const { return grid * std::sqrt(gamma) * root(); }
};

// Ends are rounded outwards.
OutputPerturbationBound from_shift(const Noise& noise, double shift, double z, double derivative, double rho) {
  OutputPerturbationBound result{};
  result.largest_derivative = derivative;
  result.failure_probability = rho;
  if (shift > 0) {
    const double m = raised(shift + noise.off_grid_shift());
    const double off = raised(noise.off_grid_loss(m)) + underflow;
    // The least of m²/2 − mz over [0, m̄].
    const double v = std::fmin(m, z);
    result.shift = m;
    result.loss = {0.5 * v * v - raised(v * z) - off - few_roundings * v * v, raised(0.5 * m * m + m * z) + off};
  }
  result.epsilon = magnitude(result.loss);
  return result;
}

void require_person(const Noise& noise, const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                    const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  require_study(study);
  if (published.size() != noise.dimension || !published.allFinite()) {
    throw_error(ErrorType::report, "wrong-length", "",
                "the published parameters must be as many finite numbers as the metric has");
  }
  require_unclamped(published, noise.grid, "/model/theta");
  require_labelled_record(x, y, noise.dimension);
}

/// From a margin with its noise, of a record of this length.
OutputPerturbationBound margin_bound(const Noise& noise, const OutputPerturbationStudy& study, Interval margin, double y,
                                     double length, double z, double failure_probability) {
  const Interval range = magnitude(derivative_ranges(study.loss, margin, y).first);
  const double derivative = std::isnan(range.upper) ? study.loss.lipschitz() : std::fmin(study.loss.lipschitz(), range.upper);
  const double shift = raised(product(length, std::sqrt(noise.gamma * noise.norm) * derivative / study.lambda));
  return from_shift(noise, shift, z, derivative, failure_probability);
}

/// z of both normal variables.
double person_radius(const Noise& noise, double failure_probability, const Uniformity& uniformity) {
  const bool one_event = uniformity.kind == Uniformity::Kind::all;
  return raised(noise_radius(uniformity, noise.dimension, one_event ? failure_probability : 0.5 * failure_probability));
}

/// A publication, as a person's bound sees it.
struct Published {
  const Eigen::VectorXd& theta;
  Eigen::VectorXd half_widths;  ///< of the cell that θ̃ was rounded to, empty where it wasn't
};

/// xᵀ(θ̃ − θ̂) = vᵀ(u − Rθ̂), v = R⁻ᵀx.
OutputPerturbationBound person_bound(const Noise& noise, const OutputPerturbationStudy& study, const Published& published,
                                     const Eigen::Ref<const Eigen::VectorXd>& x, const Eigen::Ref<const Eigen::VectorXd>& v,
                                     double y, double failure_probability, const Uniformity& uniformity) {
  const double z = person_radius(noise, failure_probability, uniformity);
  const double sum_rounding = rounding_of_sum(x.size());
  const double of_noise = z * length_above(v, sum_rounding) / std::sqrt(noise.gamma) + grid_slack * noise.grid * v.lpNorm<1>();
  const double reach = raised(of_noise * (1 + sum_rounding) + margin_radius(x, published.theta, published.half_widths));
  const double t = x.dot(published.theta);
  return margin_bound(noise, study, {t - reach, t + reach}, y, length_above(x, sum_rounding), z, failure_probability);
}

/// γ of the grid for σ. Downwards: a smaller γ than the noise has would only be safe for the
/// shift, a larger one would claim less noise than there is.
double gamma_of(const Grid& grid) {
  return 1 / (grid.sigma() * grid.sigma());
}

}  // namespace

OutputPerturbation::OutputPerturbation(Eigen::MatrixXd metric, double gamma)
    : OutputPerturbation(std::move(metric), gamma, 0) {}

OutputPerturbation::OutputPerturbation(Eigen::MatrixXd metric, double gamma, double grid)
    : metric_(std::move(metric)), gamma_(gamma), grid_(grid) {
  if (!(gamma_ > 0 && gamma_ < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "gamma must be a number above 0");
  }
  if (metric_.rows() < 1 || metric_.rows() != metric_.cols() || !metric_.allFinite() || metric_ != metric_.transpose()) {
    throw_error(ErrorType::argument, "out-of-range", "", "the metric must be a symmetric matrix of finite numbers");
  }
  factor_.compute(metric_);
  if (factor_.info() != Eigen::Success) {
    throw_error(ErrorType::numerics, "not-positive-definite", "", "the metric is not positive definite");
  }
  norm_ = spectral_norm(metric_);
}

OutputPerturbation OutputPerturbation::on_grid(Eigen::MatrixXd metric, double sigma) {
  const Grid grid = grid_for(sigma);
  return {std::move(metric), gamma_of(grid), grid.step};
}

Eigen::VectorXd OutputPerturbation::release(const Eigen::VectorXd& theta_hat, RandomSource& source) const {
  if (!(grid_ > 0)) {
    throw_error(ErrorType::argument, "unsupported", "", "output perturbation is released on a grid");
  }
  if (theta_hat.size() != dimension()) {
    throw_error(ErrorType::argument, "wrong-length", "", "theta must be as long as the metric");
  }
  const Grid grid{grid_, static_cast<std::uint64_t>(std::llround(1 / (std::sqrt(gamma_) * grid_)))};
  Eigen::VectorXd u = factor_.matrixU() * theta_hat;
  for (double& value : u) {
    value = grid.noisy(value, 1, source);
  }
  return factor_.matrixU().solve(u);
}

double OutputPerturbation::shift(const Eigen::Ref<const Eigen::VectorXd>& displacement) const {
  return std::sqrt(gamma_) * (factor_.matrixU() * displacement).norm();
}

double OutputPerturbation::exact_loss(const Eigen::Ref<const Eigen::VectorXd>& displacement,
                                      const Eigen::Ref<const Eigen::VectorXd>& noise) const {
  const Eigen::VectorXd moved = metric_ * displacement;
  return gamma_ * (0.5 * moved.dot(displacement) - moved.dot(noise));
}

double OutputPerturbation::largest_shift(const OutputPerturbationStudy& study, double x_norm) const {
  require_study(study);
  return product(x_norm, std::sqrt(gamma_ * norm_) * study.loss.lipschitz() / study.lambda) * rounding_up;
}

OutputPerturbationBound OutputPerturbation::prior_bound(const OutputPerturbationStudy& study, double x_norm,
                                                        double failure_probability, const Uniformity& uniformity) const {
  const double z = noise_radius(uniformity, dimension(), failure_probability);
  return from_shift({dimension(), gamma_, grid_, norm_}, largest_shift(study, x_norm), z, study.loss.lipschitz(),
                    failure_probability);
}

OutputPerturbationBound OutputPerturbation::bound(const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                                                  const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                                  double failure_probability, const Uniformity& uniformity) const {
  const Noise noise{dimension(), gamma_, grid_, norm_};
  require_person(noise, study, published, x, y);
  const Eigen::VectorXd v = factor_.matrixL().solve(x);
  return person_bound(noise, study, {published, {}}, x, v, y, failure_probability, uniformity);
}

IsotropicPerturbation::IsotropicPerturbation(Eigen::Index dimension, double sigma, double grid, double rounding)
    : dimension_(dimension), gamma_(1 / (sigma * sigma)), grid_(grid), rounding_(rounding) {
  if (dimension < 1 || !(gamma_ > 0 && gamma_ < infinity) || !(grid >= 0 && rounding >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "",
                "the dimension must be 1 or more, sigma a number above 0 and a grid none below");
  }
}

class IsotropicPerturbation::Region final : public MarginRule {
 public:
  Region(const IsotropicPerturbation& mechanism, const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
         RecordRegion unsorted, double failure_probability, const Uniformity& uniformity)
      : MarginRule(std::move(unsorted), published,
                   output_cell({mechanism.rounding_, 0, true}, published, study.lambda, 0).half_widths),
        mechanism_(&mechanism),
        noise_{mechanism.dimension_, mechanism.gamma_, mechanism.grid_, 1},
        study_(study),
        published_(&published),
        failure_probability_(failure_probability),
        uniformity_(uniformity),
        z_(person_radius(noise_, failure_probability, uniformity)) {}

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const Interval loss = mechanism_->bound(study_, *published_, x, y, failure_probability_, uniformity_).loss;
    return whole_ends(loss, loss);
  }

 private:
  [[nodiscard]] LossEnds ends_in(const MarginReach& reach, bool) override {
    const double of_noise =
        (z_ * reach.norm.upper / std::sqrt(noise_.gamma) + grid_slack * noise_.grid * reach.norm_1) * (1 + box_slack);
    const Interval loss = margin_bound(noise_, study_, {reach.margin.lower - of_noise, reach.margin.upper + of_noise},
                                       reach.label, reach.norm.upper, z_, failure_probability_)
                              .loss;
    return whole_ends(loss, loss);
  }

  // The largest |f'| near a record's margin is at an end of where noise may have moved it.
  [[nodiscard]] double least_in(const MarginReach& reach, double /*norm_1*/, Membership) const override {
    const double of_noise = z_ * reach.norm.lower / std::sqrt(noise_.gamma) * (1 - box_slack);
    const Interval margin = {reach.margin.upper - of_noise, reach.margin.lower + of_noise};
    if (margin.lower > margin.upper) {
      return 0;
    }
    return (1 - box_slack) *
           margin_bound(noise_, study_, margin, reach.label, reach.norm.lower, z_, failure_probability_).loss.upper;
  }

  const IsotropicPerturbation* mechanism_;
  Noise noise_;
  OutputPerturbationStudy study_;
  const Eigen::VectorXd* published_;
  double failure_probability_;
  Uniformity uniformity_;
  double z_;
};

std::unique_ptr<RegionRule> IsotropicPerturbation::region_rule(const OutputPerturbationStudy& study,
                                                               const Eigen::VectorXd& published, RecordRegion region,
                                                               double failure_probability, const Uniformity& uniformity) const {
  return std::make_unique<Region>(*this, study, published, std::move(region), failure_probability, uniformity);
}

OutputPerturbationBound IsotropicPerturbation::bound(const OutputPerturbationStudy& study, const Eigen::VectorXd& published,
                                                     const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                                                     double failure_probability, const Uniformity& uniformity) const {
  const Noise noise{dimension_, gamma_, grid_, 1};
  require_person(noise, study, published, x, y);
  const OutputCell cell = output_cell({rounding_, 0, true}, published, study.lambda, 0);
  return person_bound(noise, study, {published, cell.half_widths}, x, x, y, failure_probability, uniformity);
}

double OutputPerturbation::delta(const OutputPerturbationStudy& study, double epsilon, double x_norm) const {
  if (!(epsilon >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be 0 or more");
  }
  const double shift = largest_shift(study, x_norm);
  if (!(shift > 0)) {
    return 0;
  }
  const Noise noise{dimension(), gamma_, grid_, norm_};
  const double m = shift + noise.off_grid_shift();
  return m < infinity ? gaussian_delta(std::fmax(0, epsilon - noise.off_grid_loss(m)), m) : 1;
}

double OutputPerturbation::epsilon(const OutputPerturbationStudy& study, double delta, double x_norm) const {
  require_probability(delta, "/delta", "delta");
  const double shift = largest_shift(study, x_norm);
  if (!(shift > 0)) {
    return 0;
  }
  const Noise noise{dimension(), gamma_, grid_, norm_};
  const double m = shift + noise.off_grid_shift();
  return m < infinity ? gaussian_epsilon(delta, m) + noise.off_grid_loss(m) : infinity;
}

std::optional<double> shift_epsilon_lemma4(double shift, double delta) {
  if (!(shift >= 0 && delta > 0 && delta < 1)) {
    throw_error(ErrorType::argument, "out-of-range", "", "a shift must be 0 or more, delta lie strictly between 0 and 1");
  }
  const double epsilon = shift * std::sqrt(2 * elementary::log(1.25 / delta));
  return epsilon <= 1 ? std::optional<double>(epsilon) : std::nullopt;
}

double output_perturbation_sigma(const OutputPerturbationStudy& study, Eigen::Index dimension, double metric_norm,
                                 double epsilon, double delta) {
  require_study(study);
  if (!(epsilon > 0) || !(metric_norm > 0 && metric_norm < infinity) || dimension < 1) {
    throw_error(ErrorType::argument, "out-of-range", "", "epsilon, the norm of the metric and the dimension must be above 0");
  }
  const double sensitivity = std::sqrt(metric_norm) * study.loss.lipschitz() / study.lambda;
  if (!(sensitivity < infinity)) {
    return infinity;
  }
  // The grid's addition to ε depends on the shift, the shift on σ: the shift allowed without it is
  // no smaller than the one with it.
  const double root = std::sqrt(static_cast<double>(dimension));
  const double off = gaussian_shift(epsilon, delta) * grid_loss(root);
  const double m = epsilon > off ? gaussian_shift(epsilon - off, delta) - grid_shift(root) : 0;
  return m > 0 ? sensitivity / m * rounding_up * rounding_up : infinity;
}

}  // namespace expost
