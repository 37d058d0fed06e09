// One known answer of the self-tests.
#pragma once

namespace expost::operations {

/// Counts in `checks`; throws ErrorType::numerics, code "self-test", unless `computed` is
/// `expected` to 1e-9 relative: far above the rounding of these routines, far below any mistake.
void check_known_answer(int& checks, const char* what, double computed, double expected);

}  // namespace expost::operations
