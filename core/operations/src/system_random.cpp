#include "expost/operations/system_random.hpp"

#include <unistd.h>

#if defined(__APPLE__)
#include <sys/random.h>
#endif

#include "expost/error.hpp"

namespace expost::operations {

SystemRandom::~SystemRandom() {
  volatile std::uint64_t* words = words_.data();
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words[i] = 0;
  }
}

std::uint64_t SystemRandom::next() {
  if (left_ == 0) {
    if (getentropy(words_.data(), sizeof words_) != 0) {
      throw Error(Fault::numerics, "no-randomness", "", "the system gave no random numbers, so no noise can be drawn");
    }
    left_ = words_.size();
  }
  --left_;
  const std::uint64_t word = words_[left_];
  words_[left_] = 0;
  return word;
}

}  // namespace expost::operations
