#include "expost/descent/descent_pair.hpp"

#include <cmath>

#include "expost/descent/descent_promise.hpp"
#include "numerics/outward.hpp"

namespace expost {

std::optional<GaussianPair> gaussian_pair(const DescentPlan& plan, Eigen::Index parameters) {
  const DescentNoise noise = noise_of(plan, parameters);
  if (plan.sampling == DescentSampling::poisson) {
    return std::nullopt;
  }
  return GaussianPair{raised(std::sqrt(static_cast<double>(noise.steps)) / noise.multiplier),
                      added_loss(plan, parameters, noise)};
}

std::optional<SampledSteps> sampled_steps(const DescentPlan& plan, Eigen::Index parameters) {
  const DescentNoise noise = noise_of(plan, parameters);
  if (plan.sampling != DescentSampling::poisson) {
    return std::nullopt;
  }
  return SampledSteps{noise.multiplier, noise.rate, noise.steps, added_loss(plan, parameters, noise)};
}

}  // namespace expost
