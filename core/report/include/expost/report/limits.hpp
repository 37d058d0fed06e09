// Stated limits of the documents: what is larger is refused before any work is done with it.
#pragma once

#include <cstddef>

#include <Eigen/Core>

namespace expost::report::limits {

/// Coordinates of a record, length of θ̂. Preparing a report costs O(d³): at this size that is minutes, not hours.
inline constexpr Eigen::Index dimension = 4096;

// Lengths of texts, in Unicode code points (as `maxLength` of JSON Schema counts them).
inline constexpr std::size_t title = 200;
inline constexpr std::size_t description = 5000;
inline constexpr std::size_t name = 200;    ///< names, labels and units of features and label; publisher; accountant
inline constexpr std::size_t level = 1000;  ///< one level of a category; the negative and positive of a binary label
inline constexpr std::size_t unit = 1000;   ///< the privacy unit, as in "one person, one row"

/// Greatest magnitude of a constant, of the ends of `scaling.range`, and of `scaling.norm` and its reciprocal: so that no
/// coordinate overflows before the record is scaled onto the unit ball.
inline constexpr double coordinate = 1e100;

/// Bytes of JSON text that `read_report_text` and `read_study_text` look at.
inline constexpr std::size_t text_bytes = std::size_t{256} << 20;

}  // namespace expost::report::limits
