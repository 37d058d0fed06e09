// Values of the library as documents have them; the names of its enumerations are theirs
// (`name_of`, expost/report/names.hpp).
#pragma once

#include <nlohmann/json.hpp>

#include "documents/object_writer.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/model_loss.hpp"
#include "expost/report/names.hpp"

namespace expost::operations {

/// "one", "all" or the number of records.
[[nodiscard]] nlohmann::ordered_json document_of(const Uniformity& uniformity);
/// {"name": …} with the width of pseudo-Huber or the classes of softmax.
[[nodiscard]] nlohmann::ordered_json document_of(const report::ModelLoss& loss);

/// {kind, name, noise}: a mechanism as summaries and plans name it, without `noise` where it has
/// one noise only.
[[nodiscard]] ObjectWriter mechanism_writer(report::MechanismKind kind);
/// The same with the noise's scale (σ, η or γ) under its own key, and λ.
[[nodiscard]] ObjectWriter mechanism_writer(report::MechanismKind kind, double scale, double lambda);

}  // namespace expost::operations
