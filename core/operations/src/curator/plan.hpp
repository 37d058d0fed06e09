// The curator's planner: what a budget costs under each accountant, before anything is trained.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {loss, epsilon, delta, mechanism?, noise?, adaptive?, lambda?, dimension?, shares?,
/// accountant?, accounting?, personRows?} → Plan of index.d.ts. With `personRows` ε and δ are a
/// person's, and the plan is about a row's share of them (row_promise); `person` repeats them.
///
/// `shares` {model, gradient, hessian, smallestEigenvalue} are shares of ε and add up to 1;
/// without them the whole budget is the model's. `accountants` says what each needs for the
/// model's share on its own; `model`, `release` and `total` are the noise levels to use, for the
/// whole report ("whole", default) or added up as in the papers ("sum").
[[nodiscard]] nlohmann::ordered_json plan(const nlohmann::json& request);

}  // namespace expost::operations
