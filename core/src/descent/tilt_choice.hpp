// Which first tilts records have, by their cap (docs/noisy-gradient-descent.md, sections 4 and 12).
#pragma once

#include <array>
#include <vector>

#include "expost/descent/descent_terms.hpp"
#include "expost/descent/path_interval.hpp"

namespace expost {

inline constexpr int lowest_tilt = -20;   ///< the least j₀
inline constexpr int highest_tilt = 200;  ///< the largest

/// (T·A(1 + λ; s_z, q) + log(2/ρ))/λ at λ = 2^{j/2} for each j that j₀ may be.
using TiltValues = std::array<double, highest_tilt - lowest_tilt + 1>;
[[nodiscard]] TiltValues tilt_values(const DescentTerms& terms);

/// Every j₀ that a record may have whose values lie between these, which rise with s_z.
[[nodiscard]] std::vector<int> first_tilts_between(const TiltValues& low, const TiltValues& high);
/// Bounds |L| of every record whose values are at most these: (1 + log 5/log(2/ρ)) of the least.
[[nodiscard]] double largest_by_cap(const DescentTerms& terms, const TiltValues& high);

/// As `full_batch_interval`, with the first tilt of another cap.
[[nodiscard]] DescentInterval full_batch_interval_from(int first, const DescentTerms& terms, double energy);

}  // namespace expost
