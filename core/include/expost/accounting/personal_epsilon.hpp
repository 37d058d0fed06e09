// The promise to one person before anything is drawn, by the length of her record
// (docs/mathematics/accounting.md, 7.16 and 7.24).
//
// Neighbours: her record more or less. Every ε is on the safe side of its root, and none falls as
// the record gets longer.
#pragma once

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/accounting/sensitivity.hpp"

namespace expost {

/// Returns ε of objective perturbation, releases included, for a record of length ‖x‖ ≤ `length`,
/// by the accountant `joint`: 0 for length 0, infinite where there is none (the squared loss).
/// `length` in [0, 1], rounded up; δ in (0, 1). Errors: ErrorType::argument.
[[nodiscard]] double personal_epsilon(const ModelMechanism& mechanism, const ReleaseNoise& releases, double length,
                                      double delta);
/// The same for softmax.
[[nodiscard]] double personal_epsilon(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases, double length,
                                      double delta);

/// The mechanism as a record of this length meets it, as if it had length 1: λ/r² and σ/r, rounded
/// down, the largest double at most. `length` above 0.
[[nodiscard]] ModelMechanism for_length(const ModelMechanism& mechanism, double length);
/// The same for softmax.
[[nodiscard]] SoftmaxMechanism for_length(const SoftmaxMechanism& mechanism, double length);
/// σ₂/r, σ₃/r² and σ₄/r²: gradients move by r, second derivatives by r².
[[nodiscard]] ReleaseNoise for_length(const ReleaseNoise& releases, double length);
/// λ/r², rounded down, the largest double at most.
[[nodiscard]] double ridge_for(double lambda, double length);

}  // namespace expost
