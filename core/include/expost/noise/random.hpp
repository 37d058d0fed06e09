// Random numbers: a source that is handed in, and normal variables made from it.
#pragma once

#include <cstdint>
#include <random>

namespace expost {

class RandomSource;

/// The words of one variable. However many of them it takes, now or later, the words of other
/// streams of a seed stay the same. Refers to its source, or stands for itself.
class RandomStream {
 public:
  /// Takes its words from `source`, as many streams may that need no seed.
  explicit RandomStream(RandomSource& source) : source_(&source) {}
  /// A stream of its own: SplitMix64 (Steele, Lea & Flood 2014).
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}
  /// Returns the next word.
  [[nodiscard]] std::uint64_t next();

 private:
  RandomSource* source_ = nullptr;
  std::uint64_t state_ = 0;
};

/// Independent uniform 64-bit words. For publication: the system's CSPRNG
/// (operations/system_random.hpp).
class RandomSource {
 public:
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;
  virtual ~RandomSource() = default;
  /// Returns the next word.
  [[nodiscard]] virtual std::uint64_t next() = 0;
  /// The words of a new variable. The source has to outlive it.
  [[nodiscard]] virtual RandomStream stream() { return RandomStream(*this); }
};

/// A reproducible source for experiments. Never for publication: whoever knows or guesses the seed
/// can subtract the noise.
class SeededSource final : public RandomSource {
 public:
  /// Takes the seed of a Mersenne twister, the same on every platform.
  explicit SeededSource(std::uint64_t seed) : engine_(seed) {}
  [[nodiscard]] std::uint64_t next() override { return engine_(); }
  [[nodiscard]] RandomStream stream() override { return RandomStream(engine_()); }

 private:
  std::mt19937_64 engine_;  // specified to the bit by the C++ standard
};

/// A standard normal variable by inversion (Devroye 1986, section II.2): one word gives the sign
/// and a 53-bit uniform u in (0, 1), and |result| = √2·erfc⁻¹(u). |result| < 8.4; the distribution
/// function is off by at most 2^-54. The same word gives the same number on every platform.
[[nodiscard]] double standard_normal(RandomSource& source);

}  // namespace expost
