// Random numbers: a source that is handed in, and normal variables made from it.
#pragma once

#include <cstdint>
#include <random>

namespace expost {

/// Independent uniform 64-bit words. For publication: the system's CSPRNG (operations/system_random.hpp).
class RandomSource {
 public:
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;
  virtual ~RandomSource() = default;
  [[nodiscard]] virtual std::uint64_t next() = 0;
};

/// A reproducible source for experiments. Never for publication: whoever knows or guesses the seed can subtract the noise.
class SeededSource final : public RandomSource {
 public:
  explicit SeededSource(std::uint64_t seed) : engine_(seed) {}
  [[nodiscard]] std::uint64_t next() override { return engine_(); }

 private:
  std::mt19937_64 engine_;  // specified to the bit by the C++ standard
};

/// A standard normal variable by inversion (Devroye 1986, section II.2): one word gives the sign and a 53-bit uniform u in
/// (0, 1), and |result| = √2·erfc⁻¹(u). |result| < 8.4; the distribution function is off by at most 2^-54.
/// The same word gives the same number on every platform.
[[nodiscard]] double standard_normal(RandomSource& source);

}  // namespace expost
