// Known answers, computed once when the module loads: if one is off, no number may be shown.
#pragma once

namespace expost::operations {

/// Number of known answers that were checked. Throws ErrorType::numerics, code "self-test", naming
/// the first that is off.
int self_test();

/// The same for what only a curator uses.
int curator_self_test();

}  // namespace expost::operations
