// A training under way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "expost/objective.hpp"
#include "expost/random.hpp"
#include "noise_plan.hpp"

namespace expost::operations {

/// What it was begun with, and how far it is.
struct Training {
  std::optional<std::uint64_t> seed;
  std::unique_ptr<RandomSource> source;  ///< b is drawn, the releases' noise is not
  NoisePlan plan;
  Minimisation minimisation;
};

}  // namespace expost::operations
