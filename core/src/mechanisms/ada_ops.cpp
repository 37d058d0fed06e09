#include "expost/mechanisms/ada_ops.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "bounds/margin_rule.hpp"
#include "bounds/noise_radius.hpp"
#include "bounds/signed_interval.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "mechanisms/ada_ops_scale.hpp"
#include "mechanisms/posterior_sample_ends.hpp"
#include "numerics/outward.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

constexpr double log_20 = 0x1.7f7427b73e391p+1;

void require_shape(const NormalEquations& data) {
  const Eigen::Index d = data.xty.size();
  if (d < 1 || data.xtx.rows() != d || data.xtx.cols() != d || !data.xtx.allFinite() || !data.xty.allFinite()) {
    throw_error(ErrorType::argument, "wrong-length", "", "XᵀX and Xᵀy must hold finite numbers and be of matching sizes");
  }
}

double smallest_eigenvalue(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix, Eigen::EigenvaluesOnly);
  if (eigen.info() != Eigen::Success) {
    throw_error(ErrorType::numerics, "not-converged", "", "the eigenvalues of XᵀX could not be computed");
  }
  return eigen.eigenvalues()(0);
}

Eigen::LLT<Eigen::MatrixXd> ridge_factor(const Eigen::MatrixXd& xtx, double lambda) {
  Eigen::MatrixXd hessian = xtx;
  hessian.diagonal().array() += lambda;
  Eigen::LLT<Eigen::MatrixXd> factor(hessian);
  if (factor.info() != Eigen::Success) {
    throw_error(ErrorType::numerics, "not-positive-definite", "", "XᵀX + λI is not positive definite");
  }
  return factor;
}

double private_eigenvalue(const AdaOpsScale& scale, double smallest, double noise) {
  const double released = smallest + scale.eigenvalue_sigma() * noise - scale.eigenvalue_offset();
  return std::fmax(0.0, released);
}

// log(B_y + B_x‖θ̂‖): what Δ hides.
double log_largest_residual(const AdaOpsBudget& budget, const Eigen::VectorXd& theta_hat) {
  return elementary::log(budget.bound_y + budget.bound_x * theta_hat.norm());
}

}  // namespace

AdaOpsSettingsNoise ada_ops_settings_noise(const PublishedAdaOps& model) {
  const AdaOpsScale scale(model.budget);
  return {scale.eigenvalue_sigma(), scale.residual_scale(model.lambda + model.smallest_eigenvalue) * std::sqrt(scale.log_s)};
}

AdaOpsNoise ada_ops_noise(Eigen::Index dimension, RandomSource& source) {
  AdaOpsNoise noise{};
  noise.eigenvalue = standard_normal(source);
  noise.residual = standard_normal(source);
  noise.sample.resize(dimension);
  for (double& value : noise.sample) {
    value = standard_normal(source);
  }
  return noise;
}

double ada_ops_lambda(const AdaOpsBudget& budget, Eigen::Index dimension, double smallest_eigenvalue) {
  const AdaOpsScale scale(budget);
  if (dimension < 1 || !(smallest_eigenvalue >= 0 && smallest_eigenvalue < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "there must be a dimension, and an eigenvalue of 0 or more");
  }
  const double least = std::fmax(0.0, 2 * scale.x2 * (1 + scale.log_s) / budget.epsilon - smallest_eigenvalue);
  // ε̄²/(2 log s) + ε̄ = ε/4, without the difference of what is nearly equal.
  const double quarter = scale.share;
  const double epsilon_bar = 2 * quarter / (1 + std::sqrt(1 + 2 * quarter / scale.log_s));
  const auto d = static_cast<double>(dimension);
  const double c1 = (0.5 * d + std::sqrt(d * log_20) + log_20) * scale.log_s / (epsilon_bar * epsilon_bar);
  const double c2 = scale.log_s / quarter;
  // log of minus the derivative of the first term by h = t + λ̃: falls in h; at the minimum it is
  // 0.
  const auto pull = [&](double h) {
    return elementary::log(c1) + 2 * elementary::log(scale.x2) + 2 * c2 * elementary::log1p(scale.x2 / h) - elementary::log(h) +
           elementary::log(2 * c2 * scale.x2 / (h * (h + scale.x2)) + 1 / h);
  };
  const double from = least + smallest_eigenvalue;
  if (from > 0 && pull(from) <= 0) {
    return least;
  }
  double low = from > 0 ? from : scale.x2;
  while (pull(low) < 0) {
    low *= 0.5;
  }
  double high = 2 * low;
  while (pull(high) > 0) {
    high *= 2;
  }
  return std::fmax(least, bracket_root(pull, low, high).second - smallest_eigenvalue);
}

double ada_ops_gamma(const AdaOpsBudget& budget, double ridge, double lipschitz) {
  const AdaOpsScale scale(budget);
  if (!(ridge > 0 && lipschitz > 0 && ridge < infinity && lipschitz < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the ridge and the Lipschitz constant must be numbers above 0");
  }
  // a g² + b g = c for g = √γ
  const double a = lipschitz * lipschitz / (2 * (ridge + scale.x2));
  const double b = lipschitz * std::sqrt(scale.log_s / ridge);
  const double c = 0.5 * budget.epsilon - scale.x2 * (1 + scale.log_s) / (2 * ridge);
  if (!(c > 0)) {
    throw_error(ErrorType::numerics, "out-of-range", "",
                "the ridge is too small for this budget: no precision is left for the sample");
  }
  const double root = 2 * c / (b + std::sqrt(b * b + 4 * a * c));
  return root * root;
}

AdaOpsRelease ada_ops(const NormalEquations& data, const AdaOpsBudget& budget, const AdaOpsNoise& noise) {
  const AdaOpsScale scale(budget);
  require_shape(data);
  if (noise.sample.size() != data.xty.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the noise must have as many numbers as there are parameters");
  }
  AdaOpsRelease result{};
  result.smallest_eigenvalue = private_eigenvalue(scale, smallest_eigenvalue(data.xtx), noise.eigenvalue);
  result.lambda = ada_ops_lambda(budget, data.xty.size(), result.smallest_eigenvalue);
  const auto factor = ridge_factor(data.xtx, result.lambda);
  result.theta_hat = factor.solve(data.xty);
  const double ridge = result.lambda + result.smallest_eigenvalue;
  const double s = scale.residual_scale(ridge);
  result.log_residual =
      log_largest_residual(budget, result.theta_hat) + s * std::sqrt(scale.log_s) * noise.residual + s * scale.log_s;
  result.lipschitz = budget.bound_x * elementary::exp(result.log_residual);
  result.gamma = ada_ops_gamma(budget, ridge, result.lipschitz);
  result.theta = result.theta_hat + factor.matrixU().solve(noise.sample) / std::sqrt(result.gamma);
  return result;
}

namespace {

double log_normal_cdf(double a) {
  // φ(a) times the Mills ratio, without underflow
  return a < -5 ? -0.5 * a * a - 0x1.d67f1c864beb5p-1 + elementary::log(mills_ratio(-a)) : elementary::log(normal_cdf(a));
}

// The loss w²/2 − wN for |N| ≤ z, |w| ≤ largest.
Interval gaussian_loss(double largest, double z) {
  const double w = std::fmin(largest, z);
  return {w < infinity ? 0.5 * w * w - w * z : -infinity, 0.5 * largest * largest + largest * z};
}

NormalEquations changed(const NormalEquations& data, const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member) {
  const double sign = member == Membership::in ? -1 : 1;
  return {data.xtx + sign * x * x.transpose(), data.xty + sign * y * x};
}

Interval outwards(Interval loss, double by) {
  return {loss.lower - by - few_roundings * std::fabs(loss.lower), loss.upper + by + few_roundings * std::fabs(loss.upper)};
}

Interval sum(Interval a, Interval b, Interval c) {
  const double lower = a.lower + b.lower + c.lower;
  const double upper = a.upper + b.upper + c.upper;
  const double least = std::fabs(a.lower) + std::fabs(b.lower) + std::fabs(c.lower);
  const double most = std::fabs(a.upper) + std::fabs(b.upper) + std::fabs(c.upper);
  return {lower - few_roundings * least, upper + few_roundings * most};
}

}  // namespace

double ada_ops_data_eigenvalue(const AdaOpsBudget& budget, double smallest_eigenvalue, double tail) {
  const AdaOpsScale scale(budget);
  if (!(smallest_eigenvalue >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "", "an eigenvalue of XᵀX must be 0 or more");
  }
  const double z = normal_upper_quantile(tail);
  return smallest_eigenvalue > 0
             ? std::fmax(0.0, smallest_eigenvalue + scale.eigenvalue_offset() - z * scale.eigenvalue_sigma())
             : 0;
}

double ada_ops_loss(const NormalEquations& data, const AdaOpsBudget& budget, const AdaOpsRelease& release,
                    const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member) {
  const AdaOpsScale scale(budget);
  require_shape(data);
  if (member == Membership::unknown || x.size() != data.xty.size() || release.theta.size() != x.size()) {
    throw_error(ErrorType::argument, "out-of-range", "", "the person must be in the data or out of them, x as long as theta");
  }
  const NormalEquations neighbour = changed(data, x, y, member);
  // The first step's secret, in its standard deviations; and where the release is on that scale.
  const double sigma = scale.eigenvalue_sigma();
  const double used = (smallest_eigenvalue(data.xtx) - scale.eigenvalue_offset()) / sigma;
  const double other = (smallest_eigenvalue(neighbour.xtx) - scale.eigenvalue_offset()) / sigma;
  double loss = 0;
  if (release.smallest_eigenvalue > 0) {
    const double at = release.smallest_eigenvalue / sigma;
    loss += (other - used) * (0.5 * (other + used) - at);
  } else {
    loss += log_normal_cdf(-used) - log_normal_cdf(-other);
  }
  const auto factor = ridge_factor(data.xtx, release.lambda);
  const Eigen::VectorXd theta_hat = factor.solve(data.xty);
  const Eigen::VectorXd theta_neighbour = ridge_factor(neighbour.xtx, release.lambda).solve(neighbour.xty);
  const double s = scale.residual_scale(release.lambda + release.smallest_eigenvalue);
  const double deviation = s * std::sqrt(scale.log_s);
  const double centre = log_largest_residual(budget, theta_hat);
  const double w = (log_largest_residual(budget, theta_neighbour) - centre) / deviation;
  const double n = (release.log_residual - centre - s * scale.log_s) / deviation;
  loss += 0.5 * w * w - w * n;
  if (release.rounding.step > 0 && !is_exact_scale(release.gamma)) {
    return loss;  // θ is 0, whatever the data are
  }
  const PosteriorPerson person{factor.matrixL().solve(x).squaredNorm(), y - x.dot(theta_hat)};
  return loss + posterior_sample_loss(member, person, release.gamma, y - x.dot(release.theta));
}

namespace {

/// Bounds without `epsilon`, of records whose length is at most `x_norm`. `sample_bound` bounds the
/// sample's own part.
AdaOpsBound ada_ops_ends(const PublishedAdaOps& release, double x_norm, Eigen::Index dimension, double failure_probability,
                         const std::function<PosteriorSampleBound(const PublishedPosteriorSample&)>& sample_bound) {
  const AdaOpsBudget& budget = release.budget;
  const AdaOpsScale scale(budget);
  // Neither of the first two steps' noise depends on the record: it counts once, however many
  // records are tried.
  const double z = raised(noise_radius({}, dimension, 0.1 * failure_probability));
  const bool on_grid = release.rounding.step > 0;
  const double ridge = release.lambda + release.smallest_eigenvalue;
  const double eigenvalue_slack = on_grid ? grid_slack * ada_ops_eigenvalue_grid(budget).step : 0;
  AdaOpsBound result{};
  result.failure_probability = failure_probability;
  const double data_eigenvalue =
      ada_ops_data_eigenvalue(budget, release.smallest_eigenvalue, 0.05 * failure_probability) - eigenvalue_slack;
  result.data_eigenvalue =
      std::fmax(0, data_eigenvalue - few_roundings * (release.smallest_eigenvalue + scale.eigenvalue_offset()));
  const double floor = release.lambda + result.data_eigenvalue;
  if (x_norm == 0) {
    return result;
  }
  if (!(floor > 0)) {
    result.in = result.out = {-infinity, infinity};
    return result;
  }
  result.sample = sample_bound({release.theta, release.lambda, release.gamma, result.data_eigenvalue, release.rounding});
  // A grid adds to a shift, and to the loss of a shift w.
  const auto on_its_grid = [&](double w, double slack) { return on_grid ? raised(w + slack) : raised(w); };
  const auto off_grid = [&](double w) { return on_grid ? w * largest_grid_ratio : 0; };
  const double w1 =
      on_its_grid(raised(x_norm * x_norm) / scale.eigenvalue_sigma(), eigenvalue_slack / scale.eigenvalue_sigma());
  const Interval first = outwards(release.smallest_eigenvalue > 0 ? gaussian_loss(w1, z)
                                                                  : Interval{log_normal_cdf(-z) - log_normal_cdf(w1 - z),
                                                                             log_normal_cdf(-z) - log_normal_cdf(-w1 - z)},
                                  off_grid(w1) + few_roundings * (1 + 0.5 * (w1 + z) * (w1 + z)));
  const double deviation = scale.residual_scale(ridge) * std::sqrt(scale.log_s);
  const auto second = [&](double least_ridge) {
    // A ridge next to 0 makes both infinite.
    if (!(least_ridge > 0 && deviation < infinity)) {
      return gaussian_loss(infinity, z);
    }
    const double slack = on_grid ? grid_slack * ada_ops_residual_grid(budget, ridge).step / deviation : 0;
    const double w = on_its_grid(elementary::log1p(budget.bound_x * x_norm / least_ridge) / deviation, slack);
    return outwards(gaussian_loss(w, z), off_grid(w));
  };
  const double without_her = result.data_eigenvalue - raised(x_norm * x_norm);
  result.in = sum(result.sample.in, first, second(lowered(release.lambda + std::fmax(0.0, without_her))));
  result.out = sum(result.sample.out, first, second(lowered(floor)));
  return result;
}

class AdaOpsRegion final : public MarginRule {
 public:
  AdaOpsRegion(const PublishedAdaOps& published, RecordRegion unsorted, double failure_probability,
               const Uniformity& uniformity)
      : MarginRule(std::move(unsorted), published.theta,
                   output_cell(published.rounding, published.theta, published.lambda, 1).half_widths),
        published_(&published),
        failure_probability_(failure_probability),
        uniformity_(uniformity),
        z_(raised(noise_radius(uniformity, published.theta.size(), 0.8 * failure_probability))) {}

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const AdaOpsBound bound = ada_ops_bound(*published_, x, y, Membership::unknown, failure_probability_, uniformity_);
    return whole_ends(bound.in, bound.out);
  }

 private:
  [[nodiscard]] LossEnds ends_in(const MarginReach& reach, bool) override {
    const AdaOpsBound bound =
        ada_ops_ends(*published_, reach.norm.upper, published_->theta.size(), failure_probability_,
                     [&](const PublishedPosteriorSample& sample) { return posterior_sample_ends(sample, reach, z_); });
    return whole_ends(bound.in, bound.out);
  }

  const PublishedAdaOps* published_;
  double failure_probability_;
  Uniformity uniformity_;
  double z_;
};

}  // namespace

AdaOpsBound ada_ops_bound(const AdaOpsBudget& budget, const AdaOpsRelease& release, const Eigen::Ref<const Eigen::VectorXd>& x,
                          double y, Membership member, double failure_probability, const Uniformity& uniformity) {
  return ada_ops_bound({budget, release.theta, release.lambda, release.gamma, release.smallest_eigenvalue, release.log_residual,
                        release.rounding},
                       x, y, member, failure_probability, uniformity);
}

AdaOpsBound ada_ops_bound(const PublishedAdaOps& release, const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                          Membership member, double failure_probability, const Uniformity& uniformity) {
  const AdaOpsBudget& budget = release.budget;
  const double x_norm = x.norm();
  if (!(x_norm <= budget.bound_x * (1 + 1e-12) && std::fabs(y) <= budget.bound_y)) {
    throw_error(ErrorType::record, "out-of-range", "/x", "x and y must be within the bounds of the budget");
  }
  AdaOpsBound result =
      ada_ops_ends(release, x_norm, x.size(), failure_probability, [&](const PublishedPosteriorSample& sample) {
        return posterior_sample_bound(sample, x, y, member, 0.8 * failure_probability, uniformity);
      });
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

std::unique_ptr<RegionRule> ada_ops_region_rule(const PublishedAdaOps& published, RecordRegion region,
                                                double failure_probability, const Uniformity& uniformity) {
  return std::make_unique<AdaOpsRegion>(published, std::move(region), failure_probability, uniformity);
}

AdaOpsStepDeltas ada_ops_step_deltas(const AdaOpsBudget& budget) {
  const AdaOpsScale scale(budget);
  // One person moves λ_min by B_x² and Δ by log(1 + B_x²/h) at most: either way ε/(4√log s)
  // standard deviations.
  const double m = scale.share / std::sqrt(scale.log_s);
  return {gaussian_delta(scale.share, m), gaussian_delta(scale.share, m)};
}

namespace {

// E over N ~ N(0, 1) as the mean over equal cells of probability would be too coarse in the tails
// where δ is made: the trapezoidal rule with weights φ(N), which for smooth functions converges
// faster than any power of its step.
constexpr double reach = 9;
constexpr int cells = 36;

/// δ of the joint release of `used` against `neighbour`, which has the person more (out) or less
/// (in).
double joint_delta(const NormalEquations& used, const NormalEquations& neighbour, const Eigen::Ref<const Eigen::VectorXd>& x,
                   double y, Membership member, const AdaOpsBudget& budget, double epsilon) {
  const AdaOpsScale scale(budget);
  const double smallest = smallest_eigenvalue(used.xtx);
  const double w1 = (smallest_eigenvalue(neighbour.xtx) - smallest) / scale.eigenvalue_sigma();
  constexpr double step = 2 * reach / cells;
  const auto weight = [](double n) { return step * 0x1.9884533d43651p-2 * elementary::exp(-0.5 * n * n); };
  double total = 0;
  for (int i = 0; i <= cells; ++i) {
    const double n1 = -reach + i * step;
    // log of the ratio of the two densities of λ̃, before it is cut at 0
    const double loss1 = 0.5 * w1 * w1 - w1 * n1;
    const double lower = private_eigenvalue(scale, smallest, n1);
    const double lambda = ada_ops_lambda(budget, used.xty.size(), lower);
    const auto factor = ridge_factor(used.xtx, lambda);
    const Eigen::VectorXd theta_hat = factor.solve(used.xty);
    const Eigen::VectorXd theta_neighbour = ridge_factor(neighbour.xtx, lambda).solve(neighbour.xty);
    const PosteriorPerson person{factor.matrixL().solve(x).squaredNorm(), y - x.dot(theta_hat)};
    const double ridge = lambda + lower;
    const double s = scale.residual_scale(ridge);
    const double deviation = s * std::sqrt(scale.log_s);
    const double centre = log_largest_residual(budget, theta_hat);
    const double w2 = (log_largest_residual(budget, theta_neighbour) - centre) / deviation;
    double inner = 0;
    for (int j = 0; j <= cells; ++j) {
      const double n2 = -reach + j * step;
      const double loss2 = 0.5 * w2 * w2 - w2 * n2;
      const double lipschitz = budget.bound_x * elementary::exp(centre + deviation * n2 + s * scale.log_s);
      const double gamma = ada_ops_gamma(budget, ridge, lipschitz);
      const double log_delta = log_posterior_sample_delta(member, Direction::forward, person, gamma, epsilon - loss1 - loss2);
      inner += weight(n2) * elementary::exp(log_delta);
    }
    total += weight(n1) * inner;
  }
  return std::fmin(total, 1.0);
}

}  // namespace

double ada_ops_joint_delta(const NormalEquations& data, const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                           const AdaOpsBudget& budget, double epsilon) {
  require_shape(data);
  if (member == Membership::unknown || x.size() != data.xty.size() || !(epsilon >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "",
                "the person must be in the data or out of them, x as long as theta, and epsilon 0 or more");
  }
  const NormalEquations neighbour = changed(data, x, y, member);
  const Membership other = member == Membership::in ? Membership::out : Membership::in;
  return std::fmax(joint_delta(data, neighbour, x, y, member, budget, epsilon),
                   joint_delta(neighbour, data, x, y, other, budget, epsilon));
}

}  // namespace expost
