// Secrets that a training by noisy gradient descent leaves with the curator, as `publish` hands
// them out and `audit` takes them back.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>

#include "documents/request.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/descent/published_descent.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {

/// {noisySums, samples?, order?}, each in base64: doubles, T × D; bits, a step a whole number of
/// bytes, least significant first; 32-bit integers, epochs × rows.
[[nodiscard]] nlohmann::ordered_json secrets_document(const DescentSecrets& secrets);

/// Reads them back for a model and this many rows. Throws ErrorType::argument where they are not as
/// long as those.
[[nodiscard]] DescentSecrets read_secrets(const Request& document, const PublishedDescent& model, Eigen::Index rows);

/// {count, encoding, data, shape?} of doubles, count × D; `key` of `model`. A `shape`, that of one
/// step, is refused where it isn't the model's, as `require_classes_first` says.
[[nodiscard]] IterateMatrix read_rows_of_numbers(const Request& model, const char* key, ThetaShape shape,
                                                 Eigen::Index most_numbers);

/// `samples` of Poisson sampling, if the document has them.
[[nodiscard]] std::optional<std::vector<std::vector<bool>>> read_samples(const Request& document, Eigen::Index steps,
                                                                         Eigen::Index rows);

}  // namespace expost::operations
