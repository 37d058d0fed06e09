#include "expost/descent/descent_pair.hpp"

#include <cmath>

#include "expost/descent/descent_promise.hpp"
#include "numerics/outward.hpp"

namespace expost {

std::optional<GaussianPair> gaussian_pair(const DescentPlan& plan, Eigen::Index parameters) {
  const DescentNoise noise = noise_of(plan, parameters);
  switch (plan.sampling) {
    case DescentSampling::poisson:
      return std::nullopt;
    case DescentSampling::full:
    case DescentSampling::shuffle:
      break;
  }
  return GaussianPair{raised(std::sqrt(static_cast<double>(noise.steps)) / noise.multiplier),
                      raised(grid_cost(plan, parameters) * noise.steps / noise.multiplier)};
}

}  // namespace expost
