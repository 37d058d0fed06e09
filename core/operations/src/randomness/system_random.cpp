#include "expost/operations/system_random.hpp"

#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#else
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <sys/random.h>
#endif

#include "expost/numerics/error.hpp"

#if defined(__EMSCRIPTEN__)
// Emscripten's own getentropy asks crypto for each byte by itself. 0: filled.
// clang-format off
EM_JS(int, expost_fill_with_randomness, (void* start, int bytes), {
  try {
    crypto.getRandomValues(HEAPU8.subarray(start, start + bytes));
    return 0;
  } catch (error) {
    return 1;
  }
});
// clang-format on
#endif

namespace expost::operations {
namespace {

/// Whether the system filled the words.
template <class Words>
bool filled(Words& words) {
#if defined(__EMSCRIPTEN__)
  return expost_fill_with_randomness(words.data(), static_cast<int>(sizeof words)) == 0;
#else
  return getentropy(words.data(), sizeof words) == 0;
#endif
}

}  // namespace

SystemRandom::~SystemRandom() {
  volatile std::uint64_t* words = words_.data();
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words[i] = 0;
  }
}

std::uint64_t SystemRandom::next() {
  if (left_ == 0) {
    if (!filled(words_)) {
      throw Error(ErrorType::numerics, "no-randomness", "", "the system gave no random numbers, so no noise can be drawn");
    }
    left_ = words_.size();
  }
  --left_;
  const std::uint64_t word = words_[left_];
  words_[left_] = 0;
  return word;
}

}  // namespace expost::operations
