// Beginning and end of every way to an interval along a path.
#pragma once

#include <vector>

#include "expost/descent/descent_terms.hpp"
#include "expost/descent/path_interval.hpp"

namespace expost {

struct PathSize {
  double moved = 0;    ///< T′: steps with s_t > 0
  double largest = 0;  ///< the largest s_t
};

/// Errors: ErrorType::argument (more steps than T, a norm that is none), ErrorType::report
/// "step-above-cap".
[[nodiscard]] PathSize path_size(const DescentTerms& terms, const std::vector<double>& steps);

/// Cut off at ±T′ log(1 − q), where a step's ratio of densities surely ends. q < 1.
[[nodiscard]] DescentInterval surely(DescentInterval interval, const DescentTerms& terms, double moved);

}  // namespace expost
