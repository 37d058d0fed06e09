// How often a simulation is repeated, by what the machine can afford.
#pragma once

namespace expost {

#if defined(__has_feature)
#define EXPOST_HAS_FEATURE(feature) __has_feature(feature)
#else
#define EXPOST_HAS_FEATURE(feature) 0
#endif

/// `full` natively; fewer in WebAssembly and under sanitizers, where the same code runs for other reasons than statistics.
constexpr int repetitions(int full) {
#if defined(__SANITIZE_ADDRESS__) || EXPOST_HAS_FEATURE(address_sanitizer)
  constexpr int share = 20;
#elif defined(__EMSCRIPTEN__)
  constexpr int share = 5;
#else
  constexpr int share = 1;
#endif
  const int least = full < 50 ? (full + 4) / 5 : 50;
  return share == 1 ? full : (full / share < least ? least : full / share);
}

}  // namespace expost
