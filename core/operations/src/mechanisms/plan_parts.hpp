// Parts of a plan (curator/plan.hpp) that mechanisms have in common.
#pragma once

#include <nlohmann/json.hpp>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::operations {

/// Reads δ, in (0, 1), and λ > 0 of a mechanism that has none of its own choosing.
[[nodiscard]] double planned_delta(const Request& request);
[[nodiscard]] double planned_lambda(const Request& request);

/// Reads `shares`; without them everything is the model's.
[[nodiscard]] BudgetSplit read_split(const Request& request);
/// Reads how a report composes, joint where the request doesn't say.
[[nodiscard]] Composition read_composition(const Request& request);
/// Returns the key that the request has for it: `accounting` is its name in version 0.2.
[[nodiscard]] const char* composition_key(const Request& request);

/// Refuses what is about splitting: mechanisms that publish the model alone have one accountant
/// each and nothing to split.
void refuse_split(const Request& request);

/// Returns the beginning of every plan.
[[nodiscard]] ObjectWriter plan_writer(const report::ModelLoss& loss, ObjectWriter mechanism, double epsilon, double delta);

[[nodiscard]] ObjectWriter calibration_writer(const Calibration& calibration);

/// Puts model, releases and total of a whole report under one accountant.
void put_levels(ObjectWriter& result, const BudgetPlan& budget, const char* accountant, Composition composition);

/// Puts how far the Hessian's noise can push its eigenvalues, except for one release in a million;
/// θ has `blocks` numbers a coordinate.
void put_hessian_shift(ObjectWriter& result, const Request& request, const BudgetPlan& budget, int blocks);

/// Ends a plan, with what somebody may come to believe at ε.
[[nodiscard]] nlohmann::ordered_json with_beliefs(ObjectWriter result, double epsilon);

/// Ends the plan of a mechanism that publishes the model alone, with `model` and `total`;
/// `spent` ≤ ε, infinite where the target can't be met.
[[nodiscard]] nlohmann::ordered_json plan_of_model(ObjectWriter result, ObjectWriter model, double spent, double delta);

}  // namespace expost::operations
