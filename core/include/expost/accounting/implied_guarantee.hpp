// The least that noise levels give away, whatever the accountant: what a stated promise is compared
// with (mathematics.md, section 7).
#pragma once

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/convex_accountant.hpp"

namespace expost {

/// Returns a δ which is not above what any accountant of this library gives for the whole report at
/// ε, except for the error of quadrature, below 0.1 %. 1 for the squared loss. Made to be compared
/// with `target` in (0, 1): parts that change the comparison by less than 0.05 % of it are left
/// out, and what is far below it may be returned as less or 0.
///
/// It is the accountant `joint` with releases (removal coupled with the releases, at 65 values of
/// |f'|), and, where y does not fix the sign of f', the addition of a record. Grids count as real
/// noise. About 10,000 evaluations of δ_N, one where a closed form holds. ε ≥ 0.
[[nodiscard]] double least_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon, double target);

/// The same for softmax: the accountant `joint` for one of the classes that a record can be pulled
/// to.
[[nodiscard]] double least_delta(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases, double epsilon,
                                 double target);

/// Returns an ε which is not above what any accountant of this library gives for the whole report
/// at δ in (0, 1), and at most 1 % below least_delta's; infinite for the squared loss. `at_least`
/// is an ε known to be too small.
template <class Mechanism>
[[nodiscard]] double least_epsilon(const Mechanism& mechanism, const ReleaseNoise& releases, double delta, double at_least);

/// Returns how many standard deviations of all noise one record moves the model and its gradient,
/// where the data pull the model so far that the record's curvature vanishes. No accountant can
/// give less than the Gaussian mechanism with this shift: the limit is approached. Infinite for the
/// squared loss.
[[nodiscard]] double attained_shift(const ModelMechanism& mechanism, const ReleaseNoise& releases);
/// The same for softmax, of one of the classes that a record can be pulled to.
[[nodiscard]] double attained_shift(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases);

}  // namespace expost
