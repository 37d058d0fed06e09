#include "expost/report/base64.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace expost::report {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Above every value of a character, so that those of several can be looked at together.
constexpr std::uint8_t not_in_alphabet = 0x40;

constexpr std::array<std::uint8_t, 256> inverse_alphabet() {
  std::array<std::uint8_t, 256> inverse{};
  inverse.fill(not_in_alphabet);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    inverse[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return inverse;
}

constexpr std::array<std::uint8_t, 256> inverse = inverse_alphabet();

std::uint8_t value_of(char character) {
  return inverse[static_cast<unsigned char>(character)];
}

/// The bytes of numbers in memory.
std::span<std::uint8_t> bytes_of(std::span<double> numbers) {
  return {reinterpret_cast<std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}
std::span<const std::uint8_t> bytes_of(std::span<const double> numbers) {
  return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

constexpr bool little_endian = std::endian::native == std::endian::little;

/// Turns each number's bytes round, on machines that have the most significant one first.
void turn_round(std::span<std::uint8_t> bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(double)) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + sizeof(double)));
  }
}

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

bool decode_base64_bytes(std::string_view text, std::span<std::uint8_t> bytes) {
  if (base64_decoded_size(text) != bytes.size()) {
    return false;
  }
  const char* from = text.data();
  std::uint8_t* to = bytes.data();
  unsigned seen = 0;
  for (std::size_t groups = bytes.size() / 3; groups > 0; --groups, from += 4, to += 3) {
    const unsigned a = value_of(from[0]);
    const unsigned b = value_of(from[1]);
    const unsigned c = value_of(from[2]);
    const unsigned d = value_of(from[3]);
    seen |= a | b | c | d;
    to[0] = static_cast<std::uint8_t>(a << 2 | b >> 4);
    to[1] = static_cast<std::uint8_t>(b << 4 | c >> 2);
    to[2] = static_cast<std::uint8_t>(c << 6 | d);
  }
  // One or two bytes more, and the padding that the size was read from. Unused bits that are set
  // make a second text for the same bytes.
  if (const std::size_t left = bytes.size() % 3; left > 0) {
    const unsigned a = value_of(from[0]);
    const unsigned b = value_of(from[1]);
    const unsigned c = left == 2 ? value_of(from[2]) : 0U;
    seen |= a | b | c;
    to[0] = static_cast<std::uint8_t>(a << 2 | b >> 4);
    if (left == 2) {
      to[1] = static_cast<std::uint8_t>(b << 4 | c >> 2);
    }
    if ((left == 2 ? c & 3U : b & 15U) != 0) {
      return false;
    }
  }
  return (seen & not_in_alphabet) == 0;
}

bool decode_base64_doubles(std::string_view text, std::span<double> numbers) {
  if (!decode_base64_bytes(text, bytes_of(numbers))) {
    return false;
  }
  if (!little_endian) {
    turn_round(bytes_of(numbers));
  }
  return true;
}

std::string encode_base64_bytes(std::span<const std::uint8_t> bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  const std::uint8_t* from = bytes.data();
  char* to = text.data();
  for (std::size_t groups = bytes.size() / 3; groups > 0; --groups, from += 3, to += 4) {
    to[0] = alphabet[from[0] >> 2];
    to[1] = alphabet[(from[0] << 4 | from[1] >> 4) & 63];
    to[2] = alphabet[(from[1] << 2 | from[2] >> 6) & 63];
    to[3] = alphabet[from[2] & 63];
  }
  if (const std::size_t left = bytes.size() % 3; left > 0) {
    const int second = left == 2 ? from[1] : 0;
    to[0] = alphabet[from[0] >> 2];
    to[1] = alphabet[(from[0] << 4 | second >> 4) & 63];
    if (left == 2) {
      to[2] = alphabet[second << 2 & 63];
    }
  }
  return text;
}

std::string encode_base64_doubles(std::span<const double> numbers) {
  if (little_endian) {
    return encode_base64_bytes(bytes_of(numbers));
  }
  std::vector<double> turned(numbers.begin(), numbers.end());
  turn_round(bytes_of(std::span(turned)));
  return encode_base64_bytes(bytes_of(std::span<const double>(turned)));
}

}  // namespace expost::report
