// The errors of a study, all at once: for a form.
#pragma once

#include <nlohmann/json.hpp>

namespace expost::operations {

/// {study} → {errors: [{code, pointer, message}]}, at most one for each part of the study; none if
/// and only if `open-study` takes the study.
[[nodiscard]] nlohmann::ordered_json check_study(const nlohmann::json& request);

}  // namespace expost::operations
