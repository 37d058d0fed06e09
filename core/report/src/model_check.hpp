// Whether the numbers of a report belong together: a part of `read_report`.
#pragma once

#include <optional>

#include "expost/report/report.hpp"

namespace expost::report {

/// Throws Error (ErrorType::report) where the numbers of a model, or a promise and the numbers,
/// don't belong together: "not-implied" at /guarantee where a promise can't hold for everything
/// that is published.
///
/// Settings of an adaptive posterior sample with x-rounding have to come from numbers on their
/// grids. Compares a promise with the noise that the model states, releases included: refused where
/// no accountant of this library gives it. Allows 0.1 % of ε and δ, for digits that publishers
/// round.
///
/// For softmax, one of the classes counts that a record can be pulled to, so that a δ may be up to
/// K − 1 times too small. Of an adaptive posterior sample the budget that the mechanism states is
/// compared, and γ and λ with what it gives. Squared losses and other posterior samples have no
/// finite ε. The promise of noisy gradient descent is compared with that of the accountant which it
/// names ("pld" or "gaussian" where it names none).
void check_model(const std::optional<Guarantee>& guarantee, const ReportModel& model);

}  // namespace expost::report
