// Promises of one publication in the forms that compose tightly (composition.hpp; mathematics.md,
// sections 7.19 and 7.21).
//
// Neighbours: one record less or one more, or one replaced by an empty one (x = 0), which is the
// same here. Both orders. Arguments out of range: ErrorType::argument.
#pragma once

#include <optional>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/composition.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/accounting/sensitivity.hpp"

namespace expost {

/// Returns the Gaussian pair that dominates objective perturbation and its releases; none where
/// that isn't proved: f' of two signs, or λ/(2σ²) below 1.
[[nodiscard]] std::optional<GaussianPair> gaussian_pair(const ModelMechanism& mechanism, const ReleaseNoise& releases);
/// The same for softmax: none for more than two classes, or where λ/σ² is below 2.
[[nodiscard]] std::optional<GaussianPair> gaussian_pair(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases);

/// Returns δ of the whole report by the accountant `joint` at 33 values of ε from 0 to where little
/// is left, each rounded up; (0, 1) alone for the squared loss.
[[nodiscard]] PromiseCurve promise_curve(const ModelMechanism& mechanism, const ReleaseNoise& releases);
/// The same for softmax.
[[nodiscard]] PromiseCurve promise_curve(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases);

}  // namespace expost
