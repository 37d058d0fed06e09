// The promise of a publication before there is one.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {study, model?} → {part}: what a publication of the study will promise, or of the model that was
/// trained elsewhere, as "composition-part" gives it of its report; {epsilon: ∞, delta: 1} without
/// a promise. No row is read for it and nothing is drawn that counts: the promise is the same for
/// all data, and so for none.
[[nodiscard]] nlohmann::ordered_json publication_part(const nlohmann::json& document);

/// {study, model?, record | records | length}: the answer of "promise" for what such a publication
/// would promise to a person, by the same way.
[[nodiscard]] nlohmann::ordered_json promise_of_study(const nlohmann::json& document);

}  // namespace expost::operations
