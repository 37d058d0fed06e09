// The system's cryptographically secure random numbers: getentropy, in WebAssembly
// crypto.getRandomValues, a whole buffer at a call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "expost/noise/random.hpp"

namespace expost::operations {

/// Fills a small buffer at a time and wipes each word once it was handed out. Throws
/// ErrorType::numerics, code "no-randomness", where the system gives none.
class SystemRandom final : public RandomSource {
 public:
  SystemRandom() = default;
  ~SystemRandom() override;
  [[nodiscard]] std::uint64_t next() override;

 private:
  std::array<std::uint64_t, 32> words_{};  // 256 bytes, the most that getentropy gives in one call
  std::size_t left_ = 0;
};

}  // namespace expost::operations
