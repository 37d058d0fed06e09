// Bounds of a posterior sample for records between two margins.
#pragma once

#include "bounds/margin_reach.hpp"
#include "expost/mechanisms/posterior_sample.hpp"

namespace expost {

/// Returns `in` and `out` that hold for each of these records; z = noise_radius. No check is made.
[[nodiscard]] PosteriorSampleBound posterior_sample_ends(const PublishedPosteriorSample& published, const MarginReach& reach,
                                                         double z);

}  // namespace expost
