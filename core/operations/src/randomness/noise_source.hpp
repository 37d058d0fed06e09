// Where an operation's random numbers come from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "documents/request.hpp"
#include "expost/noise/random.hpp"

namespace expost::operations {

/// The request's `seed`, for experiments; none where there is none.
[[nodiscard]] std::optional<std::uint64_t> requested_seed(const Request& request);

/// The system's random numbers, or a seed's.
[[nodiscard]] std::unique_ptr<RandomSource> noise_source(std::optional<std::uint64_t> seed);

}  // namespace expost::operations
