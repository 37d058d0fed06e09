#include "expost/profile/coverage_profile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

void require_points(const NeighbourPoints& points) {
  if (points.base.size() < 1 || points.displacements.cols() != points.base.size() || points.displacements.rows() < 1) {
    throw_error(ErrorType::argument, "wrong-length", "", "there must be a neighbour, and all of them as long as the base");
  }
}

}  // namespace

double profile_rate(double lambda, double epsilon, double lipschitz) {
  require_above_zero(lambda, "", "lambda");
  require_above_zero(epsilon, "", "epsilon");
  require_above_zero(lipschitz, "", "the Lipschitz constant");
  return 0.5 * lambda * epsilon / lipschitz;
}

double profile_lipschitz(const Loss& loss, double mean_lambda) {
  require_above_zero(mean_lambda, "", "lambda");
  if (loss.lipschitz() < infinity) {
    return loss.lipschitz();
  }
  // f is convex: |f'| is largest at an end of the margins that a minimiser can have.
  const double reach = std::sqrt(2 * loss.value(0, 1)) / std::sqrt(mean_lambda);
  return std::fabs(loss.first_derivative(-reach, 1));
}

Eigen::VectorXd sample_model(const Eigen::VectorXd& base, double rate, RandomSource& source) {
  require_above_zero(rate, "", "the rate of the noise");
  const Eigen::Index d = base.size();
  // d exponential variables make Gamma(d, 1).
  double length = 0;
  for (Eigen::Index i = 0; i < d; ++i) {
    length -= elementary::log((static_cast<double>(source.next() >> 11U) + 0.5) * 0x1p-53);
  }
  Eigen::VectorXd direction(d);
  double norm = 0;
  while (!(norm > 0)) {
    for (double& value : direction) {
      value = standard_normal(source);
    }
    norm = direction.norm();
  }
  return base + direction * (length / (rate * norm));
}

Eigen::VectorXd coverage_losses(const NeighbourPoints& points, double rate, const Eigen::VectorXd& model) {
  require_points(points);
  require_above_zero(rate, "", "the rate of the noise");
  if (model.size() != points.base.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the model must be as long as the base");
  }
  const Eigen::VectorXd offset = points.base - model;
  const double distance = offset.norm();
  Eigen::VectorXd losses(points.displacements.rows());
  for (Eigen::Index i = 0; i < losses.size(); ++i) {
    const auto moved = points.displacements.row(i).transpose();
    // ‖o + Δ‖ − ‖o‖ = Δᵀ(2o + Δ)/(‖o + Δ‖ + ‖o‖)
    const double sum = (offset + moved).norm() + distance;
    losses(i) = sum > 0 ? rate * (moved.dot(2 * offset + moved) / sum) : 0;
  }
  return losses;
}

std::vector<Eigen::Index> loss_ranking(const Eigen::VectorXd& losses) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(losses.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return std::fabs(losses(a)) < std::fabs(losses(b)); });
  return order;
}

Eigen::VectorXd privacy_profile(const Eigen::VectorXd& losses) {
  Eigen::VectorXd sorted = losses.cwiseAbs();
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Eigen::VectorXd typical_losses(const NeighbourPoints& points, double rate, const DisplacementTable& table) {
  require_points(points);
  require_above_zero(rate, "", "the rate of the noise");
  if (table.dimension() != points.base.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the table must be for as many dimensions as the base has");
  }
  Eigen::VectorXd losses(points.displacements.rows());
  for (Eigen::Index i = 0; i < losses.size(); ++i) {
    losses(i) = table.loss(rate * points.displacements.row(i).norm());
  }
  return losses;
}

TypicalProfileMean::TypicalProfileMean(Eigen::Index rows)
    : mean_(Eigen::VectorXd::Zero(rows)), squares_(Eigen::VectorXd::Zero(rows)) {}

void TypicalProfileMean::add(const Eigen::VectorXd& losses) {
  if (losses.size() != mean_.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "there must be a loss for each row");
  }
  // Welford's recurrence: no difference of large sums.
  const Eigen::VectorXd profile = privacy_profile(losses);
  const Eigen::VectorXd before = profile - mean_;
  mean_ += before / ++samples_;
  squares_.array() += before.array() * (profile - mean_).array();
}

TypicalProfile TypicalProfileMean::result() const {
  if (samples_ < 2) {
    throw_error(ErrorType::argument, "out-of-range", "", "there must be two samples or more");
  }
  const double n = samples_;
  return {mean_, (squares_ / ((n - 1) * n)).cwiseSqrt()};
}

TypicalProfile typical_profile(const NeighbourPoints& points, double rate, int samples, RandomSource& source) {
  require_points(points);
  TypicalProfileMean mean(points.displacements.rows());
  for (int k = 0; k < samples; ++k) {
    mean.add(coverage_losses(points, rate, sample_model(points.base, rate, source)));
  }
  return mean.result();
}

std::optional<EpsilonRange> epsilon_range(const NeighbourPoints& points, double lambda, double fraction) {
  require_points(points);
  return epsilon_range(points.displacements.rowwise().norm(), static_cast<int>(points.base.size()), lambda, 1, fraction);
}

std::optional<EpsilonRange> epsilon_range(const Eigen::VectorXd& lengths, int dimension, double lambda, double lipschitz,
                                          double fraction) {
  require_above_zero(lambda, "", "lambda");
  require_above_zero(lipschitz, "", "the Lipschitz constant");
  const auto transition = displacement_transition(dimension, fraction);
  if (!transition) {
    return std::nullopt;
  }
  // Where nothing moves, no ε is large enough.
  const auto epsilon = [&](double s, double length) { return length > 0 ? 2 * lipschitz * s / (lambda * length) : infinity; };
  return EpsilonRange{epsilon(transition->low, lengths.maxCoeff()), epsilon(transition->high, lengths.minCoeff())};
}

EmpiricalCoverage empirical_coverage(const Eigen::Ref<const Rows>& samples, const Eigen::Ref<const Eigen::VectorXd>& model,
                                     double radius) {
  require_above_zero(radius, "", "the cutoff radius");
  if (samples.rows() < 1 || samples.cols() != model.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "there must be samples, as long as the model");
  }
  EmpiricalCoverage result{};
  for (Eigen::Index i = 0; i < samples.rows(); ++i) {
    result.inside += (samples.row(i).transpose() - model).norm() < radius ? 1 : 0;
  }
  const auto m = static_cast<double>(samples.rows());
  result.coverage = static_cast<double>(result.inside) / m;
  result.standard_error = std::sqrt(result.coverage * (1 - result.coverage) / m);
  return result;
}

std::optional<double> empirical_loss(const EmpiricalCoverage& base, const EmpiricalCoverage& neighbour) {
  if (base.inside == 0 && neighbour.inside == 0) {
    return std::nullopt;
  }
  if (base.inside == 0 || neighbour.inside == 0) {
    return base.inside == 0 ? -infinity : infinity;
  }
  return elementary::log(base.coverage / neighbour.coverage);
}

}  // namespace expost
