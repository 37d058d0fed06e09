// Normal variables whose law is exact: integers decide, and each variable has as many digits as
// anybody asks for (docs/noise.md). No tail is cut, and the values lie on no lattice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "expost/noise/random.hpp"

namespace expost {

/// A uniform variable in (0, 1), its binary digits drawn as far as somebody looks at them, 64 at a
/// time. Digits that were not looked at yet are independent of everything.
class UniformDigits {
 public:
  /// 512 digits: a comparison that they don't decide has a probability of 2^-512.
  static constexpr std::size_t most_words = 8;

  /// Takes its words from `stream`.
  explicit UniformDigits(RandomStream stream) : stream_(stream) {}

  /// Digits 64·index + 1 to 64·index + 64 after the point; index < most_words.
  [[nodiscard]] std::uint64_t word(std::size_t index);
  /// Words drawn so far.
  [[nodiscard]] std::size_t drawn() const { return drawn_; }
  /// The stream that its words come from, for whatever else belongs to the same variable.
  [[nodiscard]] RandomStream& stream() { return stream_; }
  /// Other digits, in the place of those drawn.
  void draw_again() { drawn_ = 0; }

 private:
  RandomStream stream_;
  std::array<std::uint64_t, most_words> words_{};
  std::size_t drawn_ = 0;
};

/// One exact standard normal variable ±(k + x), k ≥ 0 an integer, x uniform digits (Karney 2016,
/// "Sampling exactly from the normal distribution", Algorithm N). Its stream is its own: neither
/// the number of words that it took nor digits asked for later move another variable.
class ExactNormal {
 public:
  /// Draws the integer part at once, from `stream`.
  explicit ExactNormal(RandomStream stream);

  /// True if the sign is negative.
  [[nodiscard]] bool negative() const { return negative_; }
  [[nodiscard]] std::uint64_t whole() const { return whole_; }  ///< k
  /// Digits of x, as UniformDigits::word has them.
  [[nodiscard]] std::uint64_t word(std::size_t index) { return fraction_.word(index); }
  /// The double nearest to it, up to 2^-63 of a unit in the last place.
  [[nodiscard]] double rounded();

 private:
  UniformDigits fraction_;
  std::uint64_t whole_ = 0;
  bool negative_ = false;
};

/// d variables with streams of their own, taken from `source` one after the other. The source has
/// to outlive them.
[[nodiscard]] std::vector<ExactNormal> exact_normals(std::size_t d, RandomSource& source);

/// One exact exponential variable k + x of mean 1 (von Neumann 1951), digits as above.
class ExactExponential {
 public:
  /// Draws the integer part at once, from `stream`.
  explicit ExactExponential(RandomStream stream);

  [[nodiscard]] std::uint64_t whole() const { return whole_; }  ///< k
  /// Digits of x, as UniformDigits::word has them.
  [[nodiscard]] std::uint64_t word(std::size_t index) { return fraction_.word(index); }

 private:
  UniformDigits fraction_;
  std::uint64_t whole_ = 0;
};

}  // namespace expost
