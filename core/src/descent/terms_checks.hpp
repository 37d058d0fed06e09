// Checks of the terms of a bound, and the level that its mixtures are compared with.
#pragma once

#include "expost/descent/descent_terms.hpp"

namespace expost {

/// Errors: ErrorType::argument.
void require_terms(const DescentTerms& terms);

/// log(2/ρ)
[[nodiscard]] double log_level(const DescentTerms& terms);

}  // namespace expost
