// Stated limits of the documents: what is larger is refused before any work is done with it.
#pragma once

#include <cstddef>

#include <Eigen/Core>

namespace expost::report::limits {

/// Coordinates of a record, length of θ̂. Preparing a report costs O(d³): at this size that is
/// minutes, not hours.
inline constexpr Eigen::Index dimension = 4096;

// Lengths of texts, in Unicode code points (as `maxLength` of JSON Schema counts them).
inline constexpr std::size_t title = 200;
inline constexpr std::size_t description = 5000;
inline constexpr std::size_t name = 200;    ///< names, labels and units of features and label; publisher; accountant
inline constexpr std::size_t level = 1000;  ///< one level of a category; the negative and positive of a binary label
inline constexpr std::size_t link = 1000;   ///< an address of a publisher's page
inline constexpr std::size_t unit = 1000;   ///< the privacy unit, as in "one person, one row"

inline constexpr std::size_t rule = 1000;  ///< an update rule in words

/// Steps of noisy gradient descent, and numbers in all its published iterates together: 32 MB; of a
/// network in a file, where a report itself has at most so many bytes of them.
inline constexpr int steps = 4000000;
inline constexpr Eigen::Index path_numbers = 4000000;
inline constexpr Eigen::Index network_path_numbers = 32000000;
inline constexpr std::size_t path_bytes = 4000000;

/// Other spellings of levels: of the label, and of all features together.
inline constexpr std::size_t aliases = 4096;

/// Values that a field which isn't known may be listed to have.
inline constexpr std::size_t one_of = 4096;

/// Languages that a label, a unit or the levels are translated to.
inline constexpr std::size_t languages = 16;

/// Greatest magnitude of the numbers that are computed with: what is published of the model (θ̂,
/// ĝ, Ĥ, λ̂, the residual), a constant, the ends of `scaling.range`, and the scales (σ, λ, width,
/// `scaling.norm`), which have a least size too. Squares and quotients of these stay finite, so
/// that no bound is lost to an overflow.
inline constexpr double magnitude = 1e50;
inline constexpr double smallest_scale = 1e-50;

/// Least failure probability and δ: their parts (thousandths, for each of 4096 coordinates) are
/// still probabilities above 0.
inline constexpr double smallest_probability = 1e-300;

/// Greatest failure probability that a report or a study may state: a report's own sets the
/// headline of a person who checks a record, and a limit that fails more often than 1 in 20 is no
/// limit.
inline constexpr double largest_failure_probability = 0.05;

/// Objects and arrays inside each other. The format's own keys need 6.
inline constexpr std::size_t depth = 32;

/// Bytes of JSON text that `read_report_text` and `read_study_text` look at.
inline constexpr std::size_t text_bytes = std::size_t{256} << 20;

}  // namespace expost::report::limits
