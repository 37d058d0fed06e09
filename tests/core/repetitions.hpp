// How often a simulation is repeated, by what the run can afford.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace expost {

#if defined(__has_feature)
#define EXPOST_HAS_FEATURE(feature) __has_feature(feature)
#else
#define EXPOST_HAS_FEATURE(feature) 0
#endif

/// Returns which share of its repetitions a simulation does: one in this many.
/// EXPOST_REPETITIONS_SHARE says it (`npm test` asks for fewer than `npm run test:deep`); without
/// it all are done natively, and fewer in WebAssembly and under sanitizers, where the same code
/// runs for other reasons than statistics.
inline int repetitions_share() {
  static const int share = [] {
    const char* const given = std::getenv("EXPOST_REPETITIONS_SHARE");
    if (given != nullptr && std::atoi(given) >= 1) {
      return std::atoi(given);
    }
#if defined(__SANITIZE_ADDRESS__) || EXPOST_HAS_FEATURE(address_sanitizer)
    return 20;
#elif defined(__EMSCRIPTEN__)
    return 5;
#else
    return 1;
#endif
  }();
  return share;
}

/// Returns `full` divided by the share, at least what 200 are by it (or a fifth of `full` where
/// that is below 50).
inline int repetitions(int full) {
  const int share = repetitions_share();
  const int least = full < 50 ? (full + 4) / 5 : std::max(200 / share, 1);
  return share == 1 ? full : (full / share < least ? least : full / share);
}

}  // namespace expost
