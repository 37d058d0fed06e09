#include "expost/noise/exact_noise.hpp"

#include <bit>
#include <cmath>

namespace expost {
namespace {

/// A uniform variable that nobody needs once it was compared: its words as far as they were drawn.
class Passing {
 public:
  explicit Passing(RandomStream& stream) : stream_(&stream) {}
  std::uint64_t word(std::size_t index) {
    while (drawn_ <= index) {
      words_[drawn_++] = stream_->next();
    }
    return words_[index];
  }

 private:
  RandomStream* stream_;
  std::array<std::uint64_t, UniformDigits::most_words> words_{};
  std::size_t drawn_ = 0;
};

template <class Left, class Right>
bool is_below(Left& left, Right& right) {
  for (std::size_t i = 0; i < UniformDigits::most_words; ++i) {
    const std::uint64_t a = left.word(i);
    const std::uint64_t b = right.word(i);
    if (a != b) {
      return a < b;
    }
  }
  return false;
}

/// Whether the longest run first > U₁ > U₂ > … of fresh uniform variables, of which each must pass
/// `hit`, has even length: for `first` = p and hits of probability h, the probability is e^{−ph}.
template <class First, class Hit>
bool even_run(First& first, RandomStream& stream, Hit hit) {
  Passing last(stream);
  if (!is_below(last, first) || !hit()) {
    return true;
  }
  for (bool even = false;; even = !even) {
    Passing next(stream);
    if (!is_below(next, last) || !hit()) {
      return even;
    }
    last = next;
  }
}

/// ½, as digits.
struct Half {
  static std::uint64_t word(std::size_t index) { return index == 0 ? std::uint64_t{1} << 63U : 0; }
};

/// True with probability e^{−1/2}.
bool true_half(RandomStream& stream) {
  Half half;
  return even_run(half, stream, [] { return true; });
}

/// Uniform in {0, …, bound − 1}; bound ≥ 2. The top bits of words, until they are below.
std::uint64_t uniform_below(std::uint64_t bound, RandomStream& stream) {
  const auto unused = static_cast<unsigned>(std::countl_zero(bound - 1));
  for (;;) {
    const std::uint64_t value = stream.next() >> unused;
    if (value < bound) {
      return value;
    }
  }
}

/// How often in a row true_half came true.
std::uint64_t halves_in_a_row(RandomStream& stream) {
  std::uint64_t count = 0;
  while (true_half(stream)) {
    ++count;
  }
  return count;
}

/// True with probability e^{−k(k−1)/2}.
bool true_halves(std::uint64_t k, RandomStream& stream) {
  for (std::uint64_t left = k * (k - 1); left > 0; --left) {
    if (!true_half(stream)) {
      return false;
    }
  }
  return true;
}

/// True with probability e^{−x(2k+x)/2}: k + 1 runs of hits of probability (2k + x)/(2k + 2).
bool below_the_curve(std::uint64_t k, UniformDigits& x, RandomStream& stream) {
  const auto hit = [&] {
    const std::uint64_t f = uniform_below(2 * k + 2, stream);
    if (f != 2 * k) {
      return f < 2 * k;
    }
    Passing uniform(stream);
    return is_below(uniform, x);
  };
  for (std::uint64_t run = 0; run <= k; ++run) {
    if (!even_run(x, stream, hit)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::uint64_t UniformDigits::word(std::size_t index) {
  while (drawn_ <= index) {
    words_[drawn_++] = stream_.next();
  }
  return words_[index];
}

ExactNormal::ExactNormal(RandomStream stream) : fraction_(stream) {
  RandomStream& words = fraction_.stream();
  for (;;) {
    whole_ = halves_in_a_row(words);
    if (!true_halves(whole_, words)) {
      continue;
    }
    fraction_.draw_again();
    if (below_the_curve(whole_, fraction_, words)) {
      break;
    }
  }
  negative_ = (words.next() >> 63U) != 0;
}

double ExactNormal::rounded() {
  // A small variable has leading zeros: its digits begin in a later word.
  std::size_t first = 0;
  if (whole_ == 0) {
    while (first + 2 < UniformDigits::most_words && word(first) == 0) {
      ++first;
    }
  }
  const int scale = -64 * static_cast<int>(first + 1);
  const double high = std::ldexp(static_cast<double>(word(first) >> 11U), scale + 11);
  const double low = std::ldexp(static_cast<double>(word(first) & 0x7ffU), scale) +
                     std::ldexp(static_cast<double>(word(first + 1)), scale - 64);
  const double magnitude = (static_cast<double>(whole_) + high) + low;
  return negative_ ? -magnitude : magnitude;
}

std::vector<ExactNormal> exact_normals(std::size_t d, RandomSource& source) {
  std::vector<ExactNormal> variables;
  variables.reserve(d);
  for (std::size_t i = 0; i < d; ++i) {
    variables.emplace_back(source.stream());
  }
  return variables;
}

ExactExponential::ExactExponential(RandomStream stream) : fraction_(stream) {
  while (!even_run(fraction_, fraction_.stream(), [] { return true; })) {
    ++whole_;
    fraction_.draw_again();
  }
}

}  // namespace expost
