#include "expost/accounting/personal_epsilon.hpp"

#include <algorithm>
#include <limits>

#include "expost/accounting/report_accountant.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// A level of noise as a record meets it that moves what it hides by `share` of the most.
double level_for(double sigma, double share) {
  return std::min(lowered(sigma / share), std::numeric_limits<double>::max());
}

/// ε at a length in [0, 1], 0 at 0.
template <class EpsilonAt>
double epsilon_for(double length, EpsilonAt epsilon_at) {
  if (!(length >= 0 && length <= 1)) {
    refuse_argument("", "the length of a record", "must lie between 0 and 1");
  }
  return length > 0 ? epsilon_at() : 0;
}

}  // namespace

double ridge_for(double lambda, double length) {
  return level_for(lambda, raised(length * length));
}

ModelMechanism for_length(const ModelMechanism& mechanism, double length) {
  return {mechanism.loss, ridge_for(mechanism.lambda, length), level_for(mechanism.sigma, length)};
}

SoftmaxMechanism for_length(const SoftmaxMechanism& mechanism, double length) {
  return {mechanism.classes, ridge_for(mechanism.lambda, length), level_for(mechanism.sigma, length)};
}

ReleaseNoise for_length(const ReleaseNoise& releases, double length) {
  ReleaseNoise hers = releases;
  const double square = raised(length * length);
  if (hers.gradient) {
    hers.gradient = level_for(*hers.gradient, length);
  }
  if (hers.hessian) {
    hers.hessian = level_for(*hers.hessian, square);
  }
  if (hers.smallest_eigenvalue) {
    hers.smallest_eigenvalue = level_for(*hers.smallest_eigenvalue, square);
  }
  return hers;
}

double personal_epsilon(const ModelMechanism& mechanism, const ReleaseNoise& releases, double length, double delta) {
  return epsilon_for(length, [&] {
    return report_epsilon(Accountant::joint, for_length(mechanism, length), for_length(releases, length), delta);
  });
}

double personal_epsilon(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases, double length, double delta) {
  return epsilon_for(length, [&] {
    return softmax_report_epsilon(SoftmaxAccountant::joint, for_length(mechanism, length), for_length(releases, length), delta);
  });
}

}  // namespace expost
