#include "expost/accounting/composable_promise.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/gaussian_cost.hpp"
#include "accounting/release_spread.hpp"
#include "accounting/removal_loss.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

constexpr int gaps = 32;
/// The last ε is so many standard deviations out.
constexpr double reach = 8;
/// More than the relative error of an accountant's quadrature.
constexpr double quadrature = 0x1p-20;

void require_levels(const SoftmaxMechanism& mechanism) {
  require_above_zero(mechanism.lambda, "", "lambda");
  require_above_zero(mechanism.sigma, "", "sigma");
}

/// √(m² + M²), rounded up: by composition, as the releases are chosen when the model is known.
double total_shift(double m, double spread) {
  return raised(std::sqrt(raised(m * m + spread * spread)));
}

GaussianPair pair_of(double m, const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  if (releases_nothing(releases)) {
    return {upwards(m), 0};
  }
  return {total_shift(m, release_spread(sensitivity, releases)), raised(grid_epsilon(sensitivity, releases))};
}

/// `delta` at ε from 0 to `most`.
template <class Delta>
PromiseCurve curve_of(double most, Delta&& delta) {
  PromiseCurve curve;
  for (int i = 0; i <= gaps; ++i) {
    const double epsilon = most * i / gaps;
    curve.push_back({epsilon, std::min(1.0, delta(epsilon) * (1 + quadrature))});
  }
  return curve;
}

/// κ + μ²/2 + 8μ, beyond which little is left.
double last_epsilon(double determinant, double m, const ReleaseSensitivity& sensitivity, const ReleaseNoise& releases) {
  const GaussianPair pair = pair_of(m, sensitivity, releases);
  return determinant + pair.slack + 0.5 * pair.shift * pair.shift + reach * pair.shift;
}

}  // namespace

std::optional<GaussianPair> gaussian_pair(const ModelMechanism& mechanism, const ReleaseNoise& releases) {
  require_mechanism(mechanism);
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  // At every ε ≥ 0, and so at the others: rounding is kept on the safe side.
  const ModelMechanism certain{mechanism.loss, lowered(mechanism.lambda), mechanism.sigma};
  if (!(m < infinity) || !costs_as_gaussian(certain, m, 0)) {
    return std::nullopt;
  }
  return pair_of(m, release_sensitivity(mechanism.loss), releases);
}

std::optional<GaussianPair> gaussian_pair(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases) {
  require_levels(mechanism);
  if (mechanism.classes != 2 || !(lowered(mechanism.lambda) / (mechanism.sigma * mechanism.sigma) >= 2)) {
    return std::nullopt;
  }
  return pair_of(sqrt2 / mechanism.sigma, softmax_sensitivity(), releases);
}

PromiseCurve promise_curve(const ModelMechanism& mechanism, const ReleaseNoise& releases) {
  require_mechanism(mechanism);
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  if (!(m < infinity)) {
    return {{0, 1}};
  }
  return curve_of(last_epsilon(kappa(mechanism), m, release_sensitivity(mechanism.loss), releases),
                  [&](double epsilon) { return report_delta(Accountant::joint, mechanism, releases, epsilon); });
}

PromiseCurve promise_curve(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases) {
  require_levels(mechanism);
  const double determinant = (mechanism.classes - 1) * elementary::log1p(1 / (mechanism.classes * mechanism.lambda));
  return curve_of(last_epsilon(determinant, sqrt2 / mechanism.sigma, softmax_sensitivity(), releases),
                  [&](double epsilon) { return softmax_report_delta(SoftmaxAccountant::joint, mechanism, releases, epsilon); });
}

}  // namespace expost
