// The Gaussian pair of output perturbation (mathematics.md, sections 7.19 and 13).
#pragma once

#include "expost/noise/gaussian_pair.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// Returns the Gaussian pair that dominates the release for all data and every person whose record
/// has at most this length (in [0, 1], rounded up), what the grid adds included; an infinite shift
/// for the squared loss, no shift for length 0. λ and σ above 0, grid of 0 or more.
/// Errors: ErrorType::argument.
[[nodiscard]] GaussianPair personal_pair(const PublishedOutputPerturbation& model, double length);
/// The same for every person.
[[nodiscard]] inline GaussianPair gaussian_pair(const PublishedOutputPerturbation& model) {
  return personal_pair(model, 1);
}

}  // namespace expost
