#include "randomness/noise_source.hpp"

#include <cmath>

#include "expost/operations/system_random.hpp"

namespace expost::operations {

std::optional<std::uint64_t> requested_seed(const Request& request) {
  if (!request.has("seed")) {
    return std::nullopt;
  }
  const double value = request.number("seed");
  if (!(value >= 0 && value <= 9007199254740991.0) || value != std::floor(value)) {
    request.refuse("seed", "out-of-range", "must be a whole number from 0 to 9007199254740991");
  }
  return static_cast<std::uint64_t>(value);
}

std::unique_ptr<RandomSource> noise_source(std::optional<std::uint64_t> seed) {
  if (seed) {
    return std::make_unique<SeededSource>(*seed);
  }
  return std::make_unique<SystemRandom>();
}

}  // namespace expost::operations
