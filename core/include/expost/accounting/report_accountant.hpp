// Differential privacy of a whole report, model and releases together (mathematics.md, section 7).
//
// As in accountant.hpp: every δ is an upper bound on the true privacy profile, every ε is on the
// safe side of its root.
#pragma once

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"

namespace expost {

/// δ of the whole report, θ̂ and every release together: the joint form for a logistic loss and
/// the accountant `joint`, the shift form otherwise. Accountants other than `joint` and `shift`
/// are refused (ErrorType::argument).
[[nodiscard]] double report_delta(Accountant accountant, const ModelMechanism& mechanism, const ReleaseNoise& releases,
                                  double epsilon);

/// The shift form of section 7 with one variable for both memberships: E δ_N(ε − X; M), X = κ +
/// max(0, m²/2 + mN) where the sign of f' is fixed, κ + m²/2 + m|N| otherwise. Never below
/// `report_delta` of the accountant `shift`, which treats removal (one-sided, with κ) and addition
/// (two-sided, without κ) apart; kept as its reference.
[[nodiscard]] double dominated_report_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon);

/// ε of the whole report at δ; infinite where there is none.
[[nodiscard]] double report_epsilon(Accountant accountant, const ModelMechanism& mechanism, const ReleaseNoise& releases,
                                    double delta);

}  // namespace expost
