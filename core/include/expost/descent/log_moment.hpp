// Moments of the loss of one step of noisy gradient descent (docs/noisy-gradient-descent.md,
// section 5).
#pragma once

namespace expost {

/// Returns A(a; s, q) = log E(1 − q + q e^{su − s²/2})^a, u ~ N(0, 1). a ≥ 1 or a ≤ 0, s ≥ 0,
/// 0 < q ≤ 1.
///
/// With λ > 0, a = 1 + λ and a = 1 − λ are the log-moments of order λ and −λ of a member's loss at
/// a step that moves the mean by s standard deviations and that she joins with probability q;
/// a = −λ and a = λ those of a non-member's. A ≥ 0; it rises in s, in q and away from [0, 1] in a.
///
/// Infinite where it is left out: where the integrand exceeds e^300 or its tail can't be told to be
/// small, and for s > 40 with q < 1. A larger A only widens the bounds that are made of it, so
/// infinity is safe. Else relative accuracy 1e-11 or better (tests/core/log_moment.cpp has
/// references of 40 digits), to nearest: callers round. Errors: ErrorType::argument (a, s, q),
/// ErrorType::numerics "not-a-number".
[[nodiscard]] double log_moment(double a, double s, double q);

}  // namespace expost
