// The part that a published path has in a loss over several publications
// (docs/noisy-gradient-descent.md, section 13).
#pragma once

#include <functional>

#include "expost/descent/descent_terms.hpp"

namespace expost {

/// The four ends of a path's interval.
enum class PathEnd { in_above, in_below, out_above, out_below };

/// Returns the λ of an end at the j-th tilt: 2^{j/2}, for a lower end at least 1 (Theorem 2).
[[nodiscard]] double order_of(PathEnd end, int j);

/// One path and one person. Refers to the prepared model that it comes from.
struct PathPart {
  DescentTerms terms;                                     ///< what was fixed before the training; its ρ isn't used
  std::function<double(PathEnd end, int j)> log_moments;  ///< Σ_t A at `order_of(end, j)`, never below it; may be infinite
  double added = 0;                                       ///< to both ends, by the noise's grid
};

}  // namespace expost
