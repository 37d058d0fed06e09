#include "expost/report/base64.hpp"

#include <Eigen/Core>
#include <array>
#include <cstdint>

namespace expost::report {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t not_in_alphabet = 0xFF;

constexpr std::array<std::uint8_t, 256> inverse_alphabet() {
  std::array<std::uint8_t, 256> inverse{};
  inverse.fill(not_in_alphabet);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    inverse[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return inverse;
}

constexpr std::array<std::uint8_t, 256> inverse = inverse_alphabet();

/// Collects bytes, eight to a double, least significant first on every machine.
class DoubleCollector {
 public:
  explicit DoubleCollector(std::span<double> numbers) : numbers_(numbers) {}

  void add(std::uint8_t byte) {
    bits_ |= std::uint64_t{byte} << shift_;
    shift_ += 8;
    if (shift_ == 64) {
      // Eigen's, because the standard library of the oldest Emscripten supported has no bit_cast.
      numbers_[next_++] = Eigen::numext::bit_cast<double>(bits_);
      bits_ = 0;
      shift_ = 0;
    }
  }

 private:
  std::span<double> numbers_;
  std::size_t next_ = 0;
  std::uint64_t bits_ = 0;
  unsigned shift_ = 0;
};

}  // namespace

std::optional<std::size_t> base64_decoded_size(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::size_t bytes = text.size() / 4 * 3;
  if (!text.empty() && text.back() == '=') {
    bytes -= text[text.size() - 2] == '=' ? 2U : 1U;
  }
  return bytes;
}

bool decode_base64_doubles(std::string_view text, std::span<double> numbers) {
  const std::optional<std::size_t> size = base64_decoded_size(text);
  if (!size || *size != numbers.size() * sizeof(double)) {
    return false;
  }
  DoubleCollector collector(numbers);
  std::size_t bytes_left = *size;
  for (std::size_t start = 0; start < text.size(); start += 4) {
    const std::size_t bytes = bytes_left < 3 ? bytes_left : 3;  // 1 or 2 in the padded last group
    std::uint32_t group = 0;
    // The rest is the padding that the size was read from.
    for (std::size_t i = 0; i <= bytes; ++i) {
      const std::uint8_t six = inverse[static_cast<unsigned char>(text[start + i])];
      if (six == not_in_alphabet) {
        return false;
      }
      group |= std::uint32_t{six} << (18 - 6 * i);
    }
    for (std::size_t i = 0; i < bytes; ++i) {
      collector.add(static_cast<std::uint8_t>(group >> (16 - 8 * i)));
    }
    if (bytes < 3 && (group & ((1U << (24 - 8 * bytes)) - 1)) != 0) {
      return false;  // unused bits set: a second text for the same numbers
    }
    bytes_left -= bytes;
  }
  return true;
}

std::string encode_base64_doubles(std::span<const double> numbers) {
  const std::size_t size = numbers.size() * sizeof(double);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    if (i >= size) {
      return 0;
    }
    return static_cast<std::uint8_t>(Eigen::numext::bit_cast<std::uint64_t>(numbers[i / 8]) >> (8 * (i % 8)));
  };
  for (std::size_t i = 0; i < size; i += 3) {
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    text += alphabet[group >> 18];
    text += alphabet[group >> 12 & 63];
    text += i + 1 < size ? alphabet[group >> 6 & 63] : '=';
    text += i + 2 < size ? alphabet[group & 63] : '=';
  }
  return text;
}

}  // namespace expost::report
