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
  return full / 20 < 50 ? 50 : full / 20;
#elif defined(__EMSCRIPTEN__)
  return full / 5 < 50 ? 50 : full / 5;
#else
  return full;
#endif
}

}  // namespace expost
