// The pairs that dominate a published path (mathematics.md, sections 7.19 and 7.25;
// docs/noisy-gradient-descent.md, sections 6 and 10).
#pragma once

#include <Eigen/Core>
#include <optional>

#include "expost/accounting/composition.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/noise/gaussian_pair.hpp"

namespace expost {

/// Returns the Gaussian pair that dominates everything that is published, grid included: that of
/// the accountant `gaussian`. None for Poisson sampling. `parameters` D; neighbours and errors as
/// promised_epsilon has them.
[[nodiscard]] std::optional<GaussianPair> gaussian_pair(const DescentPlan& plan, Eigen::Index parameters);

/// Returns the steps of Poisson sampling with their pair, grid included: those of the accountant
/// `pld`. None for the other samplings.
[[nodiscard]] std::optional<SampledSteps> sampled_steps(const DescentPlan& plan, Eigen::Index parameters);

}  // namespace expost
