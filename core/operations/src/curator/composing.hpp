// Publications about the same people, composed (mathematics.md, sections 7.19 to 7.22).
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// Returns {epsilon, delta}: the least ε at δ that is proved for all parts together, by basic
/// composition or tightly; infinite where none is.
[[nodiscard]] nlohmann::ordered_json compose(const nlohmann::json& document);

/// Returns {part}: a report's promise in the form that composes most tightly, null where it has
/// none.
[[nodiscard]] nlohmann::ordered_json composition_part(const nlohmann::json& document);

}  // namespace expost::operations
