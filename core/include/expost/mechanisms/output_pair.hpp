// The Gaussian pair of output perturbation (mathematics.md, sections 7.19 and 13).
#pragma once

#include "expost/noise/gaussian_pair.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// Returns the Gaussian pair that dominates the release for all data and every person, what the
/// grid adds included; an infinite shift for the squared loss. λ and σ above 0, grid of 0 or more.
/// Errors: ErrorType::argument.
[[nodiscard]] GaussianPair gaussian_pair(const PublishedOutputPerturbation& model);

}  // namespace expost
